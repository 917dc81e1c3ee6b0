// Step 2: gTestCM, gTestGM and hTestCM. Raw: NAME.error, NAME (n + LAB6_PAST_END, hTestCM n);
// after hTestCM one.error, one (1), many.error, many (LAB6_MANY): other calls on other data.
// hTestCM calls our hInitCM, for the student's is weak (grader_init.h); until then c_a holds
// LAB6_BEFORE, in each call anew. part=failing: of hTestCM what failing.h says.
#include "harness.h"
#include "lab6.h"
#include "lab6/inputs.h"
#include "failing.h"

extern __constant__ int c_a[CM_SIZE];

static std::vector<int> elements, canary;
static int n, threads;

// Runs launch(a, b) on device copies and writes all of b, what lies behind it included.
template <class Launch> static void test_kernel(const char *name, Launch launch) {
    int *a = to_device(elements), *b = to_device(canary);
    launch(a, b, (n + threads - 1) / threads + 1); // a block more than needed
    if (launched(name))
        write_raw(name, to_host(b, canary.size()));
    MUST(cudaFree(a));
    MUST(cudaFree(b));
}

static std::vector<int> table(CM_SIZE);

// hTestCM on `count` elements, from number `from` on.
static void test_whole(const char *name, int from, int count) {
    std::vector<int> before(CM_SIZE, LAB6_BEFORE);
    MUST(cudaMemcpyToSymbol(c_a, before.data(), CM_SIZE * sizeof(int)));
    std::vector<int> a, b(count, hidden_canary(hidden_seed()));
    for (int i = 0; i < count; i++)
        a.push_back(hidden_element(hidden_seed(), from + i));
    if (write_error(name, hTestCM(a.data(), b.data(), count)))
        write_raw(name, b);
}

cudaError_t hInitCM(void) {
    return cudaMemcpyToSymbol(c_a, table.data(), CM_SIZE * sizeof(int));
}

void harness_main() {
    uint64_t seed = hidden_seed();
    const char *part = argument_text("part");
    n = argument("n");
    threads = argument("threads");
    std::vector<int> before(CM_SIZE, LAB6_BEFORE);
    elements.clear();
    for (int i = 0; i < n; i++)
        elements.push_back(hidden_element(seed, i));
    canary.assign(n + LAB6_PAST_END, hidden_canary(seed));
    for (int i = 0; i < CM_SIZE; i++)
        table[i] = hidden_constant(seed, i);
    MUST(cudaMemcpyToSymbol(c_a, table.data(), CM_SIZE * sizeof(int)));

    if (strcmp(part, "gTestCM") == 0)
        test_kernel(part,
                    [](int *a, int *b, int blocks) { gTestCM<<<blocks, threads>>>(a, b, n); });
    if (strcmp(part, "gTestGM") == 0) {
        int *c = to_device(table);
        MUST(cudaMemcpyToSymbol(c_a, before.data(), CM_SIZE * sizeof(int))); // not its table
        test_kernel(part,
                    [c](int *a, int *b, int blocks) { gTestGM<<<blocks, threads>>>(a, b, c, n); });
        MUST(cudaFree(c));
    }
    if (strcmp(part, "failing") == 0) {
        std::vector<int> b(n);
        failing("hTestCM", b, [&] { return hTestCM(elements.data(), b.data(), n); });
    }
    if (strcmp(part, "hTestCM") == 0) {
        test_whole(part, 0, n);
        test_whole("one", n, 1);
        test_whole("many", n + 1, LAB6_MANY);
    }
}
