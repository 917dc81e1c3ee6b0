// fails: fails_shared_initializer.cu:3:22: error: a __shared__ variable cannot have an initial value
__global__ void k(int *p) {
    __shared__ int s = 0;
    p[0] = s;
}
int main() { k<<<1, 1>>>(nullptr); }
