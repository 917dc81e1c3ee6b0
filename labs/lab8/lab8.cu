// Lab 8, given: checks every step, then shows which ways to read cover how much memory.
//   lab8                    check, coverage of 64 MB, bandwidth table (CSV: lab8.csv)
//   lab8 check              check alone; exit status 1 when a step is not right
//   lab8 cover MB [LIMIT]   checksums of MB megabytes by one int texture, one int4 texture and four
//                           int4 textures of at most LIMIT elements each (default: the device's).
//                           LIMIT 134217728 is that of the classic GPUs
//   lab8 paths [WORDS]      the bandwidth table alone, on 2^24 words unless told otherwise
#include "lab8.h"
#include <math.h>
#include <string.h>
#include <vector>

static int failures;

// One line of the report: `what` is right when `problem` is empty.
static void report(int step, const char *what, const char *problem) {
    printf("step %d  %-20s %s\n", step, what, *problem ? problem : "ok");
    failures += *problem != '\0';
}

static std::vector<int> random_words(size_t count) {
    std::vector<int> words(count);
    unsigned state = 12345;
    for (int &word : words)
        word = (int)(state = state * 1664525u + 1013904223u);
    return words;
}

static unsigned expected_sum(const std::vector<int> &words) {
    unsigned sum = 0;
    for (size_t i = 0; i < words.size(); i++)
        sum += share_of(words[i], i);
    return sum;
}

static int *to_device(const std::vector<int> &words) {
    int *device = NULL;
    CUDA_CHECK(cudaMalloc(&device, words.size() * sizeof(int)));
    CUDA_CHECK(
        cudaMemcpy(device, words.data(), words.size() * sizeof(int), cudaMemcpyHostToDevice));
    return device;
}

// ---- Checks
// ---------------------------------------------------------------------------------------

static void check_sums(const std::vector<int> &words, const int *words_d) {
    for (int components : {1, 2, 4}) {
        char what[32], problem[200] = "";
        unsigned sum = 0, expected = expected_sum(words);
        cudaError_t error = checksum(words_d, words.size(), components, &sum);
        if (error != cudaSuccess)
            snprintf(problem, sizeof problem, "%s", cudaGetErrorString(error));
        else if (sum != expected)
            snprintf(problem, sizeof problem, "%08x, expected %08x", sum, expected);
        snprintf(what, sizeof what, "checksum of int%s",
                 components == 1   ? ""
                 : components == 2 ? "2"
                                   : "4");
        report(1, what, problem);
    }
    char problem[200] = "";
    const int index[] = {0, 1, -1, (int)words.size() - 1, (int)words.size(), 1 << 26};
    const int n = sizeof index / sizeof *index;
    int out[n];
    cudaError_t error = fetch_words(words_d, words.size(), index, n, out);
    if (error != cudaSuccess)
        snprintf(problem, sizeof problem, "%s", cudaGetErrorString(error));
    for (int i = 0; i < n && !*problem; i++) {
        int expected = index[i] >= 0 && index[i] < (int)words.size() ? words[index[i]] : 0;
        if (out[i] != expected)
            snprintf(problem, sizeof problem, "word %d reads %d, expected %d", index[i], out[i],
                     expected);
    }
    report(1, "outside reads 0", problem);
}

static void check_segments(const std::vector<int> &words, const int *words_d) {
    char problem[200] = "";
    size_t quads = words.size() / 4;
    for (size_t each : {quads, quads / 2, quads / 2 + 32, quads - 32, quads / 4}) {
        unsigned sum = 0;
        cudaError_t error = checksum_segments(words_d, words.size(), each, 4, &sum);
        if (error != cudaSuccess && !*problem)
            snprintf(problem, sizeof problem, "4 textures of %zu quads: %s", each,
                     cudaGetErrorString(error));
        if (sum != expected_sum(words) && !*problem)
            snprintf(problem, sizeof problem, "4 textures of %zu quads: %08x, expected %08x", each,
                     sum, expected_sum(words));
    }
    unsigned sum;
    if (!*problem &&
        checksum_segments(words_d, words.size(), quads / 4 - 32, 4, &sum) != cudaErrorInvalidValue)
        snprintf(problem, sizeof problem, "more words than 4 textures cover must be refused");
    report(2, "segments", problem);

    *problem = '\0';
    Memory memory = {};
    cudaError_t error = allocate_words(1 << 20, &memory);
    if (error != cudaSuccess)
        snprintf(problem, sizeof problem, "%s", cudaGetErrorString(error));
    else
        free_words(&memory);
    report(2, "allocate_words", problem);
}

template <class T> static void check_promotion(Element type, const char *name) {
    char problem[200] = "";
    std::vector<T> values((size_t)1 << (8 * sizeof(T)));
    std::vector<float> out(values.size());
    for (size_t i = 0; i < values.size(); i++)
        values[i] = (T)i;
    cudaError_t error = promote_by_texture(type, values.data(), (int)values.size(), out.data());
    if (error != cudaSuccess)
        snprintf(problem, sizeof problem, "%s", cudaGetErrorString(error));
    for (size_t i = 0; i < values.size() && !*problem; i++) {
        float mine =
            type == HALF ? half_to_float((unsigned short)values[i]) : TexPromoteToFloat(values[i]);
        bool same = memcmp(&mine, &out[i], sizeof mine) == 0 || (isnan(mine) && isnan(out[i]));
        if (!same)
            snprintf(problem, sizeof problem, "%d becomes %.9g in the texture unit, %.9g in yours",
                     (int)values[i], out[i], mine);
    }
    report(3, name, problem);
}

static void check_mapped(void) {
    char problem[200] = "";
    const int n = 1001;
    std::vector<int> in = random_words(n), before(n), after(n);
    cudaError_t error = increment_mapped(in.data(), n, before.data(), after.data());
    if (error != cudaSuccess)
        snprintf(problem, sizeof problem, "%s", cudaGetErrorString(error));
    for (int i = 0; i < n && !*problem; i++)
        if (after[i] != (int)((unsigned)in[i] + 1))
            snprintf(problem, sizeof problem, "after[%d] is %d, expected %d", i, after[i],
                     (int)((unsigned)in[i] + 1));
    report(4, "increment_mapped", problem);
}

static void check_paths(void) {
    const unsigned count = 4096;
    std::vector<int> words = random_words(count), out(count);
    int *words_d = to_device(words), *out_d = to_device(out);
    cudaTextureObject_t texture = 0;
    bool made = make_words_texture(words_d, count, 1, &texture) == cudaSuccess;
    const char *const names[PATHS] = {"read_texture", "read_ldg", "read_plain"};
    for (int path = 0; path < PATHS; path++) {
        char problem[200] = "";
        for (int p = 0; p < PATTERNS && !*problem; p++) {
            Pattern pattern = (Pattern)p;
            CUDA_CHECK(cudaMemset(out_d, 0, count * sizeof(int)));
            if (path == THROUGH_TEXTURE && made)
                read_texture<<<count / 128, 128>>>(texture, pattern, count, out_d);
            else if (path == THROUGH_LDG)
                read_ldg<<<count / 128, 128>>>(words_d, pattern, count, out_d);
            else if (path == PLAIN)
                read_plain<<<count / 128, 128>>>(words_d, pattern, count, out_d);
            CUDA_CHECK(cudaMemcpy(out.data(), out_d, count * sizeof(int), cudaMemcpyDeviceToHost));
            for (unsigned i = 0; i < count && !*problem; i++)
                if (out[i] != words[place_of(pattern, i, count)])
                    snprintf(problem, sizeof problem, "pattern %d: out[%u] is %d, expected %d", p,
                             i, out[i], words[place_of(pattern, i, count)]);
        }
        report(5, names[path], problem);
    }
    if (made)
        cudaDestroyTextureObject(texture);
    cudaFree(words_d);
    cudaFree(out_d);
}

// ---- Coverage: what one texture can see, what four can
// --------------------------------------------

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

// Fills the memory with known words and returns their checksum, a piece at a time.
static unsigned fill(const Memory &memory, size_t words) {
    std::vector<int> piece = random_words(words < (1 << 20) ? words : 1 << 20);
    unsigned sum = 0;
    for (size_t first = 0; first < words; first += piece.size()) {
        size_t n = words - first < piece.size() ? words - first : piece.size();
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

static int cover(size_t megabytes, size_t limit) {
    size_t words = megabytes << 18, device_limit = 0;
    cudaError_t error = quads_limit(&device_limit);
    if (error != cudaSuccess) {
        printf("step 2  quads_limit: %s\n", cudaGetErrorString(error));
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
    if (error != cudaSuccess) {
        fprintf(stderr, "lab8: no room for %zu MB: %s\n", megabytes, cudaGetErrorString(error));
        return 1;
    }
    unsigned sum = 0, expected = fill(memory, words);
    printf("%zu MB of %s, textures of at most %zu elements\n", megabytes, memory.note, limit);
    bool covered = words <= limit;
    error = covered ? checksum(memory.device, words, 1, &sum) : cudaSuccess;
    print_sum("one int texture", covered, error, sum, expected);
    covered = words / 4 <= limit;
    error = covered ? checksum(memory.device, words, 4, &sum) : cudaSuccess;
    print_sum("one int4 texture", covered, error, sum, expected);
    error = checksum_segments(memory.device, words, limit, 4, &sum);
    print_sum("four int4 textures", true, error, sum, expected);
    free_words(&memory);
    return failures > 0;
}

static int print_paths(unsigned count) {
    Bandwidth rows[PATTERNS * PATHS + PATHS];
    cudaError_t error = measure_paths(count, rows);
    if (error != cudaSuccess) {
        printf("step 5  %-20s %s\n", "measure_paths", cudaGetErrorString(error));
        return 1;
    }
    printf("\n%u words, GB/s         texture     __ldg     plain\n", count);
    const char *const names[] = {"coalesced", "unaligned", "strided", "random",
                                 "mapped, coalesced"};
    for (int p = 0; p <= PATTERNS; p++)
        printf("%-20s %9.1f %9.1f %9.1f\n", names[p], rows[p * PATHS].gb_per_s,
               rows[p * PATHS + 1].gb_per_s, rows[p * PATHS + 2].gb_per_s);
    if (write_csv("lab8.csv", rows, PATTERNS * PATHS + PATHS) != 0) {
        perror("lab8: lab8.csv");
        return 1;
    }
    return 0;
}

static void check_all(void) {
    std::vector<int> words = random_words(4 * 128 * 97);
    int *words_d = to_device(words);
    check_sums(words, words_d);
    check_segments(words, words_d);
    CUDA_CHECK(cudaFree(words_d));
    check_promotion<unsigned char>(UNSIGNED8, "unsigned char");
    check_promotion<signed char>(SIGNED8, "signed char");
    check_promotion<unsigned short>(UNSIGNED16, "unsigned short");
    check_promotion<short>(SIGNED16, "short");
    check_promotion<unsigned short>(HALF, "half");
    check_mapped();
    check_paths();
}

int main(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "";
    long long number = argc > 2 ? atoll(argv[2]) : 0, limit = argc > 3 ? atoll(argv[3]) : 0;
    if (strcmp(command, "cover") == 0 && argc <= 4 && number > 0 && limit >= 0)
        return cover((size_t)number, (size_t)limit);
    if (strcmp(command, "paths") == 0 && argc <= 3) {
        long long count = argc > 2 ? number : 1 << 24;
        if (count >= 32 && count <= 1 << 30 && (count & (count - 1)) == 0)
            return print_paths((unsigned)count);
    }
    bool check_only = argc == 2 && strcmp(command, "check") == 0;
    if (argc > 1 && !check_only) {
        fprintf(stderr, "usage: lab8 [check | cover MB [LIMIT] | paths [WORDS, a power of two]]\n");
        return 2;
    }
    check_all();
    if (!check_only) {
        failures += cover(64, 0) != 0;
        failures += print_paths(1 << 24) != 0;
    }
    return failures > 0;
}
