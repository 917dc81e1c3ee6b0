// What texture objects over linear memory of no or odd length return, and what a fetch from them
// reads.
#include <cstdio>

__global__ void fetch(cudaTextureObject_t texture, float *out) {
    out[0] = tex1Dfetch<float>(texture, 0);
    out[1] = tex1Dfetch<float>(texture, 1);
}

static void attempt(const char *what, void *memory, size_t bytes, float *out) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.sizeInBytes = bytes;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    cudaTextureDesc description = {};
    cudaTextureObject_t texture = 0;
    cudaError_t made = cudaCreateTextureObject(&texture, &resource, &description, NULL),
                read = cudaSuccess;
    float values[2] = {-1, -1};
    if (made == cudaSuccess) {
        fetch<<<1, 1>>>(texture, out);
        read = cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
        cudaDestroyTextureObject(texture);
    }
    printf("%-12s %s, then %s: %g %g\n", what, cudaGetErrorName(made), cudaGetErrorName(read),
           values[0], values[1]);
    cudaGetLastError();
}

int main() {
    const float ones[4] = {1, 2, 3, 4};
    float *memory, *out;
    cudaMalloc(&memory, sizeof ones);
    cudaMalloc(&out, 2 * sizeof(float));
    cudaMemcpy(memory, ones, sizeof ones, cudaMemcpyHostToDevice);
    attempt("16 bytes", memory, 16, out);
    attempt("4 bytes", memory, 4, out);
    attempt("0 bytes", memory, 0, out);
    attempt("no memory", NULL, 16, out);
    attempt("misaligned", memory + 1, 4, out);
    cudaFree(memory);
    cudaFree(out);
    return 0;
}
