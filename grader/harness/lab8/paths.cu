// Step 5. Raw, by part: a kernel's name: P0.error, P0 .. P3 (count + LAB8_PAST_END each, one for
// each pattern); table: measure_paths.error, patterns, paths, mapped, gb (LAB8_ROWS each), csv
// (what write_csv returned), csv_length, csv_text, csv_bad.
#include "harness.h"
#include "lab8.h"
#include "lab8/inputs.h"

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

static void write_file_bytes(const char *path) {
    std::vector<int> bytes;
    FILE *file = fopen(path, "r");
    for (int c; file && bytes.size() < 4000 && (c = fgetc(file)) != EOF;)
        bytes.push_back(c);
    if (file)
        fclose(file);
    write_number("csv_length", (double)bytes.size());
    write_raw("csv_text", bytes);
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
    }
    const Bandwidth known[2] = {{STRIDED, THROUGH_LDG, 0, 0.00001234567f},
                                {RANDOM, PLAIN, 1, 4480.25f}};
    write_number("csv", write_csv("rows.csv", known, 2));
    write_file_bytes("rows.csv");
    write_number("csv_bad", write_csv("no/such/folder/rows.csv", known, 2));
}

int main(int argc, char **argv) {
    harness_start(argc, argv);
    const char *part = argument_text("part");
    if (strcmp(part, "table") == 0)
        test_table((unsigned)argument("count"));
    else
        test_kernel(part, (unsigned)argument("count"));
}
