// fails: fails_no_chevrons.cu:4:5: error: 'k' is a __global__ function
__global__ void k(float *p) { p[0] = 3; }
int main() {
    k(nullptr);
}
