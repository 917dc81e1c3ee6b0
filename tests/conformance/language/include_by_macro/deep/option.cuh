__global__ void second(int *o) {
    __shared__ int s[4];
    s[threadIdx.x] = 100;
    __syncthreads();
    o[threadIdx.x] += s[blockDim.x - 1 - threadIdx.x];
}
