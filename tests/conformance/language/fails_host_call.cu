// fails: fails_host_call.cu:4:19: error: device code calls the host function
float squared(float x) { return x * x; }
__global__ void k(float *p) {
    p[0] = squared(3);
}
int main() { k<<<1, 1>>>(nullptr); }
