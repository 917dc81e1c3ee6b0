// fails: fails_kernel_both_sides.cu:2:12: error: a __global__ function cannot be __device__ or __host__ too
__device__ __global__ void k(int *p) { *p = 1; }
int main() { k<<<1, 1>>>(nullptr); }
