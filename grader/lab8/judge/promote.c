/* Lab 8, step 3: integers and halves as the texture unit promotes them to floats. */
#include "lab8.h"
#include "texture/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

#define ONE_SCALE                                                                                  \
    "Negative values have a scale of their own: all go by one scale, the largest value's (127 or " \
    "32,767), and the one value below minus that gives -1."
#define OTHER_TYPES                                                                                \
    "The divisor is that of another type: the largest value becomes 1, so it is 255, 127, "        \
    "65,535 or 32,767, by the type."
#define CHANNEL_BITS                                                                               \
    "Elements of 16 bits are read through channels of 8 bits: the channel format must have the "   \
    "type's size, cudaCreateChannelDesc<short>() or 16 bits."

#define HALF_FORMAT                                                                                \
    "the elements are taken for whole numbers: a half is a floating-point number of 16 bits, "     \
    "cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat), read as it is stored."

/* The float of these bits. */
static float float_of(int bits) {
    float same_bits;
    memcpy(&same_bits, &bits, sizeof same_bits);
    return same_bits;
}

/* What people make of an element in the place of its promotion; NAN: not of this type. */
static float promote_wrongly(struct choice *c, double value, int bits, double full,
                             bool is_signed) {
    const double most = (is_signed ? full / 2 : full) - 1, other = is_signed          ? bits
                                                                   : bits >= full / 2 ? bits - full
                                                                                      : bits;
    const float same_bits = float_of(bits);
    if (is_signed)
        bits &= (int)full - 1;
    INSTEAD((float)value, "read-as-stored",
            "The values come back as they are stored: set the read mode to "
            "cudaReadModeNormalizedFloat, which divides by the largest value.");
    INSTEAD(same_bits, "read-as-stored",
            "The bits of the element come back as those of a float: set the read mode "
            "to cudaReadModeNormalizedFloat, which divides by the largest value.");
    INSTEAD(is_signed && value < -most ? -1.0f : (float)value * (1.0f / (float)most), "reciprocal",
            "The value is multiplied by the rounded reciprocal, which is wrong in the last "
            "bit for many: divide, (float)value / 255.0f (or 127, 65,535, 32,767).");
    INSTEAD((float)(value / (value < 0 ? most + 1 : most)), "two-scales", ONE_SCALE);
    INSTEAD((float)(value / (value < 0 ? most : most + 1)), "two-scales", ONE_SCALE);
    INSTEAD(is_signed ? (float)bits / (float)(full - 1) : NAN, "signedness",
            "The element is taken for unsigned: it is a signed type, so its largest value "
            "is 127 or 32,767 and the upper half is negative.");
    INSTEAD(is_signed               ? NAN
            : other < -full / 2 + 1 ? -1
                                    : (float)other / (float)(full / 2 - 1),
            "signedness",
            "The element is taken for signed: it is an unsigned type, so its largest value "
            "is 255 or 65,535.");
    INSTEAD(is_signed ? (float)((value + full / 2) / (full - 1)) : NAN, NULL,
            "The value is moved to 0 .. 1: a signed type gives -1 .. 1, 0 gives 0.");
    INSTEAD(is_signed ? NAN : (float)(2 * value / most - 1), NULL,
            "Unsigned values are spread over -1 .. 1: an unsigned type gives 0 .. 1.");
    INSTEAD((float)(value / (most - 1)), NULL,
            "The divisor is one too small: the largest value becomes 1.");
    INSTEAD((float)trunc(value / most), NULL,
            "That is a division of integers, which cuts the fraction off: convert to float first.");
    INSTEAD(0, NULL, "Nothing but 0 comes back.");
    INSTEAD(is_signed ? ((float)value + 0.5f) / ((float)most + 0.5f) : NAN, NULL,
            "0 does not give 0: half is added, (value + 0.5) / 127.5 or 32,767.5. The value is "
            "divided by the largest one, and nothing is added.");
    INSTEAD(is_signed ? value < 0 ? 0 : (float)value / (float)most : NAN, NULL,
            "Negative values give 0: a signed type gives -1 .. 1.");
    INSTEAD(is_signed ? fminf(fabsf((float)value) / (float)most, 1) : NAN, NULL,
            "The sign is lost: a signed type gives -1 .. 1.");
    INSTEAD(1 - (float)value / (float)most, NULL,
            "0 becomes 1 and the largest value 0: that is 1 less the value that is asked for.");
    ASKED((float)(value / most));
}

/* Of these bits, as a whole number. */
static double element_value(int bits, bool is_signed, bool narrow) {
    return is_signed ? (narrow ? (signed char)bits : (short)bits) : bits;
}

/* Fails when all values are made in one of those ways. */
static void explain_promoted(const char *name, const double *got, int count, int step, double full,
                             bool is_signed, bool narrow) {
    struct choice c = {0};
    promote_wrongly(&c, 0, 0, full, is_signed);
    for (int last = c.count; c.number < last;) {
        int fits = 0;
        c.number++;
        while (
            fits < count &&
            same_float(got[fits], promote_wrongly(&c, element_value(fits * step, is_signed, narrow),
                                                  fits * step, full, is_signed)))
            fits++;
        if (fits == count)
            fail(c.diagnosis, "%s: %s", name, c.text);
    }
}

/* Divided by the largest value of another type, whether or not what lies below -1 is held there. */
static bool by_other_type(const double *got, int count, int step, bool is_signed, bool narrow) {
    static const float most[] = {255, 127, 65535, 32767, 256, 128, 65536, 32768};
    for (size_t d = 0; d < sizeof most / sizeof *most; d++) {
        int fits = 0;
        for (int i = 0; i < count; i++) {
            float value = !is_signed ? (float)(i * step)
                          : narrow   ? (float)(signed char)(i * step)
                                     : (float)(short)(i * step);
            value /= most[d];
            fits += same_float(got[i], value) || (value < -1 && got[i] == -1) ||
                    (i * step == (narrow ? 128 : 32768) && is_signed && got[i] == -1);
        }
        if (fits == count)
            return true;
    }
    return false;
}

/* A line through the values, (bits + added) / divided: the bits as they are, or a signed type's
 * moved so that the smallest is 0. Whether what lies below -1 is held there is another matter. */
static void judge_line(const char *name, const double *got, int count, int step, bool is_signed,
                       bool narrow) {
    static const double offsets[] = {0, 0.5, 1, -0.5, -1};
    const double full = narrow ? 256 : 65536;
    const double scales[] = {full,         full - 1,     full - 2,       full / 2,
                             full / 2 - 1, full / 2 + 1, full / 2 - 0.5, full + 1};
    for (int way = 0; way < (is_signed ? 3 : 2); way++)
        for (size_t o = 0; o < sizeof offsets / sizeof *offsets; o++)
            for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
                int fits = 0;
                if (way == 0 && offsets[o] == 0 && scales[s] == (is_signed ? full / 2 : full) - 1)
                    continue; /* what is asked: the last bits differ */
                while (fits < count) {
                    const int bits = fits * step & ((int)full - 1);
                    const double as_signed = bits >= full / 2 ? bits - full : bits,
                                 value = way == 0   ? (is_signed ? as_signed : bits)
                                         : way == 1 ? bits - full / 2
                                                    : bits,
                                 line = (value + offsets[o]) / scales[s];
                    if (!(fabs(got[fits] - line) <= 3e-7 * fmax(fabs(line), 1 / full)) &&
                        !(line < -1 && got[fits] == -1))
                        break;
                    fits++;
                }
                if (fits < count)
                    continue;
                char added[40] = "";
                if (offsets[o] != 0)
                    snprintf(added, sizeof added, " %c %g", offsets[o] < 0 ? '-' : '+',
                             fabs(offsets[o]));
                fail(NULL,
                     "%s: yours is (%s%s) / %g. The value itself is divided, by the "
                     "largest one, %g, and nothing is added: 0 gives 0, the largest gives "
                     "1.%s",
                     name,
                     way == 0   ? "value"
                     : way == 1 ? "the bits as an unsigned number, less half their range"
                                : "the bits as an unsigned number",
                     added, scales[s], (is_signed ? full / 2 : full) - 1,
                     way && is_signed
                         ? " A signed number is in two's complement: convert it as it is."
                         : "");
            }
}

/* The second half is all the same, the first half is right: not all elements arrived. */
static bool half_arrived(const double *got, cpudev_texel_format format, int count, int step) {
    for (int i = 0; i < count / 2; i++)
        if (!same_float(got[i], promoted(format, i * step)))
            return false;
    for (int i = count / 2 + 1; i < count; i++)
        if (!(got[i] == got[count - 1] || (isnan(got[i]) && isnan(got[count - 1]))))
            return false;
    return true;
}

/* 16-bit elements read through channels of 8 bits: their bytes, one after the other. */
static int byte_of(int i, int step) {
    unsigned short word = (unsigned short)(i / 2 * step);
    return i % 2 ? word >> 8 : word & 255;
}

static bool narrow_channels(const double *got, int count, int step, double full) {
    int fits = 0;
    for (int i = 0; i < count && full > 256; i++) {
        int value = (signed char)byte_of(i, step);
        fits += same_float(got[i], value == -128 ? -1.0f : (float)value / 127.0f);
    }
    return fits == count;
}

static bool narrow_unsigned(const double *got, int count, int step) {
    int fits = 0;
    for (int i = 0; i < count; i++)
        fits += same_float(got[i], (float)byte_of(i, step) / 255.0f);
    return fits == count;
}

static bool high_bytes(const double *got, int count, int step) {
    int fits = 0;
    for (int i = 0; i < count; i++)
        fits += same_float(got[i], (float)((unsigned short)(i * step) >> 8) / 255.0f);
    return fits == count;
}

static bool all_zero(const double *got, int count) {
    for (int i = 0; i < count; i++)
        if (got[i] != 0)
            return false;
    return true;
}

/* Compares `count` promoted values, element i being i * step. */
static void judge_promoted(const struct run *run, const char *name, const double *got,
                           cpudev_texel_format format, int count, int step) {
    bool is_signed = format == CPUDEV_TEXEL_S8 || format == CPUDEV_TEXEL_S16;
    bool narrow = format == CPUDEV_TEXEL_U8 || format == CPUDEV_TEXEL_S8;
    double full = narrow ? 256 : 65536;
    int wrong = 0, first = 0, below = 0, by_power = 0, as_stored = 0, as_bits = 0;
    judge_field("values", (size_t)count, 1, 1);
    for (int i = count; i-- > 0;) {
        const double value = element_value(i * step, is_signed, narrow);
        if (!same_float(got[i], promoted(format, i * step))) {
            judge_wrong((size_t)i, got[i], promoted(format, i * step));
            wrong++;
            below += got[i] < -1;
            first = i;
        }
        by_power += same_float(got[i], (float)(value / (is_signed ? full / 2 : full)));
        as_stored += same_float(got[i], (float)value);
        as_bits += same_float(got[i], float_of(i * step));
    }
    if (!wrong)
        return;
    /* No number where one is owed: fresh memory of the device, as nobody wrote it. */
    double *seen = calloc((size_t)count, sizeof *seen);
    for (int i = 0; seen && i < count; i++)
        seen[i] = isnan(promoted(format, i * step)) ? 0 : got[i];
    if (seen)
        judge_unwritten(run, name, "values", seen, (size_t)count, NAN);
    free(seen);
    if (format != CPUDEV_TEXEL_F16 && by_power == count)
        fail(is_signed ? "signed-divided-by-128" : "divided-by-256",
             "%s: you divide by %.0f. The largest value becomes 1, so the divisor is %.0f%s", name,
             is_signed ? full / 2 : full, (is_signed ? full / 2 : full) - 1,
             is_signed ? "; the one value below minus that gives -1 too." : ".");
    if (format != CPUDEV_TEXEL_F16 && below == wrong)
        fail("below-minus-one",
             "%s: the smallest value gives %.7g: nothing is below -1, so -%.0f counts as -%.0f.",
             name, got[first], full / 2, full / 2 - 1);
    if (format == CPUDEV_TEXEL_F16 && (as_stored == count || as_bits == count))
        fail(NULL, "%s: " HALF_FORMAT, name);
    if (format != CPUDEV_TEXEL_F16)
        explain_promoted(name, got, count, step, full, is_signed, narrow);
    if (format == CPUDEV_TEXEL_F16 && (by_other_type(got, count, step, false, false) ||
                                       by_other_type(got, count, step, true, false)))
        fail(NULL, "%s: " HALF_FORMAT, name);
    if (format != CPUDEV_TEXEL_F16 && by_other_type(got, count, step, is_signed, narrow))
        fail(NULL, "%s: %s", name, OTHER_TYPES);
    if (format != CPUDEV_TEXEL_F16)
        judge_line(name, got, count, step, is_signed, narrow);
    if (first >= count / 2 && all_zero(got + count / 2, count - count / 2))
        fail(NULL,
             "%s: from element %d of %d on all is 0: there the texture ends. Its size is in "
             "bytes, n * sizeof of an element.",
             name, count / 2, count);
    if (half_arrived(got, format, count, step))
        fail(NULL,
             "%s: the first half is right, and from element %d of %d on the same comes back "
             "for all: only half of the elements arrived. The copy and the texture's size "
             "count bytes, n * sizeof of an element.",
             name, count / 2, count);
    if (!is_signed && !narrow && high_bytes(got, count, step))
        fail(NULL,
             "%s: only the high byte counts, as of an unsigned char: all 16 bits are "
             "divided, by 65535.",
             name);
    if (is_signed && narrow_channels(got, count, step, full))
        fail(NULL, "%s: " CHANNEL_BITS, name);
    if (!is_signed && !narrow && narrow_unsigned(got, count, step))
        fail(NULL, "%s: " CHANNEL_BITS, name);
    static const struct {
        cpudev_texel_format format;
        const char *name;
    } others[] = {{CPUDEV_TEXEL_U8, "UNSIGNED8"},
                  {CPUDEV_TEXEL_S8, "SIGNED8"},
                  {CPUDEV_TEXEL_U16, "UNSIGNED16"},
                  {CPUDEV_TEXEL_S16, "SIGNED16"},
                  {CPUDEV_TEXEL_F16, "HALF"}};
    for (size_t t = 0; t < sizeof others / sizeof *others; t++) {
        int same = 0;
        for (int i = 0; i < count; i++)
            same += same_float(got[i], promoted(others[t].format, i * step));
        if (same == count)
            fail(NULL,
                 "%s: the elements are read as those of %s: every type has a channel format "
                 "of its own (and every case of a switch its break or return).",
                 name, others[t].name);
    }
    fail(NULL, "%s: element %d gives %.9g, the texture unit %.9g (%d of %d differ).", name,
         first * step, got[first], promoted(format, first * step), wrong, count);
}

void check_promote(const struct run *run) {
    int narrow = judge_numbers(run, "unsigned", 256) != NULL, count = narrow ? 256 : 65536;
    const double *u = judge_numbers(run, "unsigned", (size_t)count),
                 *s = judge_numbers(run, "signed", (size_t)count);
    if (!u || !s)
        fail(NULL, "TexPromoteToFloat did not come back.");
    if (isnan(u[1]) && isnan(s[1]))
        fail(NULL, "TexPromoteToFloat is still to be written.");
    judge_promoted(run, narrow ? "unsigned char" : "unsigned short", u,
                   narrow ? CPUDEV_TEXEL_U8 : CPUDEV_TEXEL_U16, count, 1);
    judge_promoted(run, narrow ? "signed char" : "short", s,
                   narrow ? CPUDEV_TEXEL_S8 : CPUDEV_TEXEL_S16, count, 1);
    judge_not_used(run, "TexPromoteToFloat", "texture.requests", "texture fetches");
    pass("All %d values of both types, bit for bit.", count);
}

/* What people make of the parts of a half; judged for normal numbers, since what is made of
 * exponents 0 and 31 is another matter. */
enum { HALF_BIAS, HALF_ONE, HALF_SIGN, HALF_FRACTION, HALF_EXPONENT, HALF_DIMENSIONS };
static int bias_of(struct choice *c) {
    INSTEAD(16, "half-bias", "Every number is half of what it is: the exponent's bias is 15.");
    INSTEAD(14, "half-bias", "Every number is twice what it is: the exponent's bias is 15.");
    INSTEAD(127, "half-bias", "The exponent's bias is that of a float, 127: a half's is 15.");
    INSTEAD(0, "half-bias", "The exponent's bias is left out: 2 to the power of exponent - 15.");
    ASKED(15);
}
static int leading_one(struct choice *c) {
    INSTEAD(0, NULL,
            "The leading one is forgotten: the fraction of a normal number stands behind a 1 that "
            "is not stored, (1024 + fraction) / 1024.");
    ASKED(1);
}
static bool is_negative(struct choice *c, int bits) {
    INSTEAD(false, NULL, "The sign is lost: bit 15 makes the number negative.");
    INSTEAD(!(bits & 0x8000), NULL, "The sign is turned: bit 15 makes the number negative.");
    INSTEAD(bits & 0x4000, NULL,
            "The sign is taken from bit 14, which belongs to the exponent: it is bit 15, 0x8000.");
    INSTEAD(true, NULL,
            "The sign is taken from another bit than bit 15, 0x8000: all numbers are negative.");
    ASKED(bits & 0x8000);
}
struct fraction {
    int mask;
    double unit;
};
static struct fraction fraction_of(struct choice *c) {
    INSTEAD(((struct fraction){0, 1024}), NULL, "The fraction is lost: its 10 bits count 1024ths.");
    INSTEAD(((struct fraction){511, 1024}), NULL,
            "The fraction has 9 bits: it has 10, bits & 1023.");
    INSTEAD(((struct fraction){1023, 512}), NULL,
            "The fraction counts 512ths: its 10 bits count 1024ths.");
    INSTEAD(((struct fraction){1023, 2048}), NULL,
            "The fraction counts 2048ths: its 10 bits count 1024ths.");
    INSTEAD(((struct fraction){1023, 1023}), NULL,
            "The fraction counts 1023rds: its 10 bits count 1024ths.");
    INSTEAD(((struct fraction){2047, 1024}), NULL,
            "The fraction has 11 bits, one of them the exponent's: it has 10, bits & 1023.");
    ASKED(((struct fraction){1023, 1024}));
}
struct exponent {
    int mask, turn;
};
static struct exponent exponent_of(struct choice *c) {
    INSTEAD(((struct exponent){15, 1}), NULL,
            "The exponent has 4 bits: it has 5, bits >> 10 & 31.");
    INSTEAD(((struct exponent){63, 1}), NULL,
            "The exponent takes the sign in, 6 bits: it has 5, bits >> 10 & 31.");
    INSTEAD(((struct exponent){31, -1}), NULL,
            "The exponent is turned: a larger one is a larger number, 2 to the power of exponent - "
            "15.");
    ASKED(((struct exponent){31, 1}));
}

static bool is_normal(int bits) {
    int exponent = bits >> 10 & 31;
    return exponent > 0 && exponent < 31;
}

/* parts: what is made of exponents 0 and 31 is decided by the exponent as it was taken, too. */
static float half_with(struct choice *choices, int bits, bool parts) {
    const struct fraction fractions = fraction_of(&choices[HALF_FRACTION]);
    const struct exponent exponents = exponent_of(&choices[HALF_EXPONENT]);
    const int exponent = bits >> 10 & exponents.mask, fraction = bits & fractions.mask,
              power = exponent - bias_of(&choices[HALF_BIAS]),
              one = leading_one(&choices[HALF_ONE]);
    const bool negative = is_negative(&choices[HALF_SIGN], bits);
    double size = ldexp(one + fraction / fractions.unit, exponents.turn * power);
    if (parts && exponent == 31)
        size = fraction ? NAN : INFINITY;
    else if (parts && exponent == 0)
        size = fraction * 0x1p-24;
    return (float)(negative ? -size : size);
}

static float half_wrongly(const int *choice, int bits, bool parts) {
    struct choice choices[HALF_DIMENSIONS];
    judge_choose(choice, HALF_DIMENSIONS, choices);
    return half_with(choices, bits, parts);
}

static double half_lines(const void *context, struct choice *choices, size_t i) {
    (void)context;
    return (double)half_with(choices, hidden_half((int)i), false);
}
static void list_halves(struct dimension dimensions[HALF_DIMENSIONS]) {
    judge_list_lines(
        &(struct value_family){.count = HALF_DIMENSIONS, .got_count = 1, .with = half_lines},
        dimensions);
}

static int halves_fit(const int *choice, const void *context) {
    const double *got = context;
    for (int parts = 0; parts < 2; parts++) {
        int i = 0;
        while (i < LAB8_HALVES_TRIED &&
               (!is_normal(hidden_half(i)) ||
                same_float(got[i], half_wrongly(choice, hidden_half(i), parts))))
            i++;
        if (i == LAB8_HALVES_TRIED)
            return FAMILY_BEST;
    }
    return 0;
}

/* Subnormals by another scale: 2^-(24 + shift), or with the leading one. */
static const char *subnormals_as(const double *got) {
    static char text[160];
    for (int one = 0; one < 2; one++)
        for (int shift = -10; shift <= 10; shift++) {
            int fits = 0, tried = 0;
            for (int i = 0; i < LAB8_HALVES_TRIED; i++) {
                int bits = hidden_half(i), fraction = bits & 1023;
                if (bits >> 10 & 31 || !fraction)
                    continue;
                tried++;
                fits += fabs(got[i]) == ldexp(fraction + 1024 * one, -24 + shift);
            }
            if (tried && fits == tried && (one || shift)) {
                snprintf(text, sizeof text, "Yours are %s * 2^%d.",
                         one ? "(1024 + fraction)" : "fraction", -24 + shift);
                return text;
            }
            if (tried && fits == tried)
                return "Their size is right, their sign is not.";
        }
    return "";
}

void check_half(const struct run *run) {
    const double *got = judge_numbers(run, "half", LAB8_HALVES_TRIED);
    int wrong = 0, subnormal = 0, special = 0, first = 0, zeros = 0, turned = 0;
    if (!got)
        fail(NULL, "half_to_float did not come back.");
    int numbers = 0;
    for (int i = 0; i < LAB8_HALVES_TRIED; i++)
        numbers += !isnan(got[i]);
    if (!numbers)
        fail(NULL, "half_to_float is still to be written.");
    judge_field("halves", LAB8_HALVES_TRIED, 1, 1);
    for (int i = LAB8_HALVES_TRIED; i-- > 0;) {
        int bits = hidden_half(i), exponent = bits >> 10 & 31;
        if (!same_float(got[i], promoted(CPUDEV_TEXEL_F16, bits))) {
            judge_wrong((size_t)i, got[i], promoted(CPUDEV_TEXEL_F16, bits));
            wrong++;
            subnormal += exponent == 0;
            special += exponent == 31;
            zeros += (bits & 0x7fff) == 0;
            turned += got[i] == -promoted(CPUDEV_TEXEL_F16, bits);
            first = i;
        }
    }
    if (!wrong)
        pass("All %d patterns tried are right.", LAB8_HALVES);
    struct dimension dimensions[HALF_DIMENSIONS];
    const struct family family = {dimensions, HALF_DIMENSIONS, 2, halves_fit};
    const int asked[HALF_DIMENSIONS] = {0};
    judge_note(" (0x%04x gives %.9g, expected %.9g.)", hidden_half(first), got[first],
               promoted(CPUDEV_TEXEL_F16, hidden_half(first)));
    list_halves(dimensions);
    if (!halves_fit(asked, got))
        judge_explain("half_to_float:", &family, got);
    judge_note_ends();
    int as_number = 0;
    for (int i = 0; i < LAB8_HALVES_TRIED; i++)
        as_number += got[i] == hidden_half(i);
    if (as_number == LAB8_HALVES_TRIED)
        fail(NULL, "half_to_float: the bits are taken for a whole number: they are 1 of "
                   "sign, 5 of exponent, 10 of fraction.");
    if (zeros == wrong)
        fail(NULL, "Right except for 0x8000, which is minus zero: the sign belongs to zeros too "
                   "(-0.0f, not 0.0f).");
    if (turned == wrong)
        fail(NULL,
             "half_to_float: all sizes are right, and the sign of %d of %d numbers is "
             "not: it is bit 15, bits & 0x8000 (0x%04x gives %.9g, expected %.9g).",
             wrong, LAB8_HALVES_TRIED, hidden_half(first), got[first],
             promoted(CPUDEV_TEXEL_F16, hidden_half(first)));
    if (subnormal == wrong)
        fail("subnormals-dropped",
             "Right except for exponent 0: these numbers have no leading one, fraction * "
             "2^-24 (0x%04x gives %.9g, not %.9g). %s",
             hidden_half(first), promoted(CPUDEV_TEXEL_F16, hidden_half(first)), got[first],
             subnormals_as(got));
    if (special == wrong)
        fail("infinity-dropped",
             "Right except for exponent 31: fraction 0 is infinity, others are no numbers "
             "(0x%04x gives %.9g).",
             hidden_half(first), got[first]);
    if (subnormal + special == wrong)
        fail(NULL,
             "Right except for exponents 0 and 31, which have rules of their own. Exponent "
             "0 has no leading one, fraction * 2^-24 (%d of %d differ). %s%sExponent 31 is "
             "infinity with fraction 0, and no number with others (%d differ).",
             subnormal, LAB8_HALVES_TRIED, subnormals_as(got), *subnormals_as(got) ? " " : "",
             special);
    fail(NULL, "0x%04x gives %.9g, expected %.9g (%d of %d differ).", hidden_half(first),
         got[first], promoted(CPUDEV_TEXEL_F16, hidden_half(first)), wrong, LAB8_HALVES);
}

void check_through_texture(const struct run *run) {
    static const struct {
        const char *name, *words;
        cpudev_texel_format format;
        int count, step;
    } types[] = {{"u8", "UNSIGNED8", CPUDEV_TEXEL_U8, 256, 1},
                 {"s8", "SIGNED8", CPUDEV_TEXEL_S8, 256, 1},
                 {"u16", "UNSIGNED16", CPUDEV_TEXEL_U16, LAB8_HALVES, LAB8_STEP},
                 {"s16", "SIGNED16", CPUDEV_TEXEL_S16, LAB8_HALVES, LAB8_STEP},
                 {"half", "HALF", CPUDEV_TEXEL_F16, LAB8_HALVES, LAB8_STEP}};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        judge_call_succeeded(run, types[t].name, "promote_by_texture");
        const double *got = judge_numbers(run, types[t].name, (size_t)types[t].count);
        if (!got)
            fail(NULL, "promote_by_texture(%s, ...) returned, but its results are not there.",
                 types[t].words);
        judge_promoted(run, types[t].words, got, types[t].format, types[t].count, types[t].step);
    }
    judge_used(run, "promote_by_texture", "texture.accesses", 2 * 256 + 3 * LAB8_HALVES,
               "texture fetches");
    judge_follows(run, "promote_by_texture", "u8", 256, JUDGE_MORE_FLOAT, "texture fetches");
    pass("All five types come back as the texture unit promotes them.");
}
