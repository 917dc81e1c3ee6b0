// Atomic functions of every type, in their three scopes, in global and shared memory.
#include <cstdio>

struct state {
    int add, sub, exch, min, max, band, bor, bxor, cas;
    unsigned uadd, usub, umin, umax, inc, dec, uand, uor, uxor, uexch, ucas;
    unsigned long long ladd, lmin, lmax, land, lor, lxor, lexch, lcas;
    long long smin, smax;
    float fadd, fexch;
    double dadd;
    unsigned short scas[2];
};

__global__ void all(state *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&s->add, i);
    atomicSub(&s->sub, i);
    atomicExch(&s->exch, 77);
    atomicMin(&s->min, -i);
    atomicMax(&s->max, i);
    atomicAnd(&s->band, ~(1 << (i % 8)));
    atomicOr(&s->bor, 1 << (i % 8));
    atomicXor(&s->bxor, i);
    int old = 0, assumed;
    do {
        assumed = old;
        old = atomicCAS(&s->cas, assumed, assumed + 2);
    } while (old != assumed);
    atomicAdd(&s->uadd, 3u);
    atomicSub(&s->usub, 1u);
    atomicMin(&s->umin, (unsigned)i + 5);
    atomicMax(&s->umax, (unsigned)i);
    atomicInc(&s->inc, 9);
    atomicDec(&s->dec, 9);
    atomicAnd(&s->uand, 0xfffffff0u | i);
    atomicOr(&s->uor, (unsigned)i);
    atomicXor(&s->uxor, 1u);
    atomicExch(&s->uexch, 5u);
    atomicCAS(&s->ucas, 0u, 9u);
    atomicAdd(&s->ladd, 1ull << 33);
    atomicMin(&s->lmin, (unsigned long long)i + 2);
    atomicMax(&s->lmax, (unsigned long long)i << 32);
    atomicAnd(&s->land, ~(1ull << 40));
    atomicOr(&s->lor, 1ull << (i % 64));
    atomicXor(&s->lxor, (unsigned long long)i << 32);
    atomicExch(&s->lexch, 1ull << 50);
    atomicCAS(&s->lcas, 0ull, 1ull << 60);
    atomicMin(&s->smin, -(long long)i << 32);
    atomicMax(&s->smax, (long long)i << 32);
    atomicAdd(&s->fadd, 0.5f);
    atomicExch(&s->fexch, 2.5f);
    atomicAdd(&s->dadd, 0.25);
    atomicCAS(&s->scas[1], (unsigned short)0, (unsigned short)300);
    atomicAdd_block(&s->add, 1);
    atomicAdd_system(&s->add, 1);
    atomicMax_system(&s->max, 3);
    atomicCAS_block(&s->cas, -1, 3);
}
__global__ void histogram(const unsigned char *data, int n, unsigned *bins) {
    __shared__ unsigned local[16];
    if (threadIdx.x < 16)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[data[i] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
__global__ void last_block(int *counter, int *out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(counter, 1) == (int)gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0)
        *out = *counter;
}
__device__ int ticket;
__global__ void returned(int *seen) {
    seen[atomicAdd(&ticket, 1)] = 1;
}

int main() {
    state h = {}, *d;
    h.umin = h.lmin = 1000;
    h.band = 0xfff;
    h.uand = 0xffff;
    h.land = ~0ull;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    all<<<4, 64>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %d %x %x %d %d\n", h.add, h.sub, h.exch, h.min, h.max, h.band, h.bor, h.bxor,
           h.cas);
    printf("%u %u %u %u %u %u %x %x %x %u %u\n", h.uadd, h.usub, h.umin, h.umax, h.inc, h.dec, h.uand,
           h.uor, h.uxor, h.uexch, h.ucas);
    printf("%llx %llu %llx %llx %llx %llx %llx %llx\n", h.ladd, h.lmin, h.lmax, h.land, h.lor, h.lxor,
           h.lexch, h.lcas);
    printf("%lld %lld %g %g %g %d\n", h.smin >> 32, h.smax >> 32, h.fadd, h.fexch, h.dadd, h.scas[1]);

    unsigned char data[1000], *dd;
    unsigned bins[16] = {}, *db;
    for (int i = 0; i < 1000; i++)
        data[i] = i * 7;
    cudaMalloc(&dd, sizeof data);
    cudaMalloc(&db, sizeof bins);
    cudaMemcpy(dd, data, sizeof data, cudaMemcpyHostToDevice);
    cudaMemset(db, 0, sizeof bins);
    histogram<<<3, 128>>>(dd, 1000, db);
    cudaMemcpy(bins, db, sizeof bins, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 16; i++)
        printf("%u ", bins[i]);
    int *counter, result;
    cudaMalloc(&counter, 2 * sizeof(int));
    cudaMemset(counter, 0, 2 * sizeof(int));
    last_block<<<20, 32>>>(counter, counter + 1);
    cudaMemcpy(&result, counter + 1, sizeof result, cudaMemcpyDeviceToHost);
    printf("\nlast %d\n", result);
    int *seen, hs[512], sum = 0;
    cudaMalloc(&seen, sizeof hs);
    cudaMemset(seen, 0, sizeof hs);
    returned<<<4, 128>>>(seen);
    cudaMemcpy(hs, seen, sizeof hs, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 512; i++)
        sum += hs[i];
    printf("tickets %d\n", sum);
    cudaFree(d);
    cudaFree(dd);
    cudaFree(db);
    cudaFree(counter);
    cudaFree(seen);
    return 0;
}
