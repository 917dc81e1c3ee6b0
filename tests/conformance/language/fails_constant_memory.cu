// fails: 65540 bytes of constant memory
__constant__ int big[16385];
__global__ void k(int *p) { p[0] = big[p[1]]; }
int main() { k<<<1, 1>>>(nullptr); }
