/* Lab 8: texture as a read path. */
#include "judge.h"
#include "lab8/inputs.h"
#include "texture_unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct finding_rule lab_findings[] = {{0}};

enum { INVALID_VALUE = 1 };

static size_t words_of(const struct run *run) {
    return 4 * (size_t)run_argument(run, "quads");
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

static void check_sum(const struct run *run, struct verdict *v) {
    size_t words = words_of(run);
    uint32_t reversed = 0, pairs = 0, plain = 0;
    if (!succeeded(run, v, "checksum"))
        return;
    double got = run_number(run, "checksum", NAN);
    for (size_t i = 0; i < words; i++) {
        reversed += share(run, i, 3 - i % 4);
        pairs += share(run, i, i ^ 1);
        plain += share(run, i, 0);
    }
    if (got == sum_of(run, 0, words))
        pass(v, "The checksum of %zu words is right.", words);
    if (got == reversed || got == pairs)
        fail(v, "components-swapped",
             "The checksum is that of words exchanged within their element: the first word in "
             "memory is x, the second y, "
             "then z and w.");
    if (got == plain)
        fail(v, "factor-missing",
             "All words count once: share_of(word, i) needs the word's own number i, which is 4 * "
             "element + 0, 1, 2 or 3 for an int4.");
    if (got == sum_of(run, 0, words / 4) || got == sum_of(run, 0, words / 2))
        fail(v, "elements-for-words",
             "Only the first %s of the words is summed: a texture's size is in bytes, its index "
             "counts elements of 1, 2 or "
             "4 words.",
             got == sum_of(run, 0, words / 4) ? "quarter" : "half");
    fail(v, NULL, "The checksum of %zu words is %08x, expected %08x.", words, (unsigned)got,
         sum_of(run, 0, words));
}

static void check_outside(const struct run *run, struct verdict *v) {
    int words = (int)words_of(run), clamped = 0, outside = 0;
    if (!succeeded(run, v, "fetch_words"))
        return;
    const double *got = run_numbers(run, "fetch_words", LAB8_FETCHES);
    if (!got) {
        fail(v, NULL, "fetch_words returned, but its results are not there.");
        return;
    }
    for (int i = 0; i < LAB8_FETCHES; i++) {
        int k = hidden_index(run->seed, i, words);
        if (k < 0 || k >= words) {
            outside++;
            clamped += got[i] == hidden_word(run->seed, k < 0 ? 0 : (size_t)words - 1);
        }
    }
    if (clamped == outside)
        fail(v, "index-clamped",
             "Outside the words yours gives the first or the last one; tex1Dfetch gives 0 there. "
             "Leave "
             "the index as it is.");
    for (int i = 0; i < LAB8_FETCHES; i++) {
        int k = hidden_index(run->seed, i, words);
        int expected = k >= 0 && k < words ? hidden_word(run->seed, (size_t)k) : 0;
        if (got[i] != expected)
            fail(v, k >= 0 && k < words ? NULL : "read-past-end",
                 "Index %d of %d words gives %.0f, expected %d%s.", k, words, got[i], expected,
                 k >= 0 && k < words
                     ? ""
                     : " (outside: through a texture that covers the words and no more)");
    }
    pass(v, "All %d fetches are right, %d of them outside.", LAB8_FETCHES, outside);
}

static void check_invalid(const struct run *run, struct verdict *v, const char *const *what) {
    const double *refused = run_numbers(run, "refused", 3);
    if (!refused) {
        fail(v, NULL, "The calls with wrong arguments did not come back.");
        return;
    }
    for (int i = 0; i < 3; i++)
        if (refused[i] != INVALID_VALUE)
            fail(v, NULL, "With %s it returns %s, expected cudaErrorInvalidValue.", what[i],
                 cuda_error_name((int)refused[i]));
    pass(v, "Wrong arguments are refused.");
}

static void check_refused_sums(const struct run *run, struct verdict *v) {
    static const char *const what[] = {"3 components", "8 components",
                                       "words that are no multiple of 4"};
    check_invalid(run, v, what);
}

/* ---- step 2 ---------------------------------------------------------------------------------- */

static void check_split_sums(const struct run *run, struct verdict *v) {
    size_t words = words_of(run), quads = words / 4;
    for (int i = 0; i < LAB8_SPLITS; i++) {
        char name[20];
        size_t each = hidden_split(quads, i), rest = quads % each;
        snprintf(name, sizeof name, "split%d", i);
        if (run_number(run, "split1.error", 0) == INVALID_VALUE &&
            run_number(run, "split2.error", NAN) == 0)
            fail(v, "empty-remainder",
                 "%zu quads in textures of %zu are refused: the remainder is 0, so the last "
                 "texture is full, not empty.",
                 quads, hidden_split(quads, 1));
        if (!call_succeeded(run, v, name, "checksum_segments"))
            return;
        double got = run_number(run, name, NAN);
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
            fail(v, "wrong-segment-base",
                 "Every texture reads the first segment again: texture s begins at quad s * "
                 "quads_each, which is word "
                 "4 * s * quads_each.");
        if (got == base_in_quads)
            fail(v, "wrong-segment-base",
                 "Texture s begins at word s * quads_each; a quad has four words: 4 * s * "
                 "quads_each.");
        if (rest == 0 && got == sum_of(run, 0, words - 4 * each))
            fail(v, "empty-remainder",
                 "%zu quads in textures of %zu: the last texture is missing from the sum. The "
                 "remainder is 0 because it is "
                 "full, not because it is empty.",
                 quads, each);
        if (rest != 0 && got == sum_of(run, 0, words - 4 * rest))
            fail(v, "last-block-dropped",
                 "The last texture, with %zu of %zu quads, is missing from the sum.", rest, each);
        fail(v, NULL, "%zu quads in textures of %zu: the checksum is %08x, expected %08x.", quads,
             each, (unsigned)got, sum_of(run, 0, words));
    }
    const double *got = run_numbers(run, "quads", 1600);
    if (!got)
        fail(v, NULL, "fetch_quad's results did not come back.");
    for (size_t w = 0; got && w < 1600; w++)
        if (got[w] != hidden_word(run->seed, w))
            fail(v, NULL, "fetch_quad(%zu).%c is %.0f, expected %d (textures of %zu quads).", w / 4,
                 "xyzw"[w % 4], got[w], hidden_word(run->seed, w), hidden_split(quads, 4));
    pass(v, "Right for %d ways to divide %zu quads.", LAB8_SPLITS, quads);
}

static void check_unused(const struct run *run, struct verdict *v) {
    if (!succeeded(run, v, "make_segments"))
        return;
    if (run_number(run, "count", 0) != LAB8_SEGMENTS)
        fail(v, "unused-textures",
             "%d textures were asked for, and %.0f are made: a kernel takes all of them, so those "
             "that are not needed are bound to the first segment.",
             LAB8_SEGMENTS, run_number(run, "count", 0));
    double error = run_number(run, "unused.error", NAN);
    const double *got = run_numbers(run, "unused", LAB8_SEGMENTS);
    for (int s = 0; got && s < LAB8_SEGMENTS; s++)
        if (got[s] != hidden_word(run->seed, 0))
            fail(v, "unused-textures",
                 "Texture %d is not needed, and reads %.0f: bind it to the first segment, which "
                 "begins "
                 "with %d.",
                 s, got[s], hidden_word(run->seed, 0));
    if (error != 0 || !got)
        fail(v, "unused-textures",
             "Reading a texture that is not needed fails: bind every one of them to a valid "
             "segment.");
    succeeded(run, v, "free_segments");
    pass(v, "All %d textures are valid.", LAB8_SEGMENTS);
}

static void check_refused_segments(const struct run *run, struct verdict *v) {
    static const char *const what[] = {"more words than the textures cover", "no texture at all",
                                       "MAX_SEGMENTS + 1 textures"};
    check_invalid(run, v, what);
}

static void check_limit(const struct run *run, struct verdict *v) {
    if (!call_succeeded(run, v, "limit", "quads_limit"))
        return;
    double limit = run_number(run, "limit", 0), expected = run_number(run, "true_limit", 0);
    if (limit == expected)
        pass(v, "The device says %.0f.", limit);
    if (limit == 0x1p27)
        fail(v, "textbook-limit",
             "2^27 is the limit of the textbooks; this device takes %.0f quads. Ask "
             "cudaDeviceGetTexture1DLinearMaxWidth.",
             expected);
    fail(v, NULL,
         "quads_limit says %.0f, the device %.0f: ask cudaDeviceGetTexture1DLinearMaxWidth, with "
         "the format of an "
         "int4.",
         limit, expected);
}

static void check_fallback(const struct run *run, struct verdict *v) {
    if (!call_succeeded(run, v, "device", "allocate_words"))
        return;
    if (run_number(run, "device", 0) != 1)
        fail(v, NULL, "1 MiB fits the device: `device` is to be device memory and `host` NULL.");
    if (run->gpu && call_succeeded(run, v, "free", "free_words"))
        pass(
            v,
            "Device memory while there is room. (A full device is tried on the CPU device alone.)");
    if (run->gpu)
        return;
    double error = run_number(run, "mapped.error", NAN);
    if (error == 2)
        fail(v, "no-fallback",
             "With the device full allocate_words returns cudaErrorMemoryAllocation: take mapped "
             "host memory "
             "then (cudaHostAlloc with cudaHostAllocMapped).");
    if (!call_succeeded(run, v, "mapped", "allocate_words with the device full"))
        return;
    if (run_number(run, "mapped.left", 0) != 0)
        fail(v, "error-left-behind",
             "allocate_words succeeds and leaves %s behind: the next cudaGetLastError() finds it "
             "and "
             "blames another call. Call cudaGetLastError() once the failure is dealt with.",
             cuda_error_name((int)run_number(run, "mapped.left", 0)));
    if (run_number(run, "mapped", 0) != 1)
        fail(v, NULL,
             "A kernel does not see through `device` what the host wrote through `host`: ask "
             "cudaHostGetDevicePointer for the device's address of the mapped memory.");
    if (!call_succeeded(run, v, "free", "free_words") ||
        !call_succeeded(run, v, "free_mapped", "free_words for mapped memory"))
        return;
    pass(v, "Device memory while there is room, mapped host memory after that.");
}

/* ---- step 3 ---------------------------------------------------------------------------------- */

/* Element i as the texture unit promotes it. */
static float promoted(cpudev_texel_format format, int i) {
    unsigned char byte = (unsigned char)i;
    unsigned short word = (unsigned short)i;
    bool narrow = format == CPUDEV_TEXEL_U8 || format == CPUDEV_TEXEL_S8;
    cpudev_texture t = {.data = narrow ? &byte : (const unsigned char *)&word,
                        .row_pitch = 2,
                        .width = 1,
                        .height = 1,
                        .depth = 1,
                        .shape = CPUDEV_TEXTURE_LINEAR,
                        .format = format,
                        .channels = 1,
                        .normalized_read = format != CPUDEV_TEXEL_F16};
    cpudev_texel texel;
    cpudev_texture_prepare(&t);
    cpudev_texture_fetch(&t, 0, &texel);
    return texel.f[0];
}

static bool same_float(double got, float expected) {
    return (isnan(got) && isnan(expected)) ||
           (got == expected && !signbit(got) == !signbit(expected));
}

/* Compares `count` promoted values, element i being i * step. */
static void judge_promoted(struct verdict *v, const char *name, const double *got,
                           cpudev_texel_format format, int count, int step) {
    bool is_signed = format == CPUDEV_TEXEL_S8 || format == CPUDEV_TEXEL_S16;
    bool narrow = format == CPUDEV_TEXEL_U8 || format == CPUDEV_TEXEL_S8;
    double full = narrow ? 256 : 65536;
    int wrong = 0, first = 0, power = 0, below = 0, raw = 0;
    for (int i = count; i-- > 0;) {
        double value =
            is_signed ? (narrow ? (signed char)(i * step) : (short)(i * step)) : i * step;
        if (!same_float(got[i], promoted(format, i * step))) {
            wrong++;
            below += got[i] < -1;
            first = i;
        }
        power += got[i] == value / (is_signed ? full / 2 : full);
        raw += got[i] == value;
    }
    if (!wrong)
        return;
    if (power == count)
        fail(v, is_signed ? "signed-divided-by-128" : "divided-by-256",
             "%s: you divide by %.0f. The largest value becomes 1, so the divisor is %.0f%s", name,
             is_signed ? full / 2 : full, (is_signed ? full / 2 : full) - 1,
             is_signed ? "; the one value below minus that gives -1 too." : ".");
    if (below == wrong)
        fail(v, "below-minus-one",
             "%s: the smallest value gives %.7g: nothing is below -1, so -%.0f counts as -%.0f.",
             name, got[first], full / 2, full / 2 - 1);
    if (raw == count)
        fail(v, "read-as-stored",
             "%s: the values come back as they are stored: set the read mode to "
             "cudaReadModeNormalizedFloat.",
             name);
    fail(v, NULL, "%s: element %d gives %.9g, the texture unit %.9g (%d of %d differ).", name,
         first * step, got[first], promoted(format, first * step), wrong, count);
}

static void check_promote(const struct run *run, struct verdict *v) {
    int narrow = run_numbers(run, "unsigned", 256) != NULL, count = narrow ? 256 : 65536;
    const double *u = run_numbers(run, "unsigned", (size_t)count),
                 *s = run_numbers(run, "signed", (size_t)count);
    if (!u || !s) {
        fail(v, NULL, "TexPromoteToFloat did not come back.");
        return;
    }
    if (isnan(u[1]) && isnan(s[1]))
        fail(v, NULL, "TexPromoteToFloat is still to be written.");
    judge_promoted(v, narrow ? "unsigned char" : "unsigned short", u,
                   narrow ? CPUDEV_TEXEL_U8 : CPUDEV_TEXEL_U16, count, 1);
    judge_promoted(v, narrow ? "signed char" : "short", s,
                   narrow ? CPUDEV_TEXEL_S8 : CPUDEV_TEXEL_S16, count, 1);
    pass(v, "All %d values of both types, bit for bit.", count);
}

static void check_half(const struct run *run, struct verdict *v) {
    const double *got = run_numbers(run, "half", LAB8_HALVES);
    int wrong = 0, subnormal = 0, special = 0, first = 0;
    if (!got) {
        fail(v, NULL, "half_to_float did not come back.");
        return;
    }
    if (isnan(got[1]) && isnan(got[2]))
        fail(v, NULL, "half_to_float is still to be written.");
    for (int i = LAB8_HALVES; i-- > 0;) {
        int bits = hidden_half(i), exponent = bits >> 10 & 31;
        if (!same_float(got[i], promoted(CPUDEV_TEXEL_F16, bits))) {
            wrong++;
            subnormal += exponent == 0;
            special += exponent == 31;
            first = i;
        }
    }
    if (!wrong)
        pass(v, "All %d patterns tried are right.", LAB8_HALVES);
    if (subnormal == wrong)
        fail(v, "subnormals-dropped",
             "Right except for exponent 0: these numbers have no leading one, fraction * 2^-24 "
             "(0x%04x "
             "gives %.9g, not %.9g).",
             hidden_half(first), promoted(CPUDEV_TEXEL_F16, hidden_half(first)), got[first]);
    if (special == wrong)
        fail(v, "infinity-dropped",
             "Right except for exponent 31: fraction 0 is infinity, others are no numbers (0x%04x "
             "gives "
             "%.9g).",
             hidden_half(first), got[first]);
    fail(v, NULL, "0x%04x gives %.9g, expected %.9g (%d of %d differ).", hidden_half(first),
         got[first], promoted(CPUDEV_TEXEL_F16, hidden_half(first)), wrong, LAB8_HALVES);
}

static void check_through_texture(const struct run *run, struct verdict *v) {
    static const struct {
        const char *name, *words;
        cpudev_texel_format format;
        int count, step;
    } types[] = {{"u8", "UNSIGNED8", CPUDEV_TEXEL_U8, 256, 1},
                 {"s8", "SIGNED8", CPUDEV_TEXEL_S8, 256, 1},
                 {"u16", "UNSIGNED16", CPUDEV_TEXEL_U16, LAB8_HALVES, 37},
                 {"s16", "SIGNED16", CPUDEV_TEXEL_S16, LAB8_HALVES, 37},
                 {"half", "HALF", CPUDEV_TEXEL_F16, LAB8_HALVES, 37}};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        if (!call_succeeded(run, v, types[t].name, "promote_by_texture"))
            return;
        const double *got = run_numbers(run, types[t].name, (size_t)types[t].count);
        if (!got) {
            fail(v, NULL, "promote_by_texture(%s, ...) returned, but its results are not there.",
                 types[t].words);
            return;
        }
        judge_promoted(v, types[t].words, got, types[t].format, types[t].count, types[t].step);
    }
    pass(v, "All five types come back as the texture unit promotes them.");
}

/* ---- step 4 ---------------------------------------------------------------------------------- */

static void check_mapped(const struct run *run, struct verdict *v) {
    int n = (int)run_argument(run, "n"), early = 0, unchanged = 0;
    if (!succeeded(run, v, "increment_mapped"))
        return;
    const double *before = run_numbers(run, "before", (size_t)n),
                 *after = run_numbers(run, "after", (size_t)n);
    if (!before || !after) {
        fail(v, NULL, "increment_mapped returned, but its results are not there.");
        return;
    }
    for (int i = 0; i < n; i++) {
        early += after[i] == before[i] &&
                 after[i] != (int32_t)((uint32_t)hidden_word(run->seed, (size_t)i) + 1);
        unchanged += after[i] == hidden_word(run->seed, (size_t)i);
    }
    if (early == n)
        fail(v, "read-before-synchronising",
             "`after` holds what `before` holds: the host reads the mapped memory while the kernel "
             "may still run. A launch "
             "returns at once; wait with cudaDeviceSynchronize() first.");
    if (unchanged == n)
        fail(v, "input-returned",
             "`after` holds the input: read what the kernel wrote, not what it was given.");
    for (int i = 0; i < n; i++) {
        int32_t expected = (int32_t)((uint32_t)hidden_word(run->seed, (size_t)i) + 1);
        if (after[i] != expected)
            fail(v, NULL, "after[%d] is %.0f, expected %d (n = %d).", i, after[i], expected, n);
    }
    pass(v, "All %d results are seen after waiting.", n);
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

static void check_patterns(const struct run *run, struct verdict *v) {
    unsigned count = (unsigned)run_argument(run, "count");
    for (int pattern = 0; pattern < 4; pattern++) {
        char name[20];
        snprintf(name, sizeof name, "P%d", pattern);
        if (!call_succeeded(run, v, name, "The launch"))
            return;
        const double *got = run_numbers(run, name, count + LAB8_PAST_END);
        unsigned straight = 0;
        if (!got) {
            fail(v, NULL, "The results of pattern %d did not come back.", pattern);
            return;
        }
        for (unsigned i = count; i < count + LAB8_PAST_END; i++)
            if (got[i] != 77)
                fail(v, "missing-bounds-guard",
                     "out[%u] was written, and there are %u: let a thread work only if "
                     "(i < count).",
                     i, count);
        for (unsigned i = 0; i < count; i++)
            straight += got[i] == hidden_word(run->seed, i);
        if (pattern > 0 && straight == count)
            fail(v, "pattern-ignored",
                 "Every pattern reads word i: ask place_of(pattern, i, count).");
        for (unsigned i = 0; i < count; i++)
            if (got[i] != hidden_word(run->seed, place_of(pattern, i, count)))
                fail(v, NULL, "Pattern %d: out[%u] is %.0f, expected %d.", pattern, i, got[i],
                     hidden_word(run->seed, place_of(pattern, i, count)));
    }
    pass(v, "Right for all four patterns.");
}

static void check_table(const struct run *run, struct verdict *v) {
    if (!succeeded(run, v, "measure_paths"))
        return;
    const double *patterns = run_numbers(run, "patterns", LAB8_ROWS),
                 *paths = run_numbers(run, "paths", LAB8_ROWS);
    const double *mapped = run_numbers(run, "mapped", LAB8_ROWS),
                 *gb = run_numbers(run, "gb", LAB8_ROWS);
    if (!patterns || !paths || !mapped || !gb) {
        fail(v, NULL, "measure_paths returned, but its rows are not there.");
        return;
    }
    for (int i = 0; i < LAB8_ROWS; i++) {
        int pattern = i < 12 ? i / 3 : 0, path = i % 3, host = i >= 12;
        if (patterns[i] != pattern || paths[i] != path || mapped[i] != host)
            fail(v, NULL, "Row %d is pattern %.0f, path %.0f, mapped %.0f; expected %d, %d, %d.", i,
                 patterns[i], paths[i], mapped[i], pattern, path, host);
        if (!(gb[i] > 0) || isinf(gb[i]))
            fail(v, "timed-without-sync",
                 "Row %d says %g GB/s: a launch returns before the kernel has run. Record an event "
                 "behind it and wait for that one.",
                 i, gb[i]);
        if (gb[i] > 20000)
            fail(v, "timed-without-sync",
                 "Row %d says %g GB/s, more than any memory moves: what was timed is the launch, "
                 "not "
                 "the kernel. Wait for the event behind it.",
                 i, gb[i]);
    }
    pass(v, "All %d rows are there.", LAB8_ROWS);
}

static void check_csv(const struct run *run, struct verdict *v) {
    static const char header[] = "pattern,path,memory,gb_per_s\n";
    char text[4001] = "";
    double value = 0;
    size_t length = (size_t)run_number(run, "csv_length", 0);
    const double *bytes =
        length > 0 && length < sizeof text ? run_numbers(run, "csv_text", length) : NULL;
    for (size_t i = 0; bytes && i < length; i++)
        text[i] = (char)bytes[i];
    if (run_number(run, "csv", NAN) != 0 || !*text)
        fail(v, NULL,
             "write_csv wrote no file: it is to return 0 and write the header and one line a row.");
    if (strncmp(text, header, sizeof header - 1) != 0)
        fail(v, NULL, "The first line is to be \"%.*s\", it is \"%.*s\".", (int)sizeof header - 2,
             header, (int)strcspn(text, "\n"), text);
    const char *first = strchr(text, '\n'), *second = first ? strchr(first + 1, '\n') : NULL;
    if (!first || sscanf(first, "\nSTRIDED,LDG,device,%lf", &value) != 1 ||
        fabs(value / 0.00001234567 - 1) > 1e-5)
        fail(v, "digits-lost",
             "0.00001234567 GB/s, STRIDED, LDG, device is written as \"%.60s\": keep at least 6 "
             "significant "
             "digits (%%g, not %%f).",
             first ? first + 1 : "");
    if (!second || sscanf(second, "\nRANDOM,PLAIN,mapped,%lf", &value) != 1 ||
        fabs(value - 4480.25) > 0.01)
        fail(v, NULL, "4480.25 GB/s, RANDOM, PLAIN, mapped is written as \"%.60s\".",
             second ? second + 1 : "");
    if (run_number(run, "csv_bad", 0) != -1)
        fail(v, NULL, "write_csv returns %.0f when the file cannot be made, expected -1.",
             run_number(run, "csv_bad", 0));
    pass(v, "The file holds the rows, and a bad path is told.");
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
