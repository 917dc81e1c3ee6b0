/* Lab 8, step 3: integers and halves as the texture unit promotes them to floats. */
#include "lab8.h"
#include "texture/unit.h"

#include <math.h>

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
static enum outcome judge_promoted(struct verdict *v, const char *name, const double *got,
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
        return OUTCOME_NONE;
    if (power == count)
        return fail(v, is_signed ? "signed-divided-by-128" : "divided-by-256",
                    "%s: you divide by %.0f. The largest value becomes 1, so the divisor is %.0f%s",
                    name, is_signed ? full / 2 : full, (is_signed ? full / 2 : full) - 1,
                    is_signed ? "; the one value below minus that gives -1 too." : ".");
    if (below == wrong)
        return fail(
            v, "below-minus-one",
            "%s: the smallest value gives %.7g: nothing is below -1, so -%.0f counts as -%.0f.",
            name, got[first], full / 2, full / 2 - 1);
    if (raw == count)
        return fail(v, "read-as-stored",
                    "%s: the values come back as they are stored: set the read mode to "
                    "cudaReadModeNormalizedFloat.",
                    name);
    return fail(v, NULL, "%s: element %d gives %.9g, the texture unit %.9g (%d of %d differ).",
                name, first * step, got[first], promoted(format, first * step), wrong, count);
}

enum outcome check_promote(const struct run *run, struct verdict *v) {
    int narrow = judge_numbers(run, "unsigned", 256) != NULL, count = narrow ? 256 : 65536;
    const double *u = judge_numbers(run, "unsigned", (size_t)count),
                 *s = judge_numbers(run, "signed", (size_t)count);
    if (!u || !s)
        return fail(v, NULL, "TexPromoteToFloat did not come back.");
    if (isnan(u[1]) && isnan(s[1]))
        return fail(v, NULL, "TexPromoteToFloat is still to be written.");
    if (judge_promoted(v, narrow ? "unsigned char" : "unsigned short", u,
                       narrow ? CPUDEV_TEXEL_U8 : CPUDEV_TEXEL_U16, count, 1) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (judge_promoted(v, narrow ? "signed char" : "short", s,
                       narrow ? CPUDEV_TEXEL_S8 : CPUDEV_TEXEL_S16, count, 1) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "All %d values of both types, bit for bit.", count);
}

enum outcome check_half(const struct run *run, struct verdict *v) {
    const double *got = judge_numbers(run, "half", LAB8_HALVES);
    int wrong = 0, subnormal = 0, special = 0, first = 0;
    if (!got)
        return fail(v, NULL, "half_to_float did not come back.");
    if (isnan(got[1]) && isnan(got[2]))
        return fail(v, NULL, "half_to_float is still to be written.");
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
        return pass(v, "All %d patterns tried are right.", LAB8_HALVES);
    if (subnormal == wrong)
        return fail(v, "subnormals-dropped",
                    "Right except for exponent 0: these numbers have no leading one, fraction * "
                    "2^-24 (0x%04x gives %.9g, not %.9g).",
                    hidden_half(first), promoted(CPUDEV_TEXEL_F16, hidden_half(first)), got[first]);
    if (special == wrong)
        return fail(v, "infinity-dropped",
                    "Right except for exponent 31: fraction 0 is infinity, others are no numbers "
                    "(0x%04x gives %.9g).",
                    hidden_half(first), got[first]);
    return fail(v, NULL, "0x%04x gives %.9g, expected %.9g (%d of %d differ).", hidden_half(first),
                got[first], promoted(CPUDEV_TEXEL_F16, hidden_half(first)), wrong, LAB8_HALVES);
}

enum outcome check_through_texture(const struct run *run, struct verdict *v) {
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
        if (!judge_call_succeeded(run, v, types[t].name, "promote_by_texture"))
            return OUTCOME_FAIL;
        const double *got = judge_numbers(run, types[t].name, (size_t)types[t].count);
        if (!got)
            return fail(v, NULL,
                        "promote_by_texture(%s, ...) returned, but its results are not there.",
                        types[t].words);
        if (judge_promoted(v, types[t].words, got, types[t].format, types[t].count,
                           types[t].step) == OUTCOME_FAIL)
            return OUTCOME_FAIL;
    }
    return pass(v, "All five types come back as the texture unit promotes them.");
}
