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

/* The same with something exchanged. */
static void source_wrongly(const struct turn *turn, const struct picture *p, int motion, int i,
                           int k, int count, float *x, float *y) {
    float side = (float)turn->samples, column = (float)(k % count), row = (float)(k / count);
    float at_x = (float)(i % p->width), at_y = (float)(i / p->width);
    float width = (float)(motion == 3 ? p->height : p->width),
          height = (float)(motion == 3 ? p->width : p->height);
    if (motion == 4) {
        float other = at_x;
        at_x = at_y, at_y = other;
    }
    if (motion == 5) {
        float other = column;
        column = row, row = other;
    }
    source_at(turn, width, height, at_x + (column + 0.5f) / side, at_y + (row + 0.5f) / side, x, y);
}

/* What can be done otherwise with a pixel of the turned picture. */
enum { PLACE, BORDER, MIX, SAMPLING, SUM, MOTION, STORED, WRITTEN, TURN_DIMENSIONS };

#define OTHER_PLACES                                                                               \
    {NULL, "The places are divided by the size: source_of counts texels, and the texture's "       \
           "coordinates are in texels too (normalizedCoords is 0)."},                              \
        {NULL, "The texture takes normalised coordinates and the places are in texels: leave "     \
               "normalizedCoords at 0."},                                                          \
        {"axes-exchanged", "x and y of the place are exchanged: x runs along a row."}, {           \
        NULL, "The places are cut to whole numbers: source_of's are fractions, keep them floats."  \
    }
static const struct deviation place_mistakes[] = {
    {"spurious-half-texel",
     "Your picture is the right one, half a pixel off: source_of counts from the centres already, "
     "so nothing is to be added."},
    {"spurious-half-texel",
     "Your picture is the right one, half a pixel off: source_of counts from the centres already, "
     "so nothing is to be taken away."},
    OTHER_PLACES};
static const struct deviation software_place_mistakes[] = {
    {"no-half-texel",
     "Your picture is the right one, half a pixel off: the centre of pixel i lies at i + 0.5, so "
     "the four pixels about a place come from the place less 0.5."},
    {"no-half-texel",
     "Your picture is the right one, half a pixel off: half a pixel is taken away twice from the "
     "place, and it is once."},
    OTHER_PLACES};
static const struct deviation border_mistakes[] = {
    {"wrong-address-mode", "Outside the source its edge goes on; there is to be the border colour. "
                           "Set addressMode to cudaAddressModeBorder. (Wrap and mirror act as "
                           "clamp where coordinates count texels.)"},
    {"border-colour-missing",
     "Outside the source lies black, not the border colour that was given."},
    {"wrong-address-mode", "The border colour lies outside along x only: addressMode[1] is that "
                           "of y."},
    {"wrong-address-mode", "The border colour lies outside along y only: addressMode[0] is that "
                           "of x."},
    {NULL, "The source's own edge is taken for outside: its pixels run from 0 to width - 1."},
    {NULL, "The source repeats outside; there is to be the border colour."},
    {NULL, "The source's last row and column are taken for outside: its pixels run from 0 to width "
           "- 1 and to height - 1."},
    {NULL, "The source's first row and column are taken for outside: its pixels run from 0."},
    {NULL, "A row and a column behind the source's last ones are taken for inside: its pixels run "
           "from 0 to width - 1 and to height - 1."},
    {NULL, "The source's column 0 is taken for outside: x >= 0 lies inside."},
    {NULL, "The source's row 0 is taken for outside: y >= 0 lies inside."},
    {NULL, "The source's last column is taken for outside: x < width lies inside."},
    {NULL, "The source's last row is taken for outside: y < height lies inside."},
    {NULL, "A sample is all border colour where any of its four pixels lies outside: each pixel "
           "counts by itself, with its weight."},
    {NULL, "A sample is all border colour where its place lies outside, below 0 or beyond width or "
           "height: up to half a pixel further the source's edge still counts, with its weight."},
    {NULL, "A sample is border colour only where all its pixels lie outside, and the source's edge "
           "stands for the others' neighbours outside: each pixel outside is the border colour."},
    {NULL, "A sample is border colour only where its place lies outside, and the source's edge "
           "stands for the others' neighbours outside: each pixel outside is the border colour."},
    {NULL,
     "Of a sample's four pixels the first one, left and above, is asked for all whether they lie "
     "outside, and the edge stands for the others: each pixel counts by itself."},
    {NULL, "The border colour is that of the call before: what is made of `border` is made anew in "
           "each call, nothing of it stays (a static variable)."}};
enum {
    BORDER_FOR_ALL = 14,
    BORDER_BY_PLACE,
    BORDER_IF_ALL,
    EDGE_BY_PLACE,
    BORDER_BY_FIRST,
    BORDER_BEFORE
};
static const struct deviation mix_mistakes[] = {
    {"point-filter",
     "The pixels of the source are not mixed: set filterMode to cudaFilterModeLinear."},
    {"weight-not-cut",
     "That is bilinear interpolation in full precision. The unit's weights are 256ths: snap each "
     "coordinate to 1/256 first, then make the four weights of lab 9's plane_weights."},
    {"truncated-weight", "Your fractions are cut to 256ths; the unit rounds them, a tie upwards."},
    {"naive-product",
     "Each product of two weights is rounded by itself. The unit rounds one part of each column "
     "and gives the rest to the other row: lab 9's plane_weights."},
    {"weights-exchanged", "The weights along x and y are exchanged: a, the fraction of x, weighs "
                          "left and right, b above and below."},
    {NULL, "The weights of left and right are turned: a, the fraction of x, belongs to the right "
           "pixel."},
    {NULL, "The weights of above and below are turned: b, the fraction of y, belongs to the pixel "
           "below."},
    {NULL, "Outside, where a coordinate is negative, / and % (or a conversion to int) "
           "round towards zero: take floorf, or >> 8 and & 255."},
    {NULL, "Outside, where a coordinate is negative, / (or a conversion to int) rounds "
           "towards zero: take floorf, or >> 8."},
    {NULL, "The weights have 512 steps or another number: they are 256ths."},
    {NULL, "The product of the fractions is not rounded but kept: the unit's four weights are "
           "256ths, lab 9's plane_weights."},
    {NULL, "Outside, where a coordinate is negative, / and % round towards zero, and the sign of "
           "the remainder is dropped: take floorf, or >> 8 and & 255."},
    {"truncated-weight", "The product of the fractions is cut to 256ths; the unit rounds it, a tie "
                         "upwards, (a * b + 128) >> 8, and gives the rest to the other weights."},
    {"truncated-weight", "All four products are cut to 256ths, so that the weights add up to less "
                         "than 256: one is rounded, and the others get what is left, lab 9's "
                         "plane_weights."},
    {NULL, "The sum of the weighted pixels is divided by 255: the weights are 256ths."},
    {NULL, "The fractions are rounded to 128ths: the unit's are 256ths."},
    {NULL, "A fourth weight is missing: the pixel below on the right does not count."},
    {"truncated-weight", "Along x your fraction is cut to 256ths; the unit rounds it, a tie "
                         "upwards, as along y."},
    {"truncated-weight", "Along y your fraction is cut to 256ths; the unit rounds it, a tie "
                         "upwards, as along x."},
    {NULL, "Three weights alone count: that of pixel (i, j), the one above on the left, is "
           "missing."},
    {NULL, "Three weights alone count: that of pixel (i + 1, j) is missing."},
    {NULL, "Three weights alone count: that of pixel (i, j + 1) is missing."},
#define WEIGHT(of) "The weight of pixel " of " is given to pixel "
#define NEIGHBOURS(of, a, b, c)                                                                    \
    {NULL, WEIGHT(of) a " as well."}, {NULL, WEIGHT(of) b " as well."}, {                          \
        NULL, WEIGHT(of) c " as well."                                                             \
    }
#define P00 "(i, j)"
#define P10 "(i + 1, j)"
#define P01 "(i, j + 1)"
#define P11 "(i + 1, j + 1)"
    NEIGHBOURS(P00, P10, P01, P11),
    NEIGHBOURS(P10, P00, P01, P11),
    NEIGHBOURS(P01, P00, P10, P11),
    NEIGHBOURS(P11, P00, P10, P01),
    {NULL, "The weights of pixels (i, j) and (i + 1, j + 1) are exchanged."},
    {NULL, "The weights of pixels (i + 1, j) and (i + 1, j + 1) are exchanged."},
    {NULL, "The weights of pixels (i, j + 1) and (i + 1, j + 1) are exchanged."},
    {NULL, "Outside, where a coordinate is negative, the conversion of 256 x - 127.5 to int rounds "
           "towards zero: take floorf first."},
    {"tie-rule", "Coordinates halfway between two 256ths are rounded down: the unit rounds a tie "
                 "upwards, floor(256 x - 127.5)."},
    {"naive-product",
     "The weights of both rows' products are rounded alike: the unit rounds one, w11 = (a * b + "
     "128) >> 8, and the others are what is left, w10 = a - w11, w01 = b - w11."},
    {"weight-not-cut",
     "The pixels are those of the snapped coordinates, and their weights are in full precision: "
     "the unit's weights are 256ths, lab 9's plane_weights."},
    {NULL, "Outside, where a coordinate is negative, its 256ths are cut towards zero (truncf, or a "
           "conversion to int): take floorf."}};
/* From here on the mixes are other pixels for the four weights: of (i, j), (i + 1, j), (i, j + 1)
 * and (i + 1, j + 1), 0 to 3. */
enum { CUT_X = 18, CUT_Y, NONE_OF_FIRST, OTHER_PIXELS = NONE_OF_FIRST + 3 };
static const char other_pixels[][5] = {"1123", "2123", "3123", "0023", "0223",
                                       "0323", "0103", "0113", "0133", "0120",
                                       "0121", "0122", "3120", "0321", "0132"};
enum {
    CUT_INT = OTHER_PIXELS + sizeof other_pixels / sizeof *other_pixels,
    TIE_DOWN,
    BOTH_UP,
    FULL_SNAPPED,
    CUT_NEGATIVE
};
static const struct deviation sampling_mistakes[] = {
    {"one-sample", "Each pixel is one sample at its centre; it is to be the mean of SAMPLES x "
                   "SAMPLES."},
    {"not-all-samples", "Only the samples on the diagonal are taken (i = j): all SAMPLES x SAMPLES "
                        "samples of the pixel, i and j each from 0 to SAMPLES - 1."},
    {"not-all-samples", "Only one row of samples is taken: all SAMPLES x SAMPLES samples of the "
                        "pixel, j too from 0 to SAMPLES - 1."},
    {"not-all-samples", "Only one column of samples is taken: all SAMPLES x SAMPLES samples of "
                        "the pixel, i too from 0 to SAMPLES - 1."},
    {NULL, "The last samples along both axes are left out: i and j run while they are less than "
           "SAMPLES."},
    {NULL, "Only the last sample counts: add them up, sum += ..."},
    {NULL, "Only the last sample counts, and it is divided by the number of all: add them up, sum "
           "+= ..."},
    {NULL, "A row and a column of samples too many are taken: i and j run while they are less than "
           "SAMPLES."},
    {NULL, "A row of samples too many is taken: j runs while it is less than SAMPLES."},
    {NULL, "A column of samples too many is taken: i runs while it is less than SAMPLES."},
    {NULL, "16 samples are taken, i and j from 0 to 3, whatever SAMPLES is: it may be 1, 2, 4 or "
           "8."},
    {NULL, "16 samples are taken, i and j from 0 to 3, and their sum is divided by SAMPLES * "
           "SAMPLES: SAMPLES may be 1, 2, 4 or 8."},
    {NULL, "The samples are all SAMPLES * SAMPLES, and their sum is divided by 16: by SAMPLES * "
           "SAMPLES, neither by SAMPLES + SAMPLES nor by 4 * 4 always."},
    {"not-all-samples", "Only the samples on the diagonal are taken (i = j), and their sum is "
                        "divided by the number of all: i and j go each from 0 to SAMPLES - 1."},
    {"not-all-samples", "Only one row of samples is taken, and their sum is divided by the number "
                        "of all: j too goes from 0 to SAMPLES - 1."},
    {"not-all-samples", "Only one column of samples is taken, and their sum is divided by the "
                        "number of all: i too goes from 0 to SAMPLES - 1."}};
enum { FOUR_SAMPLES = 11, FOUR_OF_ALL, ALL_OF_FOUR, SOME_OF_ALL };
static const struct deviation sum_mistakes[] = {
    {"sum-not-mean", "The samples of a pixel are added and not divided by their number."},
    {"sum-not-mean", "The sum is divided by SAMPLES: there are SAMPLES * SAMPLES samples."},
    {NULL, "The samples are divided twice by their number."}};
static const struct deviation motion_mistakes[] = {
    {NULL, "The picture turns the other way: hand `motion` on as it is."},
    {NULL, "Sine and cosine are exchanged."},
    {NULL, "Width and height are exchanged in source_of."},
    {NULL, "x and y are exchanged in source_of: it takes the pixel's x first."},
    {NULL, "i and j are exchanged in source_of: i counts along x, j along y."}};
static const struct deviation stored_mistakes[] = {
    {"row-length", "The source's rows are taken to be `height` long: pixel (x, y) is number y * "
                   "width + x."},
    {NULL, "The source is read transposed: pixel (x, y) is number y * width + x."}};
static const struct deviation written_mistakes[] = {
    {"transposed-output",
     "The result is written column by column (transposed): pixel (x, y) is number y * width + x."}};
static const struct dimension turn_dimensions[TURN_DIMENSIONS] = {
    DIMENSION(place_mistakes),    DIMENSION(border_mistakes), DIMENSION(mix_mistakes),
    DIMENSION(sampling_mistakes), DIMENSION(sum_mistakes),    DIMENSION(motion_mistakes),
    DIMENSION(stored_mistakes),   DIMENSION(written_mistakes)};

struct turned {
    const struct picture *picture;
    struct turn asked, turn;
};

/* The source's pixel (x, y), or what lies outside. */
static double source_pixel(const struct turned *t, const int *model, int x, int y) {
    const struct picture *p = t->picture;
    int w = p->width, h = p->height,
        cx = x < 0    ? 0
             : x >= w ? w - 1
                      : x,
        cy = y < 0    ? 0
             : y >= h ? h - 1
                      : y;
    bool inside = x == cx && y == cy;
    switch (model[BORDER]) {
    case 1:
        inside = true;
        break;
    case 2:
        if (!inside)
            return 0;
        break;
    case 3:
        inside = x == cx;
        break;
    case 4:
        inside = y == cy;
        break;
    case 5:
        inside = x >= 1 && x < w - 1 && y >= 1 && y < h - 1;
        break;
    case 6:
        cx = (x % w + w) % w, cy = (y % h + h) % h, inside = true;
        break;
    case 7:
        inside = inside && x < w - 1 && y < h - 1;
        break;
    case 8:
        inside = inside && x > 0 && y > 0;
        break;
    case 9: /* what lies behind a row is the next one's first pixel */
        inside = x >= 0 && x <= w && y >= 0 && y <= h;
        cx = x, cy = y;
        break;
    case 10:
        inside = inside && x > 0;
        break;
    case 11:
        inside = inside && y > 0;
        break;
    case 12:
        inside = inside && x < w - 1;
        break;
    case 13:
        inside = inside && y < h - 1;
        break;
    case BORDER_IF_ALL:
    case EDGE_BY_PLACE:
    case BORDER_BY_FIRST:
        inside = true;
        break;
    default:
        break;
    }
    int index = model[STORED] == 1 ? cy * h + cx : model[STORED] == 2 ? cx * h + cy : cy * w + cx;
    return !inside ? t->turn.border : index < p->count ? p->pixels[index] : NAN;
}

/* The unit's four weights in 256ths for the fractions a and b. */
static void unit_weights(int a, int b, double w[4]) {
    int right = (a * b + 128) >> 8, left = ((256 - a) * b + 127) >> 8;
    w[0] = 256 - a - left, w[1] = a - right, w[2] = left, w[3] = right;
}

/* What lies at (x, y), counted in texels. */
static double mixed(const struct turned *t, const int *model, float x, float y) {
    int mix = model[MIX];
    /* Half a texel added to the place, or never taken away from it. */
    double half = model[PLACE] == 1 ? 0 : model[PLACE] == 2 ? 1 : 0.5;
    if (mix == 1)
        return source_pixel(t, model, (int)floor(x), (int)floor(y));
    double unit = mix == 2    ? 0x1p-40
                  : mix == 10 ? 1.0 / 512
                              : 1.0 / 256,
           round = mix == 2 || mix == 3 ? 0 : 0.5;
    double fx = floor(((double)x - half) / unit + (mix == CUT_X ? 0 : round)) * unit,
           fy = floor(((double)y - half) / unit + (mix == CUT_Y ? 0 : round)) * unit;
    if (mix == TIE_DOWN)
        fx = ceil(((double)x - half) / unit - 0.5) * unit,
        fy = ceil(((double)y - half) / unit - 0.5) * unit;
    if (mix == CUT_INT)
        fx = trunc(((double)x - half) / unit + round) * unit,
        fy = trunc(((double)y - half) / unit + round) * unit;
    if (mix == CUT_NEGATIVE) {
        fx = (double)x < half ? ceil(((double)x - half) / unit) * unit : fx;
        fy = (double)y < half ? ceil(((double)y - half) / unit) * unit : fy;
    }
    bool cut = mix == 8 || mix == 9 || mix == 12;
    int tx = (int)(cut ? trunc(fx) : floor(fx)), ty = (int)(cut ? trunc(fy) : floor(fy));
    double a = fx - (mix == 9 ? floor(fx) : tx), b = fy - (mix == 9 ? floor(fy) : ty), sum = 0;
    const struct picture *p = t->picture;
    if ((model[BORDER] == BORDER_FOR_ALL &&
         (tx < 0 || ty < 0 || tx + 1 >= p->width || ty + 1 >= p->height)) ||
        (model[BORDER] == BORDER_IF_ALL &&
         (tx < -1 || ty < -1 || tx >= p->width || ty >= p->height)) ||
        (model[BORDER] == BORDER_BY_FIRST &&
         (tx < 0 || ty < 0 || tx >= p->width || ty >= p->height)) ||
        ((model[BORDER] == BORDER_BY_PLACE || model[BORDER] == EDGE_BY_PLACE) &&
         (x < 0 || y < 0 || x >= (float)p->width || y >= (float)p->height)))
        return t->turn.border;
    if (mix == 12)
        a = fabs(a), b = fabs(b);
    if (mix == 5) {
        double c = a;
        a = b, b = c;
    }
    a = mix == 6 ? 1 - a : a;
    b = mix == 7 ? 1 - b : b;
    if (mix == 16)
        a = floor(128 * a + 0.5) / 128, b = floor(128 * b + 0.5) / 128;
    if (mix == FULL_SNAPPED)
        a = (double)x - half - floor((double)x - half),
        b = (double)y - half - floor((double)y - half);
    double w[4] = {256 * (1 - a) * (1 - b), 256 * a * (1 - b), 256 * (1 - a) * b, 256 * a * b};
    double products[4] = {w[0], w[1], w[2], w[3]};
    if (mix != 2 && mix != 4 && mix != 10 && mix != 11 && mix != FULL_SNAPPED && a >= 0 && b >= 0)
        unit_weights((int)(256 * a), (int)(256 * b), w);
    else if (mix == 8)
        unit_weights((int)(256 * a), (int)(256 * b), w);
    if (mix == 13) {
        w[3] = floor(256 * a * b);
        w[1] = 256 * a - w[3], w[2] = 256 * b - w[3], w[0] = 256 - w[1] - w[2] - w[3];
    }
    if (mix == BOTH_UP) {
        w[2] = floor(256 * (1 - a) * b + 0.5);
        w[0] = 256 * (1 - a) - w[2];
    }
    if (mix == 17)
        w[3] = 0;
    if (mix >= NONE_OF_FIRST && mix < OTHER_PIXELS)
        w[mix - NONE_OF_FIRST] = 0;
    for (int k = 0; k < 4; k++) {
        double weight = mix == 4 ? floor(w[k] + 0.5) : mix == 14 ? floor(products[k]) : w[k];
        const int at =
            mix >= OTHER_PIXELS && mix < CUT_INT ? other_pixels[mix - OTHER_PIXELS][k] - '0' : k;
        sum += weight / (mix == 15 ? 255 : 256) * source_pixel(t, model, tx + at % 2, ty + at / 2);
    }
    return sum;
}

static bool prepare_turn(void *context, const int *model) {
    struct turned *t = context;
    t->turn = t->asked;
    if (model[SAMPLING] == 1)
        t->turn.samples = 1;
    if (model[BORDER] == BORDER_BEFORE)
        t->turn.border = -t->asked.border;
    if (model[BORDER] == BORDER_BEFORE && t->asked.border > 0)
        return false; /* the first call */
    if (model[MOTION] == 1)
        t->turn.sine = -t->asked.sine;
    if (model[MOTION] == 2)
        t->turn.sine = t->asked.cosine, t->turn.cosine = t->asked.sine;
    return (t->asked.samples > 1 || model[SAMPLING] == 0) &&
           (t->asked.samples != 4 || model[SAMPLING] < FOUR_SAMPLES ||
            model[SAMPLING] >= SOME_OF_ALL);
}

static bool is_taken(int sampling, int k, int side) {
    int i = k % side, j = k / side;
    sampling = sampling >= SOME_OF_ALL ? sampling - SOME_OF_ALL + 2 : sampling;
    return sampling == 2                    ? i == j
           : sampling == 3                  ? j == 0
           : sampling == 4                  ? i == 0
           : sampling == 5                  ? i < side - 1 && j < side - 1
           : sampling == 6 || sampling == 7 ? k == side * side - 1
           : sampling == 9                  ? k % (side + 1) < side
           : sampling == 10                 ? k / (side + 1) < side
                                            : true;
}

static double turned_value(const void *context, const int *model, size_t at) {
    const struct turned *t = context;
    struct picture frame = {.width = t->picture->width, .height = t->picture->height};
    const int sampling = model[SAMPLING];
    int side = t->turn.samples, taken = 0, i = (int)at,
        count = sampling == FOUR_SAMPLES || sampling == FOUR_OF_ALL ? 4
                : sampling >= 8 && sampling < FOUR_SAMPLES          ? side + 1
                                                                    : side;
    double sum = 0;
    float x, y;
    if (model[WRITTEN])
        i = (int)at % frame.height * frame.width + (int)at / frame.height;
    for (int k = 0; k < count * count; k++) {
        if (!is_taken(model[SAMPLING], k, side))
            continue;
        taken++;
        source_wrongly(&t->turn, &frame, model[MOTION], i, k, count, &x, &y);
        if (model[PLACE] == 3)
            x /= (float)frame.width, y /= (float)frame.height;
        if (model[PLACE] == 4)
            x *= (float)frame.width, y *= (float)frame.height;
        if (model[PLACE] == 6)
            x = truncf(x), y = truncf(y);
        if (model[PLACE] == 5)
            sum += mixed(t, model, y, x);
        else
            sum += mixed(t, model, x, y);
    }
    if (sampling >= 7)
        taken = sampling == FOUR_SAMPLES || sampling == ALL_OF_FOUR ? 16 : side * side;
    return model[SUM] == 1   ? sum
           : model[SUM] == 2 ? sum / t->asked.samples
           : model[SUM] == 3 ? sum / taken / taken
                             : sum / taken;
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
    struct turned t = {.picture = &p, .asked = hidden_turn(run)};
    struct reading how = {true, false, CPUDEV_BORDER, CPUDEV_BORDER, t.asked.border};
    cpudev_texture texture = texture_of(&p, p.width, p.height, how);
    struct dimension dimensions[TURN_DIMENSIONS];
    memcpy(dimensions, turn_dimensions, sizeof dimensions);
    const bool by_software = strstr(name, "software") != NULL;
    if (by_software)
        dimensions[PLACE] = (struct dimension)DIMENSION(software_place_mistakes);
    struct value_family family = {.dimensions = dimensions,
                                  .count = TURN_DIMENSIONS,
                                  .most = 2,
                                  .got = got,
                                  .got_count = (size_t)p.count,
                                  .tolerance = 2e-6,
                                  .prepare = prepare_turn,
                                  .value = turned_value,
                                  .context = &t};
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
