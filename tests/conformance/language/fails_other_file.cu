// fails: -rdc=true
extern __device__ int helper(int x);
__global__ void k(int *p) { p[0] = helper(3); }
int main() { k<<<1, 1>>>(nullptr); }
