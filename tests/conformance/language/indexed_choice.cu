// A choice of arrays is indexed, and the index is an expression of its own: each part is evaluated
// once, whichever array is chosen.
#include <cstdio>

struct Pair {
    int x[3], y[3];
};

__device__ float drawn(int *state) {
    *state = *state * 5 % 7;
    return (float)*state;
}

__global__ void fill(Pair *p, const int *bits, int n) {
    int state = 1;
    for (int d = 0; d < n; d++)
        (d < 3 ? p->x : p->y)[d % 3] = *bits >> d & 1 ? 100 + d : (int)drawn(&state);
    for (int d = 0; d < n; d++)
        (d < 3 ? p->x : p->y)[(int)drawn(&state) % 3] += 1 << d;
}

#define EITHER(c, a, b) ((c) ? (a) : (b))
#define AT(array, i) array[i]
#define CHOSEN (d < 3 ? p->x : p->y)

__global__ void by_macro(Pair *p, int n) {
    int state = 3;
    for (int d = 0; d < n; d++) {
        EITHER(d < 3, p->x, p->y)[(int)drawn(&state) % 3] += d;
        AT((d < 3 ? p->x : p->y), d % 3) += 10 * d >> 1;
        CHOSEN[d % 3] += 1000;
    }
}

int main() {
    Pair *p;
    int *bits;
    cudaMallocManaged(&p, sizeof *p);
    cudaMallocManaged(&bits, sizeof *bits);
    *p = {};
    *bits = 044;
    fill<<<1, 1>>>(p, bits, 6);
    by_macro<<<1, 1>>>(p, 6);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int d = 0; d < 6; d++)
        printf("%d ", (d < 3 ? p->x : p->y)[d % 3]);
    printf("\n");
    int host[2][3] = {}, n = 1;
    for (int d = 0; d < 6; d++)
        (d < 3 ? host[0] : host[1])[d % 3] = n << d;
    for (int d = 0; d < 6; d++)
        printf("%d ", host[d / 3][d % 3]);
    printf("\n");
    cudaFree(p);
    cudaFree(bits);
}
