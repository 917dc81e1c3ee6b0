// fuzz.cuh - what every generated program uses: sums of what it computed, inputs, textures.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cooperative_groups.h>

// Variables of the host, whose names generated kernels use for variables of their own.
static int width = 3, height = 4, total;
static const char *result = "p";
static double level = 0.5, weight = 1.5;
static struct { int scale; } scale;
static int offset() {
    return scale.scale + width * height + (int)(level * weight);
}

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error_ = (call);                                                               \
        if (error_ != cudaSuccess) {                                                               \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                          \
                    cudaGetErrorString(error_));                                                   \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

// ---- device
// ---------------------------------------------------------------------------------------

// No NaN, whose bits differ between processors, and not only infinities.
template <typename T> __host__ __device__ inline T tame(T x) {
    return x;
}
template <> __host__ __device__ inline float tame(float x) {
    return x != x ? 0.5f : x > 1e30f || x < -1e30f ? 3.0f : x;
}
template <> __host__ __device__ inline double tame(double x) {
    return x != x ? 0.5 : x > 1e200 || x < -1e200 ? 3.0 : x;
}

__device__ inline unsigned mix(unsigned h, unsigned long long v) {
    unsigned long long product = (h ^ v ^ v >> 32) * 0x9e3779b97f4a7c15ull;
    return (unsigned)(product >> 29) + (unsigned)v;
}
__device__ inline unsigned mix(unsigned h, float v) {
    return mix(h, (unsigned long long)__float_as_uint(v != v ? 0.5f : v));
}
__device__ inline unsigned mix(unsigned h, double v) {
    return mix(h, (unsigned long long)__double_as_longlong(v != v ? 0.5 : v));
}
template <typename T> __device__ inline unsigned mix(unsigned h, T v) {
    return mix(h, (unsigned long long)v);
}

// The lanes of a thread's warp that are among the first `live` threads of the block.
__device__ inline unsigned lanes_alive(unsigned linear, unsigned live) {
    unsigned first = linear & ~31u;
    return live - first >= 32 ? ~0u : (1u << (live - first)) - 1;
}

template <typename T> __device__ void stir(T &x, unsigned by) {
    x = (T)(x ^ (T)by);
}
template <typename T> __device__ __noinline__ void stir_at(T *x, unsigned by) {
    *x = (T)(by - (unsigned long long)*x);
}

// From two texels before the first to two behind the last, some of them between texels.
__device__ inline float coordinate(unsigned random, unsigned extent, bool normalized) {
    float at = (random & 1)
                   ? (float)(int)(random >> 8) * (1.0f / 16777216.0f) * (float)(extent + 4) - 2.0f
                   : (float)(random / 2 % ((extent + 4) * 16)) * 0.0625f - 2.0f;
    return normalized ? at / (float)extent : at;
}

struct Sums {
    unsigned total, parity, count, highest;
    int most;
    float real;
    unsigned long long least;
};

// A maximum by compare and swap.
__device__ inline void highest(unsigned *address, unsigned x) {
    unsigned old = *(volatile unsigned *)address;
    while (old < x) {
        unsigned seen = atomicCAS(address, old, x);
        if (seen == old)
            break;
        old = seen;
    }
}

// ---- host
// -----------------------------------------------------------------------------------------

static uint64_t fuzz_state;

static uint64_t fuzz_random() {
    uint64_t z = fuzz_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

template <typename T> static T random_value() {
    return (T)(fuzz_random() >> (fuzz_random() & 63));
}
template <> float random_value() {
    return (float)(int)(fuzz_random() % 20001 - 10000) / (float)(1 << fuzz_random() % 12);
}
template <> double random_value() {
    return (double)(int)(fuzz_random() % 2000001 - 1000000) / (double)(1 << fuzz_random() % 12);
}

template <typename T> static T *filled(unsigned count, unsigned seed) {
    std::vector<T> values(count);
    T *memory;
    fuzz_state = seed;
    for (T &value : values)
        value = random_value<T>();
    CHECK(cudaMalloc(&memory, count * sizeof(T)));
    CHECK(cudaMemcpy(memory, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

static void clear(Sums *sums) {
    Sums start = {};
    start.least = ~0ull;
    CHECK(cudaMemcpy(sums, &start, sizeof start, cudaMemcpyHostToDevice));
}

static unsigned long long fuzz_hash(unsigned long long h, unsigned long long x) {
    return (h ^ x) * 0x100000001b3ull ^ h >> 47;
}

static void report(const char *program, unsigned kernel, const unsigned *out, unsigned count,
                   const Sums *sums) {
    std::vector<unsigned> values(count);
    Sums s;
    unsigned long long h = 0xcbf29ce484222325ull, real = 0;
    CHECK(cudaMemcpy(values.data(), out, count * sizeof *out, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&s, sums, sizeof s, cudaMemcpyDeviceToHost));
    for (unsigned value : values)
        h = fuzz_hash(h, value);
    memcpy(&real, &s.real, sizeof s.real);
    unsigned long long all[] = {s.total,          s.parity, s.count, s.highest,
                                (unsigned)s.most, real,     s.least};
    unsigned long long g = 0xcbf29ce484222325ull;
    for (unsigned long long x : all)
        g = fuzz_hash(g, x);
    printf("%s%s k%u %016llx %08llx %x %x %x\n", result, program, kernel, h, g & 0xffffffff,
           values[0], values[count / 2], values[count - 1]);
}

// ---- textures
// -------------------------------------------------------------------------------------

enum fuzz_kind { LINEAR, PITCHED, ONE, TWO, THREE, ONE_LAYERED, TWO_LAYERED };

static cudaTextureDesc description(cudaTextureFilterMode filter, cudaTextureReadMode read,
                                   cudaTextureAddressMode x, cudaTextureAddressMode y,
                                   cudaTextureAddressMode z, int normalized) {
    cudaTextureDesc d = {};
    d.filterMode = filter;
    d.readMode = read;
    d.addressMode[0] = x;
    d.addressMode[1] = y;
    d.addressMode[2] = z;
    d.normalizedCoords = normalized;
    return d;
}

// Bytes of texels: any for integers; floats of some size.
static void fill_texels(std::vector<char> &bytes, cudaChannelFormatDesc format) {
    if (format.f == cudaChannelFormatKindFloat) {
        for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
            float value = random_value<float>();
            memcpy(&bytes[i], &value, 4);
        }
    } else
        for (char &byte : bytes)
            byte = (char)fuzz_random();
}

template <typename Texel> struct fuzz_texture {
    cudaTextureObject_t object = 0;
    cudaArray_t array = nullptr;
    void *memory = nullptr;

    fuzz_texture(fuzz_kind kind, unsigned x, unsigned y, unsigned z, unsigned seed,
                 const cudaTextureDesc &description) {
        cudaChannelFormatDesc format = cudaCreateChannelDesc<Texel>();
        size_t rows = (y ? y : 1) * (z ? z : 1), pitch = x * sizeof(Texel);
        std::vector<char> bytes(rows * pitch);
        cudaResourceDesc resource = {};
        fuzz_state = seed;
        fill_texels(bytes, format);
        if (kind == LINEAR) {
            CHECK(cudaMalloc(&memory, pitch));
            CHECK(cudaMemcpy(memory, bytes.data(), pitch, cudaMemcpyHostToDevice));
            resource.resType = cudaResourceTypeLinear;
            resource.res.linear.devPtr = memory;
            resource.res.linear.desc = format;
            resource.res.linear.sizeInBytes = pitch;
        } else if (kind == PITCHED) {
            size_t device_pitch;
            CHECK(cudaMallocPitch(&memory, &device_pitch, pitch, y));
            CHECK(cudaMemcpy2D(memory, device_pitch, bytes.data(), pitch, pitch, y,
                               cudaMemcpyHostToDevice));
            resource.resType = cudaResourceTypePitch2D;
            resource.res.pitch2D.devPtr = memory;
            resource.res.pitch2D.desc = format;
            resource.res.pitch2D.width = x;
            resource.res.pitch2D.height = y;
            resource.res.pitch2D.pitchInBytes = device_pitch;
        } else {
            bool layered = kind == ONE_LAYERED || kind == TWO_LAYERED;
            CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(x, y, z),
                                    layered ? cudaArrayLayered : 0));
            cudaMemcpy3DParms copy = {};
            copy.srcPtr = make_cudaPitchedPtr(bytes.data(), pitch, x, y ? y : 1);
            copy.dstArray = array;
            copy.extent = make_cudaExtent(x, y ? y : 1, z ? z : 1);
            copy.kind = cudaMemcpyHostToDevice;
            CHECK(cudaMemcpy3D(&copy));
            resource.resType = cudaResourceTypeArray;
            resource.res.array.array = array;
        }
        CHECK(cudaCreateTextureObject(&object, &resource, &description, nullptr));
    }
    void release() {
        CHECK(cudaDestroyTextureObject(object));
        if (array)
            CHECK(cudaFreeArray(array));
        if (memory)
            CHECK(cudaFree(memory));
    }
};

// ---- main
// -----------------------------------------------------------------------------------------

struct program {
    const char *name;
    void (*run)(const char *name);
};

static int run_programs(const struct program *programs, size_t count, int argc, char **argv) {
    total = offset();
    for (size_t i = 0; i < count; i++) {
        bool wanted = argc < 2;
        for (int a = 1; a < argc; a++)
            wanted = wanted || !strcmp(argv[a], programs[i].name);
        if (wanted) {
            programs[i].run(programs[i].name);
            fflush(stdout);
        }
    }
    return total < 0;
}
