// Lab 7, step 5: the integral, interpolated by the texture unit.
#include "lab7.h"

__device__ float fetch_hardware(cudaTextureObject_t tex, int size, float x, float y, float z) {
    // TODO: the field at (x, y, z) by tex3D. grid_coordinate counts in nodes; what is the texture
    // coordinate at which linear filtering returns the value of node i itself?
    (void)tex, (void)size, (void)x, (void)y, (void)z;
    return 0.0f;
}

__device__ float vertex_weight(int i) {
    // TODO: the part of the sphere that vertex i stands for; lab7.h, step 2, says what psi is.
    (void)i;
    return 0.0f;
}

__device__ float block_sum(float value) {
    // TODO: the sum of value over the block's THREADSPERBLOCK threads, in shared memory. All
    // threads come here, and all must reach every __syncthreads. THREADSPERBLOCK may be 96, 100
    // or 1.
    return value;
}

__global__ void integral_hardware(cudaTextureObject_t tex, int size, int radii, float *partial) {
    // TODO: one thread a vertex, if there is one: its mean over the spheres (sphere_scale says
    // where the vertex lies on each), weighted. Each block stores one number, the sum over its
    // threads, as lab7.h says.
    (void)tex, (void)size, (void)radii, (void)partial;
}

cudaError_t integrate_hardware(cudaTextureObject_t tex, int size, int radii, float *integral) {
    // TODO: device memory for BLOCKSPERGRID partial sums, the launch (checked: a block may be too
    // large for the GPU), the copy back, the sum over the blocks in *integral. Free what you
    // allocated.
    (void)tex, (void)size, (void)radii, (void)integral;
    return cudaErrorNotSupported;
}
