// fails: fails_host_variable.cu:4:18: error: device code uses the host variable 'factor'
float factor = 2;
__global__ void k(float *p) {
    p[0] = p[1] *factor;
}
int main() { k<<<1, 1>>>(nullptr); }
