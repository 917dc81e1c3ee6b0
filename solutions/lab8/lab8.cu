// Lab 8, given: checks every step, and shows which ways to read cover how much memory.
//   lab8                    coverage of 64 MB, bandwidth table (CSV: PROGRAM.csv)
//   lab8 cover MB [LIMIT [ROOM]]
//                           checksums of MB megabytes by one texture of int, of int2 and of int4,
//                           and by four of int4, each of at most LIMIT elements (0: the device's
//                           limit; 134217728 is that of the classic GPUs). With ROOM all device
//                           memory but ROOM megabytes is taken before, as by another program
//   lab8 paths [WORDS]      the bandwidth table alone, on 2^24 words unless told otherwise
// `make check` tries every step.
#include "lab8.h"
#include "../common/selftest.h"
#ifdef LAB_CHECK
#include "../common/intervals.h"
#endif
#include <math.h>

static std::vector<int> random_words(size_t count, unsigned state = 12345) {
    std::vector<int> words(count);
    for (int &word : words) {
        state = state * 1664525u + 1013904223u;
        word = (int)(state ^ state >> 15); // mixed, or the low bits of a sum of many say nothing
    }
    return words;
}

#ifdef LAB_CHECK

static unsigned expected_sum(const std::vector<int> &words) {
    unsigned sum = 0;
    for (size_t i = 0; i < words.size(); i++)
        sum += share_of(words[i], i);
    return sum;
}

// ---- Step 1 -------------------------------------------------------------------------------------

// The words of elements -1 to `count` - 2 of the texture, one by one.
template <class T> __global__ void read_elements(cudaTextureObject_t texture, int count, T *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = tex1Dfetch<T>(texture, i - 1);
}

template <class T> static std::vector<int> elements_of(cudaTextureObject_t texture, int count) {
    T *out_d = to_device_memory(std::vector<T>(count));
    read_elements<<<(count + 127) / 128, 128>>>(texture, count, out_d);
    launched("a kernel that reads the texture");
    std::vector<int> words =
        from_device_memory((const int *)out_d, (size_t)count * sizeof(T) / sizeof(int));
    CUDA_CHECK(cudaFree(out_d));
    return words;
}

static cudaTextureObject_t texture_of(const int *words_d, size_t words, int components) {
    cudaTextureObject_t texture = 0;
    returned(make_words_texture(words_d, words, components, &texture), "make_words_texture");
    if (!texture)
        mistake(NULL, "make_words_texture stores no texture object");
    return texture;
}

// A texture of elements of type T: all words, and 0 on both sides of them.
template <class T> static void check_texture_of(size_t quads) {
    const int components = sizeof(T) / sizeof(int);
    std::vector<int> words = random_words(8 * quads); // behind those of the texture lie others
    const size_t count = 4 * quads, elements = count / components;
    int *words_d = to_device_memory(words);
    cudaTextureObject_t texture = texture_of(words_d, count, components);
    std::vector<int> out = elements_of<T>(texture, (int)elements + 2);
    for (size_t i = 0; i < out.size(); i++) {
        const bool inside = i >= (size_t)components && i < count + components;
        const int expected = inside ? words[i - components] : 0;
        if (out[i] == expected)
            continue;
        size_t zeros = i;
        while (zeros < out.size() && out[zeros] == 0)
            zeros++;
        if (inside && zeros == out.size())
            mistake(4 * (i - components) <= count ? "elements-for-words" : NULL,
                    "%zu words as int%.0d: from word %zu on all is 0\n"
                    "The texture ends before the words do: its size is in bytes.",
                    count, components > 1 ? components : 0, i - components);
        if (!inside)
            mistake(i > count ? "read-past-end" : NULL,
                    "%zu words as int%.0d: the element %s is %d, expected 0\n"
                    "The texture covers the words and no more: words * sizeof(int) bytes.",
                    count, components > 1 ? components : 0,
                    i > count ? "behind the last word" : "before the first", out[i]);
        mistake(NULL, "%zu words as int%.0d: word %zu reads %d, expected %d", count,
                components > 1 ? components : 0, i - components, out[i], expected);
    }
    CUDA_CHECK(cudaDestroyTextureObject(texture));
    CUDA_CHECK(cudaFree(words_d));
}

static void check_words_texture(void) {
    for (size_t quads : {128 * 97, 5, 1}) {
        check_texture_of<int>(quads);
        check_texture_of<int2>(quads);
        check_texture_of<int4>(quads);
    }
}

// The name of what makes this sum of the words, or NULL.
static const char *sum_name(const std::vector<int> &words, int components, unsigned sum) {
    static const int orders[][4] = {{1, 0, 3, 2}, {3, 2, 1, 0}, {0, 1, 3, 2},
                                    {1, 0, 2, 3}, {0, 2, 1, 3}, {2, 3, 0, 1}};
    unsigned plain = 0, half = 0, quarter = 0, but_last = 0, swapped[6] = {};
    for (size_t i = 0; i < words.size(); i++) {
        const unsigned share = share_of(words[i], i);
        plain += (unsigned)words[i];
        half += 2 * i < words.size() ? share : 0;
        quarter += 4 * i < words.size() ? share : 0;
        but_last += i + components < words.size() ? share : 0;
        for (int o = 0; o < 6; o++)
            swapped[o] += share_of(words[i], (size_t)orders[o][i % 4]);
    }
    for (unsigned other : swapped)
        if (sum == other && components > 1)
            return "components-swapped";
    return sum == plain                                        ? "factor-missing"
           : sum == but_last                                   ? "last-word-dropped"
           : components > 1 && (sum == half || sum == quarter) ? "elements-for-words"
                                                               : NULL;
}

static void check_sum(int components) {
    const unsigned before = 0xfff0f0ff;            // in a sum that no thread writes
    for (size_t quads : {128 * 97, 40001, 5, 1}) { // 5: fewer than there are threads
        std::vector<int> words = random_words(4 * quads);
        int *words_d = to_device_memory(words);
        cudaTextureObject_t texture = texture_of(words_d, words.size(), components);
        unsigned *sums_d = to_device_memory(std::vector<unsigned>(SUMS, before));
        launch_has(NO_SPARE_THREADS);
        if (components == 1)
            sum_int<<<SUM_BLOCKS, SUM_THREADS>>>(texture, words.size(), sums_d);
        else if (components == 2)
            sum_int2<<<SUM_BLOCKS, SUM_THREADS>>>(texture, words.size(), sums_d);
        else
            sum_int4<<<SUM_BLOCKS, SUM_THREADS>>>(texture, words.size(), sums_d);
        launched("the kernel");
        unsigned sum = 0, unwritten = 0, expected = expected_sum(words);
        for (unsigned one : from_device_memory(sums_d, SUMS)) {
            unwritten += one == before;
            sum += one == before ? 0 : one;
        }
        CUDA_CHECK(cudaFree(sums_d));
        CUDA_CHECK(cudaDestroyTextureObject(texture));
        CUDA_CHECK(cudaFree(words_d));
        if (unwritten == SUMS)
            not_begun();
        if (sum == expected && unwritten)
            mistake("idle-threads",
                    "%zu words as int%.0d: %u of %d sums are never written\n"
                    "Each thread writes its own, 0 where it has nothing to sum.",
                    words.size(), components > 1 ? components : 0, unwritten, SUMS);
        if (sum != expected)
            mistake(sum_name(words, components, sum),
                    "%zu words as int%.0d: the sums add up to %08x, expected %08x", words.size(),
                    components > 1 ? components : 0, sum, expected);
    }
}

static void check_int(void) {
    check_sum(1);
}

static void check_int2(void) {
    check_sum(2);
}

static void check_int4(void) {
    check_sum(4);
}

static std::vector<unsigned> random_sums(void) {
    std::vector<unsigned> sums;
    for (int word : random_words(SUMS, 77))
        sums.push_back((unsigned)word);
    return sums;
}

static void check_add(void) {
    std::vector<unsigned> sums = random_sums();
    unsigned *sums_d = to_device_memory(sums), expected = 0;
    for (unsigned sum : sums)
        expected += sum;
    for (unsigned before : {0u, 4711u}) {
        unsigned total = before;
        returned(add_sums(sums_d, &total), "add_sums");
        if (total == expected + before && before)
            mistake(NULL, "add_sums adds to what lay in *total before: set it to 0 first");
        if (total != expected)
            mistake(NULL, "%d sums: add_sums gives %08x, expected %08x", SUMS, total, expected);
    }
    CUDA_CHECK(cudaFree(sums_d));
}

static void check_checksum(void) {
    for (size_t quads : {128 * 97, 5, 1})
        for (int components : {1, 2, 4}) {
            std::vector<int> words = random_words(4 * quads);
            int *words_d = to_device_memory(words);
            unsigned sum = 4711, expected = expected_sum(words);
            returned(checksum(words_d, words.size(), components, &sum), "checksum");
            CUDA_CHECK(cudaFree(words_d));
            if (sum != expected)
                mistake(sum_name(words, components, sum),
                        "%zu words as int%.0d: %08x, expected %08x", words.size(),
                        components > 1 ? components : 0, sum, expected);
        }
}

static void check_outside(void) {
    const int count = 4 * 333, n = 1300; // more than a block of fetches
    std::vector<int> words = random_words(2 * count), index(n), out(n, 77);
    int *words_d = to_device_memory(words);
    for (int i = 0; i < n; i++)
        index[i] = (int)((unsigned)i * 7919u % (unsigned)(2 * count)) - count / 2;
    index[0] = 0, index[1] = count - 1, index[2] = -1, index[3] = count, index[4] = 1 << 26;
    index[5] = -(1 << 26);
    returned(fetch_words(words_d, count, index.data(), n, out.data()), "fetch_words");
    CUDA_CHECK(cudaFree(words_d));
    int outside = 0, clamped = 0, unwritten = 0, wrong_inside = 0;
    for (int i = 0; i < n; i++) {
        const bool inside = index[i] >= 0 && index[i] < count;
        outside += !inside;
        clamped += !inside && out[i] == words[index[i] < 0 ? 0 : count - 1];
        unwritten += !inside && (out[i] == 77 || out[i] == -1);
        wrong_inside += inside && out[i] != words[index[i]];
    }
    if (!wrong_inside && clamped == outside)
        mistake("index-clamped",
                "outside the words fetch_words gives the first or the last one, expected 0\n"
                "Leave the index as it is: tex1Dfetch gives 0 there.");
    if (!wrong_inside && unwritten == outside)
        mistake("outside-not-written",
                "where the index is outside the words the result is never written\n"
                "0 is to be there: no if is needed around the fetch.");
    for (int i = 0; i < n; i++) {
        const bool inside = index[i] >= 0 && index[i] < count;
        const int expected = inside ? words[index[i]] : 0;
        if (out[i] != expected)
            mistake(inside || index[i] < 0 || index[i] >= 2 * count || out[i] != words[index[i]]
                        ? NULL
                        : "read-past-end",
                    "word %d of %d reads %d, expected %d", index[i], count, out[i], expected);
    }
}

static void check_arguments(void) {
    std::vector<int> words = random_words(64);
    int *words_d = to_device_memory(words);
    const struct {
        size_t words;
        int components;
    } calls[] = {{64, 3}, {64, 0}, {64, 5}, {64, 8}, {64, -1}, {62, 1}, {63, 2}, {61, 4}};
    for (auto [count, components] : calls) {
        unsigned sum = 77;
        cudaError_t error = checksum(words_d, count, components, &sum);
        if (error == cudaErrorNotSupported)
            not_begun();
        if (error != cudaErrorInvalidValue)
            mistake(NULL,
                    "checksum of %zu words with %d components returned %s, expected "
                    "cudaErrorInvalidValue",
                    count, components, cudaGetErrorName(error));
    }
    CUDA_CHECK(cudaFree(words_d));
}

static void check_errors_1(void) {
    const int n = 300;
    std::vector<int> words = random_words(4 * 200), index(n, 3), out(n);
    int *words_d = to_device_memory(words);
    unsigned *sums_d = to_device_memory(random_sums()), total = 0;
    errors("make_words_texture", [&] {
        cudaTextureObject_t texture = 0;
        const cudaError_t error = make_words_texture(words_d, words.size(), 4, &texture);
        if (error == cudaSuccess)
            cudaDestroyTextureObject(texture);
        return error;
    });
    errors("add_sums", &total, 1, [&] { return add_sums(sums_d, &total); });
    errors("checksum", &total, 1, [&] { return checksum(words_d, words.size(), 2, &total); });
    errors("fetch_words", out,
           [&] { return fetch_words(words_d, words.size(), index.data(), n, out.data()); });
    CUDA_CHECK(cudaFree(sums_d));
    CUDA_CHECK(cudaFree(words_d));
}

// 1 while make_words_texture, on which other steps may build, is not begun; else 0.
static int missing_step(void) {
    std::vector<int> words(4);
    int *words_d = to_device_memory(words);
    cudaTextureObject_t texture = 0;
    cudaError_t error = make_words_texture(words_d, words.size(), 1, &texture);
    if (error == cudaSuccess)
        CUDA_CHECK(cudaDestroyTextureObject(texture));
    CUDA_CHECK(cudaFree(words_d));
    return error == cudaErrorNotSupported ? 1 : 0;
}

// ---- Step 2 -------------------------------------------------------------------------------------

__global__ void fetch_quads(Segments segments, size_t first, int n, int4 *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = fetch_quad(segments, first + i);
}

// Quads number `first` on, word by word.
static std::vector<int> quads_from(const Segments &segments, size_t first, int n) {
    int4 *out_d = to_device_memory(std::vector<int4>(n));
    fetch_quads<<<(n + 127) / 128, 128>>>(segments, first, n, out_d);
    launched("fetch_quad");
    std::vector<int> out = from_device_memory((const int *)out_d, 4 * (size_t)n);
    CUDA_CHECK(cudaFree(out_d));
    return out;
}

static const size_t all_quads = 128 * 100;
static const size_t splits[] = {
    all_quads,     all_quads / 2, all_quads / 2 + 32, all_quads - 32, all_quads / 3 / 32 * 32 + 32,
    all_quads / 4, 2 * all_quads};

static Segments segments_of(const int *words_d, size_t words, size_t each, int count) {
    Segments segments = {};
    returned(make_segments(words_d, words, each, count, &segments), "make_segments");
    if (segments.count != count)
        mistake("unused-textures", "%d textures were asked for, and %d are made", count,
                segments.count);
    if (segments.quads_each != each)
        mistake(NULL, "quads_each is %zu, expected %zu", segments.quads_each, each);
    return segments;
}

// Texture t of textures of `each` quads, `left` quads before the end of the words.
static void check_extent(cudaTextureObject_t texture, int t, size_t each, const int *words_d,
                         size_t left) {
    cudaResourceDesc made = {};
    CUDA_CHECK(cudaGetTextureObjectResourceDesc(&made, texture));
    if (made.resType != cudaResourceTypeLinear)
        mistake(NULL, "texture %d is not one of linear memory", t);
    const size_t size = made.res.linear.sizeInBytes, owed = 16 * (left < each ? left : each);
    const long long begin = (const char *)made.res.linear.devPtr - (const char *)words_d;
    if (begin != 16LL * t * (long long)each)
        mistake("wrong-segment-base",
                "%zu quads in textures of %zu: texture %d begins at byte %lld, expected %lld\n"
                "It begins at quad t * quads_each, which is word 4 * t * quads_each.",
                all_quads, each, t, begin, 16LL * t * (long long)each);
    if (size == owed)
        return;
    mistake(size < 16 && left == each ? "empty-remainder"
            : 4 * size == owed        ? "elements-for-words"
            : size > 16 * left        ? "read-past-end"
                                      : NULL,
            "%zu quads in textures of %zu: texture %d has %zu bytes, expected %zu", all_quads, each,
            t, size, owed);
}

static void check_made(void) {
    std::vector<int> words = random_words(4 * all_quads);
    int *words_d = to_device_memory(words);
    for (size_t each : splits) {
        Segments segments = segments_of(words_d, words.size(), each, 4);
        for (int t = 0; t < 4 && t * each < all_quads; t++) {
            const size_t left = all_quads - t * each, held = left < each ? left : each;
            check_extent(segments.texture[t], t, each, words_d, left);
            std::vector<int> out = elements_of<int4>(segments.texture[t], (int)held + 1);
            if (memcmp(&out[4], &words[4 * t * each], 16 * held) != 0)
                mistake(NULL, "%zu quads in textures of %zu: texture %d does not read its words",
                        all_quads, each, t);
        }
        returned(free_segments(&segments), "free_segments");
    }
    CUDA_CHECK(cudaFree(words_d));
}

static void check_quads(void) {
    std::vector<int> words = random_words(4 * all_quads);
    int *words_d = to_device_memory(words), wrong_splits = 0;
    size_t wrong_each = 0;
    for (size_t each : splits) {
        Segments segments = segments_of(words_d, words.size(), each, 4);
        std::vector<int> out = quads_from(segments, 0, (int)all_quads);
        bool zero = true;
        for (int word : out)
            zero = zero && word == 0;
        if (zero)
            not_begun();
        if (memcmp(out.data(), words.data(), sizeof(int) * words.size()) != 0) {
            wrong_splits++;
            wrong_each = each;
        }
        returned(free_segments(&segments), "free_segments");
    }
    if (wrong_splits)
        mistake(
            NULL,
            "with textures of %zu quads fetch_quad does not give every quad (%d of %zu sizes are "
            "wrong)\n"
            "Quad q lies in texture q / quads_each, at element q %% quads_each.",
            wrong_each, wrong_splits, sizeof splits / sizeof *splits);
    // Quads far out, as if the textures before them were as large as a GPU allows.
    const size_t each = all_quads / MAX_SEGMENTS;
    Segments segments = segments_of(words_d, words.size(), each, MAX_SEGMENTS);
    for (int bits : {28, 30}) {
        Segments large = segments;
        large.quads_each = (size_t)1 << bits;
        for (int t = 0; t < MAX_SEGMENTS; t++)
            if (memcmp(quads_from(large, t * large.quads_each + 5, 3).data(),
                       &words[4 * (t * each + 5)], 3 * sizeof(int4)) != 0)
                mistake(
                    "quad-in-32-bits",
                    "with textures of 2^%d quads, quad number %d * 2^%d + 5 is not the fifth of "
                    "texture %d\nIts number needs more than 32 bits: keep it in a size_t.",
                    bits, t, bits, t);
    }
    returned(free_segments(&segments), "free_segments");
    CUDA_CHECK(cudaFree(words_d));
}

static void check_segments(void) {
    std::vector<int> words = random_words(4 * all_quads);
    int *words_d = to_device_memory(words);
    for (size_t each : splits) {
        unsigned sum = 4711;
        returned(checksum_segments(words_d, words.size(), each, 4, &sum), "checksum_segments");
        if (sum != expected_sum(words))
            mistake(sum_name(words, 4, sum),
                    "4 textures of %zu quads, %zu words: %08x, expected %08x", each, words.size(),
                    sum, expected_sum(words));
    }
    CUDA_CHECK(cudaFree(words_d));
}

static void check_unused(void) {
    std::vector<int> words = random_words(4 * 64);
    int *words_d = to_device_memory(words);
    for (size_t each : {64, 32}) {
        Segments segments = segments_of(words_d, words.size(), each, 4);
        for (int i = 64 / (int)each; i < 4; i++) {
            cudaResourceDesc made = {};
            if (!segments.texture[i] ||
                cudaGetTextureObjectResourceDesc(&made, segments.texture[i]) != cudaSuccess)
                mistake("unused-textures",
                        "texture %d of 4 is not made, though it is not needed it must be valid", i);
            std::vector<int> out = elements_of<int4>(segments.texture[i], 4);
            if (memcmp(&out[4], words.data(), 3 * sizeof(int4)) != 0)
                mistake("unused-textures",
                        "texture %d of 4, not needed, does not read the first segment", i);
        }
        returned(free_segments(&segments), "free_segments");
    }
    CUDA_CHECK(cudaFree(words_d));
}

static void check_refused(void) {
    std::vector<int> words = random_words(4 * 192);
    int *words_d = to_device_memory(words);
    const struct {
        size_t each;
        int count;
        const char *why;
    } calls[] = {{160, 1, "192 quads in one texture of 160"},
                 {32, 4, "192 quads in 4 textures of 32"},
                 {192, 0, "no texture at all"},
                 {192, MAX_SEGMENTS + 1, "MAX_SEGMENTS + 1 textures"}};
    for (auto [each, count, why] : calls) {
        Segments segments = {};
        const cudaError_t error = make_segments(words_d, words.size(), each, count, &segments);
        if (error == cudaErrorNotSupported)
            not_begun();
        if (error != cudaErrorInvalidValue)
            mistake(NULL, "%s: make_segments returned %s, expected cudaErrorInvalidValue", why,
                    cudaGetErrorName(error));
    }
    cudaChannelFormatDesc format =
        cudaCreateChannelDesc(32, 32, 32, 32, cudaChannelFormatKindSigned);
    size_t most = 0;
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetTexture1DLinearMaxWidth(&most, &format, device));
    Segments roomy = {};
    const cudaError_t error = make_segments(words_d, words.size(), most, MAX_SEGMENTS, &roomy);
    if (error != cudaSuccess)
        mistake("size-in-32-bits",
                "192 quads in %d textures of %zu, the device's limit: make_segments returned %s\n"
                "They have room for 2^32 words and more: count in a size_t.",
                MAX_SEGMENTS, most, cudaGetErrorName(error));
    for (cudaTextureObject_t texture : roomy.texture)
        CUDA_CHECK(cudaDestroyTextureObject(texture));
    CUDA_CHECK(cudaFree(words_d));
}

static void check_limit_of_device(void) {
    size_t quads = 0, expected = 0;
    returned(quads_limit(&quads), "quads_limit");
    cudaChannelFormatDesc format =
        cudaCreateChannelDesc(32, 32, 32, 32, cudaChannelFormatKindSigned);
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    cudaError_t error = cudaDeviceGetTexture1DLinearMaxWidth(&expected, &format, device);
    CUDA_CHECK(error);
    if (quads != expected)
        mistake(quads == 1 << 27 ? "textbook-limit" : NULL,
                "quads_limit gives %zu, this device has %zu", quads, expected);
}

// Gives the CPU device so much memory, of which nothing was asked so far. False: a GPU, which has
// what it has.
static bool device_of(const char *mebibytes) {
    cudaDeviceProp properties;
    setenv("CPU_DEVICE_MEMORY", mebibytes, 1);
    CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
    return strcmp(properties.name, "CPU device") == 0;
}

static void check_device(void) {
    const bool all = device_of("4096"); // a GPU: to ask for too much might take the host's memory
    for (size_t megabytes : {1, 40, 3000}) {
        if (!all && megabytes > 40)
            continue;
        Memory memory = {};
        returned(allocate_words(megabytes << 20, &memory), "allocate_words");
        if (!memory.device || memory.host)
            mistake(NULL, "%zu MB fit into the device, and are not device memory", megabytes);
        returned(free_words(&memory), "free_words");
    }
    if (!all)
        return;
    Memory memory = {};
    const cudaError_t error = allocate_words(((size_t)1 << 48) + 64, &memory);
    if (error == cudaErrorNotSupported)
        not_begun();
    if (error == cudaSuccess && memory.device)
        mistake("size-in-32-bits",
                "2^48 + 64 bytes were granted: the size goes through a type of 32 bits");
}

__global__ void read_word(const int *word, int *out) {
    *out = *word;
}

static void check_fallback(void) {
    if (!device_of("32")) {
        Memory memory = {};
        returned(allocate_words(1 << 20, &memory), "allocate_words");
        returned(free_words(&memory), "free_words");
        return; // a GPU: to fill it might take the host's memory too
    }
    const size_t bytes = (size_t)48 << 20, last = bytes / sizeof(int) - 1;
    Memory memory = {};
    const cudaError_t made = allocate_words(bytes, &memory);
    if (made == cudaErrorMemoryAllocation)
        mistake("no-fallback",
                "48 MB on a device of 32 MB: allocate_words returned %s\n"
                "Take mapped host memory when device memory has no such room.",
                cudaGetErrorName(made));
    returned(made, "allocate_words, on a full device");
    if (!memory.host || !memory.device)
        mistake("no-fallback", "48 MB on a device of 32 MB must be mapped host memory");
    if (cudaError_t error = cudaGetLastError())
        mistake("error-left-behind",
                "allocate_words left %s behind: cudaGetLastError takes it away",
                cudaGetErrorName(error));
    if (!memory.note || !*memory.note || strcmp(memory.note, "device memory") == 0)
        mistake(NULL, "mapped host memory: `note` is to say why it is not device memory");
    int *out_d = to_device_memory(std::vector<int>(1));
    memory.host[last] = 4711;
    read_word<<<1, 1>>>(memory.device + last, out_d);
    launched("a kernel that reads the mapped memory");
    if (from_device_memory(out_d, 1)[0] != 4711)
        mistake(NULL, "a kernel does not see through `device` what the host wrote through `host`");
    CUDA_CHECK(cudaFree(out_d));
    returned(free_words(&memory), "free_words");
}

// Where no call for memory succeeds, and where one fails though there is room.
static void check_exhausted(void) {
#ifdef CPUDEV_CHECKED
    Memory memory = {};
    cudaError_t error = allocate_words(((size_t)1 << 48) + 64, &memory);
    if (error == cudaErrorNotSupported)
        not_begun();
    if (error == cudaSuccess && !memory.device)
        mistake("lost-error", "allocate_words says that it has 2^48 + 64 bytes, and has none\n"
                              "Where neither call succeeds, return the error.");
    cudaGetLastError();
    memory = {};
    check_failing(0);
    error = allocate_words(1 << 20, &memory);
    check_failing(-1);
    if (error != cudaSuccess)
        mistake(
            "no-fallback",
            "allocate_words returns %s where cudaMalloc fails though enough is free\n"
            "What decides is what cudaMalloc returns: take mapped host memory whenever it fails.",
            cudaGetErrorName(error));
    free_words(&memory);
    cudaGetLastError();
#endif
}

static void check_errors_2(void) {
    std::vector<int> words = random_words(4 * 128);
    int *words_d = to_device_memory(words);
    unsigned total = 0;
    check_exhausted();
    errors("make_segments", [&] {
        Segments segments = {};
        const cudaError_t error = make_segments(words_d, words.size(), 64, 4, &segments);
        if (error == cudaSuccess)
            free_segments(&segments);
        return error;
    });
    errors("checksum_segments", &total, 1,
           [&] { return checksum_segments(words_d, words.size(), 64, 4, &total); });
    CUDA_CHECK(cudaFree(words_d));
}

// ---- Step 3 -------------------------------------------------------------------------------------

// All values of a type, as the texture unit promotes them.
template <class T> static std::vector<float> promoted(Element type) {
    std::vector<T> values((size_t)1 << (8 * sizeof(T)));
    std::vector<float> out(values.size());
    for (size_t i = 0; i < values.size(); i++)
        values[i] = (T)i;
    cudaError_t error = promote_by_texture(type, values.data(), (int)values.size(), out.data());
    returned(error, "promote_by_texture");
    return out;
}

static void check_known(const char *type, const std::vector<float> &out, int bits, float expected) {
    float stored; // the bits of the element as those of a float
    memcpy(&stored, &bits, sizeof stored);
    if (out[bits] != expected)
        mistake(out[bits] == stored || out[bits] == (float)bits ? "read-as-stored" : NULL,
                "%s: the element with the bits %#x is read as %.9g, expected %g", type, bits,
                out[bits], expected);
}

static void check_promote_texture(void) {
    std::vector<float> out = promoted<unsigned char>(UNSIGNED8);
    check_known("UNSIGNED8", out, 255, 1.0f);
    check_known("UNSIGNED8", out, 51, 0.2f);
    out = promoted<signed char>(SIGNED8);
    check_known("SIGNED8", out, 127, 1.0f);
    check_known("SIGNED8", out, 0x80, -1.0f);
    check_known("SIGNED8", out, 0x81, -1.0f);
    out = promoted<unsigned short>(UNSIGNED16);
    check_known("UNSIGNED16", out, 65535, 1.0f);
    check_known("UNSIGNED16", out, 13107, 0.2f);
    out = promoted<short>(SIGNED16);
    check_known("SIGNED16", out, 32767, 1.0f);
    check_known("SIGNED16", out, 0x8000, -1.0f);
    out = promoted<unsigned short>(HALF);
    check_known("HALF", out, 0x3c00, 1.0f);
    check_known("HALF", out, 0xc000, -2.0f);
}

static bool same_float(float a, float b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

// The name of what makes these floats of all values of an integer type, or NULL.
template <class T>
static const char *promotion_name(const std::vector<float> &mine, const std::vector<float> &out) {
    const bool is_signed = (T)-1 < 0;
    const float most = is_signed ? (float)(out.size() / 2 - 1) : (float)(out.size() - 1);
    bool one_more = true, two_scales = is_signed, below = is_signed;
    for (size_t i = 0; i < out.size(); i++) {
        const float value = (float)(T)i;
        one_more = one_more && mine[i] == value / (most + 1.0f);
        two_scales = two_scales && mine[i] == value / (value < 0.0f ? most + 1.0f : most);
        below = below && (mine[i] == out[i] || (value < -most && mine[i] < -1.0f));
    }
    return one_more     ? (is_signed ? "signed-divided-by-128" : "divided-by-256")
           : two_scales ? "two-scales"
           : below      ? "below-minus-one"
                        : NULL;
}

// The same of halves.
static const char *half_name(const std::vector<float> &mine, const std::vector<float> &out) {
    bool subnormals = true, specials = true, twice = true, half = true, minus_zero = true;
    for (size_t i = 0; i < out.size(); i++) {
        const int exponent = (int)(i >> 10 & 31);
        const bool right = same_float(mine[i], out[i]), normal = exponent > 0 && exponent < 31;
        subnormals = subnormals && (right || exponent == 0);
        minus_zero = minus_zero && (right || i == 0x8000); // no subnormal: only its sign is lost
        specials = specials && (right || exponent == 31);
        twice = twice && (!normal || mine[i] == 2.0f * out[i]);
        half = half && (!normal || mine[i] == 0.5f * out[i]);
    }
    if (minus_zero)
        return NULL;
    return subnormals      ? "subnormals-dropped"
           : specials      ? "infinity-dropped"
           : twice || half ? "half-bias"
                           : NULL;
}

template <class T> static void check_promotion(Element type, const char *name) {
    std::vector<float> out = promoted<T>(type), mine(out.size());
    bool same = true;
    for (size_t i = 0; i < out.size(); i++) {
        mine[i] = type == HALF ? half_to_float((unsigned short)i) : TexPromoteToFloat((T)i);
        same = same && mine[i] == mine[0];
    }
    if (same)
        not_begun();
    for (size_t i = 0; i < out.size(); i++)
        if (!same_float(mine[i], out[i]))
            mistake(type == HALF ? half_name(mine, out) : promotion_name<T>(mine, out),
                    "%s %d becomes %.9g in the texture unit, %.9g in yours", name, (int)(T)i,
                    out[i], mine[i]);
}

static void check_promote_bytes(void) {
    check_promotion<unsigned char>(UNSIGNED8, "unsigned char");
    check_promotion<signed char>(SIGNED8, "signed char");
}

static void check_promote_shorts(void) {
    check_promotion<unsigned short>(UNSIGNED16, "unsigned short");
    check_promotion<short>(SIGNED16, "short");
}

static void check_promote_half(void) {
    check_promotion<unsigned short>(HALF, "half");
}

static void check_errors_3(void) {
    std::vector<unsigned char> bytes(100, 7);
    std::vector<float> out(bytes.size());
    errors("promote_by_texture", out, [&] {
        return promote_by_texture(UNSIGNED8, bytes.data(), (int)bytes.size(), out.data());
    });
}

// ---- Step 4 -------------------------------------------------------------------------------------

static void check_incremented(int n, const std::vector<int> &in, const std::vector<int> &before,
                              const std::vector<int> &after) {
    bool input = true, early = true, next = true;
    int first = -1, ones = n, zeros = n;
    for (int i = n; i-- > 0;) {
        const int expected = (int)((unsigned)in[i] + 1);
        input = input && after[i] == in[i];
        early = early && (after[i] == before[i] && after[i] != expected);
        next = next && (i + 1 == n || after[i] == in[i + 1]);
        first = after[i] == expected ? first : i;
        ones = after[i] == 1 && ones == i + 1 ? i : ones;
        zeros = after[i] == 0 && zeros == i + 1 ? i : zeros;
    }
    if (first < 0)
        return;
    if (early)
        mistake("read-before-synchronising",
                "n = %d: after[] is what the host saw before it waited\n"
                "A launch returns at once: wait, then look.",
                n);
    if (input)
        mistake("input-returned",
                "n = %d: after[] is the input: the kernel's results lie beside it", n);
    if (first >= ones)
        mistake(4 * (long)ones <= n + 16L ? "elements-for-words" : NULL,
                "n = %d: from after[%d] on all is 1, which is 0 + 1\n"
                "The texture ends before the words do: its size is in bytes, and it covers n words "
                "at least.",
                n, ones);
    if (first >= zeros)
        mistake(NULL,
                "n = %d: from after[%d] on all is 0: no thread writes these\n"
                "Round the number of blocks up, (n + threads - 1) / threads.",
                n, zeros);
    if (next && n > 1)
        mistake(NULL, "n = %d: after[i] is in[i + 1]: 1 is added to the word, not to the index", n);
    mistake(NULL, "n = %d: after[%d] is %d, expected %d", n, first, after[first],
            (int)((unsigned)in[first] + 1));
}

static void check_results_for(int n) {
    std::vector<int> in = random_words(n), before(n, 77), after(n, 77);
    returned(increment_mapped(in.data(), n, before.data(), after.data()), "increment_mapped",
             missing_step());
    check_incremented(n, in, before, after);
}

static void check_results(void) {
    check_results_for(128 * 9);
}

static void check_any(void) {
    for (int n : {1001, 1838, 1, 300000})
        check_results_for(n);
}

static void check_mapped(void) {
    const int n = 1 << 18;
    std::vector<int> in = random_words(n), before(n, 77), after(n, 77);
    returned(increment_mapped(in.data(), n, before.data(), after.data()), "increment_mapped",
             missing_step());
    if (before == after)
        mistake(after[0] == (int)((unsigned)in[0] + 1) ? NULL : "read-before-synchronising",
                "before[] and after[] are alike: before[] is read right after the launch");
}

// On the CPU device the checker counts what a kernel reads through textures.
static void check_mapped_fetches(void) {
    const int launches = launches_of(NULL);
    if (launches == 0)
        mistake("technique-missing", "increment_mapped launches no kernel");
}

static void check_errors_4(void) {
    const int n = 100;
    std::vector<int> in = random_words(n), before(n), after(n);
    errors(
        "increment_mapped", after,
        [&] { return increment_mapped(in.data(), n, before.data(), after.data()); },
        missing_step());
}

// ---- Step 5 -------------------------------------------------------------------------------------

static void check_path(Path path) {
    const char *const names[PATHS] = {"read_texture", "read_ldg", "read_plain"};
    const unsigned count = 4096, spare = 64;
    std::vector<int> words = random_words(count);
    int *words_d = to_device_memory(words);
    cudaTextureObject_t texture = 0;
    memory_for(count);
    if (path == THROUGH_TEXTURE && make_words_texture(words_d, count, 1, &texture) != cudaSuccess)
        waits_for(1);
    for (int p = 0; p < PATTERNS; p++) {
        Pattern pattern = (Pattern)p;
        int *out_d = to_device_memory(std::vector<int>(count + spare, 77));
        const unsigned threads = p % 2 ? 128 : 96, blocks = count / threads + 2;
        if (path == THROUGH_TEXTURE)
            read_texture<<<blocks, threads>>>(texture, pattern, count, out_d);
        else if (path == THROUGH_LDG)
            read_ldg<<<blocks, threads>>>(words_d, pattern, count, out_d);
        else
            read_plain<<<blocks, threads>>>(words_d, pattern, count, out_d);
        launched(names[path]);
        std::vector<int> out = from_device_memory(out_d, count + spare);
        CUDA_CHECK(cudaFree(out_d));
        bool untouched = true;
        for (int value : out)
            untouched = untouched && value == 77;
        if (untouched)
            not_begun();
        if (pattern != COALESCED && std::equal(words.begin(), words.end(), out.begin()))
            mistake("pattern-ignored",
                    "pattern %d: %s reads word i, expected place_of(pattern, i, count)", p,
                    names[path]);
        for (unsigned i = 0; i < count + spare; i++) {
            int expected = i < count ? words[place_of(pattern, i, count)] : 77;
            if (out[i] != expected)
                mistake(i < count ? NULL : "missing-bounds-guard",
                        "pattern %d: out[%u] of %u is %d, expected %d", p, i, count, out[i],
                        expected);
        }
    }
    if (texture)
        CUDA_CHECK(cudaDestroyTextureObject(texture));
    CUDA_CHECK(cudaFree(words_d));
}

static void check_read_texture(void) {
    check_path(THROUGH_TEXTURE);
}

static void check_read_ldg(void) {
    check_path(THROUGH_LDG);
}

static void check_read_plain(void) {
    check_path(PLAIN);
}

enum { ROWS = PATTERNS * PATHS + PATHS };
static const unsigned table_words = 1 << 14;

__global__ void copy_words(const int *words, int *out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = words[i];
}

// 10^9 bytes a second of a plain, coalesced read, by our own kernel and clock.
static float own_bandwidth(void) {
    const int launches = 10;
    std::vector<int> words = random_words(table_words);
    int *words_d = to_device_memory(words), *out_d = to_device_memory(words);
    double start = 0.0;
    for (int i = 0; i <= launches; i++) {
        copy_words<<<table_words / 128, 128>>>(words_d, out_d);
        if (i == 0) {
            CUDA_CHECK(cudaDeviceSynchronize());
            start = selftest_seconds();
        }
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    const double seconds = (selftest_seconds() - start) / launches;
    CUDA_CHECK(cudaFree(words_d));
    CUDA_CHECK(cudaFree(out_d));
    return (float)(8e-9 * table_words / seconds);
}

static void measure(Bandwidth rows[ROWS]) {
    const cudaError_t error = measure_paths(table_words, rows);
    if (error == cudaErrorNotReady)
        mistake("timed-without-sync",
                "measure_paths returned cudaErrorNotReady: it asks for a time before the kernels "
                "are done");
    returned(error, "measure_paths", missing_step());
}

static void check_table(void) {
    Bandwidth rows[ROWS] = {};
    bool plausible = false;
    float own = 0.0f, said = 0.0f;
    for (int attempt = 0; attempt < TIMING_ATTEMPTS && !plausible; attempt++) {
        measure_anew();
        measure(rows);
        own = own_bandwidth();
        said = rows[PLAIN].gb_per_s;
        plausible = said > own / 6.0f && said < own * 20.0f;
    }
    for (int i = 0; i < ROWS; i++) {
        int pattern = i < PATTERNS * PATHS ? i / PATHS : COALESCED, mapped = i >= PATTERNS * PATHS;
        if (rows[i].pattern != pattern || rows[i].path != i % PATHS || !rows[i].mapped != !mapped)
            mistake(NULL, "row %d is not pattern %d on path %d from %s memory", i, pattern,
                    i % PATHS, mapped ? "mapped" : "device");
        if (!(rows[i].gb_per_s > 0.0f))
            mistake(NULL, "row %d says %g GB/s", i, rows[i].gb_per_s);
        if (!isfinite(rows[i].gb_per_s))
            mistake("timed-without-sync", "row %d says %g GB/s: its time is 0", i,
                    rows[i].gb_per_s);
    }
    std::vector<double> ms;
    for (const Bandwidth &row : rows)
        ms.push_back(8e-6 * table_words / row.gb_per_s);
    check_units("measure_paths", ms);
    if (!plausible)
        mistake(said > 5000.0f * own ? "timed-without-sync" : NULL,
                "row %d says %.3g GB/s, and a launch moves about %.3g: %s", PLAIN, said, own,
                said > own
                    ? "did the clock wait for the kernels? Are milliseconds taken for seconds?"
                    : "is this the time of all launches?");
}

// In a second process: what is launched and measured in one call.
static void check_table_launches(void) {
    Bandwidth rows[ROWS] = {};
    std::vector<double> ms;
    measure_anew();
    measure(rows);
    for (const Bandwidth &row : rows)
        ms.push_back(8e-6 * table_words / row.gb_per_s);
    check_intervals("measure_paths", ms, true);
    for (const char *kernel : {"read_ldg", "read_plain"}) {
        double sectors = -1.0;
        int launches = 0;
        bool alike = true;
        for (const CountedLaunch &launch : counted_launches())
            if (launch.kernel == kernel) {
                alike = alike && (launches == 0 || launch.sectors == sectors);
                sectors = launch.sectors;
                launches++;
            }
        if (launches > PATTERNS && alike)
            mistake("pattern-ignored",
                    "measure_paths: every launch of %s asks for as much memory as the others\n"
                    "All rows measure one pattern: hand the row's pattern to the kernel.",
                    kernel);
    }
}

static void check_errors_5(void) {
    Bandwidth rows[PATTERNS * PATHS + PATHS];
    errors(
        "measure_paths", [&] { return measure_paths(256, rows); }, missing_step());
}

static void check_csv(void) {
    const Bandwidth rows[] = {{COALESCED, THROUGH_TEXTURE, 0, 1234.5678f},
                              {UNALIGNED, THROUGH_LDG, 0, 1.2345678e-5f},
                              {RANDOM, PLAIN, 0, 0.87654321f},
                              {STRIDED, PLAIN, 1, 3.25f}};
    const char *const starts[] = {"COALESCED,TEXTURE,device,", "UNALIGNED,LDG,device,",
                                  "RANDOM,PLAIN,device,", "STRIDED,PLAIN,mapped,"};
    std::vector<std::string> lines =
        csv_lines([&](const char *path) { return write_csv(path, rows, 4); }, 4,
                  "pattern,path,memory,gb_per_s");
    csv_lines([&](const char *path) { return write_csv(path, rows, 0); }, 0,
              "pattern,path,memory,gb_per_s");
    if (write_csv("/dev/full", rows, 4) != -1)
        mistake("full-disk", "write_csv must return -1 where the disk is full: fclose tells");
    for (int i = 0; i < 4; i++) {
        if (lines[i + 1].compare(0, strlen(starts[i]), starts[i]) != 0)
            mistake(isdigit(lines[i + 1][0]) ? "numbers-for-names" : NULL,
                    "line %d is \"%s\", expected it to begin with \"%s\"", i + 2,
                    lines[i + 1].c_str(), starts[i]);
        check_digits(i + 1, "gb_per_s", atof(lines[i + 1].c_str() + strlen(starts[i])),
                     rows[i].gb_per_s);
    }
}

// What findings of the checker's mean here, as the grader names it.
static const std::vector<FindingName> found_names = {
    {"out-of-bounds-write", "kernel sum_", "out-of-bounds-write"},
};

static const Check checks[] = {
    {"step1-texture", 1, 4, "make_words_texture", check_words_texture, NULL, NULL, NULL},
    {"step1-int", 1, 3, "sum_int", check_int, "step1-texture", NULL, NULL},
    {"step1-int2", 1, 3, "sum_int2", check_int2, "step1-texture", NULL, NULL},
    {"step1-int4", 1, 3, "sum_int4", check_int4, "step1-texture", NULL, NULL},
    {"step1-add", 1, 2, "add_sums", check_add, NULL, NULL, NULL},
    {"step1-checksum", 1, 2, "checksum", check_checksum,
     "step1-int step1-int2 step1-int4 step1-add", NULL, NULL},
    {"step1-outside", 1, 2, "fetch_words", check_outside, "step1-texture", NULL, NULL},
    {"step1-arguments", 1, 1, "checksum: arguments", check_arguments, NULL, NULL, NULL},
    {"step1-errors", 1, 2, "step 1: errors", check_errors_1, NULL, NULL, NULL},
    {"step2-segments", 2, 4, "make_segments", check_made, "step1-texture", NULL, NULL},
    {"step2-quads", 2, 4, "fetch_quad", check_quads, "step2-segments", NULL, NULL},
    {"step2-sums", 2, 4, "checksum_segments", check_segments, "step2-quads step1-add", NULL, NULL},
    {"step2-unused", 2, 4, "make_segments: unused", check_unused, "step1-texture", NULL, NULL},
    {"step2-refused", 2, 3, "make_segments: refused", check_refused, "step1-texture", NULL, NULL},
    {"step2-limit", 2, 3, "quads_limit", check_limit_of_device, NULL, NULL, NULL},
    {"step2-device", 2, 2, "allocate_words", check_device, NULL, NULL, NULL},
    {"step2-fallback", 2, 4, "allocate_words: full", check_fallback, NULL, NULL, NULL},
    {"step2-errors", 2, 2, "step 2: errors", check_errors_2, "step1-errors", NULL, NULL},
    {"step3-texture", 3, 4, "promote_by_texture", check_promote_texture, NULL, NULL, NULL},
    {"step3-bytes", 3, 5, "TexPromoteToFloat: 8", check_promote_bytes, "step3-texture", NULL, NULL},
    {"step3-shorts", 3, 5, "TexPromoteToFloat: 16", check_promote_shorts, "step3-texture", NULL,
     NULL},
    {"step3-half", 3, 4, "half_to_float", check_promote_half, "step3-texture", NULL, NULL},
    {"step3-errors", 3, 2, "step 3: errors", check_errors_3, NULL, NULL, NULL},
    {"step4-results", 4, 4, "increment_mapped", check_results, NULL, NULL, NULL},
    {"step4-any", 4, 3, "increment_mapped: any n", check_any, NULL, NULL, NULL},
    {"step4-mapped", 4, 3, "increment_mapped: mapped", check_mapped, NULL, NULL,
     check_mapped_fetches},
    {"step4-errors", 4, 2, "step 4: errors", check_errors_4, NULL, NULL, NULL},
    {"step5-texture", 5, 2, "read_texture", check_read_texture, NULL, NULL, NULL},
    {"step5-ldg", 5, 3, "read_ldg", check_read_ldg, NULL, NULL, NULL},
    {"step5-plain", 5, 3, "read_plain", check_read_plain, NULL, NULL, NULL},
    {"step5-table", 5, 3, "measure_paths", check_table, "step5-texture step5-ldg step5-plain", NULL,
     check_table_launches},
    {"step5-csv", 5, 3, "write_csv", check_csv, NULL, NULL, NULL},
    {"step5-errors", 5, 2, "step 5: errors", check_errors_5, NULL, NULL, NULL},
};
static const int check_count = sizeof checks / sizeof *checks;

#endif

// ---- Coverage: what one texture can see, what four can -----------------------------------------

static int failures;

static void print_sum(const char *way, bool covered, cudaError_t error, unsigned sum,
                      unsigned expected) {
    printf("  %-24s ", way);
    if (!covered)
        printf("(not performed: it covers less)\n");
    else if (error != cudaSuccess)
        printf("%s\n", cudaGetErrorString(error));
    else
        printf("%08x %s\n", sum, sum == expected ? "as expected" : "WRONG");
    failures += covered && (error != cudaSuccess || sum != expected);
}

// Fills the memory with known words and returns their checksum. Each piece has words of its own, so
// that a texture that begins in the wrong place has another checksum.
static unsigned fill(const Memory &memory, size_t words) {
    const size_t most = 1 << 20;
    unsigned sum = 0;
    for (size_t first = 0; first < words; first += most) {
        size_t n = words - first < most ? words - first : most;
        std::vector<int> piece = random_words(n, (unsigned)(first / most) * 2654435761u);
        for (size_t i = 0; i < n; i++)
            sum += share_of(piece[i], i);
        if (memory.host != NULL)
            memcpy(memory.host + first, piece.data(), n * sizeof(int));
        else
            CUDA_CHECK(cudaMemcpy(memory.device + first, piece.data(), n * sizeof(int),
                                  cudaMemcpyHostToDevice));
    }
    return sum;
}

// Takes all device memory but `room` bytes, in blocks that get smaller; to be freed.
static std::vector<void *> take_memory(size_t room) {
    std::vector<void *> taken;
    size_t free_bytes = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total));
    size_t block = free_bytes;
    while (free_bytes > room && block >= 1 << 20) {
        void *p = NULL;
        size_t bytes = block < free_bytes - room ? block : free_bytes - room;
        if (cudaMalloc(&p, bytes) == cudaSuccess) {
            taken.push_back(p);
            free_bytes -= bytes;
        } else {
            cudaGetLastError();
            block /= 2;
        }
    }
    return taken;
}

static void cover_by(const char *way, const Memory &memory, size_t words, int components,
                     size_t limit, unsigned expected) {
    unsigned sum = 0;
    bool covered = words / components <= limit;
    cudaError_t error = covered ? checksum(memory.device, words, components, &sum) : cudaSuccess;
    print_sum(way, covered, error, sum, expected);
}

static int cover(size_t megabytes, size_t limit, std::vector<void *> taken = {}) {
    size_t words = megabytes << 18, device_limit = 0;
    cudaError_t error = quads_limit(&device_limit);
    if (error != cudaSuccess) {
        fprintf(stderr, "lab8: quads_limit: %s\n", cudaGetErrorString(error));
        return 1;
    }
    limit = limit == 0 || limit > device_limit ? device_limit : limit;
    if (words > 16 * limit) {
        fprintf(stderr, "lab8: %zu MB is more than four textures of %zu int4 cover (%zu MB)\n",
                megabytes, limit, limit >> 14);
        return 2;
    }
    Memory memory = {};
    error = allocate_words(words * sizeof(int), &memory);
    for (void *p : taken)
        CUDA_CHECK(cudaFree(p));
    if (error != cudaSuccess) {
        fprintf(stderr, "lab8: no room for %zu MB: %s\n", megabytes, cudaGetErrorString(error));
        return 1;
    }
    unsigned sum = 0, expected = fill(memory, words);
    printf("%zu MB of %s, textures of at most %zu elements\n", megabytes, memory.note, limit);
    cover_by("one int texture", memory, words, 1, limit, expected);
    cover_by("one int2 texture", memory, words, 2, limit, expected);
    cover_by("one int4 texture", memory, words, 4, limit, expected);
    error = checksum_segments(memory.device, words, limit, 4, &sum);
    print_sum("four int4 textures", true, error, sum, expected);
    free_words(&memory);
    return failures > 0;
}

static int print_paths(unsigned count, const std::string &csv) {
    Bandwidth rows[PATTERNS * PATHS + PATHS];
    cudaError_t error = measure_paths(count, rows);
    if (error != cudaSuccess) {
        fprintf(stderr, "lab8: measure_paths: %s\n", cudaGetErrorString(error));
        return 1;
    }
    printf("%s\n%u words, GB/s         texture     __ldg     plain\n", TIMES_NOTE, count);
    const char *const names[] = {"coalesced", "unaligned", "strided", "random",
                                 "mapped, coalesced"};
    for (int p = 0; p <= PATTERNS; p++)
        printf("%-20s %9.1f %9.1f %9.1f\n", names[p], rows[p * PATHS].gb_per_s,
               rows[p * PATHS + 1].gb_per_s, rows[p * PATHS + 2].gb_per_s);
    if (write_csv(csv.c_str(), rows, PATTERNS * PATHS + PATHS) != 0) {
        perror(csv.c_str());
        return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
#ifdef LAB_CHECK
    int status = selftest(argc, argv, "lab8", checks, check_count, found_names);
    if (status >= 0)
        return status;
#endif
    const char *command = argc > 1 ? argv[1] : "";
    const std::string csv = std::string(argv[0]) + ".csv";
    long long number = argc > 2 ? atoll(argv[2]) : 0, limit = argc > 3 ? atoll(argv[3]) : 0,
              room = argc > 4 ? atoll(argv[4]) : 0;
    if (strcmp(command, "cover") == 0 && argc <= 5 && number > 0 && limit >= 0 && room >= 0)
        return cover((size_t)number, (size_t)limit,
                     argc > 4 ? take_memory((size_t)room << 20) : std::vector<void *>());
    if (strcmp(command, "paths") == 0 && argc <= 3) {
        long long count = argc > 2 ? number : 1 << 24;
        if (count >= 32 && count <= 1 << 30 && (count & (count - 1)) == 0)
            return print_paths((unsigned)count, csv);
    }
    if (argc > 1) {
        fprintf(stderr, "usage: lab8 [cover MB [LIMIT [ROOM]] | paths [WORDS, a power of two]]; "
                        "`make check` tries every step\n");
        return 2;
    }
    int covered = cover(64, 0);
    return print_paths(1 << 24, csv) != 0 || covered != 0;
}
