// Right, and unusual: the float is put together from its bits.
// Step 3: integers and half floats that become floats on their way through the texture unit.
#include "lab8.h"
#include <math.h>
#include <string.h>

float TexPromoteToFloat(unsigned char value) {
    return (float)value / 255.0f;
}

float TexPromoteToFloat(signed char value) {
    // -127 and -128 both give -1: the scale is that of the largest value.
    return value == -128 ? -1.0f : (float)value / 127.0f;
}

float TexPromoteToFloat(unsigned short value) {
    return (float)value / 65535.0f;
}

float TexPromoteToFloat(short value) {
    return value == -32768 ? -1.0f : (float)value / 32767.0f;
}

float half_to_float(unsigned short bits) {
    unsigned sign = (unsigned)(bits & 0x8000) << 16, rest = bits & 0x7fff, out;
    if (rest >= 0x7c00)
        out = 0x7f800000u | (rest & 0x3ff) << 13;
    else if (rest >= 0x0400)
        out = (rest << 13) + ((127 - 15) << 23);
    else {
        // Subnormal: shift the fraction up until it has a leading one.
        int exponent = 127 - 14;
        while (rest != 0 && !(rest & 0x400)) {
            rest <<= 1;
            exponent--;
        }
        out = rest == 0 ? 0 : (unsigned)exponent << 23 | (rest & 0x3ff) << 13;
    }
    out |= sign;
    float value;
    memcpy(&value, &out, sizeof value);
    return value;
}

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

cudaError_t promote_by_texture(Element type, const void *elements, int n, float *out) {
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
}
