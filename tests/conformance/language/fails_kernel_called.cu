// fails: fails_kernel_called.cu:4:9: error: 'down' is a __global__ function: launch it
__global__ void down(int n) {
    if (n)
        down(n - 1);
}
int main() { down<<<1, 1>>>(3); }
