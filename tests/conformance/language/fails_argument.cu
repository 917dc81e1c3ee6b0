// fails: fails_argument.cu:4:34: error: 
__global__ void k(int *p, int n) {}
int main() {
    k<<<1, 32>>>(nullptr, "text" + 1.0);
}
