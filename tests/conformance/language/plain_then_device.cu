// Functions declared plainly, their own M_PI, definitions in odd order.
#include <cstdio>
#include <cmath>
#define M_PI 3.14159265358979323846

float area(float);
extern float doubled(float x);
float area2(float r, float scale);
static const float my_pi = 3.14f;
#define SQR(x) ((x) * (x))

__global__ void k(float *out) {
    out[0] = area(2.0f);
    out[1] = doubled(4);
    out[2] = area2(1, 2);
    out[3] = SQR(threadIdx.x + 3) + my_pi;
    out[4] = sin(M_PI / 2);
}
__device__ float area(float r) { return (float)M_PI * r * r; }
__device__ float doubled(float x) { return x * 2; }
__device__ float area2(float r, float scale) { return area(r) * scale; }

int main() {
    float *d, h[5];
    cudaMalloc((void **)&d, sizeof(h));
    k<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 5; i++) printf("%.5f\n", h[i]);
    return 0;
}
