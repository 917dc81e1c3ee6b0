// Finds in what steps a normalised coordinate counts, for textures of many extents, and at which
// extent of the longest axis the step changes.
//
//   nvcc -arch=native -o steps steps.cu && ./steps >steps.txt      (with nvcc-cpu: the CPU device)
//   ./steps quick     leaves out the many textures of measure_spaces
//
// Lines: S SHAPE W H D AXIS FILTER I A T   T (hexadecimal float) is the smallest coordinate along
//            AXIS (0 x, 1 y, 2 z) whose sample has weight A/256 between texels I and I + 1 (linear)
//            or is texel I (point)
//        # SHAPE WxHxD axis AXIS: 2^-K     the coarsest step of which all T are multiples
//        B SHAPE AXIS LONG N K M           the step is 2^-K where axis LONG has N - 1 texels, and
//                                          2^-M from N on; N = 0: the same over the whole range
// D counts layers where the shape is layered. Exit status 1 when a CUDA call fails.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error_ = (call);                                                               \
        if (error_ != cudaSuccess) {                                                               \
            fprintf(stderr, "steps: %s: %s\n", #call, cudaGetErrorString(error_));                 \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

enum Shape { ROW, PLANE, SPACE, LAYERED_ROW, LAYERED_PLANE, PITCHED };
static const char *const shape_names[] = {"1D", "2D", "3D", "1DLayered", "2DLayered", "pitch"};
enum Filter { POINT, LINEAR };
static const char *const filter_names[] = {"point", "linear"};
enum { SEARCHES = 24 };

struct Extent {
    int n[3];
};

// What one thread looks for: the smallest u between low and high whose sample is `target` or more.
struct Search {
    float low, high, target, found;
    int i, a;
};

__device__ float read_at(cudaTextureObject_t texture, int shape, int axis, float u) {
    float x = axis == 0 ? u : 0.5f, y = axis == 1 ? u : 0.5f, z = axis == 2 ? u : 0.5f;
    switch (shape) {
    case ROW:
        return tex1D<float>(texture, x);
    case SPACE:
        return tex3D<float>(texture, x, y, z);
    case LAYERED_ROW:
        return tex1DLayered<float>(texture, x, 0);
    case LAYERED_PLANE:
        return tex2DLayered<float>(texture, x, y, 0);
    default:
        return tex2D<float>(texture, x, y);
    }
}

__global__ void search_all(cudaTextureObject_t texture, int shape, int axis, Search *all) {
    Search *s = &all[threadIdx.x];
    int low = __float_as_int(s->low), high = __float_as_int(s->high); // positive: bits keep order
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (read_at(texture, shape, axis, __int_as_float(middle)) >= s->target)
            high = middle;
        else
            low = middle;
    }
    s->found = __int_as_float(high);
}

struct Texture {
    cudaArray_t array;
    void *memory;
    cudaTextureObject_t object;
};

// Texel values are their index along `axis`, modulo 256: weights in 256ths are exact in a float.
static std::vector<float> texels_of(Extent e, int axis) {
    std::vector<float> texels((size_t)e.n[0] * e.n[1] * e.n[2]);
    size_t i = 0;
    int place[3];
    for (place[2] = 0; place[2] < e.n[2]; place[2]++)
        for (place[1] = 0; place[1] < e.n[1]; place[1]++)
            for (place[0] = 0; place[0] < e.n[0]; place[0]++)
                texels[i++] = (float)(place[axis] & 255);
    return texels;
}

static Texture create(Shape shape, Extent e, int axis, Filter filter) {
    Texture t = {};
    std::vector<float> texels = texels_of(e, axis);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    size_t row = e.n[0] * sizeof(float);
    if (shape == PITCHED) {
        resource.resType = cudaResourceTypePitch2D;
        CHECK(cudaMallocPitch(&t.memory, &resource.res.pitch2D.pitchInBytes, row, e.n[1]));
        CHECK(cudaMemcpy2D(t.memory, resource.res.pitch2D.pitchInBytes, texels.data(), row, row,
                           e.n[1], cudaMemcpyHostToDevice));
        resource.res.pitch2D.devPtr = t.memory;
        resource.res.pitch2D.desc = format;
        resource.res.pitch2D.width = e.n[0];
        resource.res.pitch2D.height = e.n[1];
    } else {
        bool row_shape = shape == ROW || shape == LAYERED_ROW;
        bool layered = shape == LAYERED_ROW || shape == LAYERED_PLANE;
        cudaExtent extent =
            make_cudaExtent(e.n[0], row_shape ? 0 : e.n[1], layered || shape == SPACE ? e.n[2] : 0);
        CHECK(cudaMalloc3DArray(&t.array, &format, extent, layered ? cudaArrayLayered : 0));
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(texels.data(), row, e.n[0], e.n[1]);
        copy.dstArray = t.array;
        copy.extent = make_cudaExtent(e.n[0], e.n[1], e.n[2]);
        copy.kind = cudaMemcpyHostToDevice;
        CHECK(cudaMemcpy3D(&copy));
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = t.array;
    }
    cudaTextureDesc description = {};
    for (cudaTextureAddressMode &mode : description.addressMode)
        mode = cudaAddressModeClamp;
    description.filterMode = filter == LINEAR ? cudaFilterModeLinear : cudaFilterModePoint;
    description.normalizedCoords = 1;
    CHECK(cudaCreateTextureObject(&t.object, &resource, &description, NULL));
    return t;
}

static void destroy(Texture t) {
    CHECK(cudaDestroyTextureObject(t.object));
    if (t.array)
        CHECK(cudaFreeArray(t.array));
    if (t.memory)
        CHECK(cudaFree(t.memory));
}

static uint32_t random_bits(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

// Places in the second quarter of the axis, where floats are 2^-25 apart; never at a texel whose
// value turns from 255 to 0.
static void plan(Search all[SEARCHES], int n, Filter filter, uint64_t seed) {
    for (int k = 0; k < SEARCHES; k++) {
        Search *s = &all[k];
        do
            s->i = n / 4 + (int)(random_bits(&seed) % (uint32_t)(n / 4));
        while ((s->i & 255) == 255 || (s->i & 255) == 0);
        s->a = filter == LINEAR ? 8 + (int)(random_bits(&seed) % 240) : 0;
        double first = filter == LINEAR ? 0.4 : -0.6, last = filter == LINEAR ? 1.6 : 0.4;
        s->low = (float)((s->i + first) / n);
        s->high = (float)((s->i + last) / n);
        s->target = (float)(s->i & 255) + (float)s->a / 256.0f;
    }
}

// K, where 2^-K is the coarsest step of which u is a multiple.
static int step_of(float u) {
    int k = 0;
    for (double v = u; v != floor(v); v *= 2)
        k++;
    return k;
}

// Prints the thresholds along `axis`; returns the step that they show.
static int measure(Shape shape, Extent e, int axis) {
    static Search *on_device;
    if (!on_device)
        CHECK(cudaMalloc(&on_device, SEARCHES * sizeof(Search)));
    int step = 0;
    for (int filter = POINT; filter <= LINEAR; filter++) {
        Search all[SEARCHES];
        plan(all, e.n[axis], (Filter)filter, (uint64_t)e.n[axis] * 6 + shape);
        Texture t = create(shape, e, axis, (Filter)filter);
        CHECK(cudaMemcpy(on_device, all, sizeof all, cudaMemcpyHostToDevice));
        search_all<<<1, SEARCHES>>>(t.object, shape, axis, on_device);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(all, on_device, sizeof all, cudaMemcpyDeviceToHost));
        destroy(t);
        for (const Search &s : all) {
            printf("S %s %d %d %d %d %s %d %d %a\n", shape_names[shape], e.n[0], e.n[1], e.n[2],
                   axis, filter_names[filter], s.i, s.a, (double)s.found);
            step = step_of(s.found) > step ? step_of(s.found) : step;
        }
    }
    printf("# %s %dx%dx%d axis %d: 2^-%d\n", shape_names[shape], e.n[0], e.n[1], e.n[2], axis,
           step);
    return step;
}

// The extent of axis `longest` from which the step along `axis` is another; e is one such texture.
static void find_change(Shape shape, Extent e, int axis, int longest, int low, int high) {
    e.n[longest] = low;
    int before = measure(shape, e, axis);
    e.n[longest] = high;
    int after = measure(shape, e, axis);
    while (before != after && high - low > 1) {
        e.n[longest] = low + (high - low) / 2;
        int step = measure(shape, e, axis);
        if (step == before) {
            low = e.n[longest];
        } else {
            high = e.n[longest];
            after = step;
        }
    }
    printf("B %s %d %d %d %d %d\n", shape_names[shape], axis, longest, before != after ? high : 0,
           before, after);
}

// In space the axes count differently: every axis against every long one, and extents drawn at
// random.
static void measure_spaces() {
    static const int others[][2] = {{19, 77}, {77, 19}};
    for (int longest = 0; longest < 3; longest++)
        for (int axis = 0; axis < 3; axis++)
            for (const int *other : others) {
                Extent e;
                e.n[longest] = 1;
                e.n[(longest + 1) % 3] = other[0];
                e.n[(longest + 2) % 3] = other[1];
                if (longest == 2)
                    find_change(SPACE, e, axis, longest, 2048, 4096);
                find_change(SPACE, e, axis, longest, 4096, 16384);
            }
    static const int slices[][2] = {{8, 100},   {100, 8},   {33, 33},
                                    {100, 100}, {2000, 20}, {20, 2000}};
    for (const int *slice : slices)
        find_change(SPACE, {{slice[0], slice[1], 1}}, slice[0] < slice[1], 2, 1024, 4096);
    uint64_t state = 1;
    for (int drawn = 0; drawn < 60;) {
        Extent e;
        for (int &n : e.n)
            n = (int)exp2(4.1 + 9.9 * random_bits(&state) / 0x1p31) | 1;
        if ((double)e.n[0] * e.n[1] * e.n[2] > 1 << 21)
            continue;
        drawn++;
        for (int axis = 0; axis < 3; axis++)
            measure(SPACE, e, axis);
    }
}

int main(int argc, char **) {
    // Around each extent where a change is likely, the texture just below and just above.
    static const int widths[] = {4095,  4096,  4097,  8190,  8191,   8192,  8193,
                                 12006, 16383, 16384, 16385, 32767,  32768, 32769,
                                 65522, 65535, 65536, 65537, 131071, 131072};
    for (int width : widths) {
        measure(ROW, {{width, 1, 1}}, 0);
        measure(PLANE, {{width, 1, 1}}, 0);
    }
    static const int ranges[2][2] = {{4096, 16384}, {32768, 131072}};
    for (const int *range : ranges) {
        find_change(ROW, {{1, 1, 1}}, 0, 0, range[0], range[1]);
        find_change(PLANE, {{1, 2, 1}}, 0, 0, range[0], range[1]);
    }
    // The longest axis counts along the others too.
    find_change(PLANE, {{1000, 1, 1}}, 0, 1, 4096, 16384);
    find_change(PLANE, {{1000, 1, 1}}, 1, 1, 4096, 16384);
    find_change(PLANE, {{100, 1, 1}}, 0, 1, 32768, 65536);
    find_change(PITCHED, {{1, 3, 1}}, 0, 0, 4096, 16384);
    find_change(PITCHED, {{1000, 1, 1}}, 0, 1, 4096, 16384);
    for (int longest = 0; longest < 3; longest++) {
        Extent e = {{100, 100, 100}};
        e.n[(longest + 1) % 3] = 4;
        e.n[longest] = 1;
        find_change(SPACE, e, longest, longest, 4096, 16384);
        find_change(SPACE, e, (longest + 2) % 3, longest, 4096, 16384);
    }
    static const int layered_ranges[2][2] = {{4096, 12006}, {12006, 32768}};
    for (const int *range : layered_ranges) {
        find_change(LAYERED_ROW, {{1, 1, 3}}, 0, 0, range[0], range[1]);
        find_change(LAYERED_PLANE, {{1, 2, 3}}, 0, 0, range[0], range[1]);
        find_change(LAYERED_PLANE, {{100, 1, 3}}, 0, 1, range[0], range[1]);
        find_change(LAYERED_PLANE, {{100, 1, 3}}, 1, 1, range[0], range[1]);
    }
    find_change(LAYERED_ROW, {{100, 1, 1}}, 0, 2, 2, 2048);
    find_change(LAYERED_PLANE, {{100, 100, 1}}, 0, 2, 2, 2048);
    if (argc == 1)
        measure_spaces();
    return 0;
}
