/* Lab 10, step 1: a picture moved by a fraction of a pixel. */
#include "lab10.h"

#include <stdio.h>

/* What a mistake makes of step 1's samples. `half` is what is added to a pixel's number. */
struct shift_rule {
    struct reading how;
    float half;
    bool exchanged; /* width and height */
    const char *diagnosis, *words;
};

static float shifted_sample(const struct run *run, const struct picture *p,
                            const struct shift_rule *rule, const cpudev_texture *t, int i) {
    float dx = hidden_shift(run->seed, 0), dy = hidden_shift(run->seed, 1);
    float x = (float)(i % p->width) + rule->half + dx, y = (float)(i / p->width) + rule->half + dy;
    if (rule->how.normalized)
        return sample(t, x / (float)p->width, y / (float)p->height);
    return sample(t, x, y);
}

static enum outcome check_shifted(const struct run *run, struct verdict *v, const double *got,
                                  const char *name) {
    static const struct reading right = {true, true, CPUDEV_WRAP, CPUDEV_WRAP, 0};
    static const struct shift_rule rules[] = {
        {{true, true, CPUDEV_WRAP, CPUDEV_WRAP, 0}, 0.5f, false, NULL, NULL},
        {{true, true, CPUDEV_WRAP, CPUDEV_WRAP, 0},
         0.0f,
         false,
         "no-half-texel",
         "Your picture is the right one, half a pixel off: pixel i has its centre at i + 0.5f."},
        {{true, true, CPUDEV_WRAP, CPUDEV_WRAP, 0},
         1.0f,
         false,
         "half-texel-twice",
         "Your picture is the right one, half a pixel off the other way: half a pixel is added "
         "twice."},
        {{false, true, CPUDEV_WRAP, CPUDEV_WRAP, 0},
         0.5f,
         false,
         "point-filter",
         "Your samples are whole pixels: the filter mode is point. Set filterMode to "
         "cudaFilterModeLinear."},
        {{true, true, CPUDEV_CLAMP, CPUDEV_CLAMP, 0},
         0.5f,
         false,
         "wrong-address-mode",
         "What is moved out at one side does not come in at the other: the picture repeats without "
         "end. Set addressMode of both axes to cudaAddressModeWrap."},
        {{true, true, CPUDEV_WRAP, CPUDEV_CLAMP, 0},
         0.5f,
         false,
         "wrong-address-mode",
         "The picture wraps along x only: addressMode[1] is that of y."},
        {{true, true, CPUDEV_CLAMP, CPUDEV_WRAP, 0},
         0.5f,
         false,
         "wrong-address-mode",
         "The picture wraps along y only: addressMode[0] is that of x."},
        {{true, true, CPUDEV_MIRROR, CPUDEV_MIRROR, 0},
         0.5f,
         false,
         "wrong-address-mode",
         "The picture comes back mirrored: set addressMode of both axes to cudaAddressModeWrap."},
        {{true, true, CPUDEV_WRAP, CPUDEV_WRAP, 0},
         0.5f,
         true,
         "width-height-exchanged",
         "Width and height of the array are exchanged: the rows of the picture run into one "
         "another. cudaMallocArray takes the width first."}};
    struct picture p = hidden_picture(run);
    int first = -1, zeros = 0;
    for (int i = 0; i < p.count; i++)
        zeros += got[i] == 0;
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
        const struct shift_rule *rule = &rules[r];
        cpudev_texture t = rule->exchanged ? texture_of(&p, p.height, p.width, rule->how)
                                           : texture_of(&p, p.width, p.height, rule->how);
        int agree = 0;
        for (int i = 0; i < p.count; i++) {
            bool same = got[i] == shifted_sample(run, &p, rule, &t, i);
            agree += same;
            if (!same && r == 0 && first < 0)
                first = i;
        }
        if (agree == p.count && rule->diagnosis)
            return fail(v, rule->diagnosis, "%s", rule->words);
        if (agree == p.count)
            return OUTCOME_NONE;
    }
    if (zeros > p.count / 2)
        return fail(v, NULL,
                    "%d of %d pixels are 0: not all of the picture arrived in the array. Pitch and "
                    "row length of the copy count bytes, the height counts rows.",
                    zeros, p.count);
    cpudev_texture t = texture_of(&p, p.width, p.height, right);
    return fail(v, NULL,
                "%s: pixel (%d, %d) of a %d x %d picture moved by (%g, %g) is %.7g, expected %.7g.",
                name, first % p.width, first / p.width, p.width, p.height,
                hidden_shift(run->seed, 0), hidden_shift(run->seed, 1), got[first],
                shifted_sample(run, &p, &rules[0], &t, first));
}

/* cudaErrorInvalidPitchValue: the row is said to be shorter than what is copied of it. */
static enum outcome judge_pitch(const struct run *run, struct verdict *v, const char *name) {
    char key[40];
    snprintf(key, sizeof key, "%s.error", name);
    if (judge_number(run, key, 0) == 12)
        return fail(v, "pitch-in-elements",
                    "%s returned cudaErrorInvalidPitchValue: the pitch of the copy counts bytes, "
                    "not pixels. A row of the picture is width * sizeof(float) bytes long.",
                    name);
    return OUTCOME_NONE;
}

enum outcome check_kernel(const struct run *run, struct verdict *v) {
    struct picture p = hidden_picture(run);
    if (judge_pitch(run, v, "make_array") == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (!judge_succeeded(run, v, "make_array") || !judge_succeeded(run, v, "make_texture") ||
        !judge_succeeded(run, v, "read_picture"))
        return OUTCOME_FAIL;
    const double *got = judge_numbers(run, "read_picture", (size_t)(p.count + LAB10_PAST_END));
    int canaries = 0;
    if (!got)
        return fail(v, NULL, "read_picture ran, but its results did not come back.");
    if (check_untouched(v, "read_picture", got, p.count) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    for (int i = 0; i < p.count; i++)
        canaries += got[i] == LAB10_CANARY;
    if (canaries == p.count)
        return fail(v, NULL, "read_picture writes nothing: it is still to be written.");
    if (check_shifted(run, v, got, "read_picture") == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "All %d pixels are right.", p.count);
}

enum outcome check_whole(const struct run *run, struct verdict *v) {
    struct picture p = hidden_picture(run);
    if (judge_pitch(run, v, "shift_picture") == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (!judge_succeeded(run, v, "shift_picture"))
        return OUTCOME_FAIL;
    const double *got = judge_numbers(run, "shift_picture", (size_t)p.count);
    if (!got)
        return fail(v, NULL, "shift_picture returned, but its results are not there.");
    if (check_shifted(run, v, got, "shift_picture") == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "The whole picture comes back moved.");
}
