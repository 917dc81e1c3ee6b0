/* Lab 9, step 3: where linear filtering gives the texel itself. */
#include "lab9.h"

#include <math.h>

/* Coordinates that people take for the centre of texel i in a row of n. */
struct centre_model {
    double (*of)(double i, double n);
    const char *diagnosis, *advice;
};

static double half(double i, double n) {
    (void)n;
    return i + 0.5;
}
static double edge(double i, double n) {
    (void)n;
    return i;
}
static double right_edge(double i, double n) {
    (void)n;
    return i + 1;
}
static double half_of_n(double i, double n) {
    return (i + 0.5) / n;
}
static double edge_of_n(double i, double n) {
    return i / n;
}
static double right_edge_of_n(double i, double n) {
    return (i + 1) / n;
}
static double half_late(double i, double n) {
    return i / n + 0.5;
}
static double ends(double i, double n) {
    return i / (n - 1);
}
static double half_of_less(double i, double n) {
    return (i + 0.5) / (n - 1);
}
static double half_of_more(double i, double n) {
    return (i + 0.5) / (n + 1);
}
static double whole_division(double i, double n) {
    return floor(i / n) + 0.5;
}
static double minus_half(double i, double n) {
    (void)n;
    return i - 0.5;
}
static double minus_half_of_n(double i, double n) {
    return (i - 0.5) / n;
}
static double of_two_n(double i, double n) {
    return (i + 0.5) / (2 * n);
}
static double turned(double i, double n) {
    return n - i - 0.5;
}
static double turned_of_n(double i, double n) {
    return (n - i - 0.5) / n;
}
static double half_texel_twice(double i, double n) {
    (void)n;
    return i + 0.25;
}

static const char no_half[] = "that is the edge between texels i - 1 and i: linear filtering gives "
                              "their mean there. The texel's centre is half a texel further.";
static const char one_too_far[] =
    "that is the edge between texels i and i + 1: the centre is half a texel back, at i + 0.5.";
static const char count_less[] =
    "the row of count texels is [0, 1), so a coordinate is divided by count, not by count - 1 or "
    "count + 1: texels are pieces of the row, not points from one end to the other.";

static const struct centre_model models[] = {
    {edge, "no-half-texel", no_half},
    {edge_of_n, "no-half-texel", no_half},
    {right_edge, "no-half-texel", one_too_far},
    {right_edge_of_n, "no-half-texel", one_too_far},
    {half_late, "half-after-division",
     "the half texel is added after the division by the number of texels: half a texel is 0.5 / "
     "count of a normalised row. It is (i + 0.5) / count."},
    {half, "normalized-coordinates",
     "it is not divided: with `normalized` the whole row is [0, 1), and the centre (i + 0.5) / "
     "count."},
    {half_of_n, "normalized-coordinates",
     "it is divided by the number of texels, but coordinates that are not normalised count texels: "
     "i + 0.5."},
    {ends, "count-minus-one", count_less},
    {half_of_less, "count-minus-one", count_less},
    {half_of_more, "count-minus-one", count_less},
    {half_texel_twice, "no-half-texel", "half a texel is 0.5, not 0.25."},
    {whole_division, NULL,
     "i / count is a division of whole numbers, which gives 0 for all texels: (i + 0.5f) / count."},
    {minus_half, "no-half-texel", "half a texel is taken away, and it is added: i + 0.5."},
    {minus_half_of_n, "no-half-texel",
     "half a texel is taken away, and it is added: (i + 0.5) / count."},
    {of_two_n, NULL, "it is divided by 2 count: the whole row is [0, 1), (i + 0.5) / count."},
    {turned, NULL, "that is the centre of texel count - 1 - i: texels are counted from the left."},
    {turned_of_n, NULL,
     "that is the centre of texel count - 1 - i: texels are counted from the left."},
};
enum { MODELS = sizeof models / sizeof *models };

static double asked_centre(int i, int count, int normalized) {
    return normalized ? (i + 0.5) / count : i + 0.5;
}

static bool near(double a, double b) {
    return fabs(a - b) <= 1e-6 * fmax(fabs(b), 1e-3);
}

/* Does linear filtering give texel i itself there? Its weights are 256ths, rounded: up to half of
 * one beside the centre nothing of the neighbours comes. Half of that, so that the cut of a
 * normalised coordinate to 2^-21 does not matter. */
static bool reads_itself(double x, int i, int count, int normalized) {
    return fabs((normalized ? x * count : x) - (i + 0.5)) <= 1.0 / 1024;
}

/* Centres that lie evenly: (i + shift) / divisor, whatever these are. */
static void tell_line(const double *centres, int count, int normalized) {
    double step = (centres[count - 1] - centres[0]) / (count - 1);
    for (int i = 0; i < count; i++)
        if (!(step > 0) || !(fabs(centres[i] - centres[0] - i * step) <= 1e-5 * step * count))
            return;
    if (normalized && fabs(step * count - 1) > 1e-3)
        fail(NULL,
             "centre_of(i, %d, 1): neighbours are 1 / %.6g apart: the row of %d texels is "
             "[0, 1), and the centre (i + 0.5) / count.",
             count, 1 / step, count);
    if (!normalized && fabs(step - 1) > 1e-3)
        fail(NULL,
             "centre_of(i, %d, 0): neighbours are %.6g apart: coordinates count texels "
             "here, and the centre is i + 0.5.",
             count, step);
    fail("no-half-texel",
         "centre_of(i, %d, %d) is that of (i %c %.6g)%s: half a texel is added, i + 0.5.", count,
         normalized, centres[0] < 0 ? '-' : '+', fabs(centres[0] / step),
         normalized ? " / count" : "");
}

void check_centres(const struct run *run) {
    int count = count_of(run);
    const double *centres[2] = {judge_numbers(run, "centres0", (size_t)count),
                                judge_numbers(run, "centres1", (size_t)count)};
    if (!centres[0] || !centres[1])
        fail(NULL, "centre_of did not come back.");
    if (centres[0][0] == -1 && centres[0][count - 1] == -1)
        fail(NULL, "centre_of is still to be written.");
    int whole_both = 0;
    for (int i = 0; i < count; i++)
        whole_both += centres[0][i] == i && centres[1][i] == 0;
    if (whole_both == count)
        fail("integer-division",
             "centre_of gives whole numbers alone: centre_of(%d, %d, 0) is %d, and "
             "centre_of(%d, %d, 1) is 0. Of ints (2 * i + 1) / 2 is i, and i / count is 0: "
             "compute in float, i + 0.5f and (i + 0.5f) / count.",
             count / 2, count, count / 2, count / 2, count);
    for (int normalized = 0; normalized < 2; normalized++) {
        int right = 0, first = -1;
        judge_field("centres", (size_t)count, 1, 1);
        for (int i = 0; i < count; i++) {
            double asked = asked_centre(i, count, normalized);
            if (reads_itself(centres[normalized][i], i, count, normalized)) {
                right++;
                continue;
            }
            judge_wrong((size_t)i, centres[normalized][i], asked);
            first = first < 0 ? i : first;
        }
        if (right == count)
            continue;
        for (int m = 0; m < MODELS; m++) {
            int fits = 0;
            for (int i = 0; i < count; i++)
                fits += near(centres[normalized][i], models[m].of(i, count));
            if (fits == count)
                fail(models[m].diagnosis, "centre_of(%d, %d, %d) is %.9g: %s", first, count,
                     normalized, centres[normalized][first], models[m].advice);
        }
        tell_line(centres[normalized], count, normalized);
        int whole = 0;
        for (int i = 0; i < count; i++)
            whole += centres[normalized][i] == floor((double)asked_centre(i, count, normalized));
        if (whole == count)
            fail(NULL,
                 "centre_of(%d, %d, %d) is %.9g, expected %.9g: what is behind the point is "
                 "gone everywhere, as where ints are divided. Make one of them a float "
                 "first.",
                 first, count, normalized, centres[normalized][first],
                 asked_centre(first, count, normalized));
        fail(NULL, "centre_of(%d, %d, %d) is %.9g, expected %.9g (%d of %d are wrong).", first,
             count, normalized, centres[normalized][first], asked_centre(first, count, normalized),
             count - right, count);
    }
    judge_launched_nothing(run, "centre_of");
    pass("Right for both kinds of coordinates.");
}

/* The texel that is read back when texel i is asked for at the model's coordinate. */
static float read_at(const cpudev_texture *t, double place) {
    return sample(t, (float)place);
}

/* Is texel i read at i where coordinates count texels, and at 0 where they are normalised? */
static bool whole_places(const struct run *run, const cpudev_texture *plain, const double *back,
                         int count) {
    float texels[MOST_TEXELS];
    const cpudev_texture t = hidden_row(run, texels, true, CPUDEV_CLAMP, true, 0);
    const double *normalised = judge_numbers(run, "norm", (size_t)count);
    for (int i = 0; i < count; i++)
        if (!normalised || normalised[i] != (double)read_at(&t, 0) ||
            back[i] != (double)read_at(plain, i))
            return false;
    return true;
}

void check_texels_back(const struct run *run) {
    static const char *const names[2] = {"plain", "norm"};
    int count = count_of(run);
    for (int normalized = 0; normalized < 2; normalized++) {
        float texels[MOST_TEXELS];
        cpudev_texture t = hidden_row(run, texels, true, CPUDEV_CLAMP, normalized, 0);
        judge_call_succeeded(run, names[normalized], "read_texels");
        const double *back = judge_numbers(run, names[normalized], (size_t)count);
        int wrong = 0, first = 0;
        if (!back)
            fail(NULL, "read_texels returned, but its results are not there.");
        judge_unwritten(run, "read_texels", "texels", back, (size_t)count, LAB9_UNWRITTEN);
        /* A normalised centre is cut to 2^-21, far less than half a step of the weight at this
         * size. */
        judge_field("texels", (size_t)count, 1, 1);
        for (int i = count; i-- > 0;)
            if (back[i] != texels[i]) {
                judge_wrong((size_t)i, back[i], texels[i]);
                wrong++;
                first = i;
            }
        int best = -1, most = 0, turned = 0, places = 0;
        for (int i = 0; i < count; i++)
            places += near(back[i], asked_centre(i, count, normalized));
        if (wrong && places == count)
            fail(NULL,
                 "%s coordinates: read_texels gives back the coordinates, not what lies "
                 "there: texel %d reads %.9g, its place, and it is %.9g. Copy the buffer "
                 "that the kernel writes the values to.",
                 normalized ? "Normalised" : "Unnormalised", first, back[first], texels[first]);
        int one = 0;
        for (int i = 0; i < count; i++)
            one += back[i] == back[0];
        if (wrong && one == count &&
            (back[0] == (double)texels[0] || back[0] == (double)texels[count - 1]))
            fail(NULL,
                 "%s coordinates: every texel reads %.9g, which is the %s one of the row: "
                 "all coordinates lie at or %s. The centre of texel i is %s.",
                 normalized ? "Normalised" : "Unnormalised", back[0],
                 back[0] == (double)texels[0] ? "first" : "last",
                 back[0] == (double)texels[0] ? "before its beginning" : "beyond its end",
                 normalized ? "(i + 0.5f) / count" : "i + 0.5f");
        if (wrong && !normalized && whole_places(run, &t, back, count))
            fail("integer-division",
                 "The texels are read at whole numbers, and with normalised coordinates all "
                 "of them at 0: of ints (2 * i + 1) / 2 is i, and i / count is 0. Compute in "
                 "float, i + 0.5f and (i + 0.5f) / count.");
        for (int m = 0; wrong && m < MODELS; m++) {
            int fits = 0, of_wrong = 0;
            for (int i = 0; i < count; i++) {
                const bool same = back[i] == (double)read_at(&t, models[m].of(i, count));
                fits += same;
                of_wrong += same && back[i] != (double)texels[i];
            }
            if (fits > most && of_wrong * 10 >= wrong * 9)
                most = fits, best = m;
        }
        for (int i = 0; i < count; i++)
            turned += back[i] == (double)texels[count - 1 - i];
        if (wrong && turned == count)
            fail(NULL,
                 "%s coordinates: the texels come back in the opposite order: texel i goes "
                 "to out[i].",
                 normalized ? "Normalised" : "Unnormalised");
        /* A coordinate rounded otherwise may step over a weight. */
        if (wrong && most * 10 >= count * 9)
            fail(models[best].diagnosis,
                 "%s coordinates: texel %d reads %.9g, it is %.9g. Texel i is read at "
                 "another place than its centre: %s",
                 normalized ? "Normalised" : "Unnormalised", first, back[first], texels[first],
                 models[best].advice);
        if (wrong)
            fail(NULL,
                 "%s coordinates: %d of %d texels are wrong; texel %d reads %.9g, "
                 "it is %.9g.",
                 normalized ? "Normalised" : "Unnormalised", wrong, count, first, back[first],
                 texels[first]);
    }
    judge_long_row(run);
    judge_used(run, "read_texels", "texture.accesses", 2 * count, "texture fetches");
    pass("All %d texels come back.", count);
}
