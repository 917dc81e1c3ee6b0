// A host that waits for device code without a call: it polls memory that both use, alone or while
// it asks whether a stream or an event is done, answers a kernel that waits for it, or waits for a
// host function.
#include "expect.h"

#include <atomic>
#include <unistd.h>

__global__ void deliver(int *values, volatile int *ready) {
    values[threadIdx.x] = 3 * (int)threadIdx.x;
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0)
        *ready = 1;
}

// Asks the host for the square of each number.
__global__ void ask(volatile int *question, volatile int *answer, int n, int *sum) {
    for (int i = 1; i <= n; i++) {
        *answer = -1;
        __threadfence_system();
        *question = i;
        while (*answer < 0)
            ;
        *sum += *answer;
    }
    *question = -1;
}

__global__ void progress(volatile int *step, int n) {
    for (int i = 1; i <= n; i++) {
        *step = i;
        __threadfence_system();
    }
}

__managed__ volatile int managed_flag;
__global__ void raise_flag() {
    managed_flag = 7;
}

static void answer_once(volatile int *question, volatile int *answer) {
    const int asked = *question;
    if (asked > 0) {
        *question = 0;
        *answer = asked * asked;
    }
}

static std::atomic<int> called;
static void call(void *by) {
    called = *(int *)by;
}

int main() {
    int *h, *d, *sum, total;
    RETURNS(cudaHostAlloc(&h, 256 * sizeof(int), cudaHostAllocMapped), cudaSuccess);
    RETURNS(cudaHostGetDevicePointer(&d, h, 0), cudaSuccess);
    RETURNS(cudaMalloc(&sum, sizeof(int)), cudaSuccess);
    RETURNS(cudaMemset(sum, 0, sizeof(int)), cudaSuccess);
    volatile int *ready = h, *question = h + 1, *answer = h + 2, *step = h + 3;
    *ready = *question = *answer = *step = 0;

    deliver<<<1, 32>>>(d + 8, d);
    progress<<<1, 1>>>(d + 3, 1000);
    while (!*ready)
        ;
    EXPECT(h[8] == 0 && h[39] == 93);
    while (*step < 1000)
        usleep(100);
    EXPECT(*step == 1000);

    /* The host serves the kernel, and then asks, in the same loop, whether the kernel is done. */
    ask<<<1, 1>>>(d + 1, d + 2, 50, sum);
    while (cudaStreamQuery(0) == cudaErrorNotReady)
        answer_once(question, answer);
    RETURNS(cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(total == 42925);

    cudaEvent_t done;
    cudaStream_t stream;
    RETURNS(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    RETURNS(cudaEventCreate(&done), cudaSuccess);
    ask<<<1, 1, 0, stream>>>(d + 1, d + 2, 50, sum);
    RETURNS(cudaEventRecord(done, stream), cudaSuccess);
    while (cudaEventQuery(done) == cudaErrorNotReady)
        answer_once(question, answer);
    RETURNS(cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(total == 2 * 42925);

    /* Asking another stream starts nothing of this one. */
    *ready = 0;
    deliver<<<1, 32, 0, stream>>>(d + 8, d);
    while (!*ready)
        cudaStreamQuery(0);
    EXPECT(*ready == 1);

    int by = 5;
    raise_flag<<<1, 1, 0, stream>>>();
    RETURNS(cudaLaunchHostFunc(stream, call, &by), cudaSuccess);
    while (managed_flag != 7 || called != 5)
        usleep(100);
    EXPECT(managed_flag == 7 && called == 5);
    RETURNS(cudaFreeHost(h), cudaSuccess);
    RETURNS(cudaEventDestroy(done), cudaSuccess);
    RETURNS(cudaStreamDestroy(stream), cudaSuccess);
    RETURNS(cudaFree(sum), cudaSuccess);
}
