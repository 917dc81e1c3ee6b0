// Step 5, part by part. Raw: samples (HIDDEN_POINTS); weights (VERTCOUNT); sums (BLOCKS);
// integral_hardware.error, partial (BLOCKSPERGRID + 1, the last must stay -77);
// integrate_hardware.error, integral (1), again.error, again (1): a second call, a radius more.
#include "lab7/texture.h"

enum { BLOCKS = 5 };

__global__ static void sample(cudaTextureObject_t tex, int size, const float3 *points, float *out) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < HIDDEN_POINTS)
        out[n] = fetch_hardware(tex, size, points[n].x, points[n].y, points[n].z);
}

__global__ static void weigh(float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < VERTCOUNT)
        out[i] = vertex_weight(i);
}

__global__ static void sum(const float *values, float *out) {
    float total = block_sum(values[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x == 0)
        out[blockIdx.x] = total;
}

static void test_sums(uint64_t seed) {
    std::vector<float> values;
    for (int b = 0; b < BLOCKS; b++)
        for (int t = 0; t < THREADSPERBLOCK; t++)
            values.push_back(hidden_summand(seed, b, t));
    float *in = to_device(values), *out = to_device(std::vector<float>(BLOCKS, 0));
    sum<<<BLOCKS, THREADSPERBLOCK>>>(in, out);
    if (launched("block_sum"))
        write_raw("sums", to_host(out, BLOCKS));
    MUST(cudaFree(in));
    MUST(cudaFree(out));
}

static void test_texture(const char *part, uint64_t seed, int size) {
    bool whole = strcmp(part, "integral") == 0;
    cudaArray_t array =
        hidden_array(seed, size, whole ? HIDDEN_TOTAL_SCALE : 1,
                     strcmp(part, "samples") == 0 ? hidden_value : hidden_even_value);
    cudaTextureObject_t tex = hidden_texture(array);
    fill_vertices(seed);
    if (strcmp(part, "samples") == 0) {
        float3 *points = to_device(hidden_points(seed, size, RADIUS));
        float *out = to_device(std::vector<float>(HIDDEN_POINTS, 0));
        sample<<<(HIDDEN_POINTS + 63) / 64, 64>>>(tex, size, points, out);
        if (launched("fetch_hardware"))
            write_raw("samples", to_host(out, HIDDEN_POINTS));
        MUST(cudaFree(points));
        MUST(cudaFree(out));
    } else if (strcmp(part, "partial") == 0) {
        float *out = to_device(std::vector<float>(BLOCKSPERGRID + 1, -77.0f));
        integral_hardware<<<BLOCKSPERGRID, THREADSPERBLOCK>>>(tex, size, argument("radii"), out);
        if (launched("integral_hardware"))
            write_raw("partial", to_host(out, BLOCKSPERGRID + 1));
        MUST(cudaFree(out));
    } else {
        float integral = -77.0f, again = -77.0f;
        write_error("integrate_hardware",
                    integrate_hardware(tex, size, argument("radii"), &integral));
        write_number("integral", integral);
        write_error("again", integrate_hardware(tex, size, argument("radii") + 1, &again));
        write_number("again", again);
    }
    MUST(cudaDestroyTextureObject(tex));
    MUST(cudaFreeArray(array));
}

void harness_main() {
    uint64_t seed = hidden_seed();
    const char *part = argument_text("part");
    if (strcmp(part, "sums") == 0) {
        test_sums(seed);
    } else if (strcmp(part, "weights") == 0) {
        float *out = to_device(std::vector<float>(VERTCOUNT, 0));
        weigh<<<(VERTCOUNT + 63) / 64, 64>>>(out);
        if (launched("vertex_weight"))
            write_raw("weights", to_host(out, VERTCOUNT));
        MUST(cudaFree(out));
    } else {
        test_texture(part, seed, argument("size"));
    }
}
