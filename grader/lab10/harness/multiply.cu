// Step 2, kernels and make_matrix by themselves, beside the reference's others. Raw, by part:
//   multiply_global, multiply_tiled, multiply_texture
//                     that kernel on a grid larger than C: NAME.error, NAME (m * n +
//                     LAB10_PAST_END)
//   matrix            make_matrix.error, objects (for each of two texture objects: normalised
//                     coordinates, point filtering), matrix (m * n: what the reference multiplies
//                     through them)
//   failing           of make_matrix what failing.h says
#include "harness.h"
#include "reference_multiply.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

static bounded_vector<float> a, b;
static int m, k, n;

// The two matrices as arrays and textures, made by the function that is handed in.
struct Matrices {
    cudaArray_t array_a = NULL, array_b = NULL;
    cudaTextureObject_t texture_a = 0, texture_b = 0;

    template <class Make> cudaError_t make(Make make_one) {
        const cudaError_t error = make_one(a.data(), m, k, &array_a, &texture_a);
        return error != cudaSuccess ? error : make_one(b.data(), k, n, &array_b, &texture_b);
    }
    void free() {
        if (texture_a != 0)
            MUST(cudaDestroyTextureObject(texture_a));
        if (texture_b != 0)
            MUST(cudaDestroyTextureObject(texture_b));
        if (array_a != NULL)
            MUST(cudaFreeArray(array_a));
        if (array_b != NULL)
            MUST(cudaFreeArray(array_b));
    }
};

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

static dim3 larger_grid() {
    return dim3(n / TILE + 2, m / TILE + 2);
}

static void test_matrix() {
    Matrices matrices;
    if (write_error("make_matrix", matrices.make(make_matrix))) {
        write_objects(matrices.texture_a, matrices.texture_b);
        float *d_c = to_device(std::vector<float>(m * n, LAB10_CANARY));
        reference_multiply_texture<<<larger_grid(), dim3(TILE, TILE)>>>(
            matrices.texture_a, matrices.texture_b, d_c, m, k, n);
        if (launched("matrix"))
            write_raw("matrix", to_host(d_c, m * n));
        MUST(cudaFree(d_c));
    }
    matrices.free();
}

static void test_kernel(const char *name) {
    float *d_a = to_device(a), *d_b = to_device(b);
    float *d_c = to_device(std::vector<float>(m * n + LAB10_PAST_END, LAB10_CANARY));
    const dim3 block(TILE, TILE), grid = larger_grid();
    Matrices matrices;
    if (strcmp(name, "multiply_global") == 0)
        multiply_global<<<grid, block>>>(d_a, d_b, d_c, m, k, n);
    else if (strcmp(name, "multiply_tiled") == 0)
        multiply_tiled<<<grid, block>>>(d_a, d_b, d_c, m, k, n);
    else {
        MUST(matrices.make(reference_make_matrix));
        multiply_texture<<<grid, block>>>(matrices.texture_a, matrices.texture_b, d_c, m, k, n);
    }
    if (launched(name))
        write_raw(name, to_host(d_c, m * n + LAB10_PAST_END));
    matrices.free();
    MUST(cudaFree(d_a));
    MUST(cudaFree(d_b));
    MUST(cudaFree(d_c));
}

static void test_failing() {
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
    if (strcmp(part, "failing") == 0)
        test_failing();
    else if (strcmp(part, "matrix") == 0)
        test_matrix();
    else
        test_kernel(part);
}
