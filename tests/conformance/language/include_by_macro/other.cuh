#pragma once
__global__ void first(int *o) {
    o[threadIdx.x] = -1;
}
