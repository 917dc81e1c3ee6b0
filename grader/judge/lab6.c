/* Lab 6: constant memory and separate compilation. */
#include "judge.h"
#include "lab6/inputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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
    {"out-of-bounds-read", "index -", "negative-index",
     "The index is negative here. An index below the part is another part's business, and one "
     "below "
     "0 nobody's: ask for both ends, k >= first and k - first < count."},
    {"out-of-bounds-read", "c_part", "part-offset",
     "c_part holds the part that begins at word first: the index in the part is k - first, not the "
     "table's own, and only where it is below the words copied."},
    {"out-of-bounds-read", "kernel gTestCM1", "print-past-array",
     "c_a has CM_SIZE words, which may be fewer than four: print as many as there are."},
    {0}};

/* ---- step 1 ---------------------------------------------------------------------------------- */

/* Words that people store. */
static double as_floats(int i) {
    float word = -2.0f * (float)i;
    int32_t bits;
    memcpy(&bits, &word, sizeof bits);
    return i ? bits : 0;
}
static double one_more(int i) {
    return -2 * (i + 1);
}
static double positive(int i) {
    return 2 * i;
}
static double single(int i) {
    return -i;
}
static double zero(int i) {
    (void)i;
    return 0;
}
static bool fill_is(const double *c, int words, double (*word)(int)) {
    for (int i = 0; i < words; i++)
        if (c[i] != word(i))
            return false;
    return true;
}

/* Fails v for words that are wrong from number `filled` on, by what they are instead. */
static enum outcome explain_words(struct verdict *v, const double *c, int words, int filled,
                                  int untouched) {
    static const struct {
        double (*word)(int);
        const char *diagnosis, *why;
    } models[] = {{one_more, "counted-from-one", "They are -2 * (i + 1): i counts from 0."},
                  {positive, "wrong-sign", "They are 2 * i: the sign is missing."},
                  {single, "wrong-factor", "They are -i: the factor is -2."},
                  {zero, "never-written", "They are all 0: nothing was stored in what is copied."}};
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        if (fill_is(c, words, models[m].word))
            return fail(v, models[m].diagnosis,
                        "c_a[%d] is %.0f, expected %d (-2 * i; CM_SIZE is %d). %s", filled,
                        c[filled], -2 * filled, words, models[m].why);
    return fail(v, untouched == words - filled ? "never-written" : NULL,
                "c_a[%d] is %.0f, expected %d (-2 * i; CM_SIZE is %d).%s", filled, c[filled],
                -2 * filled, words,
                untouched == words - filled
                    ? " From there on the words are never written: fill and copy all CM_SIZE."
                    : "");
}

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
    if (handout || (filled == 4 && untouched == words - 4))
        return fail(v, "constants-printed",
                    "c_a holds 0 -2 -4 -6, as in the handout, and nothing after them. CM_SIZE is "
                    "%d here: compute the words.",
                    words);
    if (untouched == words)
        return fail(v, "symbol-as-pointer",
                    "hInitCM reports success and c_a is what it was. &c_a on the host is no "
                    "address on the device: cudaMemcpyToSymbol(c_a, ...) takes the symbol itself.");
    if (fill_is(c, words, as_floats))
        return fail(
            v, "wrong-type",
            "c_a[1] is %.0f: these are the bits of the float -2.0. c_a holds ints: the host "
            "array that is copied must be one of int, for cudaMemcpyToSymbol copies bytes "
            "and converts nothing.",
            c[1]);
    return explain_words(v, c, words, filled, untouched);
}

/* ---- step 2 ---------------------------------------------------------------------------------- */

/* Which word of c_a element i of n is multiplied by: the right one first, then what people take. */
static int word_of(int model, int i, int words, int threads) {
    switch (model) {
    case 1:
        return i & (words - 1);
    case 2:
        return i % 4 % words;
    case 3:
        return i % threads % words;
    case 4:
        return 0;
    case 5:
        return (i + 1) % words;
    case 6:
        return i / words % words;
    default:
        return i % words;
    }
}
static const struct deviation word_deviations[] = {
    {"mask-for-remainder",
     "The index into c_a is i & (CM_SIZE - 1), which is i % CM_SIZE for powers "
     "of two alone, and CM_SIZE is none here: i % CM_SIZE."},
    {"four-for-size", "The index into c_a is i % 4: it has CM_SIZE words, i % CM_SIZE."},
    {"wrong-thread-index",
     "The index into c_a is counted from the block's start: it is i % CM_SIZE "
     "with i = blockIdx.x * blockDim.x + threadIdx.x."},
    {"one-word-for-all", "Every element is multiplied by c_a[0]: it is c_a[i % CM_SIZE]."},
    {"counted-from-one", "The index into c_a is one too far: it is i % CM_SIZE."},
    {"mask-for-remainder", "The index into c_a is i / CM_SIZE: it is the remainder, i % CM_SIZE."}};
enum { WORD_MODELS = 7 };

struct products {
    const struct run *run;
    const char *name;
    const double *b;
    int from, n; /* elements from .. from + n - 1 of the hidden ones */
    int words, threads;
};

static double product(const struct products *p, int i, int model) {
    int element = hidden_element(p->run->seed, p->from + i),
        word = hidden_constant(p->run->seed, word_of(model, i, p->words, p->threads));
    return (int)((uint32_t)element * (uint32_t)word);
}

/* Elements that nobody wrote, where the harness launched threads enough. */
static enum outcome judge_kernel_holes(const struct products *p, struct verdict *v) {
    double canary = hidden_canary(p->run->seed);
    int unwritten = 0, first = -1;
    for (int i = 0; i < p->n; i++)
        if (p->b[i] == canary) {
            unwritten++;
            if (first < 0)
                first = i;
        }
    if (!unwritten)
        return OUTCOME_NONE;
    if (unwritten == p->n)
        return fail(v, "never-written",
                    "%s leaves b as it was: none of its %d elements is written. If the kernel is "
                    "still to be written, write it.",
                    p->name, p->n);
    if (unwritten == p->n - first && unwritten > 1)
        return fail(v, "wrong-thread-index",
                    "%s: elements %d to %d are never written, and there are threads for them: a "
                    "thread's element is blockIdx.x * blockDim.x + threadIdx.x (blocks of %d "
                    "threads here), and it works if (i < n).",
                    p->name, first, p->n - 1, p->threads);
    return judge_unwritten(v, p->name, "elements", p->b, (size_t)p->n, canary);
}

/* Judges n products. whole: hTestCM made the launch. */
static enum outcome judge_products(const struct products *p, struct verdict *v, bool whole) {
    double canary = hidden_canary(p->run->seed);
    int first = -1, wrong = 0, early = 0, fits[WORD_MODELS] = {0};
    for (int i = 0; i < p->n; i++) {
        early += p->b[i] == (double)hidden_element(p->run->seed, p->from + i) * LAB6_BEFORE;
        for (int model = 0; model < WORD_MODELS; model++)
            fits[model] += p->b[i] == product(p, i, model);
        if (p->b[i] != product(p, i, 0)) {
            wrong++;
            if (first < 0)
                first = i;
        }
    }
    if (!wrong)
        return OUTCOME_NONE;
    if (whole && early >= p->n * 9 / 10)
        return fail(v, "copied-after-launch",
                    "The results are those of what c_a held before: the kernel ran before c_a was "
                    "filled. Call hInitCM before the launch; a kernel reads what constant memory "
                    "held when it started.");
    for (int model = 1; model < WORD_MODELS; model++)
        if (fits[model] == p->n && p->n > 1)
            return fail(
                v, word_deviations[model - 1].diagnosis,
                "%d of %d elements are wrong, the first is b[%d] = %.0f (CM_SIZE is %d). %s", wrong,
                p->n, first, p->b[first], p->words, word_deviations[model - 1].text);
    if (!whole && judge_kernel_holes(p, v) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (whole) {
        bool none = true;
        for (int i = 0; i < p->n; i++)
            none &= p->b[i] == canary;
        if (none)
            return fail(v, "never-written",
                        "hTestCM succeeds, and none of the %d elements of b is written: copy the "
                        "results back, cudaMemcpy(b, device memory, bytes, "
                        "cudaMemcpyDeviceToHost).",
                        p->n);
        if (judge_unwritten(v, "hTestCM", "elements", p->b, (size_t)p->n, canary) == OUTCOME_FAIL)
            return OUTCOME_FAIL;
    }
    return fail(v, NULL,
                "%s: %d of %d elements are wrong, the first is b[%d] = %.0f, expected %.0f.",
                p->name, wrong, p->n, first, p->b[first], product(p, first, 0));
}

/* Judges what kernel `name` wrote; b goes on behind the n-th element. */
static enum outcome check_kernel(const struct run *run, struct verdict *v, const char *name) {
    struct products p = {.run = run,
                         .name = name,
                         .n = (int)judge_argument(run, "n"),
                         .words = (int)judge_argument(run, "CM_SIZE"),
                         .threads = (int)judge_argument(run, "threads")};
    if (!judge_succeeded(run, v, name))
        return OUTCOME_FAIL;
    p.b = judge_numbers(run, name, (size_t)(p.n + LAB6_PAST_END));
    if (!p.b)
        return fail(v, NULL, "%s ran, but its results did not come back.", name);
    measured(v, "elements", p.n);
    for (int i = p.n; i < p.n + LAB6_PAST_END; i++)
        if (p.b[i] != hidden_canary(run->seed))
            return fail(v, "missing-bounds-guard",
                        "b[%d] was changed, and b has %d elements. More threads run than there are "
                        "elements: let a thread work only if (i < n).",
                        i, p.n);
    if (judge_products(&p, v, false) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (strcmp(name, "gTestCM") == 0 &&
        judge_used(run, v, name, "constant.accesses", judge_argument(run, "CM_SIZE"),
                   "constant memory") == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "All %d elements are right, and nothing behind them is touched.", p.n);
}

static enum outcome check_constant(const struct run *run, struct verdict *v) {
    return check_kernel(run, v, "gTestCM");
}
static enum outcome check_global(const struct run *run, struct verdict *v) {
    return check_kernel(run, v, "gTestGM");
}
static enum outcome check_whole(const struct run *run, struct verdict *v) {
    int n = (int)judge_argument(run, "n");
    const struct {
        const char *key;
        int from, n;
    } calls[3] = {{"hTestCM", 0, n}, {"one", n, 1}, {"many", n + 1, LAB6_MANY}};
    for (int call = 0; call < 3; call++) {
        struct products p = {.run = run,
                             .name = "hTestCM",
                             .from = calls[call].from,
                             .n = calls[call].n,
                             .words = (int)judge_argument(run, "CM_SIZE"),
                             .threads = 1};
        char key[40];
        snprintf(key, sizeof key, "%s.error", calls[call].key);
        double error = judge_number(run, key, NAN);
        if (error == 1 || error == 9)
            return fail(
                v, "launch-refused",
                "hTestCM returned %s for %d elements. If its launch was refused: a block "
                "has at most 1024 threads, and a grid at least one block, (n + threads - 1) "
                "/ threads of them.",
                judge_error_name(error), p.n);
        if (!judge_call_succeeded(run, v, calls[call].key, "hTestCM"))
            return OUTCOME_FAIL;
        double *b = (double *)judge_numbers(run, calls[call].key, (size_t)p.n);
        if (!b)
            return fail(v, NULL, "hTestCM ran, but its results did not come back.");
        for (int i = 0; i < p.n; i++) /* fresh memory of the CPU device, brought back: -1 */
            if (b[i] == -1 && product(&p, i, 0) != -1)
                b[i] = hidden_canary(run->seed);
        p.b = b;
        if (judge_products(&p, v, true) == OUTCOME_FAIL)
            return OUTCOME_FAIL;
    }
    if (judge_launched(run, v, "hTestCM", 3) == OUTCOME_FAIL ||
        judge_used(run, v, "hTestCM", "constant.accesses", 2 * judge_argument(run, "CM_SIZE") + 1,
                   "constant memory") == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "All elements are right, of %d, of 1 and of %d.", n, LAB6_MANY);
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

/* Are these the expected numbers, whatever stands between them? */
static bool same_words(const char *text, const char *expected) {
    for (;;) {
        char *end, *expected_end;
        while (*text && !strchr("-0123456789", *text))
            text++;
        long word = strtol(text, &end, 10), owed = strtol(expected, &expected_end, 10);
        if ((end == text) != (expected_end == expected) || word != owed)
            return false;
        if (end == text)
            return true;
        text = end;
        expected = expected_end;
    }
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
    if (same_words(run->output, expected))
        return fail(v, "not-one-line",
                    "The words are right and not on one line with one blank between: it prints "
                    "\"%.*s\", expected \"%s\".",
                    length < 200 ? length : 200, run->output, expected);
    if (has_line(run->output, "0 0 0 0") || has_line(run->output, "0 0 0"))
        return fail(v, "own-array",
                    "It prints zeros: an array of its own, which nobody filled. lab61.cu "
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

static enum outcome check_makefile(const struct run *run, struct verdict *v) {
    double same = judge_number(run, "same", NAN);
    if (isnan(same))
        return fail(v, NULL, "The program that the Makefile built did not come to its end.");
    if (same == 0)
        return fail(v, "no-rdc",
                    "Built with this Makefile, lab6.cu and lab61.cu have an array c_a each, and "
                    "the one in lab61.cu is all zeros. Without -rdc=true nvcc compiles each file's "
                    "device code on its own and makes `extern __constant__` a definition; it says "
                    "so in a warning only. Add -rdc=true to NVCCFLAGS.");
    return pass(v, "Built with this Makefile, both files use one array.");
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
    if (wrong &&
        judge_unwritten(v, name, "sums", b, (size_t)n, hidden_canary(run->seed)) == OUTCOME_FAIL) {
        if (wrong == n)
            judge_add(v, " If the kernel is still to be written, write it.");
        return OUTCOME_FAIL;
    }
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

/* Different words a request of a warp asks for, on the average: 1 when all threads read the
 * same. */
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
    double words, size = judge_argument(run, "TABLE_SIZE");
    double warps = ceil(judge_argument(run, "n") / 32);
    double requests = judge_count(run, "gDivergent", 0, "constant.requests") / warps;
    if (words_per_request(run, v, "gDivergent", &words) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    measured(v, "requests_per_warp", requests);
    if (requests > 1.2 * size)
        return fail(v, "threads-part-ways",
                    "In gDivergent a warp asks %.0f times where the table has %.0f words: its "
                    "threads are not in the same turn of the same loop. With two loops each thread "
                    "comes to the second loop at another time, and some ask while others wait. Let "
                    "one loop of TABLE_SIZE turns go round, k = k + 1 < TABLE_SIZE ? k + 1 : 0.",
                    requests, size);
    if (words < 24)
        return fail(v, "not-divergent",
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

enum { FIRST_PART_ALONE = 2, LOOKUP_MODELS = 9 };

/* What people's look-ups give for index k. */
static double looked_up(const struct run *run, int t, int model, int k, int words, int part) {
    bool inside = k >= 0 && k < words;
    double right = inside ? hidden_word(run->seed, k + t) : 0;
    int last = (words - 1) / part * part;
    switch (model) {
    case 1: /* the last part's answers alone, the others 0 */
        return k >= last ? right : 0;
    case FIRST_PART_ALONE:
        return k < part ? right : 0;
    case 3: /* whole parts alone */
        return k < words / part * part ? right : 0;
    case 4: /* the index of the table taken in each part */
        return inside && last + k % part < words ? hidden_word(run->seed, last + k % part + t) : 0;
    case 5: /* -1, as it was, outside */
        return inside ? right : -1;
    case 6: /* the nearest word, outside */
        return hidden_word(run->seed, (k < 0 ? 0 : k >= words ? words - 1 : k) + t);
    case 7: /* the index's remainder */
        return hidden_word(run->seed, ((k % words) + words) % words + t);
    case 8: /* one word further */
        return inside && k + 1 < words ? hidden_word(run->seed, k + 1 + t) : 0;
    default:
        return right;
    }
}
static const struct deviation lookup_deviations[] = {
    {"earlier-parts-lost", "Only the last part's words are found: looking up a part overwrites the "
                           "answers of the earlier parts. Leave out[i] alone where the index is "
                           "not in this part."},
    {"first-part-only",
     "Only the first PART_SIZE words of the table are found: copy and look up part by part."},
    {"last-part-lost", "The last words of the table are never found: what remains after the last "
                       "whole part is a part too."},
    {"part-offset", "An index is looked up in each part from its start: the index in the part is k "
                    "- first."},
    {"outside-not-zero", "Where the index is outside the table, out is as it was: it is to be 0."},
    {"outside-not-zero", "Where the index is outside the table, the table's end is given: it is to "
                         "be 0."},
    {"outside-not-zero", "Where the index is outside the table, it begins anew: it is to be 0."},
    {"counted-from-one", "The words are one place off: index 0 is the first word."}};

/* Judges the look-ups in table t. */
static enum outcome judge_table(const struct run *run, struct verdict *v, int t) {
    int part = (int)judge_argument(run, "PART_SIZE"), wrong = 0, first = 0;
    int words = hidden_table_words(t, (int)judge_argument(run, "words"), part),
        n = hidden_table_indices(t, (int)judge_argument(run, "n"));
    int fits[LOOKUP_MODELS] = {0};
    /* What is read behind c_part is 0 there, as a word that is never looked up is here: the numbers
     * are the same, and the finding says which it is. A GPU finds nothing: the checker's run knows.
     */
    bool past_part = run->gpu || judge_has_finding(run, "out-of-bounds-read", "is outside");
    char name[40];
    snprintf(name, sizeof name, "table%d.error", t);
    if (judge_number(run, name, NAN) == 1) /* cudaErrorInvalidValue, for a table that is allowed */
        return fail(
            v, words > part ? "table-too-large" : NULL,
            "hLookup returned cudaErrorInvalidValue for a table of %d words and %d indices; "
            "c_part takes PART_SIZE = %d. Copy one part at a time and look the table up "
            "part by part, in blocks of at most 1024 threads.",
            words, n, part);
    snprintf(name, sizeof name, "table%d", t);
    if (!judge_call_succeeded(run, v, name, "hLookup"))
        return OUTCOME_FAIL;
    const double *out = judge_numbers(run, name, (size_t)n);
    if (!out)
        return fail(v, NULL, "hLookup returned, but its results are not there.");
    for (int i = n; i-- > 0;) {
        int k = hidden_index(run->seed, i, words);
        for (int model = 0; model < LOOKUP_MODELS; model++)
            fits[model] += out[i] == looked_up(run, t, model, k, words, part);
        if (out[i] != looked_up(run, t, 0, k, words, part)) {
            wrong++;
            first = i;
        }
    }
    if (!wrong)
        return OUTCOME_NONE;
    for (int model = 1; model < LOOKUP_MODELS; model++)
        if (fits[model] == n && n > 1 && !(model == FIRST_PART_ALONE && past_part))
            return fail(v, lookup_deviations[model - 1].diagnosis,
                        "%d of %d look-ups in a table of %d words are wrong (PART_SIZE = %d). %s",
                        wrong, n, words, part, lookup_deviations[model - 1].text);
    if (judge_unwritten(v, "hLookup", "answers", out, (size_t)n, -1) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return fail(v, NULL,
                "%d of %d look-ups are wrong, the first is out[%d] = %.0f for index %d of %d, "
                "expected %.0f (PART_SIZE = %d).",
                wrong, n, first, out[first], hidden_index(run->seed, first, words), words,
                looked_up(run, t, 0, hidden_index(run->seed, first, words), words, part), part);
}

static enum outcome check_lookup(const struct run *run, struct verdict *v) {
    for (int t = 0; t < LAB6_TABLES; t++)
        if (judge_table(run, v, t) == OUTCOME_FAIL)
            return OUTCOME_FAIL;
    if (judge_launched(run, v, "hLookup", LAB6_TABLES) == OUTCOME_FAIL ||
        judge_used(run, v, "hLookup", "constant.accesses", 1, "constant memory") == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "All look-ups are right, in %d tables one after the other.", LAB6_TABLES);
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
        if (wrong[i] == 801)
            return fail(v, NULL,
                        "hLookup is still to be written: it returns "
                        "cudaErrorNotSupported.");
        else if (wrong[i] != cases[i].expected)
            return fail(v, NULL, "hLookup with %s returns %s, expected %s.", cases[i].what,
                        judge_error_name(wrong[i]), judge_error_name(cases[i].expected));
    int n = (int)judge_argument(run, "n");
    const double *out = judge_numbers(run, "out", (size_t)n);
    for (int i = 0; out && i < n; i++)
        if (out[i] != -1)
            return fail(v, "output-on-error",
                        "hLookup refuses its arguments, or has nothing to do, and changes out[%d] "
                        "all the same: leave it as it was.",
                        i);
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
