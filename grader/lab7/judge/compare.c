/* Lab 7, step 8: the comparison of hardware and software. */
#include "lab7.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE, RADII, EXACT, HARDWARE, SOFTWARE, HARDWARE_MS, SOFTWARE_MS, ROW };

/* Fails, whose results are wrong, when a step was called with another size, or another number of
 * spheres, than compare_at. */
static void judge_asked(const struct run *run) {
    static const char *const steps[6] = {"make_grid",          "load_texture",
                                         "integrate_hardware", "integrate_software",
                                         "integrate_hardware", "integrate_software"};
    const double *asked = judge_numbers(run, "asked", 6);
    for (int i = 0; asked && i < 6; i++) {
        const char *name = i < 4 ? "size" : "radii";
        const double owed = judge_argument(run, name);
        if (asked[i] == 0 || asked[i] == owed)
            continue;
        fail(i < 4           ? "wrong-size"
             : asked[i] == 1 ? "one-sphere"
                             : NULL,
             "compare_at is called with %s %.0f, and calls %s with %.0f: hand on what it "
             "was called with, no constant such as FG_SIZE.",
             name, owed, steps[i], asked[i]);
    }
}

static void load_row(const struct run *run, const double **row) {
    if (judge_number(run, "compare_at.error", 0) == 600)
        fail_fact("timed-without-sync",
                  "compare_at returned cudaErrorNotReady: an event's time is asked for before "
                  "the GPU has come there. cudaEventSynchronize(stop) before "
                  "cudaEventElapsedTime, for the launches return at once.");
    if (judge_number(run, "compare_at.error", 0) == 400)
        fail(NULL, "compare_at returned cudaErrorInvalidResourceHandle: an event is used that was "
                   "never created, is destroyed already, or was never recorded when its time is "
                   "asked for. cudaEventRecord(start) stands before the launches, "
                   "cudaEventRecord(stop) behind them.");
    if (judge_number(run, "compare_at.error", 0) != 0)
        judge_asked(run);
    judge_succeeded(run, "compare_at");
    *row = judge_numbers(run, "row", ROW);
    if (!*row)
        fail(NULL, "The result of compare_at cannot be read.");
}

/* The hidden function at the nodes, as steps 1 to 3 put it into grid and texture. */
static struct grid function_grid(const struct run *run, int size) {
    struct grid grid = {size, malloc((size_t)size * size * size * sizeof(float)),
                        judge_argument(run, "RADIUS"), run->seed};
    float *value = grid.values;
    double step = 2 * grid.radius / (size - 1);
    if (!value)
        exit(3);
    for (int k = 0; k < size; k++)
        for (int j = 0; j < size; j++)
            for (int i = 0; i < size; i++)
                *value++ = (float)hidden_function(run->seed, i * step - grid.radius,
                                                  j * step - grid.radius, k * step - grid.radius);
    return grid;
}

/* The integral over `radii` concentric spheres, interpolated in the grid. */
static double integral_of(const struct run *run, const struct grid *grid, int radii,
                          const struct point_family *fetch) {
    static const int as_asked[FAMILY_DIMENSIONS];
    int coef = (int)judge_argument(run, "COEF");
    double step = M_PI / coef, sum = 0;
    for (int i = 0; i < 2 * coef * coef; i++)
        for (int j = 0; j < radii; j++) {
            double phi = i / coef * step, psi = (i % coef + 0.5) * step,
                   length = grid->radius * (1 - 0.5 * j / radii);
            double p[3] = {length * sin(psi) * cos(phi), length * sin(psi) * sin(phi),
                           length * cos(psi)};
            for (int axis = 0; axis < 3; axis++)
                p[axis] = (p[axis] + grid->radius) * (grid->size - 1) / (2 * grid->radius);
            sum += point_value(fetch, grid, p, as_asked) * sphere_weight(i, coef) / radii;
        }
    return sum;
}

/* The same with all vertices in the centre. */
static double at_centre(const struct run *run, const struct grid *grid,
                        const struct point_family *fetch) {
    static const int as_asked[FAMILY_DIMENSIONS];
    int coef = (int)judge_argument(run, "COEF");
    double middle = (grid->size - 1) / 2.0, weights = 0;
    for (int i = 0; i < 2 * coef * coef; i++)
        weights += sphere_weight(i, coef);
    return weights * point_value(fetch, grid, (const double[3]){middle, middle, middle}, as_asked);
}

void check_refused(const struct run *run) {
    double error = judge_number(run, "refused.error", NAN);
    if (error == 801)
        fail(NULL, "compare_at is still to be written: it returns cudaErrorNotSupported.");
    if (isnan(error))
        fail(NULL, "compare_at(1, ...) did not come back: make_grid refuses size 1, and "
                   "compare_at is to return its error.");
    const double *asked = judge_numbers(run, "asked", 6);
    if (error == 0 && asked && asked[0] > 1)
        pass("make_grid is called with another size, and refuses nothing: step8-results "
             "tells.");
    if (error == 0)
        fail("error-ignored",
             "compare_at(1, ...) returns cudaSuccess, and make_grid refused that size: check "
             "what each step returns, free what there is, and return the first error.");
    if (error != 1)
        fail("error-ignored",
             "compare_at(1, ...) returns %s, a later step's error: make_grid refused that "
             "size with cudaErrorInvalidValue. Check what each step returns, and return the "
             "first error.",
             judge_error_name(error));
    if (judge_number(run, "refused", 0) != -1)
        fail("output-on-error",
             "compare_at(1, ...) returns an error and changes *row all the same: leave it as "
             "it was until the row is there.");
    pass("The error of a step is returned.");
}

void check_comparison(const struct run *run) {
    static const char *const names[2] = {"hardware", "software"};
    const double *row;
    int size = (int)judge_argument(run, "size"), radii = (int)judge_argument(run, "radii");
    load_row(run, &row);
    struct grid grid = function_grid(run, size);
    double hardware = integral_of(run, &grid, radii, &fetch_family),
           software = integral_of(run, &grid, radii, &software_family);
    /* Where the coordinate's last bit decides a weight of the unit's, its value may be off by 1/256
     * of a cell; over thousands of samples these cancel. */
    double spread = 0;
    for (size_t n = 0; n < (size_t)size * size * size; n++)
        spread = fmax(spread, fabs((double)grid.values[n]));
    double limit[2] = {spread * 4 * M_PI * 4e-4, spread * 4 * M_PI * 3e-5};
    const double expected[2] = {hardware, software};
    measured("hardware", row[HARDWARE]);
    measured("software", row[SOFTWARE]);
    if (row[SIZE] != size || row[RADII] != radii)
        fail("row-incomplete",
             "row->size and row->radii are %.0f and %.0f, expected %d and %d: store the "
             "arguments in the row.",
             row[SIZE], row[RADII], size, radii);
    if (fabs(row[EXACT] - (double)hidden_exact(run->seed)) > 1e-6)
        fail(row[EXACT] == 1 || row[EXACT] == 0 ? "constants-printed" : NULL,
             "row->exact is %.7g, and exact_integral() returns %.7g here.", row[EXACT],
             (double)hidden_exact(run->seed));
    bool right[2];
    for (int i = 0; i < 2; i++)
        right[i] = fabs(row[HARDWARE + i] - expected[i]) <= limit[i];
    /* The unit's weights make a small difference, which two right numbers in each other's place
     * have the other way round. */
    double apart = fabs(hardware - software);
    const double *gave = judge_numbers(run, "gave", 2);
    const bool others = gave && gave[0] != gave[1] && gave[0] != 0 && gave[1] != 0 &&
                        row[HARDWARE] == gave[1] && row[SOFTWARE] == gave[0];
    if (others || (right[0] && right[1] && apart > 1e-5 * fabs(software) &&
                   4 * fabs(row[SOFTWARE] - hardware) < fabs(row[SOFTWARE] - software) &&
                   4 * fabs(row[HARDWARE] - software) < fabs(row[HARDWARE] - hardware)))
        fail("columns-exchanged",
             "row->hardware and row->software are each other's: %.9g and %.9g, expected "
             "%.9g from the texture unit and %.9g in full precision.",
             row[HARDWARE], row[SOFTWARE], hardware, software);
    /* Near enough, and yet of another number of spheres. */
    if (gave && row[HARDWARE] == gave[0] && row[SOFTWARE] == gave[1])
        judge_asked(run);
    if (right[0] && right[1])
        pass("Both integrals are those of the function in use.");
    judge_asked(run);
    if (fabs(row[HARDWARE] - 1) < 0.05 && fabs(row[SOFTWARE] - 1) < 0.05)
        fail("constants-printed",
             "compare_at reports %.6f and %.6f, as for the handout's function; with the "
             "function in use here the integral is %.6g. Compute the numbers.",
             row[HARDWARE], row[SOFTWARE], hardware);
    double one[2] = {integral_of(run, &grid, 1, &fetch_family),
                     integral_of(run, &grid, 1, &software_family)};
    int wrong = right[0] ? 1 : 0;
    double got = row[HARDWARE + wrong];
    if (fabs(got - one[wrong]) <= limit[wrong])
        fail("one-sphere",
             "row->%s is %.7g, the integral over one sphere; with the %d that are asked for "
             "it is %.7g. Hand `radii` on.",
             names[wrong], got, radii, expected[wrong]);
    if (fabs(got - at_centre(run, &grid, wrong ? &software_family : &fetch_family)) <= limit[wrong])
        fail(NULL,
             "row->%s is %.7g, expected %.7g: that is the integral with every vertex in the "
             "centre, as if vert were all zeros. init_vertices() comes before the integrals.",
             names[wrong], got, expected[wrong]);
    if (fabs(got) <= 0.001 * spread)
        fail("row-incomplete",
             "row->%s is %.7g, expected %.7g: nothing was stored in it, or the step failed "
             "and nobody asked. Check what each step returns.",
             names[wrong], got, expected[wrong]);
    fail(NULL, "row->%s is %.7g, expected %.7g (%d radii).", names[wrong], got, expected[wrong],
         radii);
}

/* ---- the times ------------------------------------------------------------------------------- */

/* How many launches of a kernel one call of compare_at makes; NAN where not even the harness' own
 * were counted: nobody knows. */
static double launches_of(const struct run *run, const char *kernel, int turns) {
    if (judge_launches(run, kernel) < judge_number(run, "launches", 0))
        return NAN;
    return (judge_launches(run, kernel) - judge_number(run, "launches", 0)) / (double)turns;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* What the hardware's time is off by more than the software's, as a logarithm: the median of the
 * turns. A busy machine makes both longer alike. */
static double skew_of(const double *ratios, int turns) {
    double skews[8];
    for (int turn = 0; turn < turns; turn++)
        skews[turn] = log(ratios[2 * turn] / ratios[2 * turn + 1]);
    qsort(skews, (size_t)turns, sizeof *skews, by_size);
    return skews[turns / 2];
}

/* Are both times one launch's, in another unit? A busy machine makes the submission's mean up to
 * some times longer than our best; what tells a unit from launches that nobody waited for is that
 * these take the same time for both kernels, and a unit scales both alike. A launch itself takes
 * about half a thousandth of the kernel, so less than `least` of a launch in seconds is none. */
static bool in_unit(const double *ratios, int turns, const double own[2], double unit) {
    const double least = unit < 1 ? -0.3 : -0.7; /* as a logarithm; ours is the best of several */
    double nearest[2] = {INFINITY, INFINITY}, same_time = log(own[1] / own[0]);
    double skew = skew_of(ratios, turns);
    bool told = fabs(same_time) > 0.7 && fabs(skew) < fabs(skew - same_time);
    for (int turn = 0; turn < turns; turn++)
        for (int i = 0; i < 2; i++) {
            double off = log(ratios[2 * turn + i] / unit);
            if (fabs(off) < fabs(nearest[i]))
                nearest[i] = off;
        }
    for (int i = 0; i < 2; i++)
        if (!(nearest[i] > least && nearest[i] < (told ? 2.1 : 0.7)))
            return false;
    return true;
}

/* Is each time the other kernel's? Then one is as much too long as the other is too short. */
static bool are_exchanged(const double *ratios, int turns, const double own[2]) {
    double same_time = log(own[1] / own[0]), together = INFINITY;
    for (int turn = 0; turn < turns; turn++)
        together = fmin(together, log(ratios[2 * turn] * ratios[2 * turn + 1]) / 2);
    return fabs(same_time) > 0.9 &&
           fabs(skew_of(ratios, turns) - 2 * same_time) < 0.5 * fabs(same_time) &&
           together > -0.7 && together < 2.1;
}

/* The ratio that is nearer to 1: b, unless it is farther off than a. */
static double nearer(double a, double b) {
    return fabs(log(b)) > fabs(log(a)) ? a : b;
}

/* Fails for times in another unit, or each other's: ratios is what they are of the harness' own.
 */
static void judge_units(const double *row, const double *ratios, int turns, const double own[2]) {
    if (in_unit(ratios, turns, own, 1e-3))
        fail("seconds-for-milliseconds",
             "hardware_ms is %.4g, a thousandth of the %.4g ms that one launch takes: it is "
             "in seconds. Give milliseconds.",
             row[HARDWARE_MS], own[0]);
    if (in_unit(ratios, turns, own, 1e3))
        fail("microseconds-for-milliseconds",
             "hardware_ms is %.4g, a thousand times the %.4g ms that one launch takes: it "
             "is in microseconds. Give milliseconds.",
             row[HARDWARE_MS], own[0]);
    if (are_exchanged(ratios, turns, own))
        fail("times-exchanged",
             "hardware_ms and software_ms are exchanged: %.4g and %.4g ms, and one launch "
             "of each kernel takes about %.4g and %.4g ms.",
             row[HARDWARE_MS], row[SOFTWARE_MS], own[0], own[1]);
}

/* Fails for a time that is not one launch's: ratio is what it is of the harness' own. */
static void judge_time(const char *name, double ratio, double own) {
    double took = ratio * own;
    static const char early[] =
        "%s is %.4g ms, and one launch takes about %.4g ms. A launch returns at once; the clock "
        "was read before the kernel had run. Record events around the launches, or synchronise "
        "before reading the clock.";
    /* No machine is so busy that this is chance, whatever the inputs; but it may be in seconds. */
    if (ratio < 0.02 && fabs(log(ratio / 1e-3)) > 1)
        fail_fact("timed-without-sync", early, name, took, own);
    /* Far from 1 on purpose: clocks of a busy machine are not what is tested. */
    if (!(ratio > 0.3))
        fail("timed-without-sync", early, name, took, own);
    if (ratio > 3.5)
        fail("time-not-of-one-launch",
             "%s is %.4g ms, and one launch takes about %.4g ms. Time the kernel alone, without "
             "copies and allocations; divide by the number of launches; milliseconds.",
             name, took, own);
}

/* Fails where one kernel is timed twice, and the other never. */
static void judge_timed_twice(const struct run *run, int turns) {
    static const char *const kernels[2] = {"integral_hardware", "integral_software"};
    for (int i = 0; i < 2; i++) {
        const double other = launches_of(run, kernels[1 - i], turns);
        const double own = launches_of(run, kernels[i], turns);
        if (!(own <= 2 && other >= 12))
            continue;
        judge_by_counts(true);
        fail("too-few-launches",
             "compare_at launches %s %s, and %s %.0f times: the one is timed in the place of "
             "the other, too. Time each kernel.",
             kernels[i],
             own < 2 ? "once, in its integral"
                     : "twice, in its integral and before the first clock",
             kernels[1 - i], other);
    }
}

static void judge_launches_counted(const struct run *run, int turns) {
    static const char *const kernels[2] = {"integral_hardware", "integral_software"};
    for (int i = 0; i < 2; i++) {
        double launches = launches_of(run, kernels[i], turns);
        measured(i ? "software launches" : "hardware launches", launches);
        if (launches < 6) {
            judge_by_counts(true);
            fail("too-few-launches",
                 "compare_at launches %s %.0f times in all: one launch that is not counted "
                 "and a mean of at least 5 launches are asked for, for the first one pays "
                 "for what happens once.",
                 kernels[i], launches);
        }
    }
}

/* Fails when what is launched again and again is the whole integrate_*. */
static void judge_whole_timed(const struct run *run, int turns) {
    static const char *const kernels[2] = {"integral_hardware", "integral_software"},
                             *const wholes[2] = {"integrate_hardware", "integrate_software"};
    for (int i = 0; i < 2; i++) {
        double whole = judge_number(run, wholes[i], 0), direct;
        direct = launches_of(run, kernels[i], turns) - whole;
        if (direct < 5 && whole >= 5) {
            judge_by_counts(true);
            fail("time-not-of-one-launch",
                 "What is timed is all of %s, which is called %.0f times: it allocates, "
                 "copies back and adds up on the host. Time the kernel alone, launches of "
                 "%s<<<BLOCKSPERGRID, THREADSPERBLOCK>>>, on memory that is there already.",
                 wholes[i], whole, kernels[i]);
        }
    }
}

/* Fails when fewer launches of a kernel than are asked for do the work of the harness' own, the
 * last ones: one that is not counted may do less. */
static void judge_launches_whole(const struct run *run, int turns) {
    static const char *const kernels[2] = {"integral_hardware", "integral_software"},
                             *const reads[2] = {"texture.accesses", "global_loads.accesses"};
    for (int i = 0; i < 2; i++) {
        int launches = judge_launches(run, kernels[i]), other = -1;
        double own = judge_count(run, kernels[i], launches - 1, reads[i]), whole = 0, count = 0;
        if (!(own > 0)) /* the harness' own came to nothing: this tells nothing */
            continue;
        for (int launch = 0; launch < launches; launch++) {
            double made = judge_count(run, kernels[i], launch, reads[i]);
            if (fabs(made - own) <= 0.05 * own) {
                whole++;
            } else if (other < 0) {
                other = launch;
                count = made;
            }
        }
        if (other >= 0 && (whole - judge_number(run, "launches", 0)) / turns < 6) {
            judge_by_counts(true);
            fail("time-not-of-one-launch",
                 "Launch %d of %s, and others, make %.0f reads, and one with all vertices "
                 "and %.0f radii makes %.0f: hand size and radii on to the launches that "
                 "are timed, <<<BLOCKSPERGRID, THREADSPERBLOCK>>>.",
                 other + 1, kernels[i], count, judge_argument(run, "radii"), own);
        }
    }
}

void check_times(const struct run *run) {
    static const char *const names[2] = {"hardware_ms", "software_ms"};
    const double *row, *own = judge_numbers(run, "own", 2), *ratios = NULL;
    int turns = 0;
    load_row(run, &row);
    while (turns < 4 && !ratios)
        ratios = judge_numbers(run, "ratios", 2 * (size_t)++turns);
    if (!own || !ratios)
        fail(NULL,
             "After compare_at the kernels can no longer be timed: something is left broken.");
    /* The turn that comes nearest: the others were disturbed. */
    double best[2] = {INFINITY, INFINITY};
    for (int turn = 0; turn < turns; turn++)
        for (int i = 0; i < 2; i++)
            best[i] = nearer(best[i], ratios[2 * turn + i]);
    for (int i = 0; i < 2; i++)
        measured(i ? "software_ms ratio" : "hardware_ms ratio", best[i]);
    if (!run->gpu)
        judge_timed_twice(run, turns);
    static const char *const kernels[2] = {"integral_hardware", "integral_software"};
    static const struct judge_times times = {"compare_at", kernels, 2, 1, 0, 0, false};
    const bool reported = judge_times_reported(run, &times, row + HARDWARE_MS, 0);
    if (!reported && row[HARDWARE_MS] == 0 && row[SOFTWARE_MS] == 0)
        fail(NULL,
             "hardware_ms and software_ms are 0, and one launch of each kernel takes about "
             "%.4g and %.4g ms. A launch returns at once, so a clock that is read without "
             "waiting, cudaDeviceSynchronize(), may show no time at all; and whole "
             "milliseconds lose what is shorter.",
             own[0], own[1]);
    if (!reported)
        judge_times_whole("compare_at", row + HARDWARE_MS, 2);
    if (!reported && (fabs(log(best[0])) > 0.7 || fabs(log(best[1])) > 0.7))
        judge_units(row, ratios, turns, own);
    const double radii = judge_argument(run, "radii");
    for (int i = 0; i < 2 && !reported && radii > 4; i++)
        if (fabs(log(best[i] * radii)) < 0.7 &&
            (fabs(log(best[1 - i])) < 0.7 || fabs(log(best[1 - i] * radii)) < 0.7))
            fail("not-averaged",
                 "%s is %.4g ms, and one launch takes about %.4g ms, as many times as long "
                 "as there are radii, %.0f: a launch does all of them. Divide by the number "
                 "of launches alone.",
                 names[i], best[i] * own[i], own[i], radii);
    for (int i = 0; i < 2 && !reported; i++)
        judge_time(names[i], best[i], own[i]);
    if (!run->gpu) {
        judge_launches_counted(run, turns);
        judge_whole_timed(run, turns);
        judge_launches_whole(run, turns);
    }
    pass("The times are those of the kernels.");
}

/* ---- the CSV file ---------------------------------------------------------------------------- */

static const char header[] = "size,radii,exact,hardware,software,hardware_error,software_error,"
                             "hardware_ms,software_ms,ratio";
enum { COLUMNS = 10 };
static const char *const columns[COLUMNS] = {
    "size",           "radii",          "exact",       "hardware",    "software",
    "hardware_error", "software_error", "hardware_ms", "software_ms", "ratio"};

static bool close_to(double got, double expected, double slack) {
    return fabs(got - expected) <= 6e-6 * fabs(expected) + slack;
}

/* Is the number there, in fewer digits than are asked for? */
static bool is_short(const char *text, double got, double expected) {
    int digits = 0, point = 0, decimals = 0;
    double unit = 1;
    for (; *text && *text != ',' && *text != '\n'; text++) {
        if (*text == 'e' || *text == 'E')
            break;
        point |= *text == '.';
        if (*text >= '0' && *text <= '9') {
            decimals += point;
            digits += digits || *text != '0';
        }
    }
    for (int i = 0; i < decimals; i++)
        unit /= 10;
    return digits < 6 && fabs(got - expected) <= fmax(unit, 1e-2 * fabs(expected));
}

/* What a column of errors, or the ratio, is instead, in words; NULL: nothing that is known. */
static const char *explain_cell(int column, double got, const double *cell) {
    static const char *const names[5] = {"exact", "hardware", "software", "hardware_ms",
                                         "software_ms"};
    static char text[120];
    double slack = 1e-6 * (fabs(cell[0]) + fabs(cell[3]));
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < a; b++)
            if (close_to(fabs(got), fabs(cell[a] - cell[b]), slack)) {
                snprintf(text, sizeof text, "|%s - %s|", names[a], names[b]);
                return text;
            }
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < a; b++)
            if (close_to(got, cell[a] + cell[b], 0)) {
                snprintf(text, sizeof text, "%s + %s", names[a], names[b]);
                return text;
            }
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++)
            if (a != b && close_to(got, cell[a] / cell[b], 0)) {
                snprintf(text, sizeof text, "%s / %s", names[a], names[b]);
                return text;
            }
    const double errors[2] = {fabs(cell[1] - cell[0]), fabs(cell[2] - cell[0])};
    if (column == 9 && close_to(got, errors[0] / errors[1], 0))
        return "hardware_error / software_error, those of the errors and not of the times";
    if (column == 9 && close_to(got, errors[1] / errors[0], 0))
        return "software_error / hardware_error, those of the errors and not of the times";
    if (column == 9)
        return NULL;
    if (close_to(got, (cell[column - 4] - cell[0]) * (cell[column - 4] - cell[0]), 0))
        return "the square of the difference";
    return close_to(got, 100 * fabs(cell[column - 4] - cell[0]) / fabs(cell[0]), 1e-4)
               ? "in percent of the exact integral"
               : NULL;
}

/* What a number is too large or too small by. */
static const struct {
    double by;
    const char *why;
} factors[] = {{100, " It is 100 times that: no percent."},
               {1000, " It is 1000 times that: leave the unit as it is."},
               {1e-3, " It is a thousandth of that: leave the unit as it is."},
               {1e6, " It is a million times that: leave the unit as it is."},
               {0.01, " It is a hundredth of that."},
               {2, " It is twice that."},
               {0.5, " It is half of that."},
               {10, " It is ten times that."},
               {0.1, " It is a tenth of that."}};

/* Fails when there are fewer commas in the line than stand between the columns. */
static void judge_commas(const char *line, int number) {
    int commas = 0, length = (int)strcspn(line, "\r\n");
    for (int i = 0; i < length; i++)
        commas += line[i] == ',';
    if (commas >= COLUMNS - 1 || (int)strcspn(line, ";\t|:") < length)
        return;
    fail(NULL,
         "Line %d of the CSV has %d columns, and the header names %d: \"%.*s\". A comma "
         "stands between every two numbers.",
         number + 2, commas + 1, COLUMNS, length < 300 ? length : 300, line);
}

static void check_line(const char *line, int number, uint64_t seed) {
    double cell[5], expected[COLUMNS];
    const char *whole = line, *last = strrchr(line, ',');
    for (int field = 0; field < 5; field++)
        cell[field] = (double)hidden_cell(seed, number, field);
    expected[0] = hidden_cell_size(seed, number);
    expected[1] = hidden_cell_radii(seed, number);
    for (int field = 0; field < 3; field++)
        expected[2 + field] = cell[field];
    expected[5] = fabs(cell[1] - cell[0]);
    expected[6] = fabs(cell[2] - cell[0]);
    expected[7] = cell[3];
    expected[8] = cell[4];
    expected[9] = cell[4] / cell[3];
    for (int column = 0; column < COLUMNS; column++) {
        char *end;
        double got = strtod(line, &end);
        if (end != line && column < COLUMNS - 1 && *end && strchr("; \t|:", *end))
            fail(NULL,
                 "Line %d of the CSV: behind %s stands '%c'. Commas stand between the "
                 "numbers, without blanks.",
                 number + 2, columns[column], *end == '\t' ? ' ' : *end);
        if ((end == line || (column < COLUMNS - 1 && *end != ',')))
            judge_commas(whole, number);
        if (end == line || (column < COLUMNS - 1 && *end != ','))
            fail(NULL, "Line %d of the CSV ends or is no number at column %s.", number + 2,
                 columns[column]);
        /* A difference of numbers that were rounded before it. */
        double slack = column == 5 || column == 6 ? 1e-6 * fabs(cell[0]) : 0;
        if (!close_to(got, expected[column], slack)) {
            judge_commas(whole, number);
            const char *diagnosis = NULL, *why = "";
            if (close_to(-got, expected[column], slack)) {
                diagnosis = "error-with-sign";
                why = " An error has no sign: |computed - exact|.";
            } else if (column == 9 && close_to(got, cell[3] / cell[4], 0)) {
                diagnosis = "ratio-inverted";
                why = " The ratio is software_ms / hardware_ms, not the other way round.";
            } else if ((column == 5 || column == 6) &&
                       close_to(got, expected[column] / fabs(cell[0]), 1e-6)) {
                diagnosis = "relative-error";
                why = " The error is |computed - exact|, not divided by anything.";
            } else if (got == trunc(expected[column]) &&
                       (size_t)(end - line) == strspn(line, "-0123456789")) {
                diagnosis = "digits-lost";
                why =
                    " It is cut to a whole number: abs() is for int, fabsf() for float, and (int) "
                    "and %d cut, too.";
            } else if (is_short(line, got, expected[column])) {
                diagnosis = "digits-lost";
                why = " Numbers have at least 6 significant digits: print with %.9g, for %f "
                      "counts decimals and loses small numbers.";
            } else {
                const char *is = column >= 5 && column != 7 && column != 8
                                     ? explain_cell(column, got, cell)
                                     : NULL;
                if (is)
                    fail(NULL,
                         "Line %d of the CSV: %s is %.9g, expected %.9g. It is %s: an error "
                         "is |computed - exact|, the ratio software_ms / hardware_ms.",
                         number + 2, columns[column], got, expected[column], is);
                for (int other = 0; other < COLUMNS; other++)
                    if (other != column && close_to(got, expected[other], 0)) {
                        diagnosis = "columns-exchanged";
                        why = " It is the number of another column.";
                    }
                for (size_t f = 0; !diagnosis && !*why && f < sizeof factors / sizeof *factors; f++)
                    if (close_to(got, factors[f].by * expected[column], factors[f].by * slack)) {
                        why = factors[f].why;
                    }
            }
            fail(diagnosis, "Line %d of the CSV: %s is %.9g, expected %.9g.%s%s", number + 2,
                 columns[column], got, expected[column], why,
                 column < 9 && last && close_to(strtod(last + 1, NULL), cell[3] / cell[4], 0)
                     ? " And: the ratio is upside down, it is software_ms / hardware_ms."
                     : "");
        }
        line = column < COLUMNS - 1 ? end + 1 : end;
    }
    line += strspn(line, " \t\r");
    if (*line && *line != '\n')
        fail(NULL,
             "Line %d of the CSV goes on behind %s, with \"%.*s\": the header names %d "
             "columns, and a line has as many. No comma stands behind the last one.",
             number + 2, columns[COLUMNS - 1], (int)strcspn(line, "\r\n"), line, COLUMNS);
}

/* Fails for a first line that is not the header: by the column that differs, if it is one. */
static void judge_header(const char *line, bool missing) {
    const char *name = missing ? "header-missing" : NULL, *at = line;
    const int length = (int)strcspn(line, "\r\n");
    char *end;
    bool blanks = false;
    strtod(line, &end);
    for (int column = 0; end == line && length && column < COLUMNS; column++) {
        blanks |= *at == ' ' || *at == '\t';
        at += strspn(at, " \t");
        const int size = (int)strcspn(at, ", \t\r\n");
        if ((size_t)size != strlen(columns[column]) || strncmp(at, columns[column], (size_t)size))
            fail(name,
                 "The first line of the CSV is \"%.*s\", and the header is \"%s\": column "
                 "%d is \"%.*s\", expected \"%s\".",
                 length < 200 ? length : 200, line, header, column + 1, size < 60 ? size : 60, at,
                 columns[column]);
        at += size;
        at += *at == ',';
    }
    if (blanks)
        fail(name, "There are blanks in the first line of the CSV, \"%.*s\": the header is \"%s\".",
             length < 200 ? length : 200, line, header);
    fail(name, "The first line of the CSV is not the header, \"%s\": it is \"%.*s\".", header,
         length < 200 ? length : 200, line);
}

static void check_lines(FILE *file, uint64_t seed) {
    char lines[16][1024];
    int count = 0, headers = 0;
    while (count < 16 && fgets(lines[count], sizeof lines[count], file)) {
        headers += strncmp(lines[count], header, strlen(header)) == 0;
        count++;
    }
    if (count == 0 || strncmp(lines[0], header, strlen(header)) != 0) {
        judge_header(count ? lines[0] : "", count && !headers);
        return;
    }
    if (headers > 2 && count == 2 * HIDDEN_ROWS)
        fail("rows-lost",
             "The header stands before each row: it is one line, the first, and then come "
             "the %d rows.",
             HIDDEN_ROWS);
    /* One row was written there before. */
    if (headers > 1 || (count == 2 + HIDDEN_ROWS && strcmp(lines[1], lines[2]) == 0)) {
        judge_csv_appended();
        return;
    }
    if (count > 1 + HIDDEN_ROWS)
        fail(NULL,
             "The CSV has %d lines, expected %d, and the last one is \"%.*s\": a header and "
             "a line a row, from rows[0] to rows[count - 1].",
             count, 1 + HIDDEN_ROWS, (int)strcspn(lines[count - 1], "\r\n"), lines[count - 1]);
    if (count != 1 + HIDDEN_ROWS)
        fail("rows-lost",
             "The CSV has %d lines, expected %d: a header and a line a row, for all `count` "
             "rows.",
             count, 1 + HIDDEN_ROWS);
    for (int number = 0; number < HIDDEN_ROWS; number++)
        check_line(lines[1 + number], number, seed);
}

void check_csv(const struct run *run) {
    char path[4096];
    double written = judge_number(run, "write_csv", NAN),
           unwritable = judge_number(run, "unwritable", NAN);
    snprintf(path, sizeof path, "%s/box/table.csv", run->dir);
    if (isnan(written))
        fail(NULL, "write_csv did not come back.");
    if (written != 0)
        fail(NULL, "write_csv returns %.0f for a file that can be written.", written);
    if (judge_number(run, "file_bytes", 1) == 0)
        fail(NULL, "write_csv returns 0, and nothing is in the file then: close it, fclose(file), "
                   "which writes what was printed, and say -1 when that fails.");
    FILE *file = fopen(path, "r");
    if (!file && errno != ENOENT) {
        fprintf(stderr, "judge: cannot read %s: %s\n", path, strerror(errno));
        exit(3);
    }
    if (!file)
        fail(NULL, "write_csv returned 0, and there is no file at the path it was given: open "
                   "`path`, not a name of your own, and close the file.");
    check_lines(file, run->seed);
    fclose(file);
    if (isnan(unwritable))
        fail(NULL, "write_csv did not come back from a path that cannot be written.");
    if (unwritable != -1)
        fail(NULL, "write_csv returns %.0f for a path that cannot be written, expected -1.",
             unwritable);
    judge_csv_full(judge_number(run, "full", NAN));
    pass("Header, rows and errors are right.");
}
