__constant__ int thousand = 1000;
__global__ void third(int *o) {
    o[threadIdx.x] += thousand;
}
