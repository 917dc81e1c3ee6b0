// fails: fails_undeclared.cu:5:32: error: ‘undeclared’ was not declared
__global__ void k(int *p, int n) {
    __shared__ int s[32]; s[threadIdx.x] = n;
    // Проверка столбца: 
    p[0] = s[0];	p[1] = undeclared;
}
int main() { k<<<1, 1>>>(nullptr, 2); }
