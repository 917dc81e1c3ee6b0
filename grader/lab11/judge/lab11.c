/* Lab 11's checks. */
#include "judge.h"
#include "../harness/inputs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 32, TILE_ROWS = 8, BINS = 256 };

#define ADDS_TO_ONE_WORD                                                                           \
    "Two blocks read a word of global memory, add to it and write it back, and one of the two "    \
    "is lost. atomicAdd does the three as one."

const struct finding_rule lab_findings[] = {
    {"global-memory-race", "kernel sumWords", "missing-atomic", ADDS_TO_ONE_WORD},
    {"global-memory-race", "kernel histogram", "missing-atomic", ADDS_TO_ONE_WORD},
    {"shared-memory-race", "kernel histogram", "missing-syncthreads",
     "Bins are set to 0, then counted in, then added to those of all blocks: a __syncthreads() "
     "stands between any two of these. Where both threads are in the line that counts, no barrier "
     "helps: threads add to one bin at the same time, and atomicAdd makes that right."},
    {0}};

/* The function whose results the run has: kernel=NAME. */
static const char *function_of(const struct run *run) {
    static const char *const names[] = {"copyRows",      "copyColumns",    "transposeNaive",
                                        "transposeTile", "transposeBanks", "hTranspose",
                                        "toArrays",      "hToArrays",      "sumWords",
                                        "histogram",     "hHistogram"};
    const char *text = judge_argument_text(run, "kernel");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcspn(text, " \n") == strlen(names[i]) &&
            strncmp(text, names[i], strlen(names[i])) == 0)
            return names[i];
    return "the kernel";
}

static int integer(const struct run *run, const char *name) {
    return (int)judge_argument(run, name);
}

bool lab_has_work(const struct run *run, const char *kernel, const long at[3]) {
    if (judge_has_argument(run, "n"))
        return at[1] == 0 && at[0] < integer(run, "n");
    if (!judge_has_argument(run, "rows"))
        return false;
    const int rows = integer(run, "rows"), columns = integer(run, "columns");
    /* With some of its elements outside, a thread without a guard is one without work. */
    const long left = at[0] / TILE * TILE, top = at[1] / TILE_ROWS * TILE, x = at[0] % TILE,
               last = at[1] % TILE_ROWS + TILE - TILE_ROWS;
    if (strstr(kernel, "copyColumns"))
        return left + last < columns && top + x < rows;
    return left + x < columns && top + last < rows;
}

/* ---- matrices -------------------------------------------------------------------------------- */

struct matrix {
    int rows, columns;
    bool transposed;
    const double *got;
    double *expected;
};

/* Where element (row, column) of in goes, if it is done in some other way; -1: nowhere. */
typedef int place(const struct matrix *m, int row, int column);

static int place_asked(const struct matrix *m, int row, int column) {
    return m->transposed ? column * m->rows + row : row * m->columns + column;
}
static int place_other(const struct matrix *m, int row, int column) {
    return m->transposed ? row * m->columns + column : column * m->rows + row;
}
static int place_not_turned(const struct matrix *m, int row, int column) {
    const int to_row = column / TILE * TILE + row % TILE, to = row / TILE * TILE + column % TILE;
    return m->transposed && to_row < m->columns && to < m->rows ? to_row * m->rows + to : -1;
}
static int place_not_moved(const struct matrix *m, int row, int column) {
    const int to_row = row / TILE * TILE + column % TILE, to = column / TILE * TILE + row % TILE;
    return m->transposed && to_row < m->columns && to < m->rows ? to_row * m->rows + to : -1;
}
static int place_whole_tiles(const struct matrix *m, int row, int column) {
    return row < m->rows / TILE * TILE && column < m->columns / TILE * TILE
               ? place_asked(m, row, column)
               : -1;
}
static int place_first_rows(const struct matrix *m, int row, int column) {
    return row % TILE < TILE_ROWS ? place_asked(m, row, column) : -1;
}
static int place_first_columns(const struct matrix *m, int row, int column) {
    return column % TILE < TILE_ROWS ? place_asked(m, row, column) : -1;
}
static int place_first_corner(const struct matrix *m, int row, int column) {
    return row % TILE < TILE_ROWS && column % TILE < TILE_ROWS ? place_asked(m, row, column) : -1;
}
static int place_rows_of_8(const struct matrix *m, int row, int column) {
    return row < (m->rows + TILE - 1) / TILE * TILE_ROWS ? place_asked(m, row, column) : -1;
}
static int place_common_tiles(const struct matrix *m, int row, int column) {
    const int least = m->rows < m->columns ? m->rows : m->columns,
              end = (least + TILE - 1) / TILE * TILE;
    return row < end && column < end ? place_asked(m, row, column) : -1;
}
static int place_one_less(const struct matrix *m, int row, int column) {
    return row < m->rows - 1 && column < m->columns - 1 ? place_asked(m, row, column) : -1;
}
static int place_both_inside(const struct matrix *m, int row, int column) {
    /* the thread that writes an element is guarded as the one that reads another */
    const int turned_row = row / TILE * TILE + column % TILE,
              turned_column = column / TILE * TILE + row % TILE;
    return turned_row < m->rows && turned_column < m->columns ? place_asked(m, row, column) : -1;
}

static const struct {
    place *place;
    const char *name, *text;
} places[] = {
    {place_other, "not-transposed",
     "Rows stay rows where they are to be columns, or the other way round."},
    {place_not_turned, "tile-not-turned",
     "Each tile is at its place, but lies as it did: thread (x, y) writes tile[x][y], which "
     "another thread has read."},
    {place_not_moved, "tile-not-moved",
     "Each tile is turned, but not moved: out's tile begins at row blockIdx.x * TILE and column "
     "blockIdx.y * TILE."},
    {place_whole_tiles, "edge-tiles-dropped",
     "Only whole tiles are done: those at the edges have fewer rows or columns, and their threads "
     "that have an element work."},
    {place_first_rows, "one-element-a-thread",
     "Of each tile only the first TILE_ROWS rows are done: a block has TILE_ROWS rows of threads, "
     "and each thread takes TILE / TILE_ROWS elements."},
    {place_first_columns, "one-element-a-thread",
     "Of each tile only the first TILE_ROWS columns are done: a block has TILE_ROWS rows of "
     "threads, and each thread takes TILE / TILE_ROWS elements."},
    {place_first_corner, "one-element-a-thread",
     "Of each tile only TILE_ROWS rows are read and as many written: a block has TILE_ROWS rows of "
     "threads, and each thread takes TILE / TILE_ROWS elements."},
    {place_rows_of_8, "one-element-a-thread",
     "A block's rows begin at blockIdx.y * TILE, not at blockIdx.y * blockDim.y: it has TILE rows "
     "of elements, and TILE_ROWS rows of threads."},
    {place_one_less, NULL, "The last row and the last column are left out."},
    {place_both_inside, "guard-not-turned",
     "Behind the barrier a thread has another element than before, and is guarded by the one that "
     "it read: compare the row and the column that it writes."},
    {place_common_tiles, NULL,
     "As many tiles are done along one side as along the other: along x the grid covers the "
     "columns of in, along y its rows."},
};

/* Does out hold what comes of this? */
static bool is_placed(const struct run *run, const struct matrix *m, place *place) {
    const int n = m->rows * m->columns;
    double *out = malloc((size_t)n * sizeof *out);
    bool same = out;
    for (int i = 0; out && i < n; i++)
        out[i] = LAB11_UNWRITTEN;
    for (int i = 0; out && i < n; i++) {
        const int to = place(m, i / m->columns, i % m->columns);
        if (to >= 0 && to < n)
            out[to] = hidden_element(run->seed, i);
    }
    /* Where nothing is placed a tile's word may be read that nobody wrote: it is any. */
    for (int i = 0; same && i < n; i++)
        same = out[i] == LAB11_UNWRITTEN ? m->got[i] != m->expected[i] : m->got[i] == out[i];
    free(out);
    return same;
}

static void check_matrix(const struct run *run) {
    const char *name = function_of(run);
    struct matrix m = {.rows = integer(run, "rows"),
                       .columns = integer(run, "columns"),
                       .transposed = strncmp(name, "copy", 4) != 0};
    const int n = m.rows * m.columns;
    char wrong[400];
    int unwritten = 0, wrongs = 0;
    judge_succeeded(run, name);
    m.got = judge_numbers(run, name, (size_t)n);
    m.expected = malloc((size_t)n * sizeof *m.expected);
    if (!m.got || !m.expected)
        fail(NULL, "%s ran, but its %d results did not come back.", name, n);
    for (int i = 0; i < n; i++)
        m.expected[place_asked(&m, i / m.columns, i % m.columns)] = hidden_element(run->seed, i);
    judge_field("elements", (size_t)(m.transposed ? m.rows : m.columns),
                (size_t)(m.transposed ? m.columns : m.rows), 1);
    for (int i = 0; i < n; i++)
        if (m.got[i] != m.expected[i]) {
            judge_wrong((size_t)i, m.got[i], m.expected[i]);
            unwritten += judge_is_unwritten(m.got[i], LAB11_UNWRITTEN);
            wrongs++;
        }
    if (wrongs == 0 && strcmp(name, "hTranspose") == 0)
        judge_launched(run, name, 1);
    if (wrongs == 0)
        pass("All elements are right.");
    judge_say_wrong(judge_verdict(), wrong, sizeof wrong);
    if (unwritten == n)
        fail("never-written", "%s writes nothing to out (%d rows, %d columns).", name, m.rows,
             m.columns);
    for (size_t k = 0; k < sizeof places / sizeof *places && n > 1; k++)
        if (is_placed(run, &m, places[k].place))
            fail_claiming(places[k].name, places[k].text, "%s, %d rows, %d columns: %s %s", name,
                          m.rows, m.columns, places[k].text, wrong);
    fail(NULL, "%s, %d rows, %d columns: %s%s", name, m.rows, m.columns, wrong,
         unwritten == wrongs ? " These are never written, and the others are right." : "");
}

/* ---- counts ---------------------------------------------------------------------------------- */

static double per_request(const struct run *run, const char *kernel, const char *class,
                          const char *what) {
    char name[64];
    snprintf(name, sizeof name, "%s.%s", class, what);
    const double count = judge_total(run, kernel, name);
    snprintf(name, sizeof name, "%s.requests", class);
    return count / judge_total(run, kernel, name);
}

/* How many elements the run is about. */
static double elements(const struct run *run) {
    return judge_has_argument(run, "n")
               ? 4 * judge_argument(run, "n")
               : judge_argument(run, "rows") * judge_argument(run, "columns");
}

/* Fails where the kernel asks for next to nothing in this class ("global_loads"): whether it asks
 * for all is another test's. */
static void judge_asked(const struct run *run, const char *kernel, const char *class) {
    char name[64];
    snprintf(name, sizeof name, "%s.bytes", class);
    const double bytes = judge_total(run, kernel, name);
    if (bytes < 4 * elements(run) / 16)
        fail(NULL, "%s asks for %.0f bytes (%s), and %.0f elements of 4 bytes are owed.", kernel,
             bytes, class, elements(run));
}

/* Is each request at most 4 sectors, or full of what is asked for? */
static bool is_coalesced(const struct run *run, const char *kernel, const char *class) {
    const double sectors = per_request(run, kernel, class, "sectors");
    return sectors <= 4.01 || 32 * sectors <= 1.02 * per_request(run, kernel, class, "bytes");
}

static void judge_coalesced(const struct run *run, const char *kernel, const char *class) {
    const double sectors = per_request(run, kernel, class, "sectors");
    judge_asked(run, kernel, class);
    measured(strcmp(class, "global_loads") == 0 ? "load_sectors" : "store_sectors", sectors);
    if (!is_coalesced(run, kernel, class))
        fail("not-coalesced",
             "%s: a request touches %.1f sectors (%s), at most 4 are asked for. Threads whose "
             "threadIdx.x differ by 1 are to take elements that lie side by side.",
             kernel, sectors, class);
    /* More sectors than the elements lie in, since few threads share a request. That full requests
     * are made twice is for the times to say. */
    const double threads = per_request(run, kernel, class, "accesses");
    if (threads < 32 / 2.5 &&
        32 * judge_total(run, kernel,
                         strcmp(class, "global_loads") == 0 ? "global_loads.sectors"
                                                            : "global_stores.sectors") >
            2.5 * 4 * elements(run))
        fail("not-coalesced",
             "%s: a request touches %.1f sectors (%s), but has only %.1f threads: the elements are "
             "asked for one by one.",
             kernel, sectors, class, threads);
}

/* Each element is read from a tile, by at most four at once. */
static void judge_tiled(const struct run *run, const char *kernel) {
    judge_used(run, kernel, "shared_loads.accesses", elements(run) / 4, "shared memory");
}

static void check_coalesced(const struct run *run) {
    judge_succeeded(run, function_of(run));
    if (strcmp(function_of(run), "transposeTile") == 0)
        judge_tiled(run, "transposeTile");
    judge_coalesced(run, function_of(run), "global_loads");
    judge_coalesced(run, function_of(run), "global_stores");
    pass("At most 4 sectors a request.");
}

/* Of a kernel that breaks past the last element, too: its guard is another test's. */
static void check_coalesced_stores(const struct run *run) {
    judge_coalesced(run, "toArrays", "global_stores");
    pass("At most 4 sectors a request.");
}

static void check_scattered(const struct run *run) {
    static const char *const classes[] = {"global_loads", "global_stores"};
    judge_succeeded(run, "copyColumns");
    for (int k = 0; k < 2; k++) {
        const double sectors = per_request(run, "copyColumns", classes[k], "sectors"),
                     threads = per_request(run, "copyColumns", classes[k], "accesses");
        judge_asked(run, "copyColumns", classes[k]);
        measured(k ? "store_sectors" : "load_sectors", sectors);
        if (sectors < 0.9 * threads || threads < 8)
            fail("not-by-columns",
                 "copyColumns: %.1f threads of a request touch %.1f sectors (%s); going down a "
                 "column each touches one of its own. threadIdx.x is to count rows.",
                 threads, sectors, classes[k]);
    }
    pass("Each thread touches a sector of its own.");
}

static void check_coalesced_once(const struct run *run) {
    judge_succeeded(run, "transposeNaive");
    judge_asked(run, "transposeNaive", "global_loads");
    judge_asked(run, "transposeNaive", "global_stores");
    if (judge_total(run, "transposeNaive", "shared_stores.requests") > 0)
        fail(NULL, "transposeNaive uses shared memory: that is step 4.");
    if (!is_coalesced(run, "transposeNaive", "global_loads"))
        judge_coalesced(run, "transposeNaive", "global_stores");
    else
        judge_coalesced(run, "transposeNaive", "global_loads");
    pass("One side touches at most 4 sectors a request.");
}

static void check_no_conflicts(const struct run *run) {
    static const char kernel[] = "transposeBanks";
    const double reads = judge_total(run, kernel, "shared_loads.bank_conflicts"),
                 writes = judge_total(run, kernel, "shared_stores.bank_conflicts"),
                 bytes = judge_total(run, kernel, "static_shared");
    measured("bank_conflicts", reads + writes);
    judge_succeeded(run, kernel);
    judge_tiled(run, kernel);
    judge_coalesced(run, kernel, "global_loads");
    judge_coalesced(run, kernel, "global_stores");
    if (reads + writes > 0)
        fail("bank-conflicts",
             "transposeBanks: %.0f bank conflicts when the tile is read and %.0f when it is "
             "written; none is asked for. A warp's 32 words are to lie in 32 banks both times.",
             reads, writes);
    if (bytes > 8192)
        fail(NULL, "transposeBanks takes %.0f bytes of shared memory a block, at most 8192.",
             bytes);
    pass("No bank conflicts.");
}

/* Atomic operations on global memory: `most` for each block. */
static void check_atomics(const struct run *run) {
    const char *kernel = function_of(run);
    const bool sum = strcmp(kernel, "sumWords") == 0;
    const double most = judge_argument(run, "blocks") * (sum ? 1 : BINS),
                 atomics = judge_total(run, kernel, "global_atomics.accesses"),
                 bytes = judge_total(run, kernel, "global_loads.bytes"),
                 owed = judge_argument(run, "n") * (sum ? 4 : 1);
    measured("global_atomics", atomics);
    if (run->call) /* counted is the first call */
        pass("The results are another test's.");
    judge_succeeded(run, kernel);
    if (bytes < owed / 32)
        fail(NULL, "%s reads %.0f bytes, and %.0f are to be counted.", kernel, bytes, owed);
    if (atomics > most)
        fail("too-many-atomics",
             "%s does %.0f atomic operations on global memory; %.0f blocks may do %.0f. Let a "
             "block come to its own result in shared memory first.",
             kernel, atomics, judge_argument(run, "blocks"), most);
    pass("%.0f atomic operations on global memory, of %.0f.", atomics, most);
}

/* ---- predictions ----------------------------------------------------------------------------- */

static double sectors(int stride, int size, int offset) {
    int count = 0, last = -1;
    (void)size;
    for (int i = 0; i < 32; i++) {
        const int sector = (offset + i * stride) / 32;
        count += sector != last;
        last = sector;
    }
    return count;
}
static double sectors_by_extent(int stride, int size, int offset) {
    (void)offset;
    return (31 * stride + size + 31) / 32;
}
static double sectors_between(int stride, int size, int offset) {
    return (offset + 31 * stride + size - 1) / 32 - offset / 32 + 1;
}
static double sectors_from_0(int stride, int size, int offset) {
    (void)offset;
    return sectors(stride, size, 0);
}
static double sectors_of_bytes(int stride, int size, int offset) {
    (void)stride, (void)offset;
    return size;
}
static double sectors_by_elements(int stride, int size, int offset) {
    return sectors(stride * size, size, offset);
}
static double sectors_of_threads(int stride, int size, int offset) {
    (void)stride, (void)size, (void)offset;
    return 32;
}

static const struct {
    double (*answer)(int stride, int size, int offset);
    const char *name, *text;
} answers[] = {
    {sectors_between, "gaps-counted",
     "All sectors from the first byte to the last are counted, those between, which no thread "
     "reads from, too."},
    {sectors_by_extent, "gaps-counted",
     "The bytes from the first to the last are divided by 32: offset moves them, and sectors "
     "between that no thread reads from do not count."},
    {sectors_from_0, "offset-forgotten", "offset is left out: it may begin inside a sector."},
    {sectors_of_bytes, NULL, "The bytes that are read are divided by 32, wherever they lie."},
    {sectors_by_elements, NULL, "stride is taken for a number of elements: it is in bytes."},
    {sectors_of_threads, NULL, "The answer is always 32: threads may share a sector."},
};

static void check_sectors_answer(const struct run *run) {
    const double *got = judge_numbers(run, "hSectorsPerRequest", LAB11_ASKED);
    double right[LAB11_ASKED];
    for (int i = 0; i < LAB11_ASKED; i++)
        right[i] = sectors(hidden_stride(run->seed, i), hidden_size(run->seed, i),
                           hidden_offset(run->seed, i));
    int correct = 0;
    for (int i = 0; got && i < LAB11_ASKED; i++)
        correct += got[i] == right[i];
    for (size_t k = 0; got && correct < LAB11_ASKED && k < sizeof answers / sizeof *answers; k++) {
        int same = 0;
        for (int i = 0; i < LAB11_ASKED; i++)
            same +=
                got[i] == answers[k].answer(hidden_stride(run->seed, i), hidden_size(run->seed, i),
                                            hidden_offset(run->seed, i));
        if (same == LAB11_ASKED)
            fail_claim(answers[k].name, "hSectorsPerRequest: %s", answers[k].text);
    }
    for (int i = 0; got && i < LAB11_ASKED; i++)
        if (got[i] != right[i])
            fail(NULL, "hSectorsPerRequest(%d, %d, %d) is %.0f, expected %.0f.",
                 hidden_stride(run->seed, i), hidden_size(run->seed, i),
                 hidden_offset(run->seed, i), got[i], right[i]);
    if (!got)
        fail(NULL, "hSectorsPerRequest's answers did not come back.");
    pass("All %d answers are right.", LAB11_ASKED);
}

static int common_divisor(int a, int b) {
    return b ? common_divisor(b, a % b) : a;
}

static void check_turns_answer(const struct run *run) {
    const double *got = judge_numbers(run, "hTurnsPerRequest", LAB11_ASKED);
    double right[LAB11_ASKED];
    int even = 0;
    for (int i = 0; i < LAB11_ASKED; i++) {
        right[i] = i == 0 ? 1 : common_divisor(i, 32);
        even += got && got[i] == (right[i] > 1 ? 32 : 1);
    }
    if (got && got[0] == 32 && got[1] == 1 && got[32] == 32)
        fail_claim("broadcast-forgotten",
                   "hTurnsPerRequest(0) is 32: one word that all threads ask for is handed to all "
                   "in one turn.");
    if (even == LAB11_ASKED)
        fail_claim(NULL, "hTurnsPerRequest is 32 for each stride that shares a factor with 32: so "
                         "many words lie in one bank as that factor is.");
    for (int i = 0; got && i < LAB11_ASKED; i++)
        if (got[i] != right[i])
            fail(NULL, "hTurnsPerRequest(%d) is %.0f, expected %.0f.", i, got[i], right[i]);
    if (!got)
        fail(NULL, "hTurnsPerRequest's answers did not come back.");
    pass("All %d answers are right.", LAB11_ASKED);
}

/* ---- particles, sums and bins ---------------------------------------------------------------- */

static void check_fields(const struct run *run) {
    const char *name = function_of(run);
    const int n = integer(run, "n"), count = 4 * n;
    double *expected = malloc((size_t)count * sizeof *expected);
    const double *got = judge_numbers(run, name, (size_t)count);
    int as_they_were = 0, first = 0;
    for (int i = 0; expected && i < count; i++) {
        expected[i] = hidden_element(run->seed, i);
        as_they_were += got && got[i] == hidden_element(run->seed, i % 4 * n + i / 4);
    }
    if (n > 1 && as_they_were == count)
        fail_claim("not-taken-apart",
                   "%s: the fields of a particle still lie side by side: first come all x.", name);
    while (expected && got && first < n && got[first] == expected[first])
        first++;
    if (got && first < n && first > 0 && judge_has_argument(run, "blocks") &&
        first == integer(run, "blocks") * integer(run, "threads"))
        fail_claim("one-element-a-thread",
                   "%s: particles 0 to %d are right, as many as there are threads. There may be "
                   "fewer threads than particles: each goes on by all threads of the grid.",
                   name, first - 1);
    judge_values(run, name, expected, (size_t)count, 0, LAB11_UNWRITTEN);
    if (strcmp(name, "hToArrays") == 0)
        judge_launched(run, name, 1);
    pass("All fields of all particles are right.");
}

static uint32_t word_sum(const struct run *run, int n) {
    uint32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += hidden_word(run->seed, i);
    return sum;
}

/* What the blocks come to if the second half of an odd number of sums loses one. */
static uint32_t sum_by_halves(const struct run *run, int n, int blocks, int threads) {
    uint32_t sum = 0;
    for (int b = 0; b < blocks; b++) {
        uint32_t part[1024] = {0};
        for (int i = b * threads; i < n; i += blocks * threads)
            for (int t = 0; t < threads && i + t < n; t++)
                part[t] += hidden_word(run->seed, i + t);
        for (int half = threads / 2; half > 0; half /= 2)
            for (int t = 0; t < half; t++)
                part[t] += part[t + half];
        sum += part[0];
    }
    return sum;
}

static void check_sum(const struct run *run) {
    const int n = integer(run, "n"), blocks = integer(run, "blocks"),
              threads = integer(run, "threads");
    const uint32_t start = hidden_start(run->seed, 0), right = start + word_sum(run, n);
    const double *got = judge_numbers(run, "sumWords", 1), expected = right;
    judge_succeeded(run, "sumWords");
    if (got && got[0] == start)
        fail("never-written", "sumWords leaves *sum as it was.");
    if (got && n > blocks * threads &&
        got[0] == (double)(uint32_t)(start + word_sum(run, blocks * threads)))
        fail_claim(
            "one-element-a-thread",
            "sumWords adds up the first %d of %d words, one for each thread: each goes on by "
            "all threads of the grid.",
            blocks * threads, n);
    if (got && got[0] != right && threads <= 1024 &&
        got[0] == (double)(uint32_t)(start + sum_by_halves(run, n, blocks, threads)))
        fail_claim("odd-half-lost",
                   "sumWords, blocks of %d threads: where a number of sums is odd, the halves lose "
                   "one. Round the half up.",
                   threads);
    judge_values(run, "sumWords", &expected, 1, 0, LAB11_UNWRITTEN);
    pass("The sum is right.");
}

static void check_bins(const struct run *run) {
    const char *name = function_of(run);
    const bool host = strcmp(name, "hHistogram") == 0;
    const int n = integer(run, "n"),
              threads = host ? n : integer(run, "blocks") * integer(run, "threads");
    const double *got = judge_numbers(run, name, BINS);
    double expected[BINS], counted[BINS] = {0}, first[BINS] = {0};
    int short_of = 0, beyond = 0;
    for (int i = 0; i < n; i++) {
        counted[hidden_byte(run->seed, i)]++;
        first[hidden_byte(run->seed, i)] += i < threads;
    }
    for (int v = 0; v < BINS; v++) {
        const double start = host ? 0 : hidden_start(run->seed, v);
        expected[v] = start + counted[v];
        short_of += got && got[v] == start + first[v];
        beyond += got && !host && got[v] == start + (v < integer(run, "threads") ? counted[v] : 0);
    }
    judge_succeeded(run, name);
    if (threads < n && short_of == BINS)
        fail_claim("one-element-a-thread",
                   "%s counts the first %d of %d bytes, one for each thread: each goes on by all "
                   "threads of the grid.",
                   name, threads, n);
    if (!host && beyond == BINS && integer(run, "threads") < BINS)
        fail_claim("bins-beyond-threads",
                   "%s: bins from %d on, the number of threads of a block, are left out: a thread "
                   "takes several where there are fewer threads than bins.",
                   name, integer(run, "threads"));
    judge_values(run, name, expected, BINS, 0, LAB11_UNWRITTEN);
    if (host)
        judge_launched(run, name, 1);
    pass("All bins are right.");
}

const struct check lab_checks[] = {{"matrix", check_matrix, "uninitialized-read"},
                                   {"coalesced", check_coalesced, "*"},
                                   {"coalesced-stores", check_coalesced_stores, "*"},
                                   {"scattered", check_scattered, "*"},
                                   {"coalesced-once", check_coalesced_once, "*"},
                                   {"no-conflicts", check_no_conflicts, "*"},
                                   {"atomics", check_atomics, "*"},
                                   {"sectors-answer", check_sectors_answer, NULL},
                                   {"turns-answer", check_turns_answer, NULL},
                                   {"fields", check_fields, NULL},
                                   {"sum", check_sum, NULL},
                                   {"bins", check_bins, NULL},
                                   {"failing", judge_failing, NULL},
                                   {0}};
