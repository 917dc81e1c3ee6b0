// Near-miss: errors that somebody looked at, and answers that are no errors.
#include <cstdio>

__global__ void fill(int *p) {
    p[threadIdx.x] = 1;
}

// Who hands an error on has looked, whatever ends the function.
static cudaError_t handed_on(int **p) {
    return cudaMalloc(p, (size_t)1 << 50); // REFUSED: 1125899906842624 bytes are asked for
}

struct scratch {
    int values[20];
    scratch() {
        for (int &value : values)
            value = 1;
    }
    ~scratch() {
        printf("%d\n", values[3]);
    }
};

static cudaError_t from_scope(int **p, size_t size) {
    scratch s;
    if (size < 4)
        return cudaMalloc(p, size);
    s.values[3] = 2;
    return cudaMalloc(p, size << 48); // REFUSED: 1125899906842624 bytes are asked for
}

int main() {
    int *p;
    cudaEvent_t event;
    if (handed_on(&p) == cudaSuccess || from_scope(&p, 4) == cudaSuccess)
        return 1;
    cudaMalloc(&p, 64 * sizeof(int));
    fill<<<1, 4096>>>(p); // REFUSED: the block of 4096 x 1 x 1 has 4096 threads
    cudaError_t e = cudaGetLastError();
    printf("%s\n", cudaGetErrorName(e));
    cudaEventCreate(&event);
    fill<<<1, 64>>>(p);
    cudaEventRecord(event);
    while (cudaEventQuery(event) == cudaErrorNotReady)
        ;
    cudaEventDestroy(event);
    cudaFree(p);
    return e == cudaSuccess;
}
