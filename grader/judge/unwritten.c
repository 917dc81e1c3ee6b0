/* What nobody wrote, for all labs: an output that still holds what the harness put there, or what
 * fresh device memory holds, tells by its places what the launch left out. */
#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool judge_is_unwritten(double value, double canary) {
    return isnan(value) || value == canary;
}

/* How many of `count` places are unwritten; the first and last of them, and the first written. */
struct holes {
    size_t unwritten, first, last, first_written;
};

static struct holes find_holes(const double *values, size_t count, double canary) {
    struct holes h = {.first = count, .first_written = count};
    for (size_t i = 0; i < count; i++) {
        if (judge_is_unwritten(values[i], canary)) {
            h.unwritten++;
            h.last = i;
            if (h.first == count)
                h.first = i;
        } else if (h.first_written == count) {
            h.first_written = i;
        }
    }
    return h;
}

/* Is place i written just where i is a multiple of some step? That step, or 0. */
static size_t written_step(const double *values, size_t count, double canary) {
    size_t step = 0;
    for (size_t i = 1; i < count && !step; i++)
        if (!judge_is_unwritten(values[i], canary))
            step = i;
    for (size_t i = 0; i < count && step > 1; i++)
        if (judge_is_unwritten(values[i], canary) != (i % step != 0))
            return 0;
    return step > 1 ? step : 0;
}

/* Are the first `*block` of every `*step` places written, and no others? */
static bool written_blocks(const double *values, size_t count, double canary, size_t *block,
                           size_t *step) {
    *block = *step = 0;
    while (*block < count && !judge_is_unwritten(values[*block], canary))
        ++*block;
    for (*step = *block; *step < count && judge_is_unwritten(values[*step], canary);)
        ++*step;
    for (size_t i = 0; i < count; i++)
        if (judge_is_unwritten(values[i], canary) != (i % *step >= *block))
            return false;
    return *block > 1 && *step < count;
}

/* The least number of threads that a kernel of the run was launched with; 0 where nobody counted.
 */
static double least_launched(const struct run *run) {
    double least = 0, threads = 1;
    int dimensions = 0;
    struct count entry;
    for (const char *text = run->counts; judge_next_count(&text, &entry);) {
        if (strncmp(entry.name, "grid.", 5) != 0 && strncmp(entry.name, "block.", 6) != 0)
            continue;
        threads *= entry.value;
        if (++dimensions < 6)
            continue;
        least = least == 0 || threads < least ? threads : least;
        dimensions = 0;
        threads = 1;
    }
    return least;
}

void judge_unwritten(const struct run *run, const char *call, const char *elements,
                     const double *values, size_t count, double canary) {
    struct holes h = find_holes(values, count, canary);
    size_t step, block;
    if (!h.unwritten)
        return;
    judge_never_written(elements, count, 1, values, canary);
    if (h.unwritten == count)
        fail_claim(
            "never-written",
            "%s succeeds, but none of its %zu %s is written: nothing is launched or copied to "
            "where the caller looks, the host reads before the kernel has run (a launch "
            "returns at once), or every thread returns before it writes.",
            call, count, elements);
    if (h.unwritten == count - h.first) {
        /* Threads enough for all, and a part that is one of the number itself. */
        const bool all = least_launched(run) >= (double)count;
        for (size_t part = 2; part <= 16; part *= 2)
            if ((h.first == count / part || h.first == (count + part - 1) / part) &&
                (h.first % 32 != 0 || all))
                fail_claim(NULL,
                           "%s: %s %zu to %zu are never written, the first %zu of %zu, one in "
                           "%zu, are: a copy that counts too few bytes. It is their number times "
                           "sizeof of one of them, of its own type.",
                           call, elements, h.first, count - 1, h.first, count, part);
        if (h.first >= 32 && h.first <= 1024 && h.first * 2 < count)
            fail_claim("first-block-only",
                       "%s: %s %zu to %zu are never written, the first %zu are: one block's work. "
                       "Launch enough blocks, (n + threads - 1) / threads, and begin the index "
                       "with blockIdx.x * blockDim.x.",
                       call, elements, h.first, count - 1, h.first);
        if (h.unwritten == 1 && h.first)
            fail_claim(NULL,
                       "%s: %s 0 to %zu are written, and the last one, %zu, never is: a guard or a "
                       "loop that ends one too early (i < n lets the last one through, i < n - 1 "
                       "does not), or a number of blocks that is rounded down.",
                       call, elements, h.first - 1, h.first);
        if (h.first && least_launched(run) >= (double)count)
            fail_claim(NULL,
                       "%s: %s %zu to %zu are never written, the %zu before them are, and there "
                       "are threads enough, %.0f for %zu: the guard does not let these through, "
                       "or the index is not the thread's own everywhere.",
                       call, elements, h.first, count - 1, h.first, least_launched(run), count);
        if (h.first && h.unwritten > 1024)
            fail_claim("fixed-grid",
                       "%s: %s %zu to %zu are never written, the %zu before them are: more than a "
                       "block is missing. The number of blocks does not follow from the number of "
                       "%s; launch (n + threads - 1) / threads blocks, or let each thread go on in "
                       "steps of gridDim.x * blockDim.x.",
                       call, elements, h.first, count - 1, h.first, elements);
        fail_claim("last-block-dropped",
                   "%s: %s %zu to %zu are never written, the %zu before them are. A number of "
                   "blocks that is rounded down, n / threads, leaves out the last block, and a "
                   "fixed number is too few for some n: round up, (n + threads - 1) / threads; a "
                   "guard must let the last element through.",
                   call, elements, h.first, count - 1, h.first);
    }
    if (h.first == 0 && h.unwritten == h.first_written)
        fail_claim("first-dropped",
                   "%s: %s 0 to %zu are never written, all others are: threads and elements count "
                   "from 0.",
                   call, elements, h.first_written - 1);
    if ((step = written_step(values, count, canary)) > 1)
        fail_claim("stride-too-wide",
                   "%s: only every %zuth of the %s is written (0, %zu, %zu, ...): the index is "
                   "multiplied by %zu, or bytes are taken for elements.",
                   call, step, elements, step, 2 * step, step);
    if (written_blocks(values, count, canary, &block, &step))
        fail_claim(NULL,
                   "%s: of every %zu %s the first %zu are written and the others never. Is that "
                   "the number of threads of a block, then the index of a block's first thread is "
                   "blockIdx.x * %zu, and it is to be blockIdx.x * blockDim.x, whatever that is.",
                   call, step, elements, block, step);
    fail(NULL, "%s: %zu of %zu %s are never written, the first is %zu, the last %zu.", call,
         h.unwritten, count, elements, h.first, h.last);
}

/* Were `covered` places of `size` written because a grid or a guard covers `other`? Not when a
 * usual block that is rounded down explains it as well. */
static bool covers_other(size_t covered, size_t size, size_t other) {
    if (covered < other || covered >= size || covered >= other + 32)
        return false;
    for (size_t block = 4; block <= 20 && covered > other; block += 4)
        if (covered == size / block * block)
            return false;
    return true;
}

/* Do so many places come of a number of blocks of some size that is rounded down, or all? */
static bool whole_blocks(size_t covered, size_t size) {
    for (size_t block = 2; block <= 1024 && covered < size; block++)
        if (covered == size / block * block)
            return true;
    return covered == size;
}

void judge_unwritten_picture(const struct run *run, const char *call, const double *values,
                             size_t width, size_t height, double canary) {
    size_t columns = 0, rows = 0, unwritten = 0;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            if (!judge_is_unwritten(values[y * width + x], canary)) {
                columns = x + 1 > columns ? x + 1 : columns;
                rows = y + 1 > rows ? y + 1 : rows;
            } else {
                unwritten++;
            }
    if (!unwritten)
        return;
    judge_never_written("pixels", width, height, values, canary);
    if (unwritten == width * height) {
        judge_unwritten(run, call, "pixels", values, width * height, canary);
        return;
    }
    /* Whole columns and rows at the far edges, and nothing else? */
    if (unwritten != width * height - columns * rows) {
        judge_unwritten(run, call, "pixels (row by row)", values, width * height, canary);
        return;
    }
    if (covers_other(columns, width, height) && rows == height)
        fail_claim(NULL,
                   "%s: columns %zu to %zu of %zu are never written: the grid covers as many "
                   "columns as there are rows (%zu), in whole blocks. Along x it must cover the "
                   "width, along y the height.",
                   call, columns, width - 1, width, height);
    if (covers_other(rows, height, width) && columns == width)
        fail_claim(NULL,
                   "%s: rows %zu to %zu of %zu are never written: the grid, or the guard, covers "
                   "as many rows as there are columns (%zu). Along x it must cover the width, "
                   "along y the height.",
                   call, rows, height - 1, height, width);
    if (!whole_blocks(columns, width) || !whole_blocks(rows, height))
        fail_claim(NULL,
                   "%s: only the first %zu columns and %zu rows of %zu x %zu are written, the "
                   "rest never: %s.",
                   call, columns, rows, width, height,
                   columns == width
                       ? "there are blocks for no more rows, or the copy counts too few bytes"
                       : "there are blocks for no more of them");
    if (columns < width && rows < height)
        fail_claim("last-block-dropped",
                   "%s: only the first %zu columns and %zu rows of %zu x %zu are written, the "
                   "rest never: the number of blocks is rounded down. Round it up along both "
                   "axes: (width + block.x - 1) / block.x, and the same for y.",
                   call, columns, rows, width, height);
    fail_claim("last-block-dropped",
               "%s: %s %zu to %zu of %zu are never written. Round the number of blocks up along "
               "%s: (%s + block.%s - 1) / block.%s.",
               call, columns < width ? "columns" : "rows", columns < width ? columns : rows,
               (columns < width ? width : height) - 1, columns < width ? width : height,
               columns < width ? "x" : "y", columns < width ? "width" : "height",
               columns < width ? "x" : "y", columns < width ? "x" : "y");
}

void judge_still_to_write(const char *kernel, const double *values, size_t count, double canary) {
    for (size_t i = 0; i < count; i++)
        if (values[i] != canary)
            return;
    fail(NULL, "%s writes nothing: it is still to be written.", kernel);
}
