// What one read of constant memory costs: data of lab 6's figures, as CSV on standard output.
//   replay words   the table added up by warps that ask for 1, 2, 4 .. 32 different words at each
//                  read: the index computed by each thread; then one word that the compiler knows
//   replay sizes   the lecture's two kernels and a third one, in which a warp reads one word, on
//                  2^10 .. 2^24 elements
//   replay run     the kernels of `words` once each, untimed, on few elements: for the counts of
//                  the CPU device
// A row names a kernel; its time is that of one launch among others, in microseconds, as `make run`
// takes it: the mean of 20 after one that is not counted. The time of the kernel alone is a
// profiler's to give (measure-gpu.sh). Times mean something on a GPU only.
#include "../../../labs/common/check.h"
#include <string.h>

#define TABLE_SIZE 256
#define LAUNCHES 20
__constant__ unsigned c_t[TABLE_SIZE];
__constant__ int c_a[4];

// Every thread adds up the table; at each turn the threads of a warp are spread over `words` words,
// a power of two. The compiler does not know how many, so one word is asked for like many.
__global__ void gSpread(const unsigned *a, unsigned *b, int n, int words) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = a[i], sum = 0;
    for (int turn = 0; turn < TABLE_SIZE; turn++) {
        int k = (turn + (i & (words - 1))) % TABLE_SIZE;
        sum += c_t[k] * (x ^ k);
    }
    b[i] = sum;
}

// The same sum where the compiler knows the index: the word becomes an operand of an instruction.
__global__ void gKnown(const unsigned *a, unsigned *b, int n, int) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = a[i], sum = 0;
    for (int k = 0; k < TABLE_SIZE; k++)
        sum += c_t[k] * (x ^ k);
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

static void *cleared(size_t bytes) {
    void *p = NULL;
    CUDA_CHECK(cudaMalloc(&p, bytes));
    CUDA_CHECK(cudaMemset(p, 0, bytes));
    return p;
}

template <class Launch> static float time_of(Launch launch) {
    cudaEvent_t start, stop;
    float ms = 0;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    launch();
    CUDA_CHECK(cudaEventRecord(start));
    for (int i = 0; i < LAUNCHES; i++)
        launch();
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return ms * 1000.0f / LAUNCHES;
}

static void words(int n, bool timed) {
    unsigned *a = (unsigned *)cleared(n * sizeof *a), *b = (unsigned *)cleared(n * sizeof *b);
    unsigned table[TABLE_SIZE];
    const int blocks = (n + 127) / 128;
    for (int k = 0; k < TABLE_SIZE; k++)
        table[k] = 2654435761u * (k + 1);
    CUDA_CHECK(cudaMemcpyToSymbol(c_t, table, sizeof table));
    auto spread = [=](int words) { gSpread<<<blocks, 128>>>(a, b, n, words); };
    auto known = [=] { gKnown<<<blocks, 128>>>(a, b, n, 1); };
    if (timed)
        printf("words,index,launch_us\n");
    for (int words = 1; words <= 32; words *= 2)
        if (timed)
            printf("%d,computed,%.3f\n", words, time_of([=] { spread(words); }));
        else
            spread(words);
    if (timed)
        printf("1,known,%.3f\n", time_of(known));
    else
        known();
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
}

static void sizes(void) {
    const int most = 1 << 24, h_a[4] = {0, -2, -4, -6};
    int *a = (int *)cleared(most * sizeof *a), *b = (int *)cleared(most * sizeof *b);
    int *c = (int *)cleared(sizeof h_a);
    CUDA_CHECK(cudaMemcpyToSymbol(c_a, h_a, sizeof h_a));
    CUDA_CHECK(cudaMemcpy(c, h_a, sizeof h_a, cudaMemcpyHostToDevice));
    printf("elements,kernel,launch_us\n");
    for (int n = 1 << 10; n <= most; n *= 2) {
        const int blocks = (n + 127) / 128;
        printf("%d,constant,%.3f\n", n, time_of([=] { gConstant<<<blocks, 128>>>(a, b, c, n); }));
        printf("%d,global,%.3f\n", n, time_of([=] { gGlobal<<<blocks, 128>>>(a, b, c, n); }));
        printf("%d,one word,%.3f\n", n, time_of([=] { gOneWord<<<blocks, 128>>>(a, b, c, n); }));
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
