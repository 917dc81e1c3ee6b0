// Records surfaces: reads and writes inside and outside, of every size, in every boundary mode.
//
//   nvcc -arch=native -o surface surface.cu && ./surface FOLDER
//
// A kernel that traps takes its process' device with it: every case is a child process. A section's
// first word is the error (ERROR_WORD + cudaError_t) of the child's last kernel.
#include "sampler.h"
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORDS = 1 << 16, AT_ONCE = 8, WIDTH = 6, HEIGHT = 4, DEPTH = 3 };

typedef struct {
    char name[44];
    int fetch, format, channels; // the array's
    int size;                    // bytes of an access
    int mode;                    // cudaSurfaceBoundaryMode; -1: clamp and zero, one after the other
    int write;
    int x, y, z; // the only access, if `single`; z: slice, layer or face
    int single;
} SurfaceCase;

typedef struct {
    int count;
    uint32_t words[MOST_WORDS];
} Slot;

template <class T>
__device__ inline T read_surface(cudaSurfaceObject_t s, int fetch, int4 p,
                                 cudaSurfaceBoundaryMode mode) {
    switch (fetch) {
    case FETCH_1D:
        return surf1Dread<T>(s, p.x, mode);
    case FETCH_2D:
        return surf2Dread<T>(s, p.x, p.y, mode);
    case FETCH_3D:
        return surf3Dread<T>(s, p.x, p.y, p.z, mode);
    case FETCH_1D_LAYERED:
        return surf1DLayeredread<T>(s, p.x, p.z, mode);
    case FETCH_2D_LAYERED:
        return surf2DLayeredread<T>(s, p.x, p.y, p.z, mode);
    case FETCH_CUBE:
        return surfCubemapread<T>(s, p.x, p.y, p.z, mode);
    default:
        return surfCubemapLayeredread<T>(s, p.x, p.y, p.z, mode);
    }
}

template <class T>
__device__ inline void write_surface(T v, cudaSurfaceObject_t s, int fetch, int4 p,
                                     cudaSurfaceBoundaryMode mode) {
    switch (fetch) {
    case FETCH_1D:
        surf1Dwrite(v, s, p.x, mode);
        break;
    case FETCH_2D:
        surf2Dwrite(v, s, p.x, p.y, mode);
        break;
    case FETCH_3D:
        surf3Dwrite(v, s, p.x, p.y, p.z, mode);
        break;
    case FETCH_1D_LAYERED:
        surf1DLayeredwrite(v, s, p.x, p.z, mode);
        break;
    case FETCH_2D_LAYERED:
        surf2DLayeredwrite(v, s, p.x, p.y, p.z, mode);
        break;
    case FETCH_CUBE:
        surfCubemapwrite(v, s, p.x, p.y, p.z, mode);
        break;
    default:
        surfCubemapLayeredwrite(v, s, p.x, p.y, p.z, mode);
        break;
    }
}

// Modes are constants in CUDA's interface.
template <class T>
__global__ void access_surface(cudaSurfaceObject_t s, int fetch, int mode, int write, int count,
                               const int4 *place, unsigned *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    union {
        unsigned words[4];
        unsigned char bytes[16];
        T value;
    } v;
    if (write) {
        for (int b = 0; b < 16; b++)
            v.bytes[b] = (unsigned char)(0xa0 + b);
        if (mode == cudaBoundaryModeZero)
            write_surface<T>(v.value, s, fetch, place[i], cudaBoundaryModeZero);
        else if (mode == cudaBoundaryModeClamp)
            write_surface<T>(v.value, s, fetch, place[i], cudaBoundaryModeClamp);
        else
            write_surface<T>(v.value, s, fetch, place[i], cudaBoundaryModeTrap);
        return;
    }
    for (int w = 0; w < 4; w++)
        v.words[w] = 0;
    if (mode == cudaBoundaryModeZero)
        v.value = read_surface<T>(s, fetch, place[i], cudaBoundaryModeZero);
    else if (mode == cudaBoundaryModeClamp)
        v.value = read_surface<T>(s, fetch, place[i], cudaBoundaryModeClamp);
    else
        v.value = read_surface<T>(s, fetch, place[i], cudaBoundaryModeTrap);
    for (int w = 0; w < 4; w++)
        out[4 * i + w] = v.words[w];
}

static Spec surface_spec(const SurfaceCase &c) {
    const bool cube = c.fetch == FETCH_CUBE || c.fetch == FETCH_CUBE_LAYERED;
    Spec s = spec_of(c.fetch, c.format, c.channels, WIDTH, cube ? WIDTH : HEIGHT, DEPTH,
                     c.fetch == FETCH_CUBE_LAYERED ? 2 : DEPTH, 0);
    s.flags = cudaArraySurfaceLoadStore;
    s.desc.filterMode = cudaFilterModePoint;
    s.desc.readMode = cudaReadModeElementType;
    return s;
}

static Bytes numbered_bytes(const Spec &s) { // never 0
    Bytes bytes(spec_all_texels(s) * s.channels * element_size(s.format));
    for (size_t i = 0; i < bytes.size(); i++)
        bytes[i] = (unsigned char)(i % 151 + 1);
    return bytes;
}

static std::vector<int4> places(const SurfaceCase &c, const Spec &s) {
    std::vector<int4> list;
    if (c.single) {
        list.push_back(make_int4(c.x, c.y, c.z, 0));
        return list;
    }
    const int row = s.width * s.channels * (int)element_size(s.format), slices = spec_slices(s, 0);
    const bool flat = spec_is_1d(s), deep = slices > 1;
    for (int z = deep ? -2 : 0; z < (deep ? slices + 2 : 1); z++)
        for (int y = flat ? 0 : -2; y < (flat ? 1 : s.height + 2); y++)
            for (int x = -32; x < row + 32; x += c.size) {
                // Writes, and the lesser slices: at the ends alone.
                const bool end = x == -32 || (x >= -c.size && x <= c.size) ||
                                 (x >= row - 2 * c.size && x <= row + c.size);
                const bool edge = y <= 0 || y >= s.height - 1, far = z <= 0 || z >= slices - 1;
                if ((c.write || deep) && !(end && edge && far))
                    continue;
                list.push_back(make_int4(x, y, z, 0));
            }
    return list;
}

static void put_words(Slot *slot, const void *words, size_t count) {
    if (slot->count + count > MOST_WORDS)
        count = MOST_WORDS - slot->count;
    memcpy(slot->words + slot->count, words, 4 * count);
    slot->count += (int)count;
}

static cudaError_t launch(const SurfaceCase &c, int mode, cudaSurfaceObject_t surface,
                          const int4 *place, int count, unsigned *out) {
    const int blocks = (count + 63) / 64;
    if (c.size == 1)
        access_surface<unsigned char>
            <<<blocks, 64>>>(surface, c.fetch, mode, c.write, count, place, out);
    else if (c.size == 2)
        access_surface<unsigned short>
            <<<blocks, 64>>>(surface, c.fetch, mode, c.write, count, place, out);
    else if (c.size == 4)
        access_surface<unsigned>
            <<<blocks, 64>>>(surface, c.fetch, mode, c.write, count, place, out);
    else if (c.size == 8)
        access_surface<uint2><<<blocks, 64>>>(surface, c.fetch, mode, c.write, count, place, out);
    else
        access_surface<uint4><<<blocks, 64>>>(surface, c.fetch, mode, c.write, count, place, out);
    cudaError_t e = cudaGetLastError();
    return e ? e : cudaDeviceSynchronize();
}

// The array's bytes, in words.
static cudaError_t dump(const Spec &s, cudaArray_t array, Slot *slot) {
    Words words((numbered_bytes(s).size() + 3) / 4, 0);
    const size_t row = (size_t)s.width * s.channels * element_size(s.format);
    const size_t rows = spec_is_1d(s) ? 1 : s.height;
    cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof copy);
    copy.dstPtr = make_cudaPitchedPtr(words.data(), row, s.width, rows);
    copy.srcArray = array;
    copy.extent = make_cudaExtent(s.width, rows, spec_slices(s, 0));
    copy.kind = cudaMemcpyDeviceToHost;
    cudaError_t e = cudaMemcpy3D(&copy);
    put_words(slot, words.data(), words.size());
    return e;
}

// In the child: reads give 4 words a place; writes the changed bytes (offset << 8 | value) of each
// place, then all ones.
static cudaError_t run_mode(const SurfaceCase &c, int mode, Slot *slot) {
    const Spec s = surface_spec(c);
    const Bytes texels = numbered_bytes(s);
    Texture t = make_texture(s, texels);
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = t.array;
    cudaSurfaceObject_t surface;
    cudaError_t e = cudaCreateSurfaceObject(&surface, &resource);
    if (e)
        return e;
    const std::vector<int4> list = places(c, s);
    int4 *place = to_device(list);
    const int count = (int)list.size();
    Words words(4 * list.size());
    unsigned *out;
    CHECK(cudaMalloc(&out, 4 * words.size()));
    if (!c.write) {
        e = launch(c, mode, surface, place, count, out);
        if (!e)
            e = cudaMemcpy(words.data(), out, 4 * words.size(), cudaMemcpyDeviceToHost);
        if (!e)
            put_words(slot, words.data(), words.size());
        return e;
    }
    for (int i = 0; i < count; i++) {
        fill_level(s, 0, t.array, texels.data());
        e = launch(c, mode, surface, place + i, 1, out);
        if (e)
            return e;
        Slot after;
        after.count = 0;
        e = dump(s, t.array, &after);
        for (size_t b = 0; b < texels.size(); b++) {
            const unsigned value = ((const unsigned char *)after.words)[b];
            const uint32_t word = (uint32_t)b << 8 | value;
            if (value != texels[b])
                put_words(slot, &word, 1);
        }
        const uint32_t end = 0xffffffffu;
        put_words(slot, &end, 1);
    }
    return e;
}

static void child(const SurfaceCase &c, Slot *slot) {
    slot->count = 1;
    cudaError_t e = cudaSuccess;
    if (c.mode >= 0)
        e = run_mode(c, c.mode, slot);
    else
        for (int mode = cudaBoundaryModeClamp; !e && mode >= cudaBoundaryModeZero; mode--)
            e = run_mode(c, mode, slot);
    slot->words[0] = ERROR_WORD + (uint32_t)e;
}

static SurfaceCase surface_case(int fetch, int format, int channels, int size, int mode,
                                int write) {
    SurfaceCase c;
    memset(&c, 0, sizeof c);
    c.fetch = fetch;
    c.format = format;
    c.channels = channels;
    c.size = size;
    c.mode = mode;
    c.write = write;
    snprintf(c.name, sizeof c.name, "all %d %d %d %d %d %d", fetch, format, channels, size, mode,
             write);
    return c;
}

static SurfaceCase single(SurfaceCase c, int x, int y, int z) {
    c.single = 1;
    c.x = x;
    c.y = y;
    c.z = z;
    snprintf(c.name, sizeof c.name, "one %d %d %d %d %d %d %d %d %d", c.fetch, c.format, c.channels,
             c.size, c.mode, c.write, x, y, z);
    return c;
}

static std::vector<SurfaceCase> all_cases(void) {
    static const int formats[7][2] = {{FORMAT_U8, 1},  {FORMAT_S16, 1}, {FORMAT_F32, 1},
                                      {FORMAT_F16, 2}, {FORMAT_U8, 4},  {FORMAT_U32, 2},
                                      {FORMAT_F32, 4}};
    std::vector<SurfaceCase> list;
    for (int write = 0; write < 2; write++) {
        for (int k = 0; k < 7; k++)
            for (int size = 1; size <= 16; size *= 2)
                list.push_back(
                    surface_case(FETCH_2D, formats[k][0], formats[k][1], size, -1, write));
        for (int fetch = FETCH_1D; fetch <= FETCH_CUBE_LAYERED; fetch++) {
            if (fetch == FETCH_2D)
                continue;
            list.push_back(surface_case(fetch, FORMAT_U8, 1, 1, -1, write));
            list.push_back(surface_case(fetch, FORMAT_F32, 1, 4, -1, write));
            list.push_back(surface_case(fetch, FORMAT_U32, 4, 16, -1, write));
        }
        for (int fetch = FETCH_1D; fetch <= FETCH_CUBE_LAYERED; fetch++) { // traps, one by one
            const SurfaceCase c =
                surface_case(fetch, FORMAT_F32, 1, 4, cudaBoundaryModeTrap, write);
            list.push_back(single(c, 0, 0, 0));
            list.push_back(single(c, -4, 0, 0));
            list.push_back(single(c, 4 * WIDTH, 0, 0));
            if (fetch != FETCH_1D && fetch != FETCH_1D_LAYERED) {
                list.push_back(single(c, 0, -1, 0));
                list.push_back(single(c, 0, WIDTH, 0));
            }
            if (fetch >= FETCH_3D) {
                list.push_back(single(c, 0, 0, -1));
                list.push_back(single(c, 0, 0, 12));
            }
        }
        for (int mode = 0; mode < 3; mode++) // misaligned
            for (int size = 2; size <= 16; size *= 2)
                for (int x = 1; x < size; x *= 2)
                    list.push_back(single(surface_case(FETCH_2D, FORMAT_F32,
                                                       size >= 4 ? size / 4 : 1, size, mode, write),
                                          x, 1, 0));
    }
    return list;
}

int main(int argc, char **argv) {
    sampler_start(argc, argv, "surface");
    const std::vector<SurfaceCase> list = all_cases();
    for (size_t first = 0; first < list.size(); first += AT_ONCE) {
        const size_t end = first + AT_ONCE < list.size() ? first + AT_ONCE : list.size();
        Slot *slots = (Slot *)mmap(NULL, AT_ONCE * sizeof(Slot), PROT_READ | PROT_WRITE,
                                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (slots == MAP_FAILED) {
            perror("mmap");
            return 1;
        }
        fflush(NULL); // else children that end early write it again
        for (size_t i = first; i < end; i++) {
            const pid_t pid = fork();
            if (pid < 0) {
                perror("fork");
                return 1;
            }
            if (pid == 0) {
                child(list[i], &slots[i - first]);
                _exit(0);
            }
        }
        for (size_t i = first; i < end; i++)
            wait(NULL);
        for (size_t i = first; i < end; i++) {
            const SurfaceCase &c = list[i];
            sampler_section(c.name, &c.fetch, sizeof c - sizeof c.name, slots[i - first].words,
                            (size_t)slots[i - first].count);
        }
        munmap(slots, AT_ONCE * sizeof(Slot));
    }
    return sampler_end();
}
