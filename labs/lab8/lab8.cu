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

static void check_sum(int components) {
    for (int quads : {128 * 97, 5, 1}) { // 5: fewer than there are threads
        std::vector<int> words = random_words(4 * (size_t)quads);
        int *words_d = to_device_memory(words);
        unsigned sum = 0, expected = expected_sum(words);
        returned(checksum(words_d, words.size(), components, &sum), "checksum");
        CUDA_CHECK(cudaFree(words_d));
        if (sum != expected)
            mistake(NULL, "%zu words as int%.0d: %08x, expected %08x", words.size(),
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

static void check_outside(void) {
    std::vector<int> words = random_words(4 * 33);
    int *words_d = to_device_memory(words);
    const int count = (int)words.size();
    const int index[] = {0, 1, -1, count - 1, count, 1 << 26, -(1 << 26), count + 40, 7};
    const int n = sizeof index / sizeof *index;
    std::vector<int> out(n, 77);
    returned(fetch_words(words_d, words.size(), index, n, out.data()), "fetch_words");
    CUDA_CHECK(cudaFree(words_d));
    for (int i = 0; i < n; i++) {
        int expected = index[i] >= 0 && index[i] < count ? words[index[i]] : 0;
        if (out[i] != expected)
            mistake(NULL, "word %d of %d reads %d, expected %d", index[i], count, out[i], expected);
    }
}

static void check_arguments(void) {
    std::vector<int> words = random_words(64);
    int *words_d = to_device_memory(words);
    const struct {
        size_t words;
        int components;
    } calls[] = {{64, 3}, {64, 0}, {64, 5}, {64, -1}, {62, 1}, {63, 2}, {61, 4}};
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

__global__ void fetch_quads(Segments segments, const size_t *quads, int n, int4 *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = fetch_quad(segments, quads[i]);
}

static std::vector<int4> quads_at(const Segments &segments, const std::vector<size_t> &quads) {
    const int n = (int)quads.size();
    size_t *quads_d = to_device_memory(quads);
    int4 *out_d = to_device_memory(std::vector<int4>(n));
    fetch_quads<<<(n + 127) / 128, 128>>>(segments, quads_d, n, out_d);
    launched("fetch_quad");
    std::vector<int4> out = from_device_memory(out_d, n);
    CUDA_CHECK(cudaFree(quads_d));
    CUDA_CHECK(cudaFree(out_d));
    return out;
}

static bool same(int4 a, const int *b) {
    return a.x == b[0] && a.y == b[1] && a.z == b[2] && a.w == b[3];
}

static void check_segments(void) {
    std::vector<int> words = random_words(4 * 128 * 97);
    int *words_d = to_device_memory(words);
    size_t quads = words.size() / 4;
    for (size_t each : {quads, quads / 2, quads / 2 + 32, quads - 32, quads / 4}) {
        unsigned sum = 0;
        returned(checksum_segments(words_d, words.size(), each, 4, &sum), "checksum_segments",
                 missing_step());
        if (sum != expected_sum(words))
            mistake(NULL, "4 textures of %zu quads, %zu words: %08x, expected %08x", each,
                    words.size(), sum, expected_sum(words));
    }
    // A quad far out, as if the textures before it were as large as a GPU allows.
    Segments segments = {};
    returned(make_segments(words_d, words.size(), quads / 4, 4, &segments), "make_segments",
             missing_step());
    Segments large = segments;
    large.quads_each = (size_t)1 << 30;
    if (!same(quads_at(large, {3 * large.quads_each + 5})[0], &words[4 * (3 * (quads / 4) + 5)]))
        mistake(NULL,
                "with textures of 2^30 quads, quad number 3 * 2^30 + 5 is not the fifth of the "
                "last texture: does its number fit?");
    returned(free_segments(&segments), "free_segments");
    CUDA_CHECK(cudaFree(words_d));
}

static void check_unused(void) {
    std::vector<int> words = random_words(4 * 64);
    int *words_d = to_device_memory(words);
    for (size_t each : {64, 32}) {
        Segments segments = {};
        returned(make_segments(words_d, words.size(), each, 4, &segments), "make_segments",
                 missing_step());
        for (int i = 64 / (int)each; i < 4; i++) {
            if (!segments.texture[i])
                mistake(NULL,
                        "texture %d of 4 is not made, though it is not needed it must be valid", i);
            Segments one = segments;
            one.texture[0] = segments.texture[i];
            if (!same(quads_at(one, {3})[0], &words[4 * 3]))
                mistake(NULL, "texture %d of 4, not needed, does not read the first segment", i);
        }
        returned(free_segments(&segments), "free_segments");
    }
    CUDA_CHECK(cudaFree(words_d));
}

static void check_refused(void) {
    std::vector<int> words = random_words(4 * 192);
    int *words_d = to_device_memory(words);
    Segments segments = {};
    unsigned sum = 0;
    for (int textures : {1, 4}) {
        size_t each = textures == 1 ? 160 : 32;
        cudaError_t error = checksum_segments(words_d, words.size(), each, textures, &sum);
        if (error == cudaErrorNotSupported)
            not_begun();
        if (error != cudaErrorInvalidValue)
            mistake(NULL,
                    "192 quads in %d textures of %zu: checksum_segments returned %s, expected "
                    "cudaErrorInvalidValue",
                    textures, each, cudaGetErrorName(error));
        error = make_segments(words_d, words.size(), each, textures, &segments);
        if (error != cudaErrorInvalidValue)
            mistake(NULL,
                    "192 quads in %d textures of %zu: make_segments returned %s, expected "
                    "cudaErrorInvalidValue",
                    textures, each, cudaGetErrorName(error));
    }
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
        mistake(NULL, "quads_limit gives %zu, this device has %zu", quads, expected);
}

static void check_fallback(void) {
    setenv("CPU_DEVICE_MEMORY", "32", 1); // of the CPU device; nothing was asked of it so far
    size_t free_bytes = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total));
    Memory memory = {};
    returned(allocate_words(1 << 20, &memory), "allocate_words");
    if (!memory.device || memory.host)
        mistake(NULL, "1 MB fits into the device, and is not device memory");
    returned(free_words(&memory), "free_words");
    if (total > (size_t)1 << 30)
        return; // a GPU: to fill it might take the host's memory too
    memory = {};
    returned(allocate_words((size_t)48 << 20, &memory), "allocate_words, on a full device");
    if (!memory.host || !memory.device)
        mistake(NULL, "48 MB on a device of 32 MB must be mapped host memory");
    if (cudaError_t error = cudaGetLastError())
        mistake(NULL, "allocate_words left %s behind: cudaGetLastError takes it away",
                cudaGetErrorName(error));
    returned(free_words(&memory), "free_words");
    cudaError_t error = allocate_words((size_t)1 << 42, &memory);
    if (error == cudaSuccess)
        mistake(NULL, "4 TiB were granted: does the size go through a type of 32 bits?");
    if (error == cudaErrorNotSupported)
        not_begun();
    if (cudaGetLastError() != cudaSuccess)
        mistake(NULL, "allocate_words left an error behind: cudaGetLastError takes it away");
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
    if (out[bits] != expected)
        mistake(NULL, "%s: the element with the bits %#x is read as %.9g, expected %g", type, bits,
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
        if (memcmp(&mine[i], &out[i], sizeof mine[i]) != 0 && !(isnan(mine[i]) && isnan(out[i])))
            mistake(NULL, "%s %d becomes %.9g in the texture unit, %.9g in yours", name, (int)(T)i,
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

// ---- Step 4 -------------------------------------------------------------------------------------

static void check_mapped(void) {
    for (int n : {1001, 1, 300000}) {
        std::vector<int> in = random_words(n), before(n, 77), after(n, 77);
        returned(increment_mapped(in.data(), n, before.data(), after.data()), "increment_mapped",
                 missing_step());
        bool waited = true, input = true;
        for (int i = 0; i < n; i++) {
            waited = waited && after[i] == before[i];
            input = input && after[i] == in[i];
        }
        if (input)
            mistake(NULL, "after[] is the input: the kernel's results lie beside it");
        for (int i = 0; i < n; i++)
            if (after[i] != (int)((unsigned)in[i] + 1))
                mistake(NULL, "after[%d] is %d, expected %d: did the host wait?", i, after[i],
                        (int)((unsigned)in[i] + 1));
        if (n > 100000 && waited)
            mistake(NULL,
                    "before[] and after[] are alike: before[] is read right after the launch");
    }
}

// ---- Step 5 -------------------------------------------------------------------------------------

static void check_path(Path path) {
    const char *const names[PATHS] = {"read_texture", "read_ldg", "read_plain"};
    const unsigned count = 4096, spare = 64;
    std::vector<int> words = random_words(count);
    int *words_d = to_device_memory(words);
    cudaTextureObject_t texture = 0;
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

static void check_table(void) {
    const unsigned count = 1 << 14;
    Bandwidth rows[PATTERNS * PATHS + PATHS] = {};
    std::vector<int> words = random_words(count);
    int *words_d = to_device_memory(words), *out_d = to_device_memory(words);
    float best = 1e9f; // seconds of one launch, until the device has done it
    for (int i = 0; i < 4; i++) {
        double start = selftest_seconds();
        read_plain<<<count / 128, 128>>>(words_d, COALESCED, count, out_d);
        CUDA_CHECK(cudaDeviceSynchronize());
        best = fminf(best, (float)(selftest_seconds() - start));
    }
    CUDA_CHECK(cudaFree(words_d));
    CUDA_CHECK(cudaFree(out_d));
    returned(measure_paths(count, rows), "measure_paths", missing_step());
    for (int i = 0; i < PATTERNS * PATHS + PATHS; i++) {
        int pattern = i < PATTERNS * PATHS ? i / PATHS : COALESCED, mapped = i >= PATTERNS * PATHS;
        if (rows[i].pattern != pattern || rows[i].path != i % PATHS || !rows[i].mapped != !mapped)
            mistake(NULL, "row %d is not pattern %d on path %d from %s memory", i, pattern,
                    i % PATHS, mapped ? "mapped" : "device");
        float most = 8e-9f * (float)count / best;
        if (!(rows[i].gb_per_s > 0.0f) || !isfinite(rows[i].gb_per_s))
            mistake(NULL, "row %d says %g GB/s", i, rows[i].gb_per_s);
        if (rows[i].gb_per_s > 20.0f * most)
            mistake("timed-without-sync",
                    "row %d says %.3g GB/s, and a launch moves about %.2g: did the "
                    "clock wait for the kernels?",
                    i, rows[i].gb_per_s, most);
    }
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
    for (int i = 0; i < 4; i++) {
        if (lines[i + 1].compare(0, strlen(starts[i]), starts[i]) != 0)
            mistake(NULL, "line %d is \"%s\", expected it to begin with \"%s\"", i + 2,
                    lines[i + 1].c_str(), starts[i]);
        check_digits(i + 1, "gb_per_s", atof(lines[i + 1].c_str() + strlen(starts[i])),
                     rows[i].gb_per_s);
    }
}

static const Check checks[] = {
    {"step1-int", 1, 4, "checksum of int", check_int, NULL, NULL, NULL},
    {"step1-int2", 1, 5, "checksum of int2", check_int2, NULL, NULL, NULL},
    {"step1-int4", 1, 6, "checksum of int4", check_int4, NULL, NULL, NULL},
    {"step1-outside", 1, 4, "fetch_words", check_outside, NULL, NULL, NULL},
    {"step1-arguments", 1, 3, "checksum: arguments", check_arguments, NULL, NULL, NULL},
    {"step2-sums", 2, 12, "checksum_segments", check_segments, "step1-int4", NULL, NULL},
    {"step2-unused", 2, 5, "make_segments: unused", check_unused, "step1-int4", NULL, NULL},
    {"step2-refused", 2, 4, "make_segments: refused", check_refused, "step1-int4", NULL, NULL},
    {"step2-limit", 2, 3, "quads_limit", check_limit_of_device, NULL, NULL, NULL},
    {"step2-fallback", 2, 6, "allocate_words", check_fallback, NULL, NULL, NULL},
    {"step3-texture", 3, 4, "promote_by_texture", check_promote_texture, NULL, NULL, NULL},
    {"step3-bytes", 3, 6, "TexPromoteToFloat: 8", check_promote_bytes, "step3-texture", NULL, NULL},
    {"step3-shorts", 3, 6, "TexPromoteToFloat: 16", check_promote_shorts, "step3-texture", NULL,
     NULL},
    {"step3-half", 3, 4, "half_to_float", check_promote_half, "step3-texture", NULL, NULL},
    {"step4-mapped", 4, 12, "increment_mapped", check_mapped, NULL, NULL, NULL},
    {"step5-texture", 5, 3, "read_texture", check_read_texture, NULL, NULL, NULL},
    {"step5-ldg", 5, 3, "read_ldg", check_read_ldg, NULL, NULL, NULL},
    {"step5-plain", 5, 3, "read_plain", check_read_plain, NULL, NULL, NULL},
    {"step5-table", 5, 4, "measure_paths", check_table, "step5-texture step5-ldg step5-plain", NULL,
     NULL},
    {"step5-csv", 5, 3, "write_csv", check_csv, NULL, NULL, NULL},
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
    int status = selftest(argc, argv, "lab8", checks, check_count);
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
