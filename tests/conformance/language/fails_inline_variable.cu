// fails: fails_inline_variable.cu:2:8: error: an inline variable of device memory must be static without -rdc=true
inline __device__ int count = 3;
__global__ void k(int *p) { *p = count; }
int main() { k<<<1, 1>>>(nullptr); }
