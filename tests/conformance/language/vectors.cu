// Built-in vector types: sizes, alignment, constructors, members, in C++ structs.
#include <cstdio>

__global__ void sizes(int *out) {
    int i = 0;
#define SIZE(t) out[i++] = sizeof(t) * 100 + alignof(t)
    SIZE(char1); SIZE(char2); SIZE(char3); SIZE(char4);
    SIZE(uchar4); SIZE(short2); SIZE(short3); SIZE(ushort4);
    SIZE(int1); SIZE(int2); SIZE(int3); SIZE(int4); SIZE(uint4);
    SIZE(long2); SIZE(ulong2); SIZE(longlong2); SIZE(ulonglong2);
    SIZE(float1); SIZE(float2); SIZE(float3); SIZE(float4);
    SIZE(double1); SIZE(double2); SIZE(double3); SIZE(dim3);
    out[i] = 0;
}
__host__ __device__ inline float3 operator+(float3 a, float3 b) {
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__host__ __device__ inline float dot(const float4 &a, const float4 &b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
__global__ void uses(float *out, float4 v, const int2 *in) {
    float3 a = make_float3(1, 2, 3), b = {4, 5, 6};
    float3 c = a + b;
    out[0] = c.x + c.y * 10 + c.z * 100;
    out[1] = dot(v, make_float4(1, 10, 100, 1000));
    uchar4 bytes = make_uchar4(255, 1, 2, 3);
    bytes.x++;
    out[2] = bytes.x + bytes.w;
    int2 pair = in[1];
    out[3] = pair.x - pair.y;
    double2 d = make_double2(0.5, 0.25);
    out[4] = (float)(d.x + d.y);
    longlong2 l = make_longlong2(1ll << 40, 2);
    out[5] = (float)(l.x >> 38) + l.y;
    float4 whole = *reinterpret_cast<const float4 *>(in);
    out[6] = __float_as_int(whole.w);
    short3 s = make_short3(-1, -2, -3);
    out[7] = s.x * s.y * s.z;
    float2 array[3] = {{1, 2}, {3, 4}, {5, 6}};
    out[8] = array[2].y;
    uint3 u = make_uint3(1, 2, 3);
    dim3 from(u);
    out[9] = from.x + from.y + from.z;
}

int main() {
    int *d, h[32];
    float *f, hf[10];
    int2 pairs[2] = {make_int2(1, 2), make_int2(30, 4)}, *dp;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&f, sizeof hf);
    cudaMalloc(&dp, sizeof pairs);
    cudaMemcpy(dp, pairs, sizeof pairs, cudaMemcpyHostToDevice);
    sizes<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; h[i]; i++)
        printf("%d ", h[i]);
    uses<<<1, 1>>>(f, make_float4(1, 2, 3, 4), dp);
    cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost);
    printf("\n");
    for (int i = 0; i < 10; i++)
        printf("%g ", hf[i]);
    dim3 one, two(2), three = dim3(1, 2, 3), from_int = 5;
    printf("\n%u %u %u %u %u\n", one.x + one.y + one.z, two.x * two.y, three.z, from_int.x, from_int.z);
    cudaFree(d);
    cudaFree(f);
    cudaFree(dp);
    return 0;
}
