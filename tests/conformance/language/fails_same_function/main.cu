// fails: multiple definition
// Without -rdc nvcc leaves a host symbol of a __device__ function, so two files cannot both define it.
__device__ int helper() { return 1; }
__global__ void here(int *out) { out[0] = helper(); }
int main() { here<<<1, 1>>>(nullptr); }
