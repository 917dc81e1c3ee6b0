/* Lab 8: texture as a read path. */
#include "lab8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct finding_rule lab_findings[] = {{0}};

enum { INVALID_VALUE = 1 };

static size_t words_of(const struct run *run) {
    return 4 * (size_t)judge_argument(run, "quads");
}

/* What word i adds to the checksum when its place in the quad is taken for `place`. */
static uint32_t share(const struct run *run, size_t i, size_t place) {
    return (uint32_t)hidden_word(run->seed, i) * (uint32_t)(2 * (place % 4) + 1);
}

static uint32_t sum_of(const struct run *run, size_t first, size_t last) {
    uint32_t sum = 0;
    for (size_t i = first; i < last; i++)
        sum += share(run, i, i);
    return sum;
}

/* ---- step 1 ---------------------------------------------------------------------------------- */

static enum outcome check_sum(const struct run *run, struct verdict *v) {
    size_t words = words_of(run);
    uint32_t reversed = 0, pairs = 0, plain = 0;
    if (!judge_succeeded(run, v, "checksum"))
        return OUTCOME_FAIL;
    double got = judge_number(run, "checksum", NAN);
    for (size_t i = 0; i < words; i++) {
        reversed += share(run, i, 3 - i % 4);
        pairs += share(run, i, i ^ 1);
        plain += share(run, i, 0);
    }
    if (got == sum_of(run, 0, words))
        return pass(v, "The checksum of %zu words is right.", words);
    if (got == reversed || got == pairs)
        return fail(v, "components-swapped",
                    "The checksum is that of words exchanged within their element: the first word "
                    "in memory is x, the second y, then z and w.");
    if (got == plain)
        return fail(v, "factor-missing",
                    "All words count once: share_of(word, i) needs the word's own number i, which "
                    "is 4 * element + 0, 1, 2 or 3 for an int4.");
    if (got == sum_of(run, 0, words / 4) || got == sum_of(run, 0, words / 2))
        return fail(v, "elements-for-words",
                    "Only the first %s of the words is summed: a texture's size is in bytes, its "
                    "index counts elements of 1, 2 or 4 words.",
                    got == sum_of(run, 0, words / 4) ? "quarter" : "half");
    return fail(v, NULL, "The checksum of %zu words is %08x, expected %08x.", words, (unsigned)got,
                sum_of(run, 0, words));
}

static enum outcome check_outside(const struct run *run, struct verdict *v) {
    int words = (int)words_of(run), clamped = 0, outside = 0;
    if (!judge_succeeded(run, v, "fetch_words"))
        return OUTCOME_FAIL;
    const double *got = judge_numbers(run, "fetch_words", LAB8_FETCHES);
    if (!got)
        return fail(v, NULL, "fetch_words returned, but its results are not there.");
    for (int i = 0; i < LAB8_FETCHES; i++) {
        int k = hidden_index(run->seed, i, words);
        if (k < 0 || k >= words) {
            outside++;
            clamped += got[i] == hidden_word(run->seed, k < 0 ? 0 : (size_t)words - 1);
        }
    }
    if (clamped == outside)
        return fail(v, "index-clamped",
                    "Outside the words yours gives the first or the last one; tex1Dfetch gives 0 "
                    "there. Leave the index as it is.");
    for (int i = 0; i < LAB8_FETCHES; i++) {
        int k = hidden_index(run->seed, i, words);
        int expected = k >= 0 && k < words ? hidden_word(run->seed, (size_t)k) : 0;
        if (got[i] != expected)
            return fail(v, k >= 0 && k < words ? NULL : "read-past-end",
                        "Index %d of %d words gives %.0f, expected %d%s.", k, words, got[i],
                        expected,
                        k >= 0 && k < words
                            ? ""
                            : " (outside: through a texture that covers the words and no more)");
    }
    return pass(v, "All %d fetches are right, %d of them outside.", LAB8_FETCHES, outside);
}

static enum outcome check_invalid(const struct run *run, struct verdict *v,
                                  const char *const *what) {
    const double *refused = judge_numbers(run, "refused", 3);
    if (!refused)
        return fail(v, NULL, "The calls with wrong arguments did not come back.");
    for (int i = 0; i < 3; i++)
        if (refused[i] != INVALID_VALUE)
            return fail(v, NULL, "With %s it returns %s, expected cudaErrorInvalidValue.", what[i],
                        judge_error_name((int)refused[i]));
    return pass(v, "Wrong arguments are refused.");
}

static enum outcome check_refused_sums(const struct run *run, struct verdict *v) {
    static const char *const what[] = {"3 components", "8 components",
                                       "words that are no multiple of 4"};
    return check_invalid(run, v, what);
}

/* ---- step 2 ---------------------------------------------------------------------------------- */

static enum outcome check_split_sums(const struct run *run, struct verdict *v) {
    size_t words = words_of(run), quads = words / 4;
    for (int i = 0; i < LAB8_SPLITS; i++) {
        char name[20];
        size_t each = hidden_split(quads, i), rest = quads % each;
        snprintf(name, sizeof name, "split%d", i);
        if (!judge_call_succeeded(run, v, name, "checksum_segments"))
            return OUTCOME_FAIL;
        double got = judge_number(run, name, NAN);
        if (got == sum_of(run, 0, words))
            continue;
        uint32_t first_again = 0, base_in_quads = 0;
        for (size_t w = 0; w < words; w++) {
            size_t segment = w / 4 / each, inside = w - 4 * segment * each;
            first_again += share(run, inside, inside);
            base_in_quads +=
                share(run, (segment * each + inside) < words ? segment * each + inside : 0, w);
        }
        if (got == first_again)
            return fail(v, "wrong-segment-base",
                        "Every texture reads the first segment again: texture s begins at quad s * "
                        "quads_each, which is word 4 * s * quads_each.");
        if (got == base_in_quads)
            return fail(v, "wrong-segment-base",
                        "Texture s begins at word s * quads_each; a quad has four words: 4 * s * "
                        "quads_each.");
        /* A texture of 0 bytes is accepted, and has one texel. */
        if (rest == 0 && (got == sum_of(run, 0, words - 4 * each) ||
                          got == sum_of(run, 0, words - 4 * each + 4)))
            return fail(v, "empty-remainder",
                        "%zu quads in textures of %zu: the last texture is missing from the sum. "
                        "The remainder is 0 because it is full, not because it is empty.",
                        quads, each);
        if (rest != 0 && got == sum_of(run, 0, words - 4 * rest))
            return fail(v, "last-block-dropped",
                        "The last texture, with %zu of %zu quads, is missing from the sum.", rest,
                        each);
        return fail(v, NULL, "%zu quads in textures of %zu: the checksum is %08x, expected %08x.",
                    quads, each, (unsigned)got, sum_of(run, 0, words));
    }
    const double *got = judge_numbers(run, "quads", 1600);
    if (!got)
        return fail(v, NULL, "fetch_quad's results did not come back.");
    for (size_t w = 0; got && w < 1600; w++)
        if (got[w] != hidden_word(run->seed, w))
            return fail(v, NULL, "fetch_quad(%zu).%c is %.0f, expected %d (textures of %zu quads).",
                        w / 4, "xyzw"[w % 4], got[w], hidden_word(run->seed, w),
                        hidden_split(quads, 4));
    return pass(v, "Right for %d ways to divide %zu quads.", LAB8_SPLITS, quads);
}

static enum outcome check_unused(const struct run *run, struct verdict *v) {
    if (!judge_succeeded(run, v, "make_segments"))
        return OUTCOME_FAIL;
    if (judge_number(run, "count", 0) != LAB8_SEGMENTS)
        return fail(v, "unused-textures",
                    "%d textures were asked for, and %.0f are made: a kernel takes all of them, so "
                    "those that are not needed are bound to the first segment.",
                    LAB8_SEGMENTS, judge_number(run, "count", 0));
    double error = judge_number(run, "unused.error", NAN);
    const double *got = judge_numbers(run, "unused", LAB8_SEGMENTS);
    for (int s = 0; got && s < LAB8_SEGMENTS; s++)
        if (got[s] != hidden_word(run->seed, 0))
            return fail(v, "unused-textures",
                        "Texture %d is not needed, and reads %.0f: bind it to the first segment, "
                        "which begins with %d.",
                        s, got[s], hidden_word(run->seed, 0));
    if (error != 0 || !got)
        return fail(v, "unused-textures",
                    "Reading a texture that is not needed fails: bind every one of them to a valid "
                    "segment.");
    if (!judge_succeeded(run, v, "free_segments"))
        return OUTCOME_FAIL;
    return pass(v, "All %d textures are valid.", LAB8_SEGMENTS);
}

static enum outcome check_refused_segments(const struct run *run, struct verdict *v) {
    static const char *const what[] = {"more words than the textures cover", "no texture at all",
                                       "MAX_SEGMENTS + 1 textures"};
    return check_invalid(run, v, what);
}

static enum outcome check_limit(const struct run *run, struct verdict *v) {
    if (!judge_call_succeeded(run, v, "limit", "quads_limit"))
        return OUTCOME_FAIL;
    double limit = judge_number(run, "limit", 0), expected = judge_number(run, "true_limit", 0);
    if (limit == expected)
        return pass(v, "The device says %.0f.", limit);
    if (limit == 0x1p27)
        return fail(v, "textbook-limit",
                    "2^27 is the limit of the textbooks; this device takes %.0f quads. Ask "
                    "cudaDeviceGetTexture1DLinearMaxWidth.",
                    expected);
    return fail(v, NULL,
                "quads_limit says %.0f, the device %.0f: ask cudaDeviceGetTexture1DLinearMaxWidth, "
                "with the format of an int4.",
                limit, expected);
}

static enum outcome check_fallback(const struct run *run, struct verdict *v) {
    if (!judge_call_succeeded(run, v, "device", "allocate_words"))
        return OUTCOME_FAIL;
    if (judge_number(run, "device", 0) != 1)
        return fail(v, NULL,
                    "1 MiB fits the device: `device` is to be device memory and `host` NULL.");
    if (run->gpu && !judge_call_succeeded(run, v, "free", "free_words"))
        return OUTCOME_FAIL;
    if (run->gpu)
        return pass(
            v,
            "Device memory while there is room. (A full device is tried on the CPU device alone.)");
    double error = judge_number(run, "mapped.error", NAN);
    if (error == 2)
        return fail(v, "no-fallback",
                    "With the device full allocate_words returns cudaErrorMemoryAllocation: take "
                    "mapped host memory then (cudaHostAlloc with cudaHostAllocMapped).");
    if (!judge_call_succeeded(run, v, "mapped", "allocate_words with the device full"))
        return OUTCOME_FAIL;
    if (judge_number(run, "mapped.left", 0) != 0)
        return fail(
            v, "error-left-behind",
            "allocate_words succeeds and leaves %s behind: the next cudaGetLastError() finds it "
            "and blames another call. Call cudaGetLastError() once the failure is dealt with.",
            judge_error_name((int)judge_number(run, "mapped.left", 0)));
    if (judge_number(run, "mapped", 0) != 1)
        return fail(v, NULL,
                    "A kernel does not see through `device` what the host wrote through `host`: "
                    "ask cudaHostGetDevicePointer for the device's address of the mapped memory.");
    if (!judge_call_succeeded(run, v, "free", "free_words") ||
        !judge_call_succeeded(run, v, "free_mapped", "free_words for mapped memory"))
        return OUTCOME_FAIL;
    return pass(v, "Device memory while there is room, mapped host memory after that.");
}

/* ---- step 4 ---------------------------------------------------------------------------------- */

static enum outcome check_mapped(const struct run *run, struct verdict *v) {
    int n = (int)judge_argument(run, "n"), early = 0, unchanged = 0;
    if (!judge_succeeded(run, v, "increment_mapped"))
        return OUTCOME_FAIL;
    const double *before = judge_numbers(run, "before", (size_t)n),
                 *after = judge_numbers(run, "after", (size_t)n);
    if (!before || !after)
        return fail(v, NULL, "increment_mapped returned, but its results are not there.");
    for (int i = 0; i < n; i++) {
        early += after[i] == before[i] &&
                 after[i] != (int32_t)((uint32_t)hidden_word(run->seed, (size_t)i) + 1);
        unchanged += after[i] == hidden_word(run->seed, (size_t)i);
    }
    if (early == n)
        return fail(
            v, "read-before-synchronising",
            "`after` holds what `before` holds: the host reads the mapped memory while the kernel "
            "may still run. A launch returns at once; wait with cudaDeviceSynchronize() first.");
    if (unchanged == n)
        return fail(v, "input-returned",
                    "`after` holds the input: read what the kernel wrote, not what it was given.");
    for (int i = 0; i < n; i++) {
        int32_t expected = (int32_t)((uint32_t)hidden_word(run->seed, (size_t)i) + 1);
        if (after[i] != expected)
            return fail(v, NULL, "after[%d] is %.0f, expected %d (n = %d).", i, after[i], expected,
                        n);
    }
    return pass(v, "All %d results are seen after waiting.", n);
}

/* ---- step 5 ---------------------------------------------------------------------------------- */

/* lab8.h's place_of. */
static unsigned place_of(int pattern, unsigned i, unsigned count) {
    switch (pattern) {
    case 1:
        return (i + 1) & (count - 1);
    case 2:
        return i % (count / 32) * 32 + i / (count / 32);
    case 3:
        return (i * 2654435761u + 12345u) & (count - 1);
    default:
        return i;
    }
}

static enum outcome check_patterns(const struct run *run, struct verdict *v) {
    unsigned count = (unsigned)judge_argument(run, "count");
    for (int pattern = 0; pattern < 4; pattern++) {
        char name[20];
        snprintf(name, sizeof name, "P%d", pattern);
        if (!judge_call_succeeded(run, v, name, "The launch"))
            return OUTCOME_FAIL;
        const double *got = judge_numbers(run, name, count + LAB8_PAST_END);
        unsigned straight = 0;
        if (!got)
            return fail(v, NULL, "The results of pattern %d did not come back.", pattern);
        for (unsigned i = count; i < count + LAB8_PAST_END; i++)
            if (got[i] != 77)
                return fail(
                    v, "missing-bounds-guard",
                    "out[%u] was written, and there are %u: let a thread work only if (i < count).",
                    i, count);
        for (unsigned i = 0; i < count; i++)
            straight += got[i] == hidden_word(run->seed, i);
        if (pattern > 0 && straight == count)
            return fail(v, "pattern-ignored",
                        "Every pattern reads word i: ask place_of(pattern, i, count).");
        for (unsigned i = 0; i < count; i++)
            if (got[i] != hidden_word(run->seed, place_of(pattern, i, count)))
                return fail(v, NULL, "Pattern %d: out[%u] is %.0f, expected %d.", pattern, i,
                            got[i], hidden_word(run->seed, place_of(pattern, i, count)));
    }
    return pass(v, "Right for all four patterns.");
}

static enum outcome check_table(const struct run *run, struct verdict *v) {
    if (!judge_succeeded(run, v, "measure_paths"))
        return OUTCOME_FAIL;
    const double *patterns = judge_numbers(run, "patterns", LAB8_ROWS),
                 *paths = judge_numbers(run, "paths", LAB8_ROWS);
    const double *mapped = judge_numbers(run, "mapped", LAB8_ROWS),
                 *gb = judge_numbers(run, "gb", LAB8_ROWS);
    if (!patterns || !paths || !mapped || !gb)
        return fail(v, NULL, "measure_paths returned, but its rows are not there.");
    for (int i = 0; i < LAB8_ROWS; i++) {
        int pattern = i < 12 ? i / 3 : 0, path = i % 3, host = i >= 12;
        if (patterns[i] != pattern || paths[i] != path || mapped[i] != host)
            return fail(v, NULL,
                        "Row %d is pattern %.0f, path %.0f, mapped %.0f; expected %d, %d, %d.", i,
                        patterns[i], paths[i], mapped[i], pattern, path, host);
        if (!(gb[i] > 0) || isinf(gb[i]))
            return fail(v, "timed-without-sync",
                        "Row %d says %g GB/s: a launch returns before the kernel has run. Record "
                        "an event behind it and wait for that one.",
                        i, gb[i]);
        if (gb[i] > 20000)
            return fail(v, "timed-without-sync",
                        "Row %d says %g GB/s, more than any memory moves: what was timed is the "
                        "launch, not the kernel. Wait for the event behind it.",
                        i, gb[i]);
    }
    return pass(v, "All %d rows are there.", LAB8_ROWS);
}

static enum outcome check_csv(const struct run *run, struct verdict *v) {
    static const struct csv_number tiny = {0.00001234567, 1.2e-10}, large = {4480.25, 0.01};
    const char *text = judge_csv_text(run, v, "pattern,path,memory,gb_per_s\n");
    if (!text)
        return OUTCOME_FAIL;
    const char *first = judge_csv_line(text, 1), *second = judge_csv_line(text, 2);
    static const char blank[] = " \t\r\n";
    if (!judge_csv_row(first + strspn(first, blank), "STRIDED,LDG,device", &tiny, 1))
        return fail(v, "digits-lost",
                    "0.00001234567 GB/s, STRIDED, LDG, device is written as \"%.60s\": keep at "
                    "least 6 significant digits (%%g, not %%f).",
                    first);
    if (!judge_csv_row(second + strspn(second, blank), "RANDOM,PLAIN,mapped", &large, 1))
        return fail(v, NULL, "4480.25 GB/s, RANDOM, PLAIN, mapped is written as \"%.60s\".",
                    second);
    return judge_csv_end(run, v);
}

const struct check lab_checks[] = {{"sum", check_sum, NULL},
                                   {"outside", check_outside, NULL},
                                   {"refused-sums", check_refused_sums, NULL},
                                   {"split-sums", check_split_sums, NULL},
                                   {"unused", check_unused, NULL},
                                   {"refused-segments", check_refused_segments, NULL},
                                   {"limit", check_limit, NULL},
                                   {"fallback", check_fallback, NULL},
                                   {"promote", check_promote, NULL},
                                   {"half", check_half, NULL},
                                   {"through-texture", check_through_texture, NULL},
                                   {"mapped", check_mapped, NULL},
                                   {"patterns", check_patterns, NULL},
                                   {"table", check_table, NULL},
                                   {"csv", check_csv, NULL},
                                   {0}};
