// __dp4a and __dp2a: bytes, and pairs of 16 bits, multiplied and added up.
#include <cstdio>

__global__ void dots(unsigned *o) {
    *o++ = __dp4a(0x01020304, 0x7f80ff01, 100);
    *o++ = __dp4a(0xff020304u, 0x7f80ff01u, 100u);
    *o++ = __dp2a_lo(0x7fff8000, 0x01020304, 5);
    *o++ = __dp2a_hi(0x7fff8000u, 0x01020304u, 5u);
    *o++ = __dp2a_lo(0x7fff8000u, 0x010280ffu, 5u);
    *o++ = __dp2a_hi(0x7fff8000, (int)0x80ff0304, 5);
}

int main() {
    unsigned h[6], *o;
    cudaMalloc(&o, sizeof h);
    dots<<<1, 1>>>(o);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    for (unsigned v : h)
        printf("%08x\n", v);
    cudaFree(o);
}
