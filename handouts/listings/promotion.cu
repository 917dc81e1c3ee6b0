// Small integers read as normalised floats, from mapped host memory: no copy, so the host waits for
// the kernel before it looks. What is smallest and next to it become -1 both: 255 steps, 256
// values.
#include <math.h>
#include <stdio.h>

texture<signed char, 1, cudaReadModeNormalizedFloat> chars;
texture<unsigned char, 1, cudaReadModeNormalizedFloat> bytes;
texture<short, 1, cudaReadModeNormalizedFloat> shorts;
texture<unsigned short, 1, cudaReadModeNormalizedFloat> words;

__global__ void read(float *out, int kind, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = kind == 0   ? tex1Dfetch(chars, i)
                 : kind == 1 ? tex1Dfetch(bytes, i)
                 : kind == 2 ? tex1Dfetch(shorts, i)
                             : tex1Dfetch(words, i);
}

// Fills mapped memory with all `count` values of T, reads them through the texture, and compares
// with the division.
template <class T, class Texture>
static void print(const char *name, Texture &reference, int kind, int count, float scale) {
    T *values, *d_values;
    float *out, *d_out;
    cudaHostAlloc(&values, count * sizeof(T), cudaHostAllocMapped);
    cudaHostAlloc(&out, count * sizeof(float), cudaHostAllocMapped);
    for (int i = 0; i < count; i++)
        values[i] = (T)i;
    cudaHostGetDevicePointer(&d_values, values, 0);
    cudaHostGetDevicePointer(&d_out, out, 0);
    size_t offset;
    cudaBindTexture(&offset, reference, d_values, count * sizeof(T));
    read<<<(count + 255) / 256, 256>>>(d_out, kind, count);
    cudaDeviceSynchronize();
    int differ = 0;
    for (int i = 0; i < count; i++)
        differ += out[i] != fmaxf((float)values[i] / scale, -1);
    printf("%-14s 0: %f  1: %f  half of all: %f  last: %f  other than the division: %d\n", name,
           out[0], out[1], out[count / 2], out[count - 1], differ);
    cudaUnbindTexture(reference);
    cudaFreeHost(values);
    cudaFreeHost(out);
}

int main() {
    cudaSetDeviceFlags(cudaDeviceMapHost);
    print<signed char>("signed char", chars, 0, 256, 127);
    print<unsigned char>("unsigned char", bytes, 1, 256, 255);
    print<short>("short", shorts, 2, 65536, 32767);
    print<unsigned short>("unsigned short", words, 3, 65536, 65535);
    return 0;
}
