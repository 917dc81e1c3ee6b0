// Much of C++'s library, objects with constructors, threads, exceptions.
#include <cuda_runtime.h>
#include <vector>
#include <algorithm>
#include <iostream>
#include <fstream>
#include <sstream>
#include <string>
#include <map>
#include <memory>
#include <random>
#include <chrono>
#include <thread>
#include <functional>
#include <cstdio>
#include <cassert>
#include <cmath>
#include <cstring>
struct S {
    std::vector<int> v;
    S() : v(3) {}
    ~S() {
        std::cout << v.size();
    }
} s;
thread_local int t = 3;
static std::map<std::string, int> m{{"a", 1}};
__constant__ float c[3];
__device__ int d;
__shared__ float sss;
__global__ void k(int *p) {
    extern __shared__ int a[];
    __shared__ int b[32];
    b[threadIdx.x] = 1;
    __syncthreads();
    p[threadIdx.x] = b[0] + (int)c[0];
    assert(p);
    printf("x");
}
int f(int n) {
    std::mt19937 g(3);
    std::sort(s.v.begin(), s.v.end(), [](int a, int b) { return a > b; });
    try {
        m.at("b");
    } catch (const std::exception &e) {
        std::cerr << e.what();
    }
    std::ofstream o("x");
    o << 3.5;
    auto q = std::make_unique<int>(n);
    std::function<int(int)> ff = [&](int x) { return x + *q; };
    auto now = std::chrono::steady_clock::now();
    (void)now;
    std::thread th([] { t++; });
    th.join();
    int *p;
    cudaMalloc(&p, 99);
    k<<<1, 32>>>(p);
    static std::string z = std::to_string(n);
    std::stringstream ss;
    ss << z;
    qsort(
        s.v.data(), 1, 4, +[](const void *, const void *) { return 0; });
    srand(3);
    return ff(rand()) + (int)sin(3.0 * n) + (int)strtol("3", 0, 10);
}
