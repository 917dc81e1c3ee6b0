// The numbers of the quiz that the CPU device can give. Each line says the question and its
// numbers; kernels of the name qN_words, qN_loads, qN_stores and qN_conflicts are counted
// (handouts/instructor/measure).
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRY(call)                                                                                  \
    do {                                                                                           \
        const cudaError_t error = (call);                                                          \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "quiz.cu:%d: %s\n", __LINE__, cudaGetErrorString(error));              \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

#define N 65536

__constant__ int table[256];
__device__ float words[N], moved[N];
__device__ int sink[N];

// ---- Requests: what the 32 threads of a warp ask for together -----------------------------------

__global__ void q3_words(void) {
    sink[threadIdx.x] = table[threadIdx.x % 4];
}
__global__ void q4_words(void) {
    sink[threadIdx.x] = table[threadIdx.x / 32 % 4];
}
__global__ void q5_words(void) {
    sink[threadIdx.x] = table[threadIdx.x];
}
__global__ void q6_words(void) {
    sink[blockIdx.x * 32 + threadIdx.x] = table[blockIdx.x];
}
__global__ void q7_words(void) {
    sink[threadIdx.x] = table[threadIdx.x % 7];
}
__global__ void q9_loads(void) {
    moved[threadIdx.x] = words[threadIdx.x % 4];
}
__global__ void q34_loads(void) {
    moved[threadIdx.x] = words[threadIdx.x];
}
__global__ void q35_loads(void) {
    moved[threadIdx.x] = words[threadIdx.x + 1];
}
__global__ void q36_loads(void) {
    moved[threadIdx.x] = words[threadIdx.x * 32];
}
__global__ void q53_loads(void) {
    moved[threadIdx.x] = words[threadIdx.x * 4];
}
__global__ void q54_stores(void) {
    moved[threadIdx.x * 1024] = words[threadIdx.x];
}

template <int WIDTH> __device__ void column(void) {
    __shared__ float tile[32 * WIDTH];
    for (int i = threadIdx.x; i < 32 * WIDTH; i += 32) {
        tile[i] = (float)i;
    }
    __syncthreads();
    moved[threadIdx.x] = tile[threadIdx.x * WIDTH];
}
__global__ void q55_conflicts(void) {
    column<32>();
}
__global__ void q56_conflicts(void) {
    column<33>();
}
__global__ void q57_conflicts(void) {
    column<34>();
}

// The halving that loses a partner where the number is odd.
__global__ void halve(float *sum) {
    __shared__ float part[96];
    part[threadIdx.x] = 1;
    for (int n = 48; n > 0; n /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < n) {
            part[threadIdx.x] += part[threadIdx.x + n];
        }
    }
    if (threadIdx.x == 0) {
        *sum = part[0];
    }
}

// ---- Texture reads ------------------------------------------------------------------------------

__global__ void read_row(cudaTextureObject_t t, float x, float *out) {
    *out = tex1D<float>(t, x);
}
__global__ void read_layer(cudaTextureObject_t t, int layer, float *out) {
    *out = tex2DLayered<float>(t, 0.5f, 0.5f, layer);
}
template <typename T> __global__ void fetch(cudaTextureObject_t t, int i, float *out) {
    *out = tex1Dfetch<T>(t, i);
}
__global__ void read_edges(cudaTextureObject_t t, int count, float *out) {
    for (int i = 0; i < count; i++) {
        out[i] = tex1D<float>(t, (float)i / (float)count);
    }
}

static float *answer; // on the device

static float answered(void) {
    float value;
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(&value, answer, sizeof(value), cudaMemcpyDeviceToHost));
    return value;
}

typedef struct {
    cudaArray_t array;
    cudaTextureObject_t texture;
} Row;

static Row make_row(const float *texels, int count, cudaTextureDesc how) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const size_t bytes = (size_t)count * sizeof(*texels);
    cudaResourceDesc what = {};
    Row row;
    TRY(cudaMallocArray(&row.array, &format, (size_t)count, 0));
    TRY(cudaMemcpy2DToArray(row.array, 0, 0, texels, bytes, bytes, 1, cudaMemcpyHostToDevice));
    what.resType = cudaResourceTypeArray;
    what.res.array.array = row.array;
    TRY(cudaCreateTextureObject(&row.texture, &what, &how, NULL));
    return row;
}

static void free_row(Row row) {
    TRY(cudaDestroyTextureObject(row.texture));
    TRY(cudaFreeArray(row.array));
}

static float at(const float *texels, int count, cudaTextureDesc how, float x) {
    const Row row = make_row(texels, count, how);
    read_row<<<1, 1>>>(row.texture, x, answer);
    const float value = answered();
    free_row(row);
    return value;
}

static cudaTextureDesc reading(cudaTextureFilterMode filter, cudaTextureAddressMode address,
                               int normalised) {
    cudaTextureDesc how = {};
    how.filterMode = filter;
    how.addressMode[0] = how.addressMode[1] = address;
    how.readMode = cudaReadModeElementType;
    how.normalizedCoords = normalised;
    return how;
}

// Element i of what lies in linear memory, promoted where T is no float of its own.
template <typename T, typename R> static float element(const T *data, int count, int i) {
    cudaResourceDesc what = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    T *copy;
    TRY(cudaMalloc(&copy, 512));
    TRY(cudaMemcpy(copy, data, (size_t)count * sizeof(T), cudaMemcpyHostToDevice));
    what.resType = cudaResourceTypeLinear;
    what.res.linear.devPtr = copy;
    what.res.linear.desc = cudaCreateChannelDesc<T>();
    what.res.linear.sizeInBytes = (size_t)count * sizeof(T);
    how.readMode = sizeof(T) < 4 ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    TRY(cudaCreateTextureObject(&texture, &what, &how, NULL));
    fetch<R><<<1, 1>>>(texture, i, answer);
    const float value = answered();
    TRY(cudaDestroyTextureObject(texture));
    TRY(cudaFree(copy));
    return value;
}

static void requests(void) {
    const int zeros[256] = {};
    void *place;
    TRY(cudaMemcpyToSymbol(table, zeros, sizeof(zeros)));
    TRY(cudaGetSymbolAddress(&place, words));
    TRY(cudaMemset(place, 0, sizeof(float) * N));
    q3_words<<<1, 32>>>();
    q4_words<<<1, 128>>>();
    q5_words<<<1, 32>>>();
    q6_words<<<4, 32>>>();
    q7_words<<<1, 32>>>();
    q9_loads<<<1, 32>>>();
    q34_loads<<<1, 32>>>();
    q35_loads<<<1, 32>>>();
    q36_loads<<<1, 32>>>();
    q53_loads<<<1, 32>>>();
    q54_stores<<<1, 32>>>();
    q55_conflicts<<<1, 32>>>();
    q56_conflicts<<<1, 32>>>();
    q57_conflicts<<<1, 32>>>();
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
}

static void rows(void) {
    const float row[8] = {0, 1, 2, 3, 4, 5, 6, 7}, ones[5] = {1, 1, 1, 1, 1};
    float tenths[10];
    for (int i = 0; i < 10; i++) {
        tenths[i] = (float)i / 10;
    }
    const cudaTextureDesc linear = reading(cudaFilterModeLinear, cudaAddressModeClamp, 0);
    printf("17 %.2f\n", at(row, 8, linear, 3));
    printf("18 %.2f\n", at(row, 8, linear, 3.5f));
    printf("19 %.2f\n", at(row, 8, linear, 3.25f));
    printf("20 %.0f %.0f\n", at(row, 8, linear, -5), at(row, 8, linear, 100));
    const float value = at(tenths, 10, linear, 1.6f);
    unsigned bits;
    memcpy(&bits, &value, sizeof(bits));
    printf("39 %.6f %08X\n", value, bits);
    const cudaTextureDesc wrap = reading(cudaFilterModePoint, cudaAddressModeWrap, 1);
    printf("41 %.0f\n", at(row, 8, wrap, -0.19f));
    const cudaTextureDesc mirror = reading(cudaFilterModePoint, cudaAddressModeMirror, 1);
    printf("42 %.0f\n", at(row, 8, mirror, -0.19f));
    printf("43 %.0f\n", at(row, 8, reading(cudaFilterModePoint, cudaAddressModeWrap, 0), 9.5f));
    cudaTextureDesc border = reading(cudaFilterModeLinear, cudaAddressModeBorder, 0);
    for (float &component : border.borderColor) {
        component = 0.5f;
    }
    printf("45 %.2f\n", at(ones, 5, border, 2.5f));
    border.addressMode[1] = cudaAddressModeClamp;
    printf("45 %.0f\n", at(ones, 5, border, 2.5f));
}

// How many of `count` texels a point read at i / count misses.
static int missed(int count) {
    float *texels = (float *)malloc(sizeof(*texels) * (size_t)count);
    float *read;
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        texels[i] = (float)i;
    }
    const Row row = make_row(texels, count, reading(cudaFilterModePoint, cudaAddressModeClamp, 1));
    TRY(cudaMalloc(&read, sizeof(*read) * (size_t)count));
    read_edges<<<1, 1>>>(row.texture, count, read);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(texels, read, sizeof(*read) * (size_t)count, cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; i++) {
        wrong += texels[i] != (float)i;
    }
    TRY(cudaFree(read));
    free_row(row);
    free(texels);
    return wrong;
}

// Which of four layers answers for number 7.
static float last_layer(void) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const float layers[4] = {0, 1, 2, 3};
    cudaMemcpy3DParms copy = {};
    cudaResourceDesc what = {};
    const cudaTextureDesc how = reading(cudaFilterModePoint, cudaAddressModeClamp, 0);
    cudaTextureObject_t texture;
    TRY(cudaMalloc3DArray(&copy.dstArray, &format, make_cudaExtent(1, 1, 4), cudaArrayLayered));
    copy.srcPtr = make_cudaPitchedPtr((void *)layers, sizeof(float), 1, 1);
    copy.extent = make_cudaExtent(1, 1, 4);
    copy.kind = cudaMemcpyHostToDevice;
    TRY(cudaMemcpy3D(&copy));
    what.resType = cudaResourceTypeArray;
    what.res.array.array = copy.dstArray;
    TRY(cudaCreateTextureObject(&texture, &what, &how, NULL));
    read_layer<<<1, 1>>>(texture, 7, answer);
    const float value = answered();
    TRY(cudaDestroyTextureObject(texture));
    TRY(cudaFreeArray(copy.dstArray));
    return value;
}

int main(void) {
    const unsigned char bytes[2] = {255, 128};
    const signed char chars[2] = {-128, -127};
    const int numbers[3] = {5, 6, 7};
    TRY(cudaMalloc(&answer, sizeof(*answer)));
    requests();
    halve<<<1, 96>>>(answer);
    printf("22 %.0f\n", answered());
    rows();
    printf("28 %.0f %.4f\n", element<unsigned char, float>(bytes, 2, 0),
           element<unsigned char, float>(bytes, 2, 1));
    printf("29 %.0f %.0f\n", element<signed char, float>(chars, 2, 0),
           element<signed char, float>(chars, 2, 1));
    printf("30 %.0f %.0f\n", element<int, int>(numbers, 3, -1), element<int, int>(numbers, 3, 3));
    printf("47 %d %d %d\n", missed(64), missed(100), missed(128));
    printf("50 %.0f\n", last_layer());
    TRY(cudaFree(answer));
    return 0;
}
