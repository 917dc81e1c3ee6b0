// The levels that gradients choose: 1-D and 2-D, with layers and without, by value and through a
// pointer. Every texel of a level is its number; what is printed is from an NVIDIA H200
// (tests/records/texture, grad.cu).
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t e_ = (call);                                                                   \
        if (e_ != cudaSuccess) {                                                                   \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_));                               \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__global__ void by_gradients(cudaTextureObject_t line, cudaTextureObject_t lines,
                             cudaTextureObject_t plane, cudaTextureObject_t planes, float *out) {
    *out++ = tex1DGrad<float>(line, 0.3f, 0x1.fd6ff2p-8f, 0x1.0721b6p-1f);
    tex1DGrad(out++, line, 0.3f, 0x1.54acbcp-3f, -0x1.192bd4p-4f);
    *out++ = tex1DLayeredGrad<float>(lines, 0.3f, 1, 0x1.54b1f8p-4f, 0x1.caee34p-7f);
    tex1DLayeredGrad(out++, lines, 0.3f, 1, 0x1.f48766p-6f, -0x1.53249cp-7f);
    *out++ = tex2DGrad<float>(plane, 0.3f, 0.4f, make_float2(0x1.d182cep-2f, 0x1.d12acp-2f),
                              make_float2(0x1.6b7cfp-3f, -0x1.63b6fcp-4f));
    tex2DGrad(out++, plane, 0.3f, 0.4f, make_float2(0x1.92ae88p-6f, -0x1.cffbc8p-9f),
              make_float2(-0x1.764p-8f, -0x1.80de08p-8f));
    *out++ =
        tex2DLayeredGrad<float>(planes, 0.3f, 0.4f, 0, make_float2(-0x1.8fed4p-7f, -0x1.7c6128p-7f),
                                make_float2(-0x1.32e634p-3f, 0x1.81f82cp-2f));
    tex2DLayeredGrad(out++, planes, 0.3f, 0.4f, 1, make_float2(-0x1.0be6ap-6f, 0x1.c6c9d8p-3f),
                     make_float2(0x1.b7ece8p-6f, 0x1.4afb2ep-8f));
    *out++ = tex2DGrad<float>(plane, 0.3f, 0.4f, make_float2(0, 0), make_float2(0, 0));
}

static cudaTextureObject_t numbers(int height, int layers) {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mipmap;
    CHECK(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(64, height, layers), 7,
                                   layers ? cudaArrayLayered : 0));
    for (int l = 0; l < 7; l++) {
        const int width = 64 >> l, rows = height >> l ? height >> l : 1;
        std::vector<float> texels(width * rows * 2, (float)l);
        cudaMemcpy3DParms copy = {};
        CHECK(cudaGetMipmappedArrayLevel(&copy.dstArray, mipmap, l));
        copy.srcPtr = make_cudaPitchedPtr(texels.data(), 4 * width, width, rows);
        copy.extent = make_cudaExtent(width, rows, layers ? layers : 1);
        copy.kind = cudaMemcpyHostToDevice;
        CHECK(cudaMemcpy3D(&copy));
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
    cudaTextureDesc texture = {};
    for (int d = 0; d < 3; d++)
        texture.addressMode[d] = cudaAddressModeClamp;
    texture.normalizedCoords = 1;
    texture.filterMode = cudaFilterModeLinear;
    texture.mipmapFilterMode = cudaFilterModeLinear;
    texture.maxMipmapLevelClamp = 100;
    cudaTextureObject_t object;
    CHECK(cudaCreateTextureObject(&object, &resource, &texture, NULL));
    return object;
}

int main() {
    float *out, h[9];
    CHECK(cudaMalloc(&out, sizeof h));
    by_gradients<<<1, 1>>>(numbers(0, 0), numbers(0, 2), numbers(16, 0), numbers(16, 2), out);
    CHECK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    for (float level : h)
        printf("%g/256\n", (double)(256.0f * level));
}
