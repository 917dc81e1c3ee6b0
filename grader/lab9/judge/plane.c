/* Lab 9, step 5: the weights of a plane, and the border's surprise. */
#include "lab9.h"
#include "row.h"

#include <math.h>
#include <string.h>

/* The unit's weights in 256ths at (x, y) of a 2 x 2 texture of unit vectors. */
static void weights_at(float x, float y, int w[4]) {
    static const float unit[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    cpudev_texture t = {.data = (const unsigned char *)unit,
                        .row_pitch = 2 * 4 * sizeof(float),
                        .width = 2,
                        .height = 2,
                        .depth = 1,
                        .shape = CPUDEV_TEXTURE_2D,
                        .format = CPUDEV_TEXEL_F32,
                        .channels = 4,
                        .address = {CPUDEV_CLAMP, CPUDEV_CLAMP, CPUDEV_CLAMP},
                        .linear = true};
    cpudev_texel texel;
    cpudev_texture_prepare(&t);
    cpudev_texture_sample(&t, x, y, 0, 0, &texel);
    for (int i = 0; i < 4; i++)
        w[i] = (int)lrintf(256 * texel.f[i]);
}

static void unit_weights(int a, int b, int w[4]) {
    weights_at(0.5f + (float)a / 256, 0.5f + (float)b / 256, w);
}

/* Weights that people compute: of which fractions, by which rounding of the products. */
enum rounding {
    UNIT,
    FLOOR,
    NEAREST,
    TO_EVEN,
    CEIL,
    REST_FIRST,
    FLOAT,
    REST_OF_FLOOR, /* one product, and the others what is left, as the unit does it */
    REST_OF_CEIL,
    REST_OF_DOWN,
    REST_OF_EVEN,
    REST_OF_255,
    REST_WITHOUT_LAST, /* w00 without what w11 took */
    REST_OF_128,       /* a product of 128ths */
    REST_OF_512,       /* a product of which the half is left */
    REST_OF_NOTHING,   /* a product of which nothing is left */
    REST_BY_255,       /* a product divided by 255, rounded or cut */
    REST_BY_255_CUT,
    ROUNDINGS
};
struct plane_model {
    enum rounding rounding;
    bool exchanged, a_turned, b_turned; /* a for b; 256 - a for a */
};

static void model_weights(struct plane_model m, int a, int b, double w[4]) {
    int p = m.exchanged ? b : a, q = m.exchanged ? a : b, unit[4];
    p = m.a_turned ? 256 - p : p;
    q = m.b_turned ? 256 - q : q;
    double product[4] = {(256 - p) * (256 - q) / 256.0, p * (256 - q) / 256.0,
                         (256 - p) * q / 256.0, p * q / 256.0};
    unit_weights(p, q, unit);
    for (int k = 0; k < 4; k++)
        w[k] = m.rounding == UNIT      ? unit[k]
               : m.rounding == FLOOR   ? floor(product[k])
               : m.rounding == TO_EVEN ? nearbyint(product[k])
               : m.rounding == CEIL    ? ceil(product[k])
               : m.rounding == FLOAT   ? product[k]
                                       : floor(product[k] + 0.5);
    if (m.rounding == REST_FIRST)
        w[0] = 256 - w[1] - w[2] - w[3];
    if (m.rounding >= REST_OF_FLOOR) {
        w[3] = m.rounding == REST_OF_FLOOR  ? floor(product[3])
               : m.rounding == REST_OF_CEIL ? ceil(product[3])
               : m.rounding == REST_OF_DOWN ? ceil(product[3] - 0.5)
               : m.rounding == REST_OF_EVEN ? nearbyint(product[3])
                                            : floor(product[3] + 0.5);
        if (m.rounding == REST_OF_128)
            w[3] = floor(2 * product[3] + 0.5);
        if (m.rounding == REST_OF_512)
            w[3] = floor(product[3] / 2 + 0.5);
        if (m.rounding == REST_OF_NOTHING)
            w[3] = 0;
        if (m.rounding == REST_BY_255 || m.rounding == REST_BY_255_CUT)
            w[3] = (p * q + (m.rounding == REST_BY_255 ? 127 : 0)) / 255;
        w[1] = p - w[3];
        w[2] = q - w[3];
        w[0] = (m.rounding == REST_OF_255 ? 255 : 256) - p - q + w[3];
        if (m.rounding == REST_WITHOUT_LAST)
            w[0] += w[3];
    }
}

static int plane_deviations(struct plane_model m) {
    return (m.rounding != UNIT) + m.exchanged + m.a_turned + m.b_turned;
}

typedef void place_of(uint64_t seed, int i, int *a, int *b);

static bool explain_weights(const double *weights, double scale, int quadruples, place_of *at,
                            uint64_t seed, struct plane_model *found) {
    int least = 9;
    for (int n = 0; n < ROUNDINGS * 8; n++) {
        struct plane_model m = {(enum rounding)(n / 8), n & 1, n >> 1 & 1, n >> 2 & 1};
        int fits = 0;
        for (int i = 0; i < quadruples && fits == i; i++) {
            int a, b;
            double w[4];
            at(seed, i, &a, &b);
            model_weights(m, a, b, w);
            bool same = true;
            for (int k = 0; k < 4; k++)
                same &= fabs(weights[4 * i + k] * scale - w[k]) < 1e-3;
            fits += same;
        }
        if (fits == quadruples && plane_deviations(m) < least) {
            least = plane_deviations(m);
            *found = m;
        }
    }
    return least < 9;
}

static void tell_plane(const char *name, struct plane_model m) {
    if (m.rounding == FLOOR)
        fail("truncated-weight",
             "%s: the products are cut to 256ths, so that up to 3/256 of the weight is lost. The "
             "unit's four weights add up to 256: one part is rounded, the other gets the rest.",
             name);
    if (m.rounding == FLOAT)
        fail("weight-not-cut",
             "%s: the products are kept whole. The unit keeps eight bits of each, and their "
             "sum is 256.",
             name);
    if (m.rounding == REST_WITHOUT_LAST)
        fail(NULL,
             "%s: weights[0] is 256 less the two others beside it: weights[3] belongs to "
             "the four as well, which add up to 256.",
             name);
    if (m.rounding == REST_OF_NOTHING)
        fail(NULL,
             "%s: weights[3] is 0 throughout, and the others are what is left: of a * b / "
             "256 nothing remains. (a * b + 128) is shifted by 8 bits, in ints.",
             name);
    if (m.rounding == REST_OF_512)
        fail("weight-scale",
             "%s: the product of a and b is shifted by 9 bits, so that it counts 512ths: two "
             "1.8 numbers have sixteen bits behind the point, of which eight are kept, (a * "
             "b + 128) >> 8.",
             name);
    if (m.rounding == REST_OF_128)
        fail(NULL,
             "%s: the product of a and b is shifted by 7 bits: two 1.8 numbers have sixteen "
             "bits behind the point, of which eight are kept, (a * b + 128) >> 8.",
             name);
    if (m.rounding == REST_BY_255 || m.rounding == REST_BY_255_CUT)
        fail(NULL,
             "%s: the product of a and b is divided by 255, as if that were one. Of the "
             "weights 256 is one: (a * b + 128) >> 8.",
             name);
    if (m.rounding == REST_OF_255)
        fail(NULL, "%s: the four weights add up to 255: they add up to 256.", name);
    if (m.rounding == REST_OF_FLOOR || m.rounding == REST_OF_CEIL)
        fail("truncated-weight",
             "%s: the product is rounded %s always; the unit rounds it to the nearest "
             "256th, a tie upwards: (a * b + 128) >> 8. The others by subtraction are "
             "right.",
             name, m.rounding == REST_OF_FLOOR ? "down" : "up");
    if (m.rounding == REST_OF_DOWN || m.rounding == REST_OF_EVEN)
        fail("tie-rule",
             "%s: right but for ties: the unit rounds the product's upwards, (a * b + 128) "
             ">> 8, yours go %s.",
             name, m.rounding == REST_OF_DOWN ? "down" : "to the even neighbour");
    if (m.rounding != UNIT)
        fail("naive-product",
             "%s: each product of two 1.8 weights is rounded by itself%s. The unit rounds one part "
             "of each column and gives the rest to the other row.",
             name,
             m.rounding == REST_FIRST ? ", and the first weight gets all that is left"
                                      : ", and the sum is not always 256");
    if (m.exchanged)
        fail("x-y-exchanged",
             "%s: a and b are exchanged (or texels (1, 0) and (0, 1)); a goes with x, b with y.",
             name);
    fail("weights-exchanged",
         "%s: the weights along %s are exchanged: %s is the weight of the texels with the "
         "higher %s, 256 minus it that of the lower.",
         name,
         m.a_turned && m.b_turned ? "both axes"
         : m.a_turned             ? "x"
                                  : "y",
         m.a_turned ? "a" : "b", m.a_turned ? "x" : "y");
}

/* Compares weight quadruples; explains the usual mistakes. at(i) gives a and b of quadruple i. */
static void judge_weights(const char *name, const double *weights, double scale, int quadruples,
                          place_of *at, uint64_t seed) {
    int wrong = 0, first = 0, lost = 0, a, b;
    double w[4];
    struct plane_model found = {0};
    const size_t rows = (size_t)quadruples / LAB9_PLANE;
    judge_field("weights (in 256ths)", LAB9_PLANE, rows, 4);
    for (int i = quadruples; i-- > 0;) {
        double sum = 0;
        bool same = true;
        at(seed, i, &a, &b);
        model_weights((struct plane_model){0}, a, b, w);
        for (int k = 0; k < 4; k++) {
            if (weights[4 * i + k] * scale != w[k]) {
                judge_wrong((size_t)(k * quadruples + i), weights[4 * i + k] * scale, w[k]);
                same = false;
            }
            sum += weights[4 * i + k] * scale;
        }
        lost += sum != 256;
        if (!same) {
            wrong++;
            first = i;
        }
    }
    measured("wrong", wrong);
    if (!wrong)
        return;
    if (explain_weights(weights, scale, quadruples, at, seed, &found) &&
        plane_deviations(found) > 0) {
        tell_plane(name, found);
        return;
    }
    at(seed, first, &a, &b);
    model_weights((struct plane_model){0}, a, b, w);
    const double *got = weights + 4 * first;
    double factor = 0;
    for (int k = 0; k < 4; k++)
        factor = w[k] != 0 ? got[k] * scale / w[k] : factor;
    int times = 0, right[4] = {0}, rights = 0, other = 0;
    for (int i = 0; i < quadruples; i++) {
        double owed[4];
        int p, q;
        at(seed, i, &p, &q);
        model_weights((struct plane_model){0}, p, q, owed);
        for (int k = 0; k < 4; k++) {
            right[k] += weights[4 * i + k] * scale == owed[k];
            times += fabs(weights[4 * i + k] * scale - factor * owed[k]) < 1e-3 * fabs(factor);
        }
    }
    if (times == 4 * quadruples && factor > 0)
        fail(NULL, "%s: every weight is %.6g times what it is to be%s.", name, factor,
             scale > 1 ? ": the texels are unit vectors, of 1 and 0, and what the texture "
                         "gives is the weight, 0 to 1"
                       : ": the four add up to 256");
    for (int k = 0; k < 4; k++) {
        rights += right[k] == quadruples;
        other = right[k] == quadruples ? other : k;
    }
    int rest = 0; /* the others are what weights[3] leaves of them */
    for (int i = 0; i < quadruples; i++) {
        const double *const all = weights + 4 * i;
        int p, q;
        at(seed, i, &p, &q);
        rest += fabs(scale * (all[1] + all[3]) - p) < 1e-3 &&
                fabs(scale * (all[2] + all[3]) - q) < 1e-3 &&
                fabs(scale * (all[0] + all[1] + all[2] + all[3]) - 256) < 1e-3;
    }
    if (rest == quadruples)
        fail(NULL,
             "%s: weights[3], the product of a and b, is not (a * b + 128) >> 8; the other "
             "three are what it leaves. At a = %d, b = %d it is %g, expected %g (%d of %d "
             "are wrong).",
             name, a, b, got[3] * scale, w[3], wrong, quadruples);
    if (rights == 3 && scale > 1)
        fail(NULL,
             "%s: out[%d] alone is wrong, the other three are right: component %d of the "
             "texels is 1 in texel (%d, %d) and 0 in the others. At a = %d, b = %d it is "
             "%.9g, expected %.9g.",
             name, other, other, other % 2, other / 2, a, b, got[other], w[other] / scale);
    if (rights == 3)
        fail(NULL,
             "%s: weights[%d] alone is wrong, the other three are right: it is what they "
             "leave of 256, all three of them. At a = %d, b = %d it is %g, expected %g.",
             name, other, a, b, got[other] * scale, w[other]);
    fail(NULL,
         "%s: %d of %d are wrong, and %d do not add up to 256. At a = %d, b = %d: %g %g %g "
         "%g, expected %g %g %g %g.",
         name, wrong, quadruples, lost, a, b, got[0] * scale, got[1] * scale, got[2] * scale,
         got[3] * scale, w[0], w[1], w[2], w[3]);
}

static void at_grid(uint64_t seed, int i, int *a, int *b) {
    *a = hidden_fraction(seed, 0, i / LAB9_PLANE);
    *b = hidden_fraction(seed, 1, i % LAB9_PLANE);
}

static void at_diagonal(uint64_t seed, int i, int *a, int *b) {
    *a = hidden_fraction(seed, 0, i);
    *b = hidden_fraction(seed, 1, LAB9_PLANE - 1 - i);
}

void check_plane(const struct run *run) {
    const double *weights = judge_numbers(run, "weights", LAB9_PLANE * LAB9_PLANE * 4);
    if (!weights)
        fail(NULL, "plane_weights did not come back.");
    if (weights[0] < 0 && weights[4] < 0)
        fail(NULL, "plane_weights is still to be written.");
    judge_launched_nothing(run, "plane_weights");
    judge_weights("plane_weights", weights, 1, LAB9_PLANE * LAB9_PLANE, at_grid, run->seed);
    pass("Right for all %d pairs of fractions.", LAB9_PLANE * LAB9_PLANE);
}

/* Where the 2 x 2 texture is read, from a or b. */
static float place_of_read(struct choice *c, int a) {
    INSTEAD((float)a / 256, "no-half-texel",
            "the texture is read at a / 256: texel 0 is centred on 0.5, where a = 0 gives it "
            "alone. It is 0.5 + a / 256.");
    INSTEAD(0.5f + (float)a / 255, NULL,
            "the texture is read at 0.5 + a / 255: a counts 256ths, 0.5 + a / 256.");
    INSTEAD(1.0f + (float)a / 256, "no-half-texel",
            "the texture is read at 1 + a / 256, half a texel too far: texel 0 is centred on 0.5. "
            "It is 0.5 + a / 256.");
    INSTEAD(0.5f + (float)a / 512, "weight-scale",
            "the texture is read at 0.5 + a / 512: a counts 256ths, 0.5 + a / 256.");
    INSTEAD(0.5f + (float)a / 128, "weight-scale",
            "the texture is read at 0.5 + a / 128: a counts 256ths, 0.5 + a / 256.");
    INSTEAD((float)a + 0.5f, "weight-scale",
            "the texture is read at a + 0.5: a counts 256ths, 0.5 + a / 256.");
    INSTEAD((0.5f + (float)a / 256) / 2, "normalized-coordinates",
            "the place is divided by the size, as for normalised coordinates, and the texture "
            "counts texels.");
    INSTEAD(1.0f + (float)a / 128, "normalized-coordinates", /* a row of two is twice as long */
            "the texture takes normalised coordinates, and 0.5 + a / 256 counts texels: leave "
            "normalizedCoords at 0.");
    ASKED(0.5f + (float)a / 256);
}

static void explain_reads(const struct run *run, const double *weights) {
    struct choice asked = {0};
    place_of_read(&asked, 0);
    for (int line = 1; line <= asked.count; line++) {
        struct choice c = {.number = line};
        int same = 0;
        for (int i = 0; i < LAB9_PLANE; i++) {
            int a, b, w[4];
            at_diagonal(run->seed, i, &a, &b);
            weights_at(place_of_read(&c, a), place_of_read(&c, b), w);
            bool all = true;
            for (int k = 0; k < 4; k++)
                all &= fabs(weights[4 * i + k] * 256 - w[k]) < 1e-3;
            same += all;
        }
        if (same == LAB9_PLANE)
            fail(c.diagnosis, "read_plane_weights: %s", c.text);
    }
}

struct hardware {
    const double *weights;
    uint64_t seed;
};
static void ask_weights(const void *context) {
    const struct hardware *h = context;
    judge_weights("read_plane_weights", h->weights, 256, LAB9_PLANE, at_diagonal, h->seed);
}

void check_hardware(const struct run *run) {
    judge_call_succeeded(run, "hardware", "read_plane_weights");
    const double *weights = judge_numbers(run, "hardware", LAB9_PLANE * 4);
    if (!weights)
        fail(NULL, "read_plane_weights returned, but its results are not there.");
    for (int k = 1; k < 4; k++) {
        int unwritten = 0;
        for (int i = 0; i < LAB9_PLANE * 4; i++)
            unwritten += i % 4 >= k && weights[i] == LAB9_UNWRITTEN;
        if (unwritten == LAB9_PLANE * (4 - k))
            fail(NULL,
                 "read_plane_weights: of the 4 weights %d alone come back, the others "
                 "are never written: the copy to the host has 4 floats, 4 * sizeof(float) "
                 "bytes.",
                 k);
    }
    int nearest = 0, lowest = 0;
    for (int i = 0; i < LAB9_PLANE * 4; i++) {
        nearest += weights[i] == 0 || weights[i] == 1;
        lowest += weights[i] == (i % 4 == 0);
    }
    if (lowest == LAB9_PLANE * 4)
        fail(NULL, "read_plane_weights: the weights are 1, 0, 0, 0 whatever a and b are: every "
                   "sample lies at the centre of texel (0, 0). Its place is 0.5f + a / 256.0f, "
                   "and of ints a / 256 is 0.");
    if (nearest == LAB9_PLANE * 4)
        fail("point-filter",
             "Every weight is 0 or 1: the texture is read with point filtering. Set "
             "filterMode to cudaFilterModeLinear.");
    int gone[4] = {0}, due[4] = {0}, whole = 0;
    for (int i = 0; i < LAB9_PLANE; i++) {
        int a, b, w[4];
        double sum = 0;
        at_diagonal(run->seed, i, &a, &b);
        unit_weights(a, b, w);
        for (int k = 0; k < 4; k++) {
            gone[k] += weights[4 * i + k] == 0;
            due[k] += w[k] != 0;
            sum += weights[4 * i + k];
        }
        whole += fabs(sum - 1) < 1e-3;
    }
    /* What is not there leaves the sum less than 1; a place at the other edge does not. */
    for (int axis = 0; axis < 2 && whole == LAB9_PLANE; axis++) {
        const int far = 2 >> !axis; /* the texel whose place is further along this axis alone */
        if (gone[far] == LAB9_PLANE && gone[3] == LAB9_PLANE && due[far] > LAB9_PLANE / 2)
            fail(NULL,
                 "read_plane_weights: texels (%d, %d) and (1, 1) never count, and the "
                 "others have all of the weight: every sample lies at the centre of the "
                 "first texels along %c, or before it. The place is 0.5f + %c / 256.0f.",
                 far & 1, far >> 1, "xy"[axis], "ab"[axis]);
    }
    for (int k = 0; k < 4; k++) {
        if (gone[k] == LAB9_PLANE && due[k] > LAB9_PLANE / 2)
            fail(NULL,
                 "read_plane_weights: the weight of texel (%d, %d) is 0 always: its unit "
                 "vector never arrives in the array. Pitch and row length of the copy are "
                 "bytes, 2 * sizeof(float4), and the height is 2 rows.",
                 k % 2, k / 2);
    }
    struct verdict compared;
    if (judge_would_fail(&compared, ask_weights, &(const struct hardware){weights, run->seed})) {
        if (!compared.diagnosis)
            explain_reads(run, weights);
        judge_fail_as(&compared);
    }
    judge_used(run, "read_plane_weights", "texture.accesses", LAB9_PLANE, "texture fetches");
    pass("The hardware's weights, read from the hardware.");
}

/* ---- the surprise, by the weights of a plane ---- */

struct surprise {
    const float *texels, *x;
    int count;
    double border;
};

/* What may be done otherwise, in the order in which it is tried. */
struct surprise_choices {
    struct choice fraction, rows, sides, second_row, beyond, rounding;
};

/* How far the row lies off the place read, in 256ths of a texel. */
static int fraction_of(struct choice *c) {
    INSTEAD(256, "border-without-second-row",
            "That is what one expects of one row. The unit filters it as a picture one texel high, "
            "half a texel off: half of every value is the border colour, inside the row too.");
    INSTEAD(127, "border-not-half",
            "The row lies 127 / 256 off the place read: half a texel is 128 / 256.");
    INSTEAD(129, "border-not-half",
            "The row lies 129 / 256 off the place read: half a texel is 128 / 256.");
    INSTEAD(64, "border-not-half",
            "The row lies a quarter of a texel off the place read: it is half, 128 / 256.");
    INSTEAD(192, "border-not-half",
            "The row lies three quarters of a texel off the place read: it is half, 128 / 256.");
    INSTEAD(0, NULL,
            "Every value is the border colour, for b is 0: nothing is left of weights[2] and "
            "weights[3] then, which are the row's. It lies half a texel off, b = 128.");
    ASKED(128);
}

/* The first of the row's two weights. */
static int row_of(struct choice *c) {
    INSTEAD(0, NULL,
            "The weights of the two rows are exchanged: the row itself is the second one "
            "(weights[2] and [3]), the border's the first. (A product that is cut and not rounded, "
            "a * 128 >> 8, comes to the same.)");
    ASKED(2);
}

struct sides {
    bool exchanged, a_for_b;
};

static struct sides sides_of(struct choice *c) {
    INSTEAD((struct sides){.exchanged = true}, "weights-exchanged",
            "The weights of the left-hand and the right-hand texel are exchanged.");
    INSTEAD((struct sides){.a_for_b = true}, "x-y-exchanged",
            "a and b are exchanged: a, weight_at's, goes with x, b = 128 with y.");
    ASKED((struct sides){0});
}

/* The weight of the border colour, of those of the second row's two texels. */
static double second_row_of(struct choice *c, const double w[2]) {
    INSTEAD(0, "border-colour-missing",
            "The second row is taken for 0: it is the border colour all over.");
    INSTEAD(w[0], NULL,
            "Of the second row only the left-hand texel counts: both are the border colour, with "
            "weights[0] and weights[1].");
    INSTEAD(w[1], NULL,
            "Of the second row only the right-hand texel counts: both are the border colour, with "
            "weights[0] and weights[1].");
    INSTEAD(2 * w[0], NULL,
            "Both texels of the second row are there with weights[0]: they have weights[0] and "
            "weights[1].");
    INSTEAD(2 * w[1], NULL,
            "Both texels of the second row are there with weights[1]: they have weights[0] and "
            "weights[1].");
    ASKED(w[0] + w[1]);
}

/* The row's two texels at a place; `one_row`: the second row is left out. */
struct texels {
    double left, right;
    bool one_row, border; /* border: the value is all of it */
};

/* Texels `first` and the one behind it, where `before` and `behind` lie outside the row. */
static struct texels texels_at(const struct surprise *s, int first, double before, double behind) {
    double texel[2];
    for (int k = 0; k < 2; k++)
        texel[k] = first + k < 0           ? before
                   : first + k >= s->count ? behind
                                           : (double)s->texels[first + k];
    return (struct texels){texel[0], texel[1], false, false};
}

static struct texels beyond_of(struct choice *c, const struct surprise *s, float x, int first) {
    const double low = (double)s->texels[0], high = (double)s->texels[s->count - 1],
                 border = s->border;
    const bool inside = first >= 0 && first + 1 < s->count;
    const struct texels asked = texels_at(s, first, border, border);
    INSTEAD(texels_at(s, first, low, high), "border-clamped",
            "Beyond the row the edge goes on: there is the border colour, also for one texel of "
            "two.");
    INSTEAD(texels_at(s, first, 0, 0), NULL, "Beyond the row lies 0: there is the border colour.");
    INSTEAD(((struct texels){asked.left, asked.right, inside, false}), NULL,
            "Inside the row, between the first and the last centre, the second row is left out: "
            "half of every value is the border colour, inside too.");
    INSTEAD(inside ? asked : ((struct texels){border, border, false, false}), NULL,
            "A value with one texel of two outside is all border colour: each texel counts by "
            "itself.");
    INSTEAD(((struct texels){asked.left, asked.right, false, x < 0 || x > (float)s->count}), NULL,
            "Beyond the row's ends, below 0 and above count, the value is all border colour: up to "
            "half a texel beyond an end its texel still counts.");
    INSTEAD(texels_at(s, first, border, high), "border-clamped",
            "Beyond the last texel the edge goes on: there is the border colour, also for one "
            "texel of two.");
    INSTEAD(texels_at(s, first, low, border), "border-clamped",
            "Before the first texel the edge goes on: there is the border colour, also for one "
            "texel of two.");
    ASKED(asked);
}

#define OTHER_ROUNDING                                                                             \
    "The weights of the row's two texels are rounded otherwise than plane_weights does it: one "   \
    "product is rounded, a tie upwards, (a * b + 128) >> 8, and the others are what is left."
/* Without the divisions by 255: with b = 128 they give what is asked. */
static enum rounding rounding_of(struct choice *c) {
    INSTEAD(FLOOR, NULL, OTHER_ROUNDING);
    INSTEAD(NEAREST, NULL, OTHER_ROUNDING);
    INSTEAD(TO_EVEN, NULL, OTHER_ROUNDING);
    INSTEAD(CEIL, NULL, OTHER_ROUNDING);
    INSTEAD(REST_FIRST, NULL, OTHER_ROUNDING);
    INSTEAD(FLOAT, "weight-not-cut",
            "The four weights are products in full precision: the unit keeps eight bits of them, "
            "plane_weights.");
    INSTEAD(REST_OF_FLOOR, NULL, OTHER_ROUNDING);
    INSTEAD(REST_OF_CEIL, NULL, OTHER_ROUNDING);
    INSTEAD(REST_OF_DOWN, NULL, OTHER_ROUNDING);
    INSTEAD(REST_OF_EVEN, NULL, OTHER_ROUNDING);
    INSTEAD(REST_OF_255, NULL, "The four weights add up to 255: they add up to 256.");
    INSTEAD(REST_WITHOUT_LAST, NULL,
            "The four weights do not add up to 256: weights[0] misses weights[3].");
    INSTEAD(REST_OF_128, NULL, "The product is shifted by 7 bits, not 8.");
    INSTEAD(REST_OF_512, "weight-scale",
            "The product is shifted by 9 bits, not 8: it counts 512ths then.");
    INSTEAD(REST_OF_NOTHING, NULL,
            "Of the product a * b / 256 nothing is left, weights[3] is 0: it is shifted by 8 bits, "
            "in ints.");
    ASKED(UNIT);
}

static double surprise_value(const void *context, struct choice *choices, size_t i) {
    static const struct row_model unit = {
        .place = PLACE_CENTRE, .rule = RULE_NEAREST, .scale = 256, .edge = EDGE_BORDER};
    struct surprise_choices *const c = (struct surprise_choices *)choices;
    const struct surprise *s = context;
    double weight, left, w[4];
    row_weight(unit, (double)s->x[i], &weight, &left);
    const struct sides sides = sides_of(&c->sides);
    const struct plane_model plane = {rounding_of(&c->rounding), sides.a_for_b, false, false};
    model_weights(plane, (int)weight, fraction_of(&c->fraction), w);
    const struct texels texels = beyond_of(&c->beyond, s, s->x[i], (int)left);
    const int row = row_of(&c->rows);
    const double border = second_row_of(&c->second_row, w + 2 - row) * s->border;
    if (texels.border)
        return s->border;
    if (texels.one_row)
        return ((256 - weight) * texels.left + weight * texels.right) / 256;
    return (w[row + sides.exchanged] * texels.left + w[row + !sides.exchanged] * texels.right +
            border) /
           256;
}

static struct value_family surprises_family(const struct surprise *s, const double *got) {
    return (struct value_family){.count = sizeof(struct surprise_choices) / sizeof(struct choice),
                                 .most = 2,
                                 .got = got,
                                 .got_count = LAB9_SAMPLES,
                                 .tolerance = 1e-4,
                                 .with = surprise_value,
                                 .context = (void *)s};
}

/* Fails when of every value the same part is the border colour, and this is not half. */
static void judge_border_part(const struct surprise *s, const double *got) {
    static const struct row_model one_row = {
        .place = PLACE_CENTRE, .rule = RULE_NEAREST, .scale = 256, .edge = EDGE_BORDER};
    double least = 2, most = -2, sum = 0;
    int of = 0;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        const double row = row_value(one_row, s->texels, s->count, s->border, (double)s->x[i]);
        if (fabs(s->border - row) < 16)
            continue;
        const double part = (got[i] - row) / (s->border - row);
        least = fmin(least, part);
        most = fmax(most, part);
        sum += part;
        of++;
    }
    const double part = of ? sum / of : 0;
    if (of < LAB9_SAMPLES / 4 || most - least > 0.03 || fabs(part - 0.5) < 0.02 || part < 0.02)
        return;
    fail("border-not-half",
         "filter_row_border: of every value about %.3g is the border colour. It is half: the "
         "row lies half a texel off the place read, b = 128 in plane_weights.",
         part);
}

void check_border(const struct run *run) {
    static const struct row_model asked = {.place = PLACE_CENTRE,
                                           .rule = RULE_NEAREST,
                                           .scale = 256,
                                           .edge = EDGE_BORDER,
                                           .second = SECOND_UNIT};
    float texels[MOST_TEXELS], x[LAB9_SAMPLES], border = hidden_border(run->seed);
    cpudev_texture t = hidden_row(run, texels, true, CPUDEV_BORDER, false, border);
    const double *got = judge_numbers(run, "border", LAB9_SAMPLES);
    int wrong = 0, first = 0, inside = 0, count = count_of(run);
    struct row_model found = {0};
    if (!got)
        fail(NULL, "filter_row_border did not come back.");
    if (got[0] == (double)-1.0e30f && got[LAB9_SAMPLES - 1] == got[0])
        fail(NULL, "filter_row_border is still to be written.");
    judge_launched_nothing(run, "filter_row_border");
    judge_field("values", LAB9_SAMPLES, 1, 1);
    for (int i = LAB9_SAMPLES; i-- > 0;) {
        x[i] = hidden_fine(run->seed, i, count);
        if (got[i] != sample(&t, x[i])) {
            judge_wrong((size_t)i, got[i], sample(&t, x[i]));
            wrong++;
            first = i;
            inside += x[i] > 0.5f && x[i] < (float)count - 0.5f;
        }
    }
    if (!wrong)
        pass("Bit for bit the unit's at all %d coordinates.", LAB9_SAMPLES);
    struct row_samples samples = {texels, x, got, count, LAB9_SAMPLES, border, 2e-3};
    const struct surprise surprise = {texels, x, count, (double)border};
    const struct value_family family = surprises_family(&surprise, got);
    judge_explain_values("filter_row_border", &family);
    judge_border_part(&surprise, got);
    if (row_explain(&samples, asked, &found))
        row_tell("filter_row_border", asked, found);
    fail(NULL,
         "filter_row_border: %d of %d values are wrong (%d of them well inside the row). At "
         "x = %.9g it gives %.9g, the unit %.9g.",
         wrong, LAB9_SAMPLES, inside, x[first], got[first], sample(&t, x[first]));
}
