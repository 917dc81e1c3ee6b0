// Records the GPU's approximate reciprocal, by which cubemap fetches divide: for each of the 2^23
// mantissas how far it lies from the correctly rounded one.
//
//   nvcc -arch=native -o reciprocal reciprocal.cu && ./reciprocal FOLDER
//
// FOLDER/reciprocal.bin: two bits a mantissa, the first in the lowest bits of the first byte: 1 +
// units in the last place (0, 1, 2); 3: further off. It prints how many are off, and of each other
// exponent at which any difference is not that of exponent 0, for how many mantissas. (Beyond 125
// the reciprocal is a denormal.)
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

enum { MANTISSAS = 1 << 23, LOWEST = -126, HIGHEST = 127, EXPONENTS = HIGHEST - LOWEST + 1 };

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t e_ = (call);                                                                   \
        if (e_ != cudaSuccess) {                                                                   \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__device__ int code_of(int mantissa, int exponent) {
    const float m = __int_as_float((exponent + 127) << 23 | mantissa);
    const int off = __float_as_int(__fdividef(1.0f, m)) - __float_as_int(__frcp_rn(m));
    return off < -1 || off > 1 ? 3 : off + 1;
}

__global__ void measure(unsigned char *bytes) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= MANTISSAS / 4)
        return;
    int byte = 0;
    for (int k = 0; k < 4; k++)
        byte |= code_of(4 * i + k, 0) << 2 * k;
    bytes[i] = (unsigned char)byte;
}

__global__ void compare(unsigned long long *different) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= MANTISSAS)
        return;
    const int code = code_of(i, 0);
    for (int exponent = LOWEST; exponent <= HIGHEST; exponent++)
        if (code_of(i, exponent) != code)
            atomicAdd(&different[exponent - LOWEST], 1ull);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    unsigned char *bytes;
    unsigned long long *different, count[EXPONENTS];
    std::vector<unsigned char> result(MANTISSAS / 4);
    CHECK(cudaMalloc(&bytes, result.size()));
    CHECK(cudaMalloc(&different, sizeof count));
    CHECK(cudaMemset(different, 0, sizeof count));
    measure<<<MANTISSAS / 4 / 256, 256>>>(bytes);
    compare<<<MANTISSAS / 256, 256>>>(different);
    CHECK(cudaMemcpy(result.data(), bytes, result.size(), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(count, different, sizeof count, cudaMemcpyDeviceToHost));
    long codes[4] = {0};
    for (unsigned char byte : result)
        for (int k = 0; k < 8; k += 2)
            codes[byte >> k & 3]++;
    printf("1 below %ld, exact %ld, 1 above %ld, further %ld\n", codes[0], codes[1], codes[2],
           codes[3]);
    for (int k = 0; k < EXPONENTS; k++)
        if (count[k])
            printf("exponent %d: %llu mantissas differ from exponent 0\n", LOWEST + k, count[k]);
    char path[4096];
    snprintf(path, sizeof path, "%s/reciprocal.bin", argv[1]);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(result.data(), 1, result.size(), file) != result.size() || fclose(file)) {
        perror(path);
        return 1;
    }
    return 0;
}
