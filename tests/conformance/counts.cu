// One kernel an effect: what counts.bats knows the numbers of by hand.
__constant__ float table[64];
__constant__ float4 quads[32];

__global__ void coalesced(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void strided(const float *in, float *out) {
    out[threadIdx.x] = in[8 * threadIdx.x]; // STRIDED LOAD
}

__global__ void shifted(const float *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x + 1];
}

__global__ void broadcast(const float *in, float *out) {
    out[threadIdx.x] = in[5];
}

__global__ void vectors(const float4 *in, float4 *out) {
    out[threadIdx.x] = in[threadIdx.x];
}

__global__ void constants(float *out) {
    out[threadIdx.x] = table[0] + table[threadIdx.x % 4];
}

__global__ void wide_constants(float *out) {
    out[threadIdx.x] = quads[1].x + ((const float2 *)quads)[threadIdx.x / 16].y;
}

__global__ void quads_apart(float4 *out) {
    out[threadIdx.x] = quads[threadIdx.x];
}

template <int WIDTH> __device__ void transpose(float *out) {
    __shared__ float tile[32][WIDTH];
    for (int row = 0; row < 32; row++)
        tile[row][threadIdx.x] = row;
    __syncthreads();
    float sum = 0;
    for (int column = 0; column < 32; column++)
        sum += tile[threadIdx.x][column];
    out[threadIdx.x] = sum;
}

__global__ void column(float *out) {
    transpose<32>(out);
}

__global__ void padded(float *out) {
    transpose<33>(out);
}

__global__ void doubles(float *out) {
    extern __shared__ double buffer[];
    buffer[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = buffer[threadIdx.x ^ 1];
}

__global__ void some_lanes(int *count) {
    if (threadIdx.x < 10)
        atomicAdd(count, 1);
}

__global__ void odd_block(float *out) {
    out[threadIdx.x] = 1;
}

__global__ void float_sum(float *sum) {
    atomicAdd(sum, 1.0f);
}

__global__ void loop(const float *in, float *out) {
    float sum = 0;
    for (int i = 0; i <= threadIdx.x; i++)
        sum += in[i];
    out[threadIdx.x] = sum;
}

__global__ void rounds(float *out) {
    __shared__ float s[64];
    for (int round = 0; round < 3; round++) {
        s[threadIdx.x] = round;
        __syncthreads();
    }
    out[threadIdx.x] = s[threadIdx.x];
}

int main() {
    float *in, *out, host[32];
    cudaMalloc(&in, 4096);
    cudaMalloc(&out, 4096);
    cudaMemset(in, 0, 4096);
    cudaMemset(out, 0, 4096);
    coalesced<<<4, 64>>>(in, out);
    strided<<<1, 32>>>(in, out);
    shifted<<<1, 32>>>(in, out);
    broadcast<<<1, 32>>>(in, out);
    vectors<<<1, 32>>>((float4 *)in, (float4 *)out);
    constants<<<1, 32>>>(out);
    wide_constants<<<1, 32>>>(out);
    quads_apart<<<1, 32>>>((float4 *)out);
    column<<<1, 32>>>(out);
    padded<<<1, 32>>>(out);
    doubles<<<1, 32, 32 * sizeof(double)>>>(out);
    some_lanes<<<1, 32>>>((int *)out);
    odd_block<<<1, 40>>>(out);
    float_sum<<<1, 64>>>(out);
    loop<<<1, 32>>>(in, out);
    rounds<<<2, 64>>>(out);
    for (int i = 0; i < 3; i++)
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return cudaGetLastError() != cudaSuccess;
}
