// fails: fails_kernel_noexcept.cu:2:27: error: a __global__ function cannot have an exception specification
__global__ void k(int *p) noexcept { *p = 1; }
int main() { k<<<1, 1>>>(nullptr); }
