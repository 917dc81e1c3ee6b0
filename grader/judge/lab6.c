/* Lab 6: constant memory and separate compilation. */
#include "judge.h"
#include "lab6/inputs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct finding_rule lab_findings[] = {
    {"copy-overflow", "c_part", "table-too-large",
     "The table is longer than the constant array: copy PART_SIZE words at a time and look up part "
     "by part."},
    {"device-memory-on-host", "c_a", "symbol-as-pointer",
     "&c_a on the host is no address on the device: cudaMemcpyToSymbol(c_a, ...) takes the symbol "
     "itself, or ask cudaGetSymbolAddress."},
    {"wrong-side-copy", "c_a", "symbol-as-pointer",
     "&c_a on the host is no address on the device: cudaMemcpyToSymbol(c_a, ...) takes the symbol "
     "itself, or ask cudaGetSymbolAddress."},
    {0}};

/* ---- step 1 ---------------------------------------------------------------------------------- */

static enum outcome check_fill(const struct run *run, struct verdict *v) {
    int words = (int)judge_argument(run, "CM_SIZE"), filled = 0, untouched = 0, handout = 1;
    if (!judge_succeeded(run, v, "hInitCM"))
        return OUTCOME_FAIL;
    const double *c = judge_numbers(run, "c_a", (size_t)words);
    if (!c)
        return fail(v, NULL,
                    "hInitCM returned cudaSuccess, but c_a cannot be read any more: a kernel after "
                    "it fails.");
    while (filled < words && c[filled] == -2 * filled)
        filled++;
    for (int i = 0; i < words; i++) {
        untouched += c[i] == 77;
        handout &= c[i] == (i < 4 ? -2 * i : 0);
    }
    measured(v, "words_right", filled);
    if (filled == words)
        return pass(v, "All %d words are there.", words);
    /* Copied bytes end inside a word: CM_SIZE bytes are CM_SIZE / 4 words and a bit. */
    if (filled == words / 4 && untouched >= words - filled - 1)
        return fail(
            v, "count-instead-of-bytes",
            "Only the first %d of %d words of c_a arrived. cudaMemcpyToSymbol counts bytes, not "
            "elements: give it CM_SIZE * sizeof(int), or sizeof of the host array.",
            filled, words);
    if (handout)
        return fail(v, "constants-printed",
                    "c_a holds 0 -2 -4 -6, as in the handout, and zeros after them. CM_SIZE is %d "
                    "here: compute the words.",
                    words);
    if (untouched == words)
        return fail(v, "symbol-as-pointer",
                    "hInitCM reports success and c_a is what it was. &c_a on the host is no "
                    "address on the device: cudaMemcpyToSymbol(c_a, ...) takes the symbol itself.");
    return fail(v, NULL, "c_a[%d] is %.0f, expected %d (-2 * i; CM_SIZE is %d).", filled, c[filled],
                -2 * filled, words);
}

/* ---- step 2 ---------------------------------------------------------------------------------- */

/* Judges the results of `name`. whole: it brought n elements back; else b goes on behind the n-th.
 */
static enum outcome check_multiply(const struct run *run, struct verdict *v, const char *name,
                                   bool whole) {
    int n = (int)judge_argument(run, "n"), words = (int)judge_argument(run, "CM_SIZE");
    int threads = (int)judge_argument(run, "threads"), behind = whole ? 0 : LAB6_PAST_END;
    int first = -1, last = -1, wrong = 0, early = 0;
    if (!judge_succeeded(run, v, name))
        return OUTCOME_FAIL;
    const double *b = judge_numbers(run, name, (size_t)(n + behind));
    if (!b)
        return fail(v, NULL, "%s ran, but its results did not come back.", name);
    for (int i = 0; i < n; i++) {
        int element = hidden_element(run->seed, i);
        int expected = (int)((uint32_t)element * (uint32_t)hidden_constant(run->seed, i % words));
        early += b[i] == (double)element * LAB6_BEFORE;
        if (b[i] != expected) {
            wrong++;
            last = i;
            if (first < 0)
                first = i;
        }
    }
    measured(v, "elements", n);
    measured(v, "wrong", wrong);
    for (int i = n; i < n + behind; i++)
        if (b[i] != hidden_canary(run->seed))
            return fail(v, "missing-bounds-guard",
                        "b[%d] was changed, and b has %d elements. More threads run than there are "
                        "elements: let a thread work only if (i < n).",
                        i, n);
    if (whole && wrong && early >= n * 9 / 10)
        return fail(v, "copied-after-launch",
                    "The results are those of what c_a held before: the kernel ran before c_a was "
                    "filled. Call hInitCM before the launch; a kernel reads what constant memory "
                    "held when it started.");
    if (wrong && !whole && first == threads)
        return fail(v, NULL,
                    "Right up to the first block (%d threads), wrong from element %d on: a "
                    "thread's element is blockIdx.x * blockDim.x + threadIdx.x.",
                    threads, first);
    if (wrong && whole && last == n - 1 && first % 32 == 0 && wrong >= (n - first) * 9 / 10)
        return fail(v, "last-block-dropped",
                    "Elements %d to %d are not computed: %d is no multiple of the block, and the "
                    "division rounds down. Launch (n + threads - 1) / threads blocks.",
                    first, n - 1, n);
    if (wrong)
        return fail(v, NULL, "%d of %d elements are wrong, the first is b[%d] = %.0f.", wrong, n,
                    first, b[first]);
    return pass(v,
                whole ? "All %d elements are right."
                      : "All %d elements are right, and nothing behind them is touched.",
                n);
}

static enum outcome check_constant(const struct run *run, struct verdict *v) {
    return check_multiply(run, v, "gTestCM", false);
}
static enum outcome check_global(const struct run *run, struct verdict *v) {
    return check_multiply(run, v, "gTestGM", false);
}
static enum outcome check_whole(const struct run *run, struct verdict *v) {
    return check_multiply(run, v, "hTestCM", true);
}

/* ---- step 3 ---------------------------------------------------------------------------------- */

/* The line that gTestCM1 owes when word i is word(i). */
static void expected_line(char *line, size_t size, int words, int (*word)(uint64_t, int),
                          uint64_t seed) {
    *line = '\0';
    for (int i = 0; i < 4 && i < words; i++)
        snprintf(line + strlen(line), size - strlen(line), i ? " %d" : "%d", word(seed, i));
}

/* Is `line` a line of `text`, blanks at its end aside? */
static bool has_line(const char *text, const char *line) {
    size_t length = strlen(line);
    for (const char *c = text; (c = strstr(c, line)); c++) {
        const char *end = c + length;
        end += strspn(end, " \t\r");
        if ((c == text || c[-1] == '\n') && (*end == '\n' || *end == '\0'))
            return true;
    }
    return false;
}

static enum outcome judge_line(const struct run *run, struct verdict *v, const char *expected) {
    int length = (int)strcspn(run->output, "\n");
    if (has_line(run->output, expected))
        return pass(v, "It prints the words of the other file's array.");
    if (has_line(run->output, "0 -2 -4 -6"))
        return fail(v, "constants-printed",
                    "It prints 0 -2 -4 -6, the handout's words, and c_a holds %s here. Print what "
                    "c_a holds.",
                    expected);
    if (has_line(run->output, "0 0 0 0"))
        return fail(v, NULL,
                    "It prints 0 0 0 0: an array of its own, which nobody filled. lab61.cu "
                    "declares the array of lab6.cu: extern __constant__ int c_a[CM_SIZE].");
    if (!*run->output)
        return fail(v, NULL, "gTestCM1 prints nothing; it owes one line: %s.", expected);
    return fail(v, NULL, "It prints \"%.*s\", expected \"%s\".", length < 200 ? length : 200,
                run->output, expected);
}

static enum outcome check_print(const struct run *run, struct verdict *v) {
    char expected[200];
    if (!judge_succeeded(run, v, "gTestCM1"))
        return OUTCOME_FAIL;
    expected_line(expected, sizeof expected, (int)judge_argument(run, "CM_SIZE"), hidden_constant,
                  run->seed);
    return judge_line(run, v, expected);
}

static int makefile_word(uint64_t seed, int i) {
    (void)seed;
    return 1000 - 77 * i;
}

static enum outcome check_makefile(const struct run *run, struct verdict *v) {
    char expected[200];
    expected_line(expected, sizeof expected, 4, makefile_word, 0);
    if (judge_number(run, "same", 1) == 0)
        return fail(v, "no-rdc",
                    "Built with this Makefile, lab6.cu and lab61.cu have an array c_a each, and "
                    "the one in lab61.cu is all zeros. Without -rdc=true nvcc compiles each file's "
                    "device code on its own and makes `extern __constant__` a definition; it says "
                    "so in a warning only. Add -rdc=true to NVCCFLAGS.");
    return judge_line(run, v, expected);
}

/* ---- step 4 ---------------------------------------------------------------------------------- */

static enum outcome check_sums(const struct run *run, struct verdict *v, const char *name) {
    int n = (int)judge_argument(run, "n"), size = (int)judge_argument(run, "TABLE_SIZE"), wrong = 0,
        first = -1;
    if (!judge_succeeded(run, v, name))
        return OUTCOME_FAIL;
    const double *b = judge_numbers(run, name, (size_t)(n + LAB6_PAST_END));
    if (!b)
        return fail(v, NULL, "%s ran, but its results did not come back.", name);
    for (int i = 0; i < n; i++) {
        uint32_t a = (uint32_t)hidden_element(run->seed, i), sum = 0;
        for (int k = 0; k < size; k++)
            sum += hidden_table(run->seed, k) * (a ^ (uint32_t)k);
        if (b[i] != sum) {
            wrong++;
            if (first < 0)
                first = i;
        }
    }
    for (int i = n; i < n + LAB6_PAST_END; i++)
        if (b[i] != hidden_canary(run->seed))
            return fail(
                v, "missing-bounds-guard",
                "b[%d] was changed, and b has %d elements: let a thread work only if (i < n).", i,
                n);
    if (wrong)
        return fail(v, NULL,
                    "%s: %d of %d sums are wrong, the first is b[%d] = %.0f (table of %d words).",
                    name, wrong, n, first, b[first], size);
    return pass(v, "All %d sums are right.", n);
}

static enum outcome check_uniform_sums(const struct run *run, struct verdict *v) {
    return check_sums(run, v, "gUniform");
}
static enum outcome check_divergent_sums(const struct run *run, struct verdict *v) {
    return check_sums(run, v, "gDivergent");
}

/* Different words a request of a warp asks for, on the average: 1 when all threads read the same.
 */
static enum outcome words_per_request(const struct run *run, struct verdict *v, const char *kernel,
                                      double *words) {
    double requests = judge_count(run, kernel, 0, "constant.requests");
    *words = judge_count(run, kernel, 0, "constant.words") / requests;
    measured(v, "words_per_request", *words);
    if (!(requests > 0))
        return fail(v, NULL, "%s asks constant memory for nothing: read c_t in the kernel.",
                    kernel);
    return OUTCOME_NONE;
}

static enum outcome check_uniform_words(const struct run *run, struct verdict *v) {
    double words, size = judge_argument(run, "TABLE_SIZE");
    double requests = judge_count(run, "gUniform", 0, "constant.requests");
    double warps = ceil(judge_argument(run, "n") / 32);
    if (words_per_request(run, v, "gUniform", &words) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (words > 1.05)
        return fail(v, "divergent-index",
                    "In gUniform the threads of a warp ask for %.1f different words at each read; "
                    "constant memory delivers one at a time, so the warp waits %.1f times. Let the "
                    "index depend on the loop alone, not on the thread.",
                    words, words);
    if (requests < 0.9 * warps * size)
        return fail(
            v, NULL,
            "gUniform reads only %.0f words a warp from constant memory; the table has %.0f.",
            requests / warps, size);
    return pass(v, "Each warp reads one word at a time.");
}

static enum outcome check_divergent_words(const struct run *run, struct verdict *v) {
    double words;
    if (words_per_request(run, v, "gDivergent", &words) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (words < 24)
        return fail(v, NULL,
                    "In gDivergent the threads of a warp ask for %.1f words at each read; it is to "
                    "be 32 here, one a thread: thread i starts at word i %% TABLE_SIZE.",
                    words);
    return pass(v, "Each thread of a warp reads a word of its own: %.1f a request.", words);
}

static enum outcome check_words_answer(const struct run *run, struct verdict *v) {
    const double *words = judge_numbers(run, "words", 13);
    for (int i = 0; words && i < 13; i++) {
        int size = 1 << i, expected = size < 32 ? size : 32;
        if (words[i] != expected)
            return fail(v, NULL,
                        "hWordsPerRequest(%d) is %.0f, expected %d: the indices i %% %d of 32 "
                        "neighbouring threads take %d different values.",
                        size, words[i], expected, size, expected);
    }
    if (words)
        return pass(v, "Right for every size.");
    return fail(v, NULL, "hWordsPerRequest did not come back.");
}

/* ---- step 5 ---------------------------------------------------------------------------------- */

static enum outcome check_lookup(const struct run *run, struct verdict *v) {
    int n = (int)judge_argument(run, "n"), words = (int)judge_argument(run, "words");
    int part = (int)judge_argument(run, "PART_SIZE"), wrong = 0, first = -1, beyond = 0, tail = 0;
    double error = judge_number(run, "hLookup.error", NAN);
    if (error == 1) /* cudaErrorInvalidValue, for a table that is allowed */
        return fail(v, "table-too-large",
                    "hLookup returned cudaErrorInvalidValue for a table of %d words; c_part takes "
                    "PART_SIZE = %d. Copy one part at a time and look the table up part by part.",
                    words, part);
    if (!judge_succeeded(run, v, "hLookup"))
        return OUTCOME_FAIL;
    const double *out = judge_numbers(run, "hLookup", (size_t)n);
    if (!out)
        return fail(v, NULL, "hLookup returned, but its results are not there.");
    for (int i = 0; i < n; i++) {
        int k = hidden_index(run->seed, i, words);
        double expected = k >= 0 && k < words ? hidden_word(run->seed, k) : 0;
        if (out[i] != expected) {
            wrong++;
            beyond += k >= part;
            tail += k >= words / part * part && k < words;
            if (first < 0)
                first = i;
        }
    }
    measured(v, "wrong", wrong);
    if (!wrong)
        return pass(v, "All %d look-ups in a table of %d words are right.", n, words);
    if (tail == wrong)
        return fail(v, NULL,
                    "The last %d words of the table are never found: what remains after the last "
                    "whole part (PART_SIZE = %d) is a part too.",
                    words % part, part);
    if (beyond == wrong)
        return fail(v, NULL,
                    "Only the first PART_SIZE = %d words of the table are found, and it has %d: "
                    "copy and look up part by part.",
                    part, words);
    return fail(v, NULL,
                "%d of %d look-ups are wrong, the first is out[%d] = %.0f for index %d of %d.",
                wrong, n, first, out[first], hidden_index(run->seed, first, words), words);
}

static enum outcome check_arguments(const struct run *run, struct verdict *v) {
    static const struct {
        const char *what;
        int expected;
    } cases[4] = {{"words = 0", 1}, {"words = -3", 1}, {"n = -1", 1}, {"n = 0", 0}};
    const double *wrong = judge_numbers(run, "wrong", 4);
    if (!wrong)
        return fail(v, NULL,
                    "hLookup did not come back from wrong arguments (words = 0, words = -3, n = "
                    "-1, n = 0).");
    for (int i = 0; wrong && i < 4; i++)
        if (wrong[i] != cases[i].expected)
            return fail(v, NULL, "hLookup with %s returns %s, expected %s.", cases[i].what,
                        judge_error_name((int)wrong[i]), judge_error_name(cases[i].expected));
    return pass(v, "Wrong arguments are refused, no work is a success.");
}

const struct check lab_checks[] = {{"fill", check_fill, NULL},
                                   {"constant", check_constant, NULL},
                                   {"global", check_global, NULL},
                                   {"whole", check_whole, NULL},
                                   {"print", check_print, NULL},
                                   {"makefile", check_makefile, NULL},
                                   {"uniform-sums", check_uniform_sums, NULL},
                                   {"divergent-sums", check_divergent_sums, NULL},
                                   {"uniform-words", check_uniform_words, NULL},
                                   {"divergent-words", check_divergent_words, NULL},
                                   {"words-answer", check_words_answer, NULL},
                                   {"lookup", check_lookup, NULL},
                                   {"arguments", check_arguments, NULL},
                                   {0}};
