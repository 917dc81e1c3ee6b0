// More words than one texture covers: four references of int4 over consecutive parts of one array.
// References cannot be chosen by an index, so the kernel asks part by part. Those that are not
// needed are bound to the first part: a kernel's references must be bound, all of them.
#include <stdio.h>
#include <stdlib.h>

enum { PARTS = 4, QUADS_EACH = 96, QUADS = 250 };

texture<int4, 1> part0, part1, part2, part3;

__device__ static int4 fetch(int quad) {
    int inside = quad % QUADS_EACH;
    switch (quad / QUADS_EACH) {
    case 0:
        return tex1Dfetch(part0, inside);
    case 1:
        return tex1Dfetch(part1, inside);
    case 2:
        return tex1Dfetch(part2, inside);
    default:
        return tex1Dfetch(part3, inside);
    }
}

__global__ void sums(int *out, int quads) {
    int sum = 0, threads = gridDim.x * blockDim.x;
    for (int q = blockIdx.x * blockDim.x + threadIdx.x; q < quads; q += threads) {
        int4 word = fetch(q);
        sum += word.x + 2 * word.y + 3 * word.z + 4 * word.w;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main() {
    enum { BLOCKS = 3, THREADS = 64 };
    int *words = (int *)malloc(QUADS * sizeof(int4)), *d_words, *out, expected = 0, got = 0;
    for (int i = 0; i < 4 * QUADS; i++) {
        words[i] = (i * 7919) % 1000;
        expected += (i % 4 + 1) * words[i];
    }
    cudaMalloc(&d_words, QUADS * sizeof(int4));
    cudaMemcpy(d_words, words, QUADS * sizeof(int4), cudaMemcpyHostToDevice);
    cudaMallocHost(&out, BLOCKS * THREADS * sizeof(int));

    texture<int4, 1> *parts[PARTS] = {&part0, &part1, &part2, &part3};
    for (int p = 0; p < PARTS; p++) {
        size_t offset, first = (size_t)p * QUADS_EACH, count = QUADS_EACH;
        if (first >= QUADS)
            first = 0;
        else if (first + count > QUADS)
            count = QUADS - first;
        cudaBindTexture(&offset, *parts[p], (int4 *)d_words + first, count * sizeof(int4));
        if (offset != 0)
            printf("part %d begins %zu bytes later: its fetches must add that\n", p, offset);
    }
    sums<<<BLOCKS, THREADS>>>(out, QUADS);
    cudaDeviceSynchronize();
    for (int i = 0; i < BLOCKS * THREADS; i++)
        got += out[i];
    printf("checksum %d, expected %d\n", got, expected);

    for (texture<int4, 1> *part : parts)
        cudaUnbindTexture(*part);
    cudaFree(d_words);
    cudaFreeHost(out);
    free(words);
    return 0;
}
