/* Lab 7: the texture unit. Steps 1, 2, 3 and 7; the others are in lab7_*.c. */
#include "lab7.h"

#include <math.h>
#include <string.h>

const struct finding_rule lab_findings[] = {
    {"out-of-bounds-read", "vert", "constant-overrun",
     "Threads beyond the last vertex read past the end of vert: VERTCOUNT is no multiple of the "
     "block. Let a thread take a vertex only if (i < VERTCOUNT)."},
    {"device-memory-on-host", NULL, "wrong-copy-kind",
     "A copy takes device memory for host memory: the grid is in device memory, so the kind is "
     "cudaMemcpyDeviceToDevice."},
    {"wrong-side-copy", NULL, "wrong-copy-kind",
     "The kind of the copy does not fit where the data are: the grid is in device memory, so the "
     "kind is cudaMemcpyDeviceToDevice."},
    {"uninitialized-read", "__shared__", "missing-syncthreads",
     "A thread reads what another has not yet written to shared memory: __syncthreads() after "
     "writing, before the first read."},
    {0}};

/* ---- step 1 ---------------------------------------------------------------------------------- */

static double node_position(const struct run *run, int i, int size) {
    double radius = judge_argument(run, "RADIUS");
    return 2 * radius * i / (size - 1) - radius;
}

static double function_at(const struct run *run, int i, int j, int k, int size) {
    double x = node_position(run, i, size), y = node_position(run, j, size),
           z = node_position(run, k, size);
    double c[5];
    for (int n = 0; n < 5; n++)
        c[n] = hidden_coefficient(run->seed, n);
    return c[0] + c[1] * x + c[2] * y + c[3] * z + c[4] * x * y * z;
}

/* How many nodes do not have the value of the function at (order of the axes) i, j, k. */
static int count_wrong(const struct run *run, const double *grid, int size, bool swapped,
                       int *first) {
    int wrong = 0, n = 0;
    double tolerance = 1e-4 * judge_argument(run, "RADIUS");
    *first = -1;
    for (int k = 0; k < size; k++)
        for (int j = 0; j < size; j++)
            for (int i = 0; i < size; i++, n++) {
                double expected =
                    swapped ? function_at(run, k, j, i, size) : function_at(run, i, j, k, size);
                if (!(fabs(grid[n] - expected) <= tolerance)) {
                    wrong++;
                    if (*first < 0)
                        *first = n;
                }
            }
    return wrong;
}

/* Are the nodes of whole blocks right and the others not: some face of the cube is missing? */
static bool faces_missing(const struct run *run, const double *grid, int size) {
    double tolerance = 1e-4 * judge_argument(run, "RADIUS");
    bool corner = fabs(grid[0] - function_at(run, 0, 0, 0, size)) <= tolerance;
    size_t last = (size_t)size * size * size - 1;
    bool end = fabs(grid[last] - function_at(run, size - 1, size - 1, size - 1, size)) <= tolerance;
    return corner && !end;
}

static enum outcome check_grid(const struct run *run, struct verdict *v) {
    int size = (int)judge_argument(run, "size"), first, other;
    double error = judge_number(run, "make_grid.error", NAN);
    if (error == 1 || error == 9) /* CUDA 13's cudaErrorInvalidValue, or InvalidConfiguration */
        return fail(v, "last-block-dropped",
                    "make_grid returned an error of its launch for size %d: a grid of 0 blocks, or "
                    "blocks larger than a GPU takes (1024 threads). Divide rounding up: (size + "
                    "block - 1) / block.",
                    size);
    if (!judge_succeeded(run, v, "make_grid"))
        return OUTCOME_FAIL;
    if (judge_number(run, "make_grid.left", 0) == 1 || judge_number(run, "make_grid.left", 0) == 9)
        return fail(
            v, "unchecked-launch",
            "make_grid reports success, but its launch failed and nobody asked: a launch reports "
            "its errors to cudaGetLastError() alone. (At most 1024 threads are a block.)");
    const double *grid = judge_numbers(run, "make_grid", (size_t)size * size * size);
    if (!grid)
        return fail(v, NULL, "make_grid returned cudaSuccess, but its %d^3 values cannot be read.",
                    size);
    int wrong = count_wrong(run, grid, size, false, &first);
    measured(v, "nodes", (double)size * size * size);
    measured(v, "wrong", wrong);
    if (!wrong)
        return pass(v, "All %d^3 nodes have the function's value.", size);
    if (count_wrong(run, grid, size, true, &other) == 0)
        return fail(v, "x-z-swapped",
                    "The values are right, with x and z exchanged: x runs fastest, node (i, j, k) "
                    "is element (k * size + j) * size + i.");
    if (faces_missing(run, grid, size))
        return fail(
            v, "last-block-dropped",
            "%d of %d^3 nodes were not computed, those of the last blocks: size %d is no multiple "
            "of the block. Launch (size + block - 1) / block blocks along each axis.",
            wrong, size, size);
    return fail(v, NULL,
                "%d of %d^3 nodes are wrong, the first is node (%d, %d, %d): %.7g, expected %.7g.",
                wrong, size, first % size, first / size % size, first / size / size, grid[first],
                function_at(run, first % size, first / size % size, first / size / size, size));
}

static enum outcome check_grid_arguments(const struct run *run, struct verdict *v) {
    static const int sizes[3] = {1, 0, -4};
    const double *wrong = judge_numbers(run, "wrong", 3);
    if (!wrong)
        return fail(v, NULL, "make_grid did not come back from wrong sizes (1, 0, -4).");
    for (int i = 0; wrong && i < 3; i++)
        if (wrong[i] != 1)
            return fail(v, NULL, "make_grid(%d) returns %s, expected cudaErrorInvalidValue.",
                        sizes[i], judge_error_name((int)wrong[i]));
    return pass(v, "Sizes below 2 are refused.");
}

/* ---- step 2 ---------------------------------------------------------------------------------- */

/* Vertex (iphi, ipsi), with the angles exchanged if asked. Returns the largest difference. */
static double vertex_error(const double *got, double radius, double phi, double psi) {
    double x = radius * sin(psi) * cos(phi), y = radius * sin(psi) * sin(phi),
           z = radius * cos(psi);
    return fmax(fmax(fabs(got[0] - x), fabs(got[1] - y)), fabs(got[2] - z));
}

static enum outcome check_vertices(const struct run *run, struct verdict *v) {
    int coef = (int)judge_argument(run, "COEF"), count = 2 * coef * coef, right = 0, untouched = 0;
    int exchanged = 0, halfless = 0, degrees = 0, other_order = 0, first = -1;
    double radius = judge_argument(run, "RADIUS"), step = M_PI / coef, limit = 1e-5 * radius;
    if (!judge_succeeded(run, v, "init_vertices"))
        return OUTCOME_FAIL;
    const double *vert = judge_numbers(run, "vert", 3 * (size_t)count);
    if (!vert)
        return fail(v, NULL,
                    "init_vertices returned cudaSuccess, but vert cannot be read any more.");
    for (int i = 0; i < count; i++) {
        double iphi = i / coef, ipsi = i % coef;
        const double *p = vert + 3 * i;
        bool ok = vertex_error(p, radius, iphi * step, (ipsi + 0.5) * step) <= limit;
        right += ok;
        if (!ok && first < 0)
            first = i;
        untouched += p[0] == 777;
        exchanged += vertex_error(p, radius, (ipsi + 0.5) * step, iphi * step) <= limit;
        halfless += vertex_error(p, radius, iphi * step, ipsi * step) <= limit;
        degrees += vertex_error(p, radius, iphi * step * 180 / M_PI,
                                (ipsi + 0.5) * step * 180 / M_PI) <= limit;
        other_order +=
            vertex_error(p, radius, i % (2 * coef) * step, (i / (2 * coef) + 0.5) * step) <= limit;
    }
    measured(v, "vertices", count);
    measured(v, "right", right);
    if (right == count)
        return pass(v, "All %d vertices are where they belong.", count);
    if (right >= 1 && right < count && untouched >= count - right - 1 && right <= count / 8)
        return fail(v, "count-instead-of-bytes",
                    "Only the first %d of %d vertices arrived. cudaMemcpyToSymbol counts bytes: "
                    "give it VERTCOUNT * sizeof(Vertex).",
                    right, count);
    if (exchanged == count)
        return fail(v, "phi-psi-exchanged",
                    "phi and psi are exchanged: psi (ipsi + 0.5 steps) is the angle from the z "
                    "axis, phi (iphi steps) the one around it.");
    if (other_order == count)
        return fail(v, NULL,
                    "The vertices are right and in another order: vertex number iphi * COEF + "
                    "ipsi, so psi runs fastest. The weights of step 5 rely on it.");
    if (halfless == count)
        return fail(v, NULL,
                    "psi starts half a step too early: psi = (ipsi + 0.5) * pi / COEF, so that no "
                    "vertex lies on a pole.");
    if (degrees == count)
        return fail(v, NULL, "sin and cos take radians, and the angles are in degrees.");
    return fail(v, NULL,
                "%d of %d vertices are wrong, the first is number %d (iphi %d, ipsi %d): (%.6g, "
                "%.6g, %.6g), expected (%.6g, %.6g, %.6g).",
                count - right, count, first, first / coef, first % coef, vert[3 * first],
                vert[3 * first + 1], vert[3 * first + 2],
                radius * sin((first % coef + 0.5) * step) * cos(first / coef * step),
                radius * sin((first % coef + 0.5) * step) * sin(first / coef * step),
                radius * cos((first % coef + 0.5) * step));
}

/* ---- step 3 ---------------------------------------------------------------------------------- */

/* What the copy was asked for (grader_copy.h), if it went through cudaMemcpy3D. */
static enum outcome judge_copy(const struct run *run, struct verdict *v, int size) {
    double error = judge_number(run, "load_texture.error", 0),
           kind = judge_number(run, "copy.kind", 3);
    if (judge_number(run, "copy.pitch", 0) == size)
        return fail(
            v, "pitch-in-elements",
            "The pitch of the copy's source is %d, the elements of a row: it is in bytes, size * "
            "sizeof(float), while make_cudaPitchedPtr's width and height are in elements.",
            size);
    if (judge_number(run, "copy.width", 0) == 4.0 * size)
        return fail(v, "extent-in-bytes",
                    "The copy's extent is %d wide. Where one side is an array it counts elements: "
                    "make_cudaExtent(size, size, size).",
                    4 * size);
    if (kind == 0 || kind == 1 || kind == 2 || error == 21)
        return fail(v, "wrong-copy-kind",
                    "The kind of the copy names the host, and the grid is in device memory: "
                    "cudaMemcpyDeviceToDevice.");
    return OUTCOME_NONE;
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

/* Do the texels differ from the grid? */
static bool differ(const double *texels, const struct grid *grid) {
    for (size_t n = 0; n < (size_t)grid->size * grid->size * grid->size; n++)
        if (texels[n] != grid->values[n])
            return true;
    return false;
}

static enum outcome check_load(const struct run *run, struct verdict *v) {
    int size = (int)judge_argument(run, "size"), wrong = 0, first = -1, swapped = 0;
    size_t count = (size_t)size * size * size;
    struct grid grid = hidden_grid(run->seed, size);
    const double *extent = judge_numbers(run, "extent", 3),
                 *texels = judge_numbers(run, "texels", count);
    const double *after = judge_numbers(run, "grid", count);
    if (extent && extent[0] == 4.0 * size)
        return fail(v, "extent-in-bytes",
                    "The array is %.0f texels wide instead of %d: the extent of cudaMalloc3DArray "
                    "counts elements, not bytes.",
                    extent[0], size);
    if ((judge_number(run, "load_texture.error", 0) != 0 || (texels && differ(texels, &grid))) &&
        judge_copy(run, v, size) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (!judge_succeeded(run, v, "load_texture"))
        return OUTCOME_FAIL;
    if (!extent)
        return fail(v, NULL, "load_texture returned cudaSuccess and no array.");
    measured(v, "width", extent[0]);
    if (extent[0] != size || extent[1] != size || extent[2] != size)
        return fail(v, NULL, "The array has %.0f x %.0f x %.0f texels, expected %d x %d x %d.",
                    extent[0], extent[1], extent[2], size, size, size);
    for (size_t n = 0; texels && n < count; n++) {
        size_t i = n % size, j = n / size % size, k = n / size / size;
        swapped += texels[n] == grid.values[(i * size + j) * size + k];
        if (texels[n] != grid.values[n]) {
            wrong++;
            if (first < 0)
                first = (int)n;
        }
    }
    measured(v, "wrong", wrong);
    if (!texels)
        return fail(v, NULL, "The array's texels cannot be read back.");
    if (wrong && swapped == (int)count)
        return fail(
            v, "x-z-swapped",
            "The texels are right with x and z exchanged: texel (i, j, k) is node (i, j, k).");
    if (wrong && pitched_in_elements(texels, &grid))
        return fail(v, "pitch-in-elements",
                    "Each row of texels starts a quarter of a row after the one before: the pitch "
                    "of make_cudaPitchedPtr is in bytes, size * sizeof(float).");
    if (wrong)
        return fail(v, NULL,
                    "%d of %zu texels are wrong, the first is (%d, %d, %d): %.0f, expected %.0f.",
                    wrong, count, first % size, first / size % size, first / size / size,
                    texels[first], grid.values[first]);
    for (size_t n = 0; after && n < count; n++)
        if (after[n] != grid.values[n])
            return fail(v, NULL, "load_texture changed the grid (element %zu).", n);
    return pass(v, "All %d^3 texels are where they belong.", size);
}

/* ---- step 7 ---------------------------------------------------------------------------------- */

/* What was freed, in order, as judge_numbers of a length we do not know. */
static int freed(const struct run *run, const double **order) {
    for (int count = 0; count < 20; count++)
        if ((*order = judge_numbers(run, "order", (size_t)count)))
            return count;
    return -1;
}

static int place(const double *order, int count, int what) {
    for (int i = 0; i < count; i++)
        if (order[i] == what)
            return i;
    return -1;
}

/* Everything freed once, the texture object before its array. */
static enum outcome check_release(const struct run *run, struct verdict *v) {
    static const char *const names[4] = {"", "texture object (cudaDestroyTextureObject)",
                                         "array (cudaFreeArray)", "grid (cudaFree)"};
    const double *order;
    int count = freed(run, &order);
    if (!judge_succeeded(run, v, "release_texture"))
        return OUTCOME_FAIL;
    for (int what = 1; what <= 3; what++)
        if (place(order, count, what) < 0)
            return fail(v, "leak", "The %s is never released.", names[what]);
    if (place(order, count, 9) >= 0)
        return fail(v, NULL, "Something is freed twice in one call, or was never allocated.");
    if (place(order, count, 2) < place(order, count, 1))
        return fail(v, "array-freed-early",
                    "The array is freed before the texture object that reads it: destroy the "
                    "texture object first.");
    return pass(v, "Grid, array and texture object are freed, in the right order.");
}

static enum outcome check_release_twice(const struct run *run, struct verdict *v) {
    const double *left = judge_numbers(run, "left", 3), *order;
    int count = freed(run, &order);
    if (!judge_succeeded(run, v, "release_texture"))
        return OUTCOME_FAIL;
    if (!left || left[0] || left[1] || left[2])
        return fail(v, NULL,
                    "release_texture leaves %s as it was; set *grid, *array and *tex to 0, so that "
                    "a second call finds nothing to free.",
                    !left     ? "everything"
                    : left[0] ? "*grid"
                    : left[1] ? "*array"
                              : "*tex");
    if (place(order, count, 9) >= 0 || judge_number(run, "second.error", NAN) != 0)
        return fail(v, NULL,
                    "The second call frees something again, or returns an error (%s): it is to "
                    "find nothing to free and succeed.",
                    judge_error_name((int)judge_number(run, "second.error", 999)));
    return pass(v, "A second call is harmless.");
}

static enum outcome check_release_failing(const struct run *run, struct verdict *v) {
    double error = judge_number(run, "failing.error", NAN);
    const double *order;
    int count = freed(run, &order);
    if (!judge_succeeded(run, v, "release_texture"))
        return OUTCOME_FAIL;
    if (isnan(error))
        return fail(v, NULL, "release_texture did not come back when one of its calls failed.");
    if (error == 0)
        return fail(v, NULL,
                    "One of the calls in release_texture failed and it returned cudaSuccess: "
                    "return the first error.");
    if (count < judge_number(run, "whole", 3))
        return fail(v, NULL,
                    "When one call fails, the rest is not freed: go on, and return the first error "
                    "at the end.");
    return pass(v, "All that can be freed is freed even when one call fails.");
}

const struct check lab_checks[] = {{"grid", check_grid, NULL},
                                   {"grid-arguments", check_grid_arguments, NULL},
                                   {"vertices", check_vertices, NULL},
                                   {"load", check_load, NULL},
                                   {"tune", check_tune, NULL},
                                   {"outside", check_outside, NULL},
                                   {"hardware-samples", check_hardware_samples, NULL},
                                   {"weights", check_weights, NULL},
                                   {"sums", check_sums, NULL},
                                   {"huge-blocks", check_huge_blocks, "memory-leak"},
                                   {"hardware-partial", check_hardware_partial, NULL},
                                   {"hardware-integral", check_hardware_integral, NULL},
                                   {"software-samples", check_software_samples, NULL},
                                   {"software-partial", check_software_partial, NULL},
                                   {"software-integral", check_software_integral, NULL},
                                   {"release", check_release, NULL},
                                   {"release-twice", check_release_twice, NULL},
                                   {"release-failing", check_release_failing, NULL},
                                   {"comparison", check_comparison, NULL},
                                   {"times", check_times, "memory-leak"},
                                   {"csv", check_csv, NULL},
                                   {0}};
