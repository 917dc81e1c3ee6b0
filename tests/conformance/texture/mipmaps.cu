// Mipmapped arrays: their levels, fetches with a level, by value and through a pointer.
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t e_ = (call);                                                                   \
        if (e_ != cudaSuccess) {                                                                   \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_));                               \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__global__ void levels(cudaTextureObject_t t, float *out) {
    for (int i = 0; i < 8; i++)
        out[i] = tex2DLod<float>(t, 0.5f, 0.5f, 0.25f + 0.5f * (float)i);
    tex2DLod(&out[8], t, 0.125f, 0.125f, 1.0f);
    out[9] = tex2D<float>(t, 0.125f, 0.125f);
    out[10] = tex2DLod<float>(t, 0.5f, 0.5f, -3.0f);
}

int main() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mipmap;
    CHECK(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(8, 4, 0), 10));
    unsigned count = 0;
    for (cudaArray_t level; cudaGetMipmappedArrayLevel(&level, mipmap, count) == cudaSuccess;) {
        cudaExtent extent;
        unsigned flags;
        float texels[32];
        CHECK(cudaArrayGetInfo(&format, &extent, &flags, level));
        for (int i = 0; i < 32; i++)
            texels[i] = (float)(100 * count + i);
        CHECK(cudaMemcpy2DToArray(level, 0, 0, texels, 4 * extent.width, 4 * extent.width,
                                  extent.height, cudaMemcpyHostToDevice));
        printf("level %u: %zu x %zu\n", count++, extent.width, extent.height);
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
    for (int linear = 0; linear < 2; linear++) {
        cudaTextureDesc texture = {};
        for (int d = 0; d < 3; d++)
            texture.addressMode[d] = cudaAddressModeClamp;
        texture.normalizedCoords = 1;
        texture.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
        texture.mipmapFilterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
        texture.maxMipmapLevelClamp = linear ? 2.5f : 10.0f;
        cudaTextureObject_t object;
        CHECK(cudaCreateTextureObject(&object, &resource, &texture, NULL));
        float result[11], *out;
        CHECK(cudaMalloc(&out, sizeof result));
        levels<<<1, 1>>>(object, out);
        CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
        for (float v : result)
            printf("%g ", v);
        printf("\n");
        CHECK(cudaDestroyTextureObject(object));
        CHECK(cudaFree(out));
    }
    CHECK(cudaFreeMipmappedArray(mipmap));
    return 0;
}
