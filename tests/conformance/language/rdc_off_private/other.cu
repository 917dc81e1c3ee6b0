static __device__ int helper() { return 2; }
__device__ int value = 20;
__constant__ int constant = 200;
__global__ void there(int *out) {
    out[1] = helper() + value + constant;
}
void other_file(int *out) {
    there<<<1, 1>>>(out);
}
