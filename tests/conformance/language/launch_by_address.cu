// Kernels that are known by their address alone, const void *: in variables, tables and arguments.
#include <cstdio>
struct pair {
    int a;
    double b;
};
__device__ int total;
__global__ void nothing() {
    total += 1;
}
__global__ void nothing_at_all(void) {
    total += 10;
}
__global__ void sum(int *out, int first, unsigned long long step, unsigned = 0) {
    out[threadIdx.x] = first + (int)(step * threadIdx.x);
}
__global__ void nameless(int *out, const pair, float, const int *) {
    if (threadIdx.x == 0)
        *out = 7;
}
__global__ void of_pair(int *__restrict__ const out, const pair p, const char letters[4]) {
    out[threadIdx.x] = p.a + (int)p.b + (letters == nullptr);
}
template <class T, int N> __global__ void scaled(T *out, T value) {
    out[threadIdx.x] = value * N + (T)threadIdx.x;
}
template <class... T> __global__ void all_of(int *out, T... values) {
    out[0] = (0 + ... + (int)values);
}
namespace inner {
__global__ static void eight(int *out, char a, short b, int c, long d, float e, double f, bool g,
                             unsigned char h) {
    out[0] = a + b + c + (int)d + (int)e + (int)f + g + h;
}
} // namespace inner
static void launch(const char *name, const void *kernel, int threads, void **arguments) {
    printf("%s: %s\n", name,
           cudaGetErrorName(cudaLaunchKernel(kernel, dim3(1), dim3(threads), arguments)));
}
static void show(const int *out, int n) {
    int h[4];
    cudaMemcpy(h, out, n * sizeof *h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        printf(" %d", h[i]);
    printf("\n");
}
static int no_kernel(int a) {
    return a;
}
int main() {
    int *out, first = 5, value = 100;
    unsigned long long step = 3;
    unsigned spare = 0;
    pair p = {40, 2.5};
    float f = 1.5f;
    const int *null = nullptr;
    const char *letters = nullptr;
    double d = 2.5;
    cudaMalloc(&out, 4 * sizeof *out);

    const void *kernel = (const void *)nothing;
    launch("nothing", kernel, 1, nullptr);
    kernel = reinterpret_cast<const void *>(&nothing_at_all);
    launch("nothing_at_all", kernel, 1, nullptr);
    int h;
    cudaMemcpyFromSymbol(&h, total, sizeof h);
    printf(" %d\n", h);

    void *of_sum[] = {&out, &first, &step, &spare}, *of_nameless[] = {&out, &p, &f, &null},
         *of_a_pair[] = {&out, &p, &letters}, *of_scaled[] = {&out, &value},
         *of_all[] = {&out, &first, &f, &d};
    void (*typed)(int *, int, unsigned long long, unsigned) = sum;
    struct {
        const char *name;
        const void *kernel;
        void **arguments;
        int results;
    } const table[] = {{"sum", (void *)sum, of_sum, 4},
                       {"sum, by a pointer", (const void *)typed, of_sum, 4},
                       {"nameless", (const void *)nameless, of_nameless, 1},
                       {"of_pair", (const void *)of_pair, of_a_pair, 2},
                       {"scaled", (const void *)scaled<int, 3>, of_scaled, 3},
                       {"all_of", (const void *)all_of<int, float, double>, of_all, 1}};
    for (int again = 0; again < 2; again++)
        for (const auto &row : table) {
            cudaMemset(out, 0, 4 * sizeof *out);
            launch(row.name, row.kernel, 4, row.arguments);
            show(out, row.results);
        }

    char a = 1;
    short b = 2;
    int c = 3;
    long e = 4;
    bool g = true;
    unsigned char i = 200;
    void *of_eight[] = {&out, &a, &b, &c, &e, &f, &d, &g, &i};
    auto eight = (const void *)inner::eight;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    printf("eight: %s\n", cudaGetErrorName(cudaLaunchKernel(eight, 1, 1, of_eight, 0, stream)));
    cudaStreamSynchronize(stream);
    show(out, 1);
    cudaStreamDestroy(stream);

    cudaFuncAttributes attributes;
    printf("attributes: %s\n", cudaGetErrorName(cudaFuncGetAttributes(&attributes, eight)));
    printf("dynamic shared memory: %s\n",
           cudaGetErrorName(
               cudaFuncSetAttribute(eight, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)));
    printf("with it: %s\n",
           cudaGetErrorName(cudaLaunchKernel(eight, 1, 1, of_eight, 65536, nullptr)));
    printf("too many threads: %s\n",
           cudaGetErrorName(cudaLaunchKernel(eight, 1, 2000, of_eight, 0, nullptr)));
    // A launch returns its own error, not the one that is kept for cudaGetLastError.
    printf("the next one: %s\n",
           cudaGetErrorName(cudaLaunchKernel(eight, 1, 1, of_eight, 0, nullptr)));
    printf("kept: %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("no kernel: %s\n",
           cudaGetErrorName(cudaLaunchKernel((const void *)no_kernel, 1, 1, of_eight, 0, nullptr)));
    cudaGetLastError();
    cudaFree(out);
    return no_kernel(0);
}
