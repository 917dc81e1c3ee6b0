// fails: fails_kernel_member.cu:3:12: error: a __global__ function cannot be a member of a class
struct scaler {
    static __global__ void scale(float *p) { p[threadIdx.x] *= 2; }
};
int main() { scaler::scale<<<1, 32>>>(nullptr); }
