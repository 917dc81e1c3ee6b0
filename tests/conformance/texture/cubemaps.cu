// Cubemaps: faces by direction, seams, layers, by value and through a pointer.
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

__global__ void directions(cudaTextureObject_t t, float *out) {
    for (int i = 0; i < 6; i++) {
        const float s = i & 1 ? -1.0f : 1.0f;
        out[i] = texCubemapLayered<float>(t, i < 2 ? s : 0.25f, i / 2 == 1 ? s : 0.25f,
                                          i < 4 ? 0.25f : s, 1);
    }
    texCubemapLayered(&out[6], t, 4.0f, 4.0f, 1.0f, 0);        // an edge
    out[7] = texCubemapLayered<float>(t, 1.0f, 1.0f, 1.0f, 0); // a corner
    out[8] = texCubemapLayeredLod<float>(t, -0.5f, 0.5f, 0.125f, 7, 3.0f);
}

int main() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    const cudaExtent extent = make_cudaExtent(4, 4, 12);
    CHECK(cudaMalloc3DArray(&array, &format, extent, cudaArrayCubemap | cudaArrayLayered));
    float texels[12 * 16];
    for (int i = 0; i < 12 * 16; i++)
        texels[i] = (float)(100 * (i / 16) + i % 16);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(texels, 16, 4, 4);
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    for (int kind = 0; kind < 3; kind++) { // point, linear, seamless
        cudaTextureDesc texture = {};
        for (int d = 0; d < 3; d++)
            texture.addressMode[d] = cudaAddressModeClamp;
        texture.normalizedCoords = 1;
        texture.filterMode = kind ? cudaFilterModeLinear : cudaFilterModePoint;
        texture.seamlessCubemap = kind == 2;
        cudaTextureObject_t object;
        CHECK(cudaCreateTextureObject(&object, &resource, &texture, NULL));
        float result[9], *out;
        CHECK(cudaMalloc(&out, sizeof result));
        directions<<<1, 1>>>(object, out);
        CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
        for (float v : result)
            printf("%g ", v);
        printf("\n");
        CHECK(cudaDestroyTextureObject(object));
        CHECK(cudaFree(out));
    }
    CHECK(cudaFreeArray(array));
    return 0;
}
