/* Lab 7: judges the integrals of steps 5 and 6. */
#include "integral.h"

#include <math.h>
#include <stdio.h>

/* The sum of the first `blocks` blocks, as asked. */
static bool total_of(const struct integral *in, int from, int to) {
    static const int as_asked[FAMILY_DIMENSIONS];
    double low, high, least = 0, most = 0;
    for (int b = from; b < to; b++) {
        block_bounds(in, b, as_asked, &low, &high);
        least += low;
        most += high;
    }
    return in->got[0] >= least && in->got[0] <= most;
}

/* What the places of the right sums tell: which blocks are there. */
static void judge_blocks(const struct integral *in) {
    static const int as_asked[FAMILY_DIMENSIONS];
    int right = 0;
    double low, high, last = in->got[in->total ? 0 : in->blocks - 1];
    for (int b = 0; b < in->blocks && !in->total; b++) {
        block_bounds(in, b, as_asked, &low, &high);
        right += in->got[b] >= low && in->got[b] <= high && b == right;
    }
    if (in->total ? total_of(in, 0, in->blocks - 1) && !(in->again && in->blocks == 2)
                  : right == in->blocks - 1 && (last == -77 || last == 0))
        fail("last-block-dropped",
             "The last block is missing: %d vertices are %d whole blocks of %d and a rest. "
             "Round up: launch and add up BLOCKSPERGRID blocks.",
             in->vertices, in->vertices / in->threads, in->threads);
    if (in->total && total_of(in, 0, 1))
        fail("one-partial-sum",
             "The total is that of the first block alone, partial[0]: add up all "
             "BLOCKSPERGRID partial sums (%d here), launch as many blocks, and copy them all: "
             "cudaMemcpy counts bytes, BLOCKSPERGRID * sizeof(float).",
             in->blocks);
}

/* Wrong sums, and shared memory that nobody wrote is read. The threads without a vertex are all in
 * the last block, and an array of a place for each thread has a hole only where one of them never
 * came. */
static void judge_shared(const struct integral *in, const char *kernel) {
    static const int as_asked[FAMILY_DIMENSIONS];
    size_t place = sizeof(float), threads = (size_t)in->threads;
    double low, high;
    if (!judge_has_finding(in->run, "uninitialized-read", "__shared__"))
        return;
    if (judge_uninitialized_shared(in->run, place) &&
        judge_has_finding(in->run, "shared-memory-race", " (4 bytes)"))
        fail("missing-syncthreads",
             "%s has one place in shared memory that a thread sets and others add to or "
             "read, and no barrier between: __syncthreads() behind the line that sets the "
             "total to 0, and again before it is read.",
             kernel);
    if (judge_uninitialized_shared(in->run, place))
        fail("total-not-zeroed",
             "%s reads a total in shared memory that is not set to 0 yet: shared memory "
             "holds garbage when a block starts. One thread sets it, then __syncthreads(), "
             "then all add.",
             kernel);
    for (int b = 0; b < in->blocks - 1 && !in->total; b++) {
        block_bounds(in, b, as_asked, &low, &high);
        if (!(in->got[b] >= low && in->got[b] <= high))
            return;
    }
    if (!judge_uninitialized_shared(in->run, threads * place))
        return;
    fail("barrier-in-if",
         "Threads without a vertex do not come to block_sum and its __syncthreads(), and their "
         "places in shared memory are read all the same. Take the call out of the if: all "
         "threads of the block must make it, those without a vertex with 0.");
}

/* Fails when the harness' block_sum, which took the place of the student's, was not called by
 * every thread of a block. */
static void judge_called(const struct integral *in, const char *kernel) {
    const double *called = judge_numbers(in->run, "called", (size_t)in->blocks);
    int without = 0, first = -1;
    for (int b = 0; called && b < in->blocks; b++)
        if (fmod(called[b], in->threads) != 0) {
            first = first < 0 ? b : first;
            without++;
        }
    if (first < 0)
        return;
    const int rest = in->vertices % in->threads;
    if (without == 1 && first == in->blocks - 1 && called[first] == rest)
        fail("barrier-in-if",
             "%s: in the last block %d threads have a vertex, and these alone call "
             "block_sum: the others, %d, do not come to its barriers. Every thread of the "
             "block calls it, those without a vertex with 0: take the call out of the if, "
             "and let no thread return before it.",
             kernel, rest, in->threads - rest);
    fail(NULL,
         "%s: of the %d threads of block %d %.0f call block_sum, and so in %d of %d blocks. "
         "Every thread of the block calls it, once, those without a vertex with 0.",
         kernel, in->threads, first, called[first], without, in->blocks);
}

/* Fails when right sums over so many radii were not had by the texture's fetches, or were
 * although the interpolation was to be written. */
static void judge_fetches(const struct integral *in, const char *function, int radii) {
    if (in->fetch == &fetch_family) {
        judge_used(in->run, function, "texture.accesses", (double)in->vertices * radii,
                   "texture fetches");
        return;
    }
    judge_not_used(in->run, function, "texture.requests", "texture fetches");
}

/* Fails when each sum is added to what lay in partial before, -77. */
static void judge_added(const struct integral *in, const char *what) {
    static const int as_asked[FAMILY_DIMENSIONS];
    for (int b = 0; b < in->blocks; b++) {
        double low, high;
        block_bounds(in, b, as_asked, &low, &high);
        if (!(in->got[b] + 77 >= low && in->got[b] + 77 <= high))
            return;
    }
    fail("total-not-zeroed",
         "%s The sum is added to what lay in partial before, which nobody set to 0: "
         "partial[blockIdx.x] = sum, not +=.",
         what);
}

/* What people multiply or divide an integral by; its text is NULL behind the last. */
static double factor_of(const struct integral *in, int which, const char **text) {
    const double step = M_PI / in->coef, radius = in->radius, radii = in->radii;
    const struct {
        double by;
        const char *text;
    } factors[] = {{radii / (radii + 1), "radii / (radii + 1)"},
                   {radii > 1 ? radii / (radii - 1) : NAN, "radii / (radii - 1)"},
                   {radii, "radii"},
                   {1 / radii, "1 / radii"},
                   {radius, "RADIUS"},
                   {1 / radius, "1 / RADIUS"},
                   {radius * radius, "RADIUS * RADIUS"},
                   {1 / radius / radius, "1 / (RADIUS * RADIUS)"},
                   {4 * M_PI, "4 pi"},
                   {1 / (4 * M_PI), "1 / (4 pi)"},
                   {M_PI, "pi"},
                   {1 / M_PI, "1 / pi"},
                   {step, "pi / COEF"},
                   {1 / step, "COEF / pi"},
                   {step * step, "(pi / COEF) * (pi / COEF)"},
                   {1 / step / step, "(COEF / pi) * (COEF / pi)"},
                   {in->coef, "COEF"},
                   {1.0 / in->coef, "1 / COEF"},
                   {4 * M_PI / in->vertices, "4 pi / VERTCOUNT"},
                   {1.0 / in->vertices, "1 / VERTCOUNT"},
                   {in->threads, "THREADSPERBLOCK"},
                   {1.0 / in->threads, "1 / THREADSPERBLOCK"},
                   {in->blocks, "BLOCKSPERGRID"},
                   {1.0 / in->blocks, "1 / BLOCKSPERGRID"},
                   {0, NULL}};
    *text = factors[which].text;
    return factors[which].by;
}

static bool about(double a, double b) {
    return fabs(a - b) <= 1e-4 * fabs(b);
}

/* Fails when all sums are the same number of times too large: `again` is that of a second call.
 */
static void judge_times_of(const struct integral *in, const char *what, double times,
                           double again) {
    const char *text;
    if (!(fabs(times) > 1e-12 && fabs(times) < 1e12) || about(times, 1))
        return;
    for (int which = 0; factor_of(in, which, &text), text; which++) {
        const double by = factor_of(in, which, &text),
                     then = in->again ? factor_of(in->again, which, &text) : by;
        if (about(times, by) && about(again, then))
            fail(NULL,
                 "%s It is %.6g times that, which is %s: the integral is multiplied or "
                 "divided by what is no part of it, or a factor is missing.",
                 what, times, text);
    }
    if (!about(again, times))
        return;
    fail(NULL, "%s Every sum is %.6g times what it should be: a factor is too many, or missing.",
         what, times);
}

/* Fails when each full block's sum is off by the same amount, or all are the same number of times
 * too large. */
static void judge_off(const struct integral *in, const char *what) {
    static const int as_asked[FAMILY_DIMENSIONS];
    bool times = in->blocks > 1, added = in->blocks > 2;
    double first = 0, factor = 1, width = 0, last = 0;
    for (int b = 0; b < in->blocks; b++) {
        double low, high;
        block_bounds(in, b, as_asked, &low, &high);
        const double middle = (low + high) / 2, half = (high - low) / 2;
        last = in->got[b] - middle;
        if (b == 0) {
            first = last;
            factor = in->got[b] / middle;
            width = half;
        }
        times &=
            fabs(in->got[b] - factor * middle) <= fabs(factor) * half + 4e-5 * fabs(in->got[b]);
        added &= (b == in->blocks - 1 && in->vertices % in->threads) ||
                 fabs(last - first) <= half + width;
    }
    if (times && (!added || fabs(factor - 1) > 1e-3)) {
        judge_times_of(in, what, factor, factor);
        return;
    }
    if (!added || !(fabs(first) > 4 * width))
        return;
    fail(NULL,
         "%s Each full block's sum is about %.4g too %s, that of the last block, which has "
         "threads without a vertex, by %.4g: something is added to each thread's sum, which "
         "begins with 0, or to the block's.",
         what, fabs(first), first > 0 ? "large" : "small", fabs(last));
}

/* Fails when all blocks add to the first one's place. */
static void judge_one_place(const struct integral *in, const char *what) {
    static const int as_asked[FAMILY_DIMENSIONS];
    double least = 0, most = 0;
    for (int b = 0; b < in->blocks; b++) {
        double low, high;
        block_bounds(in, b, as_asked, &low, &high);
        least += low;
        most += high;
        if (b && in->got[b] != -77)
            return;
    }
    if (in->blocks < 2 || !(in->got[0] >= least - 77 && in->got[0] <= most))
        return;
    fail("one-partial-sum",
         "%s All blocks add their sums to partial[0], and the other places are as they "
         "were: partial[blockIdx.x] = sum.",
         what);
}

static void check_partial(const struct run *run, const char *kernel,
                          const struct point_family *fetch) {
    static const int as_asked[FAMILY_DIMENSIONS];
    struct integral in = load_integral(run, fetch);
    double low, high;
    in.got = judge_numbers(run, "partial", (size_t)in.blocks + 1);
    judge_called(&in, kernel);
    judge_succeeded(run, kernel);
    if (!in.got)
        fail(NULL, "The partial sums cannot be read.");
    if (in.got[in.blocks] != -77)
        fail("missing-bounds-guard",
             "%s writes past the end of partial, which has BLOCKSPERGRID elements.", kernel);
    if (partial_fits(&in, as_asked)) {
        judge_no_partner(run, "The sums are right here, by luck.", in.threads);
        judge_fetches(&in, kernel, in.radii);
        pass("All %d partial sums are right.", in.blocks);
    }
    judge_shared(&in, kernel);
    if (in.got[0] == -77)
        fail("never-written",
             "%s leaves partial[0] as it was: thread 0 of each block stores the block's sum "
             "in partial[blockIdx.x]. If the kernel is still to be written, write it.",
             kernel);
    int b = in.blocks - 1;
    judge_field("partial sums", (size_t)in.blocks, 1, 1);
    for (int i = in.blocks; i-- > 0;) {
        block_bounds(&in, i, as_asked, &low, &high);
        if (!(in.got[i] >= low && in.got[i] <= high)) {
            judge_wrong((size_t)i, in.got[i], (low + high) / 2);
            b = i;
        }
    }
    block_bounds(&in, b, as_asked, &low, &high);
    char what[300];
    snprintf(what, sizeof what,
             "partial[%d] is %.7g, expected %.7g (%d vertices, %d radii, blocks of %d threads).", b,
             in.got[b], (low + high) / 2, in.vertices, in.radii, in.threads);
    bool zero = true;
    for (int block = 0; block < in.blocks; block++)
        zero &= in.got[block] == 0;
    if (zero)
        fail(NULL,
             "%s All the sums are 0: a factor is 0, as 1 / radii is, a division of whole "
             "numbers, nothing is added to what is stored, or another thread than thread 0 "
             "stores it, which alone need know the sum of its block. (step5-sum looks at "
             "block_sum alone.)",
             what);
    judge_no_partner(run, what, in.threads);
    judge_no_number(run, what, in.got, in.blocks, in.threads);
    judge_added(&in, what);
    judge_one_place(&in, what);
    judge_blocks(&in);
    explain_integral(&in, what);
    explain_vertices(&in, what);
    judge_off(&in, what);
    fail(NULL, "%s", what);
}

static double middle(const struct integral *in) {
    static const int as_asked[FAMILY_DIMENSIONS];
    double low, high, sum = 0;
    for (int b = 0; b < in->blocks; b++) {
        block_bounds(in, b, as_asked, &low, &high);
        sum += (low + high) / 2;
    }
    return sum;
}

/* Fails when the memory for the partial sums, which was overrun, tells what was miscounted. */
static void judge_partial_memory(const struct integral *in) {
    size_t bytes;
    if (judge_overrun(in->run, &bytes) && bytes == sizeof(void *) &&
        in->blocks * sizeof(float) != bytes)
        fail("sizeof-pointer",
             "The memory for the partial sums has %zu bytes, the size of a pointer: sizeof "
             "of a pointer is not the size of what it points to. Ask for BLOCKSPERGRID * "
             "sizeof(float).",
             bytes);
    if (judge_overrun(in->run, &bytes) && bytes == (size_t)(in->blocks - 1) * sizeof(float))
        fail("last-block-dropped",
             "The memory for the partial sums has %zu bytes, for %d blocks, and there are "
             "%d: VERTCOUNT / THREADSPERBLOCK is rounded down. Ask for BLOCKSPERGRID * "
             "sizeof(float).",
             bytes, in->blocks - 1, in->blocks);
    if (judge_overrun(in->run, &bytes) && bytes == (size_t)in->blocks)
        fail("count-instead-of-bytes",
             "The memory for the partial sums has %zu bytes, one for each: cudaMalloc "
             "counts bytes, BLOCKSPERGRID * sizeof(float).",
             bytes);
}

/* Fails for a launch that is not the one that is asked for, as the CPU device counted it: its
 * blocks, and the samples a vertex. */
static void judge_launch(const struct integral *in, const char *what) {
    bool hardware = in->fetch == &fetch_family;
    const char *kernel = hardware ? "integral_hardware" : "integral_software";
    double blocks = judge_count(in->run, kernel, 0, "grid.0"),
           threads = judge_count(in->run, kernel, 0, "block.0"),
           spheres = judge_count(in->run, kernel, 0, "texture.accesses") / in->vertices;
    if (blocks == in->blocks - 1 && threads == in->threads)
        fail("last-block-dropped",
             "%s %s is launched with %.0f blocks of %.0f threads, and %d vertices need %d: "
             "VERTCOUNT / THREADSPERBLOCK is rounded down. It is <<<BLOCKSPERGRID, "
             "THREADSPERBLOCK>>>.",
             what, kernel, blocks, threads, in->vertices, in->blocks);
    if (isnan(blocks))
        return;
    if (blocks != in->blocks || threads != in->threads)
        fail(threads != in->threads ? "wrong-block-size"
             : blocks < in->blocks  ? "fixed-grid"
                                    : NULL,
             "%s %s is launched with %.0f blocks of %.0f threads: it is "
             "<<<BLOCKSPERGRID, THREADSPERBLOCK>>>, %d of %d here.",
             what, kernel, blocks, threads, in->blocks, in->threads);
    if (!hardware || spheres == in->radii || spheres != floor(spheres))
        return;
    fail(NULL,
         "%s The kernel takes %.0f samples a vertex, and radii is %d: %s. It is launched on "
         "(tex, size, radii, partial).",
         what, spheres, in->radii,
         spheres == in->grid.size ? "that is size, the two are exchanged"
                                  : "something else is handed on for it");
}

/* Fails for a second call whose total is wrong, after a first one that gave `got`, which is
 * right. */
static void judge_again(const struct integral *second, const char *function, double got) {
    double expected = middle(second), again = second->got[0],
           error = judge_number(second->run, "again.error", NAN);
    if (error != 0)
        fail(NULL, "A second call of %s returns %s: it leaves something behind.", function,
             judge_error_name(error));
    bool carried = fabs(again - expected - got) <= 1e-4 * fabs(expected);
    fail(carried ? "total-not-zeroed" : NULL,
         "The first call of %s is right, the second call, with %d radii, is not: %.7g, "
         "expected %.7g.%s",
         function, second->radii, again, expected,
         carried ? " The second goes on from the first one's total: a variable that is "
                   "static, or memory that is never set to 0. Begin each call with 0."
                 : " Something is kept from the first call, which each is to start anew, or "
                   "that many spheres are counted otherwise.");
}

static void check_integral(const struct run *run, const char *function,
                           const struct point_family *fetch) {
    static const int as_asked[FAMILY_DIMENSIONS];
    struct integral in = load_integral(run, fetch);
    for (int n = 0; n < in.grid.size * in.grid.size * in.grid.size; n++)
        in.grid.values[n] *= (float)HIDDEN_TOTAL_SCALE;
    struct integral second = in;
    double got = judge_number(run, "integral", NAN), again = judge_number(run, "again", NAN);
    judge_partial_memory(&in);
    if (judge_has_finding(run, "out-of-bounds-write", ""))
        judge_launch(&in, "The kernel writes past the end of its memory.");
    judge_succeeded(run, function);
    measured("integral", got);
    in.total = second.total = true;
    in.got = &got;
    second.got = &again;
    second.radii++;
    bool first_right = partial_fits(&in, as_asked);
    if (first_right && partial_fits(&second, as_asked)) {
        /* What lies outside may be left out. */
        judge_fetches(&in, function, 2 * in.radii + 1);
        judge_launched(run, function, 2);
        if (fetch != &fetch_family)
            judge_used(run, function, "global_loads.accesses",
                       (double)in.vertices * (2 * in.radii + 1) / 4, "loads from global memory");
        pass("The total over %d vertices and %d radii is right.", in.vertices, in.radii);
    }
    char what[300];
    double expected = middle(&in);
    snprintf(what, sizeof what, "%s gives %.7g, expected %.7g (%d vertices, %d radii).", function,
             got, expected, in.vertices, in.radii);
    if (!first_right && got != -77)
        judge_launch(&in, what);
    judge_shared(&in, function);
    if (first_right) {
        judge_again(&second, function, got);
        return;
    }
    if (got == -77)
        fail("never-written", "%s It succeeds and does not store the total in *integral.", what);
    if (isnan(got) && judge_has_finding(run, "uninitialized-read", "") == false)
        fail("not-synchronized",
             "%s The partial sums are read before the kernel has written them: a launch "
             "returns at once. Copy them by cudaMemcpy, which waits, or call "
             "cudaDeviceSynchronize() before the host reads managed memory.",
             what);
    if (fabs(got + 77 - expected) <= 1e-4 * fabs(expected))
        fail(NULL,
             "%s The total is added to what lay in *integral: it is stored there, *integral "
             "= total.",
             what);
    judge_blocks(&in);
    in.again = &second;
    explain_integral(&in, what);
    judge_times_of(&in, what, got / expected, again / middle(&second));
    if (!(fabs(got) < 1000 * fabs(expected)) || fabs(got) < 1e-20)
        fail(NULL,
             "%s No sum of the samples comes near that: the total is made of numbers that "
             "nobody wrote. Look at what comes back from the kernel: cudaMemcpy(host, device, "
             "BLOCKSPERGRID * sizeof(float), cudaMemcpyDeviceToHost), whose size is in bytes; "
             "the total begins with 0, and the host adds up the %d blocks and no more.",
             what, in.blocks);
    fail(NULL, "%s", what);
}

void check_hardware_partial(const struct run *run) {
    check_partial(run, "integral_hardware", &fetch_family);
}
void check_software_partial(const struct run *run) {
    judge_integral_outside(run, (int)judge_argument(run, "size"));
    check_partial(run, "integral_software", &software_family);
}
void check_hardware_integral(const struct run *run) {
    check_integral(run, "integrate_hardware", &fetch_family);
}
void check_software_integral(const struct run *run) {
    judge_integral_outside(run, (int)judge_argument(run, "size"));
    check_integral(run, "integrate_software", &software_family);
}

void check_huge_blocks(const struct run *run) {
    bool hardware = !isnan(judge_number(run, "integrate_hardware.error", NAN));
    const char *name = hardware ? "integrate_hardware" : "integrate_software";
    double error =
        judge_number(run, hardware ? "integrate_hardware.error" : "integrate_software.error", NAN);
    double integral = judge_number(run, "integral", NAN);
    if ((isnan(error) || error == 801))
        judge_succeeded(run, name);
    const char *kernel = hardware ? "integral_hardware" : "integral_software";
    const double threads = judge_count(run, kernel, 0, "block.0");
    const bool overran = judge_has_finding(run, "out-of-bounds-write", "");
    if ((error == 0 || overran) && !isnan(threads) && threads != 1056)
        fail("wrong-block-size",
             "THREADSPERBLOCK is 1056 here, and %s is launched with blocks of %.0f threads: "
             "it is <<<BLOCKSPERGRID, THREADSPERBLOCK>>>, and an error where no GPU takes "
             "that.",
             kernel, threads);
    if (error == 0)
        fail("unchecked-launch",
             "With blocks of 1056 threads no kernel starts, and %s returned cudaSuccess and "
             "%.7g. A launch reports its errors to cudaGetLastError() alone: ask after "
             "every launch and return the error.",
             name, integral);
    if (integral != -77)
        fail("output-on-error",
             "%s returns the error, and *integral is changed to %.7g all the same: leave it "
             "as it was until the total is there.",
             name, integral);
    pass("A launch that fails is reported (%s).", judge_error_name(error));
}
