// fails: fails_exception.cu:4:9: error: device code has no exceptions
__device__ int root(int n) {
    if (n < 0)
        throw n;
    return n / 2;
}
__global__ void k(int *p) { *p = root(*p); }
int main() { k<<<1, 1>>>(nullptr); }
