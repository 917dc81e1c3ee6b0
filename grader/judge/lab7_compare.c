/* Lab 7, step 8: the comparison of hardware and software. */
#include "lab7.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE, RADII, EXACT, HARDWARE, SOFTWARE, HARDWARE_MS, SOFTWARE_MS, ROW };

static enum outcome load_row(const struct run *run, struct verdict *v, const double **row) {
    if (!judge_succeeded(run, v, "compare_at"))
        return OUTCOME_FAIL;
    *row = judge_numbers(run, "row", ROW);
    if (!*row)
        return fail(v, NULL, "The result of compare_at cannot be read.");
    return OUTCOME_NONE;
}

/* The integral of the hidden function over the concentric spheres: the vertices are symmetric about
 * the origin in each coordinate, so that only the constant part is left, up to the weights' sum. */
static double expected_integral(const struct run *run) {
    int coef = (int)judge_argument(run, "COEF");
    double step = M_PI / coef, sum = 0;
    for (int ipsi = 0; ipsi < coef; ipsi++)
        sum += 2 * coef * sin((ipsi + 0.5) * step) * step * step;
    return sum * hidden_coefficient(run->seed, 0);
}

enum outcome check_comparison(const struct run *run, struct verdict *v) {
    const double *row;
    double expected = expected_integral(run), spread = 0;
    if (load_row(run, v, &row) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    for (int n = 1; n < 5; n++)
        spread +=
            hidden_coefficient(run->seed, n) * pow(judge_argument(run, "RADIUS"), n == 4 ? 3 : 1);
    /* Each sample is off by at most a weight's rounding, 1.5/256 of its cell; these mostly cancel.
     */
    double cell = spread * 2 / (judge_argument(run, "size") - 1) * 4 * M_PI;
    double hardware_limit = cell * 1.5 / 256, software_limit = 1e-4 * (fabs(expected) + spread);
    measured(v, "hardware", row[HARDWARE]);
    measured(v, "software", row[SOFTWARE]);
    if (row[SIZE] != judge_argument(run, "size") || row[RADII] != judge_argument(run, "radii"))
        return fail(v, NULL, "row->size and row->radii are %.0f and %.0f, expected %.0f and %.0f.",
                    row[SIZE], row[RADII], judge_argument(run, "size"),
                    judge_argument(run, "radii"));
    if (fabs(row[EXACT] - hidden_exact(run->seed)) > 1e-6)
        return fail(v, row[EXACT] == 1 || row[EXACT] == 0 ? "constants-printed" : NULL,
                    "row->exact is %.7g, and exact_integral() returns %.7g here.", row[EXACT],
                    hidden_exact(run->seed));
    bool hardware = fabs(row[HARDWARE] - expected) <= hardware_limit;
    bool software = fabs(row[SOFTWARE] - expected) <= software_limit;
    if (hardware && software)
        return pass(v, "Both integrals are those of the function in use.");
    if (fabs(row[HARDWARE] - 1) < 0.05 && fabs(row[SOFTWARE] - 1) < 0.05)
        return fail(v, "constants-printed",
                    "compare_at reports %.6f and %.6f, as for the handout's function; with the "
                    "function in use here the integral is %.6g. Compute the numbers.",
                    row[HARDWARE], row[SOFTWARE], expected);
    return fail(v, NULL, "row->%s is %.7g, expected %.7g.", hardware ? "software" : "hardware",
                row[hardware ? SOFTWARE : HARDWARE], expected);
}

enum outcome check_times(const struct run *run, struct verdict *v) {
    static const char *const names[2] = {"hardware_ms", "software_ms"};
    const double *row, *own = judge_numbers(run, "own", 2);
    if (load_row(run, v, &row) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (!own)
        return fail(
            v, NULL,
            "After compare_at the kernels can no longer be timed: something is left broken.");
    for (int i = 0; own && i < 2; i++) {
        double ratio = row[HARDWARE_MS + i] / own[i];
        measured(v, i ? "software_ms ratio" : "hardware_ms ratio", ratio);
        /* Far from 1 on purpose: clocks of a busy machine are not what is tested. */
        if (!(ratio > 0.2))
            return fail(v, "timed-without-sync",
                        "%s is %.4g ms, and one launch takes about %.4g ms. A launch returns at "
                        "once; the clock was read before the kernel had run. Record events around "
                        "the launches, or synchronise before reading the clock.",
                        names[i], row[HARDWARE_MS + i], own[i]);
        if (ratio > 8)
            return fail(
                v, NULL,
                "%s is %.4g ms, and one launch takes about %.4g ms. Time the kernel alone, without "
                "copies and allocations; divide by the number of launches; milliseconds.",
                names[i], row[HARDWARE_MS + i], own[i]);
    }
    return pass(v, "The times are those of the kernels.");
}

/* ---- the CSV file -------------------------------------------------------------------------------
 */

static bool close_to(double got, double expected) {
    return fabs(got - expected) <= 2e-6 * fabs(expected) + 1e-7;
}

static enum outcome check_line(struct verdict *v, const char *line, int number, uint64_t seed) {
    static const char *const names[10] = {
        "size",           "radii",          "exact",       "hardware",    "software",
        "hardware_error", "software_error", "hardware_ms", "software_ms", "ratio"};
    int i = number;
    double exact = hidden_exact(seed + i), hardware = hidden_exact(seed + 10 + i),
           software = hidden_exact(seed + 20 + i);
    double hardware_ms = hidden_exact(seed + 30 + i), software_ms = hidden_exact(seed + 40 + i);
    double expected[10] = {draw_int(seed, 70, (uint64_t)i, 8, 256),
                           draw_int(seed, 71, (uint64_t)i, 1, 256),
                           exact,
                           hardware,
                           software,
                           fabs(hardware - exact),
                           fabs(software - exact),
                           hardware_ms,
                           software_ms,
                           software_ms / hardware_ms};
    for (int column = 0; column < 10; column++) {
        char *end;
        double got = strtod(line, &end);
        if (end == line || (column < 9 && *end != ','))
            return fail(v, NULL, "Line %d of the CSV ends or is no number at column %s.",
                        number + 2, names[column]);
        if (!close_to(got, expected[column]) &&
            !(column == 5 || column == 6 ? fabs(got - expected[column]) < 2e-6 : 0))
            return fail(v, NULL, "Line %d of the CSV: %s is %.9g, expected %.9g%s.", number + 2,
                        names[column], got, expected[column],
                        got == -expected[column] || close_to(-got, expected[column])
                            ? " (an error has no sign)"
                            : "");
        line = end + 1;
    }
    return OUTCOME_NONE;
}

static enum outcome check_lines(struct verdict *v, FILE *file, uint64_t seed) {
    static const char header[] = "size,radii,exact,hardware,software,hardware_error,software_error,"
                                 "hardware_ms,software_ms,ratio";
    char line[1024];
    if (!fgets(line, sizeof line, file) || strncmp(line, header, strlen(header)) != 0)
        return fail(v, NULL, "The first line of the CSV is not \"%s\".", header);
    for (int number = 0; number < 3; number++) {
        if (!fgets(line, sizeof line, file))
            return fail(v, NULL, "The CSV has %d lines, expected 4: a header and a line a row.",
                        number + 1);
        if (check_line(v, line, number, seed) == OUTCOME_FAIL)
            return OUTCOME_FAIL;
    }
    return OUTCOME_NONE;
}

enum outcome check_csv(const struct run *run, struct verdict *v) {
    char path[4096];
    double written = judge_number(run, "write_csv", NAN),
           unwritable = judge_number(run, "unwritable", NAN);
    snprintf(path, sizeof path, "%s/box/table.csv", run->dir);
    if (isnan(written))
        return fail(v, NULL, "write_csv did not come back.");
    if (written != 0)
        return fail(v, NULL, "write_csv returns %.0f for a file that can be written.", written);
    FILE *file = fopen(path, "r");
    if (!file)
        return fail(v, NULL, "write_csv returned 0 and there is no file.");
    enum outcome outcome = check_lines(v, file, run->seed);
    fclose(file);
    if (outcome == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (isnan(unwritable))
        return fail(v, NULL, "write_csv did not come back from a path that cannot be written.");
    if (unwritable != -1)
        return fail(v, NULL,
                    "write_csv returns %.0f for a path that cannot be written, expected -1.",
                    unwritable);
    return pass(v, "Header, rows and errors are right.");
}
