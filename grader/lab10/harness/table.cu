// Step 5. Raw, by part. table: time_all.error, sizes, ms, ratios, names (LAB10_TIMINGS each; of a
// name the number of the kernel it is, -1 for none), before, after (what the harness measures
// itself before and after), and timed.h's. csv: csv (what the second write_csv to one file
// returned); csv_length, csv_text (the bytes of that file); csv_none, none_length, none_text (the
// same of no rows); csv_bad (what it returned for a file
// that cannot be made), csv_full (where nothing can be stored). failing: of time_all what failing.h
// says.
#include "harness.h"
#include "clock.h"
#include "timed.h"
#include "lab10.h"
#include "inputs.h"
#include "failing.h"

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

static const char *const names[LAB10_TIMINGS] = {
    "multiply_global", "multiply_tiled", "multiply_texture", "rotate_hardware", "rotate_software"};

// The kernels' times by the harness' own clock, each the mean of `launches` after one.
static void write_own(const char *name, int size, int launches) {
    std::vector<double> ms;
    std::vector<float> elements(size * size, 0.5f);
    float *a = to_device(elements), *b = to_device(elements), *c = to_device(elements);
    cudaArray_t array = NULL;
    cudaTextureObject_t texture = 0;
    MUST(make_matrix(elements.data(), size, size, &array, &texture));
    const dim3 block(TILE, TILE), grid((size + TILE - 1) / TILE, (size + TILE - 1) / TILE);
    const Motion turn = {0.8f, 0.6f};
    for (int kernel = 0; kernel < LAB10_TIMINGS; kernel++) {
        double start = 0;
        for (int launch = 0; launch <= launches; launch++) {
            if (kernel == 0)
                multiply_global<<<grid, block>>>(a, b, c, size, size, size);
            else if (kernel == 1)
                multiply_tiled<<<grid, block>>>(a, b, c, size, size, size);
            else if (kernel == 2)
                multiply_texture<<<grid, block>>>(texture, texture, c, size, size, size);
            else if (kernel == 3)
                rotate_hardware<<<grid, block>>>(texture, size, size, turn, c);
            else
                rotate_software<<<grid, block>>>(a, size, size, turn, 0.0f, c);
            if (launch == 0) {
                MUST(cudaDeviceSynchronize());
                start = kernel_clock_ms();
            }
        }
        MUST(cudaDeviceSynchronize());
        ms.push_back((kernel_clock_ms() - start) / launches);
    }
    write_raw(name, ms);
    MUST(cudaDestroyTextureObject(texture));
    MUST(cudaFreeArray(array));
    MUST(cudaFree(a));
    MUST(cudaFree(b));
    MUST(cudaFree(c));
}

static double number_of(const char *name) {
    for (int i = 0; i < LAB10_TIMINGS; i++)
        if (name != NULL && strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

static void test_table(int size) {
    Timing rows[TIMINGS] = {};
    if (!write_error("time_all", time_all(size, rows)))
        return;
    std::vector<double> sizes, ms, ratios, named;
    for (int i = 0; i < TIMINGS; i++) {
        sizes.push_back(rows[i].size);
        ms.push_back(rows[i].ms);
        ratios.push_back(rows[i].ratio);
        named.push_back(number_of(rows[i].name));
    }
    write_raw("sizes", sizes);
    write_raw("ms", ms);
    write_raw("ratios", ratios);
    write_raw("names", named);
    write_intervals();
    write_own("before", size, argument("launches"));
    write_own("after", size, argument("launches"));
}

static void test_csv() {
    const Timing known[2] = {{"first", 37, 1234.5678f, 0.25f},
                             {"second", 4096, 0.00001234567f, 3.0f}};
    write_csv("rows.csv", known, 1); // what a file held before is not kept
    write_number("csv", write_csv("rows.csv", known, 2));
    write_file_bytes("rows.csv", "csv_length", "csv_text");
    write_number("csv_none", write_csv("none.csv", known, 0));
    write_file_bytes("none.csv", "none_length", "none_text");
    write_number("csv_bad", write_csv("no/such/folder/rows.csv", known, 2));
    write_number("csv_full", write_csv("/dev/full", known, 2));
}

void harness_main() {
    Timing rows[TIMINGS];
    if (strcmp(argument_text("part"), "csv") == 0)
        test_csv();
    else if (strcmp(argument_text("part"), "failing") == 0)
        failing("time_all", [&] { return time_all(argument("size"), rows); });
    else
        test_table(argument("size"));
}
