// What a tiny texel in one slice of a 3-D texture does to the sum, however far it lies below the
// other slice's texels: the law floors each slice's sum to the common grid, so that a negative one
// takes away a unit, which shows where the rest is a tie of the rounding.
//
//   nvcc -arch=native -o far far.cu && ./far >far.txt      (with nvcc-cpu: the CPU device)
//
// Lines: F E G S BITS    slice 0 holds 0xC00080 * 2^(E - 24), slice 1 holds S * 2^(E - G);
//                        the sample lies 1/256 of the way to slice 1
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error_ = (call);                                                               \
        if (error_ != cudaSuccess) {                                                               \
            fprintf(stderr, "far: %s: %s\n", #call, cudaGetErrorString(error_));                   \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__global__ void read_one(cudaTextureObject_t texture, float *out) {
    *out = tex3D<float>(texture, 0.5f, 0.5f, 0.5f + 1.0f / 256.0f);
}

// The sample between two slices of one texel each.
static unsigned between(float slice0, float slice1) {
    float texels[2] = {slice0, slice1}, *out, result;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(1, 1, 2)));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(texels, sizeof(float), 1, 1);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(1, 1, 2);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    for (cudaTextureAddressMode &mode : description.addressMode)
        mode = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    CHECK(cudaMalloc(&out, sizeof *out));
    read_one<<<1, 1>>>(texture, out);
    CHECK(cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost));
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
    unsigned bits;
    memcpy(&bits, &result, sizeof bits);
    return bits;
}

int main() {
    static const int exponents[] = {0, 40, 60, 120};
    for (int exponent : exponents)
        for (int gap = 20; gap <= exponent + 125; gap += 5)
            for (int sign = -1; sign <= 1; sign++)
                // 255 times this mantissa ends in half a unit of the result.
                printf("F %d %d %d %08x\n", exponent, gap, sign,
                       between(ldexpf((float)0xC00080, exponent - 24),
                               ldexpf((float)sign, exponent - gap)));
    return 0;
}
