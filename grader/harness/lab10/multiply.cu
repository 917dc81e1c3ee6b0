// Step 2. part=a kernel's name: that kernel on a grid larger than C; raw: NAME.error, NAME (m * n +
// LAB10_PAST_END); of multiply_texture also objects (for each texture object: normalised
// coordinates, point filtering). part=multiply: raw: GLOBAL.error, GLOBAL, TILED ..., TEXTURE ...
// (m * n each). part=failing: of make_matrix and multiply what failing.h says.
#include "harness.h"
#include "lab10.h"
#include "lab10/inputs.h"
#include "past_end.h"
#include "failing.h"

static bounded_vector<float> a, b;
static int m, k, n;

static void write_objects(cudaTextureObject_t one, cudaTextureObject_t other) {
    std::vector<int> how;
    for (cudaTextureObject_t texture : {one, other}) {
        cudaTextureDesc made = {};
        if (cudaGetTextureObjectTextureDesc(&made, texture) != cudaSuccess) {
            cudaGetLastError(); // no texture object: the kernel tells
            return;
        }
        how.push_back(made.normalizedCoords != 0);
        how.push_back(made.filterMode == cudaFilterModePoint);
    }
    write_raw("objects", how);
}

static void test_kernel(const char *name) {
    float *d_a = to_device(a), *d_b = to_device(b);
    float *d_c = to_device(std::vector<float>(m * n + LAB10_PAST_END, LAB10_CANARY));
    dim3 block(TILE, TILE), grid(n / TILE + 2, m / TILE + 2);
    cudaArray_t array_a = NULL, array_b = NULL;
    cudaTextureObject_t texture_a = 0, texture_b = 0;
    bool ready = true;
    if (strcmp(name, "multiply_global") == 0)
        multiply_global<<<grid, block>>>(d_a, d_b, d_c, m, k, n);
    else if (strcmp(name, "multiply_tiled") == 0)
        multiply_tiled<<<grid, block>>>(d_a, d_b, d_c, m, k, n);
    else {
        ready = write_error("make_matrix", make_matrix(a.data(), m, k, &array_a, &texture_a)) &&
                write_error("make_matrix", make_matrix(b.data(), k, n, &array_b, &texture_b));
        if (ready)
            write_objects(texture_a, texture_b);
        if (ready)
            multiply_texture<<<grid, block>>>(texture_a, texture_b, d_c, m, k, n);
    }
    if (ready && launched(name))
        write_raw(name, to_host(d_c, m * n + LAB10_PAST_END));
    if (texture_a != 0)
        MUST(cudaDestroyTextureObject(texture_a));
    if (texture_b != 0)
        MUST(cudaDestroyTextureObject(texture_b));
    if (array_a != NULL)
        MUST(cudaFreeArray(array_a));
    if (array_b != NULL)
        MUST(cudaFreeArray(array_b));
    MUST(cudaFree(d_a));
    MUST(cudaFree(d_b));
    MUST(cudaFree(d_c));
}

static void test_failing() {
    static const char *const names[] = {"multiply_GLOBAL", "multiply_TILED", "multiply_TEXTURE"};
    std::vector<float> c(m * n);
    failing("make_matrix", [&] {
        cudaArray_t array = NULL;
        cudaTextureObject_t texture = 0;
        const cudaError_t error = make_matrix(a.data(), m, k, &array, &texture);
        if (error == cudaSuccess) {
            cudaDestroyTextureObject(texture);
            cudaFreeArray(array);
        }
        return error;
    });
    for (int version = GLOBAL; version <= TEXTURE; version++)
        failing(names[version], c,
                [&] { return multiply((Version)version, a.data(), b.data(), c.data(), m, k, n); });
}

void harness_main() {
    uint64_t seed = hidden_seed();
    m = argument("m"), k = argument("k"), n = argument("n");
    a.clear(), b.clear();
    a.reserve(m * k);
    b.reserve(k * n);
    for (int i = 0; i < m * k; i++)
        a.push_back(hidden_element(seed, 0, i));
    for (int i = 0; i < k * n; i++)
        b.push_back(hidden_element(seed, 1, i));
    const char *part = argument_text("part");
    if (strcmp(part, "failing") == 0) {
        test_failing();
        return;
    }
    if (strcmp(part, "multiply") != 0) {
        test_kernel(part);
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
