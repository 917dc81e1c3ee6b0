// fails: fails_ptx.cu:5:5: error: inline PTX in device code: the CPU device has no PTX
// device: cpu
__global__ void k(unsigned *p) {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    p[0] = lane;
}
int main() { k<<<1, 1>>>(nullptr); }
