// Device code calls functions of the host's library by ways that no list of names follows. nvcc
// refuses the calls by name; it compiles that of a pointer, which ends on a GPU.
#include <cstring>
#include <cmath>

typedef char *(*copier)(char *, const char *);

template <class T> __device__ void by_template(T *to, const T *from) {
    using namespace std;
    copier f = stpcpy;
    f(to, from); // FINDS: host-function-on-device
}

#define GLUE(a, b) a##b

__global__ void k(char *to, const char *from, copier by_pointer) {
    int sign;
    to[0] = (char)lgammaf_r(2.5f, &sign); // FINDS: host-function-on-device
    __builtin_strcpy(to, from);           // FINDS: host-function-on-device
    stpncpy(to, from, 3);                 // FINDS: host-function-on-device
    GLUE(__builtin_, strcat)(to, from);   // FINDS: host-function-on-device
    by_pointer(to, from);                 // FINDS: host-function-on-device
    by_template(to, from);
}

int main() {
    char *p;
    cudaMalloc(&p, 64);
    cudaMemset(p, 0, 64);
    k<<<1, 1>>>(p, p + 32, strcpy);
    cudaDeviceSynchronize();
    cudaFree(p);
}
