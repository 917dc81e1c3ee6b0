// fails: fails_host_call_in_fetch.cu:5:39: error: device code calls the host function
float centre(int i) { return i + 0.5f; }
__global__ void k(cudaTextureObject_t t, float *p) {
    const int i = threadIdx.x;
    p[i] = fmaf(tex1D<float>(t, centre(i)), 2.0f, 1.0f);
}
int main() { k<<<1, 1>>>(0, nullptr); }
