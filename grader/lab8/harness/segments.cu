// Step 2, each function by itself, beside the reference's others. Raw, by part:
//   made      of make_segments with each split I: splitI.error, beginsI and sizesI (of each
//   texture,
//             in quads; -1 where it is none of linear memory), summedI.error, splitI (the checksum
//             that the reference makes of these textures), freedI.error (free_segments)
//   quads     of fetch_quad: summedI.error, splitI (the checksum of all quads with split I),
//             quads.error, quads (LAB8_QUADS quads of split 4, word by word), far (LAB8_FAR quads
//             of each of MAX_SEGMENTS textures, LAB8_FAR_EACH quads apart)
//   limit     limit.error, limit, true_limit, int_limit, array_limit
//   unused    unused.error, unused (word 0 of element 0 of each of LAB8_SEGMENTS textures, split
//             0), two (where two of them are needed: the word that each begins with)
//   refused   refused (make_segments for one quad too many, for no texture, for MAX_SEGMENTS + 1),
//             roomy (of the device's limit for each of MAX_SEGMENTS, few of which are needed)
//   device    device.error, device (host == NULL), free.error (free_words); huge.error, huge.device
//             (device != NULL) for LAB8_HUGE bytes; large.error, large (host == NULL) for
//             large_bytes, three quarters of what is free
//   fallback  with the device full: mapped.error, mapped.note (0 none, 1 that of device memory, 2
//             another), mapped (host != NULL, and what a kernel read through the device pointer is
//             what the host wrote; read_mapped.error), free_mapped.error
//   failing   of make_segments what failing.h says
//   exhausted huge.error and huge.device as above; scattered.error (on the CPU device: where the
//             first call that allocates fails, though enough is free)
#include "harness.h"
#include "reference_segments.h"
#include "inputs.h"
#include "failing.h"

// MiB: a device of known size; a GPU has what it has.
static const int small_device = setenv("CPU_DEVICE_MEMORY", "4096", 1);

static std::vector<int> memory;
static size_t words;

__global__ static void read_quads(Segments segments, int n, int4 *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = fetch_quad(segments, (size_t)i);
}

// As sum_segments, by the student's fetch_quad.
__global__ static void sum_by_quads(Segments segments, size_t words, unsigned *sums) {
    size_t thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned sum = 0;
    for (size_t i = thread; i < words / 4; i += threads) {
        int4 quad = fetch_quad(segments, i);
        sum +=
            share_of(quad.x, 0) + share_of(quad.y, 1) + share_of(quad.z, 2) + share_of(quad.w, 3);
    }
    sums[thread] = sum;
}

__global__ static void read_first(Segments segments, int *out) {
    for (int s = 0; s < segments.count; s++)
        out[s] = tex1Dfetch<int4>(segments.texture[s], 0).x;
}

__global__ static void read_word(const int *word, int *out) {
    *out = *word;
}

static void name_split(char *name, size_t size, const char *what, int split) {
    snprintf(name, size, "%s%d", what, split);
}

// The checksum of all words by one of the two kernels, as splitI; of its launch, summedI.error.
typedef void summing(Segments segments, size_t words, unsigned *sums);
static bool write_sum(int split, summing *kernel, const Segments &segments) {
    char name[20];
    unsigned *sums_d = to_device(std::vector<unsigned>(SUMS)), total = 0;
    kernel<<<SUM_BLOCKS, SUM_THREADS>>>(segments, words, sums_d);
    name_split(name, sizeof name, "summed", split);
    if (!launched(name))
        return false; // no call works any more
    name_split(name, sizeof name, "split", split);
    MUST(add_sums(sums_d, &total)); // step 1 is the reference's
    write_number(name, total);
    MUST(cudaFree(sums_d));
    return true;
}

// Where the textures begin and what they hold, in quads.
static void write_extents(const Segments &segments, const int *words_d, int split) {
    char name[20];
    std::vector<double> begins, sizes;
    for (int s = 0; s < LAB8_SEGMENTS; s++) {
        cudaResourceDesc made = {};
        const bool known =
            s < segments.count &&
            cudaGetTextureObjectResourceDesc(&made, segments.texture[s]) == cudaSuccess &&
            made.resType == cudaResourceTypeLinear;
        begins.push_back(
            known ? (double)((const char *)made.res.linear.devPtr - (const char *)words_d) /
                        sizeof(int4)
                  : -1);
        sizes.push_back(known ? (double)made.res.linear.sizeInBytes / sizeof(int4) : -1);
    }
    cudaGetLastError(); // no texture: the sums tell
    name_split(name, sizeof name, "begins", split);
    write_raw(name, begins);
    name_split(name, sizeof name, "sizes", split);
    write_raw(name, sizes);
}

static void test_made() {
    int *words_d = to_device(memory);
    for (int i = 0; i < LAB8_SPLITS; i++) {
        char name[20];
        Segments segments = {};
        name_split(name, sizeof name, "split", i);
        if (!write_error(name, make_segments(words_d, words, hidden_split(words / 4, i),
                                             LAB8_SEGMENTS, &segments)))
            continue;
        write_extents(segments, words_d, i);
        if (!write_sum(i, reference_sum_segments, segments))
            return;
        name_split(name, sizeof name, "freed", i);
        write_error(name, free_segments(&segments));
    }
    MUST(cudaFree(words_d));
}

__global__ static void read_far(Segments segments, int4 *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = fetch_quad(segments, (size_t)(i / LAB8_FAR) * LAB8_FAR_EACH + i % LAB8_FAR);
}

// Quad numbers that need more than 32 bits, on textures that are small: what fetch_quad makes of a
// number does not depend on how much lies behind it.
static void test_far(const int *words_d) {
    const int n = MAX_SEGMENTS * LAB8_FAR;
    Segments segments = {};
    segments.count = MAX_SEGMENTS;
    segments.quads_each = LAB8_FAR_EACH;
    for (int s = 0; s < MAX_SEGMENTS; s++)
        MUST(make_words_texture(words_d + 128 * s, 128, 4, &segments.texture[s]));
    int4 *out = to_device(std::vector<int4>(n));
    read_far<<<MAX_SEGMENTS, LAB8_FAR>>>(segments, out);
    if (launched("far")) {
        std::vector<int4> got = to_host(out, n);
        write_raw("far", &got[0].x, 4 * n);
    }
    for (int s = 0; s < MAX_SEGMENTS; s++)
        MUST(cudaDestroyTextureObject(segments.texture[s]));
    MUST(cudaFree(out));
}

static void test_quads() {
    int *words_d = to_device(memory);
    for (int i = 0; i < LAB8_SPLITS; i++) {
        Segments segments = {};
        MUST(reference_make_segments(words_d, words, hidden_split(words / 4, i), LAB8_SEGMENTS,
                                     &segments));
        if (!write_sum(i, sum_by_quads, segments))
            return;
        if (i == 4) {
            int4 *out = to_device(std::vector<int4>(LAB8_QUADS));
            read_quads<<<LAB8_QUADS / 100, 100>>>(segments, LAB8_QUADS, out);
            if (!launched("quads"))
                return;
            std::vector<int4> got = to_host(out, LAB8_QUADS);
            write_raw("quads", &got[0].x, 4 * LAB8_QUADS);
            MUST(cudaFree(out));
        }
        MUST(reference_free_segments(&segments));
    }
    test_far(words_d);
    MUST(cudaFree(words_d));
}

static void test_limit() {
    size_t limit = 0, true_limit = 0, int_limit = 0;
    cudaChannelFormatDesc quad = cudaCreateChannelDesc<int4>(), word = cudaCreateChannelDesc<int>();
    cudaDeviceProp properties;
    MUST(cudaDeviceGetTexture1DLinearMaxWidth(&true_limit, &quad, 0));
    MUST(cudaDeviceGetTexture1DLinearMaxWidth(&int_limit, &word, 0));
    MUST(cudaGetDeviceProperties(&properties, 0));
    write_error("limit", quads_limit(&limit));
    write_number("limit", (double)limit);
    write_number("true_limit", (double)true_limit);
    write_number("int_limit", (double)int_limit);
    write_number("array_limit", (double)properties.maxTexture1D);
}

// Of as many textures two hold all the words: the first is not the last of them.
static void test_two_used(const int *words_d) {
    Segments segments = {};
    if (make_segments(words_d, words, words / 8, LAB8_SEGMENTS, &segments) != cudaSuccess ||
        segments.count != LAB8_SEGMENTS)
        return;
    std::vector<double> begins; // in words
    for (int s = 0; s < LAB8_SEGMENTS; s++) {
        cudaResourceDesc made = {};
        const bool known =
            cudaGetTextureObjectResourceDesc(&made, segments.texture[s]) == cudaSuccess;
        begins.push_back(known ? (double)((const int *)made.res.linear.devPtr - words_d) : -1);
    }
    cudaGetLastError();
    write_raw("two", begins);
    free_segments(&segments);
}

static void test_unused() {
    int *words_d = to_device(memory);
    Segments segments = {};
    if (write_error("make_segments",
                    make_segments(words_d, words, words / 4, LAB8_SEGMENTS, &segments))) {
        write_number("count", segments.count);
        int *out = to_device(std::vector<int>(MAX_SEGMENTS, -1));
        read_first<<<1, 1>>>(segments, out);
        if (!launched("unused"))
            return; // no call works any more
        write_raw("unused", to_host(out, LAB8_SEGMENTS));
        MUST(cudaFree(out));
        write_error("free_segments", free_segments(&segments));
        if (harness_goes_on()) {
            harness_uncounted uncounted;
            test_two_used(words_d);
        }
    }
    MUST(cudaFree(words_d));
}

static void test_refused() {
    int *words_d = to_device(memory);
    Segments segments[3] = {};
    int refused[3] = {make_segments(words_d, words, words / 16 - 32, LAB8_SEGMENTS, &segments[0]),
                      make_segments(words_d, words, words / 4, 0, &segments[1]),
                      make_segments(words_d, words, words / 4, MAX_SEGMENTS + 1, &segments[2])};
    write_raw("refused", refused, 3);
    // As much as there may be: 2^34 words on a device that takes 2^28 quads.
    cudaChannelFormatDesc quad = cudaCreateChannelDesc<int4>();
    size_t most = 0;
    Segments roomy = {};
    MUST(cudaDeviceGetTexture1DLinearMaxWidth(&most, &quad, 0));
    const cudaError_t made = make_segments(words_d, words, most, MAX_SEGMENTS, &roomy);
    write_number("roomy", made);
    for (int s = 0; made == cudaSuccess && s < MAX_SEGMENTS;
         s++) // free_segments is of another test
        cudaDestroyTextureObject(roomy.texture[s]);
    cudaGetLastError();
    for (int i = 0; i < 3; i++)
        if (refused[i] == cudaSuccess)
            free_segments(&segments[i]); // made after all: that is what is told, not a leak
    MUST(cudaFree(words_d));
}

// Leaves less device memory than `room` bytes: what was taken, to be freed. On the CPU device,
// which nobody shares; to fill a GPU would starve whatever else runs on it.
static std::vector<void *> take_memory(size_t room) {
    std::vector<void *> taken;
    size_t free_bytes = 0, total = 0;
    MUST(cudaMemGetInfo(&free_bytes, &total));
    for (size_t bytes = free_bytes; bytes >= room / 4; bytes /= 2) {
        void *p = NULL;
        while (cudaMalloc(&p, bytes) == cudaSuccess)
            taken.push_back(p);
        cudaGetLastError();
    }
    return taken;
}

static bool on_cpu_device() {
    cudaDeviceProp properties;
    MUST(cudaGetDeviceProperties(&properties, 0));
    return strcmp(properties.name, "CPU device") == 0;
}

static void write_huge() {
    Memory huge = {};
    write_error("huge", allocate_words(LAB8_HUGE, &huge));
    write_number("huge.device", huge.device != NULL);
}

static void test_device() {
    Memory memory_d = {};
    if (write_error("device", allocate_words(1 << 20, &memory_d))) {
        write_number("device", memory_d.host == NULL && memory_d.device != NULL);
        write_error("free", free_words(&memory_d));
    }
    if (!on_cpu_device())
        return;
    size_t free_bytes = 0, total = 0;
    MUST(cudaMemGetInfo(&free_bytes, &total));
    Memory large = {}; // no limit but the device's own sends to host memory
    if (write_error("large", allocate_words(free_bytes / 4 * 3, &large))) {
        write_number("large", large.host == NULL);
        free_words(&large); // what came from which call it knows alone; its answer is judged below
        cudaGetLastError();
    }
    write_number("large_bytes", free_bytes / 4 * 3);
    write_huge();
}

static void test_fallback() {
    const size_t bytes = 80 << 20;
    if (!on_cpu_device())
        return;
    std::vector<void *> taken = take_memory(bytes);
    Memory mapped = {};
    if (write_error("mapped", allocate_words(bytes, &mapped))) {
        bool right = mapped.host != NULL;
        write_number("mapped.note", mapped.note == NULL || *mapped.note == '\0' ? 0
                                    : strcmp(mapped.note, "device memory") == 0 ? 1
                                                                                : 2);
        for (void *p : taken)
            MUST(cudaFree(p));
        taken.clear();
        if (right) {
            int *out = to_device(std::vector<int>(1, 0)), word = hidden_word(hidden_seed(), 5);
            mapped.host[bytes / sizeof(int) - 1] = word;
            read_word<<<1, 1>>>(mapped.device + bytes / sizeof(int) - 1, out);
            right = launched("read_mapped") && to_host(out, 1)[0] == word;
            MUST(cudaFree(out));
        }
        write_number("mapped", right);
        write_error("free_mapped", free_words(&mapped));
    }
    for (void *p : taken)
        MUST(cudaFree(p));
}

// Where neither kind of memory is to be had, and where a call fails for another reason than size.
static void test_exhausted() {
    if (!on_cpu_device())
        return;
    write_huge();
#ifdef CPUDEV_CHECKED
    Memory scattered = {}; // enough is free, and cudaMalloc fails all the same
    check_failing(0);
    const cudaError_t error = allocate_words(1 << 20, &scattered);
    check_failing(-1);
    if (write_error("scattered", error))
        free_words(&scattered);
    cudaGetLastError();
#endif
}

static void test_failing() {
    int *words_d = to_device(memory);
    failing("make_segments", [&] {
        Segments segments = {};
        const cudaError_t error =
            make_segments(words_d, words, words / 8, LAB8_SEGMENTS, &segments);
        if (error == cudaSuccess)
            free_segments(&segments);
        return error;
    });
    MUST(cudaFree(words_d));
}

void harness_main() {
    words = 4 * (size_t)argument("quads");
    memory.clear();
    for (size_t i = 0; i < words; i++)
        memory.push_back(hidden_word(hidden_seed(), i));
    static const struct {
        const char *part;
        void (*test)();
    } parts[] = {
        {"made", test_made},         {"quads", test_quads},         {"limit", test_limit},
        {"unused", test_unused},     {"refused", test_refused},     {"device", test_device},
        {"fallback", test_fallback}, {"exhausted", test_exhausted}, {"failing", test_failing}};
    for (const auto &one : parts)
        if (strcmp(argument_text("part"), one.part) == 0)
            one.test();
}
