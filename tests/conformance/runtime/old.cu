// Calls that courses still teach and newer CUDA versions removed.
// device: cpu
#include "expect.h"

int main() {
    int h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8] = {};
    cudaChannelFormatDesc f = cudaCreateChannelDesc<int>();
    cudaArray_t a;
    RETURNS(cudaMallocArray(&a, &f, 4, 2), cudaSuccess);
    RETURNS(cudaMemcpyToArray(a, 0, 0, h, sizeof h, cudaMemcpyHostToDevice), cudaSuccess);
    RETURNS(cudaMemcpyFromArray(back, a, 8, 0, 16, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(back[0] == 3 && back[1] == 4 && back[2] == 5 && back[3] == 6 && back[4] == 0);
    RETURNS(cudaThreadSynchronize(), cudaSuccess);
    RETURNS(cudaFreeArray(a), cudaSuccess);
    RETURNS(cudaThreadExit(), cudaSuccess);
}
