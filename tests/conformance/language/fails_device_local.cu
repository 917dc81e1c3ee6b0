// fails: fails_device_local.cu:3:5: error: a variable of a function is not __device__
__global__ void k(int *p) {
    __device__ int a = 3;
    *p = a;
}
int main() { k<<<1, 1>>>(nullptr); }
