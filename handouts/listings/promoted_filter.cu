// Integers read as normalised floats with linear filtering: which comes first, the promotion or the
// filter? Rows of 256 texels, each read at every 256th of the way to its neighbour, beside two
// rules. "filter first": the whole numbers are weighed, the sum is rounded, then divided.
// "promotion first": each texel becomes a float, and the floats are weighed.
#include <math.h>
#include <stdio.h>

enum { COUNT = 256, PLACES = 255 * 256 };

texture<unsigned char, 1, cudaReadModeNormalizedFloat> bytes;
texture<unsigned short, 1, cudaReadModeNormalizedFloat> words;
texture<signed char, 1, cudaReadModeNormalizedFloat> chars;
texture<short, 1, cudaReadModeNormalizedFloat> shorts;

// Place p lies p / 256 texels behind the first texel's centre.
__global__ void read(float *out, int kind) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    float x = 0.5f + (float)p / 256;
    if (p < PLACES)
        out[p] = kind == 0   ? tex1D(bytes, x)
                 : kind == 1 ? tex1D(words, x)
                 : kind == 2 ? tex1D(chars, x)
                             : tex1D(shorts, x);
}

// What is filtered first: numbers of 16 bits, though a signed byte's sum gets there only after it
// was added up. Arithmetic shifts.
static float filter_first(int left, int right, int weight, int kind) {
    int scale = kind == 0 ? 257 : 1, sum = (256 - weight) * scale * left + weight * scale * right;
    if (kind < 2)
        return (float)((sum + 128) >> 8) / 65535.0f;
    sum = kind == 2 ? sum + ((sum + 16 * (sum >> 12) + 64) >> 7) : sum;
    sum = kind == 2 ? sum : (sum + 128) >> 8;
    return (float)(sum < -32767 ? -32767 : sum) / 32767.0f;
}

static float promoted(int texel, float largest) {
    return fmaxf((float)texel / largest, -1);
}

template <class T, class Texture>
static void print(const char *name, Texture &reference, int kind, float largest, float *out) {
    T values[COUNT];
    for (int i = 0; i < COUNT; i++) // every byte, all of them in no order
        values[i] = (T)(i * 77 * (sizeof(T) == 1 ? 1 : 259) + i % 3);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaArray *array;
    cudaMallocArray(&array, &format, COUNT);
    cudaMemcpyToArray(array, 0, 0, values, sizeof values, cudaMemcpyHostToDevice);
    reference.filterMode = cudaFilterModeLinear;
    reference.addressMode[0] = reference.addressMode[1] = cudaAddressModeClamp;
    cudaBindTextureToArray(reference, array, format);
    read<<<(PLACES + 127) / 128, 128>>>(out, kind);
    cudaDeviceSynchronize();

    int by_filter = 0, by_promotion = 0;
    double farthest = 0;
    for (int p = 0; p < PLACES; p++) {
        int left = values[p / 256], right = values[p / 256 + 1], weight = p % 256;
        double mixed = ((256.0 - weight) * promoted(left, largest) +
                        weight * (double)promoted(right, largest)) /
                       256;
        by_filter += out[p] != filter_first(left, right, weight, kind);
        by_promotion += out[p] != (float)mixed;
        farthest = fmax(farthest, fabs(out[p] - mixed));
    }
    printf("%-15s %d reads: filter first differs in %d, promotion first in %d, by %.1e at most\n",
           name, PLACES, by_filter, by_promotion, farthest);
    printf("%-15s half of the way from %d to %d: %.8f\n", "", values[0], values[1], out[128]);
    cudaUnbindTexture(reference);
    cudaFreeArray(array);
}

int main() {
    float *out;
    cudaMallocHost(&out, PLACES * sizeof(float));
    print<unsigned char>("unsigned char", bytes, 0, 255, out);
    print<unsigned short>("unsigned short", words, 1, 65535, out);
    print<signed char>("signed char", chars, 2, 127, out);
    print<short>("short", shorts, 3, 32767, out);
    cudaFreeHost(out);
    return 0;
}
