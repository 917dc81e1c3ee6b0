// Data of the figures on constant memory, as CSV on standard output.
//   replay words   different words that a warp asks for at each read (1, 2, 4 .. 32), time of a
//                  launch
//   replay sizes   elements, time of a launch of the lecture's two kernels and of a third one, in
//                  which a warp reads one word
//   replay run     launches each kernel of `words` once, untimed: for the counts of the CPU device
// Times are the shortest of 50 launches, in microseconds: they mean something on a GPU only.
#include "../../labs/common/check.h"
#include <string.h>

#define TABLE_SIZE 256
__constant__ unsigned c_t[TABLE_SIZE];
__constant__ int c_a[4];

// Every thread adds up the table; the threads of a warp are spread over WORDS words at each turn.
template <int WORDS> __global__ void gReplay(const unsigned *a, unsigned *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = a[i], sum = 0;
    for (int turn = 0; turn < TABLE_SIZE; turn++) {
        int k = (turn + i % WORDS) % TABLE_SIZE;
        sum += c_t[k] * (x ^ k);
    }
    b[i] = sum;
}

// The lecture's kernels, b[i] = a[i] * c[i % 4], and one in which a warp reads one word.
__global__ void gConstant(const int *a, int *b, const int *, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] * c_a[i % 4];
}
__global__ void gGlobal(const int *a, int *b, const int *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] * c[i % 4];
}
__global__ void gOneWord(const int *a, int *b, const int *, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] * c_a[i / 32 % 4];
}

static float *cleared(size_t words) {
    float *p = NULL;
    CUDA_CHECK(cudaMalloc(&p, words * sizeof(float)));
    CUDA_CHECK(cudaMemset(p, 0, words * sizeof(float)));
    return p;
}

// The shortest of 50 launches in microseconds, by events around each.
template <class Launch> static float shortest(Launch launch) {
    cudaEvent_t start, stop;
    float best = 1e30f, ms = 0;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    for (int i = 0; i < 50; i++) {
        CUDA_CHECK(cudaEventRecord(start));
        for (int repeat = 0; repeat < 10; repeat++)
            launch();
        CUDA_CHECK(cudaEventRecord(stop));
        CUDA_CHECK(cudaEventSynchronize(stop));
        CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
        best = ms < best ? ms : best;
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return best * 1000.0f / 10.0f;
}

// Launches gReplay<WORDS> and the kernels with twice as many words, up to 32.
template <int WORDS> static void sweep(const unsigned *a, unsigned *b, int n, bool timed) {
    auto launch = [=] { gReplay<WORDS><<<(n + 127) / 128, 128>>>(a, b, n); };
    if (timed)
        printf("%d,%.3f\n", WORDS, shortest(launch));
    else
        launch();
    if constexpr (WORDS < 32)
        sweep<2 * WORDS>(a, b, n, timed);
}

static void words(int n, bool timed) {
    unsigned *a = (unsigned *)cleared(n), *b = (unsigned *)cleared(n), table[TABLE_SIZE];
    for (int k = 0; k < TABLE_SIZE; k++)
        table[k] = 2654435761u * (k + 1);
    CUDA_CHECK(cudaMemcpyToSymbol(c_t, table, sizeof table));
    if (timed)
        printf("words,microseconds\n");
    sweep<1>(a, b, n, timed);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
}

static void sizes(void) {
    const int most = 1 << 24, h_a[4] = {0, -2, -4, -6};
    int *a = (int *)cleared(most), *b = (int *)cleared(most), *c = (int *)cleared(4);
    CUDA_CHECK(cudaMemcpyToSymbol(c_a, h_a, sizeof h_a));
    CUDA_CHECK(cudaMemcpy(c, h_a, sizeof h_a, cudaMemcpyHostToDevice));
    printf("elements,constant,global,one word a warp\n");
    for (int n = 1 << 10; n <= most; n *= 2) {
        int blocks = (n + 127) / 128;
        printf("%d,%.3f,%.3f,%.3f\n", n, shortest([=] { gConstant<<<blocks, 128>>>(a, b, c, n); }),
               shortest([=] { gGlobal<<<blocks, 128>>>(a, b, c, n); }),
               shortest([=] { gOneWord<<<blocks, 128>>>(a, b, c, n); }));
    }
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
    CUDA_CHECK(cudaFree(c));
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "words") == 0)
        words(1 << 20, true);
    else if (argc == 2 && strcmp(argv[1], "sizes") == 0)
        sizes();
    else if (argc == 2 && strcmp(argv[1], "run") == 0)
        words(1024, false);
    else {
        fprintf(stderr, "usage: replay words | sizes | run\n");
        return 2;
    }
    return 0;
}
