/* row.h - a family of models of linear filtering along a row: the unit's own rule and what
 * people write in its place, one deviation or several at once. */
#ifndef JUDGE_LAB9_ROW_H
#define JUDGE_LAB9_ROW_H

#include "judge.h"

enum row_place { PLACE_CENTRE, PLACE_EDGE, PLACE_PLUS, ROW_PLACES };
enum row_rule {
    RULE_NEAREST,
    RULE_CUT,
    RULE_EVEN,
    RULE_DOWN,
    RULE_UP,
    RULE_AWAY,
    RULE_TO_ZERO,
    RULE_FULL,
    ROW_RULES
};
enum row_edge {
    EDGE_CLAMP,
    EDGE_BORDER,
    EDGE_WRAP,
    EDGE_ZERO,
    EDGE_INNER,
    EDGE_MIRROR,
    EDGE_FIRST,
    EDGE_REFLECT,
    ROW_EDGES
};
enum row_second { SECOND_NONE, SECOND_UNIT, SECOND_HALF, ROW_SECONDS };

/* What is made of the two texels and the weight. */
enum row_mix {
    MIX_BOTH,
    MIX_LEFT_TWICE,
    MIX_RIGHT_TWICE,
    MIX_UNDIVIDED,
    MIX_ONE_SHORT,
    MIX_BY_255,
    MIX_OF_255,
    MIX_BEFORE,
    MIX_TIES_TWICE, /* both weights are rounded by themselves, ties upwards */
    ROW_MIXES
};

struct row_model {
    enum row_place place;   /* x - 1/2, x, x + 1/2 */
    enum row_rule rule;     /* how the weight is rounded; FULL: not at all */
    int scale;              /* steps of the weight: 256 */
    bool split_first;       /* whole part and fraction are parted before rounding */
    bool trunc;             /* (int) for floor */
    bool exchanged;         /* the weights of left and right */
    enum row_edge edge;     /* texels outside the row */
    enum row_second second; /* the row of border colour that the unit mixes in; HALF: not rounded */
    enum row_mix mix;
    bool left_first; /* the left-hand texel is that of before rounding, the weight that of after */
    int split;       /* steps of a texel where whole part and fraction are parted; 0: scale */
};

/* The weight in `scale`ths and the left-hand texel at x. */
void row_weight(struct row_model m, double x, double *weight, double *left);
double row_value(struct row_model m, const float *texels, int count, double border, double x);

/* The model with the fewest deviations from `asked` that gives at least 97 in 100 of `got` at x, to
 * `tolerance`; false if there is none. */
struct row_samples {
    const float *texels, *x;
    const double *got;
    int count, samples; /* texels of the row; samples */
    double border, tolerance;
};
bool row_explain(const struct row_samples *s, struct row_model asked, struct row_model *found);

/* Fails with what `found` does otherwise than `asked`; `function` in front. Returns when they
 * are the same. */
void row_tell(const char *function, struct row_model asked, struct row_model found);

/* further.c: fails when filter_row or filter_row_exact, by the model, is wrong for further
 * rows. */
void judge_further_rows(const struct run *run, const char *function, struct row_model asked,
                        double tolerance);

#endif
