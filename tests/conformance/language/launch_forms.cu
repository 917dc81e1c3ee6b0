// Every way to write a launch that nvcc takes.
#include <cstdio>

#define BLOCKS 2
#define THREADS (4 * 2)
#define CONFIGURATION BLOCKS, THREADS
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

__device__ int launches, threads, last;

__global__ void count(int *unused = nullptr, int value = 7) {
    if (threadIdx.x + threadIdx.y + threadIdx.z + blockIdx.x + blockIdx.y + blockIdx.z == 0) {
        launches++;
        last = unused ? *unused : value;
    }
    atomicAdd(&threads, 1);
}
__global__ void overloaded(int x) {
    last = x;
}
__global__ void overloaded(float x) {
    last = (int)(x * 100);
}
template <typename T, int N> __global__ void templated(T x) {
    last = N + (int)(x == T() ? 0 : 1) + (int)sizeof(x);
}
template <template <typename> class C> __global__ void nested(C<int> c) {
    last = c.value;
}
template <typename T> struct box {
    T value;
};
namespace outer {
namespace inner {
__global__ void count() {
    last = 99;
}
} // namespace inner
} // namespace outer
struct holder {
    void (*kernel)(int *, int);
};
static void (*get_kernel())(int *, int) {
    return count;
}

static void show(const char *what) {
    int l, t, v;
    cudaMemcpyFromSymbol(&l, launches, sizeof l);
    cudaMemcpyFromSymbol(&t, threads, sizeof t);
    cudaMemcpyFromSymbol(&v, last, sizeof v);
    printf("%-12s launches %d threads %d last %d %s\n", what, l, t, v,
           cudaGetErrorName(cudaGetLastError()));
    l = t = v = 0;
    cudaMemcpyToSymbol(launches, &l, sizeof l);
    cudaMemcpyToSymbol(threads, &t, sizeof t);
    cudaMemcpyToSymbol(last, &v, sizeof v);
}

int main() {
    count<<<1, 2>>>(NULL, 1);
    show("plain");
    count<< <1, 2>> >(NULL);
    show("spaced");
    count <<< 1 , 2 , 0 , 0 >>> ( 0 , 3 ) ;
    show("wide");
    count<<<dim3(2, 2, 2), dim3(2, 2)>>>();
    show("dim3");
    count<<<{2, 2}, {3}>>>();
    show("braces");
    count<<<CONFIGURATION>>>();
    show("macro");
    count<<<BLOCKS, THREADS>>>();
    show("macros");
    count<<<CEIL_DIV(1000, 256), 1 << 4>>>();
    show("expression");
    int n = 64;
    count<<<n >> 5, n / 8>>>();
    show("shift");
    count<<<(n > 5) ? 2 : 1, (n < 5) ? 2 : 1>>>();
    show("compare");
    overloaded<<<1, 1>>>(3);
    show("int");
    overloaded<<<1, 1>>>(3.5f);
    show("float");
    templated<int, 4><<<1, 1>>>(5);
    show("template");
    templated<float, (3 > 2) ? 6 : 7><<<1, 1>>>(5.5f);
    show("template >");
    nested<box><<<1, 1>>>(box<int>{12});
    show("nested");
    templated<box<int> *, 1> << <1, 1 >> >(nullptr);
    show("type arg");
    outer::inner::count<<<1, 1>>>();
    show("namespace");
    ::outer::inner::count<<<1, 1>>>();
    show("global ::");
    void (*pointer)(int *, int) = count;
    pointer<<<1, 1>>>(nullptr, 21);
    show("pointer");
    (*pointer)<<<1, 1>>>(nullptr, 22);
    show("*pointer");
    holder h = {count}, *ph = &h;
    h.kernel<<<1, 1>>>(nullptr, 23);
    show("member");
    ph->kernel<<<1, 1>>>(nullptr, 24);
    show("arrow");
    holder table[2] = {{count}, {count}};
    table[n / 64].kernel<<<1, 1>>>(nullptr, 25);
    show("subscript");
    get_kernel()<<<1, 1>>>(nullptr, 26);
    show("returned");
    if (n)
        count<<<1, 1>>>(nullptr, 27);
    else
        count<<<1, 2>>>(nullptr, 28);
    show("if else");
    for (int i = 0; i < 3; i++)
        count<<<1, 1>>>(nullptr, i);
    show("loop");
    n ? count<<<1, 1>>>(nullptr, 30) : count<<<1, 1>>>(nullptr, 31);
    show("?:");
    count /* which */ <<< /* grid */ 1, // block
                          2             /* threads */
                      >>> /* arguments */ (nullptr, // none
                                           33);
    show("comments");
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    count<<<1, 1, 16, stream>>>(nullptr, 34);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    show("stream");
    auto in_lambda = [&] { count<<<1, n>>>(nullptr, 35); };
    in_lambda();
    show("lambda");
    return 0;
}
