// Step 2: gTestCM, gTestGM and hTestCM.
// part=numbers kernel=NAME: as many threads as elements. Raw: NAME.error, NAME (n +
// LAB6_PAST_END). part=guard kernel=NAME: fewer elements than the table has words, and threads to
// spare. Raw, for each launch k (lab6_guard_threads): guardK.error, guardK (n + LAB6_PAST_END).
// part=whole: hTestCM on n elements, a multiple of usual blocks. Raw: hTestCM.error, hTestCM (n),
// again.error, again (n, the same call), ownK (n, what gTestCM gives of them in blocks of
// lab6_own_threads), own_words (the same of another table), own_elements (of other elements).
// part=remainder: hTestCM on n elements, any number. Raw: hTestCM.error, hTestCM (n), one (1), many
// (LAB6_MANY), even (LAB6_EVEN), each of other data, and their errors.
// hTestCM calls our hInitCM, for the student's is weak (grader_init.h); until then c_a holds
// LAB6_BEFORE, in each call anew. part=failing: of hTestCM what failing.h says.
#include "harness.h"
#include "lab6.h"
#include "inputs.h"
#include "failing.h"

extern __constant__ int c_a[CM_SIZE];

static std::vector<int> table(CM_SIZE), before(CM_SIZE, LAB6_BEFORE);

static void fill(const std::vector<int> &words) {
    MUST(cudaMemcpyToSymbol(c_a, words.data(), CM_SIZE * sizeof(int)));
}

cudaError_t hInitCM(void) {
    return cudaMemcpyToSymbol(c_a, table.data(), CM_SIZE * sizeof(int));
}

// `count` hidden elements from number `from` on.
static std::vector<int> elements(int from, int count) {
    std::vector<int> a;
    for (int i = 0; i < count; i++)
        a.push_back(hidden_element(hidden_seed(), from + i));
    return a;
}

static int canary() {
    return hidden_canary(hidden_seed());
}

// Runs kernel `kernel` on device copies and writes all of b, what lies behind it included.
static void test_kernel(const char *name, const char *kernel, const std::vector<int> &values,
                        int blocks, int threads) {
    const int n = (int)values.size();
    const bool constant = strcmp(kernel, "gTestCM") == 0;
    int *a = to_device(values), *b = to_device(std::vector<int>(n + LAB6_PAST_END, canary())),
        *c = constant ? NULL : to_device(table);
    fill(constant ? table : before); // before: not the table of gTestGM
    if (constant)
        gTestCM<<<blocks, threads>>>(a, b, n);
    else
        gTestGM<<<blocks, threads>>>(a, b, c, n);
    if (launched(name))
        write_raw(name, to_host(b, n + LAB6_PAST_END));
    MUST(cudaFree(a));
    MUST(cudaFree(b));
    MUST(cudaFree(c));
}

static void test_guard(const char *kernel) {
    for (int k = 0; k < LAB6_GUARDS; k++) {
        char name[20];
        const int threads = lab6_guard_threads[k];
        snprintf(name, sizeof name, "guard%d", k);
        test_kernel(name, kernel, elements(0, CM_SIZE - 1), (CM_SIZE - 2) / threads + 2, threads);
    }
}

// hTestCM on `count` elements, from number `from` on.
static bool test_whole(const char *name, int from, int count) {
    fill(before);
    std::vector<int> a = elements(from, count), b(count, canary());
    const bool well = write_error(name, hTestCM(a.data(), b.data(), count));
    if (well)
        write_raw(name, b);
    return well;
}

// What gTestCM gives of n elements with these words.
static void write_own(const char *name, const std::vector<int> &words, int from, int n,
                      int threads) {
    fill(words);
    int *a = to_device(elements(from, n)), *b = to_device(std::vector<int>(n, canary()));
    gTestCM<<<n / threads, threads>>>(a, b, n);
    if (cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess)
        write_raw(name, to_host(b, n));
    MUST(cudaFree(a));
    MUST(cudaFree(b));
}

static void test_own(int n) {
    harness_uncounted uncounted;
    for (int k = 0; k < LAB6_OWNS; k++) {
        char name[20];
        snprintf(name, sizeof name, "own%d", k);
        write_own(name, table, 0, n, lab6_own_threads[k]);
    }
    write_own("own_words", before, 0, n, 128);
    write_own("own_elements", table, n, n, 128);
}

void harness_main() {
    const char *part = argument_text("part");
    const int n = argument("n");
    for (int i = 0; i < CM_SIZE; i++)
        table[i] = hidden_constant(hidden_seed(), i);
    if (strcmp(part, "numbers") == 0) {
        const int threads = argument("threads");
        test_kernel(argument_text("kernel"), argument_text("kernel"), elements(0, n), n / threads,
                    threads);
    } else if (strcmp(part, "guard") == 0) {
        test_guard(argument_text("kernel"));
    } else if (strcmp(part, "failing") == 0) {
        std::vector<int> a = elements(0, n), b(n);
        failing("hTestCM", b, [&] { return hTestCM(a.data(), b.data(), n); });
    } else if (strcmp(part, "whole") == 0) {
        if (test_whole("hTestCM", 0, n) && test_whole("again", 0, n) && harness_goes_on())
            test_own(n);
    } else {
        test_whole("hTestCM", 0, n);
        test_whole("one", n, 1);
        test_whole("many", n + 1, LAB6_MANY);
        test_whole("even", n + 1 + LAB6_MANY, LAB6_EVEN);
    }
}
