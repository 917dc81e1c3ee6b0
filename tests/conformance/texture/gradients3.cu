// The levels that gradients choose in volumes and cubemaps, with layers too: gradients on one face,
// over edges and far away. Every texel of a level is its number; what is printed is from an NVIDIA
// H200 (tests/records/texture, grad3.cu).
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

struct fetch {
    float x, y, z;
    float4 dx, dy;
};

__constant__ fetch in_volume[] = {
    {0x1.e2f934p-2f,
     -0x1.d64b8p-7f,
     0x1.7cc52p-3f,
     {0x1.b130d4p-3f, -0x1.5ecfe8p-8f, 0x1.2a69f4p-3f, 0},
     {0x1.2d6ac4p-5f, -0x1.84889p-5f, 0x1.fe1c34p-7f, 0}},
    {0x1.bd786p-2f,
     0x1.05aeccp-2f,
     -0x1.85d158p-1f,
     {-0x1.fcd178p-6f, -0x1.22d45cp-7f, 0x1.c04abcp-4f, 0},
     {0x1.a57b7cp-7f, -0x1.a42b7p-7f, 0x1.2fcf14p-5f, 0}},
    {-0x1.a0c598p-2f,
     0x1.3c766p-5f,
     -0x1.10d05cp-2f,
     {0x1.cba732p-4f, 0x1.8cc5bcp-3f, 0x1.580d34p-4f, 0},
     {-0x1.b3c52cp-5f, -0x1.920de4p-3f, -0x1.4041eap-3f, 0}},
    {0x0p+0f,
     0x0p+0f,
     0x0p+0f,
     {-0x1.ad8p-7f, 0x1.5ep-6f, -0x1.f38p-4f, 0},
     {-0x1.5d8p-5f, -0x1.a8p-4f, 0x1.bap-5f, 0}},
};
__constant__ fetch in_cube[] = {
    {0x1.90c818p+0f,
     0x1.ed7adp+1f,
     0x1.e59c24p+1f,
     {-0x1.76f5ecp-3f, 0x1.69e536p-7f, 0x1.c44508p-13f, 0},
     {-0x1.344a1ep-12f, -0x1.ba114cp-9f, -0x1.76433cp-6f, 0}},
    {-0x1.884476p+1f,
     0x1.8de75ap+0f,
     0x1.1da0dcp+1f,
     {0x1.55133ep-3f, -0x1.6b583cp-10f, -0x1.5366ep-10f, 0},
     {-0x1.2e0424p-4f, -0x1.016a3p-9f, -0x1.0bfecp-8f, 0}},
    {0x1.a99p-6f,
     0x1.ffded8p+0f,
     -0x1.038e6p-3f,
     {0x1.820a0cp-4f, -0x1.886562p-3f, -0x1.56497p-4f, 0},
     {0x1.378898p-3f, 0x1.c68a24p-6f, 0x1.f78d68p-4f, 0}},
    {0x1.4a7p-3f,
     -0x1.fe27fp+0f,
     -0x1.6365p-3f,
     {0x1.e8eca8p+2f, -0x1.16053p+1f, 0x1.ae963cp+0f, 0},
     {-0x1.dd34c4p-3f, 0x1.92babap-3f, -0x1.8db64p-4f, 0}},
    {-0x1.75add2p+0f,
     -0x1.033cap-3f,
     -0x1.b3c254p-1f,
     {0x0p+0f, 0x0p+0f, 0x0p+0f, 0},
     {0x1.5e036p-7f, -0x1.82d88p-3f, -0x1.5f56fp-8f, 0}},
};
enum { VOLUMES = sizeof in_volume / sizeof *in_volume, CUBES = sizeof in_cube / sizeof *in_cube };

__global__ void by_gradients(cudaTextureObject_t volume, cudaTextureObject_t cube,
                             cudaTextureObject_t cubes, float *out) {
    for (const fetch &f : in_volume) {
        *out++ = tex3DGrad<float>(volume, f.x, f.y, f.z, f.dx, f.dy);
        tex3DGrad(out++, volume, f.x, f.y, f.z, f.dx, f.dy);
    }
    for (const fetch &f : in_cube) {
        *out++ = texCubemapGrad<float>(cube, f.x, f.y, f.z, f.dx, f.dy);
        texCubemapGrad(out++, cube, f.x, f.y, f.z, f.dx, f.dy);
        *out++ = texCubemapLayeredGrad<float>(cubes, f.x, f.y, f.z, 1, f.dx, f.dy);
        texCubemapLayeredGrad(out++, cubes, f.x, f.y, f.z, 0, f.dx, f.dy);
    }
}

static cudaTextureObject_t numbers(int slices, unsigned flags) {
    const bool deep = flags == 0;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mipmap;
    CHECK(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(64, 64, slices), 7, flags));
    for (int l = 0; l < 7; l++) {
        const int width = 64 >> l, depth = deep ? slices >> l : slices;
        std::vector<float> texels(width * width * depth, (float)l);
        cudaMemcpy3DParms copy = {};
        CHECK(cudaGetMipmappedArrayLevel(&copy.dstArray, mipmap, l));
        copy.srcPtr = make_cudaPitchedPtr(texels.data(), 4 * width, width, width);
        copy.extent = make_cudaExtent(width, width, depth);
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
    float *out, h[2 * VOLUMES + 4 * CUBES];
    CHECK(cudaMalloc(&out, sizeof h));
    by_gradients<<<1, 1>>>(numbers(64, 0), numbers(6, cudaArrayCubemap),
                           numbers(12, cudaArrayCubemap | cudaArrayLayered), out);
    CHECK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
    for (float level : h)
        printf("%g/256\n", (double)(256.0f * level));
}
