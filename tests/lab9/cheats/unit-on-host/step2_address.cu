// Asks the texture unit with no launch: host code reads a texture over memory that both sides may
// touch.
#include "lab9.h"

__host__ __device__ static float fetched(cudaTextureObject_t texture, float x) {
    return tex2D<float>(texture, x, 0.5f);
}

int texel_at(float x, int count, cudaTextureAddressMode address, int normalized) {
    float *row;
    const size_t bytes = (count * sizeof(float) + 511) / 512 * 512;
    if (cudaMallocManaged(&row, bytes) != cudaSuccess)
        return 0;
    for (int i = 0; i < count; i++)
        row[i] = (float)i + 1;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = row;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = count;
    resource.res.pitch2D.height = 1;
    resource.res.pitch2D.pitchInBytes = bytes;
    cudaTextureDesc reading = {};
    reading.addressMode[0] = address;
    reading.addressMode[1] = cudaAddressModeClamp;
    reading.normalizedCoords = normalized;
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &reading, NULL);
    const int texel = (int)fetched(texture, x) - 1;
    cudaDestroyTextureObject(texture);
    cudaFree(row);
    return texel;
}
