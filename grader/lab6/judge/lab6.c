/* Lab 6: constant memory and separate compilation. */
#include "lab6.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct finding_rule lab_findings[] = {
    {"copy-overflow", "c_part", "table-too-large",
     "The table is longer than the constant array: copy PART_SIZE words at a time and look up part "
     "by part."},
    {"device-memory-on-host", "c_a", "symbol-as-pointer",
     "&c_a on the host is no address on the device: cudaMemcpyToSymbol(c_a, ...) takes the symbol "
     "itself, or ask cudaGetSymbolAddress."},
    {"wrong-side-copy", "c_a", "symbol-as-pointer",
     "&c_a on the host is no address on the device: cudaMemcpyToSymbol(c_a, ...) takes the symbol "
     "itself, or ask cudaGetSymbolAddress."},
    {"out-of-bounds-read", "index -", "negative-index",
     "The index is negative here. An index below the part is another part's business, and one "
     "below "
     "0 nobody's: ask for both ends, k >= first and k - first < count."},
    {"out-of-bounds-read", "c_part", "part-offset",
     "c_part holds the part that begins at word first: the index in the part is k - first, not the "
     "table's own, and only where it is below the words copied."},
    {"out-of-bounds-read", "kernel gTestCM1", "print-past-array",
     "c_a has CM_SIZE words, which may be fewer than four: print as many as there are."},
    {"out-of-bounds-read", "outside c_a ", "index-past-array",
     "c_a has CM_SIZE words, fewer than there are elements, and goes round: c_a[i % CM_SIZE]."},
    {"out-of-bounds-read", "outside c_t ", "index-past-array",
     "c_t has TABLE_SIZE words, from 0 to TABLE_SIZE - 1: the loop makes TABLE_SIZE turns, while k "
     "< TABLE_SIZE, and an index that goes round begins with i % TABLE_SIZE, not i, and again with "
     "0."},
    {0}};

/* Those of step 2 have an element each, those of step 5 an index. */
bool lab_has_work(const struct run *run, const char *kernel, const long at[3]) {
    return (strncmp(kernel, "gTest", 5) == 0 || strcmp(kernel, "gLookupPart") == 0) &&
           judge_has_argument(run, "n") && at[1] == 0 && at[2] == 0 &&
           at[0] < judge_argument(run, "n");
}

/* ---- step 2 ---------------------------------------------------------------------------------- */

/* The element of thread t of block b. */
static int element_of_thread(struct choice *c, int t, int b, int threads, int blocks) {
    INSTEAD(t, NULL, "threadIdx.x");
    INSTEAD(b, NULL, "blockIdx.x");
    INSTEAD(t + b, NULL, "blockIdx.x + threadIdx.x");
    INSTEAD(t * threads + b, NULL, "threadIdx.x * blockDim.x + blockIdx.x");
    INSTEAD(t * blocks + b, NULL, "threadIdx.x * gridDim.x + blockIdx.x");
    INSTEAD(b * blocks + t, NULL, "blockIdx.x * gridDim.x + threadIdx.x");
    INSTEAD(b * threads, NULL, "blockIdx.x * blockDim.x");
    INSTEAD(t * b, NULL, "blockIdx.x * threadIdx.x");
    INSTEAD(b * (threads - 1) + t, NULL, "blockIdx.x * (blockDim.x - 1) + threadIdx.x");
    INSTEAD((b + 1) * threads + t, NULL, "(blockIdx.x + 1) * blockDim.x + threadIdx.x");
    ASKED(b * threads + t);
}

/* Does the choice leave just these elements unwritten? */
static bool leaves_these(struct choice *c, const struct products *p, double canary, bool *written) {
    const int blocks = p->n / p->threads;
    bool same = true;
    memset(written, 0, (size_t)p->n * sizeof *written);
    for (int b = 0; b < blocks; b++)
        for (int t = 0; t < p->threads; t++) {
            const int i = element_of_thread(c, t, b, p->threads, blocks);
            if (i < p->n)
                written[i] = true;
        }
    for (int i = 0; i < p->n; i++)
        same &= written[i] == (p->b[i] != canary);
    return same;
}

/* The expression for i that leaves just these elements unwritten, or NULL. */
static const char *thread_index(const struct products *p, double canary) {
    bool *written = calloc((size_t)p->n, sizeof *written);
    struct choice asked = {0}, c = {0};
    const char *found = NULL;
    element_of_thread(&asked, 0, 0, 1, 1);
    while (written && !found && c.number++ < asked.count)
        found = leaves_these(&c, p, canary, written) ? c.text : NULL;
    free(written);
    return found;
}

/* Elements that nobody wrote, where the harness launched threads enough. */
static void judge_kernel_holes(const struct products *p) {
    double canary = hidden_canary(p->run->seed);
    int unwritten = 0, first = -1;
    for (int i = 0; i < p->n; i++)
        if (p->b[i] == canary) {
            unwritten++;
            if (first < 0)
                first = i;
        }
    if (!unwritten)
        return;
    if (unwritten == p->n)
        fail("never-written",
             "%s leaves b as it was: none of its %d elements is written. If the kernel is "
             "still to be written, write it; else its guard keeps every thread out: let a "
             "thread work if (i < n).",
             p->name, p->n);
    const char *expression = thread_index(p, canary);
    if (expression)
        fail("wrong-thread-index",
             "%s: %d of %d elements are never written, the first is %d, and there are "
             "threads for them: a thread's element is taken to be %s. It is blockIdx.x * "
             "blockDim.x + threadIdx.x (blocks of %d threads here).",
             p->name, unwritten, p->n, first, expression, p->threads);
    if (unwritten == p->n - first && unwritten > 1)
        fail(NULL,
             "%s: elements %d to %d are never written, and there are threads for them: they "
             "take other elements, or a guard keeps them out. Thread i takes element i if (i "
             "< n), i = blockIdx.x * blockDim.x + threadIdx.x (blocks of %d threads here).",
             p->name, first, p->n - 1, p->threads);
    judge_unwritten(p->run, p->name, "elements", p->b, (size_t)p->n, canary);
}

/* Fails when only as many elements are written as the table has words, each with the product of
 * one of those that belong to its word. */
static void judge_written_round(const struct products *p) {
    double canary = hidden_canary(p->run->seed);
    int words = p->words, own = 0;
    for (int i = 0; i < p->n; i++) {
        bool found = i >= words && p->b[i] == canary;
        for (int other = i; i < words && other < p->n && !found; other += words)
            found = p->b[i] == owed_product(p, other);
        if (!found)
            return;
        own += i < words && p->b[i] == owed_product(p, i);
    }
    if (p->n <= words)
        return;
    if (own == words)
        fail(NULL,
             "%s: only the first %d elements are written, as many as the table has words: a "
             "thread works if (i < n), n being the number of elements, not CM_SIZE.",
             p->name, words);
    fail(NULL,
         "%s: only the first %d elements of b are written, as many as the table has words, "
         "and by many threads each: b is written at i %% CM_SIZE. Only the table goes "
         "round: b[i] = a[i] * c[i %% CM_SIZE].",
         p->name, words);
}

/* Fails when elements from one on are never written although the launch has threads for them: the
 * blocks overlap, or a guard keeps threads out. */
static void judge_kept_out(const struct products *p) {
    double canary = hidden_canary(p->run->seed);
    int first = 0, launch = p->from ? 2 : 0;
    double blocks = judge_count(p->run, "gTestCM", launch, "grid.0"),
           threads = judge_count(p->run, "gTestCM", launch, "block.0");
    while (first < p->n && p->b[first] != canary)
        first++;
    for (int i = first; i < p->n; i++)
        if (p->b[i] != canary)
            return;
    if (!(blocks * threads >= p->n) || first + 1 >= p->n ||
        (launch && judge_launches(p->run, "gTestCM") != 4))
        return;
    /* What a kernel left out comes back as it was allocated. */
    if (!p->fresh && (first == p->n / 4 || first == (p->n + 3) / 4))
        fail("count-instead-of-bytes",
             "%s: elements 0 to %d of %d come back, a quarter, and the others of b are as they "
             "were: the copy back counts bytes, n * sizeof(int), and not n.",
             p->name, first - 1, p->n);
    if (!p->fresh)
        fail(NULL,
             "%s: elements %d to %d are never written, and gTestCM is launched with threads "
             "enough, %.0f blocks of %.0f. Either the copy back is too short, n * sizeof(int) "
             "bytes, or the kernel leaves them out: thread i takes element i if (i < n), i = "
             "blockIdx.x * blockDim.x + threadIdx.x.",
             p->name, first, p->n - 1, blocks, threads);
    const bool overlap = first == (blocks - 1) * (threads - 1) + threads;
    fail(overlap ? "wrong-thread-index" : NULL,
         "%s: elements %d to %d are never written, and gTestCM is launched with threads "
         "enough, %.0f blocks of %.0f: %s.",
         p->name, first, p->n - 1, blocks, threads,
         overlap ? "each block begins with the last thread of the one before. The index is "
                   "blockIdx.x * blockDim.x + threadIdx.x"
                 : "their threads take other elements, or a guard keeps them out. Thread i "
                   "takes element i if (i < n), i = blockIdx.x * blockDim.x + threadIdx.x");
}

/* Fails when what came back from hTestCM is memory that its kernel wrote the first half of, or
 * less: the copy was complete. */
static void judge_part_launched(const struct products *p) {
    double canary = hidden_canary(p->run->seed);
    int first = 0;
    while (first < p->n && p->b[first] == owed_product(p, first))
        first++;
    for (int i = first; i < p->n; i++)
        if (p->b[i] != canary)
            return;
    for (int part = 2; part <= 16 && p->fresh && first; part *= 2)
        if (first == p->n / part || first == (p->n + part - 1) / part)
            fail(NULL,
                 "%s: the kernel leaves elements %d to %d as they were and does the first "
                 "%d, one in %d: hand it n, the number of elements, and launch (n + threads "
                 "- 1) / threads blocks.",
                 p->name, first, p->n - 1, first, part);
}

/* Fails when elements from one on are never written because the threads for them lie along y or
 * z, or are too few, as the CPU device counted the launch, the first one. */
static void judge_flat(const struct products *p) {
    double canary = hidden_canary(p->run->seed), grid[3], block[3];
    int first = 0;
    for (int axis = 0; axis < 3; axis++) {
        char name[20];
        snprintf(name, sizeof name, "grid.%d", axis);
        grid[axis] = judge_count(p->run, "gTestCM", 0, name);
        snprintf(name, sizeof name, "block.%d", axis);
        block[axis] = judge_count(p->run, "gTestCM", 0, name);
    }
    while (first < p->n && p->b[first] != canary)
        first++;
    if (p->from || first == p->n || first != grid[0] * block[0])
        return;
    for (int i = first; i < p->n; i++)
        if (p->b[i] != canary)
            return;
    double last = judge_count(p->run, "gTestCM", 2, "grid.0");
    if (grid[1] * grid[2] * block[1] * block[2] == 1) {
        bool rounded = grid[0] == floor(p->n / block[0]) && last == floor(LAB6_MANY / block[0]);
        if (rounded || isnan(last))
            return;
        if (last == grid[0])
            fail(grid[0] == 1 ? "first-block-only" : "fixed-grid",
                 "%s: elements %d to %d are never written: gTestCM is launched with %.0f "
                 "blocks of %.0f threads, however many elements there are. Launch (n + "
                 "threads - 1) / threads blocks.",
                 p->name, first, p->n - 1, grid[0], block[0]);
        fail("last-block-dropped",
             "%s: elements %d to %d are never written: gTestCM is launched with %.0f blocks "
             "of %.0f threads for %d elements, and with %.0f for %d. It takes (n + threads - "
             "1) / threads, with the threads that a block has.",
             p->name, first, p->n - 1, grid[0], block[0], p->n, last, LAB6_MANY);
    }
    fail("wrong-thread-index",
         "%s: elements %d to %d are never written. gTestCM is launched with %.0f x %.0f "
         "blocks of %.0f x %.0f threads, and counts its elements along x alone: %.0f threads "
         "there. Launch (n + threads - 1) / threads blocks of `threads` threads, all along "
         "x.",
         p->name, first, p->n - 1, grid[0], grid[1] * grid[2], block[0], block[1] * block[2],
         grid[0] * block[0]);
}

static bool nothing_written(const struct products *p, double canary) {
    for (int i = 0; i < p->n; i++)
        if (p->b[i] != canary)
            return false;
    return true;
}

/* Fails when nothing came back from hTestCM. */
static void judge_nothing_back(const struct products *p) {
    if (!nothing_written(p, hidden_canary(p->run->seed)))
        return;
    fail("never-written",
         "hTestCM succeeds, and none of the %d elements of b is written: copy the "
         "results back, cudaMemcpy(b, device memory, bytes, cudaMemcpyDeviceToHost), "
         "and let the kernel write there: gTestCM<<<...>>>(a, b, n) reads a and writes "
         "b.",
         p->n);
}

/* Judges n products. */
static void judge_products(const struct products *p) {
    double canary = hidden_canary(p->run->seed);
    int first = -1, wrong = 0, early = 0;
    judge_field("elements", (size_t)p->n, 1, 1);
    for (int i = 0; i < p->n; i++) {
        early += p->b[i] == (double)hidden_element(p->run->seed, p->from + i) * LAB6_BEFORE;
        if (p->b[i] != owed_product(p, i)) {
            judge_wrong((size_t)i, p->b[i], owed_product(p, i));
            wrong++;
            if (first < 0)
                first = i;
        }
    }
    if (!wrong)
        return;
    if (p->whole && early >= p->n * 9 / 10)
        fail("copied-after-launch",
             "The results are those of what c_a held before: the kernel ran before c_a was "
             "filled. Call hInitCM before the launch; a kernel reads what constant memory "
             "held when it started.");
    if (!p->whole && early >= p->n * 9 / 10)
        fail(NULL,
             "%s multiplies by c_a, which holds other words here: its table is the argument "
             "c, in global memory.",
             p->name);
    bool refused = false;
    for (size_t i = 0; i < p->run->refused_count; i++)
        refused |= strncmp(p->run->refused[i].text, "kernel launch ", 14) == 0;
    if (p->whole && refused && nothing_written(p, canary))
        fail("launch-refused",
             "hTestCM succeeds, and none of the %d elements of b is written: its launch was "
             "refused, and nobody asked. CUDA_TRY_LAUNCH() behind the launch returns its "
             "error.",
             p->n);
    if (p->whole)
        judge_nothing_back(p);
    judge_written_round(p);
    explain_products(p);
    if (p->whole) {
        judge_flat(p);
        judge_part_launched(p);
        judge_kept_out(p);
    }
    if (p->whole) {
        judge_unwritten(p->run, "hTestCM", "elements", p->b, (size_t)p->n, canary);
    } else {
        judge_kernel_holes(p);
    }
    fail(NULL, "%s: %d of %d elements are wrong, the first is b[%d] = %.0f, expected %.0f.",
         p->name, wrong, p->n, first, p->b[first], owed_product(p, first));
}

/* Judges what kernel `name` wrote, where there are as many threads as elements; b goes on behind
 * the n-th one. */
static void check_kernel(const struct run *run, const char *name) {
    struct products p = {.run = run,
                         .name = name,
                         .n = (int)judge_argument(run, "n"),
                         .words = (int)judge_argument(run, "CM_SIZE"),
                         .threads = (int)judge_argument(run, "threads")};
    size_t bytes;
    if (strcmp(name, "gTestGM") == 0 && judge_overrun(run, &bytes) &&
        bytes == (size_t)p.words * sizeof(int))
        fail("index-past-array",
             "gTestGM reads past the end of c, which has CM_SIZE = %d words: the table goes "
             "round, c[i %% CM_SIZE].",
             p.words);
    judge_succeeded(run, name);
    p.b = judge_numbers(run, name, (size_t)(p.n + LAB6_PAST_END));
    if (!p.b)
        fail(NULL, "%s ran, but its results did not come back.", name);
    measured("elements", p.n);
    judge_products(&p);
    for (int i = p.n; i < p.n + LAB6_PAST_END; i++)
        if (p.b[i] != hidden_canary(run->seed))
            fail(NULL,
                 "b[%d] was changed, and b has %d elements, as many as threads run: thread "
                 "i writes element i and no other.",
                 i, p.n);
    /* Each word once at least: what is read may be kept, in shared memory or a register. */
    if (strcmp(name, "gTestCM") == 0) {
        judge_used(run, name, "constant.accesses", p.words, "constant memory");
        if (judge_has_argument(run, "means"))
            judge_changes(run, name, name, (size_t)(p.n + LAB6_PAST_END), "constant memory");
    }
    pass("All %d elements are right.", p.n);
}

static void check_constant(const struct run *run) {
    check_kernel(run, "gTestCM");
}
static void check_global(const struct run *run) {
    check_kernel(run, "gTestGM");
}

/* Judges a kernel of step 2 with threads to spare: what it writes is for check_kernel to say. */
static void check_guard(const struct run *run) {
    const int n = (int)judge_argument(run, "n");
    const char *name =
        strncmp(judge_argument_text(run, "kernel"), "gTestCM", 7) == 0 ? "gTestCM" : "gTestGM";
    int written = 0;
    for (int k = 0; k < LAB6_GUARDS; k++) {
        char key[20];
        snprintf(key, sizeof key, "guard%d", k);
        judge_call_succeeded(run, key, name);
        const double *b = judge_numbers(run, key, (size_t)(n + LAB6_PAST_END));
        if (!b)
            fail(NULL, "%s ran, but its results did not come back.", name);
        for (int i = n; i < n + LAB6_PAST_END; i++)
            if (b[i] != hidden_canary(run->seed))
                fail("missing-bounds-guard",
                     "b[%d] was changed, and b has %d elements. More threads run than there are "
                     "elements (blocks of %d): let a thread work only if (i < n).",
                     i, n, lab6_guard_threads[k]);
        for (int i = 0; i < n; i++)
            written += b[i] != hidden_canary(run->seed);
    }
    if (!written)
        fail("never-written",
             "%s touches nothing behind the last element, for it writes no element at all "
             "where there are %d: a guard keeps every thread out, or the kernel is still to "
             "be written. Let a thread work if (i < n).",
             name, n);
    pass("Threads without an element touch nothing.");
}

/* Fails when a launch of gTestCM overran memory because n or a size is in the other unit. */
static void judge_in_bytes(const struct run *run, int n) {
    size_t bytes;
    double blocks = judge_count(run, "gTestCM", 0, "grid.0"),
           threads = judge_count(run, "gTestCM", 0, "block.0");
    if (!judge_overrun(run, &bytes))
        return;
    if (bytes == (size_t)n)
        fail("count-instead-of-bytes",
             "hTestCM allocates %zu bytes for %d ints: cudaMalloc and cudaMemcpy count "
             "bytes, n * sizeof(int).",
             bytes, n);
    if (bytes == n * sizeof(int) && blocks == ceil(n * sizeof(int) / threads))
        fail("bytes-for-elements",
             "gTestCM is launched with %.0f blocks of %.0f threads, enough for %zu elements, "
             "and there are %d: the number of bytes stands where that of elements belongs. "
             "Kernels, and the number of blocks, count elements.",
             blocks, threads, n * sizeof(int), n);
    struct fault fault;
    if (bytes == n * sizeof(int) && judge_fault(run, "gTestCM", &fault) && fault.x >= n &&
        fault.offset == (size_t)fault.x * sizeof(int))
        fail("missing-bounds-guard",
             "Thread %ld of the launch takes an element, and there are %d. Either gTestCM "
             "lets threads beyond the last element work, if (i < n) is its guard "
             "(step2-constant-guard tells), or the n that it is given is none: it counts "
             "elements, not bytes.",
             fault.x, n);
}

/* Fails for a later call, the first one being right, with what c_a held before it. */
static void judge_not_filled_again(const struct products *p, const char *which) {
    for (int i = 0; i < p->n; i++)
        if (p->b[i] != (double)hidden_element(p->run->seed, p->from + i) * LAB6_BEFORE)
            return;
    fail("copied-after-launch",
         "The first call of hTestCM is right, and %s multiplies by what c_a held before "
         "it: others may have written to c_a meanwhile. hTestCM calls hInitCM each time, "
         "before its launch, not once.",
         which);
}

/* Fails when a call of hTestCM that wrote its results as `key` did not come back with success;
 * `large`: on many elements, and smaller calls were right. Else sets what came back. */
static void judge_whole_call(const struct run *run, const char *key, bool large,
                             struct products *p) {
    char name[40];
    snprintf(name, sizeof name, "%s.error", key);
    const double error = judge_number(run, name, NAN);
    const bool refused = judge_was_refused(run, " threads, and a block has "),
               launch = run->gpu || judge_was_refused(run, "kernel launch ");
    if ((error == 1 || error == 9) && large && refused)
        fail("launch-refused",
             "hTestCM returned %s for %d elements, and works for fewer. The threads of a block "
             "must not grow with n, only the blocks do, and these come first: <<<(n + threads - "
             "1) / threads, threads>>>.",
             judge_error_name(error), p->n);
    if ((error == 1 || error == 9) && launch)
        fail("launch-refused",
             "hTestCM returned %s for %d elements. If its launch was refused: a block "
             "has at most 1024 threads, and a grid at least one block, (n + threads - 1) "
             "/ threads of them.",
             judge_error_name(error), p->n);
    judge_call_succeeded(run, key, "hTestCM");
    double *b = (double *)judge_numbers(run, key, (size_t)p->n);
    if (!b)
        fail(NULL, "hTestCM ran, but its results did not come back.");
    for (int i = 0; i < p->n; i++) /* fresh memory of the CPU device, brought back: -1 */
        if (b[i] == -1 && owed_product(p, i) != -1) {
            b[i] = hidden_canary(run->seed);
            p->fresh = true;
        }
    p->b = b;
}

/* Are most of these results other ones? */
static bool differ(const double *a, const double *b, int n) {
    int other = 0;
    for (int i = 0; a && b && i < n; i++)
        other += a[i] != b[i];
    return other >= n * 9 / 10;
}

/* Did hTestCM bring back what the student's own gTestCM gives, which is wrong? Its results must
 * tell by which words and of which elements they were made. */
static bool is_own_product(const struct products *p) {
    const double *words = judge_numbers(p->run, "own_words", (size_t)p->n),
                 *elements = judge_numbers(p->run, "own_elements", (size_t)p->n),
                 *usual = judge_numbers(p->run, "own0", (size_t)p->n);
    if (!differ(usual, words, p->n) || !differ(usual, elements, p->n))
        return false;
    for (int k = 0; k < LAB6_OWNS; k++) {
        char key[20];
        snprintf(key, sizeof key, "own%d", k);
        const double *own = judge_numbers(p->run, key, (size_t)p->n);
        int same = 0;
        while (own && same < p->n && own[same] == p->b[same] &&
               own[same] != hidden_canary(p->run->seed))
            same++;
        if (same == p->n)
            return true;
    }
    return false;
}

/* hTestCM on elements that blocks of any usual size divide. */
static void check_whole(const struct run *run) {
    const int n = (int)judge_argument(run, "n");
    struct products p = {.run = run,
                         .name = "hTestCM",
                         .n = n,
                         .words = (int)judge_argument(run, "CM_SIZE"),
                         .whole = true},
                    again = p;
    judge_in_bytes(run, n);
    judge_whole_call(run, "hTestCM", false, &p);
    int right = 0;
    while (right < n && p.b[right] == owed_product(&p, right))
        right++;
    const bool own = right < n && is_own_product(&p);
    if (!own)
        judge_products(&p);
    judge_whole_call(run, "again", false, &again);
    judge_not_filled_again(&again, "the second");
    for (int i = 0; i < n; i++)
        if (again.b[i] != p.b[i])
            fail(NULL,
                 "A second call of hTestCM with the same elements gives another b[%d], %.0f "
                 "and not %.0f: nothing may stay from call to call.",
                 i, again.b[i], p.b[i]);
    judge_launched(run, "hTestCM", 2);
    judge_used(run, "hTestCM", "constant.accesses", 2 * judge_argument(run, "CM_SIZE"),
               "constant memory");
    judge_changes(run, "hTestCM", "hTestCM", (size_t)n, "constant memory");
    if (own)
        pass("All %d elements are what your gTestCM gives (step2-constant tells what that "
             "is worth).",
             n);
    pass("All %d elements are right.", n);
}

/* Fails for elements of hTestCM that nobody wrote; their numbers are for check_whole to judge. */
static void judge_left_out(const struct products *p) {
    const double canary = hidden_canary(p->run->seed);
    int unwritten = 0;
    for (int i = 0; i < p->n; i++)
        unwritten += p->b[i] == canary;
    if (!unwritten)
        return;
    judge_nothing_back(p);
    judge_flat(p);
    judge_part_launched(p);
    judge_kept_out(p);
    judge_unwritten(p->run, "hTestCM", "elements", p->b, (size_t)p->n, canary);
}

/* hTestCM on any number of elements. Where its numbers are wrong even if blocks divide it, only
 * what is written at all counts. */
static void check_remainder(const struct run *run) {
    const int n = (int)judge_argument(run, "n");
    const struct {
        const char *key;
        int from, n;
    } calls[3] = {{"hTestCM", 0, n}, {"one", n, 1}, {"many", n + 1, LAB6_MANY}};
    struct products p = {.run = run,
                         .name = "hTestCM",
                         .from = n + 1 + LAB6_MANY,
                         .n = LAB6_EVEN,
                         .words = (int)judge_argument(run, "CM_SIZE"),
                         .whole = true};
    bool numbers = true;
    const double *even = judge_numbers(run, "even", LAB6_EVEN);
    for (int i = 0; even && i < LAB6_EVEN; i++)
        numbers &= even[i] == owed_product(&p, i);
    judge_in_bytes(run, n);
    for (int call = 0; call < 3; call++) {
        p.from = calls[call].from;
        p.n = calls[call].n;
        p.fresh = false;
        judge_whole_call(run, calls[call].key, call == 2, &p);
        if (numbers)
            judge_products(&p);
        else
            judge_left_out(&p);
    }
    if (!even)
        judge_call_succeeded(run, "even", "hTestCM");
    if (!numbers)
        pass("Every element is written, of %d, of 1 and of %d; step2-whole tells how.", n,
             LAB6_MANY);
    pass("All elements are right, of %d, of 1 and of %d.", n, LAB6_MANY);
}

/* ---- step 3 ---------------------------------------------------------------------------------- */

/* The line that gTestCM1 owes when word i is word(i). */
static void expected_line(char *line, size_t size, int words, int (*word)(uint64_t, int),
                          uint64_t seed) {
    *line = '\0';
    for (int i = 0; i < 4 && i < words; i++)
        snprintf(line + strlen(line), size - strlen(line), i ? " %d" : "%d", word(seed, i));
}

/* Is `line` a line of `text`, blanks at its end aside? */
static bool has_line(const char *text, const char *line) {
    size_t length = strlen(line);
    for (const char *c = text; (c = strstr(c, line)); c++) {
        const char *end = c + length;
        end += strspn(end, " \t\r");
        if ((c == text || c[-1] == '\n') && (*end == '\n' || *end == '\0'))
            return true;
    }
    return false;
}

/* Are these the expected numbers, whatever stands between them? */
static bool same_words(const char *text, const char *expected) {
    for (;;) {
        char *end, *expected_end;
        while (*text && !strchr("-0123456789", *text))
            text++;
        long word = strtol(text, &end, 10), owed = strtol(expected, &expected_end, 10);
        if ((end == text) != (expected_end == expected) || word != owed)
            return false;
        if (end == text)
            return true;
        text = end;
        expected = expected_end;
    }
}

static int bits_of_float(int word) {
    float bits;
    memcpy(&bits, &word, sizeof bits);
    return fabsf(bits) < 0x1p31f ? (int)bits : INT32_MIN;
}

/* Prints the word, as it is owed or otherwise. */
static int print_word(struct choice *c, char *text, size_t size, int word) {
    INSTEAD(snprintf(text, size, "%u", (unsigned)word), NULL, "%u");
    INSTEAD(snprintf(text, size, "%x", (unsigned)word), NULL, "%x");
    INSTEAD(snprintf(text, size, "%#x", (unsigned)word), NULL, "%#x");
    INSTEAD(snprintf(text, size, "%X", (unsigned)word), NULL, "%X");
    INSTEAD(snprintf(text, size, "%o", (unsigned)word), NULL, "%o");
    INSTEAD(snprintf(text, size, "%d", (int16_t)word), NULL, "%hd");
    INSTEAD(snprintf(text, size, "%d", (uint16_t)word), NULL, "%hu");
    INSTEAD(snprintf(text, size, "%d", (int8_t)word), NULL, "%hhd");
    INSTEAD(snprintf(text, size, "%d", bits_of_float(word)), NULL,
            "%d, as if their bits were those of floats");
    ASKED(snprintf(text, size, "%d", word));
}

/* Do the characters of the line follow each other as owed, whatever blanks are left out? */
static bool is_joined(const char *text, const char *expected) {
    bool lacks = false;
    for (; *expected; expected++)
        if (*text == *expected)
            text++;
        else if (*expected == ' ')
            lacks = true;
        else
            return false;
    return lacks && (*text == '\n' || *text == '\0');
}

/* Fails for numbers with a point, of which there are as many as words. */
static void judge_points(const struct run *run, int owed) {
    int points = 0, length = (int)strcspn(run->output, "\n");
    for (int i = 0; i < length; i++)
        points += run->output[i] == '.';
    if (points != owed)
        return;
    fail("wrong-format",
         "It prints \"%.*s\", numbers with a point: the words are ints, printed with %%f, %%g "
         "or %%e, or turned into floats. It is %%d.",
         length < 200 ? length : 200, run->output);
}

/* Are the numbers the owed ones, printed by this choice, and %d would have printed something else?
 */
static bool is_printed_so(struct choice *c, const struct run *run) {
    const int words = (int)judge_argument(run, "CM_SIZE");
    const char *text = run->output;
    bool same = true, other = false;
    for (int i = 0; i < 4 && i < words && same; i++) {
        const int word = hidden_constant(run->seed, i);
        char owed[40], right[40];
        print_word(c, owed, sizeof owed, word);
        snprintf(right, sizeof right, "%d", word);
        other |= strcmp(owed, right) != 0;
        text += strspn(text, " \t\n,;");
        same =
            strncmp(text, owed, strlen(owed)) == 0 && !isalnum((unsigned char)text[strlen(owed)]);
        text += strlen(owed);
    }
    return same && other;
}

/* Fails when the numbers are the owed ones, printed as something else than an int. */
static void judge_format(const struct run *run) {
    struct choice asked = {0}, c = {0};
    char text[40];
    print_word(&asked, text, sizeof text, 0);
    while (c.number++ < asked.count)
        if (is_printed_so(&c, run))
            fail("wrong-format",
                 "It prints \"%.*s\": the words are right, and printed with %s. c_a holds "
                 "ints: %%d.",
                 (int)strcspn(run->output, "\n"), run->output, c.text);
}

/* Fails for a line of numbers that are not the owed ones, by which words of c_a they are. */
static void explain_numbers(const struct run *run, const char *text) {
    enum { MOST = 8 };
    int words = (int)judge_argument(run, "CM_SIZE"), owed = words < 4 ? words : 4, count = 0;
    long printed[MOST];
    while (count < MOST) {
        char *end;
        while (*text && !strchr("-0123456789", *text))
            text++;
        printed[count] = strtol(text, &end, 10);
        if (end == text)
            break;
        text = end;
        count++;
    }
    for (int shift = 0; shift < 2; shift++) {
        int same = 0;
        while (same < count && same + shift < words &&
               printed[same] == hidden_constant(run->seed, same + shift))
            same++;
        if (shift && same >= 2)
            fail("counted-from-one", "It prints c_a[1] first: the words are counted from 0.");
        if (!shift && same == count && count && count < owed)
            fail(NULL,
                 "It prints %d of the words, the first %d are owed. One thread runs, <<<1, "
                 "1>>>: it prints them all, in a loop.",
                 count, owed);
        if (!shift && same >= owed && count > owed)
            fail(words < 4 ? "print-past-array" : NULL,
                 "It prints more than the first %d words: four, and fewer where CM_SIZE is "
                 "less (it is %d here).",
                 owed, words);
    }
    judge_format(run);
    judge_points(run, owed);
    bool addresses = count == owed && count > 2, reversed = count == owed, numbers = addresses,
         first = addresses;
    for (int i = 0; i < owed && count == owed; i++) {
        addresses &= i == 0 || printed[i] - printed[i - 1] == (long)sizeof(int);
        reversed &= printed[i] == hidden_constant(run->seed, owed - 1 - i);
        numbers &= printed[i] == i;
        first &= printed[i] == hidden_constant(run->seed, 0);
    }
    if (numbers)
        fail(NULL, "It prints the numbers of the words, 0 to %d, not the words: c_a[i], not i.",
             owed - 1);
    if (first)
        fail(NULL, "It prints c_a[0] %d times: the words are c_a[i].", owed);
    if (addresses)
        fail(NULL,
             "It prints \"%.*s\", numbers that go up by 4: these are the addresses of the "
             "words, c_a + i, and the words are c_a[i].",
             (int)strcspn(run->output, "\n"), run->output);
    if (reversed)
        fail(NULL, "It prints the words in reverse order: c_a[0] comes first.");
}

static void judge_line(const struct run *run, const char *expected) {
    int length = (int)strcspn(run->output, "\n");
    if (has_line(run->output, expected))
        pass("It prints the words of the other file's array.");
    if (has_line(run->output, "0 -2 -4 -6"))
        fail("constants-printed",
             "It prints 0 -2 -4 -6, the handout's words, and c_a holds %s here. Print what "
             "c_a holds.",
             expected);
    if (same_words(run->output, expected))
        fail("not-one-line",
             "The words are right and not on one line with one blank between: it prints "
             "\"%.*s\", expected \"%s\".%s",
             length < 200 ? length : 200, run->output, expected,
             memchr(run->output, '\t', (size_t)length) ? " There are tabs in the line." : "");
    if (is_joined(run->output, expected))
        fail("not-one-line",
             "It prints \"%.*s\", expected \"%s\": one blank stands between two words.",
             length < 200 ? length : 200, run->output, expected);
    if (has_line(run->output, "0 0 0 0") || has_line(run->output, "0 0 0"))
        fail("own-array", "It prints zeros: an array of its own, which nobody filled. lab61.cu "
                          "declares the array of lab6.cu: extern __constant__ int c_a[CM_SIZE].");
    if (!*run->output)
        fail(NULL, "gTestCM1 prints nothing; it owes one line: %s.", expected);
    explain_numbers(run, run->output);
    fail(NULL, "It prints \"%.*s\", expected \"%s\".", length < 200 ? length : 200, run->output,
         expected);
}

static void check_print(const struct run *run) {
    char expected[200];
    judge_succeeded(run, "gTestCM1");
    expected_line(expected, sizeof expected, (int)judge_argument(run, "CM_SIZE"), hidden_constant,
                  run->seed);
    judge_line(run, expected);
}

static void check_makefile(const struct run *run) {
    double same = judge_number(run, "same", NAN);
    if (isnan(same))
        fail(NULL, "The program that the Makefile built did not come to its end.");
    if (same == 0 && judge_argument(run, "relocatable") >= judge_argument(run, "units"))
        fail("own-array",
             "lab6.cu and lab61.cu have an array c_a each, although all files are compiled "
             "to relocatable device code: the Makefile is right, and lab61.cu defines one of "
             "its own. It declares that of lab6.cu: extern __constant__ int c_a[CM_SIZE], "
             "without static.");
    if (same == 0)
        fail(
            "no-rdc",
            "Built with this Makefile, lab6.cu and lab61.cu have an array c_a each, and "
            "the one in lab61.cu is all zeros. Without -rdc=true nvcc compiles each file's "
            "device code on its own and makes `extern __constant__` a definition; it says "
            "so in a warning only. Add -rdc=true to NVCCFLAGS. (If it is there, a later line of the "
            "Makefile takes it away: make -n shows what each file is compiled with.)");
    if (judge_argument(run, "relocatable") < judge_argument(run, "units"))
        fail("no-rdc",
             "The program says that both files use one array, but of the %.0f files with "
             "device code only %.0f are compiled to relocatable device code: on a GPU there "
             "are two. Add -rdc=true to NVCCFLAGS.",
             judge_argument(run, "units"), judge_argument(run, "relocatable"));
    pass("Built with this Makefile, both files use one array.");
}

/* ---- step 4 ---------------------------------------------------------------------------------- */

/* Different words a request of a warp asks for, on the average: 1 when all threads read the
 * same. */
static void words_per_request(const struct run *run, const char *kernel, double *words) {
    double requests = judge_count(run, kernel, 0, "constant.requests");
    *words = judge_count(run, kernel, 0, "constant.words") / requests;
    measured("words_per_request", *words);
    if (!(requests > 0))
        fail(NULL, "%s asks constant memory for nothing: read c_t in the kernel.", kernel);
}

static void check_uniform_words(const struct run *run) {
    double words, size = judge_argument(run, "TABLE_SIZE");
    /* One read may bring several words: a uint4 brings four. */
    const double read =
        judge_count(run, "gUniform", 0, "constant.bytes") / 4 / judge_argument(run, "n");
    words_per_request(run, "gUniform", &words);
    if (words > 1.05)
        fail("divergent-index",
             "In gUniform the threads of a warp ask for %.1f different words at each read; "
             "constant memory delivers one at a time, so the warp waits %.1f times. Let the "
             "index depend on the loop alone, not on the thread.",
             words, words);
    if (read < 0.9 * size)
        fail(NULL,
             "gUniform reads only %.0f words a thread from constant memory; the table has %.0f.",
             read, size);
    pass("Each warp reads one word at a time.");
}

static void check_divergent_words(const struct run *run) {
    double words, size = judge_argument(run, "TABLE_SIZE");
    double warps = ceil(judge_argument(run, "n") / 32);
    double requests = judge_count(run, "gDivergent", 0, "constant.requests") / warps,
           asking = judge_count(run, "gDivergent", 0, "constant.accesses") / warps / requests;
    words_per_request(run, "gDivergent", &words);
    measured("requests_per_warp", requests);
    if (requests < 0.9 * size)
        fail(NULL,
             "gDivergent reads only %.0f words a thread from constant memory; the table has %.0f.",
             requests, size);
    /* Threads without an element may go round, too: how many ask together tells, and that each
     * thread with one asks for each word once, in more turns than there are words. */
    const double threads = judge_argument(run, "n") / warps;
    if ((requests > 1.2 * size && asking < 0.8 * threads) ||
        (words < 24 && requests > 1.001 * size &&
         fabs(asking * requests - threads * size) < 0.001 * threads * size))
        fail("threads-part-ways",
             "In gDivergent a warp asks %.0f times where the table has %.0f words: its "
             "threads are not in the same turn of the same loop. With two loops each thread "
             "comes to the second loop at another time, and some ask while others wait. Let "
             "one loop of TABLE_SIZE turns go round, k = k + 1 < TABLE_SIZE ? k + 1 : 0.",
             requests, size);
    if (words < 24)
        fail("not-divergent",
             "In gDivergent the threads of a warp ask for %.1f words at each read; it is to "
             "be 32 here, one a thread: thread i starts at word i %% TABLE_SIZE.",
             words);
    pass("Each thread of a warp reads a word of its own: %.1f a request.", words);
}

/* What people answer instead; NAN ends. */
static double answered_words(int which, int size) {
    const double answers[] = {size,
                              32,
                              floor(32.0 / size),
                              size - 1,
                              size < 16 ? size : 16,
                              size % 32,
                              32 % size,
                              size < 31 ? size : 31,
                              size < 33 ? size : 33,
                              size > 32 ? size : 32,
                              1,
                              size / 32,
                              (size + 31) / 32,
                              size < 64 ? size : 64,
                              size < 32 ? size - 1 : 32,
                              size < 32 ? size + 1 : 32,
                              size < 32 ? size : 0,
                              size < 32 ? size : 1,
                              size < 32 ? size - 1 : 31,
                              (31 + size) / size};
    return which < (int)(sizeof answers / sizeof *answers) ? answers[which] : NAN;
}
static const char *const words_answers[] = {"size, also where a warp has fewer threads than that",
                                            "32, also where the table has fewer words",
                                            "32 / size, how many threads ask for the same word",
                                            "size - 1, the largest index",
                                            "at most 16, and a warp has 32 threads",
                                            "size % 32",
                                            "32 % size",
                                            "at most 31, and a warp has 32 threads",
                                            "at most 33, and a warp has 32 threads",
                                            "the larger one of size and 32: the smaller one is it",
                                            "1 for every size",
                                            "size / 32",
                                            "size / 32, rounded up",
                                            "at most 64, and a warp has 32 threads",
                                            "one too few where the table is small",
                                            "one too many where the table is small",
                                            "0 where the table is large",
                                            "1 where the table is large",
                                            "one too few",
                                            "32 / size, rounded up"};

static void explain_words(const double *words) {
    for (int which = 0; !isnan(answered_words(which, 1)); which++) {
        int same = 0;
        while (same < 13 && words[same] == answered_words(which, 1 << same))
            same++;
        if (same == 13)
            fail(NULL,
                 "hWordsPerRequest answers %s. The 32 threads of a warp ask for table[i %% "
                 "size]: as many different words as the table has, and 32 at most.",
                 words_answers[which]);
    }
}

static void check_words_answer(const struct run *run) {
    const double *words = judge_numbers(run, "words", 13);
    for (int i = 0; words && i < 13; i++) {
        int size = 1 << i, expected = size < 32 ? size : 32;
        if (words[i] != expected)
            explain_words(words);
        if (words[i] != expected)
            fail(NULL,
                 "hWordsPerRequest(%d) is %.0f, expected %d: the indices i %% %d of 32 "
                 "neighbouring threads take %d different values.",
                 size, words[i], expected, size, expected);
    }
    const size_t odd_count = sizeof lab6_odd_sizes / sizeof *lab6_odd_sizes;
    const double *odd = judge_numbers(run, "odd", odd_count);
    for (size_t i = 0; words && odd && i < odd_count; i++) {
        int size = lab6_odd_sizes[i], expected = size < 32 ? size : 32;
        if (odd[i] != expected)
            fail(NULL,
                 "hWordsPerRequest(%d) is %.0f, expected %d, and right for powers of two: "
                 "the indices i %% %d of 32 neighbouring threads take %d different values.",
                 size, odd[i], expected, size, expected);
    }
    if (words)
        pass("Right for every size.");
    fail(NULL, "hWordsPerRequest did not come back.");
}

/* ---- step 5 ---------------------------------------------------------------------------------- */

static void check_arguments(const struct run *run) {
    static const struct {
        const char *what;
        int expected;
    } cases[4] = {{"words = 0", 1}, {"words = -3", 1}, {"n = -1", 1}, {"n = 0", 0}};
    const double *wrong = judge_numbers(run, "wrong", 4);
    if (!wrong)
        fail(NULL, "hLookup did not come back from wrong arguments (words = 0, words = -3, n = "
                   "-1, n = 0).");
    for (int i = 0; wrong && i < 4; i++)
        if (wrong[i] == 801)
            fail(NULL, "hLookup is still to be written: it returns "
                       "cudaErrorNotSupported.");
        else if (wrong[i] != cases[i].expected)
            fail(NULL, "hLookup with %s returns %s, expected %s.", cases[i].what,
                 judge_error_name(wrong[i]), judge_error_name(cases[i].expected));
    int n = (int)judge_argument(run, "n");
    const double *out = judge_numbers(run, "out", (size_t)n);
    for (int i = 0; out && i < n; i++)
        if (out[i] != hidden_unanswered(run->seed))
            fail("output-on-error",
                 "hLookup refuses its arguments, or has nothing to do, and changes out[%d] "
                 "all the same: leave it as it was.",
                 i);
    pass("Wrong arguments are refused, no work is a success.");
}

const struct check lab_checks[] = {{"fill", check_fill, NULL},
                                   {"constant", check_constant, NULL},
                                   {"global", check_global, NULL},
                                   {"guard", check_guard, NULL},
                                   {"whole", check_whole, NULL},
                                   {"remainder", check_remainder, NULL},
                                   {"print", check_print, NULL},
                                   {"makefile", check_makefile, NULL},
                                   {"uniform-sums", check_uniform_sums, NULL},
                                   {"divergent-sums", check_divergent_sums, NULL},
                                   {"sums-guard", check_sums_guard, NULL},
                                   {"uniform-words", check_uniform_words, NULL},
                                   {"divergent-words", check_divergent_words, NULL},
                                   {"words-answer", check_words_answer, NULL},
                                   {"lookup", check_lookup, NULL},
                                   {"arguments", check_arguments, NULL},
                                   {"failing", judge_failing, NULL},
                                   {0}};
