/* Lab 7: where the function, or a sample of the grid, is taken, from functions that are a
 * coordinate and fields that are 1 or a node's index along an axis. The plainest facts, for what no
 * model explains. */
#include "lab7.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char axes[] = "xyz";

enum { TERMS = 4 }; /* of three coordinates and 1 */

/* Solves the normal equations m * c = r; false where they have no solution. */
static bool solve(double m[TERMS][TERMS], double r[TERMS]) {
    for (int row = 0; row < TERMS; row++) {
        int pivot = row;
        for (int other = row + 1; other < TERMS; other++)
            if (fabs(m[other][row]) > fabs(m[pivot][row]))
                pivot = other;
        if (fabs(m[pivot][row]) < 1e-9)
            return false;
        for (int k = 0; k < TERMS; k++) {
            const double kept = m[row][k];
            m[row][k] = m[pivot][k];
            m[pivot][k] = kept;
        }
        const double kept = r[row];
        r[row] = r[pivot];
        r[pivot] = kept;
        for (int other = 0; other < TERMS; other++) {
            const double factor = other == row ? 0 : m[other][row] / m[row][row];
            for (int k = 0; k < TERMS; k++)
                m[other][k] -= factor * m[row][k];
            r[other] -= factor * r[row];
        }
    }
    for (int row = 0; row < TERMS; row++)
        r[row] /= m[row][row];
    return true;
}

static double line_at(const double c[TERMS], const double u[3]) {
    return c[0] * u[0] + c[1] * u[1] + c[2] * u[2] + c[3];
}

/* Are the values above low and below high, 98 in 100 of them to `slack`, the sum of multiples of
 * the coordinates u and a constant, c? */
static bool is_linear(const double *values, const double (*u)[3], int count, double low,
                      double high, double slack, double c[TERMS]) {
    double m[TERMS][TERMS] = {{0}};
    int between = 0, on = 0;
    memset(c, 0, TERMS * sizeof *c);
    for (int i = 0; i < count; i++)
        if (values[i] > low && values[i] < high) {
            const double term[TERMS] = {u[i][0], u[i][1], u[i][2], 1};
            for (int row = 0; row < TERMS; row++) {
                for (int k = 0; k < TERMS; k++)
                    m[row][k] += term[row] * term[k];
                c[row] += term[row] * values[i];
            }
            between++;
        }
    if (between < 30 || !solve(m, c))
        return false;
    for (int i = 0; i < count; i++)
        on += values[i] > low && values[i] < high && fabs(values[i] - line_at(c, u[i])) < slack;
    return on * 100 >= between * 98;
}

/* The sum in words, "0.9 * uy + 0.3", coefficients to `slack`. */
static void describe_sum(const double c[TERMS], const char *const names[3], double slack, char *sum,
                         size_t size) {
    size_t length = 0;
    snprintf(sum, size, "0");
    for (int term = 0; term < TERMS; term++) {
        const double factor = fabs(c[term]);
        if (factor < slack)
            continue;
        const char *sign = !length ? c[term] < 0 ? "-" : "" : c[term] < 0 ? " - " : " + ";
        if (term == 3)
            length += (size_t)snprintf(sum + length, size - length, "%s%.4g", sign, factor);
        else if (fabs(factor - 1) < slack)
            length += (size_t)snprintf(sum + length, size - length, "%s%s", sign, names[term]);
        else
            length += (size_t)snprintf(sum + length, size - length, "%s%.4g * %s", sign, factor,
                                       names[term]);
    }
}

/* Where the samples of an axis are taken. */
struct places {
    const double *at;
    const double (*u)[3];
    int axis, size;
};

/* Is it a multiple of the fraction in the right cell? */
static bool is_of_fraction(const struct places *p, double *multiple) {
    double product = 0, square = 0;
    int count = 0, on = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 3; i < HIDDEN_POINTS; i++) {
            const double u = p->u[i][p->axis], f = u - floor(u);
            if (i % 10 < 3 || f < 0.02 || f > 0.98)
                continue;
            if (pass == 0) {
                product += f * (p->at[i] - floor(u));
                square += f * f;
                count++;
            } else
                on += fabs(p->at[i] - floor(u) - product / square * f) < 1.0 / 128;
        }
    *multiple = product / square;
    return count >= 30 && on * 100 >= count * 98;
}

static void add_line(char *text, size_t size, const struct places *p, const double c[TERMS]) {
    static const char *const names[3] = {"ux", "uy", "uz"};
    char sum[200];
    describe_sum(c, names, 4e-3, sum, sizeof sum);
    judge_append(text, size, " Along %c they are taken at %s, and u%c is asked for", axes[p->axis],
                 sum, axes[p->axis]);
    const double factor = c[p->axis] * (p->size - 1);
    if (fabs(factor - p->size) < 0.01 || fabs(factor - p->size + 2) < 0.01)
        judge_append(text, size, " (a factor %s / (size - 1): there are size - 1 cells)",
                     factor > p->size - 1 ? "size" : "(size - 2)");
    judge_append(text, size, ".");
}

/* Tells where samples are taken along an axis, unless it is right. */
static void add_places(char *text, size_t size, const struct places *p) {
    double c[TERMS], multiple;
    const char axis = axes[p->axis];
    /* A filter at a face stays there, whatever the coordinate is. */
    if (is_linear(p->at, p->u, HIDDEN_POINTS, 0.05, p->size - 1.05, 1.0 / 128, c)) {
        bool right = true;
        for (int term = 0; term < TERMS; term++)
            right &= fabs(c[term] - (term == p->axis)) < 4e-3;
        if (!right)
            add_line(text, size, p, c);
        return;
    }
    if (is_of_fraction(p, &multiple)) {
        judge_append(text, size,
                     " Along %c they are taken at i + %.4g * f where i + f is asked for.", axis,
                     multiple);
        return;
    }
    for (int i = 3, told = 0; i < HIDDEN_POINTS && told < 3; i++)
        if (fabs(p->at[i] - p->u[i][p->axis]) > 0.02 && i % 10 > 2) {
            if (!told)
                judge_append(text, size, " Along %c they are taken at", axis);
            judge_append(text, size, "%s %.4g for (%.4g, %.4g, %.4g)", told ? "," : "", p->at[i],
                         p->u[i][0], p->u[i][1], p->u[i][2]);
            judge_append(text, size, "%s", ++told == 3 ? "." : "");
        }
}

void judge_add_places(const struct run *run, int size, const double (*u)[3], char *text,
                      size_t room) {
    const double *plain[PLAIN_FIELDS];
    for (int field = 0; field < PLAIN_FIELDS; field++) {
        char name[20];
        snprintf(name, sizeof name, "plain%d", field);
        plain[field] = judge_numbers(run, name, HIDDEN_POINTS);
        if (!plain[field])
            return;
    }
    int other = 0, first = -1;
    for (int i = 0; i < HIDDEN_POINTS; i++)
        if (fabs(plain[0][i] - 1) > 1e-4) {
            other++;
            first = first < 0 ? i : first;
        }
    if (other * 20 > HIDDEN_POINTS) {
        judge_append(text, room,
                     " In a grid that is 1 everywhere %d of the samples are not 1, %.6g at (%.4g, "
                     "%.4g, %.4g): the weights of the nodes add up to 1.",
                     other, plain[0][first], u[first][0], u[first][1], u[first][2]);
        return;
    }
    for (int axis = 0; axis < 3; axis++)
        add_places(text, room, &(const struct places){plain[axis + 1], u, axis, size});
}

void judge_add_positions(const struct run *run, double radius, char *text, size_t room) {
    static const char *const names[3] = {"i", "j", "k"};
    static double u[PLAIN_TOLD * PLAIN_TOLD * PLAIN_TOLD][3];
    const int size = PLAIN_SIZE, count = PLAIN_TOLD * PLAIN_TOLD * PLAIN_TOLD;
    for (int n = 0; n < count; n++) {
        int at[3];
        plain_node(n, at);
        for (int axis = 0; axis < 3; axis++)
            u[n][axis] = at[axis];
    }
    for (int axis = 0; axis < 3; axis++) {
        char name[20], sum[200], owed[200];
        double c[TERMS], right[TERMS] = {0};
        snprintf(name, sizeof name, "plain%d", axis + 1);
        const double *at = judge_numbers(run, name, (size_t)count);
        right[axis] = 2 * radius / (size - 1);
        right[3] = -radius;
        bool same = true;
        if (!at || !is_linear(at, (const double(*)[3])u, count, -1e30, 1e30, 1e-3 * radius, c))
            continue;
        for (int term = 0; term < TERMS; term++)
            same &= fabs(c[term] - right[term]) < 1e-3 * radius / size;
        if (same)
            continue;
        describe_sum(c, names, 1e-4 * radius, sum, sizeof sum);
        describe_sum(right, names, 1e-4 * radius, owed, sizeof owed);
        judge_append(text, room,
                     " In a grid of size %d the function is asked for %c = %s, and "
                     "node_position(%s, size) is %s.",
                     size, axes[axis], sum, names[axis], owed);
    }
}
