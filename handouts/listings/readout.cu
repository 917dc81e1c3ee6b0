// Eight elements read at 0, 1, .. 7: as points, then with linear filtering, which looks half a
// texel to the left. The reference is bound first; its filter is chosen before each launch.
#include <stdio.h>

enum { COUNT = 8 };

texture<float, 1> row;

__global__ void read(float *out, float base, float step) {
    out[threadIdx.x] = tex1D(row, base + step * threadIdx.x);
}

static void print_row(float *out, float base, float step, cudaTextureFilterMode filter) {
    row.filterMode = filter;
    read<<<1, COUNT>>>(out, base, step);
    cudaDeviceSynchronize();
    printf("%-6s", filter == cudaFilterModePoint ? "point" : "linear");
    for (int i = 0; i < COUNT; i++)
        printf(" %.2f", out[i]);
    printf("\n");
}

int main() {
    float values[COUNT], *out;
    for (int i = 0; i < COUNT; i++)
        values[i] = (float)i;
    cudaArray *array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, COUNT);
    cudaMemcpyToArray(array, 0, 0, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMallocHost(&out, sizeof values);
    cudaBindTextureToArray(row, array);

    print_row(out, 0, 1, cudaFilterModePoint);
    print_row(out, 0, 1, cudaFilterModeLinear);
    print_row(out, 0.5f, 1, cudaFilterModeLinear); // half a texel to the right: the elements again

    cudaUnbindTexture(row);
    cudaFreeArray(array);
    cudaFreeHost(out);
    return 0;
}
