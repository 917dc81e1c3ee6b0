// Step 5. Raw, by part: a kernel's name: P0.error, P0 .. P3 (count + LAB8_PAST_END each, one for
// each pattern); table: measure_paths.error, patterns, paths, mapped, gb, before, after (LAB8_ROWS
// each; the last two are what the harness measures itself before and after), and timed.h's; csv:
// csv (what the second write_csv to one file returned), csv_length, csv_text, csv_none,
// none_length, none_text (the same of no rows), csv_bad, csv_full (what it returned where nothing
// can be stored); failing: of measure_paths what failing.h says.
#include "harness.h"
#include "clock.h"
#include "timed.h"
#include "lab8.h"
#include "inputs.h"
#include "failing.h"

static void test_kernel(const char *kernel, unsigned count) {
    std::vector<int> words;
    for (unsigned i = 0; i < count; i++)
        words.push_back(hidden_word(hidden_seed(), i));
    int *words_d = to_device(words);
    cudaTextureObject_t texture = 0;
    MUST(make_words_texture(words_d, count, 1, &texture));
    for (int p = 0; p < PATTERNS; p++) {
        char name[20];
        snprintf(name, sizeof name, "P%d", p);
        int *out = to_device(std::vector<int>(count + LAB8_PAST_END, 77));
        unsigned threads = 96, blocks = count / threads + 2;
        if (strcmp(kernel, "read_texture") == 0)
            read_texture<<<blocks, threads>>>(texture, (Pattern)p, count, out);
        else if (strcmp(kernel, "read_ldg") == 0)
            read_ldg<<<blocks, threads>>>(words_d, (Pattern)p, count, out);
        else
            read_plain<<<blocks, threads>>>(words_d, (Pattern)p, count, out);
        if (launched(name))
            write_raw(name, to_host(out, count + LAB8_PAST_END));
        MUST(cudaFree(out));
    }
    MUST(cudaDestroyTextureObject(texture));
    MUST(cudaFree(words_d));
}

static void write_file_bytes(const char *path, const char *length, const char *text) {
    std::vector<int> bytes;
    FILE *file = fopen(path, "r");
    for (int c; file && bytes.size() < 4000 && (c = fgetc(file)) != EOF;)
        bytes.push_back(c);
    if (file)
        fclose(file);
    write_number(length, (double)bytes.size());
    write_raw(text, bytes);
}

// The kernel's bandwidth by the harness' own clock, the mean of some launches after one.
static double own_bandwidth(cudaTextureObject_t texture, const int *words, int row, unsigned count,
                            int *out) {
    const int launches = argument("launches");
    double start = 0;
    Pattern pattern = row < PATTERNS * PATHS ? (Pattern)(row / PATHS) : COALESCED;
    for (int launch = 0; launch <= launches; launch++) {
        if (row % PATHS == THROUGH_TEXTURE)
            read_texture<<<(count + 255) / 256, 256>>>(texture, pattern, count, out);
        else if (row % PATHS == THROUGH_LDG)
            read_ldg<<<(count + 255) / 256, 256>>>(words, pattern, count, out);
        else
            read_plain<<<(count + 255) / 256, 256>>>(words, pattern, count, out);
        if (launch == 0) {
            MUST(cudaDeviceSynchronize());
            start = kernel_clock_ms();
        }
    }
    MUST(cudaDeviceSynchronize());
    return 2.0 * sizeof(int) * count * launches / ((kernel_clock_ms() - start) * 1e6);
}

static void write_own(const char *name, unsigned count) {
    std::vector<double> gb;
    std::vector<int> words(count, 1);
    int *words_d = to_device(words), *out = to_device(words), *host = NULL, *mapped = NULL;
    cudaTextureObject_t texture = 0, texture_mapped = 0;
    MUST(cudaHostAlloc(&host, count * sizeof(int), cudaHostAllocMapped));
    memset(host, 1, count * sizeof(int));
    MUST(cudaHostGetDevicePointer(&mapped, host, 0));
    MUST(make_words_texture(words_d, count, 1, &texture));
    MUST(make_words_texture(mapped, count, 1, &texture_mapped));
    for (int row = 0; row < LAB8_ROWS; row++)
        gb.push_back(row < PATTERNS * PATHS
                         ? own_bandwidth(texture, words_d, row, count, out)
                         : own_bandwidth(texture_mapped, mapped, row, count, out));
    write_raw(name, gb);
    MUST(cudaDestroyTextureObject(texture));
    MUST(cudaDestroyTextureObject(texture_mapped));
    MUST(cudaFree(words_d));
    MUST(cudaFree(out));
    MUST(cudaFreeHost(host));
}

static void test_table(unsigned count) {
    Bandwidth rows[LAB8_ROWS] = {};
    if (write_error("measure_paths", measure_paths(count, rows))) {
        std::vector<double> patterns, paths, mapped, gb;
        for (const Bandwidth &row : rows) {
            patterns.push_back(row.pattern);
            paths.push_back(row.path);
            mapped.push_back(row.mapped);
            gb.push_back(row.gb_per_s);
        }
        write_raw("patterns", patterns);
        write_raw("paths", paths);
        write_raw("mapped", mapped);
        write_raw("gb", gb);
        write_intervals();
        write_own("before", count);
        write_own("after", count);
    }
}

static void test_csv() {
    const Bandwidth known[2] = {{STRIDED, THROUGH_LDG, 0, 0.00001234567f},
                                {RANDOM, PLAIN, 1, 4480.25f}};
    write_csv("rows.csv", known, 1); // what a file held before is not kept
    write_number("csv", write_csv("rows.csv", known, 2));
    write_file_bytes("rows.csv", "csv_length", "csv_text");
    write_number("csv_none", write_csv("none.csv", known, 0));
    write_file_bytes("none.csv", "none_length", "none_text");
    write_number("csv_bad", write_csv("no/such/folder/rows.csv", known, 2));
    write_number("csv_full", write_csv("/dev/full", known, 2));
}

void harness_main() {
    const char *part = argument_text("part");
    Bandwidth rows[LAB8_ROWS];
    if (strcmp(part, "failing") == 0)
        failing("measure_paths", [&] { return measure_paths((unsigned)argument("count"), rows); });
    else if (strcmp(part, "table") == 0)
        test_table((unsigned)argument("count"));
    else if (strcmp(part, "csv") == 0)
        test_csv();
    else
        test_kernel(part, (unsigned)argument("count"));
}
