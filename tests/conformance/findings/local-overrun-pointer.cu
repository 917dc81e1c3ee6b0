// Local arrays left through pointers: red zones, not the index, find these.
struct particle {
    float position[3];
    int kind;
};

__device__ void fill(int *p, int n) {
    for (int i = 0; i <= n; i++)
        p[i] = i; // FINDS: local-overrun
}

__global__ void by_pointer(int *out, int n) {
    int a[4];
    int *p = a;
    for (int i = 0; i < n; i++)
        p[i] = i;
    out[0] = p[n]; // FINDS: local-overrun
}

__global__ void by_function(int *out, int n) {
    int a[4] = {0};
    fill(a, n);
    out[0] = a[0];
}

__global__ void before_the_start(int *out, int n) {
    int a[4] = {1, 2, 3, 4};
    const int *p = a;
    out[0] = p[n - 5]; // FINDS: local-overrun
}

__global__ void rows(int *out, int n) {
    const int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    out[0] = (&m[0][0])[n + 2]; // FINDS: local-overrun
    const int(*row)[3] = m;
    out[0] = row[n - 2][1]; // FINDS: local-overrun
}

__global__ void structs(int *out, int n) {
    particle some[2] = {};
    particle *p = some;
    p[n - 2].kind = 1; // FINDS: local-overrun
    out[0] = some[0].kind;
}

__global__ void vectors(float *out, int n) {
    float4 v[2]{};
    float *f = &v[0].x;
    out[0] = f[2 * n]; // FINDS: local-overrun
    v[1].x = f[0];
}

__global__ void copied(const int *in, int *out, int n) {
    int a[3], b[5] = {0}, unused, *p = b;
    memcpy(a, in, n * sizeof(int)); // FINDS: local-overrun
    unused = a[0] + *p;
    out[0] = unused;
}

__global__ void without_size(int *out, int n) {
    short few[] = {1, 2, 3};
    char text[] = "abc"; // four bytes
    const short *p = few;
    const char *t = text;
    out[0] = p[n - 1]; // FINDS: local-overrun
    out[0] += t[n];    // FINDS: local-overrun
}

template <class T, int N> __global__ void from_template(T *out, int n) {
    T a[N];
    T *end = a + N;
    for (T *p = a; p <= end; p++)
        *p = T(n); // FINDS: local-overrun
    out[0] = a[0];
}

__host__ __device__ int both_sides(int i) {
    int table[3] = {1, 2, 3};
    const int *p = table;
    return p[i]; // FINDS: local-overrun
}

__global__ void calls(int *out, int n) {
    out[0] = both_sides(n - 1);
}

__device__ int deep(int level, int n) {
    int a[2] = {level, n};
    int *p = a;
    if (level == 0)
        return p[n - 2]; // FINDS: local-overrun
    return deep(level - 1, n) + p[0];
}

__global__ void recursion(int *out, int n) {
    out[0] = deep(5, n);
}

__global__ void loop_and_lambda(int *out, int n) {
    auto last = [=](const int *p) { return p[n]; }; // FINDS: local-overrun
    for (int i = 0; i < n; i++) {
        if (i == 2)
            continue;
        int pair[2] = {i, i};
        int *p = pair;
        if (i == 3)
            out[0] = last(p - 2);
        pair[0] = p[1];
    }
}

__global__ void waits(int *out, int n) {
    int a[2] = {int(threadIdx.x), n};
    int *p = a;
    __syncthreads();
    p[n - 2 - threadIdx.x % 2] = 1; // FINDS: local-overrun
    __syncthreads();
    out[threadIdx.x] = a[0];
}

int main() {
    int *in, *out;
    float *reals;
    cudaMalloc(&in, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMalloc(&reals, 32 * sizeof(float));
    cudaMemset(in, 0, 32 * sizeof(int));
    by_pointer<<<1, 1>>>(out, 4);
    by_function<<<1, 1>>>(out, 4);
    before_the_start<<<1, 1>>>(out, 4);
    rows<<<1, 1>>>(out, 4);
    structs<<<1, 1>>>(out, 4);
    vectors<<<1, 1>>>(reals, 4);
    copied<<<1, 1>>>(in, out, 4);
    without_size<<<1, 1>>>(out, 4);
    from_template<float, 3><<<1, 1>>>(reals, 4);
    calls<<<1, 1>>>(out, 4);
    recursion<<<1, 1>>>(out, 4);
    loop_and_lambda<<<1, 1>>>(out, 4);
    waits<<<1, 32>>>(out, 4);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    cudaFree(reals);
    return failed + both_sides(2) - 3;
}
