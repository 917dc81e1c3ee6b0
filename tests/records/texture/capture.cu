// Records what the texture unit returns for every sample of cases.h.
//
//   nvcc -arch=native -o capture capture.cu && ./capture FOLDER
//
// writes FOLDER/GROUP.bin, one a group: little-endian 32-bit words
//   "TEXR" | number of cases | then for each case: fingerprint of its texels and coordinates,
//   number of words, the words (channels words a sample, samples in order).
// Compiled with nvcc-cpu it writes what the CPU device returns: the files are equal or differ
// sample by sample.
#include "cases.h"
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t e_ = (call);                                                                   \
        if (e_ != cudaSuccess) {                                                                   \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__device__ unsigned word(float v) {
    return __float_as_uint(v);
}
__device__ unsigned word(int v) {
    return (unsigned)v;
}
__device__ unsigned word(unsigned v) {
    return v;
}
__device__ unsigned word(short v) {
    return (unsigned)(int)v;
}
__device__ unsigned word(unsigned short v) {
    return v;
}
__device__ unsigned word(signed char v) {
    return (unsigned)(int)v;
}
__device__ unsigned word(unsigned char v) {
    return v;
}

// Channel access by the number of channels: scalars have no .x.
template <class T, int CHANNELS> struct Store {
    __device__ static void put(unsigned *out, T v) {
        out[0] = word(v.x);
        out[1] = word(v.y);
        if constexpr (CHANNELS == 4) {
            out[2] = word(v.z);
            out[3] = word(v.w);
        }
    }
};
template <class T> struct Store<T, 1> {
    __device__ static void put(unsigned *out, T v) {
        out[0] = word(v);
    }
};

template <class T, int CHANNELS>
__global__ void sample(cudaTextureObject_t texture, int shape, int count, const float *xyz,
                       const int *layer, unsigned *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float x = xyz[3 * i], y = xyz[3 * i + 1], z = xyz[3 * i + 2];
    T v;
    switch (shape) {
    case SHAPE_LINEAR:
        v = tex1Dfetch<T>(texture, (int)x);
        break;
    case SHAPE_1D:
        v = tex1D<T>(texture, x);
        break;
    case SHAPE_PITCH:
    case SHAPE_2D:
        v = tex2D<T>(texture, x, y);
        break;
    case SHAPE_3D:
        v = tex3D<T>(texture, x, y, z);
        break;
    case SHAPE_1D_LAYERED:
        v = tex1DLayered<T>(texture, x, layer[i]);
        break;
    default:
        v = tex2DLayered<T>(texture, x, y, layer[i]);
        break;
    }
    Store<T, CHANNELS>::put(out + (size_t)i * CHANNELS, v);
}

struct Texture {
    cudaTextureObject_t object;
    cudaArray_t array;
    void *memory;
};

static Texture create(const Case &c, const void *texels) {
    Texture t = {};
    cudaResourceDesc resource = {};
    int bits = cases_bits(&c);
    cudaChannelFormatKind kind = cases_is_float(c.format) ? cudaChannelFormatKindFloat
                                 : c.format & 1           ? cudaChannelFormatKindSigned
                                                          : cudaChannelFormatKindUnsigned;
    cudaChannelFormatDesc channel =
        cudaCreateChannelDesc(bits, c.channels > 1 ? bits : 0, c.channels > 2 ? bits : 0,
                              c.channels > 2 ? bits : 0, kind);
    size_t row = (size_t)c.width * c.channels * bits / 8;
    if (c.shape == SHAPE_LINEAR) {
        CHECK(cudaMalloc(&t.memory, row));
        CHECK(cudaMemcpy(t.memory, texels, row, cudaMemcpyHostToDevice));
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.devPtr = t.memory;
        resource.res.linear.desc = channel;
        resource.res.linear.sizeInBytes = row;
    } else if (c.shape == SHAPE_PITCH) {
        size_t pitch;
        CHECK(cudaMallocPitch(&t.memory, &pitch, row, c.height));
        CHECK(cudaMemcpy2D(t.memory, pitch, texels, row, row, c.height, cudaMemcpyHostToDevice));
        resource.resType = cudaResourceTypePitch2D;
        resource.res.pitch2D.devPtr = t.memory;
        resource.res.pitch2D.desc = channel;
        resource.res.pitch2D.width = c.width;
        resource.res.pitch2D.height = c.height;
        resource.res.pitch2D.pitchInBytes = pitch;
    } else {
        bool layered = c.shape == SHAPE_1D_LAYERED || c.shape == SHAPE_2D_LAYERED;
        bool one = c.shape == SHAPE_1D || c.shape == SHAPE_1D_LAYERED;
        cudaExtent extent = make_cudaExtent(c.width, one ? 0 : c.height,
                                            layered               ? c.layers
                                            : c.shape == SHAPE_3D ? c.depth
                                                                  : 0);
        CHECK(cudaMalloc3DArray(&t.array, &channel, extent, layered ? cudaArrayLayered : 0));
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr((void *)texels, row, c.width, c.height);
        copy.dstArray = t.array;
        copy.extent = make_cudaExtent(c.width, c.height, layered ? c.layers : c.depth);
        copy.kind = cudaMemcpyHostToDevice;
        CHECK(cudaMemcpy3D(&copy));
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = t.array;
    }
    cudaTextureDesc desc = {};
    for (int d = 0; d < 3; d++)
        desc.addressMode[d] = (cudaTextureAddressMode)c.address[d];
    desc.filterMode = c.filter == LINEAR ? cudaFilterModeLinear : cudaFilterModePoint;
    desc.readMode = c.normalized_read ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    desc.normalizedCoords = c.normalized;
    memcpy(desc.borderColor, c.border, sizeof desc.borderColor);
    CHECK(cudaCreateTextureObject(&t.object, &resource, &desc, NULL));
    return t;
}

static void destroy(Texture t) {
    CHECK(cudaDestroyTextureObject(t.object));
    if (t.array)
        CHECK(cudaFreeArray(t.array));
    if (t.memory)
        CHECK(cudaFree(t.memory));
}

#define LAUNCH(T, N)                                                                               \
    sample<T, N><<<(c.samples + 127) / 128, 128>>>(texture, c.shape, c.samples, xyz, layer, out)
#define LAUNCH_CHANNELS(T1, T2, T4)                                                                \
    if (c.channels == 1)                                                                           \
        LAUNCH(T1, 1);                                                                             \
    else if (c.channels == 2)                                                                      \
        LAUNCH(T2, 2);                                                                             \
    else                                                                                           \
        LAUNCH(T4, 4)

static void launch(const Case &c, cudaTextureObject_t texture, const float *xyz, const int *layer,
                   unsigned *out) {
    switch (c.normalized_read ? FORMAT_F32 : c.format) {
    case FORMAT_U8:
        LAUNCH_CHANNELS(unsigned char, uchar2, uchar4);
        break;
    case FORMAT_S8:
        LAUNCH_CHANNELS(signed char, char2, char4);
        break;
    case FORMAT_U16:
        LAUNCH_CHANNELS(unsigned short, ushort2, ushort4);
        break;
    case FORMAT_S16:
        LAUNCH_CHANNELS(short, short2, short4);
        break;
    case FORMAT_U32:
        LAUNCH_CHANNELS(unsigned, uint2, uint4);
        break;
    case FORMAT_S32:
        LAUNCH_CHANNELS(int, int2, int4);
        break;
    default:
        LAUNCH_CHANNELS(float, float2, float4);
        break;
    }
    CHECK(cudaGetLastError());
}

static uint32_t fingerprint(uint32_t hash, const void *data, size_t bytes) { // FNV-1a
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ ((const unsigned char *)data)[i]) * 16777619u;
    return hash;
}

static void put(FILE *file, const void *data, size_t words) {
    if (fwrite(data, 4, words, file) != words) {
        perror("capture: write");
        exit(1);
    }
}

static void capture(const Case &c, FILE *file) {
    size_t texel_bytes = cases_texel_bytes(&c), words = (size_t)c.samples * c.channels;
    void *texels = malloc(texel_bytes);
    float *xyz = (float *)malloc(12 * (size_t)c.samples), *d_xyz;
    int *layer = (int *)malloc(4 * (size_t)c.samples), *d_layer;
    unsigned *out = (unsigned *)malloc(4 * words), *d_out;
    if (!texels || !xyz || !layer || !out) {
        fprintf(stderr, "capture: out of memory\n");
        exit(1);
    }
    cases_texels(&c, texels);
    cases_coordinates(&c, xyz, layer);

    Texture texture = create(c, texels);
    CHECK(cudaMalloc(&d_xyz, 12 * (size_t)c.samples));
    CHECK(cudaMalloc(&d_layer, 4 * (size_t)c.samples));
    CHECK(cudaMalloc(&d_out, 4 * words));
    CHECK(cudaMemcpy(d_xyz, xyz, 12 * (size_t)c.samples, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_layer, layer, 4 * (size_t)c.samples, cudaMemcpyHostToDevice));
    launch(c, texture.object, d_xyz, d_layer, d_out);
    CHECK(cudaMemcpy(out, d_out, 4 * words, cudaMemcpyDeviceToHost));

    uint32_t head[2] = {2166136261u, (uint32_t)words};
    head[0] = fingerprint(head[0], texels, texel_bytes);
    head[0] = fingerprint(head[0], xyz, 12 * (size_t)c.samples);
    head[0] = fingerprint(head[0], layer, 4 * (size_t)c.samples);
    put(file, head, 2);
    put(file, out, words);

    destroy(texture);
    CHECK(cudaFree(d_xyz));
    CHECK(cudaFree(d_layer));
    CHECK(cudaFree(d_out));
    free(texels);
    free(xyz);
    free(layer);
    free(out);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    for (int group = 0; group < GROUPS; group++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.bin", argv[1], cases_group_names[group]);
        FILE *file = fopen(path, "wb");
        if (!file) {
            perror(path);
            return 1;
        }
        uint32_t head[2] = {0x52584554u, (uint32_t)cases_count(group)}; // "TEXR"
        put(file, head, 2);
        for (uint32_t i = 0; i < head[1]; i++) {
            Case c;
            cases_get(group, (int)i, &c);
            capture(c, file);
        }
        if (fclose(file) != 0) {
            perror(path);
            return 1;
        }
        printf("%-8s %u cases\n", cases_group_names[group], head[1]);
    }
    return 0;
}
