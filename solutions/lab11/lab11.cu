// Lab 11, given: prints what each step shows. `make check` tries the steps.
#include "lab11.h"
#include "../common/selftest.h"
#include <array>

typedef void (*MatrixKernel)(const float *, float *, int, int);

static dim3 tiles_of(int rows, int columns) {
    return dim3((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
}

#ifdef LAB_CHECK
static const float before = -7777.0f; // what results hold
enum { SPARE = 64 };                  // elements behind the last one

// ---- Matrices -----------------------------------------------------------------------------------

struct Matrix {
    int rows, columns;
    bool transposed;            // in what is owed
    std::vector<float> in, out; // out has SPARE elements more

    int count() const {
        return rows * columns;
    }
    bool written() const {
        return std::count(out.begin(), out.end(), before) < count() + SPARE;
    }
    int copied(int row, int column) const {
        return row * columns + column;
    }
    int turned(int row, int column) const {
        return column * rows + row;
    }
    int owed(int row, int column) const {
        return transposed ? turned(row, column) : copied(row, column);
    }
    // Is out what it would be if element (row, column) went to place(row, column), or nowhere where
    // that is negative? Where nothing goes anything may lie but what is right.
    template <class Place> bool is_placed(Place place) const {
        std::vector<float> right(count()), held(count(), before);
        for (int row = 0; row < rows; row++)
            for (int column = 0; column < columns; column++) {
                const int to = place(row, column);
                right[owed(row, column)] = in[copied(row, column)];
                if (to >= 0 && to < count())
                    held[to] = in[copied(row, column)];
            }
        for (int i = 0; i < count(); i++)
            if (held[i] == before ? out[i] == right[i] : out[i] != held[i])
                return false;
        return true;
    }
    bool holds_only(bool (*part)(const Matrix &m, int row, int column)) const {
        return is_placed(
            [&](int row, int column) { return part(*this, row, column) ? owed(row, column) : -1; });
    }
    bool tiles_lie(bool moved, bool turned) const { // each at its place or not, turned or not
        return transposed && is_placed([&](int row, int column) {
                   const int top = row / TILE * TILE, left = column / TILE * TILE,
                             down = row % TILE, along = column % TILE,
                             to_row = (moved ? left : top) + (turned ? along : down),
                             to = (moved ? top : left) + (turned ? down : along);
                   return to_row < columns && to < rows ? to_row * rows + to : -1;
               });
    }
};

static bool in_whole_tiles(const Matrix &m, int row, int column) {
    return row < m.rows / TILE * TILE && column < m.columns / TILE * TILE;
}
static bool in_first_rows(const Matrix &, int row, int) {
    return row % TILE < TILE_ROWS;
}
static bool in_first_columns(const Matrix &, int, int column) {
    return column % TILE < TILE_ROWS;
}
static bool in_first_corners(const Matrix &, int row, int column) {
    return row % TILE < TILE_ROWS && column % TILE < TILE_ROWS;
}
static bool in_short_blocks(const Matrix &m, int row, int) { // begin at blockIdx.y * TILE_ROWS
    return row < (m.rows + TILE - 1) / TILE * TILE_ROWS;
}
// The thread that writes is guarded as the one that reads another element.
static bool in_both_guards(const Matrix &m, int row, int column) {
    return row / TILE * TILE + column % TILE < m.rows &&
           column / TILE * TILE + row % TILE < m.columns;
}

// What explains a wrong result, or NULL.
static const char *matrix_name(const Matrix &m) {
    if (!m.written())
        return "never-written";
    if (m.is_placed([&](int row, int column) {
            return m.transposed ? m.copied(row, column) : m.turned(row, column);
        }))
        return "not-transposed";
    if (m.tiles_lie(true, false))
        return "tile-not-turned";
    if (m.tiles_lie(false, true))
        return "tile-not-moved";
    if (m.holds_only(in_whole_tiles))
        return "edge-tiles-dropped";
    for (auto part : {in_first_rows, in_first_columns, in_first_corners, in_short_blocks})
        if (m.holds_only(part))
            return "one-element-a-thread";
    return m.holds_only(in_both_guards) ? "guard-not-turned" : NULL;
}

static void judge_matrix(const char *name, const Matrix &m) {
    const int width = m.transposed ? m.rows : m.columns;
    for (int i = m.count(); i < (int)m.out.size(); i++)
        if (m.out[i] != before)
            mistake(m.count() == 1 ? "missing-bounds-guard" : NULL,
                    "%s, %d rows, %d columns: out[%d], behind the last element, was changed", name,
                    m.rows, m.columns, i);
    for (int i = 0; i < m.count(); i++) {
        const float expected = m.transposed ? m.in[m.copied(i % m.rows, i / m.rows)] : m.in[i];
        if (m.out[i] == expected)
            continue;
        const char *why = m.count() > 1 ? matrix_name(m) : NULL;
        if (m.out[i] == before)
            mistake(why, "%s, %d rows, %d columns: row %d, column %d of out was never written",
                    name, m.rows, m.columns, i / width, i % width);
        mistake(why, "%s, %d rows, %d columns: row %d, column %d of out is %g, expected %g", name,
                m.rows, m.columns, i / width, i % width, m.out[i], expected);
    }
}

// Launches the kernel on a matrix, with `more` blocks than tiles along both sides.
static Matrix launch_matrix(const char *name, MatrixKernel kernel, bool transposed, int rows,
                            int columns, int more) {
    Matrix m = {rows, columns, transposed, std::vector<float>(rows * columns), {}};
    for (int i = 0; i < m.count(); i++)
        m.in[i] = (float)(i + 1);
    float *from = to_device_memory(m.in),
          *to = to_device_memory(std::vector<float>(m.count() + SPARE, before));
    dim3 grid = tiles_of(rows, columns);
    grid.x += more, grid.y += more;
    kernel<<<grid, dim3(TILE, TILE_ROWS)>>>(from, to, rows, columns);
    launched(name);
    m.out = from_device_memory(to, m.count() + SPARE);
    CUDA_CHECK(cudaFree(from));
    CUDA_CHECK(cudaFree(to));
    return m;
}

static void check_matrix(const char *name, MatrixKernel kernel, bool transposed) {
    launch_has(SPARE_THREADS); // one element: what leaves it is of threads that have none
    const Matrix one = launch_matrix(name, kernel, transposed, 1, 1, 0);
    if (one.written())
        judge_matrix(name, one);
    launch_has(ANY_THREADS);
    const Matrix first = launch_matrix(name, kernel, transposed, 45, 71, 0);
    if (!one.written() && !first.written())
        not_begun();
    judge_matrix(name, first);
    judge_matrix(name, one);
    for (auto [rows, columns, more] : {std::array{103, 34, 0}, {3, 200, 0}, {37, 41, 1}})
        judge_matrix(name, launch_matrix(name, kernel, transposed, rows, columns, more));
}

// ---- Counts -------------------------------------------------------------------------------------

// Sides that are whole tiles: what is counted is of requests of all threads.
static void count_matrix(const char *name, MatrixKernel kernel, bool transposed, int rows,
                         int columns) {
    findings_elsewhere();
    if (!launch_matrix(name, kernel, transposed, rows, columns, 0).written())
        not_begun();
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

// Ends the check of a kernel that asks for next to nothing of its elements of 4 bytes.
static double sectors_of(const char *kernel, const char *kind, int elements) {
    const double bytes = counted(kernel, kind, "bytes");
    if (bytes < 4.0 * elements / 16)
        mistake(NULL, "%s asks for %.0f bytes (%s), and has %d elements of 4 bytes", kernel, bytes,
                kind, elements);
    return counted(kernel, kind, "sectors_per_request");
}

// 4 sectors a request, or more if all they hold is asked for.
static bool is_coalesced(const char *kernel, const char *kind) {
    const double sectors = counted(kernel, kind, "sectors");
    return sectors <= 4.01 * counted(kernel, kind, "requests") ||
           32 * sectors <= 1.02 * counted(kernel, kind, "bytes");
}

static void check_coalesced(const char *kernel, const char *kind, int elements) {
    const double sectors = sectors_of(kernel, kind, elements);
    if (!is_coalesced(kernel, kind))
        mistake("not-coalesced", "%s touches %.1f sectors a request (%s), expected at most 4",
                kernel, sectors, kind);
    // More sectors than the elements lie in, since few threads share a request.
    const double threads = counted(kernel, kind, "accesses") / counted(kernel, kind, "requests");
    if (threads < 32 / 2.5 && 32 * counted(kernel, kind, "sectors") > 2.5 * 4 * elements)
        mistake("not-coalesced",
                "%s touches %.1f sectors a request (%s), but only %.1f threads take part in it",
                kernel, sectors, kind, threads);
}

static void check_scattered(const char *kernel, const char *kind, int elements) {
    const double sectors = sectors_of(kernel, kind, elements),
                 threads = counted(kernel, kind, "accesses") / counted(kernel, kind, "requests");
    if (sectors < 0.9 * threads || threads < 8)
        mistake("not-by-columns",
                "%.0f threads of %s touch %.1f sectors a request (%s), expected one for each",
                threads, kernel, sectors, kind);
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
    count_matrix("copyRows", copyRows, false, 64, 96);
}
static void check_rows_sectors(void) {
    check_coalesced("copyRows", "global_loads", 64 * 96);
    check_coalesced("copyRows", "global_stores", 64 * 96);
}
static void check_columns(void) {
    check_matrix("copyColumns", copyColumns, false);
}
static void count_columns(void) {
    count_matrix("copyColumns", copyColumns, false, 64, 96);
}
static void check_columns_sectors(void) {
    check_scattered("copyColumns", "global_loads", 64 * 96);
    check_scattered("copyColumns", "global_stores", 64 * 96);
}

static int sectors_asked(int stride, int size, int offset) {
    std::vector<bool> asked((offset + 31 * stride + size) / 32 + 1);
    for (int i = 0; i < 32; i++)
        asked[(offset + i * stride) / 32] = true;
    return (int)std::count(asked.begin(), asked.end(), true);
}

// Calls try_it(stride, size, offset) for many of them, as long as it returns true.
template <class Try> static bool for_all_requests(Try try_it) {
    for (int size : {1, 2, 4, 8, 16})
        for (int stride = 0; stride <= 160; stride += size)
            for (int offset = 0; offset <= 48; offset += size)
                if (!try_it(stride, size, offset))
                    return false;
    return true;
}

// What explains wrong answers, or NULL.
static const char *answer_name(void) {
    if (for_all_requests([](int stride, int size, int offset) {
            return hSectorsPerRequest(stride, size, offset) ==
                   (offset + 31 * stride + size - 1) / 32 - offset / 32 + 1;
        }) ||
        for_all_requests([](int stride, int size, int offset) {
            return hSectorsPerRequest(stride, size, offset) == (31 * stride + size + 31) / 32;
        }))
        return "gaps-counted";
    return for_all_requests([](int stride, int size, int offset) {
        return hSectorsPerRequest(stride, size, offset) == sectors_asked(stride, size, 0);
    })
               ? "offset-forgotten"
               : NULL;
}

static void check_answer(void) {
    if (hSectorsPerRequest(4, 4, 0) == 0)
        not_begun();
    for_all_requests([](int stride, int size, int offset) {
        const int answer = hSectorsPerRequest(stride, size, offset);
        if (answer != sectors_asked(stride, size, offset))
            mistake(answer_name(), "hSectorsPerRequest(%d, %d, %d) is %d: not right", stride, size,
                    offset, answer);
        return true;
    });
}

static std::vector<Particle> some_particles(int n) {
    std::vector<Particle> particles(n);
    for (int i = 0; i < n; i++)
        particles[i] = {(float)i + 1, (float)i + 0.25f, (float)-i - 1, 2.0f * i + 0.5f};
    return particles;
}

// What explains wrong fields, or NULL; threads: how many take one particle, or 0.
static const char *fields_name(const std::vector<float> &fields, int n, int threads) {
    const std::vector<Particle> particles = some_particles(n);
    const float *as_they_lie = &particles[0].x;
    int right = 0;
    while (right < n && fields[right] == particles[right].x)
        right++;
    if (std::count(fields.begin(), fields.end(), before) == 4 * n)
        return "never-written";
    if (n > 1 && std::equal(fields.begin(), fields.end(), as_they_lie))
        return "not-taken-apart";
    return threads > 0 && right == threads && fields[right] == before ? "one-element-a-thread"
                                                                      : NULL;
}

static void compare_fields(const char *name, const std::vector<float> &fields, int n, int threads) {
    const std::vector<Particle> particles = some_particles(n);
    for (int i = 0; i < 4 * n; i++) {
        const Particle p = particles[i % n];
        const float expected = (const float[]){p.x, p.y, p.z, p.mass}[i / n];
        const char *field = (const char *[]){"x", "y", "z", "mass"}[i / n];
        if (fields[i] == expected)
            continue;
        const char *why = fields_name(fields, n, threads);
        if (fields[i] == before)
            mistake(why, "%s, n = %d: %s of particle %d was never written", name, n, field, i % n);
        mistake(why, "%s, n = %d: %s of particle %d is %g, expected %g", name, n, field, i % n,
                fields[i], expected);
    }
}

// The fields after a launch, 4 * n of them.
static std::vector<float> launch_arrays(int n, int blocks, int threads) {
    Particle *particles = to_device_memory(some_particles(n));
    float *to = to_device_memory(std::vector<float>(4 * n, before));
    toArrays<<<blocks, threads>>>(particles, n, to, to + n, to + 2 * n, to + 3 * n);
    launched("toArrays");
    const std::vector<float> fields = from_device_memory(to, 4 * n);
    CUDA_CHECK(cudaFree(particles));
    CUDA_CHECK(cudaFree(to));
    if (std::count(fields.begin(), fields.end(), before) == 4 * n)
        not_begun();
    return fields;
}

static void check_arrays(void) {
    for (auto [n, blocks, threads] : {std::array{1003, 3, 64}, {1, 1, 32}, {517, 9, 96}})
        compare_fields("toArrays", launch_arrays(n, blocks, threads), n, blocks * threads);
}
static void count_arrays(void) {
    findings_elsewhere();
    launch_arrays(1024, 2, 128);
}
static void check_arrays_sectors(void) {
    check_coalesced("toArrays", "global_stores", 4 * 1024);
}

static void check_arrays_host(void) {
    for (int n : {1, 1000, 70001}) {
        std::vector<float> fields(4 * n, before);
        returned(hToArrays(some_particles(n).data(), n, fields.data()), "hToArrays");
        compare_fields("hToArrays", fields, n, 0);
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
    count_matrix("transposeNaive", transposeNaive, true, 64, 96);
}
static void check_naive_sectors(void) {
    sectors_of("transposeNaive", "global_loads", 64 * 96);
    sectors_of("transposeNaive", "global_stores", 64 * 96);
    if (counted("transposeNaive", "shared_stores", "requests") > 0)
        mistake(NULL, "transposeNaive uses shared memory: that is step 4");
    const bool loads = is_coalesced("transposeNaive", "global_loads");
    check_coalesced("transposeNaive", loads ? "global_loads" : "global_stores", 64 * 96);
}

static void check_tile(void) {
    check_matrix("transposeTile", transposeTile, true);
}
static void count_tile(void) {
    count_matrix("transposeTile", transposeTile, true, 64, 96);
}
static void check_tile_sectors(void) {
    check_tile_used("transposeTile");
    check_coalesced("transposeTile", "global_loads", 64 * 96);
    check_coalesced("transposeTile", "global_stores", 64 * 96);
}

static int turns_of(int stride) {
    int turns = stride == 0;
    for (int bank = 0; bank < 32 && stride > 0; bank++) {
        int words = 0;
        for (int i = 0; i < 32; i++)
            words += i * stride % 32 == bank;
        turns = std::max(turns, words);
    }
    return turns;
}

static void check_turns(void) {
    if (hTurnsPerRequest(1) == 0)
        not_begun();
    bool one_word_counts = hTurnsPerRequest(0) == 32;
    for (int stride = 1; stride <= 200; stride++)
        one_word_counts = one_word_counts && hTurnsPerRequest(stride) == turns_of(stride);
    for (int stride = 0; stride <= 200; stride++)
        if (hTurnsPerRequest(stride) != turns_of(stride))
            mistake(one_word_counts ? "broadcast-forgotten" : NULL,
                    "hTurnsPerRequest(%d) is %d: not right", stride, hTurnsPerRequest(stride));
}

static void check_banks(void) {
    check_matrix("transposeBanks", transposeBanks, true);
}
static void count_banks(void) {
    count_matrix("transposeBanks", transposeBanks, true, 64, 96);
}
static void check_banks_counts(void) {
    check_tile_used("transposeBanks");
    const double conflicts = counted("transposeBanks", "shared_loads", "bank_conflicts") +
                             counted("transposeBanks", "shared_stores", "bank_conflicts");
    if (conflicts > 0)
        mistake("bank-conflicts", "transposeBanks has %.0f bank conflicts, expected 0", conflicts);
    check_coalesced("transposeBanks", "global_loads", 64 * 96);
    check_coalesced("transposeBanks", "global_stores", 64 * 96);
    const double bytes = counted("transposeBanks", "threads", "static_shared");
    if (bytes > 8192)
        mistake(NULL, "transposeBanks takes %.0f bytes of shared memory, at most 8192", bytes);
}

static void check_banks_host(void) {
    const int sizes[][2] = {{45, 301}, {1, 1}, {256, 64}};
    for (auto [rows, columns] : sizes) {
        Matrix m = {rows, columns, true, std::vector<float>(rows * columns), {}};
        for (int i = 0; i < m.count(); i++)
            m.in[i] = (float)(i + 1);
        m.out.assign(m.count() + SPARE, before);
        returned(hTranspose(m.in.data(), m.out.data(), rows, columns), "hTranspose");
        judge_matrix("hTranspose", m);
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

enum { HELD = 12345 }; // by *sum before

static std::vector<unsigned> some_words(int n) {
    std::vector<unsigned> in(n);
    for (int i = 0; i < n; i++)
        in[i] = 2654435761u * (i + 1);
    return in;
}

static unsigned sum_of(const std::vector<unsigned> &in, size_t n) {
    unsigned sum = HELD;
    for (size_t i = 0; i < std::min(n, in.size()); i++)
        sum += in[i];
    return sum;
}

// What the blocks come to where half of an odd number of sums loses one.
static unsigned sum_by_halves(const std::vector<unsigned> &in, int blocks, int threads) {
    unsigned sum = HELD;
    for (int b = 0; b < blocks; b++) {
        std::vector<unsigned> part(threads);
        for (size_t i = 0; i < in.size(); i++)
            if ((int)i / threads % blocks == b)
                part[i % threads] += in[i];
        for (int half = threads / 2; half > 0; half /= 2)
            for (int t = 0; t < half; t++)
                part[t] += part[t + half];
        sum += part[0];
    }
    return sum;
}

// *sum after a launch on some_words(n).
static unsigned launch_sum(int n, int blocks, int threads) {
    unsigned *words = to_device_memory(some_words(n)),
             *sum = to_device_memory(std::vector<unsigned>(1, HELD));
    sumWords<<<blocks, threads>>>(words, n, sum);
    launched("sumWords");
    const unsigned got = from_device_memory(sum, 1)[0];
    CUDA_CHECK(cudaFree(words));
    CUDA_CHECK(cudaFree(sum));
    return got;
}

static void try_sum(int n, int blocks, int threads) {
    const std::vector<unsigned> in = some_words(n);
    const unsigned got = launch_sum(n, blocks, threads), expected = sum_of(in, n);
    if (got != expected)
        mistake(got == HELD                                 ? "never-written"
                : got == sum_of(in, blocks * threads)       ? "one-element-a-thread"
                : got == sum_by_halves(in, blocks, threads) ? "odd-half-lost"
                                                            : NULL,
                "sumWords of %d words, %d blocks of %d threads: the sum is %u, expected %u", n,
                blocks, threads, got, expected);
}
static void check_sum(void) {
    if (launch_sum(1000, 3, 96) == HELD)
        not_begun();
    try_sum(1000, 3, 96);
    try_sum(1, 1, 32);
    try_sum(5003, 2, 1024);
    try_sum(777, 5, 224);
}
static void count_sum(void) {
    findings_elsewhere();
    if (launch_sum(3001, 4, 160) == HELD)
        not_begun();
}

// At most so many atomic operations on global memory.
static void check_atomics(const char *kernel, double most, double bytes) {
    if (counted(kernel, "global_loads", "bytes") < bytes / 32)
        mistake(NULL, "%s reads %.0f bytes, and has %.0f to count", kernel,
                counted(kernel, "global_loads", "bytes"), bytes);
    const double atomics = counted(kernel, "global_atomics", "accesses");
    if (atomics > most)
        mistake("too-many-atomics", "%s does %.0f atomic operations on global memory, at most %.0f",
                kernel, atomics, most);
}
static void check_sum_atomics(void) {
    check_atomics("sumWords", 4, 4 * 3001);
}

static std::vector<unsigned char> some_bytes(int n) {
    std::vector<unsigned char> in(n);
    for (int i = 0; i < n; i++)
        in[i] = (unsigned char)(i % 3 ? (i * 2654435761u) >> 24 : 200);
    return in;
}

static std::vector<unsigned> bins_of(const std::vector<unsigned char> &in, size_t n,
                                     unsigned held) {
    std::vector<unsigned> bins(BINS, held);
    for (size_t i = 0; i < std::min(n, in.size()); i++)
        bins[in[i]]++;
    return bins;
}

// blocks and threads: of the launch, or 0.
static void compare_bins(const char *name, int n, const std::vector<unsigned> &bins, unsigned held,
                         int blocks, int threads) {
    const std::vector<unsigned char> in = some_bytes(n);
    const std::vector<unsigned> expected = bins_of(in, n, held);
    std::vector<unsigned> without = expected;
    if (threads > 0 && threads < BINS)
        std::fill(without.begin() + threads, without.end(), held);
    const char *why = threads > 0 && bins == bins_of(in, blocks * threads, held)
                          ? "one-element-a-thread"
                      : bins == without ? "bins-beyond-threads"
                                        : NULL;
    for (int v = 0; v < BINS; v++)
        if (bins[v] != expected[v])
            mistake(why, "%s of %d bytes: bins[%d] is %u, expected %u", name, n, v, bins[v],
                    expected[v]);
}

// The bins after a launch on some_bytes(n). Before it each holds 1000.
static std::vector<unsigned> launch_histogram(int n, int blocks, int threads) {
    unsigned char *bytes = to_device_memory(some_bytes(n));
    unsigned *bins = to_device_memory(std::vector<unsigned>(BINS, 1000));
    histogram<<<blocks, threads>>>(bytes, n, bins);
    launched("histogram");
    const std::vector<unsigned> got = from_device_memory(bins, BINS);
    CUDA_CHECK(cudaFree(bytes));
    CUDA_CHECK(cudaFree(bins));
    return got;
}

// As many threads as bins, and more: no part of it leaves all bins as they were.
static bool histogram_begun(void) {
    const std::vector<unsigned> got = launch_histogram(2000, 3, 1024);
    return std::count(got.begin(), got.end(), 1000u) < BINS;
}
static void check_histogram(void) {
    if (!histogram_begun())
        not_begun();
    for (auto [n, blocks, threads] : {std::array{5003, 3, 96}, {1, 1, 32}, {2000, 3, 1024}})
        compare_bins("histogram", n, launch_histogram(n, blocks, threads), 1000, blocks, threads);
}
static void count_histogram(void) {
    findings_elsewhere();
    const std::vector<unsigned> got = launch_histogram(9001, 3, 96);
    if (std::count(got.begin(), got.end(), 1000u) == BINS)
        not_begun();
}
static void check_histogram_atomics(void) {
    check_atomics("histogram", 3 * BINS, 9001);
}
static void check_histogram_host(void) {
    for (int n : {1, 1000, 100003}) {
        std::vector<unsigned> bins(BINS, 5);
        returned(hHistogram(some_bytes(n).data(), n, bins.data()), "hHistogram");
        compare_bins("hHistogram", n, bins, 0, 0, 0);
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

// What findings of the checker's mean here, as the grader names it.
static const std::vector<FindingName> found_names = {
    {"shared-memory-race", "", "missing-syncthreads"},
    {"global-memory-race", "kernel sumWords", "missing-atomic"},
    {"global-memory-race", "kernel histogram", "missing-atomic"},
};

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
    {"step4-tile", 4, 6, "transposeTile", check_tile, NULL, NULL, NULL},
    {"step4-sectors", 4, 4, "transposeTile: sectors", count_tile, NULL, NULL, check_tile_sectors},
    {"step4-time", 4, 2, "transposeTile: time", NULL, NULL, NULL, NULL},
    {"step5-predict", 5, 4, "hTurnsPerRequest", check_turns, NULL, NULL, NULL},
    {"step5-banks", 5, 5, "transposeBanks", check_banks, NULL, NULL, NULL},
    {"step5-conflicts", 5, 4, "transposeBanks: conflicts", count_banks, NULL, NULL,
     check_banks_counts},
    {"step5-time", 5, 3, "transposeBanks: time", NULL, NULL, NULL, NULL},
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
    int status = selftest(argc, argv, "lab11", checks, check_count, found_names);
    if (status >= 0)
        return status;
#endif
    const int rows = argc > 1 ? atoi(argv[1]) : 1000, columns = argc > 2 ? atoi(argv[2]) : 1400;
    if (argc > 3 || rows < 1 || columns < 1 || rows > (1 << 29) / columns) {
        fprintf(stderr, "usage: lab11 [ROWS [COLUMNS]]: make run ARGS=\"8192 8192\"; `make check` "
                        "tries every step\n");
        return 2;
    }
    puts("hSectorsPerRequest: a float, every so many bytes: sectors a request");
    for (int stride = 4; stride <= 128; stride *= 2)
        printf("  %3d: %2d\n", stride, hSectorsPerRequest(stride, 4, 0));
    puts("hTurnsPerRequest: a word, every so many words: turns a request");
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
