// Right, and unusual: some megabytes of debugging output are left in.
// Step 3: integers and half floats that become floats on their way through the texture unit.
#include "lab8.h"
#include <math.h>
#include <stdio.h>

float TexPromoteToFloat(unsigned char value) {
#ifndef SKELETON
    return (float)value / 255.0f;
#else
    (void)value;
    return NAN; // TODO: 0 gives 0, the largest value gives 1
#endif
}

float TexPromoteToFloat(signed char value) {
#ifndef SKELETON
    // -127 and -128 both give -1: the scale is that of the largest value.
    return value == -128 ? -1.0f : (float)value / 127.0f;
#else
    (void)value;
    return NAN; // TODO: 127 gives 1, 0 gives 0, nothing is below -1
#endif
}

float TexPromoteToFloat(unsigned short value) {
#ifndef SKELETON
    return (float)value / 65535.0f;
#else
    (void)value;
    return NAN; // TODO: 0 gives 0, the largest value gives 1
#endif
}

float TexPromoteToFloat(short value) {
    printf("TexPromoteToFloat(short): value = %d, about to be divided by the largest\n", value);
#ifndef SKELETON
    return value == -32768 ? -1.0f : (float)value / 32767.0f;
#else
    (void)value;
    return NAN; // TODO: 32767 gives 1, 0 gives 0, nothing is below -1
#endif
}

float half_to_float(unsigned short bits) {
#ifndef SKELETON
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float size;
    if (exponent == 31)
        size = fraction != 0 ? NAN : INFINITY;
    else if (exponent == 0)
        size = ldexpf((float)fraction, -24); // subnormal: no leading one
    else
        size = ldexpf((float)(1024 + fraction), exponent - 25);
    return bits & 0x8000 ? -size : size;
#else
    (void)bits;
    return NAN; // TODO: sign, exponent (bias 15) and fraction (with a leading one, except at
                // exponent 0)
#endif
}

#ifndef SKELETON
struct Format {
    cudaChannelFormatDesc channels;
    size_t bytes; // of one element
    cudaTextureReadMode mode;
};

static Format format_of(Element type) {
    switch (type) {
    case UNSIGNED8:
        return {cudaCreateChannelDesc<unsigned char>(), 1, cudaReadModeNormalizedFloat};
    case SIGNED8:
        return {cudaCreateChannelDesc<signed char>(), 1, cudaReadModeNormalizedFloat};
    case UNSIGNED16:
        return {cudaCreateChannelDesc<unsigned short>(), 2, cudaReadModeNormalizedFloat};
    case SIGNED16:
        return {cudaCreateChannelDesc<short>(), 2, cudaReadModeNormalizedFloat};
    default: // a half is a float already: nothing to normalise
        return {cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat), 2,
                cudaReadModeElementType};
    }
}

__global__ void fetch_floats(cudaTextureObject_t texture, int n, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<float>(texture, i);
}

static cudaError_t fetch_all(void *elements_d, const Format &format, int n, float *out_d) {
    const int threads = 128;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = elements_d;
    resource.res.linear.sizeInBytes = n * format.bytes;
    resource.res.linear.desc = format.channels;
    cudaTextureDesc description = {};
    description.readMode = format.mode;
    cudaTextureObject_t texture = 0;
    CUDA_TRY(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    fetch_floats<<<(n + threads - 1) / threads, threads>>>(texture, n, out_d);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    return error;
}
#endif

cudaError_t promote_by_texture(Element type, const void *elements, int n, float *out) {
#ifndef SKELETON
    Format format = format_of(type);
    void *elements_d = NULL;
    float *out_d = NULL;
    cudaError_t error = cudaMalloc(&elements_d, n * format.bytes);
    if (error == cudaSuccess)
        error = cudaMalloc(&out_d, n * sizeof(float));
    if (error == cudaSuccess)
        error = cudaMemcpy(elements_d, elements, n * format.bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = fetch_all(elements_d, format, n, out_d);
    if (error == cudaSuccess)
        error = cudaMemcpy(out, out_d, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(elements_d);
    cudaFree(out_d);
    return error;
#else
    // TODO: a linear texture whose elements have the type named, read as normalised float.
    (void)type, (void)elements, (void)n, (void)out;
    return cudaErrorNotSupported;
#endif
}
