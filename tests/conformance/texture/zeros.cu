// The sign of a zero: -0 only where every texel that the footprint reaches is negative or -0, even
// one whose weight is rounded to 0 (x + 197/256, y + 255/256: weights 0, 1, 59, 196 of 256).
#include <cstdio>
#include <cstring>

static const int values[] = {0, 1, 2, 4, 8, 15, 14, 7, 11, 13}; // bit k: texel k is -0, else +0

__global__ void gFetch(unsigned *bits, cudaTextureObject_t texture, float x, float y) {
    bits[0] = __float_as_uint(tex2D<float>(texture, x, y));
}

template <typename Texel>
void fetch(const char *name, Texel minus_zero, cudaChannelFormatDesc format) {
    cudaArray_t array;
    unsigned *device;
    cudaMallocArray(&array, &format, 2, 2);
    cudaMalloc(&device, sizeof *device);
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    const float places[][2] = {{0.5f + 197 / 256.f, 0.5f + 255 / 256.f}, {0.5f, 0.75f}, {1, 1}};
    for (int value : values) {
        Texel texels[4];
        for (int k = 0; k < 4; k++)
            texels[k] = value >> k & 1 ? minus_zero : (Texel)0;
        cudaMemcpy2DToArray(array, 0, 0, texels, 2 * sizeof(Texel), 2 * sizeof(Texel), 2,
                            cudaMemcpyHostToDevice);
        printf("%s %2d:", name, value);
        for (const auto &place : places) {
            unsigned bits;
            gFetch<<<1, 1>>>(device, texture, place[0], place[1]);
            cudaMemcpy(&bits, device, sizeof bits, cudaMemcpyDeviceToHost);
            printf(" %08x", bits);
        }
        printf("\n");
    }
    cudaDestroyTextureObject(texture);
    cudaFree(device);
    cudaFreeArray(array);
}

int main() {
    fetch<unsigned short>("half", 0x8000, cudaCreateChannelDescHalf());
    fetch<float>("float", -0.0f, cudaCreateChannelDesc<float>());
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
