// Ten values 0.0, 0.1, .. 0.9 read at 1.5, 1.6, .. 2.4 with linear filtering. Two digits look
// right; the words in hexadecimal show what the weight of eight bits leaves of them.
#include <stdio.h>
#include <string.h>

enum { COUNT = 10 };

texture<float, 1> row;

__global__ void read(float *out, float base, float step) {
    out[threadIdx.x] = tex1D(row, base + step * threadIdx.x);
}

int main() {
    float values[COUNT], *out;
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
    for (int i = 0; i < COUNT; i++) {
        unsigned word;
        memcpy(&word, &out[i], sizeof word);
        printf("%.1f  %.2f  %08x\n", 1.5f + 0.1f * i, out[i], word);
    }

    cudaUnbindTexture(row);
    cudaFreeArray(array);
    cudaFreeHost(out);
    return 0;
}
