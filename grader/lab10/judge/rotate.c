/* Lab 10, step 4: a picture turned by the texture unit and by software. */
#include "lab10.h"

#include <math.h>
#include <string.h>

/* How step 4's picture is turned, and how many samples lie along each side of a pixel. */
struct turn {
    float cosine, sine, border;
    int samples;
};

static struct turn hidden_turn(const struct run *run) {
    const bool negative =
        judge_has_argument(run, "negative") && judge_argument(run, "negative") != 0;
    struct turn turn = {.border = negative ? -hidden_border(run->seed) : hidden_border(run->seed),
                        .samples = (int)judge_argument(run, "samples")};
    hidden_motion(run->seed, &turn.cosine, &turn.sine);
    return turn;
}

/* Where sample k of pixel i of the turned picture lies in the source: lab10.h's source_of. */
static void source_at(const struct turn *turn, float width, float height, float x, float y,
                      float *at_x, float *at_y) {
    float middle_x = 0.5f * width, middle_y = 0.5f * height, dx = x - middle_x, dy = y - middle_y;
    *at_x = fmaf(turn->cosine, dx, fmaf(turn->sine, dy, middle_x));
    *at_y = fmaf(turn->cosine, dy, fmaf(-turn->sine, dx, middle_y));
}

static void source_of(const struct turn *turn, const struct picture *p, int i, int k, float *x,
                      float *y) {
    float side = (float)turn->samples, column = (float)(k % turn->samples),
          row = (float)(k / turn->samples);
    source_at(turn, (float)p->width, (float)p->height,
              (float)(i % p->width) + (column + 0.5f) / side,
              (float)(i / p->width) + (row + 0.5f) / side, x, y);
}

/* What can be done otherwise with a pixel of the turned picture, in the order in which it is tried.
 */
struct turn_choices {
    struct choice place, border, mix, sampling, sum, motion, stored, written;
};

struct turned {
    const struct picture *picture;
    struct turn asked;
    bool by_software;
};

/* A place in the source; `half`: what is taken away from it. */
struct source_place {
    float x, y;
    double half;
};

static struct source_place turned_to(const struct turn *turn, float width, float height, float x,
                                     float y) {
    struct source_place at = {0};
    source_at(turn, width, height, x, y, &at.x, &at.y);
    return at;
}

/* Where a sample of pixel (x, y) lies: `column` and `row` of `side` samples along each side. */
static struct source_place moved(struct choice *c, const struct turned *t, struct pixel at,
                                 float side, int column, int row) {
    const struct turn other_way = {.cosine = t->asked.cosine, .sine = -t->asked.sine},
                      exchanged = {.cosine = t->asked.sine, .sine = t->asked.cosine};
    const float w = (float)t->picture->width, h = (float)t->picture->height, x = (float)at.x,
                y = (float)at.y, right = ((float)column + 0.5f) / side,
                down = ((float)row + 0.5f) / side;
    INSTEAD(turned_to(&other_way, w, h, x + right, y + down), NULL,
            "The picture turns the other way: hand `motion` on as it is.");
    INSTEAD(turned_to(&exchanged, w, h, x + right, y + down), NULL,
            "Sine and cosine are exchanged.");
    INSTEAD(turned_to(&t->asked, h, w, x + right, y + down), NULL,
            "Width and height are exchanged in source_of.");
    INSTEAD(turned_to(&t->asked, w, h, y + right, x + down), NULL,
            "x and y are exchanged in source_of: it takes the pixel's x first.");
    INSTEAD(turned_to(&t->asked, w, h, x + down, y + right), NULL,
            "i and j are exchanged in source_of: i counts along x, j along y.");
    ASKED(turned_to(&t->asked, w, h, x + right, y + down));
}

static struct source_place less(float x, float y, double half) {
    return (struct source_place){x, y, half};
}

static struct source_place read_place(struct choice *c, const struct turned *t, float x, float y) {
    const float w = (float)t->picture->width, h = (float)t->picture->height;
    if (t->by_software) {
        INSTEAD(less(x, y, 0), "no-half-texel",
                "Your picture is the right one, half a pixel off: the centre of pixel i lies at i "
                "+ 0.5, so the four pixels about a place come from the place less 0.5.");
        INSTEAD(less(x, y, 1), "no-half-texel",
                "Your picture is the right one, half a pixel off: half a pixel is taken away twice "
                "from the place, and it is once.");
    } else {
        INSTEAD(less(x, y, 0), "spurious-half-texel",
                "Your picture is the right one, half a pixel off: source_of counts from the "
                "centres already, so nothing is to be added.");
        INSTEAD(less(x, y, 1), "spurious-half-texel",
                "Your picture is the right one, half a pixel off: source_of counts from the "
                "centres already, so nothing is to be taken away.");
    }
    INSTEAD(less(x / w, y / h, 0.5), NULL,
            "The places are divided by the size: source_of counts texels, and the texture's "
            "coordinates are in texels too (normalizedCoords is 0).");
    INSTEAD(less(x * w, y * h, 0.5), NULL,
            "The texture takes normalised coordinates and the places are in texels: leave "
            "normalizedCoords at 0.");
    INSTEAD(less(y, x, 0.5), "axes-exchanged",
            "x and y of the place are exchanged: x runs along a row.");
    INSTEAD(less(truncf(x), truncf(y), 0.5), NULL,
            "The places are cut to whole numbers: source_of's are fractions, keep them floats.");
    ASKED(less(x, y, 0.5));
}

/* What is found at the source's pixel (x, y). */
static double stored_at(struct choice *c, const struct picture *p, int x, int y) {
#define NUMBER(index) ((index) < p->count ? p->pixels[index] : NAN)
    INSTEAD(NUMBER(y * p->height + x), "row-length",
            "The source's rows are taken to be `height` long: pixel (x, y) is number y * width + "
            "x.");
    INSTEAD(NUMBER(x * p->height + y), NULL,
            "The source is read transposed: pixel (x, y) is number y * width + x.");
    ASKED(NUMBER(y * p->width + x));
#undef NUMBER
}

/* A pixel of a sample; `whole`: all of the sample is the border colour. */
struct seen {
    double value;
    bool whole;
};

static struct seen seen_as(double value) {
    return (struct seen){value, false};
}

/* The source's pixel (x, y), or what lies outside, for a sample at `at` whose first pixel is
 * `first`. */
static struct seen seen_at(struct turn_choices *choices, const struct turned *t,
                           struct source_place at, struct pixel first, int x, int y) {
    struct choice *const c = &choices->border, *const stored = &choices->stored;
    const struct picture *p = t->picture;
    const int w = p->width, h = p->height,
              cx = x < 0    ? 0
                   : x >= w ? w - 1
                            : x,
              cy = y < 0    ? 0
                   : y >= h ? h - 1
                            : y;
    const double border = (double)t->asked.border, there = stored_at(stored, p, cx, cy);
    const bool inside = x == cx && y == cy,
               place_inside = at.x >= 0 && at.y >= 0 && at.x < (float)w && at.y < (float)h;
#define ONLY(inside) seen_as((inside) ? there : border)
    INSTEAD(seen_as(there), "wrong-address-mode",
            "Outside the source its edge goes on; there is to be the border colour. Set "
            "addressMode to cudaAddressModeBorder. (Wrap and mirror act as clamp where coordinates "
            "count texels.)");
    INSTEAD(seen_as(inside ? there : 0), "border-colour-missing",
            "Outside the source lies black, not the border colour that was given.");
    INSTEAD(ONLY(x == cx), "wrong-address-mode",
            "The border colour lies outside along x only: addressMode[1] is that of y.");
    INSTEAD(ONLY(y == cy), "wrong-address-mode",
            "The border colour lies outside along y only: addressMode[0] is that of x.");
    INSTEAD(ONLY(x >= 1 && x < w - 1 && y >= 1 && y < h - 1), NULL,
            "The source's own edge is taken for outside: its pixels run from 0 to width - 1.");
    INSTEAD(seen_as(stored_at(stored, p, (x % w + w) % w, (y % h + h) % h)), NULL,
            "The source repeats outside; there is to be the border colour.");
    INSTEAD(ONLY(inside && x < w - 1 && y < h - 1), NULL,
            "The source's last row and column are taken for outside: its pixels run from 0 to "
            "width - 1 and to height - 1.");
    INSTEAD(ONLY(inside && x > 0 && y > 0), NULL,
            "The source's first row and column are taken for outside: its pixels run from 0.");
    /* What lies behind a row is the next one's first pixel. */
    INSTEAD(seen_as(x >= 0 && x <= w && y >= 0 && y <= h ? stored_at(stored, p, x, y) : border),
            NULL,
            "A row and a column behind the source's last ones are taken for inside: its pixels run "
            "from 0 to width - 1 and to height - 1.");
    INSTEAD(ONLY(inside && x > 0), NULL,
            "The source's column 0 is taken for outside: x >= 0 lies inside.");
    INSTEAD(ONLY(inside && y > 0), NULL,
            "The source's row 0 is taken for outside: y >= 0 lies inside.");
    INSTEAD(ONLY(inside && x < w - 1), NULL,
            "The source's last column is taken for outside: x < width lies inside.");
    INSTEAD(ONLY(inside && y < h - 1), NULL,
            "The source's last row is taken for outside: y < height lies inside.");
    INSTEAD(((struct seen){inside ? there : border,
                           first.x < 0 || first.y < 0 || first.x + 1 >= w || first.y + 1 >= h}),
            NULL,
            "A sample is all border colour where any of its four pixels lies outside: each pixel "
            "counts by itself, with its weight.");
    INSTEAD(((struct seen){inside ? there : border, !place_inside}), NULL,
            "A sample is all border colour where its place lies outside, below 0 or beyond width "
            "or height: up to half a pixel further the source's edge still counts, with its "
            "weight.");
    INSTEAD(((struct seen){there, first.x < -1 || first.y < -1 || first.x >= w || first.y >= h}),
            NULL,
            "A sample is border colour only where all its pixels lie outside, and the source's "
            "edge stands for the others' neighbours outside: each pixel outside is the border "
            "colour.");
    INSTEAD(((struct seen){there, !place_inside}), NULL,
            "A sample is border colour only where its place lies outside, and the source's edge "
            "stands for the others' neighbours outside: each pixel outside is the border colour.");
    INSTEAD(((struct seen){there, first.x < 0 || first.y < 0 || first.x >= w || first.y >= h}),
            NULL,
            "Of a sample's four pixels the first one, left and above, is asked for all whether "
            "they lie outside, and the edge stands for the others: each pixel counts by itself.");
    if (!(t->asked.border > 0)) /* the second call */
        INSTEAD(seen_as(inside ? there : -border), NULL,
                "The border colour is that of the call before: what is made of `border` is made "
                "anew in each call, nothing of it stays (a static variable).");
    ASKED(ONLY(inside));
#undef ONLY
}

/* How a sample is mixed from four pixels. Without `snap` it is the nearest one. */
struct mix {
    double steps;                                          /* of a texel */
    double (*snap_x)(double), (*snap_y)(double);           /* to whole steps */
    double (*whole)(double);                               /* the first pixel's number */
    double (*part)(double at, double whole, double place); /* the fraction */
    void (*change)(double *a, double *b);                  /* both fractions */
    void (*weigh)(double a, double b, double w[4]);
    double all; /* what the weights are divided by */
    /* The pixels that the weights are given to, of (i, j), (i + 1, j), (i, j + 1) and (i + 1, j +
     * 1), 0 to 3; -: the weight is missing. */
    const char *pixels;
};

static double up_at_half(double steps) {
    return floor(steps + 0.5);
}
static double down_at_half(double steps) {
    return ceil(steps - 0.5);
}
static double int_of_half_more(double steps) {
    return trunc(steps + 0.5);
}
static double cut_below_0(double steps) {
    return steps < 0 ? ceil(steps) : floor(steps + 0.5);
}

static double rest(double at, double whole, double place) {
    (void)place;
    return at - whole;
}
static double rest_of_floor(double at, double whole, double place) {
    (void)whole, (void)place;
    return at - floor(at);
}
static double rest_without_sign(double at, double whole, double place) {
    (void)place;
    return fabs(at - whole);
}
static double rest_of_place(double at, double whole, double place) {
    (void)at, (void)whole;
    return place - floor(place);
}

static void unchanged(double *a, double *b) {
    (void)a, (void)b;
}
static void exchange(double *a, double *b) {
    const double other = *a;
    *a = *b, *b = other;
}
static void turn_a(double *a, double *b) {
    (void)b;
    *a = 1 - *a;
}
static void turn_b(double *a, double *b) {
    (void)a;
    *b = 1 - *b;
}
static void round_to_128ths(double *a, double *b) {
    *a = floor(128 * *a + 0.5) / 128, *b = floor(128 * *b + 0.5) / 128;
}

static void in_full(double a, double b, double w[4]) {
    w[0] = 256 * (1 - a) * (1 - b), w[1] = 256 * a * (1 - b);
    w[2] = 256 * (1 - a) * b, w[3] = 256 * a * b;
}
/* The unit's four weights in 256ths. */
static void of_unit_throughout(double fraction_x, double fraction_y, double w[4]) {
    const int a = (int)(256 * fraction_x), b = (int)(256 * fraction_y);
    const int right = (a * b + 128) >> 8, left = ((256 - a) * b + 127) >> 8;
    w[0] = 256 - a - left, w[1] = a - right, w[2] = left, w[3] = right;
}
static void of_unit(double a, double b, double w[4]) {
    (a >= 0 && b >= 0 ? of_unit_throughout : in_full)(a, b, w);
}
static void each_rounded(double a, double b, double w[4]) {
    in_full(a, b, w);
    for (int k = 0; k < 4; k++)
        w[k] = floor(w[k] + 0.5);
}
static void each_cut(double a, double b, double w[4]) {
    in_full(a, b, w);
    for (int k = 0; k < 4; k++)
        w[k] = floor(w[k]);
}
static void last_cut(double a, double b, double w[4]) {
    w[3] = floor(256 * a * b);
    w[1] = 256 * a - w[3], w[2] = 256 * b - w[3], w[0] = 256 - w[1] - w[2] - w[3];
}
static void both_rounded(double a, double b, double w[4]) {
    of_unit(a, b, w);
    w[2] = floor(256 * (1 - a) * b + 0.5);
    w[0] = 256 * (1 - a) - w[2];
}

static const struct mix mix_of_unit = {256,       up_at_half, up_at_half, floor, rest,
                                       unchanged, of_unit,    256,        "0123"};

static struct mix snapped(double steps, double (*x)(double), double (*y)(double)) {
    struct mix mix = mix_of_unit;
    mix.steps = steps, mix.snap_x = x, mix.snap_y = y;
    return mix;
}
static struct mix weighed(double steps, double (*snap)(double),
                          void (*weigh)(double a, double b, double w[4])) {
    struct mix mix = snapped(steps, snap, snap);
    mix.weigh = weigh;
    return mix;
}
static struct mix parted(double (*whole)(double), double (*part)(double, double, double),
                         void (*weigh)(double a, double b, double w[4])) {
    struct mix mix = weighed(256, up_at_half, weigh);
    mix.whole = whole, mix.part = part;
    return mix;
}
static struct mix changed(void (*change)(double *a, double *b)) {
    struct mix mix = mix_of_unit;
    mix.change = change;
    return mix;
}
static struct mix given_to(const char *pixels, double all) {
    struct mix mix = mix_of_unit;
    mix.pixels = pixels, mix.all = all;
    return mix;
}

static struct mix mix_of(struct choice *c) {
#define FULL_STEPS 0x1p40
    INSTEAD((struct mix){0}, "point-filter",
            "The pixels of the source are not mixed: set filterMode to cudaFilterModeLinear.");
    INSTEAD(weighed(FULL_STEPS, floor, in_full), "weight-not-cut",
            "That is bilinear interpolation in full precision. The unit's weights are 256ths: snap "
            "each coordinate to 1/256 first, then make the four weights of lab 9's plane_weights.");
    INSTEAD(snapped(256, floor, floor), "truncated-weight",
            "Your fractions are cut to 256ths; the unit rounds them, a tie upwards.");
    INSTEAD(weighed(256, up_at_half, each_rounded), "naive-product",
            "Each product of two weights is rounded by itself. The unit rounds one part of each "
            "column and gives the rest to the other row: lab 9's plane_weights.");
    INSTEAD(changed(exchange), "weights-exchanged",
            "The weights along x and y are exchanged: a, the fraction of x, weighs left and right, "
            "b above and below.");
    INSTEAD(changed(turn_a), NULL,
            "The weights of left and right are turned: a, the fraction of x, belongs to the right "
            "pixel.");
    INSTEAD(changed(turn_b), NULL,
            "The weights of above and below are turned: b, the fraction of y, belongs to the pixel "
            "below.");
    INSTEAD(parted(trunc, rest, of_unit_throughout), NULL,
            "Outside, where a coordinate is negative, / and % (or a conversion to int) round "
            "towards zero: take floorf, or >> 8 and & 255.");
    INSTEAD(parted(trunc, rest_of_floor, of_unit), NULL,
            "Outside, where a coordinate is negative, / (or a conversion to int) rounds towards "
            "zero: take floorf, or >> 8.");
    INSTEAD(weighed(512, up_at_half, in_full), NULL,
            "The weights have 512 steps or another number: they are 256ths.");
    INSTEAD(weighed(256, up_at_half, in_full), NULL,
            "The product of the fractions is not rounded but kept: the unit's four weights are "
            "256ths, lab 9's plane_weights.");
    INSTEAD(parted(trunc, rest_without_sign, of_unit), NULL,
            "Outside, where a coordinate is negative, / and % round towards zero, and the sign of "
            "the remainder is dropped: take floorf, or >> 8 and & 255.");
    INSTEAD(weighed(256, up_at_half, last_cut), "truncated-weight",
            "The product of the fractions is cut to 256ths; the unit rounds it, a tie upwards, (a "
            "* b + 128) >> 8, and gives the rest to the other weights.");
    INSTEAD(weighed(256, up_at_half, each_cut), "truncated-weight",
            "All four products are cut to 256ths, so that the weights add up to less than 256: one "
            "is rounded, and the others get what is left, lab 9's plane_weights.");
    INSTEAD(given_to("0123", 255), NULL,
            "The sum of the weighted pixels is divided by 255: the weights are 256ths.");
    INSTEAD(changed(round_to_128ths), NULL,
            "The fractions are rounded to 128ths: the unit's are 256ths.");
    INSTEAD(given_to("012.", 256), NULL,
            "A fourth weight is missing: the pixel below on the right does not count.");
    INSTEAD(snapped(256, floor, up_at_half), "truncated-weight",
            "Along x your fraction is cut to 256ths; the unit rounds it, a tie upwards, as along "
            "y.");
    INSTEAD(snapped(256, up_at_half, floor), "truncated-weight",
            "Along y your fraction is cut to 256ths; the unit rounds it, a tie upwards, as along "
            "x.");
    INSTEAD(given_to(".123", 256), NULL,
            "Three weights alone count: that of pixel (i, j), the one above on the left, is "
            "missing.");
    INSTEAD(given_to("0.23", 256), NULL,
            "Three weights alone count: that of pixel (i + 1, j) is missing.");
    INSTEAD(given_to("01.3", 256), NULL,
            "Three weights alone count: that of pixel (i, j + 1) is missing.");
#define AS_WELL(pixels, of, to)                                                                    \
    INSTEAD(given_to(pixels, 256), NULL,                                                           \
            "The weight of pixel " of " is given to pixel " to " as well.")
    AS_WELL("1123", "(i, j)", "(i + 1, j)");
    AS_WELL("2123", "(i, j)", "(i, j + 1)");
    AS_WELL("3123", "(i, j)", "(i + 1, j + 1)");
    AS_WELL("0023", "(i + 1, j)", "(i, j)");
    AS_WELL("0223", "(i + 1, j)", "(i, j + 1)");
    AS_WELL("0323", "(i + 1, j)", "(i + 1, j + 1)");
    AS_WELL("0103", "(i, j + 1)", "(i, j)");
    AS_WELL("0113", "(i, j + 1)", "(i + 1, j)");
    AS_WELL("0133", "(i, j + 1)", "(i + 1, j + 1)");
    AS_WELL("0120", "(i + 1, j + 1)", "(i, j)");
    AS_WELL("0121", "(i + 1, j + 1)", "(i + 1, j)");
    AS_WELL("0122", "(i + 1, j + 1)", "(i, j + 1)");
    INSTEAD(given_to("3120", 256), NULL,
            "The weights of pixels (i, j) and (i + 1, j + 1) are exchanged.");
    INSTEAD(given_to("0321", 256), NULL,
            "The weights of pixels (i + 1, j) and (i + 1, j + 1) are exchanged.");
    INSTEAD(given_to("0132", 256), NULL,
            "The weights of pixels (i, j + 1) and (i + 1, j + 1) are exchanged.");
    INSTEAD(snapped(256, int_of_half_more, int_of_half_more), NULL,
            "Outside, where a coordinate is negative, the conversion of 256 x - 127.5 to int "
            "rounds towards zero: take floorf first.");
    INSTEAD(snapped(256, down_at_half, down_at_half), "tie-rule",
            "Coordinates halfway between two 256ths are rounded down: the unit rounds a tie "
            "upwards, floor(256 x - 127.5).");
    INSTEAD(weighed(256, up_at_half, both_rounded), "naive-product",
            "The weights of both rows' products are rounded alike: the unit rounds one, w11 = (a * "
            "b + 128) >> 8, and the others are what is left, w10 = a - w11, w01 = b - w11.");
    INSTEAD(parted(floor, rest_of_place, in_full), "weight-not-cut",
            "The pixels are those of the snapped coordinates, and their weights are in full "
            "precision: the unit's weights are 256ths, lab 9's plane_weights.");
    INSTEAD(snapped(256, cut_below_0, cut_below_0), NULL,
            "Outside, where a coordinate is negative, its 256ths are cut towards zero (truncf, or "
            "a conversion to int): take floorf.");
    ASKED(mix_of_unit);
#undef FULL_STEPS
#undef AS_WELL
}

/* What lies at a place, counted in texels. */
static double mixed(struct turn_choices *c, const struct turned *t, const struct mix *mix,
                    struct source_place at) {
    if (!mix->snap_x) {
        const struct pixel nearest = {(int)floor(at.x), (int)floor(at.y)};
        return seen_at(c, t, at, nearest, nearest.x, nearest.y).value;
    }
    const double place_x = (double)at.x - at.half, place_y = (double)at.y - at.half,
                 fx = mix->snap_x(place_x * mix->steps) / mix->steps,
                 fy = mix->snap_y(place_y * mix->steps) / mix->steps;
    const struct pixel first = {(int)mix->whole(fx), (int)mix->whole(fy)};
    double a = mix->part(fx, first.x, place_x), b = mix->part(fy, first.y, place_y), w[4], sum = 0;
    mix->change(&a, &b);
    mix->weigh(a, b, w);
    for (int k = 0; k < 4; k++) {
        const bool missing = mix->pixels[k] == '.';
        const int to = missing ? k : mix->pixels[k] - '0';
        const struct seen seen = seen_at(c, t, at, first, first.x + to % 2, first.y + to / 2);
        if (seen.whole)
            return (double)t->asked.border;
        sum += (missing ? 0 : w[k]) / mix->all * seen.value;
    }
    return sum;
}

/* Which samples of a pixel are taken: of `along` x `along` those that `is_taken` says, where the
 * places are those of `side` x `side`. */
struct samples {
    int side, along;
    bool (*is_taken)(int k, int side);
    int divisor; /* of their sum; 0: as many as are taken */
};

static bool every(int k, int side) {
    (void)k, (void)side;
    return true;
}
static bool on_diagonal(int k, int side) {
    return k % side == k / side;
}
static bool in_row_0(int k, int side) {
    return k / side == 0;
}
static bool in_column_0(int k, int side) {
    return k % side == 0;
}
static bool but_last(int k, int side) {
    return k % side < side - 1 && k / side < side - 1;
}
static bool last_alone(int k, int side) {
    return k == side * side - 1;
}
static bool row_more(int k, int side) {
    return k % (side + 1) < side;
}
static bool column_more(int k, int side) {
    return k / (side + 1) < side;
}

static struct samples taken(int side, bool (*is_taken)(int k, int side), int divisor) {
    return (struct samples){side, side, is_taken, divisor};
}

static struct samples samples_of(struct choice *c, const struct turned *t) {
    const int side = t->asked.samples, all = side * side;
    if (side <= 1)
        ASKED(taken(side, every, 0));
    INSTEAD(taken(1, every, 0), "one-sample",
            "Each pixel is one sample at its centre; it is to be the mean of SAMPLES x SAMPLES.");
    INSTEAD(taken(side, on_diagonal, 0), "not-all-samples",
            "Only the samples on the diagonal are taken (i = j): all SAMPLES x SAMPLES samples of "
            "the pixel, i and j each from 0 to SAMPLES - 1.");
    INSTEAD(taken(side, in_row_0, 0), "not-all-samples",
            "Only one row of samples is taken: all SAMPLES x SAMPLES samples of the pixel, j too "
            "from 0 to SAMPLES - 1.");
    INSTEAD(taken(side, in_column_0, 0), "not-all-samples",
            "Only one column of samples is taken: all SAMPLES x SAMPLES samples of the pixel, i "
            "too from 0 to SAMPLES - 1.");
    INSTEAD(taken(side, but_last, 0), NULL,
            "The last samples along both axes are left out: i and j run while they are less than "
            "SAMPLES.");
    INSTEAD(taken(side, last_alone, 0), NULL,
            "Only the last sample counts: add them up, sum += ...");
    INSTEAD(taken(side, last_alone, all), NULL,
            "Only the last sample counts, and it is divided by the number of all: add them up, sum "
            "+= ...");
    INSTEAD(((struct samples){side, side + 1, every, all}), NULL,
            "A row and a column of samples too many are taken: i and j run while they are less "
            "than SAMPLES.");
    INSTEAD(((struct samples){side, side + 1, row_more, all}), NULL,
            "A row of samples too many is taken: j runs while it is less than SAMPLES.");
    INSTEAD(((struct samples){side, side + 1, column_more, all}), NULL,
            "A column of samples too many is taken: i runs while it is less than SAMPLES.");
    if (side != 4) {
        INSTEAD(((struct samples){side, 4, every, 16}), NULL,
                "16 samples are taken, i and j from 0 to 3, whatever SAMPLES is: it may be 1, 2, 4 "
                "or 8.");
        INSTEAD(((struct samples){side, 4, every, all}), NULL,
                "16 samples are taken, i and j from 0 to 3, and their sum is divided by SAMPLES * "
                "SAMPLES: SAMPLES may be 1, 2, 4 or 8.");
        INSTEAD(taken(side, every, 16), NULL,
                "The samples are all SAMPLES * SAMPLES, and their sum is divided by 16: by SAMPLES "
                "* SAMPLES, neither by SAMPLES + SAMPLES nor by 4 * 4 always.");
    }
    INSTEAD(taken(side, on_diagonal, all), "not-all-samples",
            "Only the samples on the diagonal are taken (i = j), and their sum is divided by the "
            "number of all: i and j go each from 0 to SAMPLES - 1.");
    INSTEAD(taken(side, in_row_0, all), "not-all-samples",
            "Only one row of samples is taken, and their sum is divided by the number of all: j "
            "too goes from 0 to SAMPLES - 1.");
    INSTEAD(taken(side, in_column_0, all), "not-all-samples",
            "Only one column of samples is taken, and their sum is divided by the number of all: i "
            "too goes from 0 to SAMPLES - 1.");
    ASKED(taken(side, every, 0));
}

static double mean_of(struct choice *c, const struct turned *t, double sum, int number) {
    INSTEAD(sum, "sum-not-mean",
            "The samples of a pixel are added and not divided by their number.");
    INSTEAD(sum / t->asked.samples, "sum-not-mean",
            "The sum is divided by SAMPLES: there are SAMPLES * SAMPLES samples.");
    INSTEAD(sum / number / number, NULL, "The samples are divided twice by their number.");
    ASKED(sum / number);
}

static struct pixel turned_pixel_at(struct choice *c, const struct picture *p, int i) {
    INSTEAD(pixel_at(i / p->height, i % p->height), "transposed-output",
            "The result is written column by column (transposed): pixel (x, y) is number y * width "
            "+ x.");
    ASKED(pixel_at(i % p->width, i / p->width));
}

static double turned_value(const void *context, struct choice *choices, size_t i) {
    struct turn_choices *const c = (struct turn_choices *)choices;
    const struct turned *t = context;
    const struct pixel pixel = turned_pixel_at(&c->written, t->picture, (int)i);
    const struct samples samples = samples_of(&c->sampling, t);
    const struct mix mix = mix_of(&c->mix);
    double sum = 0;
    int number = 0;
    for (int k = 0; k < samples.along * samples.along; k++) {
        if (!samples.is_taken(k, samples.side))
            continue;
        number++;
        const struct source_place at =
            moved(&c->motion, t, pixel, (float)samples.side, k % samples.along, k / samples.along);
        sum += mixed(c, t, &mix, read_place(&c->place, t, at.x, at.y));
    }
    return mean_of(&c->sum, t, sum, samples.divisor ? samples.divisor : number);
}

static struct value_family turns_family(const struct turned *t, const double *got) {
    return (struct value_family){.count = sizeof(struct turn_choices) / sizeof(struct choice),
                                 .most = 2,
                                 .got = got,
                                 .got_count = (size_t)t->picture->count,
                                 .tolerance = 2e-6,
                                 .with = turned_value,
                                 .context = (void *)t};
}

/* Pixel i as it is asked for, from the texture unit's own arithmetic. Sums are exact. */
static float turned_pixel(const struct turn *turn, const struct picture *p, const cpudev_texture *t,
                          int i) {
    int count = turn->samples * turn->samples;
    double sum = 0;
    float x, y;
    for (int k = 0; k < count; k++) {
        source_of(turn, p, i, k, &x, &y);
        sum += sample(t, x, y);
    }
    return (float)(sum / count);
}

/* So near to where its weight jumps, in 256ths of a texel, 256 x - 128 may round across in float.
 * On the jump itself nothing rounds. */
#define NEAR_A_JUMP 0x1p-16

/* *other: a coordinate on the other side of the jump that x is so near to. False: x is near none.
 */
static bool other_side(float x, float *other) {
    const double place = 256.0 * (double)x - 127.5, jump = round(place);
    if (place == jump || fabs(place - jump) > NEAR_A_JUMP)
        return false;
    *other = (float)((jump + (place < jump ? 0x1p-6 : -0x1p-6) + 127.5) / 256);
    return true;
}

/* Is `got` the pixel when some samples' coordinates are taken from the other side of a jump? */
static bool is_rounded(const struct turn *turn, const struct picture *p, const cpudev_texture *t,
                       int i, double got) {
    enum { MOST = 4 };
    const int count = turn->samples * turn->samples;
    double sum = 0, more[MOST][3] = {{0}}; /* what the sample gives more along x, y and both */
    int near = 0;
    for (int k = 0; k < count; k++) {
        float x, y, other_x, other_y;
        source_of(turn, p, i, k, &x, &y);
        const double as_asked = sample(t, x, y);
        const bool by_x = other_side(x, &other_x), by_y = other_side(y, &other_y);
        sum += as_asked;
        if (!by_x && !by_y)
            continue;
        if (near == MOST)
            return false;
        more[near][0] = by_x ? sample(t, other_x, y) - as_asked : 0;
        more[near][1] = by_y ? sample(t, x, other_y) - as_asked : 0;
        more[near++][2] = by_x && by_y ? sample(t, other_x, other_y) - as_asked : 0;
    }
    for (int choice = 1; choice < 1 << 2 * near; choice++) {
        double other = sum;
        for (int k = 0; k < near; k++)
            other += (choice >> 2 * k & 3) > 0 ? more[k][(choice >> 2 * k & 3) - 1] : 0;
        if (got == (double)(float)(other / count))
            return true;
    }
    return false;
}

static void judge_turned(const struct run *run, const char *name, const double *got) {
    struct picture p = hidden_picture(run);
    const struct turned t = {
        .picture = &p, .asked = hidden_turn(run), .by_software = strstr(name, "software") != NULL};
    struct reading how = {true, false, CPUDEV_BORDER, CPUDEV_BORDER, t.asked.border};
    cpudev_texture texture = texture_of(&p, p.width, p.height, how);
    const bool by_software = t.by_software;
    const struct value_family family = turns_family(&t, got);
    static double right[MOST_PIXELS];
    int first = -1, wrong = 0, zeros = 0, unwritten = 0;
    float x, y;
    judge_field("pixels", (size_t)p.width, (size_t)p.height, 1);
    for (int i = p.count; i-- > 0;) {
        zeros += got[i] == 0;
        unwritten += judge_is_unwritten(got[i], LAB10_CANARY);
        right[i] = turned_pixel(&t.asked, &p, &texture, i);
        if (got[i] != right[i] && !(by_software && is_rounded(&t.asked, &p, &texture, i, got[i]))) {
            judge_wrong((size_t)i, got[i], right[i]);
            first = i;
            wrong++;
        }
    }
    if (!wrong)
        return;
    if (zeros == p.count)
        fail(NULL,
             "%s: all pixels are 0: no sample is added, or the sum is multiplied by 1 / "
             "(SAMPLES * SAMPLES), which is 0 as a division of whole numbers.",
             name);
    if (unwritten)
        explain_writes(run, name, got, right, p.width, p.height);
    if (!judge_has_finding(run, "uninitialized-read", ""))
        judge_unwritten_picture(run, name, got, (size_t)p.width, (size_t)p.height, LAB10_CANARY);
    judge_explain_values(name, &family);
    source_of(&t.asked, &p, first, 0, &x, &y);
    fail(NULL,
         "%s: %d of %d pixels are not the mean of what the texture unit gives, the first is "
         "(%d, %d), whose first sample lies at (%.6g, %.6g) in the source: %.9g, expected "
         "%.9g.",
         name, wrong, p.count, first % p.width, first / p.width, x, y, got[first],
         turned_pixel(&t.asked, &p, &texture, first));
}

void check_hardware(const struct run *run) {
    int count = (int)(judge_argument(run, "width") * judge_argument(run, "height"));
    judge_call_succeeded(run, "hardware", "rotate_by_hardware");
    const double *got = judge_numbers(run, "hardware", (size_t)count);
    if (!got)
        fail(NULL, "rotate_by_hardware returned, but its results are not there.");
    judge_turned(run, "rotate_by_hardware", got);
    judge_used(run, "rotate_by_hardware", "texture.accesses", count, "texture fetches");
    judge_follows(run, "rotate_by_hardware", "hardware", (size_t)count, JUDGE_MORE_FLOAT,
                  "texture fetches");
    pass("All %d pixels are the texture unit's.", count);
}

void check_software(const struct run *run) {
    int count = (int)(judge_argument(run, "width") * judge_argument(run, "height"));
    judge_call_succeeded(run, "software", "rotate_by_software");
    const double *got = judge_numbers(run, "software", (size_t)count);
    if (!got)
        fail(NULL, "rotate_by_software returned, but its results are not there.");
    judge_turned(run, "rotate_by_software", got);
    /* A store may hold four pixels. */
    judge_launched(run, "rotate_by_software", 1);
    judge_used(run, "rotate_by_software", "global_stores.accesses", count / 4,
               "stores of a kernel");
    judge_not_used(run, "rotate_by_software", "texture.requests", "texture fetches");
    pass("Bit for bit the texture unit's, all %d pixels.", count);
}

/* Fails when one of step 4's kernels turns the picture wrongly on a grid larger than that is. */
static void turned_by_kernel(const struct run *run, const char *kernel, int count) {
    judge_succeeded(run, kernel);
    const double *got = judge_numbers(run, kernel, (size_t)(count + LAB10_PAST_END));
    if (!got)
        fail(NULL, "%s ran, but its results are not there.", kernel);
    check_untouched(kernel, got, count);
    judge_still_to_write(kernel, got, (size_t)count, LAB10_CANARY);
    judge_turned(run, kernel, got);
}

void check_hardware_kernel(const struct run *run) {
    const int count = (int)(judge_argument(run, "width") * judge_argument(run, "height"));
    turned_by_kernel(run, "rotate_hardware", count);
    judge_used(run, "rotate_hardware", "texture.accesses", count, "texture fetches");
    judge_follows(run, "rotate_hardware", "rotate_hardware", (size_t)count + LAB10_PAST_END,
                  JUDGE_MORE_FLOAT, "texture fetches");
    pass("All %d pixels are the texture unit's, on any grid.", count);
}

void check_software_kernel(const struct run *run) {
    const int count = (int)(judge_argument(run, "width") * judge_argument(run, "height"));
    turned_by_kernel(run, "rotate_software", count);
    judge_not_used(run, "rotate_software", "texture.requests", "texture fetches");
    pass("Bit for bit the texture unit's, on any grid.");
}
