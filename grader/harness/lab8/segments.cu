// Step 2. Raw, by part:
//   sums      splitI.error, splitI (the checksum with split I)
//   quads     sizes (quads that each texture of split 4 covers), quads (the first 400 quads through
//             fetch_quad, word by word), far
//             (LAB8_FAR quads of each of MAX_SEGMENTS textures, LAB8_FAR_EACH quads apart)
//   limit     limit.error, limit, true_limit, int_limit, array_limit
//   unused    unused.error, unused (word 0 of element 0 of each of LAB8_SEGMENTS textures, split
//   0),
//             two (where two of them are needed: the word that each begins with)
//   refused   refused (make_segments for one quad too many, for no texture, for MAX_SEGMENTS + 1),
//             roomy (of the device's limit for each of MAX_SEGMENTS, few of which are needed)
//   fallback  device.error, device (host == NULL), mapped.error, mapped.note (0 none, 1 that of
//             device memory, 2 another), mapped (host != NULL, and what a
//             kernel read through the device pointer is what the host wrote), huge.error,
//             huge.device (device != NULL) for LAB8_HUGE bytes; large.error, large (host == NULL)
//             for large_bytes, three quarters of what is free; scattered.error (on the CPU device:
//             where the first call that allocates fails, though enough is free)
//   failing    of make_segments and checksum_segments what failing.h says
#include "harness.h"
#include "lab8.h"
#include "lab8/inputs.h"
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

__global__ static void read_first(Segments segments, int *out) {
    for (int s = 0; s < segments.count; s++)
        out[s] = tex1Dfetch<int4>(segments.texture[s], 0).x;
}

__global__ static void read_word(const int *word, int *out) {
    *out = *word;
}

static void test_sums() {
    int *words_d = to_device(memory);
    for (int i = 0; i < LAB8_SPLITS; i++) {
        char name[20];
        unsigned total = 0;
        snprintf(name, sizeof name, "split%d", i);
        if (write_error(name, checksum_segments(words_d, words, hidden_split(words / 4, i),
                                                LAB8_SEGMENTS, &total)))
            write_number(name, total);
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
    Segments segments = {};
    const int n = 400;
    if (write_error("make_segments", make_segments(words_d, words, hidden_split(words / 4, 4),
                                                   LAB8_SEGMENTS, &segments))) {
        std::vector<double> sizes;
        for (int s = 0; s < LAB8_SEGMENTS; s++) {
            cudaResourceDesc resource = {};
            if (s < segments.count &&
                cudaGetTextureObjectResourceDesc(&resource, segments.texture[s]) != cudaSuccess)
                cudaGetLastError(); // no texture: the fetches tell
            sizes.push_back(resource.resType == cudaResourceTypeLinear
                                ? (double)(resource.res.linear.sizeInBytes / sizeof(int4))
                                : 0.0);
        }
        write_raw("sizes", sizes);
        int4 *out = to_device(std::vector<int4>(n));
        read_quads<<<n / 100, 100>>>(segments, n, out);
        if (launched("quads")) {
            std::vector<int4> got = to_host(out, n);
            write_raw("quads", &got[0].x, 4 * n);
        }
        MUST(cudaFree(out));
        write_error("free_segments", free_segments(&segments));
        test_far(words_d);
    }
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

static void test_fallback() {
    const size_t bytes = 80 << 20;
    Memory memory_d = {};
    if (write_error("device", allocate_words(1 << 20, &memory_d))) {
        write_number("device", memory_d.host == NULL && memory_d.device != NULL);
        write_error("free", free_words(&memory_d));
    }
    cudaDeviceProp properties;
    MUST(cudaGetDeviceProperties(&properties, 0));
    if (strcmp(properties.name, "CPU device") != 0)
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
    Memory huge = {};
    write_error("huge", allocate_words(LAB8_HUGE, &huge));
    write_number("huge.device", huge.device != NULL);
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
    unsigned total;
    failing("make_segments", [&] {
        Segments segments = {};
        const cudaError_t error =
            make_segments(words_d, words, words / 8, LAB8_SEGMENTS, &segments);
        if (error == cudaSuccess)
            free_segments(&segments);
        return error;
    });
    failing("checksum_segments", &total, 1,
            [&] { return checksum_segments(words_d, words, words / 8, LAB8_SEGMENTS, &total); });
    MUST(cudaFree(words_d));
}

void harness_main() {
    words = 4 * (size_t)argument("quads");
    memory.clear();
    for (size_t i = 0; i < words; i++)
        memory.push_back(hidden_word(hidden_seed(), i));
    const char *part = argument_text("part");
    if (strcmp(part, "sums") == 0)
        test_sums();
    if (strcmp(part, "quads") == 0)
        test_quads();
    if (strcmp(part, "limit") == 0)
        test_limit();
    if (strcmp(part, "unused") == 0)
        test_unused();
    if (strcmp(part, "refused") == 0)
        test_refused();
    if (strcmp(part, "failing") == 0)
        test_failing();
    if (strcmp(part, "fallback") == 0)
        test_fallback();
}
