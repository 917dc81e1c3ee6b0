__device__ int helper() { return 2; }
__global__ void there(int *out) { out[0] = helper(); }
