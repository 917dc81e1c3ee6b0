// What a thread has in its variables is there behind a barrier, however it was written: through a cast of
// the address, or taken from a class by its conversion operator.
#include <cstdio>

enum { THREADS = 64, TILES = 4 };

__global__ void vector_by_elements(const float *in, float *out) {
    __shared__ float tile[THREADS];
    const int t = threadIdx.x;
    float4 sum = make_float4(0, 0, 0, 0);
    for (int k = 0; k < TILES; k++) {
        tile[t] = in[k * THREADS + t];
        __syncthreads();
        for (int j = 0; j < 4; j++)
            ((float *)&sum)[j] += tile[(t + j) % THREADS];
        __syncthreads();
    }
    for (int j = 0; j < 4; j++)
        out[4 * t + j] = ((float *)&sum)[j];
}

__global__ void float_by_bits(float *out) {
    __shared__ float s[THREADS];
    const int t = threadIdx.x;
    float f = (float)t;
    s[t] = f;
    __syncthreads();
    *((unsigned *)&f) |= 0x80000000u;
    __syncthreads();
    s[t ^ 1] = f;
    __syncthreads();
    out[t] = s[t] + f;
}

__global__ void word_by_halves(unsigned *out) {
    __shared__ unsigned s[THREADS];
    const int t = threadIdx.x;
    unsigned packed = 0;
    s[t] = 3 * t;
    __syncthreads();
    ((unsigned short *)&packed)[0] = (unsigned short)s[t ^ 1];
    ((unsigned short *)&packed)[1] = (unsigned short)t;
    __syncthreads();
    s[t] = packed;
    __syncthreads();
    out[t] = s[t ^ 2] - packed;
}

struct Counter {
    int *place;
    __device__ operator int() const {
        return atomicAdd(place, 1);
    }
};

// The conversion counts: it must happen once for each thread, before the barrier.
__global__ void by_conversion(int *count, int *out) {
    const Counter counter = {count};
    int x = counter;
    __syncthreads();
    out[threadIdx.x] = x;
    __syncthreads();
    out[threadIdx.x] -= x;
}

template <class T> static void show(const char *name, const T *device, int n) {
    T h[4 * THREADS];
    printf("%s %s", name, cudaGetErrorName(cudaMemcpy(h, device, n * sizeof(T), cudaMemcpyDeviceToHost)));
    for (int i = 0; i < n; i++)
        printf(" %g", (double)h[i]);
    puts("");
}

int main() {
    float h[TILES * THREADS], *in, *out;
    unsigned *words;
    int *numbers;
    for (int i = 0; i < TILES * THREADS; i++)
        h[i] = (float)(i * 7 % 31);
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 4 * THREADS * sizeof(float));
    cudaMalloc(&words, THREADS * sizeof(unsigned));
    cudaMalloc(&numbers, (THREADS + 1) * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(numbers, 0, (THREADS + 1) * sizeof(int));
    vector_by_elements<<<1, THREADS>>>(in, out);
    show("vector_by_elements", out, 4 * THREADS);
    float_by_bits<<<1, THREADS>>>(out);
    show("float_by_bits", out, THREADS);
    word_by_halves<<<1, THREADS>>>(words);
    show("word_by_halves", words, THREADS);
    by_conversion<<<1, THREADS>>>(numbers, numbers + 1);
    show("by_conversion", numbers, THREADS + 1);
    cudaFree(in);
    cudaFree(out);
    cudaFree(words);
    cudaFree(numbers);
}
