// fails: tex2D with a bool *: the CPU device has no sparse arrays
// device: cpu
__global__ void k(cudaTextureObject_t t, float *p) {
    bool there;
    p[threadIdx.x] = tex2D<float>(t, 0, 0, &there) + there;
}
int main() {
    k<<<1, 1>>>(0, nullptr);
}
