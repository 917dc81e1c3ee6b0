// Step 5. Raw: time_all.error, sizes, ms, ratios, names (1 where the kernel's name is right)
// (LAB10_TIMINGS each); csv (what write_csv returned); csv_length, csv_text (the bytes of its
// file for known rows); csv_bad (what it returned for a file that cannot be made).
#include "harness.h"
#include "lab10.h"
#include "lab10/inputs.h"

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

int main(int argc, char **argv) {
    harness_start(argc, argv);
    static const char *const names[LAB10_TIMINGS] = {"multiply_global", "multiply_tiled",
                                                     "multiply_texture", "rotate_hardware",
                                                     "rotate_software"};
    Timing rows[TIMINGS] = {};
    if (write_error("time_all", time_all(argument("size"), rows))) {
        std::vector<double> sizes, ms, ratios, named;
        for (int i = 0; i < TIMINGS; i++) {
            sizes.push_back(rows[i].size);
            ms.push_back(rows[i].ms);
            ratios.push_back(rows[i].ratio);
            named.push_back(rows[i].name != NULL && strcmp(rows[i].name, names[i]) == 0);
        }
        write_raw("sizes", sizes);
        write_raw("ms", ms);
        write_raw("ratios", ratios);
        write_raw("names", named);
    }
    const Timing known[2] = {{"first", 37, 1234.5678f, 0.25f},
                             {"second", 4096, 0.00001234567f, 3.0f}};
    write_number("csv", write_csv("rows.csv", known, 2));
    write_file_bytes("rows.csv");
    write_number("csv_bad", write_csv("no/such/folder/rows.csv", known, 2));
}
