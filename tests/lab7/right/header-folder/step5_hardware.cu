// Unusual but right: the fetch is in a header in a folder of its own, which includes the lab's.
#include "fetch/unit.cuh"

__device__ float vertex_weight(int i) {
    const float step = 3.14159265f / COEF; // dphi and dpsi
    return fabsf(sinf((i % COEF + 0.5f) * step)) * step * step;
}

__device__ float block_sum(float value) {
    __shared__ float cache[THREADSPERBLOCK];
    int t = threadIdx.x;
    cache[t] = value;
    __syncthreads();
    // Each turn folds the upper half onto the lower one; of an odd number the middle one waits.
    for (int count = THREADSPERBLOCK; count > 1;) {
        int half = (count + 1) / 2;
        if (t + half < count)
            cache[t] += cache[t + half];
        __syncthreads();
        count = half;
    }
    return cache[0];
}

__global__ void integral_hardware(cudaTextureObject_t tex, int size, int radii, float *partial) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    if (i < VERTCOUNT) {
        Vertex v = vert[i];
        for (int j = 0; j < radii; j++) {
            float scale = sphere_scale(j, radii);
            sum += fetch_hardware(tex, size, v.x * scale, v.y * scale, v.z * scale);
        }
        sum *= vertex_weight(i) / radii;
    }
    sum = block_sum(sum); // outside the if: threads without a vertex must reach the barriers too
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

cudaError_t integrate_hardware(cudaTextureObject_t tex, int size, int radii, float *integral) {
    float sums[BLOCKSPERGRID];
    float *partial = NULL;
    CUDA_TRY(cudaMalloc(&partial, sizeof sums));
    integral_hardware<<<BLOCKSPERGRID, THREADSPERBLOCK>>>(tex, size, radii, partial);
    cudaError_t error = cudaGetLastError(); // a launch that never started is known here only
    if (error == cudaSuccess)
        error = cudaMemcpy(sums, partial, sizeof sums, cudaMemcpyDeviceToHost);
    cudaFree(partial);
    if (error != cudaSuccess)
        return error;

    float total = 0.0f;
    for (int block = 0; block < BLOCKSPERGRID; block++)
        total += sums[block];
    *integral = total;
    return cudaSuccess;
}
