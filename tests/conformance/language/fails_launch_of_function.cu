// fails: fails_launch_of_function.cu:6:19: error: host code launches 'fill', which is no kernel
void fill(float *p) { *p = 1; }
int main() {
    float *p;
    cudaMalloc(&p, 4);
    fill<<<1, 1>>>(p);
}
