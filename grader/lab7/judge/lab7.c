/* Lab 7: the texture unit. Steps 3 and 7; the others are in lab7_*.c. */
#include "lab7.h"

#include <math.h>
#include <string.h>
#include <stdio.h>

#define NODE_OUTSIDE                                                                               \
    "A node outside the grid is read. Node (i, j, k) is element (k * size + j) * size + i; a "     \
    "point is moved into 0 .. size - 1 first, and the last cell begins at node size - 2."
#define PARTIAL                                                                                    \
    "partial has BLOCKSPERGRID places, one a block: partial[blockIdx.x] = sum, in a launch of "    \
    "<<<BLOCKSPERGRID, THREADSPERBLOCK>>>; a block's shared memory has THREADSPERBLOCK places."
#define ONE_PLACE                                                                                    \
    "Several threads write the same place: of a block only thread 0 stores the sum, and each block " \
    "has a place of its own, partial[blockIdx.x]."
const struct finding_rule lab_findings[] = {
    {"out-of-bounds-read", "vert", "constant-overrun",
     "Threads beyond the last vertex read past the end of vert: VERTCOUNT is no multiple of the "
     "block. Let a thread take a vertex only if (i < VERTCOUNT)."},
    {"out-of-bounds-write", "kernel integral_hardware", "index-past-array", PARTIAL},
    {"out-of-bounds-write", "kernel integral_software", "index-past-array", PARTIAL},
    {"global-memory-race", "kernel integral_hardware", "one-partial-sum", ONE_PLACE},
    {"global-memory-race", "kernel integral_software", "one-partial-sum", ONE_PLACE},
    {"out-of-bounds-read", "before the start", "negative-index",
     "A node before the grid is read. A point below the cube is moved to its face first, "
     "fmaxf(u, 0), and the nodes about a point are i = floor(u) and i + 1."},
    {"out-of-bounds-read", "kernel sample", "index-past-array", NODE_OUTSIDE},
    {"out-of-bounds-read", "kernel integral_software", "index-past-array", NODE_OUTSIDE},
    {"wrong-side-copy", "step3", "wrong-copy-kind",
     "The kind of the copy does not fit where the data are: the grid is in device memory, so the "
     "kind is cudaMemcpyDeviceToDevice."},
    {"copy-overflow", "cudaMemcpy3D", "wrong-extent",
     "The copy's extent is larger than the memory of one of its sides: where one side is an array "
     "it counts elements, make_cudaExtent(size, size, size)."},
    {0}};

/* Those of step 1 have a node each; other kernels here have threads of more than one kind. */
bool lab_has_work(const struct run *run, const char *kernel, const long at[3]) {
    const long size = judge_has_argument(run, "size") ? (long)judge_argument(run, "size") : 0;
    return strcmp(kernel, "calc_f") == 0 && at[0] < size && at[1] < size && at[2] < size;
}

/* ---- step 3 ---------------------------------------------------------------------------------- */

/* The same for a copy that is the only one, and so of the whole. */
static void judge_only_copy(const struct run *run, int size) {
    const double *extent = judge_numbers(run, "copy.extent", 3),
                 *places = judge_numbers(run, "copy.places", 6),
                 height = judge_number(run, "copy.height", size);
    double pitch = judge_number(run, "copy.pitch", 0), row = size * (double)sizeof(float);
    if (!extent || !places)
        return;
    if (pitch != row && pitch != 0 && height == size)
        fail("wrong-pitch",
             "The pitch of the copy's source is %.0f, and a row of the grid has %.0f bytes, "
             "size * sizeof(float): so many lie from the start of one row to the next, and "
             "it is no matter what the array is made of.",
             pitch, row);
    if (height != size)
        fail("wrong-extent",
             "The height of the copy's source is %.0f, and a layer of the grid has %d rows: "
             "where the next layer begins follows from it. make_cudaPitchedPtr(grid, size * "
             "sizeof(float), size, size).",
             height, size);
    for (int n = 0; n < 6; n++)
        if (places[n] != 0)
            fail("wrong-extent",
                 "The copy begins at (%.0f, %.0f, %.0f) in %s: leave srcPos and dstPos at "
                 "0, for all of the grid is copied.",
                 places[n / 3 * 3], places[n / 3 * 3 + 1], places[n / 3 * 3 + 2],
                 n < 3 ? "the grid" : "the array");
    if (extent[0] != size || extent[1] != size || extent[2] != size)
        fail(extent[0] * extent[1] * extent[2] == 0 ? "never-written" : "wrong-extent",
             "The copy's extent is %.0f x %.0f x %.0f: it is make_cudaExtent(size, size, "
             "size), %d along each axis, in elements, because one side is an array.",
             extent[0], extent[1], extent[2], size);
}

/* What the copy was asked for (grader_copy.h), if it went through cudaMemcpy3D. */
static void judge_copy(const struct run *run, int size) {
    double error = judge_number(run, "load_texture.error", 0),
           kind = judge_number(run, "copy.kind", 3);
    if (judge_number(run, "copy.pitch", 0) == size)
        fail("pitch-in-elements",
             "The pitch of the copy's source is %d, the elements of a row: it is in bytes, size * "
             "sizeof(float), while make_cudaPitchedPtr's width and height are in elements.",
             size);
    if (judge_number(run, "copy.width", 0) == 4.0 * size)
        fail("extent-in-bytes",
             "The copy's extent is %d wide. Where one side is an array it counts elements: "
             "make_cudaExtent(size, size, size).",
             4 * size);
    if (kind == 3 && judge_number(run, "copy.from_host", 0) == 1)
        fail("wrong-copy-kind",
             "The copy's source is an address of the host's and not the grid: srcPtr takes "
             "the pointer itself, make_cudaPitchedPtr((void *)grid, ...); &grid is where "
             "that pointer is kept.");
    if (kind == 0 || kind == 1 || kind == 2 || error == 21)
        fail("wrong-copy-kind",
             "The kind of the copy names the host, and the grid is in device memory: "
             "cudaMemcpyDeviceToDevice.");
    judge_only_copy(run, size);
}

/* The texels that a pitch of size bytes (not size * 4) gives: rows that start size / 4 elements
 * apart. */
static bool pitched_in_elements(const double *texels, const struct grid *grid) {
    int size = grid->size, agree = 0;
    for (int k = 0; k < size; k++)
        for (int j = 0; j < size; j++)
            agree +=
                texels[(k * size + j) * size] == grid->values[(size_t)(k * size + j) * size / 4];
    return size % 4 == 0 && agree == size * size;
}

/* The element of the grid, from number `from` on, that has this value; the grid's size: none. */
static size_t find_value(const struct grid *grid, double value, size_t from) {
    const size_t all = (size_t)grid->size * grid->size * grid->size;
    while (from < all && grid->values[from] != value)
        from++;
    return from;
}

/* Fails where texel (i, j, k) holds element i + row * j + layer * k, with other distances of rows
 * and layers. What lies behind the grid is not looked at. */
static void judge_distances(const double *texels, const struct grid *grid) {
    const size_t size = (size_t)grid->size, all = size * size * size;
    for (size_t row = find_value(grid, texels[size], 0); row < all;
         row = find_value(grid, texels[size], row + 1))
        for (size_t layer = find_value(grid, texels[size * size], 0); layer < all;
             layer = find_value(grid, texels[size * size], layer + 1)) {
            size_t wrong = 0, inside = 0;
            for (size_t n = 0; n < all; n++) {
                const size_t at = n % size + row * (n / size % size) + layer * (n / size / size);
                inside += at < all;
                wrong += at < all && texels[n] != grid->values[at];
            }
            if (wrong > 0 || 4 * inside < all)
                continue;
            fail(NULL,
                 "Texel (i, j, k) holds element i + %zu * j + %zu * k of the grid, and it is "
                 "i + size * j + size * size * k, where size is %zu: a row begins size floats "
                 "after the one before, and a layer size * size.",
                 row, layer, size);
        }
}

/* Do the texels differ from the grid? */
static bool differ(const double *texels, const struct grid *grid) {
    for (size_t n = 0; n < (size_t)grid->size * grid->size * grid->size; n++)
        if (texels[n] != grid->values[n])
            return true;
    return false;
}

/* Fails for an array that is not one of size^3 floats, as far as is known of it. */
static void judge_array(const double *format, const double *extent, int size) {
    if (format && (format[0] != 2 || format[1] != 32)) /* 2: cudaChannelFormatKindFloat */
        fail("wrong-format",
             "The array's texels are %s of %.0f bits, and the grid's values are floats of "
             "32: cudaCreateChannelDesc<float>() gives that format. The bits arrive, and "
             "the texture unit would take them for other numbers.",
             format[0] == 0   ? "signed whole numbers"
             : format[0] == 1 ? "unsigned whole numbers"
                              : "numbers",
             format[1]);
    if (extent && extent[0] == 4.0 * size)
        fail("extent-in-bytes",
             "The array is %.0f texels wide instead of %d: the extent of cudaMalloc3DArray "
             "counts elements, not bytes.",
             extent[0], size);
}

/* The same for one whose copy was refused. */
static void judge_refused(const struct run *run, int size) {
    const double *format = judge_numbers(run, "refused.format", 3),
                 *extent = judge_numbers(run, "refused.extent", 3);
    if (!extent || !format)
        return;
    if (format[2] != 0)
        fail("wrong-format",
             "The copy is refused: the array's texels have several channels, and the grid's "
             "values are single floats, cudaCreateChannelDesc<float>().");
    judge_array(format, extent, size);
    if (extent[0] != size || extent[1] != size || extent[2] != size)
        fail("wrong-extent",
             "The copy is refused: the array has %.0f x %.0f x %.0f texels, expected %d "
             "along each axis (an extent counts elements, width first).",
             extent[0], extent[1], extent[2], size);
}

/* Fails for layers of the array that hold another layer of the grid. */
static void judge_layers(const double *texels, const struct grid *grid) {
    int size = grid->size, told = -1, from = -1, moved = 0, empty = 0;
    size_t layer = (size_t)size * size;
    for (int k = 0; k < size; k++) {
        const double *got = texels + (size_t)k * layer;
        int held = -1;
        bool nothing = true;
        for (size_t n = 0; n < layer && nothing; n++)
            nothing = judge_is_unwritten(got[n], 0);
        for (int other = 0; other < size && held < 0 && !nothing; other++) {
            size_t same = 0;
            while (same < layer && got[same] == grid->values[(size_t)other * layer + same])
                same++;
            held = same == layer ? other : -1;
        }
        if (held < 0 && !nothing)
            return;
        empty += nothing;
        if (held < 0 || held == k)
            continue;
        moved++;
        if (told < 0)
            told = k, from = held;
    }
    if (!moved)
        return;
    fail("wrong-extent",
         "Layer %d of the array holds layer %d of the grid%s (%d such layers, %d never "
         "written): a copy of single layers goes to dstPos.z = k, from layer k of the grid, "
         "for all of 0 to size - 1.",
         told, from, empty ? ", the last that was copied there" : "", moved, empty);
}

/* Fails for texels that are not the grid's values, each in its place. */
static void judge_texels(const double *texels, const struct grid *grid) {
    int size = grid->size, wrong = 0, first = -1, swapped = 0, other = 0, unwritten = 0;
    size_t count = (size_t)size * size * size;
    judge_field("texels", (size_t)size, (size_t)size, (size_t)size);
    for (size_t n = 0; texels && n < count; n++) {
        size_t i = n % size, j = n / size % size, k = n / size / size;
        swapped += texels[n] == (double)grid->values[(i * size + j) * size + k];
        other += texels[n] == (double)grid->values[(j * size + k) * size + i] ||
                 texels[n] == (double)grid->values[(k * size + i) * size + j];
        unwritten += judge_is_unwritten(texels[n], 0);
        if (texels[n] != grid->values[n]) {
            judge_wrong(n, texels[n], grid->values[n]);
            wrong++;
            if (first < 0)
                first = (int)n;
        }
    }
    measured("wrong", wrong);
    if (!texels)
        fail(NULL, "The array's texels cannot be read back.");
    if (!wrong)
        return;
    if (swapped == (int)count)
        fail("x-z-swapped",
             "The texels are right with x and z exchanged: texel (i, j, k) is node (i, j, k).");
    if (other == (int)count)
        fail("axes-swapped",
             "The texels are right with two axes exchanged: texel (i, j, k) is node (i, j, "
             "k).");
    if (unwritten == (int)count)
        fail("never-written",
             "load_texture reports success and nothing was copied into the array: give "
             "cudaMemcpy3D the grid as srcPtr, the array as dstArray and the extent.");
    judge_layers(texels, grid);
    if (unwritten == wrong)
        fail("never-written",
             "%d of %zu texels are never written, the first is (%d, %d, %d): the copy's "
             "extent is too small; it is size x size x size, in elements.",
             unwritten, count, first % size, first / size % size, first / size / size);
    if (pitched_in_elements(texels, grid))
        fail("pitch-in-elements",
             "Each row of texels starts a quarter of a row after the one before: the pitch "
             "of make_cudaPitchedPtr is in bytes, size * sizeof(float).");
    judge_distances(texels, grid);
    fail(NULL, "%d of %zu texels are wrong, the first is (%d, %d, %d): %.0f, expected %.0f.", wrong,
         count, first % size, first / size % size, first / size / size, texels[first],
         grid->values[first]);
}

static void check_load(const struct run *run) {
    int size = (int)judge_argument(run, "size");
    size_t count = (size_t)size * size * size;
    struct grid grid = hidden_grid(run->seed, size);
    const double *extent = judge_numbers(run, "extent", 3),
                 *texels = judge_numbers(run, "texels", count),
                 *after = judge_numbers(run, "grid", count),
                 *format = judge_numbers(run, "format", 2);
    judge_array(format, extent, size);
    judge_refused(run, size);
    if ((judge_number(run, "load_texture.error", 0) != 0 || (texels && differ(texels, &grid))))
        judge_copy(run, size);
    judge_succeeded(run, "load_texture");
    if (judge_number(run, "array.error", 0) != 0)
        fail("array-freed-early",
             "load_texture returned cudaSuccess and stores in *array what is no array any "
             "more (%s): the caller frees it, load_texture only when it returns an error.",
             judge_error_name(judge_number(run, "array.error", 0)));
    if (!extent)
        fail("output-missing",
             "load_texture returned cudaSuccess and no array: store it in *array.");
    measured("width", extent[0]);
    if (extent[0] != size || extent[1] != size || extent[2] != size)
        fail("wrong-extent", "The array has %.0f x %.0f x %.0f texels, expected %d x %d x %d.",
             extent[0], extent[1], extent[2], size, size, size);
    if (judge_number(run, "layered", 0) != 0)
        fail("wrong-format",
             "The array is made with cudaArrayLayered, as a stack of pictures between which "
             "nothing is interpolated, and which tex3D does not read: leave the flag out.");
    judge_texels(texels, &grid);
    for (size_t n = 0; after && n < count; n++)
        if (after[n] != grid.values[n])
            fail(NULL, "load_texture changed the grid (element %zu).", n);
    pass("All %d^3 texels are where they belong.", size);
}

/* ---- step 7 ---------------------------------------------------------------------------------- */

/* What was freed, in order, by the call that wrote it under `key`; how many, or -1. */
static int freed_by(const struct run *run, const char *key, const double **order) {
    for (int count = 0; count < 20; count++)
        if ((*order = judge_numbers(run, key, (size_t)count)))
            return count;
    return -1;
}

static int freed(const struct run *run, const double **order) {
    return freed_by(run, "order", order);
}

static int place(const double *order, int count, int what) {
    for (int i = 0; i < count; i++)
        if (order[i] == what)
            return i;
    return -1;
}

/* Calls that free more, or other things, than they should. */
static void judge_wrong_call(const double *order, int count) {
    if (place(order, count, 7) >= 0)
        fail("device-reset",
             "release_texture calls cudaDeviceReset, which takes everything from everybody "
             "in the program; texture object, array and grid are never released. Destroy "
             "and free the three.");
    if (place(order, count, 8) >= 0)
        fail("host-free",
             "The grid is given to free() or cudaFreeHost, and it is device memory from "
             "cudaMalloc: cudaFree(*grid).");
    if (place(order, count, 4) >= 0)
        fail("wrong-free", "The array is given to cudaFree, which takes memory of cudaMalloc: "
                           "cudaFreeArray(*array).");
    if (place(order, count, 5) >= 0)
        fail("wrong-free", "The grid is given to cudaFreeArray, and it is memory of cudaMalloc: "
                           "cudaFree(*grid).");
    if (place(order, count, 9) >= 0)
        fail("wrong-free",
             "Something is freed that is none of the three. grid, array and tex point to "
             "where the handles are: cudaFree(*grid), cudaFreeArray(*array), "
             "cudaDestroyTextureObject(*tex), each once.");
}

/* Calls that find one of the three at 0 already: the others are freed all the same. What is never
 * freed is another test's business. */
static void judge_partly(const struct run *run) {
    static const char *const names[3] = {"*tex", "*array", "*grid"};
    const double *whole, *order;
    int all = freed_by(run, "order", &whole);
    for (int zero = 0; zero < 3; zero++) {
        char key[20];
        snprintf(key, sizeof key, "partly%d", zero);
        judge_call_succeeded(run, key, "release_texture with something at 0");
        int count = freed_by(run, key, &order);
        for (int what = 1; what <= 3; what++)
            if (what != 3 - zero && place(whole, all, what) >= 0 && place(order, count, what) < 0)
                fail("all-or-nothing",
                     "With %s 0 already release_texture does not free %s: each of the three "
                     "is freed if it is not 0, whatever the others are.",
                     names[2 - zero], names[what - 1]);
    }
    pass("A second call is harmless, and so is one that finds only some.");
}

/* Everything freed once, the texture object before its array. */
static void check_release(const struct run *run) {
    static const char *const names[4] = {"", "texture object (cudaDestroyTextureObject)",
                                         "array (cudaFreeArray)", "grid (cudaFree)"};
    const double *order;
    int count = freed(run, &order);
    judge_wrong_call(order, count);
    if (place(order, count, 6) >= 0)
        fail("freed-twice",
             "Something is freed twice in one call: each of the three once, *grid, *array "
             "and *tex.");
    judge_succeeded(run, "release_texture");
    for (int what = 1; what <= 3; what++)
        if (place(order, count, what) < 0)
            fail("leak", "The %s is never released.", names[what]);
    if (place(order, count, 2) < place(order, count, 1))
        fail("array-freed-early",
             "The array is freed before the texture object that reads it: destroy the "
             "texture object first.");
    pass("Grid, array and texture object are freed, in the right order.");
}

/* Fails for an error of the first call, on handles that are all good. */
static void judge_released(const struct run *run) {
    const double error = judge_number(run, "release_texture.error", 0);
    if (error != 0 && error != 801)
        fail(NULL,
             "release_texture returned %s before anything could be asked of a second call: "
             "one of its calls was given what it does not take (step7-release says which).",
             judge_error_name(error));
    judge_succeeded(run, "release_texture");
}

static void check_release_twice(const struct run *run) {
    const double *left = judge_numbers(run, "left", 3), *order;
    int count = freed(run, &order);
    judge_released(run);
    judge_wrong_call(order, count);
    if (!left || left[0] || left[1] || left[2])
        fail("not-set-to-zero",
             "release_texture leaves %s as it was; set *grid, *array and *tex to 0, so that "
             "a second call finds nothing to free.",
             !left     ? "everything"
             : left[0] ? "*grid"
             : left[1] ? "*array"
                       : "*tex");
    if (place(order, count, 6) >= 0 || judge_number(run, "second.error", NAN) != 0)
        fail(NULL,
             "The second call frees something again, or returns an error (%s): it is to "
             "find nothing to free and succeed.",
             judge_error_name(judge_number(run, "second.error", 999)));
    judge_partly(run);
}

/* Could a call be let fail, of those that release_texture makes? */
static bool let_fail(const double *order, int count) {
    int other = 0;
    for (int i = 0; i < count; i++)
        other += order[i] == 7 || order[i] == 8;
    return count > other;
}

static void check_release_failing(const struct run *run) {
    const double first = judge_number(run, "release_texture.error", NAN),
                 error = judge_number(run, "failing.error", NAN);
    const double *order;
    int count = freed(run, &order);
    if (first == 801)
        judge_succeeded(run, "release_texture");
    if (first != 0)
        pass("It fails where no call is let fail, too: what step7-release tells.");
    if (isnan(error))
        fail(NULL, "release_texture did not come back when one of its calls failed.");
    if (!let_fail(order, count))
        fail(NULL, "release_texture makes no call that frees one of the three: what it does when "
                   "one fails cannot be seen.");
    if (error == 0)
        fail("first-error-lost",
             "One of the calls in release_texture failed and it returned cudaSuccess: "
             "return the first error.");
    if (error == 800) /* cudaErrorNotPermitted, of the second one */
        fail("first-error-lost",
             "Two calls in release_texture failed, and it returned the second one's error: "
             "return the first one, first != cudaSuccess ? first : error.");
    if (count < judge_number(run, "whole", 3))
        fail("stops-at-error",
             "When one call fails, the rest is not freed: go on, and return the first error "
             "at the end.");
    pass("All that can be freed is freed even when one call fails.");
}

const struct check lab_checks[] = {{"grid", check_grid, NULL},
                                   {"grid-arguments", check_grid_arguments, NULL},
                                   {"grid-smallest", check_grid_smallest, "*"},
                                   {"vertices", check_vertices, NULL},
                                   {"load", check_load, NULL},
                                   {"tune", check_tune, NULL},
                                   {"outside", check_outside, NULL},
                                   {"hardware-samples", check_hardware_samples, NULL},
                                   {"weights", check_weights, NULL},
                                   {"sums", check_sums, NULL},
                                   {"huge-blocks", check_huge_blocks, NULL},
                                   {"hardware-partial", check_hardware_partial, NULL},
                                   {"hardware-integral", check_hardware_integral, NULL},
                                   {"software-samples", check_software_samples, NULL},
                                   {"software-outside", check_software_outside, NULL},
                                   {"software-partial", check_software_partial, NULL},
                                   {"software-integral", check_software_integral, NULL},
                                   {"release", check_release, NULL},
                                   {"release-twice", check_release_twice, NULL},
                                   {"release-failing", check_release_failing, NULL},
                                   {"comparison", check_comparison, NULL},
                                   {"refused", check_refused, "*"},
                                   {"times", check_times, "leak"},
                                   {"csv", check_csv, NULL},
                                   {"failing", judge_failing, NULL},
                                   {0}};
