/* Lab 7: what steps 4 and 5 return at a point: as asked, and with what people do otherwise there
 * (families, family.c). */
#include "points.h"

#include <math.h>

/* ---- step 4: the settings of the texture ----------------------------------------------------- */

enum {
    TUNE_FILTER,
    TUNE_NORMALIZED,
    TUNE_BORDER,
    TUNE_BORDER_X,
    TUNE_DIMENSIONS = TUNE_BORDER_X + 3
};

static bool is_nearest(struct choice *c) {
    INSTEAD(
        true, "point-filter",
        "The samples are those of the nearest texel: the filter mode is point, which is what a zeroed "
        "cudaTextureDesc has. Set filterMode to cudaFilterModeLinear.");
    ASKED(false);
}
static bool is_normalized(struct choice *c) {
    INSTEAD(
        true, "normalized-coordinates",
        "The texture takes coordinates from 0 to 1, and the lab counts texels: set normalizedCoords "
        "to 0.");
    ASKED(false);
}

#define BORDER(along)                                                                              \
    "Outside the array the border colour, 0, is mixed in along " along                             \
    ": set addressMode[axis] to cudaAddressModeClamp for all three axes."
static bool is_border_along(struct choice *c, int axis) {
    static const char *const texts[3] = {BORDER("x"), BORDER("y"), BORDER("z")};
    INSTEAD(true, "wrong-address-mode", texts[axis]);
    ASKED(false);
}
static bool is_border(struct choice *c, bool along) {
    INSTEAD(true, "wrong-address-mode", BORDER("x, y and z"));
    ASKED(along);
}

static double tuned(const struct grid *g, const double u[3], struct choice *choices) {
    struct settings s = {.point = is_nearest(&choices[TUNE_FILTER]),
                         .normalized = is_normalized(&choices[TUNE_NORMALIZED])};
    double p[3];
    for (int axis = 0; axis < 3; axis++) {
        s.border[axis] =
            is_border(&choices[TUNE_BORDER], is_border_along(&choices[TUNE_BORDER_X + axis], axis));
        p[axis] = u[axis] + 0.5;
    }
    return texture_value(g, s, p);
}
const struct point_family tune_family = {TUNE_DIMENSIONS, 3, TUNE_DIMENSIONS, tuned};

/* ---- step 5: fetch_hardware ------------------------------------------------------------------ */

enum {
    FETCH_VALUE,
    FETCH_HALF,
    FETCH_HALF_X,
    FETCH_ORDER = 5,
    FETCH_SCALE,
    FETCH_ROUNDING,
    FETCH_MIRROR,
    FETCH_CUT_X,
    FETCH_DIMENSIONS = FETCH_CUT_X + 3
};

/* The value at coordinates p, of the point u. */
static double value_at(struct choice *c, const struct grid *g, const double u[3],
                       const double p[3]) {
    const double in_nodes[3] = {p[0] - 0.5, p[1] - 0.5, p[2] - 0.5};
    INSTEAD(0, NULL, "Every sample is 0, whatever the texture holds there.");
    INSTEAD(
        interpolated_value(g, in_nodes), "technique-missing",
        "These samples are interpolated in full precision, not by the texture unit, whose weights are "
        "multiples of 1/256. Read through tex3D.");
    INSTEAD(function_at(g, u), "technique-missing",
            "The samples are those of the function func itself, at the point: what "
            "the texture holds is to be read and interpolated, by tex3D.");
    ASKED(texture_value(g, (struct settings){0}, p));
}

#define NO_HALF(where)                                                                             \
    "Your samples are the right ones, half a texel off" where ": texel i is centred on "           \
    "coordinate i + 0.5. Add 0.5f to each coordinate of tex3D."
#define TWICE(where)                                                                               \
    "Your samples are the right ones, half a texel too far" where ": 0.5f has been added twice."
#define BACK(where)                                                                                \
    "Your samples are the right ones, a whole texel off" where ": 0.5f is taken away; it is to "   \
    "be added, for texel i is centred on coordinate i + 0.5."
static double half_along(struct choice *c, int axis) {
#define ALONG(text)                                                                                \
    ((const char *const[]){text(" along x"), text(" along y"), text(" along z")})[axis]
    INSTEAD(0, "no-half-texel", ALONG(NO_HALF));
    INSTEAD(1, "no-half-texel", ALONG(TWICE));
    INSTEAD(-0.5, "no-half-texel", ALONG(BACK));
    ASKED(0.5);
}
static double half_texel(struct choice *c, double along) {
    INSTEAD(0, "no-half-texel", NO_HALF(""));
    INSTEAD(1, "no-half-texel", TWICE(""));
    INSTEAD(-0.5, "no-half-texel", BACK(""));
    ASKED(along);
}

#define CUT(axis)                                                                                  \
    "The coordinate along " axis                                                                   \
    ", and along no other axis, is cut to a whole number before it is used: what lies between the nodes is lost there. Keep it a float."
static double cut_along(struct choice *c, int axis, double u, double otherwise) {
    static const char *const texts[3] = {CUT("x"), CUT("y"), CUT("z")};
    INSTEAD(trunc(u), "coordinate-truncated", texts[axis]);
    ASKED(otherwise);
}

static double fetched(const struct grid *g, const double u[3], struct choice *choices) {
    const struct axes order = order_of(&choices[FETCH_ORDER]);
    const struct sides sides = sides_of(&choices[FETCH_MIRROR]);
    double p[3];
    for (int axis = 0; axis < 3; axis++) {
        const int from = order.of[axis];
        const struct scaled at =
            scaled(&choices[FETCH_SCALE], sides.turned[from] ? g->size - 1 - u[from] : u[from],
                   g->size, g->radius);
        const double half =
            half_texel(&choices[FETCH_HALF], half_along(&choices[FETCH_HALF_X + axis], axis));
        p[axis] = (cut_along(&choices[FETCH_CUT_X + axis], axis, at.at,
                             rounded(&choices[FETCH_ROUNDING], at.at)) +
                   half) /
                      at.by -
                  at.less;
    }
    return value_at(&choices[FETCH_VALUE], g, u, p);
}
const struct point_family fetch_family = {FETCH_DIMENSIONS, 4, FETCH_DIMENSIONS, fetched};
