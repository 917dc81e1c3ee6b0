// Order within a stream, the legacy default stream, events between streams, callbacks, times.
#include "expect.h"

__global__ void add(int *p, int v) {
    *p = *p * 10 + v;
}
static void note(void *data) {
    *(int *)data += 1;
}

int main() {
    int *d, h = 0, called = 0;
    cudaStream_t a, b, free_running;
    cudaEvent_t start, end, done;
    RETURNS(cudaMalloc(&d, sizeof(int)), cudaSuccess);
    RETURNS(cudaMemset(d, 0, sizeof(int)), cudaSuccess);
    RETURNS(cudaStreamCreate(&a), cudaSuccess);
    RETURNS(cudaStreamCreate(&b), cudaSuccess);
    RETURNS(cudaStreamCreateWithFlags(&free_running, cudaStreamNonBlocking), cudaSuccess);
    RETURNS(cudaEventCreate(&start), cudaSuccess);
    RETURNS(cudaEventCreate(&end), cudaSuccess);
    RETURNS(cudaEventCreateWithFlags(&done, cudaEventDisableTiming), cudaSuccess);

    /* The default stream stands between blocking streams. */
    add<<<1, 1, 0, a>>>(d, 1);
    add<<<1, 1>>>(d, 2);
    add<<<1, 1, 0, b>>>(d, 3);
    RETURNS(cudaStreamSynchronize(b), cudaSuccess);
    RETURNS(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(h == 123);

    /* An event orders streams that nothing else orders. */
    RETURNS(cudaMemsetAsync(d, 0, sizeof(int), a), cudaSuccess);
    add<<<1, 1, 0, a>>>(d, 4);
    RETURNS(cudaEventRecord(done, a), cudaSuccess);
    RETURNS(cudaStreamWaitEvent(free_running, done, 0), cudaSuccess);
    add<<<1, 1, 0, free_running>>>(d, 5);
    RETURNS(cudaStreamSynchronize(free_running), cudaSuccess);
    RETURNS(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(h == 45);

    RETURNS(cudaLaunchHostFunc(a, note, &called), cudaSuccess);
    RETURNS(cudaStreamSynchronize(a), cudaSuccess);
    EXPECT(called == 1);
    RETURNS(cudaStreamQuery(a), cudaSuccess);
    RETURNS(cudaEventQuery(done), cudaSuccess);

    float ms = -1;
    RETURNS(cudaEventElapsedTime(&ms, start, end), cudaErrorInvalidResourceHandle);
    RETURNS(cudaGetLastError(), cudaErrorInvalidResourceHandle);
    RETURNS(cudaEventRecord(start), cudaSuccess);
    add<<<1, 1>>>(d, 6);
    RETURNS(cudaEventRecord(end), cudaSuccess);
    RETURNS(cudaEventSynchronize(end), cudaSuccess);
    RETURNS(cudaEventElapsedTime(&ms, start, end), cudaSuccess);
    EXPECT(ms > 0 && ms < 1000);
    RETURNS(cudaEventElapsedTime(&ms, start, done), cudaErrorInvalidResourceHandle);
    RETURNS(cudaGetLastError(), cudaErrorInvalidResourceHandle);

    RETURNS(cudaEventDestroy(start), cudaSuccess);
    RETURNS(cudaEventDestroy(end), cudaSuccess);
    RETURNS(cudaStreamDestroy(a), cudaSuccess);
    RETURNS(cudaStreamDestroy(b), cudaSuccess);
    RETURNS(cudaFree(d), cudaSuccess);
}
