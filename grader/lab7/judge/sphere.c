/* Lab 7: the vertices of the spherical grid (step 2) and their weights (step 5). */
#include "lab7.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PSI_FROM_EQUATOR = 8 };
enum { NUMBERING, PHI, PSI, LENGTH, PLACES, TILT, SIGNS, NUMBER_PI, VERTEX_DIMENSIONS };

/* The angles of vertex i, with deviations in the numbering, in phi and in psi. */
static void angles(int i, int coef, double pi, const int *choice, double *phi, double *psi) {
    double step = pi / coef, iphi = i / coef, ipsi = i % coef;
    if (choice[NUMBERING] == 1) {
        iphi = i % (2 * coef);
        ipsi = i / (2 * coef);
    } else if (choice[NUMBERING] == 2) {
        iphi = i % coef;
        ipsi = i / coef;
    } else if (choice[NUMBERING] == 3) {
        iphi = ipsi = i;
    } else if (choice[NUMBERING] == 4) { /* of two at one place the later one, of none NAN */
        ipsi = i / coef ? i / coef - 1 : 0;
        iphi = ipsi < coef ? i - ipsi * coef : NAN;
    } else if (choice[NUMBERING] == 5) {
        iphi = i / (2 * coef);
    } else if (choice[NUMBERING] == 6) {
        iphi = i % (2 * coef);
    } else if (choice[NUMBERING] == 7) {
        iphi = i % coef;
    } else if (choice[NUMBERING] == 8) {
        ipsi = i / coef;
    } else if (choice[NUMBERING] == 9) {
        ipsi = i % (2 * coef);
    }
    const double phis[] = {iphi * step,
                           iphi * step / 2,
                           iphi * step * 2,
                           (iphi + 0.5) * step,
                           iphi * 2 * pi / (2 * coef - 1),
                           floor(iphi / coef) * pi,
                           iphi * 180 / coef,
                           (iphi + 1) * step,
                           iphi,
                           iphi * pi / (coef - 1),
                           iphi * step / coef};
    const double psis[] = {(ipsi + 0.5) * step,
                           ipsi * step,
                           (ipsi + 1) * step,
                           ipsi * pi / (coef - 1),
                           (ipsi + 0.5) * step / 2,
                           (ipsi + 0.5) * step * 2,
                           floor(ipsi / coef) * pi,
                           (ipsi + 0.5) * 180 / coef,
                           pi / 2 - (ipsi + 0.5) * step,
                           ipsi + 0.5,
                           (ipsi - 0.5) * step,
                           (ipsi + 0.5) * pi / (coef - 1),
                           (ipsi + 0.5) * step / coef,
                           ipsi * step + 0.5};
    *phi = phis[choice[PHI]];
    *psi = psis[choice[PSI]];
}

#define TAKEN_APART(what, is, owed)                                                                \
    {                                                                                              \
        "other-order", "Of vertex i " what " is taken to be " is ": it is " owed                   \
                       ", for vertex number iphi * COEF + ipsi."                                   \
    }
static const struct deviation numberings[] = {
    {"other-order", "The vertices are right and in another order: vertex number iphi * COEF + "
                    "ipsi, so psi runs fastest. The weights of step 5 rely on it."},
    {"phi-psi-exchanged", "iphi and ipsi are exchanged: vertex i has iphi = i / COEF and ipsi = i "
                          "% COEF."},
    {"other-order", "The number of the vertex is not taken apart: vertex i has iphi = i / COEF and "
                    "ipsi = i % COEF."},
    {"other-order", "Vertex (iphi, ipsi) is stored at ipsi * COEF + iphi, where another one is "
                    "stored too: it is number iphi * COEF + ipsi."},
    TAKEN_APART("iphi", "i / (2 * COEF)", "i / COEF"),
    TAKEN_APART("iphi", "i, or i % (2 * COEF)", "i / COEF"),
    TAKEN_APART("iphi", "i % COEF", "i / COEF"),
    TAKEN_APART("ipsi", "i / COEF", "i % COEF"),
    TAKEN_APART("ipsi", "i, or i % (2 * COEF)", "i % COEF")};
static const struct deviation phis[] = {
    {"angle-of-phi", "phi ends at half a turn: its step is pi / COEF, for 2 * COEF steps."},
    {"angle-of-phi", "phi goes round twice: its step is pi / COEF, for 2 * COEF steps."},
    {"angle-of-phi", "phi begins half a step too late: the half belongs to psi alone."},
    {"angle-of-phi", "The last phi is a whole turn, which is the first one again: the step is pi / "
                     "COEF, not 2 pi / (2 COEF - 1)."},
    {"integer-division", "iphi / COEF is a division of whole numbers, 0 or 1: the angle phi is "
                         "iphi * pi / COEF, in floating point."},
    {"degrees", "sin and cos take radians, and the angle phi is in degrees."},
    {"angle-of-phi", "phi begins a step too late: phi = iphi * pi / COEF."},
    {"angle-of-phi", "phi is iphi itself: the angle is iphi * pi / COEF."},
    {"angle-of-phi", "The step of phi is pi / (COEF - 1): it is pi / COEF, so that 2 * COEF steps "
                     "make a turn."},
    {"angle-of-phi", "The step of phi is divided by COEF once more, as 2 pi / VERTCOUNT is: it is "
                     "pi / COEF."}};
static const struct deviation psis[] = {
    {"no-half-step", "psi starts half a step too early: psi = (ipsi + 0.5) * pi / COEF, so that no "
                     "vertex lies on a pole."},
    {"no-half-step", "psi starts half a step too late: psi = (ipsi + 0.5) * pi / COEF, so that no "
                     "vertex lies on a pole."},
    {"no-half-step", "psi goes from pole to pole with both ends: psi = (ipsi + 0.5) * pi / COEF, "
                     "so that no vertex lies on a pole."},
    {"angle-of-psi", "psi ends at a quarter turn: its step is pi / COEF, for COEF steps."},
    {"angle-of-psi", "psi ends at a whole turn: its step is pi / COEF, for COEF steps."},
    {"integer-division", "psi is 0 for every vertex: a division of whole numbers, such as ipsi / "
                         "COEF or 22 / 7 / COEF, is 0. Write (ipsi + 0.5) * pi / COEF, in "
                         "floating point."},
    {"degrees", "sin and cos take radians, and the angle psi is in degrees."},
    {"angle-of-psi", "psi is measured from the equator: it is the angle from the z axis, 0 at the "
                     "pole."},
    {"angle-of-psi", "psi is ipsi + 0.5 itself: the angle is (ipsi + 0.5) * pi / COEF."},
    {"no-half-step", "psi starts a step too early: psi = (ipsi + 0.5) * pi / COEF."},
    {"angle-of-psi", "The step of psi is pi / (COEF - 1): it is pi / COEF."},
    {"angle-of-psi", "The step of psi is divided by COEF once more, as 2 pi / VERTCOUNT is: it is "
                     "pi / COEF."},
    {"no-half-step", "0.5 is added to the angle psi, not to its number: psi = (ipsi + 0.5) * pi / "
                     "COEF, with the brackets."}};

/* ---- step 2 ---------------------------------------------------------------------------------- */

static const struct deviation lengths[] = {
    {"radius-missing", "The vertices lie on a sphere of radius 1: multiply x, y and z by RADIUS."},
    {"radius-missing", "The vertices lie on a sphere of twice the radius: RADIUS is the radius."},
    {"radius-missing", "The vertices lie on a sphere of half the radius: RADIUS is the radius."},
    {"radius-missing", "RADIUS is multiplied in twice."},
    {"radius-missing", "x lacks the factor RADIUS."},
    {"radius-missing", "y lacks the factor RADIUS."},
    {"radius-missing", "z lacks the factor RADIUS."},
    {"radius-missing", "x and y lack the factor RADIUS."}};
static const struct deviation places[] = {
    {"phi-psi-exchanged", "x and z are exchanged: z = RADIUS cos(psi)."},
    {"x-y-exchanged", "y and z are exchanged: z = RADIUS cos(psi), y has sin(phi)."},
    {"x-y-exchanged", "x and y are exchanged: x has cos(phi), y has sin(phi)."},
    {"x-y-exchanged", "x, y and z are exchanged all three: x has cos(phi), y has sin(phi), z = "
                      "RADIUS cos(psi)."},
    {"x-y-exchanged", "x, y and z are exchanged all three: x has cos(phi), y has sin(phi), z = "
                      "RADIUS cos(psi)."}};
static const struct deviation tilts[] = {
    {"phi-psi-exchanged",
     "phi and psi are exchanged: psi (ipsi + 0.5 steps) is the angle from the z axis, phi (iphi "
     "steps) the one around it."},
    {"angle-of-psi", "sin(psi) and cos(psi) are exchanged: psi is the angle from the z axis, so "
                     "that z = RADIUS cos(psi) and x and y have sin(psi)."},
    {"sine-missing", "x and y lack the factor sin(psi): the vertices lie on a cylinder."}};
static const struct deviation signs[] = {{"wrong-sign", "x has the wrong sign."},
                                         {"wrong-sign", "y has the wrong sign."},
                                         {"wrong-sign", "z has the wrong sign."}};
#define PI_IS(what) "pi is " what ", not 3.14159265: M_PI, or acos(-1.0)."
static const struct deviation pis[] = {
    {"integer-division", PI_IS("3, perhaps 22 / 7 in whole numbers")},
    {NULL, PI_IS("3.14")},
    {NULL, PI_IS("22.0 / 7")},
    {NULL, PI_IS("3.1415")},
    {NULL, PI_IS("3.1416")},
    {NULL, PI_IS("3.142")},
    {NULL, PI_IS("3.141")},
    {NULL, PI_IS("3.1")}};
enum { NEARLY_PI = 5 };
static const double pi_of[] = {M_PI, 3, 3.14, 22.0 / 7, 3.1415, 3.1416, 3.142, 3.141, 3.1};
static const struct dimension vertex_dimensions[] = {
    DIMENSION(numberings), DIMENSION(phis),  DIMENSION(psis),  DIMENSION(lengths),
    DIMENSION(places),     DIMENSION(tilts), DIMENSION(signs), DIMENSION(pis)};

struct sphere {
    const double *got;
    int coef;
    double radius;
};

static void vertex(const struct sphere *s, int i, const int *choice, double p[3]) {
    static const int order[6][3] = {{0, 1, 2}, {2, 1, 0}, {0, 2, 1},
                                    {1, 0, 2}, {1, 2, 0}, {2, 0, 1}};
    static const bool bare[4][3] = {
        {true, false, false}, {false, true, false}, {false, false, true}, {true, true, false}};
    const double lengths_of[] = {s->radius, 1, 2 * s->radius, s->radius / 2, s->radius * s->radius};
    double phi, psi, length = lengths_of[choice[LENGTH] < 5 ? choice[LENGTH] : 0];
    angles(i, s->coef, pi_of[choice[NUMBER_PI]], choice, &phi, &psi);
    if (choice[TILT] == 1) {
        double swap = phi;
        phi = psi;
        psi = swap;
    }
    double across = choice[TILT] == 2 ? cos(psi) : choice[TILT] == 3 ? 1 : sin(psi);
    double q[3] = {length * across * cos(phi), length * across * sin(phi),
                   length * (choice[TILT] == 2 ? sin(psi) : cos(psi))};
    for (int axis = 0; axis < 3 && choice[LENGTH] > 4; axis++)
        if (bare[choice[LENGTH] - 5][axis])
            q[axis] /= s->radius;
    if (choice[SIGNS])
        q[choice[SIGNS] - 1] *= -1;
    for (int axis = 0; axis < 3; axis++)
        p[axis] = isnan(phi) ? 0 : q[order[choice[PLACES]][axis]];
}

/* Is this coordinate that of p? */
static bool coordinate_is(const struct sphere *s, int i, int axis, const int *choice,
                          const double *p) {
    /* An angle of many turns, in floats, is off by more. */
    const double off = choice[PHI] == 6 || choice[PSI] == 7 ? 1e-4 : 1e-5;
    return fabs(s->got[3 * i + axis] - p[axis]) <= off * s->radius;
}

static bool vertex_is(const struct sphere *s, int i, const int *choice) {
    double p[3];
    vertex(s, i, choice, p);
    for (int axis = 0; axis < 3; axis++)
        if (!coordinate_is(s, i, axis, choice, p))
            return false;
    return true;
}

/* For the report: the coordinates that are not what is asked. */
static void note_wrong(const struct sphere *s, int i, const int *as_asked) {
    double p[3];
    vertex(s, i, as_asked, p);
    for (int axis = 0; axis < 3; axis++)
        if (!coordinate_is(s, i, axis, as_asked, p))
            judge_wrong((size_t)(2 * s->coef * s->coef * axis + i), s->got[3 * i + axis], p[axis]);
}

static int vertices_fit(const int *choice, const void *context) {
    const struct sphere *s = context;
    int count = 2 * s->coef * s->coef;
    for (int i = 0; i < count; i++)
        if (!vertex_is(s, i, choice))
            return 0;
    return count;
}

/* ---- another sine or cosine ---- */

enum { ONE, SIN_PHI, COS_PHI, SIN_PSI, COS_PSI, FACTORS };
static const char *const factor_names[FACTORS] = {"1", "sin(phi)", "cos(phi)", "sin(psi)",
                                                  "cos(psi)"};
static const int owed_factors[3][2] = {{COS_PHI, SIN_PSI}, {SIN_PHI, SIN_PSI}, {ONE, COS_PSI}};

/* Is this coordinate of all vertices RADIUS times these two factors? */
static bool made_of(const struct sphere *s, const int *choice, int axis, int first, int second) {
    for (int i = 0; i < 2 * s->coef * s->coef; i++) {
        double phi, psi;
        angles(i, s->coef, M_PI, choice, &phi, &psi);
        const double factors[FACTORS] = {1, sin(phi), cos(phi), sin(psi), cos(psi)};
        if (!(fabs(s->got[3 * i + axis] - s->radius * factors[first] * factors[second]) <=
              1e-5 * s->radius))
            return false;
    }
    return true;
}

static bool find_factors(const struct sphere *s, const int *choice, int axis, int found[2]) {
    for (int second = 0; second < FACTORS; second++)
        for (int first = 0; first <= second; first++)
            if (made_of(s, choice, axis, first, second)) {
                found[0] = first;
                found[1] = second;
                return true;
            }
    return false;
}

static void name_factors(char *text, size_t size, const int factors[2]) {
    snprintf(text, size, "RADIUS %s%s%s", factors[0] ? factor_names[factors[0]] : "",
             factors[0] && factors[1] ? " " : "", factors[1] ? factor_names[factors[1]] : "");
}

/* Fails when x, y and z are products of other sines and cosines, of the right angles or of angles
 * with one mistake of those above. */
static void judge_factors(const struct sphere *s) {
    static const struct dimension *const dimensions = vertex_dimensions;
    for (int d = NUMBERING; d <= PSI; d++)
        for (int value = d != NUMBERING; value <= dimensions[d].count; value++) {
            int choice[FAMILY_DIMENSIONS] = {0}, found[3][2];
            char text[600] = "";
            choice[d] = value;
            if (!find_factors(s, choice, 0, found[0]) || !find_factors(s, choice, 1, found[1]) ||
                !find_factors(s, choice, 2, found[2]))
                continue;
            for (int axis = 0; axis < 3; axis++)
                if (memcmp(found[axis], owed_factors[axis], sizeof found[axis]) != 0) {
                    char is[60], owed[60];
                    size_t length = strlen(text);
                    name_factors(is, sizeof is, found[axis]);
                    name_factors(owed, sizeof owed, owed_factors[axis]);
                    snprintf(text + length, sizeof text - length, " Your %c is %s: it is %s.",
                             'x' + axis, is, owed);
                }
            fail("sine-for-cosine", "The vertices are not those of the spherical grid.%s%s%s", text,
                 value ? " And: " : "", value ? dimensions[d].values[value - 1].text : "");
        }
}

/* Fails when the bytes end inside: the first coordinates are right, the others what they were. */
static void judge_cut(const struct sphere *s) {
    static const int as_asked[FAMILY_DIMENSIONS];
    int count = 6 * s->coef * s->coef, arrived = 0;
    double p[3];
    for (; arrived < count; arrived++) {
        vertex(s, arrived / 3, as_asked, p);
        if (!coordinate_is(s, arrived / 3, arrived % 3, as_asked, p))
            break;
    }
    for (int n = arrived; n < count; n++)
        if (s->got[n] != 777)
            return;
    if (arrived == 0 || arrived == count)
        return;
    if (4 * arrived == sizeof(void *))
        fail("sizeof-pointer",
             "Only the first %d bytes of vert arrived, of %d: as many as a pointer has. "
             "sizeof of a pointer is not the size of what it points to; "
             "cudaMemcpyToSymbol is given VERTCOUNT * sizeof(Vertex).",
             4 * arrived, 4 * count);
    fail("count-instead-of-bytes",
         "Only the first %d bytes of vert arrived, %s %d: cudaMemcpyToSymbol is given "
         "VERTCOUNT * sizeof(Vertex), and a Vertex has three floats.",
         4 * arrived, 3 * arrived == count ? "a third of" : "of", 4 * count);
}

/* Fails for all x, then all y, then all z. */
static void judge_planes(const struct sphere *s) {
    static const int as_asked[FAMILY_DIMENSIONS];
    int count = 2 * s->coef * s->coef;
    for (int n = 0; n < 3 * count; n++) {
        double p[3];
        vertex(s, n % count, as_asked, p);
        if (!(fabs(s->got[n] - p[n / count]) <= 1e-5 * s->radius))
            return;
    }
    fail("other-order",
         "vert holds all x, then all y, then all z: it is an array of Vertex, in which x, y "
         "and z of a vertex stand together.");
}

/* The angle of the first vertices whose number goes up by `step` as a line: its start, and what
 * each number adds. False when not all of them lie on the line. */
static bool angle_line(const struct sphere *s, bool of_phi, double *start, double *slope) {
    int coef = s->coef, count = of_phi ? coef : coef / 2; /* half a turn each, at most */
    for (int n = 0; n < count; n++) {
        int i = of_phi ? n * coef + coef / 2 : n;
        const double *p = s->got + (size_t)(3 * i);
        double angle = of_phi ? atan2(p[1], p[0]) : atan2(hypot(p[0], p[1]), p[2]);
        if (n == 0)
            *start = angle;
        if (n == 1)
            *slope = angle - *start;
        if (!(fabs(remainder(angle - *start - n * *slope, 2 * M_PI)) <= 1e-4) && n > 1)
            return false;
    }
    return count > 2;
}

/* The plainest facts: whether the vertices lie on the sphere, and which of their angles are not
 * what is asked, each told as a line. */
static void tell_angles(const struct sphere *s) {
    double step = M_PI / s->coef, phi, dphi, psi, dpsi;
    for (int i = 0; i < 2 * s->coef * s->coef; i++) {
        const double *p = s->got + (size_t)(3 * i);
        if (!(fabs(sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - s->radius) <= 1e-4 * s->radius))
            return;
    }
    if (!angle_line(s, true, &phi, &dphi) || !angle_line(s, false, &psi, &dpsi))
        return;
    bool right_phi = fabs(phi) < 1e-4 && fabs(dphi - step) < 1e-5,
         right_psi = fabs(psi - step / 2) < 1e-4 && fabs(dpsi - step) < 1e-5;
    if (right_phi && right_psi)
        return;
    char is_phi[100] = "", is_psi[100] = "";
    if (!right_phi)
        snprintf(is_phi, sizeof is_phi, " phi is %.5g + iphi * %.5g: it is iphi * pi / COEF.", phi,
                 dphi);
    if (!right_psi)
        snprintf(is_psi, sizeof is_psi,
                 " psi is %.5g + ipsi * %.5g: it is (ipsi + 0.5) * pi / COEF.", psi, dpsi);
    fail(right_psi ? "angle-of-phi" : "angle-of-psi",
         "The vertices lie on the sphere, at other angles.%s%s pi / COEF is %.5g here.", is_phi,
         is_psi, step);
}

void check_vertices(const struct run *run) {
    static const struct family family = {vertex_dimensions, VERTEX_DIMENSIONS, 3, vertices_fit};
    static const int as_asked[FAMILY_DIMENSIONS];
    struct sphere s = {.coef = (int)judge_argument(run, "COEF"),
                       .radius = judge_argument(run, "RADIUS")};
    int count = 2 * s.coef * s.coef, right = 0, untouched = 0, first = -1;
    judge_succeeded(run, "init_vertices");
    s.got = judge_numbers(run, "vert", 3 * (size_t)count);
    if (!s.got)
        fail(NULL, "init_vertices returned cudaSuccess, but vert cannot be read any more.");
    judge_field("coordinates (x: 0, y: 1, z: 2) of the vertices", (size_t)s.coef,
                2 * (size_t)s.coef, 3);
    for (int i = 0; i < count; i++) {
        bool ok = vertex_is(&s, i, as_asked);
        if (!ok)
            note_wrong(&s, i, as_asked);
        right += ok;
        if (!ok && first < 0)
            first = i;
        /* What it was, or a host array's zeros: no vertex lies in the centre. */
        untouched += (s.got[3 * i] == 777 && s.got[3 * i + 1] == 777 && s.got[3 * i + 2] == 777) ||
                     (s.got[3 * i] == 0 && s.got[3 * i + 1] == 0 && s.got[3 * i + 2] == 0);
    }
    measured("vertices", count);
    measured("right", right);
    if (right == count)
        pass("All %d vertices are where they belong.", count);
    if (right >= 1 && untouched >= count - right - 1 && right <= count / 8 && right == first)
        fail("count-instead-of-bytes",
             "Only the first %d of %d vertices arrived. cudaMemcpyToSymbol counts bytes: "
             "give it VERTCOUNT * sizeof(Vertex).",
             right, count);
    if (untouched == count)
        fail("never-written",
             "init_vertices reports success and vert is what it was: fill a host array and "
             "copy it by cudaMemcpyToSymbol(vert, ...), or write vert's address "
             "(cudaGetSymbolAddress) from a kernel.");
    judge_cut(&s);
    judge_planes(&s);
    if (untouched > 1 && first >= 0 && right == count - untouched)
        fail("never-written",
             "Vertices %d and on (%d of %d) are never written, the others are right: iphi "
             "counts 2 * COEF steps, ipsi COEF; copy all of VERTCOUNT * sizeof(Vertex).",
             first, untouched, count);
    judge_explain("The vertices are not those of the spherical grid.", &family, &s);
    judge_factors(&s);
    tell_angles(&s);
    double p[3];
    vertex(&s, first, as_asked, p);
    fail(NULL,
         "%d of %d vertices are wrong, the first is number %d (iphi %d, ipsi %d): (%.6g, "
         "%.6g, %.6g), expected (%.6g, %.6g, %.6g).",
         count - right, count, first, first / s.coef, first % s.coef, s.got[3 * first],
         s.got[3 * first + 1], s.got[3 * first + 2], p[0], p[1], p[2]);
}

/* ---- step 5: vertex_weight ------------------------------------------------------------------- */

enum { SINE = 3, AREA, WEIGHT_PI, WEIGHT_DIMENSIONS };

static const struct deviation sines[] = {
    {"missing-sin-psi", "Every vertex has the same weight: |sin psi| is missing. Near the poles "
                        "the vertices lie closer together, and each stands for less area."},
    {"missing-sin-psi", "The weight has |cos psi| where |sin psi| belongs, or psi is counted from "
                        "the equator: psi is the angle from the z axis, and the weight is least at "
                        "the poles."},
    {"phi-psi-exchanged", "The sine is that of phi: vertex i has psi = (i % COEF + 0.5) * pi / "
                          "COEF."},
    {"missing-sin-psi", "The weight has the square of sin psi."}};
static const struct deviation areas[] = {
    {"weight-area", "The weights are twice as large as they should be: dphi and dpsi are both pi / "
                    "COEF, for phi has 2 * COEF steps in its whole turn."},
    {"weight-area", "The weights are half as large as they should be: dphi and dpsi are both pi / "
                    "COEF."},
    {"weight-area", "The weights are four times as large as they should be: dphi and dpsi are both "
                    "pi / COEF."},
    {"weight-area", "One of dphi and dpsi is missing: both are pi / COEF."},
    {"weight-area", "dphi dpsi is missing: the weight is |sin psi| * (pi / COEF) * (pi / COEF)."},
    {"weight-area", "The weight is that of a sphere of radius RADIUS: it is to be the unit "
                    "sphere's, without RADIUS."},
    {"weight-area", "The weights are divided by 4 pi: the integral is over the whole sphere, not "
                    "its mean."},
    {"weight-area", "The weights are a quarter of what they should be: dphi and dpsi are both pi / "
                    "COEF."},
    {"degrees", "dphi and dpsi are in degrees: both are pi / COEF."},
    {NULL, "Every weight is 0."},
    {"weight-area", "dphi and dpsi are 1 / COEF: both are pi / COEF."},
    {"weight-area", "pi is missing in one of dphi and dpsi: both are pi / COEF."},
    {"weight-area",
     "The weights have a factor RADIUS: they are the unit sphere's, without RADIUS."},
    {"weight-area", "The weights are those of the exact areas between two circles of latitude: "
                    "asked for is |sin psi| dphi dpsi, which the integral's error follows from."},
    {"weight-area",
     "4 pi is divided by the number of vertices, as if each stood for as much of the "
     "sphere: dphi and dpsi are both pi / COEF."}};
static const struct dimension weight_dimensions[] = {DIMENSION(numberings), DIMENSION(phis),
                                                     DIMENSION(psis),       DIMENSION(sines),
                                                     DIMENSION(areas),      DIMENSION(pis)};

static double weight_as(int i, int coef, double radius, const int *choice) {
    double phi, psi, pi = pi_of[choice[WEIGHT_PI]], step = pi / coef;
    const double areas_of[] = {step * step,
                               2 * step * step,
                               step * step / 2,
                               4 * step * step,
                               step,
                               1,
                               radius * radius * step * step,
                               step * step / (4 * M_PI),
                               step * step / 4,
                               180.0 / coef * 180 / coef,
                               0,
                               1.0 / coef / coef,
                               step / coef,
                               radius * step * step,
                               2 * sin(step / 2) * step,
                               4 * pi / (2.0 * coef * coef)};
    angles(i, coef, pi, choice, &phi, &psi);
    const double sines_of[] = {fabs(sin(psi)), 1, fabs(cos(psi)), fabs(sin(phi)),
                               sin(psi) * sin(psi)};
    return sines_of[choice[SINE]] * areas_of[choice[AREA]];
}

double sphere_weight(int i, int coef) {
    static const int as_asked[FAMILY_DIMENSIONS];
    return weight_as(i, coef, 1, as_asked);
}

static int weights_fit(const int *choice, const void *context) {
    const struct sphere *s = context;
    int count = 2 * s->coef * s->coef;
    double largest = 0;
    if (choice[PSI] == PSI_FROM_EQUATOR) /* the cosine's numbers, which is the likelier way there */
        return 0;
    for (int i = 0; i < count; i++)
        largest = fmax(largest, fabs(s->got[i]));
    for (int i = 0; i < count; i++)
        if (!(fabs(s->got[i] - weight_as(i, s->coef, s->radius, choice)) <=
              1e-5 * largest * (choice[PSI] >= 7 ? 10 : 1)))
            return 0;
    return count;
}

void check_weights(const struct run *run) {
    static const struct family family = {weight_dimensions, WEIGHT_DIMENSIONS, 3, weights_fit};
    struct sphere s = {.coef = (int)judge_argument(run, "COEF"),
                       .radius = judge_argument(run, "RADIUS")};
    int count = 2 * s.coef * s.coef, wrong = 0, first = 0, negative = 0;
    judge_succeeded(run, "vertex_weight");
    s.got = judge_numbers(run, "weights", (size_t)count);
    if (!s.got)
        fail(NULL, "The weights cannot be read.");
    judge_field("weights", (size_t)s.coef, 2 * (size_t)s.coef, 1);
    for (int i = count; i-- > 0;)
        if (!(fabs(s.got[i] - sphere_weight(i, s.coef)) <=
              1e-5 * (M_PI / s.coef) * (M_PI / s.coef))) {
            judge_wrong((size_t)i, s.got[i], sphere_weight(i, s.coef));
            wrong++;
            first = i;
            negative += s.got[i] < 0;
        }
    if (!wrong)
        pass("All %d weights are |sin psi| dphi dpsi.", count);
    char what[200];
    snprintf(what, sizeof what, "vertex_weight(%d) is %.7g, expected %.7g.", first, s.got[first],
             sphere_weight(first, s.coef));
    bool zero = true;
    for (int i = 0; i < count; i++)
        zero &= s.got[i] == 0;
    if (zero) /* many ways lead there */
        fail(NULL,
             "%s All weights are 0: nothing is computed, or a factor is 0, as a division of "
             "whole numbers, such as 1 / COEF, is, and as the sine of an angle that is 0 by "
             "one.",
             what);
    judge_explain(what, &family, &s);
    double times = s.got[0] / sphere_weight(0, s.coef);
    bool all = true;
    for (int i = 0; i < count; i++)
        all &= fabs(s.got[i] - times * sphere_weight(i, s.coef)) <= 1e-5 * fabs(s.got[i]);
    if (all)
        fail("weight-area",
             "%s Each weight is %.6g times what it should be: |sin psi| is right, and its "
             "factor is %.6g where dphi dpsi is (pi / COEF) * (pi / COEF) = %.6g.",
             what, times, times * pow(M_PI / s.coef, 2), pow(M_PI / s.coef, 2));
    fail(NULL, "%s %d of %d are wrong%s; psi is number %d of %d.", what, wrong, count,
         negative ? ", some of them negative: the weight has |sin psi|" : "", first % s.coef,
         s.coef);
}
