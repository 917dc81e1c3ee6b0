// barriers.cu - what waiting at a barrier costs on the CPU device: the usual kernels that have
// some.
//
// Tells for each, on stderr, the time of a launch, work included, divided by its threads and by the
// barriers that each of them passes. Prints "barrier NANOSECONDS LIMIT ns": a barrier and nothing
// else. The limit is BARRIER_LIMIT on a machine whose processors are its own; where a step of x = x
// * a + b (4 cycles), measured in the same way just before, is slower than at 3 GHz, the limit is
// that much higher. With an argument, that kernel alone.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

enum { BLOCK = 256, TILE = 16, SIDE = 512, COUNT = 1 << 19, BINS = 256, RADIUS = 3, ROUNDS = 5 };
enum { STEPS = 256 };
constexpr double BARRIER_LIMIT = 12, STEP = 1.33; // ns

#define CHECK(call)                                                                                \
    do {                                                                                           \
        const cudaError_t e = (call);                                                              \
        if (e != cudaSuccess) {                                                                    \
            fprintf(stderr, "barriers: %s: %s\n", #call, cudaGetErrorString(e));                   \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__global__ void multiply_tiled(const float *a, const float *b, float *c, int n) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum = 0;
    for (int m = 0; m < n / TILE; m++) {
        as[ty][tx] = a[row * n + m * TILE + tx];
        bs[ty][tx] = b[(m * TILE + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// As in lab 10: one source for the skeleton and the solution, and edges of any size.
__global__ void multiply_edges(const float *a, const float *b, float *c, int m, int k, int n) {
#ifndef SKELETON
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    float sum = 0.0f;
    for (int first = 0; first < k; first += TILE) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        tile_b[y][x] = first + y < k && column < n ? b[(first + y) * n + column] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
#endif
}

__global__ void transpose(float *out, const float *in, int n) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void reduce0(const int *in, int *out) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    s[tid] = in[i];
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        if (tid % (2 * step) == 0)
            s[tid] += s[tid + step];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = s[0];
}

__global__ void reduce1(const int *in, int *out) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    s[tid] = in[i];
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        int index = 2 * step * tid;
        if (index < blockDim.x)
            s[index] += s[index + step];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = s[0];
}

__global__ void reduce2(const int *in, int *out) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    s[tid] = in[i];
    __syncthreads();
    for (unsigned step = blockDim.x / 2; step > 0; step >>= 1) {
        if (tid < step)
            s[tid] += s[tid + step];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = s[0];
}

__global__ void reduce3(const int *in, int *out) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    s[tid] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned step = blockDim.x / 2; step > 0; step >>= 1) {
        if (tid < step)
            s[tid] += s[tid + step];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = s[0];
}

__device__ void last_warp(volatile int *s, unsigned tid) {
    int v = s[tid] + s[tid + 32];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    if (tid == 0)
        s[0] = v;
}

__global__ void reduce4(const int *in, int *out) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    s[tid] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned step = blockDim.x / 2; step > 32; step >>= 1) {
        if (tid < step)
            s[tid] += s[tid + step];
        __syncthreads();
    }
    if (tid < 32)
        last_warp(s, tid);
    if (tid == 0)
        out[blockIdx.x] = s[0];
}

template <unsigned block> __global__ void reduce5(const int *in, int *out) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * block * 2 + threadIdx.x;
    s[tid] = in[i] + in[i + block];
    __syncthreads();
    if (block >= 256) {
        if (tid < 128)
            s[tid] += s[tid + 128];
        __syncthreads();
    }
    if (block >= 128) {
        if (tid < 64)
            s[tid] += s[tid + 64];
        __syncthreads();
    }
    if (tid < 32)
        last_warp(s, tid);
    if (tid == 0)
        out[blockIdx.x] = s[0];
}

template <unsigned block> __global__ void reduce6(const int *in, int *out, unsigned n) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * block * 2 + tid, grid = block * 2 * gridDim.x;
    s[tid] = 0;
    while (i < n) {
        s[tid] += in[i] + in[i + block];
        i += grid;
    }
    __syncthreads();
    if (block >= 256) {
        if (tid < 128)
            s[tid] += s[tid + 128];
        __syncthreads();
    }
    if (block >= 128) {
        if (tid < 64)
            s[tid] += s[tid + 64];
        __syncthreads();
    }
    if (tid < 32)
        last_warp(s, tid);
    if (tid == 0)
        out[blockIdx.x] = s[0];
}

// As in lab 7: the barriers are in a function that the kernel calls.
__device__ float block_sum(float value) {
    __shared__ float cache[BLOCK];
    int t = threadIdx.x;
    cache[t] = value;
    __syncthreads();
    for (int count = BLOCK; count > 1;) {
        int half = (count + 1) / 2;
        if (t + half < count)
            cache[t] += cache[t + half];
        __syncthreads();
        count = half;
    }
    return cache[0];
}

__global__ void integral(const float *in, float *partial, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (i < n)
        sum = in[i] * 0.5f;
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

__global__ void scan_hillis(int *out, const int *in) {
    __shared__ int temp[2 * BLOCK];
    int t = threadIdx.x, pout = 0, pin = 1;
    temp[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int offset = 1; offset < BLOCK; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (t >= offset)
            temp[pout * BLOCK + t] = temp[pin * BLOCK + t] + temp[pin * BLOCK + t - offset];
        else
            temp[pout * BLOCK + t] = temp[pin * BLOCK + t];
        __syncthreads();
    }
    out[blockIdx.x * BLOCK + t] = temp[pout * BLOCK + t];
}

__global__ void scan_blelloch(int *data) {
    __shared__ int temp[2 * BLOCK];
    int t = threadIdx.x, offset = 1;
    int *mine = data + blockIdx.x * 2 * BLOCK;
    temp[2 * t] = mine[2 * t];
    temp[2 * t + 1] = mine[2 * t + 1];
    for (int d = BLOCK; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (t == 0)
        temp[2 * BLOCK - 1] = 0;
    for (int d = 1; d < 2 * BLOCK; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            int v = temp[a];
            temp[a] = temp[b];
            temp[b] += v;
        }
    }
    __syncthreads();
    mine[2 * t] = temp[2 * t];
    mine[2 * t + 1] = temp[2 * t + 1];
}

__global__ void histogram(const unsigned char *in, int n, unsigned *bins) {
    __shared__ unsigned local[BINS];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&local[in[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void bitonic(int *values) {
    __shared__ int s[BLOCK];
    const unsigned tid = threadIdx.x;
    s[tid] = values[blockIdx.x * BLOCK + tid];
    __syncthreads();
    for (unsigned k = 2; k <= BLOCK; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned ixj = tid ^ j;
            if (ixj > tid) {
                if ((tid & k) == 0 ? s[tid] > s[ixj] : s[tid] < s[ixj]) {
                    int swap = s[tid];
                    s[tid] = s[ixj];
                    s[ixj] = swap;
                }
            }
            __syncthreads();
        }
    values[blockIdx.x * BLOCK + tid] = s[tid];
}

__global__ void stencil(const int *in, int *out) {
    __shared__ int temp[BLOCK + 2 * RADIUS];
    int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + RADIUS;
    temp[l] = in[g];
    if (threadIdx.x < RADIUS) {
        temp[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0;
        temp[l + BLOCK] = g + BLOCK < COUNT ? in[g + BLOCK] : 0;
    }
    __syncthreads();
    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += temp[l + offset];
    out[g] = result;
}

__device__ void wait_often() {
    for (int i = 0; i < 64; i++)
        __syncthreads();
}
__global__ void barriers_alone() {
    wait_often();
}

__global__ void steps_alone(unsigned long long *out) {
    unsigned long long x = threadIdx.x;
    for (int i = 0; i < STEPS; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    if (x == 1)
        *out = x;
}

static double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static const char *only;

template <class Launch>
static double measure(const char *name, double threads, int barriers, Launch launch) {
    if (only && strcmp(only, name))
        return 0;
    launch();
    CHECK(cudaDeviceSynchronize());
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        launch();
        CHECK(cudaDeviceSynchronize());
        best = std::min(best, now() - start);
    }
    const double each = best * 1e9 / threads / barriers;
    fprintf(stderr, "%-14s %8.2f ns/thread/barrier %8.2f ns/thread\n", name, each, each * barriers);
    return each;
}

int main(int argc, char **argv) {
    only = argc > 1 ? argv[1] : nullptr;
    const dim3 tiles(SIDE / TILE, SIDE / TILE), tile(TILE, TILE);
    const double cells = (double)SIDE * SIDE;
    const int blocks = COUNT / BLOCK;
    float *a, *b, *c;
    int *in, *out;
    CHECK(cudaMalloc(&a, COUNT * sizeof(float)));
    CHECK(cudaMalloc(&b, COUNT * sizeof(float)));
    CHECK(cudaMalloc(&c, COUNT * sizeof(float)));
    CHECK(cudaMalloc(&in, COUNT * sizeof(int)));
    CHECK(cudaMalloc(&out, COUNT * sizeof(int)));
    for (float *p : {a, b, c})
        CHECK(cudaMemset(p, 0, COUNT * sizeof(float)));
    int *values = (int *)malloc(COUNT * sizeof(int));
    for (int i = 0; i < COUNT; i++)
        values[i] = (int)(i * 2654435761u % 1000);
    CHECK(cudaMemcpy(in, values, COUNT * sizeof(int), cudaMemcpyHostToDevice));
    const size_t shared = BLOCK * sizeof(int);

    measure("tiled", cells, 2 * SIDE / TILE,
            [&] { multiply_tiled<<<tiles, tile>>>(a, b, c, SIDE); });
    measure("tiled-lab10", cells, 2 * SIDE / TILE,
            [&] { multiply_edges<<<tiles, tile>>>(a, b, c, SIDE, SIDE, SIDE); });
    measure("transpose", cells, 1, [&] { transpose<<<tiles, tile>>>(c, a, SIDE); });
    measure("reduce0", COUNT, 9, [&] { reduce0<<<blocks, BLOCK, shared>>>(in, out); });
    measure("reduce1", COUNT, 9, [&] { reduce1<<<blocks, BLOCK, shared>>>(in, out); });
    measure("reduce2", COUNT, 9, [&] { reduce2<<<blocks, BLOCK, shared>>>(in, out); });
    measure("reduce3", COUNT / 2, 9, [&] { reduce3<<<blocks / 2, BLOCK, shared>>>(in, out); });
    measure("reduce4", COUNT / 2, 4, [&] { reduce4<<<blocks / 2, BLOCK, shared>>>(in, out); });
    measure("reduce5", COUNT / 2, 3,
            [&] { reduce5<BLOCK><<<blocks / 2, BLOCK, shared>>>(in, out); });
    measure("reduce6", COUNT / 8, 3,
            [&] { reduce6<BLOCK><<<blocks / 8, BLOCK, shared>>>(in, out, COUNT); });
    measure("sum-lab7", COUNT, 9, [&] { integral<<<blocks, BLOCK>>>(a, b, COUNT); });
    measure("scan-hillis", COUNT, 9, [&] { scan_hillis<<<blocks, BLOCK>>>(out, in); });
    measure("scan-blelloch", COUNT / 2, 19, [&] { scan_blelloch<<<blocks / 2, BLOCK>>>(out); });
    measure("histogram", COUNT / 8, 2,
            [&] { histogram<<<blocks / 8, BINS>>>((unsigned char *)in, COUNT, (unsigned *)out); });
    measure("bitonic", COUNT, 37, [&] { bitonic<<<blocks, BLOCK>>>(out); });
    measure("stencil", COUNT, 1, [&] { stencil<<<blocks, BLOCK>>>(in, out); });
    const double step = measure("(a step)", COUNT, STEPS,
                                [&] { steps_alone<<<blocks, BLOCK>>>((unsigned long long *)out); });
    const double barrier =
        measure("alone", COUNT, 64, [&] { barriers_alone<<<blocks, BLOCK>>>(); });
    if (!only)
        printf("barrier %.2f %.2f ns\n", barrier, BARRIER_LIMIT * std::max(1.0, step / STEP));
    return 0;
}
