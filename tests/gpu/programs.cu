// Programs on which labprof is tried, one a mode: see usage().
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

__constant__ int c_a[4];

__global__ void scale(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] * c_a[i % 4];
}

__global__ void empty() {}

__global__ void spin(unsigned long long nanoseconds) {
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (now - start < nanoseconds);
}

static void check(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "programs: %s\n", cudaGetErrorString(error));
    exit(1);
}

// 3 launches of scale, 2 copies to the device, 1 from it, 1 set, 1 copy to a symbol.
static void plain() {
    const int n = 1 << 20;
    static int host[n];
    int *a, *b, words[4] = {0, -2, -4, -6};
    check(cudaMalloc(&a, n * sizeof *a));
    check(cudaMalloc(&b, n * sizeof *b));
    check(cudaMemcpyToSymbol(c_a, words, sizeof words));
    check(cudaMemcpy(a, host, n * sizeof *a, cudaMemcpyHostToDevice));
    check(cudaMemset(b, 0, n * sizeof *b));
    for (int launch = 0; launch < 3; launch++)
        scale<<<n / 256, 256, 1024>>>(a, b, n);
    check(cudaGetLastError());
    check(cudaMemcpy(host, b, n * sizeof *b, cudaMemcpyDeviceToHost));
    check(cudaFree(a));
    check(cudaFree(b));
}

static void streams() {
    cudaStream_t stream[4];
    for (cudaStream_t &s : stream) {
        check(cudaStreamCreate(&s));
        spin<<<1, 32, 0, s>>>(200000);
    }
    check(cudaDeviceSynchronize());
}

// How long `count` launches take on the host's side, in us each.
static double launches(int count) {
    empty<<<1, 1>>>();
    check(cudaDeviceSynchronize());
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < count; i++)
        empty<<<1, 1>>>();
    check(cudaDeviceSynchronize());
    std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    return 1e6 * passed.count() / count;
}

static void usage() {
    puts("usage: programs MODE\n"
         "  plain         kernels, copies, a set, and an ordinary end\n"
         "  reset         plain, cudaDeviceReset, plain\n"
         "  early-exit    exit(3) right after a launch\n"
         "  streams       four kernels on four streams at once\n"
         "  fork          plain in a child before the parent does the same\n"
         "  fork-after    plain, then a child that only exits\n"
         "  killed        plain, then launches until killed\n"
         "  hang          plain, then a kernel of 20 s\n"
         "  long          plain, a kernel of 2.5 s, plain\n"
         "  start         starts CUDA and ends\n"
         "  launches [N]  N empty kernels (100000); prints us a launch\n"
         "  hog           takes all device memory and holds it for 10 s\n"
         "  busy          keeps the GPU busy for 30 % of the time, until killed");
}

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    if (!strcmp(mode, "plain")) {
        plain();
    } else if (!strcmp(mode, "reset")) {
        plain();
        check(cudaDeviceReset());
        plain();
    } else if (!strcmp(mode, "early-exit")) {
        spin<<<1, 32>>>(1000000);
        exit(3);
    } else if (!strcmp(mode, "streams")) {
        streams();
    } else if (!strcmp(mode, "fork")) {
        pid_t child = fork();
        plain();
        if (child == 0)
            return 0;
        waitpid(child, nullptr, 0);
    } else if (!strcmp(mode, "fork-after")) {
        plain();
        pid_t child = fork();
        if (child == 0)
            exit(0);
        waitpid(child, nullptr, 0);
    } else if (!strcmp(mode, "killed")) {
        plain();
        for (;;) {
            spin<<<1, 32>>>(1000000);
            check(cudaDeviceSynchronize());
        }
    } else if (!strcmp(mode, "hang")) {
        plain();
        spin<<<1, 32>>>(20000000000ull);
        check(cudaDeviceSynchronize());
    } else if (!strcmp(mode, "long")) {
        plain();
        spin<<<1, 32>>>(2500000000ull);
        check(cudaDeviceSynchronize());
        plain();
    } else if (!strcmp(mode, "start")) {
        check(cudaFree(nullptr));
    } else if (!strcmp(mode, "launches")) {
        int count = argc > 2 ? atoi(argv[2]) : 100000;
        printf("%.3f\n", launches(count));
    } else if (!strcmp(mode, "hog")) {
        void *block;
        for (size_t bytes = 1ull << 36; bytes >= 1 << 20; bytes >>= 1)
            while (cudaMalloc(&block, bytes) == cudaSuccess)
                ;
        puts("held");
        fflush(stdout);
        sleep(10);
    } else if (!strcmp(mode, "busy")) {
        for (;;) {
            spin<<<132, 256>>>(3000000);
            check(cudaDeviceSynchronize());
            usleep(7000);
        }
    } else {
        usage();
        return 2;
    }
    return 0;
}
