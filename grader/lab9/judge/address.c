/* Lab 9, step 2: which texel a point read gives. A wrong texel_at is explained by a family of
 * models: what is made of the coordinate, of how many texels, how it becomes a whole number, and
 * what each address mode makes of a number outside the row. Modes are judged each by itself. A test
 * judges some of the calls (struct group). */
#include "lab9.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const mode_names[LAB9_MODES] = {"wrap", "clamp", "mirror", "border"};

enum cut {
    CUT_DOWN,
    CUT_NEVER,
    CUT_NEAREST,
    CUT_TO_EVEN,
    CUT_AWAY,
    CUT_TO_ZERO,
    CUT_FLOAT,
    CUT_COARSE,
    CUT_FINE,
    CUT_EIGHT,
    CUT_PLAIN,       /* a normalised coordinate is taken for one that counts texels */
    CUT_TIMES,       /* the other way round */
    CUT_FLOAT_AFTER, /* cut, and the product rounded to float */
    CUTS
};
enum whole {
    WHOLE_FLOOR,
    WHOLE_TRUNC,
    WHOLE_NEAREST,
    WHOLE_CEIL,
    WHOLE_BEFORE,
    WHOLE_HALF_LESS,
    WHOLE_NEXT,
    WHOLE_FROM_ZERO,
    WHOLES
};
enum outside {
    OUT_CLAMP,
    OUT_BORDER,
    OUT_WRAP,
    OUT_MIRROR,
    OUT_CLAMP_COUNT,
    OUT_NOTHING,
    OUT_BORDER_LATE,
    OUT_WRAP_RAW,
    OUT_WRAP_ABS,
    OUT_WRAP_OF_ABS,
    OUT_MIRROR_SHIFTED,
    OUT_MIRROR_ONCE,
    OUT_MIRROR_TWICE,
    OUT_MIRROR_INNER,
    OUT_MIRROR_TURNED,
    OUT_MIRROR_HIGH,
    OUT_MIRROR_ALWAYS,
    OUT_BORDER_LOW,
    OUT_BORDER_HIGH,
    OUT_BORDER_ZERO,
    OUT_BORDER_LAST,
    OUT_CLAMP_FIRST,
    OUT_CLAMP_LOW,
    OUT_CLAMP_HIGH,
    OUT_WRAP_LONG,
    OUT_WRAP_SHORT,
    OUT_WRAP_ONCE,
    OUT_WRAP_LONG_BELOW,
    OUT_MIRROR_BOTH,
    OUT_MIRROR_BIT,
    OUT_WRAP_UNSIGNED,
    OUT_WRAP_UNSIGNED_LONG,
    OUT_MIRROR_UNSIGNED,
    OUT_MIRROR_UNSIGNED_LONG,
    OUTSIDES
};

/* What the four modes share. */
struct shared {
    enum cut cut;
    enum whole whole;
    int count;  /* that a normalised coordinate is multiplied by */
    int length; /* of the row */
};

static long texel_of(struct shared s, double x, bool normalized) {
    double place = x;
    if (s.cut == CUT_PLAIN)
        place = x;
    else if (normalized && s.cut == CUT_FLOAT)
        place = (float)x * (float)s.count;
    else if (normalized || s.cut == CUT_TIMES) {
        const int bits = s.cut == CUT_COARSE  ? 20
                         : s.cut == CUT_FINE  ? 22
                         : s.cut == CUT_EIGHT ? 8
                                              : 21;
        double steps = ldexp(x, bits);
        steps = s.cut == CUT_DOWN || s.cut == CUT_TIMES || s.cut == CUT_FLOAT_AFTER || bits != 21
                    ? floor(steps)
                : s.cut == CUT_NEAREST ? floor(steps + 0.5)
                : s.cut == CUT_TO_EVEN ? nearbyint(steps)
                : s.cut == CUT_AWAY    ? round(steps)
                : s.cut == CUT_TO_ZERO ? trunc(steps)
                                       : steps;
        place = ldexp(steps, -bits) * s.count;
        if (s.cut == CUT_FLOAT_AFTER)
            place = (float)place;
    }
    return (long)(s.whole == WHOLE_FLOOR       ? floor(place)
                  : s.whole == WHOLE_TRUNC     ? trunc(place)
                  : s.whole == WHOLE_NEAREST   ? floor(place + 0.5)
                  : s.whole == WHOLE_CEIL      ? ceil(place)
                  : s.whole == WHOLE_HALF_LESS ? floor(place - 0.5)
                  : s.whole == WHOLE_NEXT      ? floor(place) + 1
                  : s.whole == WHOLE_FROM_ZERO ? floor(fmax(place, 0))
                                               : ceil(place) - 1);
}

static long mirrored(long j, long count, int turned) {
    return (j / count + turned) % 2 ? count - 1 - j % count : j % count;
}

static long address(enum outside outside, long i, long count) {
    long clamped = i < 0 ? 0 : i >= count ? count - 1 : i;
    switch (outside) {
    case OUT_CLAMP:
        return clamped;
    case OUT_BORDER:
        return i == clamped ? i : -1;
    case OUT_WRAP:
        return (i % count + count) % count;
    case OUT_MIRROR:
        return mirrored(i < 0 ? -i - 1 : i, count, 0);
    case OUT_CLAMP_COUNT:
        return i < 0 ? 0 : i > count ? count : i;
    case OUT_BORDER_LATE:
        return i < 0 || i > count ? -1 : i;
    case OUT_WRAP_RAW:
        return i % count;
    case OUT_WRAP_ABS:
        return labs(i % count);
    case OUT_WRAP_OF_ABS:
        return i < 0 ? count - 1 - labs(i) % count : i % count;
    case OUT_MIRROR_SHIFTED:
        return mirrored(labs(i), count, 0);
    case OUT_MIRROR_ONCE: {
        long j = i < 0 ? -i - 1 : i >= count ? 2 * count - 1 - i : i;
        return j < 0 ? 0 : j >= count ? count - 1 : j;
    }
    case OUT_MIRROR_TWICE: {
        long j = i < 0 ? -i - 1 : i, k = j < count ? j : 2 * count - 1 - j;
        return k < 0 ? 0 : k;
    }
    case OUT_MIRROR_INNER: {
        long period = count > 1 ? 2 * count - 2 : 1, j = labs(i) % period;
        return j >= count ? period - j : j;
    }
    case OUT_MIRROR_TURNED:
        return mirrored(i < 0 ? -i - 1 : i, count, 1);
    case OUT_MIRROR_HIGH: {
        long j = i < 0 ? -i - 1 : i;
        return j / count % 2 ? count - j % count : j % count;
    }
    case OUT_MIRROR_ALWAYS: {
        long j = i < 0 ? -i - 1 : i;
        return i == clamped ? i : count - 1 - j % count;
    }
    case OUT_BORDER_LOW:
        return i < 0 ? -1 : clamped;
    case OUT_BORDER_HIGH:
        return i >= count ? -1 : clamped;
    case OUT_BORDER_ZERO:
        return i <= 0 || i >= count ? -1 : i;
    case OUT_BORDER_LAST:
        return i < 0 || i >= count - 1 ? -1 : i;
    case OUT_CLAMP_FIRST:
        return i < 1 ? 1 : i >= count ? count - 1 : i;
    case OUT_CLAMP_LOW:
        return i < 0 ? 0 : i;
    case OUT_CLAMP_HIGH:
        return i >= count ? count - 1 : i;
    case OUT_WRAP_LONG:
        return (i % (count + 1) + count + 1) % (count + 1);
    case OUT_WRAP_LONG_BELOW: {
        long rest = i % (count + 1);
        return rest < 0 ? rest + count : rest;
    }
    case OUT_MIRROR_BOTH: {
        const long j = labs(i) % (2 * count);
        return j < count ? j : 2 * count - j;
    }
    case OUT_MIRROR_BIT: {
        const long j = i < 0 ? -i - 1 : i;
        return j & count ? count - 1 - j % count : j % count;
    }
    case OUT_WRAP_UNSIGNED:
        return (long)((unsigned)i % (unsigned)count);
    case OUT_WRAP_UNSIGNED_LONG:
        return (long)((unsigned long)i % (unsigned long)count);
    case OUT_MIRROR_UNSIGNED:
    case OUT_MIRROR_UNSIGNED_LONG: {
        const unsigned long period = 2 * (unsigned long)count,
                            number =
                                outside == OUT_MIRROR_UNSIGNED ? (unsigned)i : (unsigned long)i,
                            j = number % period;
        return (long)(j < period / 2 ? j : period - 1 - j);
    }
    case OUT_WRAP_SHORT:
        return count > 1 ? (i % (count - 1) + count - 1) % (count - 1) : 0;
    case OUT_WRAP_ONCE:
        return i < 0 ? i + count : i >= count ? i - count : i;
    default:
        return i;
    }
}

static enum outside asked_of(int mode, bool normalized) {
    if (mode == CPUDEV_BORDER)
        return OUT_BORDER;
    if (mode == CPUDEV_CLAMP || !normalized)
        return OUT_CLAMP;
    return mode == CPUDEV_WRAP ? OUT_WRAP : OUT_MIRROR;
}

/* Is every texel what `outside` makes of these numbers? */
static bool all_right(const long *number, struct shared s, enum outside outside,
                      const double *texels) {
    for (int i = 0; i < LAB9_SAMPLES; i++)
        if (texels[i] != (double)address(outside, number[i], s.length))
            return false;
    return true;
}

struct explanation {
    struct shared shared;
    enum outside outside[LAB9_MODES];
    bool explained[LAB9_MODES];
    int modes, cost; /* how many modes are explained, by how many deviations */
};

static void try_shared(const struct run *run, struct shared s, bool normalized,
                       const double *const *texels, struct explanation *best) {
    struct explanation e = {.shared = s,
                            .cost = (s.cut != CUT_DOWN) + (s.whole != WHOLE_FLOOR) +
                                    (s.count != count_of(run) || s.length != count_of(run))};
    long number[LAB9_SAMPLES];
    for (int i = 0; i < LAB9_SAMPLES; i++)
        number[i] = texel_of(s, (double)hidden_coordinate(run->seed, i, count_of(run), normalized),
                             normalized);
    for (int mode = 0; mode < LAB9_MODES; mode++) {
        enum outside asked = asked_of(mode, normalized);
        for (int n = -1; n < OUTSIDES && !e.explained[mode]; n++) {
            e.outside[mode] = n < 0 ? asked : (enum outside)n;
            e.explained[mode] = all_right(number, s, e.outside[mode], texels[mode]);
        }
        e.modes += e.explained[mode];
        bool again = false; /* one deviation of several modes is one mistake */
        for (int before = 0; before < mode; before++)
            again |= e.explained[before] && e.outside[before] == e.outside[mode] &&
                     e.outside[before] != asked_of(before, normalized);
        e.cost += e.explained[mode] && e.outside[mode] != asked && !again;
    }
    if (e.modes > best->modes || (e.modes == best->modes && e.cost < best->cost))
        *best = e;
}

static struct explanation explain(const struct run *run, bool normalized,
                                  const double *const *texels) {
    int count = count_of(run),
        counts[] = {count, 8, 10, 16, 32, 64, 100, 256, count - 1, count + 1};
    struct explanation best = {.modes = -1};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
        for (int cut = 0; cut < CUTS; cut++)
            for (int n = 0; n < 3 * WHOLES; n++) {
                int whole = n / 3, either = n % 3;
                bool known = normalized ? cut != CUT_TIMES : cut == CUT_DOWN || cut == CUT_TIMES;
                if (!known || (c == 0 && either > 0) || (c > 0 && cut && whole))
                    continue;
                try_shared(run,
                           (struct shared){(enum cut)cut, (enum whole)whole,
                                           either & 1 ? count : counts[c],
                                           either & 2 ? count : counts[c]},
                           normalized, texels, &best);
                /* What is asked is tried first, so that one deviation is the least. */
                if (best.modes == LAB9_MODES && best.cost <= 1)
                    return best;
            }
    return best;
}

static struct deviation words_of_shared(const struct run *run, struct shared s) {
    static char text[300];
    static const struct deviation cuts[] = {
        {NULL, ""},
        {"coordinate-not-cut",
         "Right except within a hair of an edge: the unit first cuts x to a multiple of 2^-21, "
         "downwards, and multiplies by the number of texels after that."},
        {"cut-direction", "The unit cuts a normalised x to a multiple of 2^-21 downwards (floor); "
                          "yours is rounded to the nearest one."},
        {"cut-direction", "The unit cuts a normalised x to a multiple of 2^-21 downwards (floor); "
                          "yours is rounded to the nearest one."},
        {"cut-direction", "The unit cuts a normalised x to a multiple of 2^-21 downwards (floor); "
                          "yours is rounded to the nearest one."},
        {"cut-direction",
         "The unit cuts a normalised x to a multiple of 2^-21 downwards (floor); yours is cut "
         "towards zero, which is upwards for x below 0."},
        {"coordinate-not-cut",
         "x times count is rounded to float: the unit cuts x to a multiple of 2^-21, downwards, "
         "and multiplies exactly. Compute in double."},
        {"cut-direction",
         "The unit cuts a normalised x to a multiple of 2^-21; yours is cut to one "
         "of 2^-20."},
        {"cut-direction",
         "The unit cuts a normalised x to a multiple of 2^-21; yours is cut to one "
         "of 2^-22."},
        {"cut-direction",
         "The unit cuts a normalised x to a multiple of 2^-21; yours is cut to one of 2^-8. (Eight "
         "bits are the weight's, in linear filtering.)"},
        {NULL, "A normalised coordinate is taken for one that counts texels: the whole row is [0, "
               "1), so x is multiplied by count when `normalized` is not 0."},
        {NULL, "A coordinate that counts texels is taken for a normalised one: x is multiplied by "
               "count only when `normalized` is not 0."},
        {NULL, "Right except within a hair of an edge: x is cut to a multiple of 2^-21, and times "
               "count it is rounded to float. The unit multiplies exactly: compute in double."}};
    static const struct deviation wholes[] = {
        {NULL, ""},
        {"truncated-coordinate",
         "Below 0 your texel is one too high: a conversion to int goes towards zero, and texel -1 "
         "covers [-1, 0). Use floor."},
        {"nearest-for-floor", "Texel i covers [i, i + 1), so a point read gives floor of the "
                              "coordinate, not the nearest whole number."},
        {"nearest-for-floor", "Texel i covers [i, i + 1), so a point read gives floor of the "
                              "coordinate, not the next whole number above."},
        {"nearest-for-floor",
         "A coordinate that is a whole number belongs to the texel that begins "
         "there: texel i covers [i, i + 1), floor(x), not ceil(x) - 1."},
        {NULL, "Half a texel is taken from the coordinate: that is for linear filtering. A point "
               "read gives floor(x), texel i covers [i, i + 1)."},
        {NULL, "Your texel is one too high: texel i covers [i, i + 1), floor(x)."},
        {NULL, "A coordinate below 0 is taken for 0 before the address mode has its turn: number "
               "-1 and those below are left of the row."}};
    if (s.count != count_of(run) || s.length != count_of(run)) {
        snprintf(text, sizeof text,
                 "That is the answer for a row of %d texels; this one has %d. Use `count`, "
                 "whatever it is.",
                 s.count != count_of(run) ? s.count : s.length, count_of(run));
        return (struct deviation){"constant-for-count", text};
    }
    return s.cut != CUT_DOWN ? cuts[s.cut] : wholes[s.whole];
}

static struct deviation words_of_mode(int mode, bool normalized, enum outside outside) {
    static char text[300];
    const bool repeats = outside == OUT_WRAP || outside == OUT_MIRROR ||
                         (outside >= OUT_WRAP_RAW && outside <= OUT_MIRROR_ALWAYS) ||
                         outside >= OUT_WRAP_LONG;
    if (!normalized && mode != CPUDEV_CLAMP && mode != CPUDEV_BORDER && repeats)
        return (struct deviation){
            "wrap-on-unnormalized",
            "You wrap and mirror coordinates that count texels. The unit honours "
            "these modes for normalised coordinates only; otherwise they act as "
            "clamp."};
    switch (outside) {
    case OUT_MIRROR_HIGH:
        return (struct deviation){NULL, "Backwards your texel is one too high: the texel j of the "
                                        "turned row is count - 1 - j, which ends with 0."};
    case OUT_MIRROR_ALWAYS:
        return (struct deviation){"mirrored-once", "Whether the row runs backwards there does not "
                                                   "depend on the sign: it turns with every "
                                                   "`count` texels, j / count odd or even."};
    case OUT_BORDER_LOW:
    case OUT_BORDER_HIGH:
        snprintf(text, sizeof text,
                 "The border colour lies on both sides of the row; yours only %s it. OUTSIDE is "
                 "any number below 0 or from count on.",
                 outside == OUT_BORDER_LOW ? "before" : "behind");
        return (struct deviation){NULL, text};
    case OUT_BORDER_ZERO:
    case OUT_BORDER_LAST:
        snprintf(text, sizeof text,
                 "The %s texel is taken for outside: the row runs from 0 to count - 1.",
                 outside == OUT_BORDER_ZERO ? "first" : "last");
        return (struct deviation){NULL, text};
    case OUT_CLAMP_FIRST:
        return (struct deviation){NULL, "Clamp ends with texel 1 below: the first texel is 0."};
    case OUT_CLAMP_LOW:
        return (struct deviation){"clamp-past-end", "Beyond the end nothing is held: a number "
                                                    "outside is held between 0 and count - 1."};
    case OUT_CLAMP_HIGH:
        return (struct deviation){NULL, "Below 0 nothing is held: a number outside the row is held "
                                        "between 0 and count - 1."};
    case OUT_WRAP_LONG:
    case OUT_WRAP_LONG_BELOW:
    case OUT_WRAP_SHORT:
        snprintf(text, sizeof text,
                 "The row repeats after count %c 1 texels: it does after count, i %% count.",
                 outside == OUT_WRAP_SHORT ? '-' : '+');
        return (struct deviation){NULL, text};
    case OUT_WRAP_ONCE:
        return (struct deviation){NULL, "Right next to the row, wrong further out: count is added "
                                        "or taken away once, and the row repeats for ever, i % "
                                        "count."};
    case OUT_CLAMP_COUNT:
    case OUT_NOTHING:
        return (struct deviation){"clamp-past-end", "The last texel is count - 1: a number outside "
                                                    "the row is held between 0 and count - 1."};
    case OUT_BORDER_LATE:
        return (struct deviation){"clamp-past-end",
                                  "Number count lies outside already: the row ends "
                                  "with texel count - 1."};
    case OUT_WRAP_RAW:
    case OUT_WRAP_ABS:
    case OUT_WRAP_OF_ABS:
        return (struct deviation){"negative-remainder",
                                  "Right from 0 on, wrong below: C's i % count is negative for a "
                                  "negative i. Add count to a negative remainder."};
    case OUT_WRAP_UNSIGNED:
    case OUT_WRAP_UNSIGNED_LONG:
    case OUT_MIRROR_UNSIGNED:
    case OUT_MIRROR_UNSIGNED_LONG:
        snprintf(text, sizeof text,
                 "Right from 0 on, wrong below: of an unsigned number -1 is 2^%d - 1, and its "
                 "remainder another texel unless count is a power of two. Keep the number signed "
                 "and make a negative remainder positive.",
                 outside == OUT_WRAP_UNSIGNED || outside == OUT_MIRROR_UNSIGNED ? 32 : 64);
        return (struct deviation){"negative-remainder", text};
    case OUT_MIRROR_SHIFTED:
        return (struct deviation){"mirror-shifted",
                                  "Your mirror image is one texel off: -1 is the "
                                  "image of texel 0, so a negative i becomes -i - 1."};
    case OUT_MIRROR_BOTH:
        return (struct deviation){"mirror-shifted",
                                  "Your mirror images are one texel off: -1 is the image of texel "
                                  "0, so a negative i becomes -i - 1, and count is the image of "
                                  "count - 1, so that j of a period of 2 count becomes 2 count - 1 "
                                  "- j."};
    case OUT_MIRROR_BIT:
        return (struct deviation){"mask-for-remainder",
                                  "A bit of the number, j & count, says whether the row runs "
                                  "backwards: that is right where count is a power of two. It is "
                                  "j / count % 2."};
    case OUT_MIRROR_INNER:
        return (struct deviation){"mirror-shifted",
                                  "Your mirror images leave out the texel at the "
                                  "edge: it is there twice, so the period is 2 count."};
    case OUT_MIRROR_ONCE:
    case OUT_MIRROR_TWICE:
        return (struct deviation){"mirrored-once",
                                  "Right next to the row, wrong further out: the row "
                                  "goes back and forth for ever, with a period of "
                                  "2 count; yours turns once and then stays."};
    default:
        snprintf(text, sizeof text, "Outside the row your texels are those of %s.",
                 outside == OUT_CLAMP    ? "clamp: the texel at the edge"
                 : outside == OUT_BORDER ? "border: none"
                 : outside == OUT_WRAP   ? "wrap: the row begins again"
                                         : "mirror: the row backwards");
        return (struct deviation){"wrong-address-mode", text};
    }
}

/* The first sample of this mode that is wrong, -1 if none is, and where the wrong ones lie. */
static int first_wrong(const struct run *run, int mode, bool normalized, const double *texels,
                       int *below, int *inside, int *beyond) {
    int count = count_of(run), first = -1;
    struct shared unit = {CUT_DOWN, WHOLE_FLOOR, count, count};
    *below = *inside = *beyond = 0;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        float x = hidden_coordinate(run->seed, i, count, normalized);
        long number = texel_of(unit, x, normalized);
        if (texels[i] == (double)address(asked_of(mode, normalized), number, count))
            continue;
        first = first < 0 ? i : first;
        *below += number < 0;
        *beyond += number >= count;
        *inside += number >= 0 && number < count;
    }
    return first;
}

/* Adds which coordinates of this mode are wrong, and the first of them. */
static void note_facts(const struct run *run, int mode, bool normalized, const double *texels) {
    int count = count_of(run), below, inside, beyond;
    int first = first_wrong(run, mode, normalized, texels, &below, &inside, &beyond);
    if (first < 0)
        return;
    struct shared unit = {CUT_DOWN, WHOLE_FLOOR, count, count};
    judge_field("texels", LAB9_SAMPLES, 1, 1);
    for (int i = first; i < LAB9_SAMPLES; i++) {
        float at = hidden_coordinate(run->seed, i, count, normalized);
        long right = address(asked_of(mode, normalized), texel_of(unit, at, normalized), count);
        if (texels[i] != (double)right)
            judge_wrong((size_t)i, texels[i], (double)right);
    }
    float x = hidden_coordinate(run->seed, first, count, normalized);
    long expected = address(asked_of(mode, normalized), texel_of(unit, x, normalized), count);
    judge_note(
        " (%s, %s, %d texels: %d of %d coordinates are wrong, %d below the row, %d inside, %d "
        "beyond it; at x = %.9g texel_at says %.0f, the unit reads %ld%s.)",
        mode_names[mode], normalized ? "normalised" : "unnormalised", count,
        below + inside + beyond, LAB9_SAMPLES, below, inside, beyond, x, texels[first], expected,
        expected < 0 ? " (the border)" : "");
}

/* Are all wrong texels of this mode those of coordinates that lie just at the row's end? */
static bool end_inside(const struct run *run, int mode, bool normalized, const double *texels) {
    const int count = count_of(run);
    const struct shared unit = {CUT_DOWN, WHOLE_FLOOR, count, count};
    int wrong = 0;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        const double x = (double)hidden_coordinate(run->seed, i, count, normalized);
        const long number = texel_of(unit, x, normalized);
        if (texels[i] == (double)address(asked_of(mode, normalized), number, count))
            continue;
        if (x != (normalized ? 1 : count) || texels[i] != count)
            return false;
        wrong++;
    }
    return wrong > 0;
}

/* Are all wrong texels of this mode number count, where the last one is due, just below a whole
 * number of rows? */
static bool fraction_of_one(const struct run *run, int mode, bool normalized,
                            const double *texels) {
    const int count = count_of(run);
    const struct shared unit = {CUT_DOWN, WHOLE_FLOOR, count, count};
    int wrong = 0;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        const double x = (double)hidden_coordinate(run->seed, i, count, normalized);
        const long due = address(asked_of(mode, normalized), texel_of(unit, x, normalized), count);
        if (texels[i] == (double)due)
            continue;
        if (texels[i] != count || due != count - 1 || !(ceil(x) - x < 1e-5))
            return false;
        wrong++;
    }
    return normalized && wrong > 0;
}

/* Are all wrong texels of this mode below the row, and negative? */
static bool negative_below(const struct run *run, int mode, bool normalized, const double *texels) {
    const struct shared unit = {CUT_DOWN, WHOLE_FLOOR, count_of(run), count_of(run)};
    int wrong = 0;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        const double x = (double)hidden_coordinate(run->seed, i, count_of(run), normalized);
        const long number = texel_of(unit, x, normalized);
        if (texels[i] == (double)address(asked_of(mode, normalized), number, count_of(run)))
            continue;
        if (number >= 0 || texels[i] >= 0)
            return false;
        wrong++;
    }
    return wrong > 0 && mode != CPUDEV_BORDER;
}

/* Which calls of texel_at a test judges. Coordinates at which a cut that is not the unit's gives
 * another texel are a test by themselves: no other one fails by it. */
struct group {
    bool normalized;
    bool modes[LAB9_MODES];                  /* wrap, clamp, mirror, border */
    bool inside, outside, at_cuts, not_cuts; /* of the row; coordinates */
    bool near, further;                      /* judge_further_texels */
    const char *what;
};

static const struct group unnormalised = {
    false, {true, true, true, false}, true, true, true, true, true, true, "that count texels"};
static const struct group unnormalised_border = {
    false, {[CPUDEV_BORDER] = true}, false, true, true, true, true, true, "outside the row"};
static const struct group unnormalised_inside = {
    false, {[CPUDEV_BORDER] = true}, true, false, true, true, true, true, "that count texels"};
static const struct group normalised = {
    true, {true, true, true, true}, true, false, false, true, true, false, "inside the row"};
static const struct group cuts = {true, {true, true, true, true}, true, true, true, false, true,
                                  true, "at the edges of texels"};
static const struct group outside = {
    true, {false, true, false, true}, false, true, false, true, true, false, "outside the row"};
static const struct group wrap = {
    true, {true, false, false, false}, false, true, false, true, true, false, "outside the row"};
static const struct group mirror = {
    true, {false, false, true, false}, false, true, false, true, true, false, "outside the row"};
static const struct group sizes = {
    true, {true, true, true, true}, true, true, false, true, false, true, "of all sizes"};

static const struct group all_normalised = {
    true, {true, true, true, true}, true, true, true, true, true, false, ""};
static const struct group all_unnormalised = {
    false, {true, true, true, true}, true, true, true, true, true, false, ""};

/* Does a way to cut a normalised coordinate that people take give another texel? */
static bool is_at_cut(double x, int count) {
    const struct shared unit = {CUT_DOWN, WHOLE_FLOOR, count, count};
    static const enum cut others[] = {CUT_NEVER,  CUT_NEAREST, CUT_TO_EVEN,
                                      CUT_AWAY,   CUT_TO_ZERO, CUT_FLOAT,
                                      CUT_COARSE, CUT_FINE,    CUT_FLOAT_AFTER};
    const long number = texel_of(unit, x, true);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const struct shared other = {others[i], WHOLE_FLOOR, count, count};
        if (texel_of(other, x, true) != number)
            return true;
    }
    const float part = (float)x - floorf((float)x); /* of the row in which x lies */
    return (long)floor(x) * count + (long)floorf(part * (float)count) != number;
}

bool lab9_judges(const struct group *g, int mode, double x, int count, bool further) {
    const struct shared unit = {CUT_DOWN, WHOLE_FLOOR, count, count};
    const long number = texel_of(unit, x, g->normalized);
    const bool inside = number >= 0 && number < count,
               at_cut = g->normalized && is_at_cut(x, count);
    return g->modes[mode] && (inside ? g->inside : g->outside) &&
           (g->normalized ? (at_cut ? g->at_cuts : g->not_cuts) : true) &&
           (further ? g->further : g->near);
}

/* How many of the texels of this mode that the test judges are wrong. */
static int wrong_of(const struct run *run, const struct group *g, int mode, const double *texels,
                    int *of) {
    const int count = count_of(run);
    const struct shared unit = {CUT_DOWN, WHOLE_FLOOR, count, count};
    int wrong = 0;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        const double x = (double)hidden_coordinate(run->seed, i, count, g->normalized);
        const long number = texel_of(unit, x, g->normalized);
        if (!lab9_judges(g, mode, x, count, false))
            continue;
        *of += 1;
        wrong += texels[i] != (double)address(asked_of(mode, g->normalized), number, count);
    }
    return wrong;
}

/* Fails for one mode that no model explains. */
static void tell_unexplained(const struct run *run, int mode, bool normalized,
                             const double *texels) {
    if (negative_below(run, mode, normalized, texels))
        fail("negative-remainder",
             "%s: Below the row texel_at gives negative numbers: what a division "
             "leaves (%%, fmod, x - trunc(x)) has the sign of x. Add count to a "
             "negative one, or take floor.",
             mode_names[mode]);
    if (fraction_of_one(run, mode, normalized, texels))
        fail("clamp-past-end",
             "%s: Right but where x lies a hair below a whole number of rows: its "
             "fraction, x - floor(x), rounds to 1 in float, and times count that is "
             "count, which is no texel. Cut x to a multiple of 2^-21, in double, and "
             "take the remainder of the texel's number.",
             mode_names[mode]);
    if (end_inside(run, mode, normalized, texels))
        fail("clamp-past-end",
             "%s: Right but where x is just %s, the row's end: it lies outside "
             "already, x >= %s and not x > %s, for the last texel is count - 1.",
             mode_names[mode], normalized ? "1" : "count", normalized ? "1" : "count",
             normalized ? "1" : "count");
    fail(NULL, "texel_at is wrong with address mode %s.", mode_names[mode]);
}

/* Fails for the modes with texels that are wrong, among those that the test judges. */
static void tell_texels(const struct run *run, bool normalized, const double *const *texels,
                        const int *wrong) {
    const struct explanation e = explain(run, normalized, texels);
    struct deviation w = words_of_shared(run, e.shared);
    const char *diagnosis = w.diagnosis;
    char text[2000] = "";
    int told = 0;
    for (int mode = 0; mode < LAB9_MODES; mode++)
        if (wrong[mode] && !e.explained[mode]) {
            if (e.modes > 1 && (e.shared.cut || e.shared.whole))
                judge_note(" With %s: %s", e.modes == 2 ? "two other modes" : "the other modes",
                           w.text);
            note_facts(run, mode, normalized, texels[mode]);
            tell_unexplained(run, mode, normalized, texels[mode]);
            return;
        }
    while (!wrong[told])
        told++;
    judge_append(text, sizeof text, "%s", w.text);
    for (int mode = 0; mode < LAB9_MODES; mode++) {
        if (!wrong[mode] || e.outside[mode] == asked_of(mode, normalized))
            continue;
        w = words_of_mode(mode, normalized, e.outside[mode]);
        if (!*text)
            diagnosis = w.diagnosis;
        if (!strstr(text, w.text))
            judge_append(text, sizeof text, "%s%s: %s", *text ? " And " : "", mode_names[mode],
                         w.text);
    }
    if (!*text)
        return;
    note_facts(run, told, normalized, texels[told]);
    fail(diagnosis, "%s", text);
}

struct further {
    const struct run *run;
    const struct group *group;
};
static void ask_further(const void *context) {
    const struct further *f = context;
    judge_further_texels(f->run, f->group, f->group->normalized);
}

static void judge_group(const struct run *run, const struct group *g, int *of) {
    const double *texels[LAB9_MODES];
    int wrong[LAB9_MODES], all = 0;
    for (int mode = 0; mode < LAB9_MODES; mode++)
        if (!(texels[mode] = judge_numbers(run, mode_names[mode], LAB9_SAMPLES)))
            fail(NULL, "texel_at did not come back (%s).", mode_names[mode]);
    if (texels[0][0] == -2 && texels[1][0] == -2)
        fail(NULL, "texel_at is still to be written.");
    judge_launched_nothing(run, "texel_at");
    for (int mode = 0; mode < LAB9_MODES; mode++)
        all += wrong[mode] = wrong_of(run, g, mode, texels[mode], of);
    if (all) {
        tell_texels(run, g->normalized, texels, wrong);
        return;
    }
    if (!g->further)
        return;
    /* What is wrong for the first row, too, whichever test judges it, is told by that. */
    int around = 0, ignored = 0;
    for (int mode = 0; mode < LAB9_MODES; mode++)
        around += wrong[mode] = wrong_of(run, g->normalized ? &all_normalised : &all_unnormalised,
                                         mode, texels[mode], &ignored);
    if (!around) {
        judge_further_texels(run, g, g->normalized);
        return;
    }
    struct verdict further;
    if (!judge_would_fail(&further, ask_further, &(const struct further){run, g}))
        return;
    judge_note(" Rows of other sizes are wrong as well.");
    tell_texels(run, g->normalized, texels, wrong);
}

static void check_group(const struct run *run, const struct group *g) {
    int of = 0;
    judge_group(run, g, &of);
    if (!of)
        pass("Right for coordinates %s.", g->what);
    pass("Right at %d coordinates %s.", of, g->what);
}

void check_unnormalised(const struct run *run) {
    int of = 0;
    judge_group(run, &unnormalised_inside, &of);
    check_group(run, &unnormalised);
}
void check_unnormalised_border(const struct run *run) {
    check_group(run, &unnormalised_border);
}
void check_normalised(const struct run *run) {
    check_group(run, &normalised);
}
void check_cuts(const struct run *run) {
    check_group(run, &cuts);
}
void check_outside(const struct run *run) {
    check_group(run, &outside);
}
void check_wrap(const struct run *run) {
    check_group(run, &wrap);
}
void check_mirror(const struct run *run) {
    check_group(run, &mirror);
}
void check_sizes(const struct run *run) {
    check_group(run, &sizes);
}
