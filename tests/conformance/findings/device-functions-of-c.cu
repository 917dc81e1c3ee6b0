// What nvcc takes of C and C++ in device code, and what host code may call beside it.
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

struct base {
    virtual __device__ float get() const {
        return 1;
    }
    virtual __device__ ~base() {}
};
struct derived : base {
    __device__ float get() const override {
        return 2;
    }
};

#define NOW clock()
__host__ __device__ clock_t now() {
    return clock();
}
template <typename T> __device__ T waited(T since) {
    while (clock() - since < 100 || ::clock() - since < 100 || std::clock() - since < 100)
        ;
    return NOW - since;
}

__global__ void k(float *out, char *text, int n) {
    const clock_t since = clock();
    assert(waited(since) >= 100 && clock64() >= since && now() >= 0);
    float whole;
    int power;
    out[0] = modff(n + .5f, &whole) + frexpf(3.f * n, &power) + std::sqrt(2.f * n);
    out[1] = std::pow(1.f * n, 3.f) + lgammaf(1.f * n) + tgammaf(2.f * n) + erfcinvf(.5f * n);
    out[2] = (float)(abs(-n) + labs(-n) + llabs(-n) + lrintf(1.f * n) + (long)fmodf(5.f, n + 1.f));
    sincosf(1.f * n, out + 3, out + 4);
    __builtin_memcpy(text, "abcdefg", 7);
    memcpy(text + 7, text, n);
    base *b = new derived;
    out[5] = b->get();
    delete b;
    float *four = (float *)malloc(16);
    four[n] = 1;
    out[6] = four[n];
    free(four);
    printf("%d\n", n);
    assert(n == 1);
}

int main() {
    float *out;
    char *text;
    cudaMalloc(&out, 28);
    cudaMalloc(&text, 8);
    k<<<1, 1>>>(out, text, 1);
    cudaDeviceSynchronize();
    char here[9] = "", there[20];
    cudaMemcpy(here, text, 8, cudaMemcpyDeviceToHost);
    std::string s = strcat(strcpy(there, here), "!");
    printf("%s %zu\n", s.c_str(), strlen(there));
    assert(now() >= 0 && clock() >= 0);
    cudaFree(out);
    cudaFree(text);
}
