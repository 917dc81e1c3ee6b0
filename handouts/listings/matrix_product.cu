// A product of square matrices, both read through textures. Element (row, column) lies at
// (column + 0.5, row + 0.5): with x / width as the coordinate a size that is no power of two misses
// texels now and then.
#include <stdio.h>
#include <stdlib.h>

texture<float, 2, cudaReadModeElementType> left_matrix, right_matrix;

__global__ void multiply(float *product, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= n || row >= n)
        return;
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum +=
            tex2D(left_matrix, i + 0.5f, row + 0.5f) * tex2D(right_matrix, column + 0.5f, i + 0.5f);
    product[row * n + column] = sum;
}

static cudaArray *bound(texture<float, 2, cudaReadModeElementType> &reference, const float *values,
                        int n) {
    cudaArray *array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, n, n);
    cudaMemcpy2DToArray(array, 0, 0, values, n * sizeof(float), n * sizeof(float), n,
                        cudaMemcpyHostToDevice);
    cudaBindTextureToArray(reference, array);
    return array;
}

static void try_size(int n) {
    float *a = (float *)malloc(n * n * sizeof(float)), *b = (float *)malloc(n * n * sizeof(float));
    float *c = (float *)malloc(n * n * sizeof(float)), *d_c;
    for (int i = 0; i < n * n; i++) {
        a[i] = (float)(i % 7 - 3);
        b[i] = (float)(i % 5 - 2);
    }
    cudaArray *array_a = bound(left_matrix, a, n), *array_b = bound(right_matrix, b, n);
    cudaMalloc(&d_c, n * n * sizeof(float));
    dim3 threads(16, 16), blocks((n + 15) / 16, (n + 15) / 16);
    multiply<<<blocks, threads>>>(d_c, n);
    cudaMemcpy(c, d_c, n * n * sizeof(float), cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            float sum = 0;
            for (int i = 0; i < n; i++)
                sum += a[row * n + i] * b[i * n + column];
            wrong += c[row * n + column] != sum;
        }
    printf("%3d x %3d: %d of %d elements wrong\n", n, n, wrong, n * n);
    cudaUnbindTexture(left_matrix);
    cudaUnbindTexture(right_matrix);
    cudaFreeArray(array_a);
    cudaFreeArray(array_b);
    cudaFree(d_c);
    free(a);
    free(b);
    free(c);
}

int main() {
    for (int n : {16, 64, 100, 125, 128})
        try_size(n);
    return 0;
}
