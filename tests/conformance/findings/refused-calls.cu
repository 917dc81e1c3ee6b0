// Calls that the device refuses, and for each a sentence that names the argument.
#include <cstdio>
#include <cstdlib>

__constant__ int table[4];
extern __shared__ int dynamic[];

__global__ void k(int *p) {
    if (p)
        *p = 1;
}
__global__ void __launch_bounds__(64) bounded(int *p) {
    if (p)
        *p = 1;
}
__global__ void tile(int *p) {
    __shared__ int fixed[1024];
    fixed[threadIdx.x] = dynamic[threadIdx.x] = 1;
    if (p)
        *p = fixed[*p];
}

static void fails(cudaError_t e) {
    if (e != cudaSuccess)
        puts(cudaGetErrorName(e));
    cudaGetLastError();
}
static void launched() {
    fails(cudaGetLastError());
}

int main() {
    int n = 5, *d, *h = (int *)malloc(1 << 16);
    void *address;
    size_t pitch;
    float milliseconds;
    // clang-format off
    k<<<1, dim3(16, 16, 16)>>>(nullptr), launched();     // REFUSED: the block of 16 x 16 x 16 has 4096 threads, and a block has 1024
    k<<<n / 32, 32>>>(nullptr), launched();              // REFUSED: the grid is 0 x 1 x 1, and none of the three may be 0
    k<<<1, dim3(1, 1, 65)>>>(nullptr), launched();       // REFUSED: the block is 1 x 1 x 65, and its z may be 64 at most
    k<<<1, 0>>>(nullptr), launched();                    // REFUSED: the block is 0 x 1 x 1
    k<<<1, -1>>>(nullptr), launched();                   // REFUSED: a negative number became so large
    k<<<dim3(1, 1 << 16), 32>>>(nullptr), launched();    // REFUSED: the grid is 1 x 65536 x 1, and its y may be 65535 at most
    bounded<<<1, 65>>>(nullptr), launched();             // REFUSED: __launch_bounds__ promises 64 at most
    tile<<<1, 32, 45060>>>(nullptr), launched();         // REFUSED: 45060 bytes of dynamic shared memory and 4096 of __shared__ variables
    fails(cudaMalloc(&d, (size_t)1 << 50));              // REFUSED: 1125899906842624 bytes are asked for
    fails(cudaMalloc(&d, -4));                           // REFUSED: a negative number
    fails(cudaMallocPitch(&d, nullptr, 4, 4));           // REFUSED: the argument that gets the pitch is NULL
    fails(cudaHostGetDevicePointer(&address, h, 0));     // REFUSED: is no pinned memory
    fails(cudaHostUnregister(h));                        // REFUSED: is none that cudaHostRegister was given
    fails(cudaMemcpyToSymbol((const void *)h, h, 4));    // REFUSED: is no __device__, __constant__ or __managed__ variable
    fails(cudaMemcpyToSymbol(table, h, 4, 0, cudaMemcpyDeviceToHost)); // REFUSED: the kind of the copy is cudaMemcpyDeviceToHost
    fails(cudaMallocPitch(&d, &pitch, 400, 4));
    fails(cudaMemcpy(d, nullptr, 4, cudaMemcpyHostToDevice));          // REFUSED: the source is NULL
    fails(cudaMemcpy(d, h, 4, (cudaMemcpyKind)7));       // REFUSED: the kind of the copy is 7
    fails(cudaMemcpy2D(d, 100, h, 400, 400, 4, cudaMemcpyHostToDevice)); // REFUSED: the pitch of the destination is 100 bytes and a row of the copy 400
    fails(cudaMemcpy2D(d, pitch, h, 100, 400, 4, cudaMemcpyHostToDevice)); // REFUSED: the pitch of the source is 100 bytes
    fails(cudaMemset2D(d, 100, 0, 400, 4));              // REFUSED: the width is 400 bytes and the pitch 100
    cudaMemcpy3DParms both = {};
    fails(cudaMemcpy3D(&both));                          // REFUSED: neither dstArray nor dstPtr.ptr is set
    fails(cudaSetDevice(1));                             // REFUSED: there is no device 1
    cudaEvent_t start, stop;
    fails(cudaEventCreate(&start)), fails(cudaEventCreate(&stop));
    fails(cudaEventElapsedTime(&milliseconds, start, stop)); // REFUSED: the first event was never recorded
    fails(cudaEventDestroy(start)), fails(cudaEventDestroy(stop));
    fails(cudaEventRecord(start));                       // REFUSED: it was never created, or it was destroyed
    fails(cudaStreamSynchronize((cudaStream_t)h));       // REFUSED: the stream
    // clang-format on
    free(h);
    return cudaFree(d) != cudaSuccess;
}
