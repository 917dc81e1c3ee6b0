// Step 5, function by function. Raw: fetch_hardware.error, samples (HIDDEN_POINTS), plain0 ..
// plain3 (HIDDEN_POINTS each, of the plain fields); vertex_weight.error, weights (VERTCOUNT);
// block_sum.error, sums (BLOCKS), shares (THREADSPERBLOCK: what each thread's value counts for in
// its block's sum). Its integral: hardware-whole.cu.
#include "texture.h"

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
    __syncthreads(); // who left out one of its barriers waits here while others wait there
    if (threadIdx.x == 0)
        out[blockIdx.x] = total;
}

// The sums of so many blocks of these values.
static void write_sums(const char *name, const std::vector<float> &values, int blocks) {
    float *in = to_device(values), *out = to_device(std::vector<float>(blocks, 0));
    sum<<<blocks, THREADSPERBLOCK>>>(in, out);
    if (launched("block_sum"))
        write_raw(name, to_host(out, blocks));
    MUST(cudaFree(in));
    MUST(cudaFree(out));
}

static void test_sums(uint64_t seed) {
    std::vector<float> values, ones(THREADSPERBLOCK * THREADSPERBLOCK, 0.0f);
    for (int b = 0; b < BLOCKS; b++)
        for (int t = 0; t < THREADSPERBLOCK; t++)
            values.push_back(hidden_summand(seed, b, t));
    for (int t = 0; t < THREADSPERBLOCK; t++)
        ones[(THREADSPERBLOCK + 1) * t] = 1; // in block t the value of thread t alone
    write_sums("sums", values, BLOCKS);
    if (!harness_goes_on())
        return;
    harness_uncounted uncounted;
    write_sums("shares", ones, THREADSPERBLOCK);
}

static void write_samples(const char *name, cudaTextureObject_t tex, int size,
                          const float3 *points) {
    float *out = to_device(std::vector<float>(HIDDEN_POINTS, 0));
    sample<<<(HIDDEN_POINTS + 63) / 64, 64>>>(tex, size, points, out);
    if (launched("fetch_hardware"))
        write_raw(name, to_host(out, HIDDEN_POINTS));
    MUST(cudaFree(out));
}

static void write_plain(int size, const float3 *points) {
    harness_uncounted uncounted;
    for (int field = 0; field < PLAIN_FIELDS; field++) {
        cudaArray_t array = hidden_array((uint64_t)field, size, 1, plain_value);
        cudaTextureObject_t plain = hidden_texture(array);
        char name[20];
        snprintf(name, sizeof name, "plain%d", field);
        write_samples(name, plain, size, points);
        MUST(cudaDestroyTextureObject(plain));
        MUST(cudaFreeArray(array));
    }
}

static void test_samples(uint64_t seed, cudaTextureObject_t tex, int size) {
    float3 *points = to_device(hidden_points(seed, size, RADIUS));
    write_samples("samples", tex, size, points);
    if (harness_goes_on())
        write_plain(size, points);
    MUST(cudaFree(points));
}

void harness_main() {
    uint64_t seed = hidden_seed();
    const char *part = argument_text("part");
    if (strcmp(part, "sums") == 0) {
        test_sums(seed);
    } else if (strcmp(part, "weights") == 0) {
        fill_vertices(seed); // other nodes than the sphere's, for it is not to read them
        float *out = to_device(std::vector<float>(VERTCOUNT, 0));
        weigh<<<(VERTCOUNT + 63) / 64, 64>>>(out);
        if (launched("vertex_weight"))
            write_raw("weights", to_host(out, VERTCOUNT));
        MUST(cudaFree(out));
    } else {
        const int size = argument("size");
        set_field(seed); // for who calls func itself
        cudaArray_t array = hidden_array(seed, size);
        cudaTextureObject_t tex = hidden_texture(array);
        fill_vertices(seed);
        test_samples(seed, tex, size);
        MUST(cudaDestroyTextureObject(tex));
        MUST(cudaFreeArray(array));
    }
}
