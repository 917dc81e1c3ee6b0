// Near-miss: local arrays used through pointers, to the last byte, in every kind of scope.
#define SIZE 3
struct particle {
    float position[3];
    int kind;
};

__device__ int total(const int *p, int n) {
    int sum = 0;
    for (const int *end = p + n; p != end; p++) // end is one past the last and never read
        sum += *p;
    return sum;
}

template <class T, int N> __device__ T largest(const T (&values)[N]) {
    T most = values[0];
    for (T v : values)
        most = v > most ? v : most;
    return most;
}

// Each level's array is another one, and the scope is left in every way there is.
__device__ int deep(int level, int *above) {
    int own[4] = {level, level, level, level};
    int *p = above ? above : own;
    p[3] = level;
    if (level == 0)
        return p[3];
    int below = deep(level - 1, own);
    if (level % 2)
        return below + total(own, 4);
    {
        int inner[2];
        inner[1] = own[3];
        p = inner;
        below += p[1];
    }
    return below;
}

__device__ int jumps(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int pair[2] = {i, 1};
        int *p = pair;
        if (i == 1)
            continue;
        if (i == 3)
            break;
        sum += p[0] + p[1];
        for (int small[2] = {0, 1}; small[0] < 2; small[0]++)
            sum += small[1];
    }
    switch (n) {
    case 3:
        int first[2]; // a jump over a declaration: legal without a value
        first[0] = n;
        sum += first[0];
        break;
    case 4: {
        int second[2] = {n, n};
        sum += total(second, 2);
    }
    default:
        sum++;
    }
    do {
        int triple[] = {1, 2, SIZE};
        sum += total(triple, 3);
    } while (sum < 0);
    return sum;
}

__device__ int with_goto(int n) {
    int sum = 0;
again:
    int a[2] = {n, sum};
    sum += total(a, 2);
    if (sum < 10)
        goto again;
    return sum;
}

__global__ void forms(const int *in, int *out, int n) {
    int a[4], b = n, *p = a, zero[SIZE] = {0}, none[2] = {};
    for (int i = 0; i < 4; i++)
        p[i] = in[i];
    const float m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    float flat = 0;
    for (int i = 0; i < 9; i++)
        flat += (&m[0][0])[i]; // inside the whole array
    flat += m[0][n];           // so is this
    particle some[2] = {{{1, 2, 3}, 4}, {{5, 6, 7}, 8}}, copy[2];
    memcpy(copy, some, sizeof copy);
    particle *last = &copy[1];
    float4 v[2]{{1, 2, 3, 4}, {5, 6, 7, 8}};
    float *f = &v[0].x;
    char text[] = "abc", *t = text;
    const char *names[] = {
        "a", // a comment
#if SIZE == 3
        "b",
#endif
        "c"
    };
    volatile int flags[2];
    flags[0] = flags[1] = b;
    int unsized[][2] = {{1, 2}, {3, 4}};
    double d[2] = {1.5, n > 2 ? 2.5 : 3.5};
    alignas(16) float vector[4] = {1, 2, 3, 4};
    float4 loaded = *reinterpret_cast<const float4 *>(vector);
    int total_size = sizeof a + sizeof(zero) + sizeof(m) / sizeof(m[0]);
    auto inner = [&](int i) { return a[i] + p[3 - i]; };
    auto by_copy = [=](int i) { return a[i]; };
    struct local {
        int own[2];
        __device__ int sum() const {
            return own[0] + own[1];
        }
    } object = {{1, 2}};
    out[threadIdx.x] = total(a, 4) + largest(zero) + none[1] + int(flat) + last->kind + int(f[7]) +
                       t[3] + *names[2] + flags[1] + unsized[1][1] + int(d[1] + loaded.w) +
                       total_size + inner(3) + by_copy(0) + object.sum() + deep(6, nullptr) +
                       jumps(n) + with_goto(n);
}

__global__ void together(int *out) {
    int mine[3] = {int(threadIdx.x), 0, 0};
    int *p = mine;
    for (int i = 0; i < 3; i++) {
        int round[2] = {i, p[0]};
        __syncthreads();
        p[2] += total(round, 2) + __shfl_sync(~0u, mine[0], 0);
    }
    if (threadIdx.x % 2)
        return;
    out[threadIdx.x] = p[2];
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 4 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(in, 0, 4 * sizeof(int));
    forms<<<2, 32>>>(in, out + 0, 3);
    together<<<1, 64>>>(out);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    return failed;
}
