// fails: fails_kernel_ellipsis.cu:2:28: error: a __global__ function cannot have an ellipsis
__global__ void add(int n, ...) {}
int main() { add<<<1, 1>>>(1, 2); }
