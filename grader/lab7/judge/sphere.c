/* Lab 7: the vertices of the spherical grid (step 2) and their weights (step 5). */
#include "points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERING, PHI, PSI, LENGTH, PLACES, TILT, SIGNS, NUMBER_PI, VERTEX_DIMENSIONS };

#define TAKEN_APART(what, is, owed)                                                                \
    "Of vertex i " what " is taken to be " is ": it is " owed                                      \
    ", for vertex number iphi * COEF + ipsi."
/* Of vertex i. */
struct numbers {
    double iphi, ipsi;
};
static struct numbers numbers_of(struct choice *c, int i, int coef) {
    const int later =
        i / coef ? i / coef - 1 : 0; /* of two at one place the later one, of none NAN */
    INSTEAD(((struct numbers){i % (2 * coef), i / (2 * coef)}), "other-order",
            "The vertices are right and in another order: vertex number iphi * COEF + "
            "ipsi, so psi runs fastest. The weights of step 5 rely on it.");
    INSTEAD(((struct numbers){i % coef, i / coef}), "phi-psi-exchanged",
            "iphi and ipsi are exchanged: vertex i has iphi = i / COEF and ipsi = i "
            "% COEF.");
    INSTEAD(((struct numbers){i, i}), "other-order",
            "The number of the vertex is not taken apart: vertex i has iphi = i / COEF and "
            "ipsi = i % COEF.");
    INSTEAD(((struct numbers){later < coef ? i - later * coef : NAN, later}), "other-order",
            "Vertex (iphi, ipsi) is stored at ipsi * COEF + iphi, where another one is "
            "stored too: it is number iphi * COEF + ipsi.");
    INSTEAD(((struct numbers){i / (2 * coef), i % coef}), "other-order",
            TAKEN_APART("iphi", "i / (2 * COEF)", "i / COEF"));
    INSTEAD(((struct numbers){i % (2 * coef), i % coef}), "other-order",
            TAKEN_APART("iphi", "i, or i % (2 * COEF)", "i / COEF"));
    INSTEAD(((struct numbers){i % coef, i % coef}), "other-order",
            TAKEN_APART("iphi", "i % COEF", "i / COEF"));
    INSTEAD(((struct numbers){i / coef, i / coef}), "other-order",
            TAKEN_APART("ipsi", "i / COEF", "i % COEF"));
    INSTEAD(((struct numbers){i / coef, i % (2 * coef)}), "other-order",
            TAKEN_APART("ipsi", "i, or i % (2 * COEF)", "i % COEF"));
    ASKED(((struct numbers){i / coef, i % coef}));
}

struct angle {
    double at;
    enum { EXACT, MANY_TURNS, FROM_EQUATOR, ROUGH } kind; /* how far it may be off, in floats */
};
static struct angle phi_of(struct choice *c, double iphi, int coef, double pi) {
    const double step = pi / coef;
    INSTEAD(((struct angle){iphi * step / 2, EXACT}), "angle-of-phi",
            "phi ends at half a turn: its step is pi / COEF, for 2 * COEF steps.");
    INSTEAD(((struct angle){iphi * step * 2, EXACT}), "angle-of-phi",
            "phi goes round twice: its step is pi / COEF, for 2 * COEF steps.");
    INSTEAD(((struct angle){(iphi + 0.5) * step, EXACT}), "angle-of-phi",
            "phi begins half a step too late: the half belongs to psi alone.");
    INSTEAD(((struct angle){iphi * 2 * pi / (2 * coef - 1), EXACT}), "angle-of-phi",
            "The last phi is a whole turn, which is the first one again: the step is pi / "
            "COEF, not 2 pi / (2 COEF - 1).");
    INSTEAD(((struct angle){floor(iphi / coef) * pi, EXACT}), "integer-division",
            "iphi / COEF is a division of whole numbers, 0 or 1: the angle phi is "
            "iphi * pi / COEF, in floating point.");
    INSTEAD(((struct angle){iphi * 180 / coef, MANY_TURNS}), "degrees",
            "sin and cos take radians, and the angle phi is in degrees.");
    INSTEAD(((struct angle){(iphi + 1) * step, EXACT}), "angle-of-phi",
            "phi begins a step too late: phi = iphi * pi / COEF.");
    INSTEAD(((struct angle){iphi, EXACT}), "angle-of-phi",
            "phi is iphi itself: the angle is iphi * pi / COEF.");
    INSTEAD(((struct angle){iphi * pi / (coef - 1), EXACT}), "angle-of-phi",
            "The step of phi is pi / (COEF - 1): it is pi / COEF, so that 2 * COEF steps "
            "make a turn.");
    INSTEAD(((struct angle){iphi * step / coef, EXACT}), "angle-of-phi",
            "The step of phi is divided by COEF once more, as 2 pi / VERTCOUNT is: it is "
            "pi / COEF.");
    ASKED(((struct angle){iphi * step, EXACT}));
}
static struct angle psi_of(struct choice *c, double ipsi, int coef, double pi) {
    const double step = pi / coef;
    INSTEAD(((struct angle){ipsi * step, EXACT}), "no-half-step",
            "psi starts half a step too early: psi = (ipsi + 0.5) * pi / COEF, so that no "
            "vertex lies on a pole.");
    INSTEAD(((struct angle){(ipsi + 1) * step, EXACT}), "no-half-step",
            "psi starts half a step too late: psi = (ipsi + 0.5) * pi / COEF, so that no "
            "vertex lies on a pole.");
    INSTEAD(((struct angle){ipsi * pi / (coef - 1), EXACT}), "no-half-step",
            "psi goes from pole to pole with both ends: psi = (ipsi + 0.5) * pi / COEF, "
            "so that no vertex lies on a pole.");
    INSTEAD(((struct angle){(ipsi + 0.5) * step / 2, EXACT}), "angle-of-psi",
            "psi ends at a quarter turn: its step is pi / COEF, for COEF steps.");
    INSTEAD(((struct angle){(ipsi + 0.5) * step * 2, EXACT}), "angle-of-psi",
            "psi ends at a whole turn: its step is pi / COEF, for COEF steps.");
    INSTEAD(((struct angle){floor(ipsi / coef) * pi, EXACT}), "integer-division",
            "psi is 0 for every vertex: a division of whole numbers, such as ipsi / "
            "COEF or 22 / 7 / COEF, is 0. Write (ipsi + 0.5) * pi / COEF, in "
            "floating point.");
    INSTEAD(((struct angle){(ipsi + 0.5) * 180 / coef, MANY_TURNS}), "degrees",
            "sin and cos take radians, and the angle psi is in degrees.");
    INSTEAD(((struct angle){pi / 2 - (ipsi + 0.5) * step, FROM_EQUATOR}), "angle-of-psi",
            "psi is measured from the equator: it is the angle from the z axis, 0 at the "
            "pole.");
    INSTEAD(((struct angle){ipsi + 0.5, ROUGH}), "angle-of-psi",
            "psi is ipsi + 0.5 itself: the angle is (ipsi + 0.5) * pi / COEF.");
    INSTEAD(((struct angle){(ipsi - 0.5) * step, ROUGH}), "no-half-step",
            "psi starts a step too early: psi = (ipsi + 0.5) * pi / COEF.");
    INSTEAD(((struct angle){(ipsi + 0.5) * pi / (coef - 1), ROUGH}), "angle-of-psi",
            "The step of psi is pi / (COEF - 1): it is pi / COEF.");
    INSTEAD(((struct angle){(ipsi + 0.5) * step / coef, ROUGH}), "angle-of-psi",
            "The step of psi is divided by COEF once more, as 2 pi / VERTCOUNT is: it is "
            "pi / COEF.");
    INSTEAD(((struct angle){ipsi * step + 0.5, ROUGH}), "no-half-step",
            "0.5 is added to the angle psi, not to its number: psi = (ipsi + 0.5) * pi / "
            "COEF, with the brackets.");
    ASKED(((struct angle){(ipsi + 0.5) * step, EXACT}));
}

/* The angles of vertex i. */
static void angles(int i, int coef, double pi, struct choice *choices, struct angle *phi,
                   struct angle *psi) {
    const struct numbers numbers = numbers_of(&choices[NUMBERING], i, coef);
    *phi = phi_of(&choices[PHI], numbers.iphi, coef, pi);
    *psi = psi_of(&choices[PSI], numbers.ipsi, coef, pi);
}

#define PI_IS(what) "pi is " what ", not 3.14159265: M_PI, or acos(-1.0)."
#define NEARLY_PI 3.1416
static double pi_of(struct choice *c) {
    INSTEAD(3, "integer-division", PI_IS("3, perhaps 22 / 7 in whole numbers"));
    INSTEAD(3.14, NULL, PI_IS("3.14"));
    INSTEAD(22.0 / 7, NULL, PI_IS("22.0 / 7"));
    INSTEAD(3.1415, NULL, PI_IS("3.1415"));
    INSTEAD(NEARLY_PI, NULL, PI_IS("3.1416"));
    INSTEAD(3.142, NULL, PI_IS("3.142"));
    INSTEAD(3.141, NULL, PI_IS("3.141"));
    INSTEAD(3.1, NULL, PI_IS("3.1"));
    ASKED(M_PI);
}

/* ---- step 2 ---------------------------------------------------------------------------------- */

/* The radius, and the coordinates that lack it. */
struct length {
    double by;
    bool bare[3];
};
static struct length length_of(struct choice *c, double r) {
    INSTEAD(((struct length){.by = 1}), "radius-missing",
            "The vertices lie on a sphere of radius 1: multiply x, y and z by RADIUS.");
    INSTEAD(((struct length){.by = 2 * r}), "radius-missing",
            "The vertices lie on a sphere of twice the radius: RADIUS is the radius.");
    INSTEAD(((struct length){.by = r / 2}), "radius-missing",
            "The vertices lie on a sphere of half the radius: RADIUS is the radius.");
    INSTEAD(((struct length){.by = r * r}), "radius-missing", "RADIUS is multiplied in twice.");
    INSTEAD(((struct length){.by = r, .bare = {true, false, false}}), "radius-missing",
            "x lacks the factor RADIUS.");
    INSTEAD(((struct length){.by = r, .bare = {false, true, false}}), "radius-missing",
            "y lacks the factor RADIUS.");
    INSTEAD(((struct length){.by = r, .bare = {false, false, true}}), "radius-missing",
            "z lacks the factor RADIUS.");
    INSTEAD(((struct length){.by = r, .bare = {true, true, false}}), "radius-missing",
            "x and y lack the factor RADIUS.");
    ASKED(((struct length){.by = r}));
}

static struct axes places_of(struct choice *c) {
    INSTEAD(((struct axes){{2, 1, 0}}), "phi-psi-exchanged",
            "x and z are exchanged: z = RADIUS cos(psi).");
    INSTEAD(((struct axes){{0, 2, 1}}), "x-y-exchanged",
            "y and z are exchanged: z = RADIUS cos(psi), y has sin(phi).");
    INSTEAD(((struct axes){{1, 0, 2}}), "x-y-exchanged",
            "x and y are exchanged: x has cos(phi), y has sin(phi).");
    INSTEAD(((struct axes){{1, 2, 0}}), "x-y-exchanged",
            "x, y and z are exchanged all three: x has cos(phi), y has sin(phi), z = "
            "RADIUS cos(psi).");
    INSTEAD(((struct axes){{2, 0, 1}}), "x-y-exchanged",
            "x, y and z are exchanged all three: x has cos(phi), y has sin(phi), z = "
            "RADIUS cos(psi).");
    ASKED(((struct axes){{0, 1, 2}}));
}

/* The angle around the z axis, and what x and y, and z, have of the other one. */
struct tilt {
    double around, across, along;
};
static struct tilt tilt_of(struct choice *c, double phi, double psi) {
    INSTEAD(
        ((struct tilt){psi, sin(phi), cos(phi)}), "phi-psi-exchanged",
        "phi and psi are exchanged: psi (ipsi + 0.5 steps) is the angle from the z axis, phi (iphi "
        "steps) the one around it.");
    INSTEAD(((struct tilt){phi, cos(psi), sin(psi)}), "angle-of-psi",
            "sin(psi) and cos(psi) are exchanged: psi is the angle from the z axis, so "
            "that z = RADIUS cos(psi) and x and y have sin(psi).");
    INSTEAD(((struct tilt){phi, 1, cos(psi)}), "sine-missing",
            "x and y lack the factor sin(psi): the vertices lie on a cylinder.");
    ASKED(((struct tilt){phi, sin(psi), cos(psi)}));
}

/* The coordinate with the wrong sign, or -1. */
static int negative_of(struct choice *c) {
    INSTEAD(0, "wrong-sign", "x has the wrong sign.");
    INSTEAD(1, "wrong-sign", "y has the wrong sign.");
    INSTEAD(2, "wrong-sign", "z has the wrong sign.");
    ASKED(-1);
}

struct sphere {
    const double *got;
    int coef;
    double radius;
};

/* Vertex i; how far it may be off, in radii. */
static double vertex_with(const struct sphere *s, int i, struct choice *choices, double p[3]) {
    const struct length length = length_of(&choices[LENGTH], s->radius);
    const struct axes places = places_of(&choices[PLACES]);
    const int negative = negative_of(&choices[SIGNS]);
    struct angle phi, psi;
    angles(i, s->coef, pi_of(&choices[NUMBER_PI]), choices, &phi, &psi);
    const struct tilt tilt = tilt_of(&choices[TILT], phi.at, psi.at);
    double q[3] = {length.by * tilt.across * cos(tilt.around),
                   length.by * tilt.across * sin(tilt.around), length.by * tilt.along};
    for (int axis = 0; axis < 3; axis++) {
        if (length.bare[axis])
            q[axis] /= s->radius;
        if (axis == negative)
            q[axis] *= -1;
    }
    for (int axis = 0; axis < 3; axis++)
        p[axis] = isnan(tilt.around) ? 0 : q[places.of[axis]];
    return phi.kind == MANY_TURNS || psi.kind == MANY_TURNS ? 1e-4 : 1e-5;
}

static double vertex(const struct sphere *s, int i, const int *choice, double p[3]) {
    struct choice choices[VERTEX_DIMENSIONS];
    judge_choose(choice, VERTEX_DIMENSIONS, choices);
    return vertex_with(s, i, choices, p);
}

static double vertex_lines(const void *context, struct choice *choices, size_t i) {
    double p[3];
    return vertex_with(context, (int)i, choices, p);
}
static void list_vertices(struct sphere *s, struct dimension dimensions[VERTEX_DIMENSIONS]) {
    judge_list_lines(
        &(struct value_family){
            .count = VERTEX_DIMENSIONS, .got_count = 1, .with = vertex_lines, .context = s},
        dimensions);
}

/* Is this coordinate that of p, which may be so much off? */
static bool coordinate_is(const struct sphere *s, int i, int axis, double off, const double *p) {
    return fabs(s->got[3 * i + axis] - p[axis]) <= off * s->radius;
}

static bool vertex_is(const struct sphere *s, int i, const int *choice) {
    double p[3];
    const double off = vertex(s, i, choice, p);
    for (int axis = 0; axis < 3; axis++)
        if (!coordinate_is(s, i, axis, off, p))
            return false;
    return true;
}

/* For the report: the coordinates that are not what is asked. */
static void note_wrong(const struct sphere *s, int i, const int *as_asked) {
    double p[3];
    const double off = vertex(s, i, as_asked, p);
    for (int axis = 0; axis < 3; axis++)
        if (!coordinate_is(s, i, axis, off, p))
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
        struct choice choices[PSI + 1];
        struct angle phi, psi;
        judge_choose(choice, PSI + 1, choices);
        angles(i, s->coef, M_PI, choices, &phi, &psi);
        const double factors[FACTORS] = {1, sin(phi.at), cos(phi.at), sin(psi.at), cos(psi.at)};
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
static void judge_factors(const struct sphere *s, const struct dimension *dimensions) {
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
        const double off = vertex(s, arrived / 3, as_asked, p);
        if (!coordinate_is(s, arrived / 3, arrived % 3, off, p))
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
    struct dimension dimensions[VERTEX_DIMENSIONS];
    const struct family family = {dimensions, VERTEX_DIMENSIONS, 3, vertices_fit};
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
    list_vertices(&s, dimensions);
    judge_explain("The vertices are not those of the spherical grid.", &family, &s);
    judge_factors(&s, dimensions);
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

static double sine_of(struct choice *c, double phi, double psi) {
    INSTEAD(1, "missing-sin-psi",
            "Every vertex has the same weight: |sin psi| is missing. Near the poles "
            "the vertices lie closer together, and each stands for less area.");
    INSTEAD(fabs(cos(psi)), "missing-sin-psi",
            "The weight has |cos psi| where |sin psi| belongs, or psi is counted from "
            "the equator: psi is the angle from the z axis, and the weight is least at "
            "the poles.");
    INSTEAD(fabs(sin(phi)), "phi-psi-exchanged",
            "The sine is that of phi: vertex i has psi = (i % COEF + 0.5) * pi / "
            "COEF.");
    INSTEAD(sin(psi) * sin(psi), "missing-sin-psi", "The weight has the square of sin psi.");
    ASKED(fabs(sin(psi)));
}

static double area_of(struct choice *c, int coef, double radius, double pi) {
    const double step = pi / coef;
    INSTEAD(2 * step * step, "weight-area",
            "The weights are twice as large as they should be: dphi and dpsi are both pi / "
            "COEF, for phi has 2 * COEF steps in its whole turn.");
    INSTEAD(step * step / 2, "weight-area",
            "The weights are half as large as they should be: dphi and dpsi are both pi / "
            "COEF.");
    INSTEAD(4 * step * step, "weight-area",
            "The weights are four times as large as they should be: dphi and dpsi are both "
            "pi / COEF.");
    INSTEAD(step, "weight-area", "One of dphi and dpsi is missing: both are pi / COEF.");
    INSTEAD(1, "weight-area",
            "dphi dpsi is missing: the weight is |sin psi| * (pi / COEF) * (pi / COEF).");
    INSTEAD(radius * radius * step * step, "weight-area",
            "The weight is that of a sphere of radius RADIUS: it is to be the unit "
            "sphere's, without RADIUS.");
    INSTEAD(step * step / (4 * M_PI), "weight-area",
            "The weights are divided by 4 pi: the integral is over the whole sphere, not "
            "its mean.");
    INSTEAD(step * step / 4, "weight-area",
            "The weights are a quarter of what they should be: dphi and dpsi are both pi / "
            "COEF.");
    INSTEAD(180.0 / coef * 180 / coef, "degrees",
            "dphi and dpsi are in degrees: both are pi / COEF.");
    INSTEAD(0, NULL, "Every weight is 0.");
    INSTEAD(1.0 / coef / coef, "weight-area", "dphi and dpsi are 1 / COEF: both are pi / COEF.");
    INSTEAD(step / coef, "weight-area",
            "pi is missing in one of dphi and dpsi: both are pi / COEF.");
    INSTEAD(radius * step * step, "weight-area",
            "The weights have a factor RADIUS: they are the unit sphere's, without RADIUS.");
    INSTEAD(2 * sin(step / 2) * step, "weight-area",
            "The weights are those of the exact areas between two circles of latitude: "
            "asked for is |sin psi| dphi dpsi, which the integral's error follows from.");
    INSTEAD(4 * pi / (2.0 * coef * coef), "weight-area",
            "4 pi is divided by the number of vertices, as if each stood for as much of the "
            "sphere: dphi and dpsi are both pi / COEF.");
    ASKED(step * step);
}

/* The weight of vertex i; and of what kind psi is. */
static double weight_with(int i, int coef, double radius, struct choice *choices,
                          struct angle *psi) {
    const double pi = pi_of(&choices[WEIGHT_PI]);
    struct angle phi;
    angles(i, coef, pi, choices, &phi, psi);
    return sine_of(&choices[SINE], phi.at, psi->at) * area_of(&choices[AREA], coef, radius, pi);
}

static double weight_as(int i, int coef, double radius, const int *choice) {
    struct choice choices[WEIGHT_DIMENSIONS];
    struct angle psi;
    judge_choose(choice, WEIGHT_DIMENSIONS, choices);
    return weight_with(i, coef, radius, choices, &psi);
}

static double weight_lines(const void *context, struct choice *choices, size_t i) {
    const struct sphere *s = context;
    struct angle psi;
    return weight_with((int)i, s->coef, s->radius, choices, &psi);
}
static void list_weights(struct sphere *s, struct dimension dimensions[WEIGHT_DIMENSIONS]) {
    judge_list_lines(
        &(struct value_family){
            .count = WEIGHT_DIMENSIONS, .got_count = 1, .with = weight_lines, .context = s},
        dimensions);
}

double sphere_weight(int i, int coef) {
    static const int as_asked[FAMILY_DIMENSIONS];
    return weight_as(i, coef, 1, as_asked);
}

static int weights_fit(const int *choice, const void *context) {
    const struct sphere *s = context;
    int count = 2 * s->coef * s->coef;
    struct choice choices[WEIGHT_DIMENSIONS];
    struct angle psi;
    double largest = 0;
    judge_choose(choice, WEIGHT_DIMENSIONS, choices);
    for (int i = 0; i < count; i++)
        largest = fmax(largest, fabs(s->got[i]));
    for (int i = 0; i < count; i++) {
        const double weight = weight_with(i, s->coef, s->radius, choices, &psi);
        if (psi.kind == FROM_EQUATOR) /* the cosine's numbers, which is the likelier way there */
            return 0;
        if (!(fabs(s->got[i] - weight) <= 1e-5 * largest * (psi.kind != EXACT ? 10 : 1)))
            return 0;
    }
    return count;
}

void check_weights(const struct run *run) {
    struct dimension dimensions[WEIGHT_DIMENSIONS];
    const struct family family = {dimensions, WEIGHT_DIMENSIONS, 3, weights_fit};
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
    list_weights(&s, dimensions);
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
