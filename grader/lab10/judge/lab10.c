/* Lab 10: textures in two dimensions. What its steps share, and step 5. */
#include "lab10.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_DYNAMIC_SHARED                                                                          \
    "The tiles lie in dynamic shared memory (extern __shared__), whose size is the third "         \
    "argument of the launch, and whoever launches the kernel as lab10.h says gives none: declare " \
    "them with their size, __shared__ float tile_a[TILE][TILE]."

const struct finding_rule lab_findings[] = {
    {"use-after-free", NULL, "array-freed-early",
     "The array is freed while a texture object still reads it: destroy the texture object first."},
    {"out-of-bounds-read", DYNAMIC_SHARED, NULL, NO_DYNAMIC_SHARED},
    {"out-of-bounds-write", DYNAMIC_SHARED, NULL, NO_DYNAMIC_SHARED},
    {"out-of-bounds-read", "kernel multiply_tiled", "missing-bounds-guard",
     "Where a tile reaches beyond the edge of A or B there is nothing to load: store 0 there. "
     "Threads load A only if row < m and first + x < k, B only if first + y < k and column < n; "
     "and a row of A has k elements, one of B n."},
    {0}};

bool lab_has_work(const struct run *run, const char *kernel, const long at[3]) {
    const long x = at[0], y = at[1];
    if (strstr(kernel, "multiply_") && judge_has_argument(run, "m"))
        return x < (long)judge_argument(run, "n") && y < (long)judge_argument(run, "m");
    if ((strstr(kernel, "read_picture") || strstr(kernel, "rotate_") || judge_part(run, "bytes") ||
         judge_part(run, "colours")) &&
        judge_has_argument(run, "width"))
        return x < (long)judge_argument(run, "width") && y < (long)judge_argument(run, "height");
    if (judge_part(run, "layers") && judge_has_argument(run, "layers"))
        return x < (long)judge_argument(run, "n") && y < (long)judge_argument(run, "n");
    return false;
}

struct picture hidden_picture(const struct run *run) {
    struct picture p = {.width = (int)judge_argument(run, "width"),
                        .height = (int)judge_argument(run, "height")};
    p.count = p.width * p.height;
    for (int i = 0; i < p.count; i++)
        p.pixels[i] = hidden_pixel(run->seed, i);
    return p;
}

cpudev_texture float_texture(const float *texels, int width, int height, struct reading how) {
    cpudev_texture t = {.data = (const unsigned char *)texels,
                        .row_pitch = (size_t)width * sizeof(float),
                        .width = width,
                        .height = height,
                        .depth = 1,
                        .shape = CPUDEV_TEXTURE_2D,
                        .format = CPUDEV_TEXEL_F32,
                        .channels = 1,
                        .address = {how.x, how.y, how.y},
                        .linear = how.linear,
                        .normalized = how.normalized,
                        .border_colour = {how.border}};
    cpudev_texture_prepare(&t);
    return t;
}

cpudev_texture texture_of(const struct picture *p, int width, int height, struct reading how) {
    return float_texture(p->pixels, width, height, how);
}

float sample(const cpudev_texture *t, float x, float y) {
    cpudev_texel texel;
    cpudev_texture_sample(t, x, y, 0.0f, 0, &texel);
    return texel.f[0];
}

struct pixel pixel_at(int x, int y) {
    return (struct pixel){x, y};
}

struct pixel written_pixel(struct choice *c, int width, int height, int i) {
    const int x = i % width, y = i / width;
    INSTEAD(pixel_at(i / height, i % height), "transposed-output",
            "The result is written column by column (transposed): pixel (x, y) is number y * width "
            "+ x.");
    INSTEAD(pixel_at(x, height - 1 - y), NULL, "The result is upside down: row y goes to row y.");
    INSTEAD(pixel_at(width - 1 - x, y), NULL, "The result is mirrored: column x goes to column x.");
    ASKED(pixel_at(x, y));
}

void check_untouched(const char *name, const double *values, int count) {
    for (int i = count; i < count + LAB10_PAST_END; i++)
        if (values[i] != LAB10_CANARY)
            fail("missing-bounds-guard",
                 "%s wrote element %d, and there are %d. The grid of blocks is larger than "
                 "the result: let a thread work only if both its x and its y lie inside.",
                 name, i, count);
}

/* A launch that covers a result: blocks of x by y threads, and so many of them along each axis. */
struct launch {
    int threads[2], blocks[2];
};

/* How a thread's x (axis 0) or y comes out when it is computed otherwise; 0 is right. */
static int place_of_thread(int way, const struct launch *l, int axis, const int *block,
                           const int *thread) {
    const int other = 1 - axis, own_size = l->threads[axis], other_size = l->threads[other];
    const int places[] = {block[axis] * own_size + thread[axis],
                          block[axis] * own_size + thread[other],
                          block[other] * own_size + thread[axis],
                          block[other] * other_size + thread[other],
                          thread[axis],
                          block[axis],
                          block[axis] + thread[axis],
                          block[axis] * thread[axis],
                          block[axis] * (own_size - 1) + thread[axis],
                          block[axis] * other_size + thread[axis]};
    return places[way];
}
#define PLACES_OF(x, y)                                                                            \
    {                                                                                              \
        "", "blockIdx." x " * blockDim." x " + threadIdx." y,                                      \
            "blockIdx." y " * blockDim." x " + threadIdx." x,                                      \
            "blockIdx." y " * blockDim." y " + threadIdx." y, "threadIdx." x, "blockIdx." x,       \
            "blockIdx." x " + threadIdx." x, "blockIdx." x " * threadIdx." x,                      \
            "blockIdx." x " * (blockDim." x " - 1) + threadIdx." x,                                \
            "blockIdx." x " * blockDim." y " + threadIdx." x                                       \
    }
enum { PLACES_OF_THREAD = 10, WAYS_OF_WRITING = 2 * PLACES_OF_THREAD, GUARD_EXCHANGED = 10 };
static const char *const place_words[2][PLACES_OF_THREAD] = {PLACES_OF("x", "y"),
                                                             PLACES_OF("y", "x")};

/* Are just those values written that are written by a way: x computed as place 1 .. 9 says, the
 * guard with its sizes exchanged, or y computed as place `way` - 10 says? */
static bool is_written_so(const double *values, bool *written, int way, const struct launch *l,
                          int width, int height) {
    const bool exchanged = way == GUARD_EXCHANGED;
    const int end_x = exchanged ? height : width, end_y = exchanged ? width : height,
              count = width * height, threads = l->threads[0] * l->threads[1];
    memset(written, 0, (size_t)count * sizeof *written);
    for (int i = 0; i < l->blocks[0] * l->blocks[1] * threads; i++) {
        const int b = i / threads, t = i % threads, block[] = {b % l->blocks[0], b / l->blocks[0]},
                  thread[] = {t % l->threads[0], t / l->threads[0]};
        const int x = place_of_thread(way < GUARD_EXCHANGED ? way : 0, l, 0, block, thread),
                  y = place_of_thread(way > GUARD_EXCHANGED ? way - GUARD_EXCHANGED : 0, l, 1,
                                      block, thread);
        if (x < end_x && y < end_y && y * width + x < count)
            written[y * width + x] = true;
    }
    for (int i = 0; i < count; i++)
        if (written[i] == judge_is_unwritten(values[i], LAB10_CANARY))
            return false;
    return true;
}

/* The ways that write what is written, in words; how many there are. guard: the last of them is
 * that the guard is exchanged, and there is no other. */
static int ways_of_writing(const double *values, const struct launch *l, int width, int height,
                           bool *guard, char *words, size_t size) {
    bool *written = malloc((size_t)(width * height) * sizeof *written);
    int found = 0;
    size_t length = 0;
    for (int way = 1; written && way < WAYS_OF_WRITING; way++) {
        const int axis = way > GUARD_EXCHANGED, place = way % PLACES_OF_THREAD;
        const int blocks = (axis ? height : width) / l->threads[axis];
        if (place == 4 && blocks == 1)
            continue; /* a grid that is rounded down to one block writes the same */
        if (!is_written_so(values, written, way, l, width, height))
            continue;
        length += (size_t)snprintf(words + length, length < size ? size - length : 0, "%s",
                                   found++ ? ", or " : "");
        *guard = way == GUARD_EXCHANGED && found == 1;
        if (way == GUARD_EXCHANGED)
            length += (size_t)snprintf(words + length, length < size ? size - length : 0,
                                       "the guard lets x < %d and y < %d through, width and height "
                                       "exchanged",
                                       height, width);
        else
            length +=
                (size_t)snprintf(words + length, length < size ? size - length : 0, "%s is %s%s",
                                 axis ? "y (the row)" : "x (the column)", place_words[axis][place],
                                 place == 4 ? ", or the grid has one block there" : "");
    }
    free(written);
    return found;
}

static void explain_threads(const struct run *run, const char *name, const double *values,
                            int width, int height) {
    const bool own = strcmp(name, "read_picture") == 0; /* the harness launches that with 16 x 8 */
    const int tile = (int)judge_argument(run, "tile");
    for (int more = 0; more < 4; more++) {
        char words[600];
        bool guard = false;
        struct launch l = {.threads = {own ? 16 : tile, own ? 8 : tile}};
        l.blocks[0] = (width + l.threads[0] - 1) / l.threads[0] + more;
        l.blocks[1] = (height + l.threads[1] - 1) / l.threads[1] + more;
        if (ways_of_writing(values, &l, width, height, &guard, words, sizeof words))
            fail(guard ? "width-height-exchanged" : NULL,
                 "%s: not all of the result is written: %s. x is "
                 "blockIdx.x * blockDim.x + threadIdx.x, y the same of y, and a thread works "
                 "where x < width and y < height (columns and rows of the result, here %d x "
                 "%d).",
                 name, words, width, height);
    }
}

/* Was a kernel launched with so many threads along the axis? blocks: how many that are. */
static bool had_threads(const struct run *run, int axis, int threads, int *blocks) {
    const char *grid = axis ? "grid.1" : "grid.0", *block = axis ? "block.1" : "block.0";
    struct count entry;
    *blocks = 0;
    for (const char *text = run->counts; judge_next_count(&text, &entry);)
        if (strcmp(entry.name, grid) == 0)
            *blocks = (int)entry.value;
        else if (strcmp(entry.name, block) == 0 && *blocks * entry.value == threads)
            return true;
    return false;
}

/* Is the result written in its first columns (rows) alone, as many as a launch had threads? */
static void explain_grid(const struct run *run, const char *name, const double *values, int width,
                         int height) {
    int end[2] = {0, 0}, count = 0, blocks;
    for (int i = 0; i < width * height; i++)
        if (!judge_is_unwritten(values[i], LAB10_CANARY)) {
            end[0] = i % width >= end[0] ? i % width + 1 : end[0];
            end[1] = i / width + 1;
            count++;
        }
    if (count == 0 || count != end[0] * end[1])
        return;
    for (int axis = 0; axis < 2; axis++) {
        const int size = axis ? height : width, other = axis ? end[0] == width : end[1] == height;
        if (end[axis] < size && other && had_threads(run, axis, end[axis], &blocks))
            fail(NULL,
                 "%s: %s %d to %d are never written: the grid has %d block%s along %c, %d "
                 "threads, and the result is %d %s. Its number of blocks is (%d + threads - "
                 "1) / threads there, from the size of the result along %c.",
                 name, axis ? "rows" : "columns", end[axis], size - 1, blocks,
                 blocks == 1 ? "" : "s", "xy"[axis], end[axis], size, axis ? "high" : "wide", size,
                 "xy"[axis]);
    }
}

void explain_writes(const struct run *run, const char *name, const double *values,
                    const double *right, int width, int height) {
    static const char *const words[] = {"y * height + x",
                                        "x * width + y",
                                        "y * width + y",
                                        "x * width + x",
                                        "x * height + x",
                                        "y * height + y",
                                        "y * (width + 1) + x",
                                        "y * (width - 1) + x",
                                        "y + x",
                                        "y * x",
                                        "x",
                                        "y",
                                        "2 * (y * width + x)"};
    enum { WAYS = sizeof words / sizeof *words };
    const int count = width * height;
    int kept = 0, in_place = 0;
    for (int i = 0; i < count; i++) {
        kept += !judge_is_unwritten(values[i], LAB10_CANARY);
        in_place += fabs(values[i] - right[i]) < 0.01;
    }
    /* Where what is written is right, it is the threads that are missing. */
    if (2 * in_place > kept)
        explain_grid(run, name, values, width, height);
    if (2 * in_place > kept)
        explain_threads(run, name, values, width, height);
    bool *written = calloc((size_t)count, sizeof *written);
    for (int way = 0; written && way < WAYS && 2 * in_place <= kept; way++) {
        int same = 0;
        memset(written, 0, (size_t)count * sizeof *written);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                const int places[] = {y * height + x,
                                      x * width + y,
                                      y * width + y,
                                      x * width + x,
                                      x * height + x,
                                      y * height + y,
                                      y * (width + 1) + x,
                                      y * (width - 1) + x,
                                      y + x,
                                      y * x,
                                      x,
                                      y,
                                      2 * (y * width + x)};
                if (places[way] < count)
                    written[places[way]] = true;
            }
        for (int i = 0; i < count; i++)
            same += written[i] == !judge_is_unwritten(values[i], LAB10_CANARY);
        if (same == count) {
            free(written);
            fail("row-length",
                 "%s: the results are written at [%s]: element (x, y) is number y * width + "
                 "x, width that of a row of the result (here %d x %d).",
                 name, words[way], width, height);
        }
    }
    free(written);
}

/* ---- step 5 ---------------------------------------------------------------------------------- */

static const char *const kernels[LAB10_TIMINGS] = {
    "multiply_global", "multiply_tiled", "multiply_texture", "rotate_hardware", "rotate_software"};

/* The rows of the table. */
struct table {
    const double *sizes, *ms, *ratios, *names;
};
static void read_table(const struct run *run, struct table *t) {
    judge_succeeded(run, "time_all");
    t->sizes = judge_numbers(run, "sizes", LAB10_TIMINGS);
    t->ms = judge_numbers(run, "ms", LAB10_TIMINGS);
    t->ratios = judge_numbers(run, "ratios", LAB10_TIMINGS);
    t->names = judge_numbers(run, "names", LAB10_TIMINGS);
    if (!t->sizes || !t->ms || !t->ratios || !t->names)
        fail(NULL, "time_all returned, but its rows are not there.");
}

/* Names, sizes and ratios. What the times are worth is the other check's. */
static void check_rows(const struct run *run) {
    struct table t;
    read_table(run, &t);
    for (int i = 0; i < LAB10_TIMINGS; i++) {
        const double ms = t.ms[i], base = t.ms[i < 3 ? 0 : 3], ratio = t.ratios[i];
        if (t.names[i] != i)
            fail(NULL,
                 t.names[i] < 0
                     ? "Row %d has no kernel's name when time_all has returned: it is %s, "
                       "a text that stays, as a string literal does."
                     : "Row %d has another kernel's name, the order is another: it "
                       "is %s.",
                 i, kernels[i]);
        if (t.sizes[i] != judge_argument(run, "size"))
            fail(NULL, "Row %d says size %.0f, it was %.0f.", i, t.sizes[i],
                 judge_argument(run, "size"));
        if (!(ms > 0) || !(base > 0))
            continue;
        if (ratio > 0 && fabs(ratio * ms / base - 1) < 1e-4 && fabs(ms / base - 1) > 1e-3)
            fail("ratio-upside-down",
                 "Row %d: the ratio is the first kernel's time over this one's; it is to be "
                 "this one's over the first's.",
                 i);
        if (!(fabs(ratio - ms / base) <= 1e-4 * ratio))
            fail(
                NULL,
                "Row %d: the ratio is %g, but %g ms / %g ms = %g. The first of its kind is row %d.",
                i, ratio, ms, base, ms / base, i < 3 ? 0 : 3);
    }
    pass("Five rows, with names, sizes and ratios to the first of their kind.");
}

static void check_times(const struct run *run) {
    struct table t;
    read_table(run, &t);
    for (int i = 0; i < LAB10_TIMINGS; i++)
        if (!(t.ms[i] > 0))
            fail_fact("timed-without-sync",
                      "Row %d took %g ms: a launch returns before the kernel has run. Record an "
                      "event behind it and wait for that one.",
                      i, t.ms[i]);
    const double *ms = t.ms;
    const struct judge_times times = {
        "time_all",
        kernels,
        LAB10_TIMINGS,
        1,
        2 * (1 + (int)judge_argument(run, "launches")) * LAB10_TIMINGS,
        sizeof(float) * judge_argument(run, "size") * judge_argument(run, "size"),
        false};
    const double *before = judge_numbers(run, "before", LAB10_TIMINGS),
                 *after = judge_numbers(run, "after", LAB10_TIMINGS);
    judge_launches_timed(run, &times);
    const bool reported = judge_times_reported(run, &times, ms, 0);
    if (!reported)
        judge_times_whole("time_all", ms, LAB10_TIMINGS);
    double time = 0, least = 0, most = 0;
    for (int i = 0; before && after && i < LAB10_TIMINGS; i++) {
        time += ms[i];
        least += fmin(before[i], after[i]);
        most += fmax(before[i], after[i]);
    }
    if (!reported)
        judge_times_plausible("time_all", time, least, most);
    pass("Each time is that of one launch.");
}

static void check_csv(const struct run *run) {
    static const struct csv_number first[] = {{37, 0}, {1234.5678, 0.001}, {0.25, 0}};
    static const struct csv_number second[] = {{4096, 0}, {0.00001234567, 1.2e-10}, {3, 0}};
    const char *text = judge_csv_text(run, "kernel,size,ms,ratio\n");
    const char *line = judge_csv_line(text, 1);
    judge_csv_shape(text, 2);
    judge_csv_columns("kernel,size,ms,ratio", line, "first,37,1234.5678,0.25");
    if (!judge_csv_row(line, "first", first, 3))
        fail(NULL,
             "The second line is \"%.*s\", expected first,37,1234.568,0.25: numbers with at "
             "least 6 significant digits.",
             (int)strcspn(line, "\n"), line);
    line = strstr(text, "\nsecond,");
    if (!line || !judge_csv_row(line + 1, "second", second, 3))
        fail("digits-lost",
             "A time of 0.00001234567 ms is written as \"%.60s\": keep at least 6 "
             "significant digits (%%g, not %%f).",
             line ? line + 1 : "");
    judge_csv_none(run, "kernel,size,ms,ratio");
    judge_csv_end(run);
}

const struct check lab_checks[] = {{"array", check_array, NULL},
                                   {"texture-object", check_texture_object, NULL},
                                   {"kernel", check_kernel, NULL},
                                   {"guard", check_guard, NULL},
                                   {"whole", check_whole, NULL},
                                   {"global", check_global, NULL},
                                   {"tiled", check_tiled, NULL},
                                   {"matrix", check_matrix, NULL},
                                   {"texture", check_texture, NULL},
                                   {"multiply", check_multiply, NULL},
                                   {"bytes", check_bytes, NULL},
                                   {"colours", check_colours, NULL},
                                   {"layers", check_layers, NULL},
                                   {"map", check_map, NULL},
                                   {"hardware", check_hardware, NULL},
                                   {"software", check_software, NULL},
                                   {"hardware-kernel", check_hardware_kernel, NULL},
                                   {"software-kernel", check_software_kernel, NULL},
                                   {"rows", check_rows, NULL},
                                   {"times", check_times, NULL},
                                   {"csv", check_csv, NULL},
                                   {"failing", judge_failing, NULL},
                                   {0}};
