// Shuffles from lanes that take no part: no finding, for nobody may use the value, but a note for
// each line.
__global__ void returned(int *out, int n) {
    if (threadIdx.x >= n)
        return;
    int v = threadIdx.x;
    for (int distance = 16; distance > 0; distance /= 2)
        v += __shfl_down_sync(~0u, v, distance); // NOTE: lane 4 reads by a shuffle from lane 20
    out[threadIdx.x] = v;
}

__global__ void not_named(int *out) {
    if (threadIdx.x < 16)
        out[threadIdx.x] = __shfl_down_sync(0xffff, 1, 8); // NOTE: lane 8 reads by a shuffle
}

__global__ void not_there(int *out) {
    out[threadIdx.x] = __shfl_xor_sync(~0u, 1, 16); // NOTE: lane 0 reads by a shuffle from lane 16
}

__global__ void in_order(int *out, int n) { // the mask names who comes, segments keep to themselves
    const unsigned mask = __ballot_sync(0xffffffff, threadIdx.x < n);
    if (threadIdx.x < n)
        out[threadIdx.x] = __shfl_sync(mask, (int)threadIdx.x, n - 1);
    if (threadIdx.x < 16) {
        int v = threadIdx.x;
        for (int distance = 8; distance > 0; distance /= 2)
            v += __shfl_down_sync(0xffff, v, distance, 16);
        out[threadIdx.x] += v;
    }
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    returned<<<1, 32>>>(out, 20);
    returned<<<1, 32>>>(out, 20);
    not_named<<<1, 32>>>(out);
    not_there<<<1, 8>>>(out);
    in_order<<<1, 32>>>(out, 24);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(out);
    return failed;
}
