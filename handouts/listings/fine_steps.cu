// Between two elements in steps of 0.01: a point read jumps at 1.00, a linear read moves in steps
// of 1/256, for the weight has eight bits of fraction.
#include <stdio.h>

enum { COUNT = 8, STEPS = 20 };

texture<float, 1> row;

__global__ void read(float *out, float base, float step) {
    out[threadIdx.x] = tex1D(row, base + step * threadIdx.x);
}

int main() {
    float values[COUNT], *points, *lines;
    for (int i = 0; i < COUNT; i++)
        values[i] = (float)i;
    cudaArray *array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, COUNT);
    cudaMemcpyToArray(array, 0, 0, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMallocHost(&points, STEPS * sizeof(float));
    cudaMallocHost(&lines, STEPS * sizeof(float));
    cudaBindTextureToArray(row, array);

    row.filterMode = cudaFilterModePoint;
    read<<<1, STEPS>>>(points, 0.9f, 0.01f);
    row.filterMode = cudaFilterModeLinear;
    read<<<1, STEPS>>>(lines, 0.9f, 0.01f);
    cudaDeviceSynchronize();
    printf("   x   point  linear   * 256\n");
    for (int i = 0; i < STEPS; i++)
        printf("%.2f  %.4f  %.4f  %6.2f\n", 0.9f + 0.01f * i, points[i], lines[i], 256 * lines[i]);

    cudaUnbindTexture(row);
    cudaFreeArray(array);
    cudaFreeHost(points);
    cudaFreeHost(lines);
    return 0;
}
