/* Lab 11's mistakes, as its judge models them. */
#include "../../grader/lab11/judge/lab11.c"

#include "../draws/draws.h"

enum { MOST = 300000 };
static double out[MOST];

/* The run as it is (call 0), or with the arguments that its program is called again with: what the
 * first call does not show the second one may. */
static void take_call(const char *arguments, int call) {
    static char again[1000];
    const char *at = arguments;
    size_t length = 0;
    draws_arguments = arguments;
    for (; call && *at; at += strspn(at, " ")) {
        const int size = (int)strcspn(at, " "), name = (int)strcspn(at, "=");
        char other[100];
        snprintf(other, sizeof other, " other.%.*s=", name, at);
        const char *value = strstr(arguments, other);
        length +=
            (size_t)(value
                         ? snprintf(again + length, sizeof again - length, " %.*s=%.*s", name, at,
                                    (int)strcspn(value + strlen(other), " "), value + strlen(other))
                         : snprintf(again + length, sizeof again - length, " %.*s", size, at));
        at += size;
    }
    if (call)
        draws_arguments = again + 1;
}

static bool is_called_again(void) {
    return strstr(draws_arguments, "other.") != NULL;
}

/* One mistake of a run: writes to `out` what would come of it in this call, of `count` values, and
 * whether that is what is owed. */
typedef bool model(const struct run *run, int which, size_t *count);

/* Judges it in each call where it shows; there must be one. */
static void judge_model(const struct run *run, const char *check, const char *results,
                        model *written, int which, const char *name, const char *text) {
    const char *arguments = draws_arguments;
    const int calls = is_called_again() ? 2 : 1;
    bool shown = false;
    for (int call = 0; call < calls; call++) {
        size_t count;
        take_call(arguments, call);
        const bool right = written(run, which, &count);
        draws_forget();
        draws_wrote(results, out, count);
        if (which < 0)
            draws_expect_pass(run, check);
        else if (!right || (call == calls - 1 && !shown))
            draws_expect(run, check, text, name);
        shown = shown || !right;
    }
    draws_arguments = arguments;
}

/* ---- matrices -------------------------------------------------------------------------------- */

enum { NOWHERE = sizeof places / sizeof *places };

static bool write_matrix(const struct run *run, int which, size_t *count) {
    const struct matrix m = {.rows = integer(run, "rows"),
                             .columns = integer(run, "columns"),
                             .transposed = strncmp(function_of(run), "copy", 4) != 0};
    bool right = true;
    *count = (size_t)m.rows * (size_t)m.columns;
    for (size_t i = 0; i < *count; i++)
        out[i] = LAB11_UNWRITTEN;
    for (int i = 0; i < (int)*count && which != NOWHERE; i++) {
        const int row = i / m.columns, column = i % m.columns, owed = place_asked(&m, row, column),
                  to = which < 0 ? owed : places[which].place(&m, row, column);
        right = right && to == owed;
        if (to >= 0)
            out[to] = hidden_element(run->seed, i);
    }
    return right && which != NOWHERE;
}

static void matrices(const struct run *run) {
    const char *name = function_of(run);
    const bool copies = strncmp(name, "copy", 4) == 0;
    judge_model(run, "matrix", name, write_matrix, -1, NULL, NULL);
    judge_model(run, "matrix", name, write_matrix, NOWHERE, "never-written", "nothing is written");
    if (integer(run, "rows") * integer(run, "columns") == 1)
        return;
    for (int k = 0; k < NOWHERE; k++)
        if (!copies || (places[k].place != place_not_turned && places[k].place != place_not_moved))
            judge_model(run, "matrix", name, write_matrix, k, places[k].name, places[k].text);
}

/* ---- predictions ----------------------------------------------------------------------------- */

static bool write_sectors(const struct run *run, int which, size_t *count) {
    bool right = true;
    *count = LAB11_ASKED;
    for (int i = 0; i < LAB11_ASKED; i++) {
        const int stride = hidden_stride(run->seed, i), size = hidden_size(run->seed, i),
                  offset = hidden_offset(run->seed, i);
        out[i] = (which < 0 ? sectors : answers[which].answer)(stride, size, offset);
        right = right && out[i] == sectors(stride, size, offset);
    }
    return right;
}

static bool write_turns(const struct run *run, int which, size_t *count) {
    (void)run;
    *count = LAB11_ASKED;
    for (int i = 0; i < LAB11_ASKED; i++) {
        const int right = i == 0 ? 1 : common_divisor(i, 32);
        out[i] = which == 0 && i == 0         ? 32
                 : which == 1 && right > 1    ? 32
                 : which == 2 && right < 32   ? 1
                 : which == 3 && i % 33 == 32 ? 1
                                              : right;
    }
    return which < 0;
}

static void predictions(const struct run *run, const char *name) {
    if (strcmp(name, "answers") == 0) {
        judge_model(run, "sectors-answer", "hSectorsPerRequest", write_sectors, -1, NULL, NULL);
        for (int k = 0; k < (int)(sizeof answers / sizeof *answers); k++)
            judge_model(run, "sectors-answer", "hSectorsPerRequest", write_sectors, k,
                        answers[k].name, answers[k].text);
        return;
    }
    static const char *const texts[] = {"0 is 32", "all or one", "32 or one", "one of them"};
    judge_model(run, "turns-answer", "hTurnsPerRequest", write_turns, -1, NULL, NULL);
    for (int k = 0; k < 4; k++)
        judge_model(run, "turns-answer", "hTurnsPerRequest", write_turns, k,
                    k == 0 ? "broadcast-forgotten" : NULL, texts[k]);
}

/* ---- particles, sums and bins ---------------------------------------------------------------- */

enum { AS_THEY_WERE, UNWRITTEN, ONE_EACH, Y_AND_Z, HALVES, FIRST_BINS, BINS_NOT_ADDED };

static bool write_fields(const struct run *run, int which, size_t *count) {
    const int n = integer(run, "n"),
              threads = judge_has_argument(run, "blocks")
                            ? integer(run, "blocks") * integer(run, "threads")
                            : n;
    bool right = true;
    *count = (size_t)n * 4;
    for (int i = 0; i < 4 * n; i++) {
        const double owed = hidden_element(run->seed, i);
        const int field = i / n == 1 ? 2 : i / n == 2 ? 1 : i / n;
        out[i] = which == AS_THEY_WERE ? hidden_element(run->seed, i % 4 * n + i / 4)
                 : which == UNWRITTEN || (which == ONE_EACH && i % n >= threads) ? LAB11_UNWRITTEN
                 : which == Y_AND_Z ? hidden_element(run->seed, field * n + i % n)
                                    : owed;
        right = right && out[i] == owed;
    }
    return right;
}

static void fields(const struct run *run) {
    const char *name = function_of(run);
    judge_model(run, "fields", name, write_fields, -1, NULL, NULL);
    judge_model(run, "fields", name, write_fields, AS_THEY_WERE, "not-taken-apart", "as they were");
    judge_model(run, "fields", name, write_fields, UNWRITTEN, "never-written", "nothing");
    judge_model(run, "fields", name, write_fields, Y_AND_Z, NULL, "y and z are exchanged");
    if (strcmp(name, "toArrays") == 0)
        judge_model(run, "fields", name, write_fields, ONE_EACH, "one-element-a-thread",
                    "one each");
}

static bool write_sum(const struct run *run, int which, size_t *count) {
    const int n = integer(run, "n"), blocks = integer(run, "blocks"),
              threads = integer(run, "threads");
    const uint32_t start = hidden_start(run->seed, 0), right = start + word_sum(run, n);
    const int all = n < blocks * threads ? n : blocks * threads;
    *count = 1;
    out[0] = which == UNWRITTEN  ? start
             : which == ONE_EACH ? start + word_sum(run, all)
             : which == HALVES   ? start + sum_by_halves(run, n, blocks, threads)
             : which == Y_AND_Z  ? word_sum(run, n)
                                 : right;
    return out[0] == right;
}

static void sums(const struct run *run) {
    judge_model(run, "sum", "sumWords", write_sum, -1, NULL, NULL);
    judge_model(run, "sum", "sumWords", write_sum, UNWRITTEN, "never-written", "nothing is added");
    judge_model(run, "sum", "sumWords", write_sum, ONE_EACH, "one-element-a-thread", "one each");
    judge_model(run, "sum", "sumWords", write_sum, HALVES, "odd-half-lost", "halves lose one");
    judge_model(run, "sum", "sumWords", write_sum, Y_AND_Z, NULL, "what it held is lost");
}

static bool write_bins(const struct run *run, int which, size_t *count) {
    const bool host = strcmp(function_of(run), "hHistogram") == 0;
    const int n = integer(run, "n"), threads = host ? 256 : integer(run, "threads"),
              all = host ? 64 * threads : integer(run, "blocks") * threads;
    double right[BINS];
    bool same = true;
    *count = BINS;
    for (int v = 0; v < BINS; v++)
        out[v] = right[v] = host ? 0 : hidden_start(run->seed, v);
    for (int i = 0; i < n; i++) {
        const int v = hidden_byte(run->seed, i);
        right[v]++;
        out[v] += !(which == UNWRITTEN || (which == ONE_EACH && i >= all) ||
                    (which == FIRST_BINS && v >= threads));
    }
    for (int v = 0; v < BINS; v++) {
        if (which == BINS_NOT_ADDED)
            out[v] = right[v] - (host ? 0 : hidden_start(run->seed, v)) + (host ? 1 : 0);
        same = same && out[v] == right[v];
    }
    return same;
}

static void bins(const struct run *run) {
    const char *name = function_of(run);
    const bool host = strcmp(name, "hHistogram") == 0;
    judge_model(run, "bins", name, write_bins, -1, NULL, NULL);
    judge_model(run, "bins", name, write_bins, UNWRITTEN, NULL, "nothing is counted");
    judge_model(run, "bins", name, write_bins, BINS_NOT_ADDED, NULL, "the bins held something");
    if (host)
        return;
    judge_model(run, "bins", name, write_bins, ONE_EACH, "one-element-a-thread", "one byte each");
    if (integer(run, "threads") < BINS)
        judge_model(run, "bins", name, write_bins, FIRST_BINS, "bins-beyond-threads", "first bins");
}

void draws_run(const struct run *run, const char *name) {
    if (strstr(name, "counted") || strstr(name, "failing"))
        return;
    if (strcmp(name, "answers") == 0 || strcmp(name, "turns") == 0)
        predictions(run, name);
    else if (strstr(name, "Arrays"))
        fields(run);
    else if (strncmp(name, "sumWords", 8) == 0)
        sums(run);
    else if (strstr(name, "istogram"))
        bins(run);
    else
        matrices(run);
}
