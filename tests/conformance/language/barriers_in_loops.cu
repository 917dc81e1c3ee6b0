// Kernels with barriers in loops, ifs and blocks that all threads of a block take alike.
#include <cstdio>
#define N 256
#define TX threadIdx.x
#define PLACE (row * 16 + column)
typedef float real;
struct Pair {
    int a;
    float b;
};
__device__ int counter;
__device__ float square(float x) {
    return x * x;
}
__device__ int my_thread() {
    return threadIdx.x + blockDim.x * threadIdx.y;
}
__device__ void add_three(int &x) {
    x += 3;
}

// A prefix sum: a variable of the block in the loop (d), one of each thread that changes (offset).
__global__ void blelloch(float *data, int n) {
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int offset = 1;
    temp[2 * thid] = data[2 * thid];
    temp[2 * thid + 1] = data[2 * thid + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (thid == 0)
        temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            float t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    data[2 * thid] = temp[2 * thid];
    data[2 * thid + 1] = temp[2 * thid + 1];
}

// Several variables in one declaration, of different kinds.
__global__ void hillis(float *g, int n) {
    __shared__ float temp[2 * N];
    int thid = threadIdx.x, pout = 0, pin = 1;
    temp[thid] = thid > 0 ? g[thid - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (thid >= offset)
            temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
        else
            temp[pout * n + thid] = temp[pin * n + thid];
        __syncthreads();
    }
    g[thid] = temp[pout * n + thid];
}

// A while whose variable changes at its end; one that reads shared memory.
__global__ void whiles(int *out) {
    __shared__ int s[N];
    int i = blockDim.x / 2;
    int rounds = 0;
    s[TX] = out[TX];
    __syncthreads();
    while (i > 0) {
        if (TX < i)
            s[TX] += s[TX + i];
        i /= 2;
        __syncthreads();
    }
    do {
        __syncthreads();
        if (TX == 0)
            s[0] += 1;
        rounds++;
        __syncthreads();
    } while (s[0] % 7 != 0);
    out[TX] = s[0] + rounds;
}

// Parameters that each thread changes.
__global__ void parameters(int *out, int n) {
    __shared__ int s[N];
    out += threadIdx.x;
    n += threadIdx.x;
    s[threadIdx.x] = n;
    __syncthreads();
    *out += s[(threadIdx.x + 1) % blockDim.x] + n;
}

// Arrays, structs, a typedef, a macro that names variables, device functions that use threadIdx.
__global__ void variables(float *out) {
    __shared__ float s[16][16];
    const int row = threadIdx.y, column = threadIdx.x;
    float sums[3] = {0};
    Pair p = {row, 2.5f};
    real r = out[PLACE];
    double d = 0, e;
    int changed = row;
    add_three(changed);
    e = changed;
    s[row][column] = square(r);
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        sums[k] += s[column][row] + k;
        p.a += k;
        d += e;
        __syncthreads();
        s[row][column] += my_thread();
        __syncthreads();
    }
    out[PLACE] = sums[0] + sums[1] * 2 + sums[2] * 4 + p.a + p.b + d + changed;
}

// Threads that return early, in and before a loop around barriers.
__global__ void returns(int *out, int n) {
    __shared__ int s;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        s = 0;
    __syncthreads();
    if (i >= n)
        return;
    atomicAdd(&s, 1);
    for (int k = 0; k < 4; k++) {
        __syncthreads();
        if (i == k * 3) {
            out[i] = -s;
            return;
        }
    }
    __syncthreads();
    out[i] = s;
}

// A loop that ends when all threads have returned.
__global__ void endless(int *out) {
    int i = 0;
    while (true) {
        __syncthreads();
        i++;
        if (i == 5 + (int)threadIdx.x)
            return;
        out[threadIdx.x] = i;
    }
}

// break and continue of a loop around barriers, by a condition that is the same for all threads.
__global__ void breaks(int *out) {
    __shared__ int s;
    if (threadIdx.x == 0)
        s = 0;
    for (int i = 0;; i++) {
        __syncthreads();
        if (s > 5)
            break;
        if (i % 2) {
            __syncthreads();
            continue;
        }
        __syncthreads();
        if (threadIdx.x == 3)
            s += i;
    }
    out[threadIdx.x] = s;
}

// if and else around barriers; a nested loop; a loop that runs 0 times.
__global__ void branches(int *out, int n) {
    if (blockIdx.x == 1) {
        out[threadIdx.x] += 1;
        __syncthreads();
        out[threadIdx.x ^ 1] += 10;
    } else if (n > 4)
        __syncthreads();
    else
        out[0] += 100;
    for (int i = 0; i < n; i++)
        for (int j = n; j < i; j++) {
            __syncthreads();
            out[threadIdx.x] = -1;
        }
    __syncthreads();
    if (blockIdx.x == 1)
        out[threadIdx.x] *= 2;
}

// A value taken from a variable of the block that changes later.
__global__ void origins(int *out) {
    int m = 0;
    int column = m + threadIdx.x;
    for (; m < 4; m++) {
        out[threadIdx.x] += column * (m + 1);
        __syncthreads();
    }
    out[threadIdx.x] += column;
}

// Values read from device and shared memory, which changes later.
__global__ void memory(int *out) {
    __shared__ int v;
    int before = counter;
    if (threadIdx.x == 0)
        v = 3;
    __syncthreads();
    int mine = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        v = 9;
        counter = before + 5;
    }
    __syncthreads();
    out[threadIdx.x] = mine * 10 + v + before * 100 + counter;
}

// Shadowed names.
__global__ void shadows(int *out) {
    int i = threadIdx.x;
    for (int i = 0; i < 3; i++) {
        out[threadIdx.x] += i;
        __syncthreads();
    }
    for (int k = 0; k < 2; k++) {
        int i = k + 5;
        out[threadIdx.x] += i;
        __syncthreads();
        for (int i = 0; i < 2; i++)
            out[threadIdx.x] += 100 * i;
        out[threadIdx.x] += i;
    }
    out[threadIdx.x] += 10 * i;
}

// A template; constants that sizes are made of.
template <typename T, int W> __global__ void tile(T *a) {
    const int pad = 1;
    constexpr int width = W + pad;
    __shared__ T t[W][width];
    const T k = 3;
    t[threadIdx.y][threadIdx.x] = a[threadIdx.y * W + threadIdx.x];
    __syncthreads();
    T local[pad] = {t[threadIdx.x][threadIdx.y]};
    a[threadIdx.y * W + threadIdx.x] = local[0] * k;
}

// Three dimensions.
__global__ void cube(int *o) {
    __shared__ int s[64];
    int l = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    s[l] = threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z;
    __syncthreads();
    o[l] = s[(l + 1) % (blockDim.x * blockDim.y * blockDim.z)];
}

template <class T> static void show(const char *name, const T *p) {
    unsigned long long hash = 0;
    double sum = 0;
    for (int i = 0; i < N; i++) {
        hash = hash * 31 + (unsigned long long)(long long)(p[i] * 16);
        sum += p[i];
    }
    printf("%s %llu %g\n", name, hash, sum);
}

#define RUN(name, p, ...)                                                                          \
    do {                                                                                           \
        for (int k = 0; k < N; k++)                                                                \
            f[k] = k % 13, i[k] = k % 11;                                                          \
        __VA_ARGS__;                                                                               \
        if (cudaDeviceSynchronize() != cudaSuccess)                                                \
            puts("error");                                                                         \
        show(name, p);                                                                             \
    } while (0)

int main() {
    float *f;
    int *i;
    cudaMallocManaged(&f, N * sizeof *f);
    cudaMallocManaged(&i, N * sizeof *i);
    RUN("blelloch", f, blelloch<<<1, 128, 1024>>>(f, N));
    RUN("hillis", f, hillis<<<1, N>>>(f, N));
    RUN("whiles", i, whiles<<<1, N>>>(i));
    RUN("parameters", i, parameters<<<1, N>>>(i, 5));
    RUN("variables", f, variables<<<1, dim3(16, 16)>>>(f));
    RUN("returns", i, returns<<<4, 64>>>(i, 200));
    RUN("endless", i, endless<<<1, 64>>>(i));
    RUN("breaks", i, breaks<<<1, 64>>>(i));
    RUN("branches, none", i, branches<<<1, 1>>>(i, 0));
    RUN("branches, five", i, branches<<<2, 64>>>(i, 5));
    RUN("origins", i, origins<<<1, 64>>>(i));
    RUN("memory", i, memory<<<1, 64>>>(i));
    RUN("shadows", i, shadows<<<1, 64>>>(i));
    RUN("tile", i, tile<int, 16><<<1, dim3(16, 16)>>>(i));
    RUN("tile", f, tile<float, 8><<<1, dim3(8, 8)>>>(f));
    RUN("cube", i, cube<<<1, dim3(4, 4, 4)>>>(i));
    RUN("one thread", i, cube<<<1, 1>>>(i));
    cudaFree(f);
    cudaFree(i);
}
