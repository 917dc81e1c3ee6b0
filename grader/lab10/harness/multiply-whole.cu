// Step 2's multiply by itself: make_matrix and the kernels are the reference's (grader_parts.h).
// Raw: GLOBAL.error, GLOBAL, TILED ..., TEXTURE ... (m * n each); part=failing: what failing.h
// says, of multiply under the names multiply_GLOBAL, multiply_TILED and multiply_TEXTURE.
#include "harness.h"
#include "lab10.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

#ifndef OWN_PARTS // the file multiply-own.cu is this one beside the student's own functions
#define multiply reference_multiply
static cudaError_t multiply(Version version, const float *a, const float *b, float *c, int m, int k,
                            int n);
#include "step2_multiply.cu"
#undef multiply
#endif

static void test_failing(const bounded_vector<float> &a, const bounded_vector<float> &b, int m,
                         int k, int n) {
    static const char *const names[] = {"multiply_GLOBAL", "multiply_TILED", "multiply_TEXTURE"};
    std::vector<float> c(m * n);
    for (int version = GLOBAL; version <= TEXTURE; version++)
        failing(names[version], c,
                [&] { return multiply((Version)version, a.data(), b.data(), c.data(), m, k, n); });
}

void harness_main() {
    uint64_t seed = hidden_seed();
    const int m = argument("m"), k = argument("k"), n = argument("n");
    bounded_vector<float> a, b;
    a.reserve(m * k);
    b.reserve(k * n);
    for (int i = 0; i < m * k; i++)
        a.push_back(hidden_element(seed, 0, i));
    for (int i = 0; i < k * n; i++)
        b.push_back(hidden_element(seed, 1, i));
    if (strcmp(argument_text("part"), "failing") == 0) {
        test_failing(a, b, m, k, n);
        return;
    }
    const char *const names[] = {"GLOBAL", "TILED", "TEXTURE"};
    for (int version = GLOBAL; version <= TEXTURE; version++) {
        bounded_vector<float> c(m * n, LAB10_CANARY);
        if (write_error(names[version],
                        multiply((Version)version, a.data(), b.data(), c.data(), m, k, n)))
            write_raw(names[version], c);
    }
}
