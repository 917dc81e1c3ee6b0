// Unusual but right: every index is looked up once, however often it is asked for.
#include "lab6.h"
#include <algorithm>
#include <vector>

static_assert(PART_SIZE <= (64 - 4) * 1024 / 4, "more than 64 KiB of constant memory, less 4 KiB");

__constant__ int c_part[PART_SIZE];

__global__ void gather(const int *k, int *out, int n, int first) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = c_part[k[i] - first];
}

cudaError_t hLookup(const int *table, int words, const int *index, int *out, int n) {
    if (words < 1 || n < 0)
        return cudaErrorInvalidValue;
    if (n == 0)
        return cudaSuccess;
    std::vector<int> keys(index, index + n);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    keys.erase(keys.begin(), std::lower_bound(keys.begin(), keys.end(), 0));
    keys.erase(std::lower_bound(keys.begin(), keys.end(), words), keys.end());
    std::vector<int> found(keys.size());
    const size_t bytes = keys.size() * sizeof(int);
    int *d_k = NULL, *d_o = NULL;
    cudaError_t e = cudaSuccess;
    if (bytes) {
        e = cudaMalloc(&d_k, bytes);
        if (!e)
            e = cudaMalloc(&d_o, bytes);
        if (!e)
            e = cudaMemcpy(d_k, keys.data(), bytes, cudaMemcpyHostToDevice);
        for (int first = 0; !e && first < words; first += PART_SIZE) {
            int from = std::lower_bound(keys.begin(), keys.end(), first) - keys.begin();
            int to = std::lower_bound(keys.begin(), keys.end(), first + PART_SIZE) - keys.begin();
            if (from == to)
                continue;
            e = cudaMemcpyToSymbol(c_part, table + first,
                                   std::min(PART_SIZE, words - first) * sizeof(int));
            if (e)
                break;
            gather<<<(to - from + 127) / 128, 128>>>(d_k + from, d_o + from, to - from, first);
            e = cudaGetLastError();
        }
        if (!e)
            e = cudaMemcpy(found.data(), d_o, bytes, cudaMemcpyDeviceToHost);
        cudaFree(d_k);
        cudaFree(d_o);
    }
    if (e)
        return e;
    for (int i = 0; i < n; i++) {
        auto at = std::lower_bound(keys.begin(), keys.end(), index[i]);
        out[i] = at != keys.end() && *at == index[i] ? found[at - keys.begin()] : 0;
    }
    return cudaSuccess;
}
