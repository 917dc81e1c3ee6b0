// fails: fails_static_member.cu:3:12: error: a static member of a class cannot be in device memory
struct counter {
    static __device__ int count;
};
__device__ int counter::count = 3;
__global__ void k(int *p) { *p = counter::count; }
int main() { k<<<1, 1>>>(nullptr); }
