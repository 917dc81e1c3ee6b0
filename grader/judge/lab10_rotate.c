/* Lab 10, step 4: a picture turned by the texture unit and by software. */
#include "lab10.h"

#include <math.h>

/* How step 4's picture is turned, and how many samples lie along each side of a pixel. */
struct turn {
    float cosine, sine, border;
    int samples;
};

static struct turn hidden_turn(const struct run *run) {
    struct turn turn = {.border = hidden_border(run->seed),
                        .samples = (int)judge_argument(run, "samples")};
    hidden_motion(run->seed, &turn.cosine, &turn.sine);
    return turn;
}

/* Where sample k of pixel i of the turned picture lies in the source: lab10.h's source_of. */
static void source_of(const struct turn *turn, const struct picture *p, int i, int k, float *x,
                      float *y) {
    float middle_x = 0.5f * (float)p->width, middle_y = 0.5f * (float)p->height;
    float side = (float)turn->samples, column = (float)(k % turn->samples),
          row = (float)(k / turn->samples);
    float dx = (float)(i % p->width) + (column + 0.5f) / side - middle_x,
          dy = (float)(i / p->width) + (row + 0.5f) / side - middle_y;
    *x = fmaf(turn->cosine, dx, fmaf(turn->sine, dy, middle_x));
    *y = fmaf(turn->cosine, dy, fmaf(-turn->sine, dx, middle_y));
}

/* Pixel i of the turned picture: the mean of its samples, `half` added to their coordinates. Their
 * sum is exact. */
static float turned_pixel(const struct turn *turn, const struct picture *p, const cpudev_texture *t,
                          int i, float half) {
    int count = turn->samples * turn->samples;
    double sum = 0;
    float x, y;
    for (int k = 0; k < count; k++) {
        source_of(turn, p, i, k, &x, &y);
        sum += sample(t, x + half, y + half);
    }
    return (float)(sum / count);
}

/* The unit's four weights in 256ths for the fractions a and b. */
static void unit_weights(int a, int b, double w[4]) {
    int right = (a * b + 128) >> 8, left = ((256 - a) * b + 127) >> 8;
    w[0] = 256 - a - left, w[1] = a - right, w[2] = left, w[3] = right;
}

enum weights { CUT, FULL, ROUNDED_ALONE };

/* What software gives at (x, y) with other weights than the unit's: fractions cut to 256ths,
 * fractions in full precision, or four products each rounded by itself. */
static double other_weights(const struct picture *p, float x, float y, float border,
                            enum weights kind) {
    double unit = kind == FULL ? 0x1p-40 : 1.0 / 256, round = kind == ROUNDED_ALONE ? 0.5 : 0;
    double fx = floor(((double)x - 0.5) / unit + round) * unit,
           fy = floor(((double)y - 0.5) / unit + round) * unit;
    int tx = (int)floor(fx), ty = (int)floor(fy);
    double a = fx - tx, b = fy - ty, sum = 0;
    double w[4] = {256 * (1 - a) * (1 - b), 256 * a * (1 - b), 256 * (1 - a) * b, 256 * a * b};
    if (kind == CUT)
        unit_weights((int)(256 * a), (int)(256 * b), w);
    for (int k = 0; k < 4; k++) {
        int px = tx + k % 2, py = ty + k / 2;
        bool inside = px >= 0 && px < p->width && py >= 0 && py < p->height;
        double weight = kind == ROUNDED_ALONE ? floor(w[k] + 0.5) : w[k];
        sum += weight / 256 * (inside ? p->pixels[py * p->width + px] : border);
    }
    return sum;
}

static double other_pixel(const struct turn *turn, const struct picture *p, int i,
                          enum weights kind) {
    int count = turn->samples * turn->samples;
    double sum = 0;
    float x, y;
    for (int k = 0; k < count; k++) {
        source_of(turn, p, i, k, &x, &y);
        sum += other_weights(p, x, y, turn->border, kind);
    }
    return sum / count;
}

/* Mistakes in what is done with a pixel's samples. */
static enum outcome judge_samples(const struct turn *turn, const struct picture *p,
                                  struct verdict *v, const double *got) {
    struct reading how = {true, false, CPUDEV_BORDER, CPUDEV_BORDER, turn->border};
    cpudev_texture t = texture_of(p, p->width, p->height, how);
    struct turn centres = *turn;
    int alone = 0, sums = 0, count = turn->samples * turn->samples;
    centres.samples = 1;
    for (int i = 0; i < p->count; i++) {
        alone += got[i] == turned_pixel(&centres, p, &t, i, 0);
        sums += got[i] == (double)turned_pixel(turn, p, &t, i, 0) * count;
    }
    if (100 * alone >= 97 * p->count) /* there are several ways to round where the centre lies */
        return fail(v, "one-sample",
                    "Each pixel is one sample at its centre; it is to be the mean of SAMPLES x "
                    "SAMPLES, here %d.",
                    count);
    if (sums == p->count)
        return fail(v, "sum-not-mean",
                    "The samples of a pixel are added and not divided by their number.");
    return OUTCOME_NONE;
}

static enum outcome judge_turned(const struct run *run, struct verdict *v, const char *name,
                                 const double *got, bool software) {
    static const struct {
        struct reading how;
        float half;
        const char *diagnosis, *words;
    } rules[] = {
        {{true, false, CPUDEV_BORDER, CPUDEV_BORDER, 0}, 0, NULL, NULL},
        {{true, false, CPUDEV_BORDER, CPUDEV_BORDER, 0},
         0.5f,
         "spurious-half-texel",
         "Your picture is the right one, half a pixel off: source_of counts from the centres "
         "already, so nothing is to be added."},
        {{true, false, CPUDEV_BORDER, CPUDEV_BORDER, 0},
         -0.5f,
         "no-half-texel",
         "Your picture is the right one, half a pixel off: the centre of pixel i lies at i + 0.5."},
        {{true, false, CPUDEV_CLAMP, CPUDEV_CLAMP, 0},
         0,
         "wrong-address-mode",
         "Outside the source its edge goes on; there is to be the border colour. Set addressMode "
         "to cudaAddressModeBorder."},
        {{false, false, CPUDEV_BORDER, CPUDEV_BORDER, 0},
         0,
         "point-filter",
         "The pixels of the source are not mixed: set filterMode to cudaFilterModeLinear."}};
    struct picture p = hidden_picture(run);
    struct turn turn = hidden_turn(run);
    int first = -1, black = 0;
    float x, y;
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
        struct reading how = rules[r].how;
        how.border = turn.border;
        cpudev_texture t = texture_of(&p, p.width, p.height, how);
        int agree = 0;
        for (int i = 0; i < p.count; i++) {
            bool same = got[i] == turned_pixel(&turn, &p, &t, i, rules[r].half);
            agree += same;
            if (!same && r == 0 && first < 0)
                first = i;
        }
        if (agree == p.count && r == 0)
            return OUTCOME_NONE;
        if (agree == p.count)
            return fail(v, rules[r].diagnosis, "%s", rules[r].words);
    }
    if (judge_samples(&turn, &p, v, got) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    struct reading without = {true, false, CPUDEV_BORDER, CPUDEV_BORDER, 0};
    cpudev_texture zero_border = texture_of(&p, p.width, p.height, without);
    int agree[3] = {0};
    for (int i = 0; i < p.count; i++) {
        black += got[i] == turned_pixel(&turn, &p, &zero_border, i, 0);
        for (int kind = CUT; kind <= ROUNDED_ALONE; kind++)
            agree[kind] += fabs(got[i] - other_pixel(&turn, &p, i, (enum weights)kind)) <= 1e-6;
    }
    if (black == p.count)
        return fail(v, "border-colour-missing",
                    "Outside the source lies black, not the border colour that was given.");
    if (software && agree[FULL] == p.count)
        return fail(
            v, "weight-not-cut",
            "That is bilinear interpolation in full precision. The unit's weights are 256ths: snap "
            "each coordinate to 1/256 first, then make the four weights of lab 9's plane_weights.");
    if (software && agree[CUT] == p.count)
        return fail(v, "truncated-weight",
                    "Your fractions are cut to 256ths; the unit rounds them, a tie upwards.");
    if (software && agree[ROUNDED_ALONE] == p.count)
        return fail(v, "naive-product",
                    "Each product of two weights is rounded by itself. The unit rounds one part of "
                    "each column and gives the rest to the other row: lab 9's plane_weights.");
    source_of(&turn, &p, first, 0, &x, &y);
    return fail(v, NULL,
                "%s: pixel (%d, %d), whose first sample lies at (%.6g, %.6g) in the source, is "
                "%.9g, which is not the mean of what the texture unit gives.",
                name, first % p.width, first / p.width, x, y, got[first]);
}

enum outcome check_hardware(const struct run *run, struct verdict *v) {
    int count = (int)(judge_argument(run, "width") * judge_argument(run, "height"));
    if (!judge_call_succeeded(run, v, "hardware", "rotate_by_hardware"))
        return OUTCOME_FAIL;
    const double *got = judge_numbers(run, "hardware", (size_t)count);
    if (!got)
        return fail(v, NULL, "rotate_by_hardware returned, but its results are not there.");
    if (judge_turned(run, v, "rotate_by_hardware", got, false) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "All %d pixels are the texture unit's.", count);
}

enum outcome check_software(const struct run *run, struct verdict *v) {
    int count = (int)(judge_argument(run, "width") * judge_argument(run, "height"));
    if (!judge_call_succeeded(run, v, "software", "rotate_by_software"))
        return OUTCOME_FAIL;
    const double *got = judge_numbers(run, "software", (size_t)count);
    const double *kernel = judge_numbers(run, "kernel", (size_t)(count + LAB10_PAST_END));
    if (!got || !kernel)
        return fail(v, NULL, "rotate_by_software returned, but its results are not there.");
    if (check_untouched(v, "rotate_software", kernel, count) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (judge_turned(run, v, "rotate_by_software", got, true) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (judge_turned(run, v, "rotate_software", kernel, true) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "Bit for bit the texture unit's, all %d pixels.", count);
}
