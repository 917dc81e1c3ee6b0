// fails: fails_kernel_value.cu:5:16: error: return-statement with a value, in function returning ‘void’
__global__ void k(int *p) {
    const int last = 3;
    if (threadIdx.x == last)
        return last;
    p[threadIdx.x] = 1;
}
int main() { k<<<1, 32>>>(nullptr); }
