// Step 5's integral. What it adds up are functions of ours, in the place of the student's
// (grader_open.h): a mistake in one of those is told by its own test, and costs no integral. Raw:
// integral_hardware.error, partial (BLOCKSPERGRID + 1, the last must stay -77), called
// (BLOCKSPERGRID: the threads that called block_sum); integrate_hardware.error, integral (1),
// again.error, again (1): a second call, a radius more; part=failing: of integrate_hardware what
// failing.h says.
#include "texture.h"
#include "failing.h"

// In the place of the student's.
__device__ float fetch_hardware(cudaTextureObject_t tex, int size, float x, float y, float z) {
    return tex3D<float>(tex, grid_coordinate(x, size) + 0.5f, grid_coordinate(y, size) + 0.5f,
                        grid_coordinate(z, size) + 0.5f);
}

__device__ float vertex_weight(int i) {
    const float step = 3.14159265358979323846f / COEF;
    return sinf((i % COEF + 0.5f) * step) * step * step;
}

// How many threads of a block called block_sum, block by block.
__device__ int parts_called[BLOCKSPERGRID];

// The total, to all threads. Those that do not come count as 0.
__device__ float block_sum(float value) {
    __shared__ float values[1024];
    __shared__ float total;
    if (blockIdx.x < BLOCKSPERGRID)
        atomicAdd(&parts_called[blockIdx.x], 1);
    if (threadIdx.x == 0)
        for (int i = 0; i < (int)blockDim.x && i < 1024; i++)
            values[i] = 0.0f;
    __syncthreads();
    if (threadIdx.x < 1024)
        values[threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x == 0) {
        total = 0.0f;
        for (int i = 0; i < (int)blockDim.x && i < 1024; i++)
            total += values[i];
    }
    __syncthreads();
    const float sum = total;
    __syncthreads(); // a second call may follow
    return sum;
}

// From now on.
static inline void count_calls() {
    MUST(cudaMemcpyToSymbol(parts_called, std::vector<int>(BLOCKSPERGRID).data(),
                            BLOCKSPERGRID * sizeof(int)));
}

static inline void write_called() {
    std::vector<int> called(BLOCKSPERGRID);
    if (cudaMemcpyFromSymbol(called.data(), parts_called, called.size() * sizeof(int)) ==
        cudaSuccess)
        write_raw("called", called);
    cudaGetLastError();
}

void harness_main() {
    uint64_t seed = hidden_seed();
    const char *part = argument_text("part");
    const int size = argument("size");
    cudaArray_t array = hidden_array(
        seed, size, strcmp(part, "integral") == 0 ? HIDDEN_TOTAL_SCALE : 1, hidden_even_value);
    cudaTextureObject_t tex = hidden_texture(array);
    fill_vertices(seed);
    if (strcmp(part, "partial") == 0) {
        float *out = to_device(std::vector<float>(BLOCKSPERGRID + 1, -77.0f));
        count_calls();
        integral_hardware<<<BLOCKSPERGRID, THREADSPERBLOCK>>>(tex, size, argument("radii"), out);
        if (launched("integral_hardware"))
            write_raw("partial", to_host(out, BLOCKSPERGRID + 1));
        write_called();
        MUST(cudaFree(out));
    } else if (strcmp(part, "failing") == 0) {
        float integral;
        failing("integrate_hardware", &integral, 1,
                [&] { return integrate_hardware(tex, size, 2, &integral); });
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
