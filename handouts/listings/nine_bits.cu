// The same reads beside the processor's: with the full fraction, and with the fraction rounded to
// eight bits as the texture unit rounds it. At 1.8 the fraction is 0.3, and 0.3 is no 256th.
#include <math.h>
#include <stdio.h>

enum { COUNT = 10 };

texture<float, 1> row;
static float values[COUNT];

__global__ void read(float *out, float base, float step) {
    out[threadIdx.x] = tex1D(row, base + step * threadIdx.x);
}

static float interpolated(float x, bool eight_bits) {
    float place = x - 0.5f, left = floorf(place), fraction = place - left;
    if (eight_bits)
        fraction = floorf(fraction * 256 + 0.5f) / 256;
    return (1 - fraction) * values[(int)left] + fraction * values[(int)left + 1];
}

int main() {
    float *out;
    for (int i = 0; i < COUNT; i++)
        values[i] = i / 10.0f;
    cudaArray *array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, COUNT);
    cudaMemcpyToArray(array, 0, 0, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMallocHost(&out, sizeof values);
    cudaBindTextureToArray(row, array);
    row.filterMode = cudaFilterModeLinear;

    read<<<1, COUNT>>>(out, 1.5f, 0.1f);
    cudaDeviceSynchronize();
    printf("  x   texture   full fraction: difference   eight bits: difference\n");
    for (int i = 0; i < COUNT; i++) {
        float x = 1.5f + 0.1f * i, full = interpolated(x, false), short_one = interpolated(x, true);
        printf("%.1f  %.6f  %.6f %13.2e       %.6f %13.1e\n", x, out[i], full,
               fabs((double)full - out[i]), short_one, fabs((double)short_one - out[i]));
    }

    cudaUnbindTexture(row);
    cudaFreeArray(array);
    cudaFreeHost(out);
    return 0;
}
