// fails: the CPU device has no dynamic parallelism
__global__ void child() {}
__global__ void k() { child<<<1, 1>>>(); }
int main() { k<<<1, 1>>>(); }
