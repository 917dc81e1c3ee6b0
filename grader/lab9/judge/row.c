#include "row.h"
#include "lab9.h"

#include <math.h>
#include <stdio.h>

int count_of(const struct run *run) {
    return (int)judge_argument(run, "count");
}

cpudev_texture hidden_row(const struct run *run, float *texels, bool linear,
                          cpudev_address_mode address, bool normalized, float border) {
    int count = count_of(run);
    for (int i = 0; i < count; i++)
        texels[i] = hidden_texel(run->seed, i);
    cpudev_texture t = {.data = (const unsigned char *)texels,
                        .row_pitch = (size_t)count * sizeof(float),
                        .width = count,
                        .height = 1,
                        .depth = 1,
                        .shape = CPUDEV_TEXTURE_1D,
                        .format = CPUDEV_TEXEL_F32,
                        .channels = 1,
                        .address = {address, address, address},
                        .linear = linear,
                        .normalized = normalized,
                        .border_colour = {border}};
    cpudev_texture_prepare(&t);
    return t;
}

float sample(const cpudev_texture *t, float x) {
    cpudev_texel texel;
    cpudev_texture_sample(t, x, 0.0f, 0.0f, 0, &texel);
    return texel.f[0];
}

static double by_rule(enum row_rule rule, double value) {
    switch (rule) {
    case RULE_CUT:
        return floor(value);
    case RULE_EVEN:
        return nearbyint(value);
    case RULE_DOWN:
        return ceil(value - 0.5);
    case RULE_UP:
        return ceil(value);
    case RULE_AWAY:
        return round(value);
    case RULE_TO_ZERO:
        return trunc(value + 0.5);
    default:
        return floor(value + 0.5);
    }
}

void row_weight(struct row_model m, double x, double *weight, double *left) {
    double place = x - (m.place == PLACE_CENTRE ? 0.5 : m.place == PLACE_EDGE ? 0 : -0.5);
    if (m.split_first || m.rule == RULE_FULL) {
        *left = m.trunc ? trunc(place) : floor(place);
        double steps = m.scale * (place - *left);
        *weight = m.rule == RULE_FULL ? steps : by_rule(m.rule, steps);
    } else {
        double snapped = by_rule(m.rule, m.scale * place), split = m.split ? m.split : m.scale;
        *left = m.trunc ? trunc(snapped / split) : floor(snapped / split);
        *weight = snapped - split * *left;
        if (m.left_first)
            *left = floor(place);
    }
}

static double texel_at_edge(struct row_model m, const float *texels, int count, double border,
                            double i) {
    if (i >= 0 && i < count)
        return texels[(int)i];
    switch (m.edge) {
    case EDGE_BORDER:
        return border;
    case EDGE_WRAP:
        return texels[(((int)i % count) + count) % count];
    case EDGE_ZERO:
        return 0;
    case EDGE_FIRST:
        return texels[0];
    case EDGE_REFLECT:
        return texels[count == 1 ? 0 : i < 0 ? 1 : count - 2];
    case EDGE_INNER:
        return texels[i < 0 ? 0 : count > 1 ? count - 2 : 0];
    case EDGE_MIRROR:
        return texels[i < 0                    ? (count > 1 && i < -1 ? 1 : 0)
                      : i > count && count > 1 ? count - 2
                                               : count - 1];
    default:
        return texels[i < 0 ? 0 : count - 1];
    }
}

double row_value(struct row_model m, const float *texels, int count, double border, double x) {
    double weight, left;
    row_weight(m, x, &weight, &left);
    if (m.exchanged)
        weight = m.scale - weight;
    double a = texel_at_edge(m, texels, count, border, left),
           b = texel_at_edge(m, texels, count, border, left + 1);
    if (m.mix == MIX_LEFT_TWICE)
        b = a;
    if (m.mix == MIX_RIGHT_TWICE)
        a = b;
    if (m.mix == MIX_BEFORE)
        b = texel_at_edge(m, texels, count, border, left - 1);
    if (m.second == SECOND_UNIT && m.rule != RULE_FULL) {
        double right = floor((weight + 1) / 2), rest = floor((m.scale - weight) / 2 + 127.0 / 256);
        return (rest * a + right * b + (m.scale - rest - right) * border) / m.scale;
    }
    if (m.mix == MIX_TIES_TWICE && m.rule == RULE_NEAREST) {
        const double steps = m.scale * (x - 0.5);
        if (steps - floor(steps) == 0.5)
            return ((m.scale - weight + 1) * a + weight * b) / m.scale;
    }
    double row =
        ((m.scale - weight - (m.mix == MIX_ONE_SHORT || m.mix == MIX_OF_255)) * a + weight * b) /
        (m.mix == MIX_UNDIVIDED                       ? 1
         : m.mix == MIX_BY_255 || m.mix == MIX_OF_255 ? m.scale - 1
                                                      : m.scale);
    return m.second == SECOND_NONE ? row : (row + border) / 2;
}

static int deviations(struct row_model a, struct row_model b) {
    return (a.place != b.place) + (a.rule != b.rule) + (a.scale != b.scale) +
           (a.split_first != b.split_first) + (a.trunc != b.trunc) + (a.exchanged != b.exchanged) +
           (a.edge != b.edge) + (a.second != b.second) + (a.mix != b.mix) + (a.split != b.split) +
           (a.left_first != b.left_first);
}

static int fitting(const struct row_samples *s, struct row_model m) {
    int fits = 0, misses = 0;
    for (int i = 0; i < s->samples && misses * 100 <= s->samples * 3; i++) {
        double value = row_value(m, s->texels, s->count, s->border, s->x[i]);
        if (fabs(s->got[i] - value) <= s->tolerance + 1.5e-7 * fabs(value))
            fits++;
        else
            misses++;
    }
    return misses * 100 <= s->samples * 3 ? fits : 0;
}

bool row_explain(const struct row_samples *s, struct row_model asked, struct row_model *found) {
    static const int scales[] = {256, 512, 255, 128, 1024};
    int best = 0, least = 9;
    for (int place = 0; place < ROW_PLACES; place++)
        for (int rule = 0; rule < ROW_RULES; rule++)
            for (int scale = 0; scale < (rule == RULE_FULL ? 1 : 5); scale++)
                for (int flags = 0; flags < 16; flags++)
                    for (int edge = 0; edge < ROW_EDGES; edge++)
                        for (int both = 0;
                             both < (asked.second ? (int)ROW_SECONDS : 1) * (int)ROW_MIXES;
                             both++) {
                            struct row_model m = {(enum row_place)place,
                                                  (enum row_rule)rule,
                                                  scales[scale],
                                                  flags & 1,
                                                  flags >> 1 & 1,
                                                  flags >> 2 & 1,
                                                  (enum row_edge)edge,
                                                  (enum row_second)(both / ROW_MIXES),
                                                  (enum row_mix)(both % ROW_MIXES),
                                                  flags >> 3,
                                                  0};
                            int cost = deviations(asked, m);
                            const bool usual = m.mix == MIX_BOTH && m.edge <= EDGE_BORDER;
                            if (cost > (usual ? 3 : 2) || (best == s->samples && cost >= least))
                                continue;
                            int fits = fitting(s, m);
                            bool all = fits == s->samples, had_all = best == s->samples;
                            if (fits && (all > had_all ||
                                         (all == had_all &&
                                          (cost < least || (cost == least && fits > best))))) {
                                best = fits;
                                least = cost;
                                *found = m;
                            }
                        }
    return best > 0;
}

static struct deviation words_of_rule(struct row_model asked, struct row_model found) {
    if (found.rule == RULE_FULL)
        return (struct deviation){
            "weight-not-cut", "That is interpolation with the full fraction: the unit's weight has "
                              "eight bits behind the point. Use weight_at."};
    if (asked.rule == RULE_FULL)
        return (struct deviation){
            "weight-cut-twice",
            "The weight is the unit's, of 256 steps; what a programmer expects is "
            "the full fraction of x - 1/2."};
    if (found.rule == RULE_CUT)
        return (struct deviation){
            "truncated-weight", "Your weight is cut to eight bits; the unit rounds to the nearest "
                                "1/256, a tie upwards: floor(256 * (x - 0.5) + 0.5)."};
    if (found.rule == RULE_UP)
        return (struct deviation){
            "truncated-weight", "Your weight is rounded up always; the unit rounds to the nearest "
                                "1/256, a tie upwards: floor(256 * (x - 0.5) + 0.5)."};
    if (found.rule == RULE_TO_ZERO)
        return (struct deviation){
            "truncated-coordinate",
            "A conversion to int goes towards zero, and where x is below 0.5, 256 * (x - 0.5) + 0.5 is "
            "negative: floor(256 * (x - 0.5) + 0.5)."};
    return (struct deviation){
        "tie-rule", found.rule == RULE_AWAY
                        ? "Right but for ties below 0: round and lround go away from zero, the "
                          "unit upwards: floor(256 * (x - 0.5) + 0.5)."
                    : found.rule == RULE_EVEN
                        ? "Right but for ties: rint rounds a tie to the even neighbour, the "
                          "unit upwards: floor(256 * (x - 0.5) + 0.5)."
                        : "Right but for ties: yours go down, the unit's upwards: "
                          "floor(256 * (x - 0.5) + 0.5)."};
}

static struct deviation words_of_edge(struct row_model asked, struct row_model found) {
    static char text[200];
    static const char *const names[] = {
        "the edge goes on (clamp)",
        "the border colour",
        "the row begins again (wrap)",
        "0",
        "the last texel but one",
        "the row turned round (mirror)",
        "texel 0 at both ends",
        "the neighbour of the edge's texel (mirror without the edge)"};
    snprintf(text, sizeof text,
             "Outside the row you take: %s. Asked for beyond the first and the last texel: %s.",
             names[found.edge], names[asked.edge]);
    return (struct deviation){asked.edge == EDGE_CLAMP ? "edge-not-clamped" : "border-clamped",
                              text};
}

static struct deviation words_of_second(struct row_model found) {
    if (found.second == SECOND_NONE)
        return (struct deviation){
            "border-without-second-row",
            "That is what one expects of one row. The unit filters it as a "
            "picture one texel high, half a texel off: half of every value is "
            "the border colour, inside the row too."};
    return (struct deviation){"naive-product",
                              "Half the border colour is right, but the halves of the weights "
                              "are rounded to 256ths by plane_weights' rule."};
}

static const struct deviation words_of_mix[] = {
    {NULL,
     "The left-hand texel stands for both, whatever the weight is: it belongs to texel left + "
     "1, and of ints weight / 256 is 0."},
    {NULL, "The right-hand texel stands for both: the rest of the weight belongs to texel "
           "left."},
    {NULL, "The sum is not divided: the weights count 256ths, so that it is 256 times the "
           "value."},
    {NULL, "The two weights add up to 255: the left-hand texel's is 256 - w."},
    {NULL, "The sum is divided by 255: the weights count 256ths."},
    {NULL, "255 is taken for the whole weight, in 255 - w and in the division: the weights count "
           "256ths and add up to 256."},
    {NULL, "The weight belongs to texel left + 1, and is given to left - 1."},
    {"tie-rule",
     "Right but for ties: each of the two weights is rounded by itself there, both upwards, so that "
     "they add up to 257. The left-hand texel's is what is left, 256 - w."}};

void row_tell(const char *function, struct row_model asked, struct row_model found) {
    struct deviation said[10];
    static char scale[200];
    int n = 0;
    if (found.place != asked.place)
        said[n++] = (struct deviation){
            "no-half-texel",
            found.place == PLACE_EDGE
                ? "Your samples are the right ones, half a texel off: texel i lies at i + 0.5, so "
                  "the weights come from x - 0.5."
                : "Half a texel is added where it is to be taken away: the weights come from "
                  "x - 0.5."};
    if (found.rule != asked.rule)
        said[n++] = words_of_rule(asked, found);
    if (found.scale != asked.scale && found.rule != RULE_FULL && asked.rule != RULE_FULL) {
        snprintf(scale, sizeof scale,
                 "The weight counts 256ths: eight bits behind the point make 256 steps (the ninth "
                 "bit is for 256/256). Yours counts %dths.",
                 found.scale);
        said[n++] = (struct deviation){"weight-scale", scale};
    }
    if (found.split && found.split != found.scale)
        said[n++] = (struct deviation){
            "weight-scale", "What counts one number of steps is parted by another: 256 (x - 0.5) "
                            "is parted by 256."};
    if (found.split_first != asked.split_first && found.rule != RULE_FULL)
        said[n++] = (struct deviation){
            "split-before-snap", "Split after rounding: just below a texel's centre the weight "
                                 "rounds to 256/256, which is weight 0 of the next texel."};
    if (found.left_first != asked.left_first)
        said[n++] = (struct deviation){
            "split-before-snap",
            "The left-hand texel is that of x - 0.5 before rounding, and the "
            "weight that of after: just below a texel's centre x - 0.5 rounds up "
            "to the next texel, with weight 0. Split after rounding."};
    if (found.trunc != asked.trunc)
        said[n++] = (struct deviation){"truncated-coordinate",
                                       "A conversion to int goes towards zero; left of the first "
                                       "texel's centre x - 0.5 is negative. Use floor."};
    if (found.exchanged != asked.exchanged)
        said[n++] = (struct deviation){
            "weights-exchanged", "The weights of the left-hand and the right-hand texel are "
                                 "exchanged: the fraction of x - 0.5 belongs to the right one."};
    if (found.edge != asked.edge)
        said[n++] = words_of_edge(asked, found);
    if (found.second != asked.second)
        said[n++] = words_of_second(found);
    if (found.mix != asked.mix)
        said[n++] = words_of_mix[found.mix - 1];
    if (!n)
        return;
    char others[2000] = "";
    for (int i = 1; i < n; i++)
        judge_append(others, sizeof others, " And: %s", said[i].text);
    fail(said[0].diagnosis, "%s: %s%s", function, said[0].text, others);
}
