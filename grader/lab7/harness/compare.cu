// Step 8. Raw: compare_at.error, row (size, radii, exact, hardware, software, hardware_ms,
// software_ms), timed.h's, own (what hardware_ms and software_ms should be about), ratios (for each
// turn, what hardware_ms and software_ms are of our own times), launches (how many of each kernel
// were ours), integrate_hardware and integrate_software (how often the first call asked for each),
// asked (of the first call:
// the size that make_grid, load_texture, integrate_hardware and integrate_software were called
// with, and the radii of these two; 0 where they were not called) and gave (the last results of
// these two, 0 as well); with part=csv: write_csv (1), file_bytes (as it returns), unwritable (1),
// full (1), and the file table.csv; with part=refused: refused.error and refused (row->size) of a
// call that a step refuses; with part=failing: of compare_at what failing.h says.
#include "clock.h"
#include "timed.h"
#include "texture.h"
#include "failing.h"
#include <sys/stat.h>

enum { LAUNCHES = 3, TURNS = 5, AGAIN_MS = 10000 };

// Calls of compare_at's that came through grader_whole.h.
static int whole_hardware, whole_software;
static int asked[6];
static float gave[2];

cudaError_t whole_make_grid(int size, float **grid) {
    asked[0] = size;
    return make_grid(size, grid);
}

cudaError_t whole_load_texture(const float *grid, int size, cudaArray_t *array) {
    asked[1] = size;
    return load_texture(grid, size, array);
}

cudaError_t whole_integrate_hardware(cudaTextureObject_t tex, int size, int radii,
                                     float *integral) {
    whole_hardware++;
    asked[2] = size;
    asked[4] = radii;
    cudaError_t error = integrate_hardware(tex, size, radii, integral);
    gave[0] = error == cudaSuccess ? *integral : 0;
    return error;
}

cudaError_t whole_integrate_software(const float *grid, int size, int radii, float *integral) {
    whole_software++;
    asked[3] = size;
    asked[5] = radii;
    cudaError_t error = integrate_software(grid, size, radii, integral);
    gave[1] = error == cudaSuccess ? *integral : 0;
    return error;
}

// Milliseconds of one launch, kernel alone: the best of several turns, since other runs may share
// the device. By our own clock: the runtime's events are in the submission's reach.
template <class Launch> static double time_launch(Launch launch) {
    launch();
    MUST(cudaDeviceSynchronize());
    double best = 1e30;
    for (int turn = 0; turn < TURNS; turn++) {
        double start = kernel_clock_ms();
        for (int i = 0; i < LAUNCHES; i++)
            launch();
        MUST(cudaDeviceSynchronize());
        double took = kernel_clock_ms() - start;
        best = took / LAUNCHES < best ? took / LAUNCHES : best;
    }
    return best;
}

static void test_comparison(uint64_t seed, int size, int radii) {
    Comparison row = {};
    set_field(seed);
    bool compared = write_error("compare_at", compare_at(size, radii, &row));
    double numbers[7] = {(double)row.size, (double)row.radii, row.exact,      row.hardware,
                         row.software,     row.hardware_ms,   row.software_ms};
    write_raw("row", numbers, 7);
    write_raw("asked", asked, 6);
    write_raw("gave", gave, 2);
    write_intervals();
    if (!compared)
        return;
    float *grid = NULL, *partial = NULL;
    cudaArray_t array = hidden_array(seed, size);
    cudaTextureObject_t tex = hidden_texture(array);
    MUST(init_vertices());
    MUST(make_grid(size, &grid));
    MUST(cudaMalloc((void **)&partial, BLOCKSPERGRID * sizeof(float)));
    double own[2] = {
        time_launch([=] {
            integral_hardware<<<BLOCKSPERGRID, THREADSPERBLOCK>>>(tex, size, radii, partial);
        }),
        time_launch([=] {
            integral_software<<<BLOCKSPERGRID, THREADSPERBLOCK>>>(grid, size, radii, partial);
        })};
    write_raw("own", own, 2);
    write_number("integrate_hardware", whole_hardware);
    write_number("integrate_software", whole_software);
    write_number("launches", 1 + LAUNCHES * TURNS);
    MUST(cudaFree(partial));
    MUST(release_texture(&grid, &array, &tex));

    // Again where a busy machine may have spoilt the times; not where that takes long: a mean may
    // be over a thousand launches.
    std::vector<double> ratios;
    const double start = kernel_clock_ms();
    for (int turn = 0;; turn++) {
        ratios.push_back(row.hardware_ms / own[0]);
        ratios.push_back(row.software_ms / own[1]);
        bool fine = true;
        for (size_t i = ratios.size() - 2; i < ratios.size(); i++)
            fine &= ratios[i] > 0.6 && ratios[i] < 1.6;
        if (fine || turn == 3 || kernel_clock_ms() - start > AGAIN_MS ||
            compare_at(size, radii, &row) != cudaSuccess)
            break;
    }
    write_raw("ratios", ratios);
}

static void test_refused(uint64_t seed) {
    Comparison row = {};
    set_field(seed);
    row.size = -1;
    write_error("refused", compare_at(1, 2, &row));
    write_number("refused", row.size);
    write_raw("asked", asked, 6);
}

static void test_csv(uint64_t seed) {
    Comparison rows[HIDDEN_ROWS];
    for (int i = 0; i < HIDDEN_ROWS; i++)
        rows[i] = {hidden_cell_size(seed, i), hidden_cell_radii(seed, i), hidden_cell(seed, i, 0),
                   hidden_cell(seed, i, 1),   hidden_cell(seed, i, 2),    hidden_cell(seed, i, 3),
                   hidden_cell(seed, i, 4)};
    write_csv("table.csv", rows, 1); // what stands in the file is replaced
    write_number("write_csv", write_csv("table.csv", rows, HIDDEN_ROWS));
    struct stat file = {};
    write_number("file_bytes", stat("table.csv", &file) == 0 ? (double)file.st_size : -1);
    write_number("unwritable", write_csv("no-such-folder/table.csv", rows, 3));
    write_number("full", write_csv("/dev/full", rows, 3));
}

void harness_main() {
    Comparison row;
    if (strcmp(argument_text("part"), "csv") == 0)
        test_csv(hidden_seed());
    else if (strcmp(argument_text("part"), "refused") == 0)
        test_refused(hidden_seed());
    else if (strcmp(argument_text("part"), "failing") == 0)
        failing("compare_at", [&] { return compare_at(5, 2, &row); });
    else
        test_comparison(hidden_seed(), argument("size"), argument("radii"));
}
