// A matrix gone through by the index of its first row: the next rows follow, as on a GPU.
#include <cstdio>

struct Proxy {
    struct Row {
        int k;
        __device__ explicit Row(int k) : k(k) {}
        Row(const Row &) = delete;
        Row(Row &&) = default;
        __device__ int operator[](int i) const {
            return k * 10 + i;
        }
    };
    __device__ Row operator[](int k) const {
        return Row(k);
    }
};
struct Same {
    int a[4];
    __device__ const int *operator[](int) const {
        return a;
    }
};
__constant__ int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
constexpr int fixed[2][2] = {{1, 2}, {3, 4}};

template <typename T> __device__ T sum(T (&m)[2][2]) {
    T s{};
    for (int i = 0; i < 4; i++)
        s += m[0][i];
    return s;
}
#define SAME(x) ((x) + 0)

__global__ void locals(float *o, int n) {
    float m[2][2] = {{1, 2}, {3, 4}};
    int cube[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}, s = 0;
    int filled[3][3] = {};
    for (int i = 0; i < 9; i++)
        filled[0][i] = i;
    *o++ = filled[2][n];
    *o++ = sum(m);
    for (int i = 0; i < 4; i++)
        m[0][i] *= 2;
    *o++ = m[1][1] + m[1][0] * 10;
    for (int i = 0; i < 8; i++)
        s += cube[0][0][i] * (i + 1);
    *o++ = s;
    *o++ = SAME(m[0][n + 1]) + sizeof(m[0][n]);
    float &last = m[0][3 * n];
    last = 40;
    *o++ = m[1][n];
    decltype(m[0][n]) same = m[0][n];
    *o++ = [&] { return same + m[0][n + 1]; }();
}

__global__ void shared(float *o, int n) {
    __shared__ int t[4][5];
    for (int i = threadIdx.x; i < 20; i += blockDim.x)
        t[0][i] = 0;
    __syncthreads();
    t[2][n] = 5;
    t[0][10 + n] = 77;
    *o++ = t[2][n];
    t[1][n] = 1;
    t[0][n + 5] = 2;
    *o++ = t[1][n];
    for (int i = 0; i < 20; i++)
        t[0][i] = i;
    t[0][1]++;
    --t[0][2];
    *o++ = t[3][4] - t[0][1] * t[0][2];
}

__global__ void others(float *o, int n) {
    int s = 0;
    for (int i = 0; i < 6; i++)
        s = s * 10 + table[0][i];
    *o++ = s;
    constexpr int two = fixed[0][fixed[0][0]];
    *o++ = two;
    *o++ = Proxy()[0][n];
    *o++ = Same{{7, 8, 9, 10}}[0][n];
}

template <int ROWS, int COLUMNS> __global__ void tile(const float *in, float *o, int n) {
    __shared__ float t[ROWS][COLUMNS];
    for (int i = threadIdx.x; i < ROWS * COLUMNS; i += blockDim.x)
        t[0][i] = i < n ? in[i] : -1;
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0;
        for (int y = 0; y < ROWS; y++)
            for (int x = 0; x < COLUMNS; x++)
                s += t[y][x];
        *o = s;
    }
}

int main() {
    float h[16], *o;
    cudaMalloc(&o, sizeof h);
    locals<<<1, 1>>>(o, 1);
    shared<<<1, 1>>>(o + 7, 1);
    others<<<1, 1>>>(o + 10, 1);
    tile<5, 7><<<1, 8>>>(o, o + 14, 14);
    cudaMemcpy(h, o, 15 * sizeof *h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 15; i++)
        printf("%g%c", h[i], i < 14 ? ' ' : '\n');
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaFree(o);
}
