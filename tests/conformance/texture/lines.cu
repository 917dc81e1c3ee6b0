// Linear filtering of 1-D textures and of layers of them, in every pair of address modes: a texture
// alone is read half off its row, in the second mode; layers are read on theirs.
#include <cstdio>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t e_ = (call);                                                                   \
        if (e_ != cudaSuccess) {                                                                   \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_));                               \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

__global__ void read(cudaTextureObject_t texture, bool layered, float *out) {
    const float x = 0.25f * (float)threadIdx.x - 0.5f;
    out[threadIdx.x] = layered ? tex1DLayered<float>(texture, x, 1) : tex1D<float>(texture, x);
}

int main() {
    const int width = 4, layers = 3, samples = 20;
    const char *const modes[] = {"wrap", "clamp", "mirror", "border"};
    float texels[layers][width], *out;
    for (int i = 0; i < layers * width; i++)
        texels[i / width][i % width] = (float)(i * i + 1);
    CHECK(cudaMallocManaged(&out, samples * sizeof *out));
    for (int layered = 0; layered < 2; layered++) {
        cudaArray_t array;
        cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(width, 0, layered ? layers : 0),
                                layered ? cudaArrayLayered : 0));
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(texels, sizeof texels[0], width, 1);
        copy.dstArray = array;
        copy.extent = make_cudaExtent(width, 1, layered ? layers : 1);
        copy.kind = cudaMemcpyHostToDevice;
        CHECK(cudaMemcpy3D(&copy));
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        for (int mode = 0; mode < 16; mode++) {
            cudaTextureDesc d = {};
            d.addressMode[0] = (cudaTextureAddressMode)(mode / 4);
            d.addressMode[1] = (cudaTextureAddressMode)(mode % 4);
            d.filterMode = cudaFilterModeLinear;
            d.borderColor[0] = 1024;
            cudaTextureObject_t texture;
            CHECK(cudaCreateTextureObject(&texture, &resource, &d, nullptr));
            read<<<1, samples>>>(texture, layered, out);
            CHECK(cudaDeviceSynchronize());
            printf("%s %s %s:", layered ? "layer" : "alone", modes[mode / 4], modes[mode % 4]);
            for (int i = 0; i < samples; i++)
                printf(" %.9g", out[i]);
            printf("\n");
            CHECK(cudaDestroyTextureObject(texture));
        }
        CHECK(cudaFreeArray(array));
    }
    CHECK(cudaFree(out));
}
