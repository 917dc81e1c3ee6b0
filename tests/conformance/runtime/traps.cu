// __trap ends the launch.
#include "expect.h"

__global__ void stop() {
    if (threadIdx.x == 5)
        __trap();
}

int main() {
    stop<<<1, 32>>>();
    RETURNS(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}
