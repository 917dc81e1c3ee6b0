// Device code that the harness trusts: it fills inputs, checks outputs, and holds the stream back
// while a batch is queued. Everything works on `sets` copies of an array that lie `stride` words
// (of 4 bytes) apart, one row of blocks a copy (blockIdx.y).

typedef unsigned int u32;
typedef unsigned long long u64;

// A counter-based random number: the same word for the same key and position, nothing to store.
static __device__ u32 mix(u64 key, u64 position) {
    u64 x = key + position * 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return (u32)((x ^ (x >> 31)) >> 16);
}

static __device__ u64 thread_index() {
    return (u64)blockIdx.x * blockDim.x + threadIdx.x;
}

static __device__ u64 thread_count() {
    return (u64)gridDim.x * blockDim.x;
}

// Fills the first count words of each copy with one word.
extern "C" __global__ void trusted_fill_word(u32 *base, u64 stride, u64 count, u32 word) {
    u32 *row = base + blockIdx.y * stride;
    for (u64 i = thread_index(); i < count; i += thread_count())
        row[i] = word;
}

// Random integers, uniform in [low, high].
extern "C" __global__ void trusted_fill_int(u32 *base, u64 stride, u64 count, int low, int high,
                                            u64 key) {
    u32 *row = base + blockIdx.y * stride;
    u64 span = (u64)((long long)high - low + 1);
    for (u64 i = thread_index(); i < count; i += thread_count())
        row[i] = (u32)(low + (long long)(mix(key, blockIdx.y * stride + i) % span));
}

// Random floats, uniform in [low, high].
extern "C" __global__ void trusted_fill_float(u32 *base, u64 stride, u64 count, float low,
                                              float high, u64 key) {
    float *row = (float *)(base + blockIdx.y * stride);
    for (u64 i = thread_index(); i < count; i += thread_count())
        row[i] = low + (high - low) * (float)(mix(key, blockIdx.y * stride + i) >> 8) * 0x1p-24f;
}

// Sum over all words of all copies of a hash of the word and its place: any change moves it.
extern "C" __global__ void trusted_checksum(const u32 *base, u64 stride, u64 key, u64 *sum) {
    const u32 *row = base + blockIdx.y * stride;
    u64 mine = 0;
    for (u64 i = thread_index(); i < stride; i += thread_count())
        mine += (u64)mix(key ^ row[i], blockIdx.y * stride + i) << (i & 31);
    for (int lane = 16; lane; lane >>= 1)
        mine += __shfl_down_sync(0xffffffffu, mine, lane);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, mine);
}

// Hides (and by a second call shows) the expected outputs: a kernel under test that finds them in
// memory finds noise.
extern "C" __global__ void trusted_mask(u32 *base, u64 stride, u64 count, u64 key) {
    u32 *row = base + blockIdx.y * stride;
    for (u64 i = thread_index(); i < count; i += thread_count())
        row[i] ^= mix(key, blockIdx.y * stride + i);
}

struct Findings {
    u64 wrong;       // elements that differ by more than the tolerance
    u64 first;       // smallest set * count + index of these
    u64 overwritten; // guard words changed
    float got, want; // at one of the first wrong elements
};

// Compares outputs with masked expected ones, and the guard words round the outputs with `guard`.
// The `lead` words before `count` data words, and all after them up to the stride, are guards.
// real: elements are floats and may differ by absolute + relative * |expected|; else exact.
extern "C" __global__ void trusted_check(const u32 *base, const u32 *expected, u64 stride, u64 lead,
                                         u64 count, u64 key, u32 guard, int real, float absolute,
                                         float relative, Findings *findings) {
    const u32 *row = base + blockIdx.y * stride;
    const u32 *hidden = expected + blockIdx.y * stride + lead;
    for (u64 i = thread_index(); i < stride; i += thread_count()) {
        if (i < lead || i >= lead + count) {
            if (row[i] != guard)
                atomicAdd(&findings->overwritten, 1ull);
            continue;
        }
        u64 element = i - lead;
        u32 want = hidden[element] ^ mix(key, blockIdx.y * stride + element);
        bool same = row[i] == want;
        if (real && !same) {
            float x = __uint_as_float(row[i]), y = __uint_as_float(want);
            same = fabsf(x - y) <= absolute + relative * fabsf(y); // false for NaN
        }
        if (!same) {
            atomicAdd(&findings->wrong, 1ull);
            u64 place = blockIdx.y * count + element;
            if (atomicMin(&findings->first, place) > place) {
                findings->got = real ? __uint_as_float(row[i]) : (float)(int)row[i];
                findings->want = real ? __uint_as_float(want) : (float)(int)want;
            }
        }
    }
}

// Waits until the host has queued the whole batch (or 20 ms have passed), so that gaps between
// launches are the GPU's own, not the host's.
extern "C" __global__ void trusted_hold(const volatile int *go) {
    u64 start, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
    do {
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    } while (*go == 0 && now - start < 20000000ull);
}
