// fails: fails_device_call.cu:5:19: error: host code calls the device function
__device__ float squared(float x) { return x * x; }
__global__ void k(float *p) { p[0] = squared(3); }
int main() {
    return squared(2);
}
