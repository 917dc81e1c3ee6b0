// Lab 11, given: prints what each step shows. `make check` tries the steps.
#include "lab11.h"
#include "../common/selftest.h"

typedef void (*MatrixKernel)(const float *, float *, int, int);

static dim3 tiles_of(int rows, int columns) {
    return dim3((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
}

#ifdef LAB_CHECK
static const float before = -7777.0f; // what results hold
enum { SPARE = 64 };                  // elements behind the last one

// A copy or a transpose of a matrix, with `more` blocks than tiles along both sides.
static void try_matrix(const char *name, MatrixKernel kernel, bool transposed, int rows,
                       int columns, int more) {
    const int n = rows * columns;
    std::vector<float> in(n);
    for (int i = 0; i < n; i++)
        in[i] = (float)(i + 1);
    float *from = to_device_memory(in),
          *to = to_device_memory(std::vector<float>(n + SPARE, before));
    dim3 grid = tiles_of(rows, columns);
    grid.x += more, grid.y += more;
    kernel<<<grid, dim3(TILE, TILE_ROWS)>>>(from, to, rows, columns);
    launched(name);
    const std::vector<float> out = from_device_memory(to, n + SPARE);
    CUDA_CHECK(cudaFree(from));
    CUDA_CHECK(cudaFree(to));
    if (std::count(out.begin(), out.end(), before) == n + SPARE)
        not_begun();
    for (int i = 0; i < n + SPARE; i++) {
        const int from_row = i % rows, from_column = i / rows;
        const float expected = i >= n       ? before
                               : transposed ? in[from_row * columns + from_column]
                                            : in[i];
        if (out[i] != expected)
            mistake(NULL, "%s, %d rows, %d columns: out[%d] is %g, expected %g%s", name, rows,
                    columns, i, out[i], expected, i >= n ? ": behind the last element" : "");
    }
}

static void check_matrix(const char *name, MatrixKernel kernel, bool transposed) {
    const int sizes[][2] = {{1, 1}, {45, 71}, {103, 34}, {3, 200}};
    for (auto [rows, columns] : sizes)
        try_matrix(name, kernel, transposed, rows, columns, 0);
    try_matrix(name, kernel, transposed, 37, 41, 1);
}

// What the CPU device counted of a kernel in the first process of the check: a class's field.
static double counted(const char *kernel, const char *kind, const char *field) {
    const char *file = getenv("CPU_DEVICE_PROFILE");
    const std::string text = file ? selftest_text(std::string(file) + ".before") : "";
    size_t at = text.find("\"kernel\": \"" + std::string(kernel) + "\"");
    for (const std::string key :
         {std::string("\"") + kind + "\":", std::string("\"") + field + "\": "}) {
        at = at == std::string::npos ? at : text.find(key, at);
        at = at == std::string::npos ? at : at + key.size();
    }
    if (at == std::string::npos)
        needs_cpu_device();
    return atof(text.c_str() + at);
}

// At most (or at least) so many sectors a request.
static void check_sectors(const char *kernel, const char *kind, double least, double most) {
    const double sectors = counted(kernel, kind, "sectors_per_request");
    if (sectors < least || sectors > most + 0.01)
        mistake(sectors > most ? "not-coalesced" : "not-by-columns",
                "%s touches %.1f sectors a request (%s), expected at %s %g", kernel, sectors, kind,
                sectors > most ? "most" : "least", sectors > most ? most : least);
}

static void check_tile_used(const char *kernel) {
    if (counted(kernel, "shared_loads", "requests") == 0)
        mistake("technique-missing", "%s reads no tile from shared memory", kernel);
}

// A function of the host that asks no kernel.
static void check_launches(const char *function) {
    if (launches_of(NULL) == 0)
        mistake("technique-missing", "%s launches no kernel: its results come from the host",
                function);
}

static void check_rows(void) {
    check_matrix("copyRows", copyRows, false);
}
static void count_rows(void) {
    try_matrix("copyRows", copyRows, false, 72, 104, 0);
}
static void check_rows_sectors(void) {
    check_sectors("copyRows", "global_loads", 0, 4);
    check_sectors("copyRows", "global_stores", 0, 4);
}
static void check_columns(void) {
    check_matrix("copyColumns", copyColumns, false);
}
static void count_columns(void) {
    try_matrix("copyColumns", copyColumns, false, 96, 104, 0);
}
static void check_columns_sectors(void) {
    check_sectors("copyColumns", "global_loads", 31, 32);
    check_sectors("copyColumns", "global_stores", 31, 32);
}

static void check_answer(void) {
    if (hSectorsPerRequest(4, 4, 0) == 0)
        not_begun();
    for (int size : {1, 2, 4, 8, 16})
        for (int stride = 0; stride <= 160; stride += size)
            for (int offset = 0; offset <= 48; offset += size) {
                std::vector<bool> asked((offset + 31 * stride + size) / 32 + 1);
                for (int i = 0; i < 32; i++)
                    asked[(offset + i * stride) / 32] = true;
                const int sectors = (int)std::count(asked.begin(), asked.end(), true);
                const int answer = hSectorsPerRequest(stride, size, offset);
                if (answer != sectors)
                    mistake(NULL, "hSectorsPerRequest(%d, %d, %d) is %d: not right", stride, size,
                            offset, answer);
            }
}

static std::vector<Particle> some_particles(int n) {
    std::vector<Particle> particles(n);
    for (int i = 0; i < n; i++)
        particles[i] = {(float)i + 1, (float)i + 0.25f, (float)-i - 1, 2.0f * i + 0.5f};
    return particles;
}

static void compare_fields(const char *name, const std::vector<float> &fields, int n) {
    const std::vector<Particle> particles = some_particles(n);
    for (int i = 0; i < 4 * n; i++) {
        const Particle p = particles[i % n];
        const float all[] = {p.x, p.y, p.z, p.mass};
        if (fields[i] != all[i / n])
            mistake(NULL, "%s, n = %d: %s of particle %d is %g, expected %g", name, n,
                    (const char *[]){"x", "y", "z", "mass"}[i / n], i % n, fields[i], all[i / n]);
    }
}

static void try_arrays(int n, int blocks, int threads) {
    Particle *particles = to_device_memory(some_particles(n));
    float *to = to_device_memory(std::vector<float>(4 * n, before));
    toArrays<<<blocks, threads>>>(particles, n, to, to + n, to + 2 * n, to + 3 * n);
    launched("toArrays");
    const std::vector<float> fields = from_device_memory(to, 4 * n);
    CUDA_CHECK(cudaFree(particles));
    CUDA_CHECK(cudaFree(to));
    if (std::count(fields.begin(), fields.end(), before) == 4 * n)
        not_begun();
    compare_fields("toArrays", fields, n);
}

static void check_arrays(void) {
    try_arrays(1, 1, 32);
    try_arrays(1003, 3, 64);
    try_arrays(517, 9, 96);
}
static void count_arrays(void) {
    try_arrays(1024, 2, 128);
}
static void check_arrays_sectors(void) {
    check_sectors("toArrays", "global_stores", 0, 4);
}

static void check_arrays_host(void) {
    for (int n : {1, 1000, 70001}) {
        std::vector<float> fields(4 * n, before);
        returned(hToArrays(some_particles(n).data(), n, fields.data()), "hToArrays");
        compare_fields("hToArrays", fields, n);
    }
}
static void check_arrays_launches(void) {
    check_launches("hToArrays");
}
static void check_arrays_errors(void) {
    static std::vector<float> fields(4 * 1024);
    static const std::vector<Particle> particles = some_particles(1024);
    errors("hToArrays", fields, [] { return hToArrays(particles.data(), 1024, fields.data()); });
}

static void check_naive(void) {
    check_matrix("transposeNaive", transposeNaive, true);
}
static void count_naive(void) {
    try_matrix("transposeNaive", transposeNaive, true, 96, 104, 0);
}
static void check_naive_sectors(void) {
    const double loads = counted("transposeNaive", "global_loads", "sectors_per_request");
    check_sectors("transposeNaive", loads > 4.01 ? "global_stores" : "global_loads", 0, 4);
    if (counted("transposeNaive", "shared_loads", "requests") > 0)
        mistake(NULL, "transposeNaive uses shared memory");
}

static void check_tile(void) {
    check_matrix("transposeTile", transposeTile, true);
}
static void count_tile(void) {
    try_matrix("transposeTile", transposeTile, true, 72, 104, 0);
}
static void check_tile_sectors(void) {
    check_tile_used("transposeTile");
    check_sectors("transposeTile", "global_loads", 0, 4);
    check_sectors("transposeTile", "global_stores", 0, 4);
}

static void check_turns(void) {
    if (hTurnsPerRequest(1) == 0)
        not_begun();
    for (int stride = 0; stride <= 200; stride++) {
        int turns = stride == 0;
        for (int bank = 0; bank < 32 && stride > 0; bank++) {
            int words = 0;
            for (int i = 0; i < 32; i++)
                words += i * stride % 32 == bank;
            turns = std::max(turns, words);
        }
        if (hTurnsPerRequest(stride) != turns)
            mistake(NULL, "hTurnsPerRequest(%d) is %d: not right", stride,
                    hTurnsPerRequest(stride));
    }
}

static void check_banks(void) {
    check_matrix("transposeBanks", transposeBanks, true);
}
static void count_banks(void) {
    try_matrix("transposeBanks", transposeBanks, true, 72, 104, 0);
}
static void check_banks_counts(void) {
    check_tile_used("transposeBanks");
    const double conflicts = counted("transposeBanks", "shared_loads", "bank_conflicts") +
                             counted("transposeBanks", "shared_stores", "bank_conflicts");
    if (conflicts > 0)
        mistake("bank-conflicts", "transposeBanks has %.0f bank conflicts, expected 0", conflicts);
    check_sectors("transposeBanks", "global_loads", 0, 4);
    check_sectors("transposeBanks", "global_stores", 0, 4);
    const double bytes = counted("transposeBanks", "threads", "static_shared");
    if (bytes > 8192)
        mistake(NULL, "transposeBanks takes %.0f bytes of shared memory, at most 8192", bytes);
}

static void check_banks_host(void) {
    const int sizes[][2] = {{1, 1}, {45, 301}, {256, 64}};
    for (auto [rows, columns] : sizes) {
        std::vector<float> in(rows * columns), out(rows * columns, before);
        for (int i = 0; i < rows * columns; i++)
            in[i] = (float)i;
        returned(hTranspose(in.data(), out.data(), rows, columns), "hTranspose");
        for (int i = 0; i < rows * columns; i++)
            if (out[i] != in[i % rows * columns + i / rows])
                mistake(NULL, "hTranspose, %d rows, %d columns: out[%d] is %g, expected %g", rows,
                        columns, i, out[i], in[i % rows * columns + i / rows]);
    }
}
static void check_banks_launches(void) {
    check_launches("hTranspose");
}
static void check_banks_errors(void) {
    static std::vector<float> in(64 * 96), out(64 * 96);
    for (int i = 0; i < 64 * 96; i++)
        in[i] = (float)(i + 1);
    errors("hTranspose", out, [] { return hTranspose(in.data(), out.data(), 64, 96); });
}

static void try_sum(int n, int blocks, int threads) {
    std::vector<unsigned> in(n);
    unsigned expected = 12345;
    for (int i = 0; i < n; i++)
        expected += in[i] = 2654435761u * (i + 1);
    unsigned *words = to_device_memory(in),
             *sum = to_device_memory(std::vector<unsigned>(1, 12345));
    sumWords<<<blocks, threads>>>(words, n, sum);
    launched("sumWords");
    const unsigned got = from_device_memory(sum, 1)[0];
    CUDA_CHECK(cudaFree(words));
    CUDA_CHECK(cudaFree(sum));
    if (got == 12345)
        not_begun();
    if (got != expected)
        mistake(NULL, "sumWords of %d words, %d blocks of %d threads: the sum is %u, expected %u",
                n, blocks, threads, got, expected);
}
static void check_sum(void) {
    try_sum(1, 1, 32);
    try_sum(1000, 3, 96);
    try_sum(5003, 2, 1024);
    try_sum(777, 5, 224);
}
static void count_sum(void) {
    try_sum(3001, 4, 160);
}

// At most so many atomic operations on global memory.
static void check_atomics(const char *kernel, double most) {
    const double atomics = counted(kernel, "global_atomics", "accesses");
    if (atomics > most)
        mistake("too-many-atomics", "%s does %.0f atomic operations on global memory, at most %.0f",
                kernel, atomics, most);
}
static void check_sum_atomics(void) {
    check_atomics("sumWords", 4);
}

static void compare_bins(const char *name, const std::vector<unsigned char> &in,
                         const std::vector<unsigned> &bins, unsigned held) {
    std::vector<unsigned> expected(BINS, held);
    for (unsigned char v : in)
        expected[v]++;
    for (int v = 0; v < BINS; v++)
        if (bins[v] != expected[v])
            mistake(NULL, "%s of %d bytes: bins[%d] is %u, expected %u", name, (int)in.size(), v,
                    bins[v], expected[v]);
}

static std::vector<unsigned char> some_bytes(int n) {
    std::vector<unsigned char> in(n);
    for (int i = 0; i < n; i++)
        in[i] = (unsigned char)(i % 3 ? (i * 2654435761u) >> 24 : 200);
    return in;
}

static void try_histogram(int n, int blocks, int threads) {
    const std::vector<unsigned char> in = some_bytes(n);
    unsigned char *bytes = to_device_memory(in);
    unsigned *bins = to_device_memory(std::vector<unsigned>(BINS, 1000));
    histogram<<<blocks, threads>>>(bytes, n, bins);
    launched("histogram");
    const std::vector<unsigned> got = from_device_memory(bins, BINS);
    CUDA_CHECK(cudaFree(bytes));
    CUDA_CHECK(cudaFree(bins));
    if (std::count(got.begin(), got.end(), 1000u) == BINS)
        not_begun();
    compare_bins("histogram", in, got, 1000);
}
static void check_histogram(void) {
    try_histogram(1, 1, 32);
    try_histogram(5003, 3, 96);
    try_histogram(2000, 3, 1024);
}
static void count_histogram(void) {
    try_histogram(9001, 3, 96);
}
static void check_histogram_atomics(void) {
    check_atomics("histogram", 3 * BINS);
}
static void check_histogram_host(void) {
    for (int n : {1, 1000, 100003}) {
        std::vector<unsigned> bins(BINS, 5);
        returned(hHistogram(some_bytes(n).data(), n, bins.data()), "hHistogram");
        compare_bins("hHistogram", some_bytes(n), bins, 0);
    }
}
static void check_histogram_launches(void) {
    check_launches("hHistogram");
}
static void check_histogram_errors(void) {
    static const std::vector<unsigned char> in = some_bytes(4096);
    static std::vector<unsigned> bins(BINS);
    errors("hHistogram", bins, [] { return hHistogram(in.data(), 4096, bins.data()); });
}

static const Check checks[] = {
    {"step1-rows", 1, 5, "copyRows", check_rows, NULL, NULL, NULL},
    {"step1-rows-sectors", 1, 3, "copyRows: sectors", count_rows, NULL, NULL, check_rows_sectors},
    {"step1-columns", 1, 4, "copyColumns", check_columns, NULL, NULL, NULL},
    {"step1-columns-sectors", 1, 3, "copyColumns: sectors", count_columns, NULL, NULL,
     check_columns_sectors},
    {"step1-predict", 1, 5, "hSectorsPerRequest", check_answer, NULL, NULL, NULL},
    {"step2-arrays", 2, 5, "toArrays", check_arrays, NULL, NULL, NULL},
    {"step2-sectors", 2, 3, "toArrays: sectors", count_arrays, NULL, NULL, check_arrays_sectors},
    {"step2-host", 2, 3, "hToArrays", check_arrays_host, "step2-arrays", NULL,
     check_arrays_launches},
    {"step2-errors", 2, 3, "hToArrays: errors", check_arrays_errors, NULL, NULL, NULL},
    {"step3-naive", 3, 5, "transposeNaive", check_naive, NULL, NULL, NULL},
    {"step3-sectors", 3, 3, "transposeNaive: sectors", count_naive, NULL, NULL,
     check_naive_sectors},
    {"step4-tile", 4, 7, "transposeTile", check_tile, NULL, NULL, NULL},
    {"step4-sectors", 4, 5, "transposeTile: sectors", count_tile, NULL, NULL, check_tile_sectors},
    {"step5-predict", 5, 5, "hTurnsPerRequest", check_turns, NULL, NULL, NULL},
    {"step5-banks", 5, 6, "transposeBanks", check_banks, NULL, NULL, NULL},
    {"step5-conflicts", 5, 5, "transposeBanks: conflicts", count_banks, NULL, NULL,
     check_banks_counts},
    {"step5-host", 5, 3, "hTranspose", check_banks_host, "step5-banks", NULL, check_banks_launches},
    {"step5-errors", 5, 3, "hTranspose: errors", check_banks_errors, NULL, NULL, NULL},
    {"step6-sum", 6, 6, "sumWords", check_sum, NULL, NULL, NULL},
    {"step6-sum-atomics", 6, 3, "sumWords: atomics", count_sum, NULL, NULL, check_sum_atomics},
    {"step6-histogram", 6, 6, "histogram", check_histogram, NULL, NULL, NULL},
    {"step6-histogram-atomics", 6, 3, "histogram: atomics", count_histogram, NULL, NULL,
     check_histogram_atomics},
    {"step6-host", 6, 3, "hHistogram", check_histogram_host, "step6-histogram", NULL,
     check_histogram_launches},
    {"step6-errors", 6, 3, "hHistogram: errors", check_histogram_errors, NULL, NULL, NULL},
};
static const int check_count = sizeof checks / sizeof *checks;
#endif

// Milliseconds of one launch, after one that is not counted.
static float time_of(MatrixKernel kernel, const float *in, float *out, int rows, int columns) {
    cudaEvent_t start, stop;
    float ms = 0;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    for (int launch = 0; launch < 2; launch++) {
        CUDA_CHECK(cudaEventRecord(start));
        kernel<<<tiles_of(rows, columns), dim3(TILE, TILE_ROWS)>>>(in, out, rows, columns);
        CUDA_CHECK(cudaEventRecord(stop));
        CUDA_CHECK(cudaEventSynchronize(stop));
    }
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return ms;
}

int main(int argc, char **argv) {
#ifdef LAB_CHECK
    int status = selftest(argc, argv, "lab11", checks, check_count);
    if (status >= 0)
        return status;
#endif
    const int rows = argc > 1 ? atoi(argv[1]) : 1000, columns = argc > 2 ? atoi(argv[2]) : 1400;
    if (argc > 3 || rows < 1 || columns < 1 || rows > (1 << 29) / columns) {
        fprintf(stderr, "usage: lab11 [ROWS [COLUMNS]]: make run ARGS=\"8192 8192\"; `make check` "
                        "tries every step\n");
        return 2;
    }
    puts("your predictions: a float, every so many bytes: sectors a request");
    for (int stride = 4; stride <= 128; stride *= 2)
        printf("  %3d: %2d\n", stride, hSectorsPerRequest(stride, 4, 0));
    puts("and a word, every so many words: turns a request");
    for (int stride : {1, 2, 3, 4, 16, 31, 32, 33})
        printf("  %3d: %2d\n", stride, hTurnsPerRequest(stride));
    float *in = NULL, *out = NULL;
    CUDA_CHECK(cudaMalloc(&in, (size_t)rows * columns * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&out, (size_t)rows * columns * sizeof(float)));
    CUDA_CHECK(cudaMemset(in, 0, (size_t)rows * columns * sizeof(float)));
    printf("%d rows, %d columns, time of one launch" TIMES_NOTE "\n", rows, columns);
    const MatrixKernel kernels[] = {copyRows, copyColumns, transposeNaive, transposeTile,
                                    transposeBanks};
    const char *const names[] = {"copyRows", "copyColumns", "transposeNaive", "transposeTile",
                                 "transposeBanks"};
    for (int k = 0; k < 5; k++) {
        CUDA_CHECK(cudaMemset(out, 0xff, sizeof(float)));
        const float ms = time_of(kernels[k], in, out, rows, columns);
        float first = 0; // of a matrix of zeros; the bytes 0xff are no number
        CUDA_CHECK(cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost));
        if (first != first)
            printf("  %-15s no time: it writes nothing yet\n", names[k]);
        else
            printf("  %-15s %9.4f ms\n", names[k], ms);
    }
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return 0;
}
