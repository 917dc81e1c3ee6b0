/* Lab 7: what steps 4 and 5 return at a point: as asked, and with what people do otherwise there
 * (families, family.c). */
#include "points.h"
#include "texture/unit.h"

#include <math.h>
#include <stdlib.h>

static struct grid grid_of(uint64_t seed, int size, float (*field)(uint64_t, int, int, int)) {
    struct grid grid = {size, malloc((size_t)size * size * size * sizeof(float)), 0, seed};
    float *value = grid.values;
    if (!value)
        exit(3);
    for (int k = 0; k < size; k++)
        for (int j = 0; j < size; j++)
            for (int i = 0; i < size; i++)
                *value++ = field(seed, i, j, k);
    return grid;
}

struct grid hidden_grid(uint64_t seed, int size) {
    return grid_of(seed, size, hidden_value);
}
struct grid hidden_even_grid(uint64_t seed, int size) {
    return grid_of(seed, size, hidden_even_value);
}

double function_at(const struct grid *grid, const double u[3]) {
    double at[3];
    for (int axis = 0; axis < 3; axis++)
        at[axis] = u[axis] * 2 * grid->radius / (grid->size - 1) - grid->radius;
    return hidden_function(grid->seed, at[0], at[1], at[2]);
}

struct settings {
    bool point, normalized, border[3];
};

/* The texture unit's value at coordinates p, in texels (texel i is centred on i + 0.5). */
static double texture_value(const struct grid *grid, struct settings settings, const double p[3]) {
    cpudev_texture t = {.data = (const unsigned char *)grid->values,
                        .row_pitch = (size_t)grid->size * 4,
                        .slice_pitch = (size_t)grid->size * (size_t)grid->size * 4,
                        .width = grid->size,
                        .height = grid->size,
                        .depth = grid->size,
                        .shape = CPUDEV_TEXTURE_3D,
                        .format = CPUDEV_TEXEL_F32,
                        .channels = 1,
                        .linear = !settings.point,
                        .normalized = settings.normalized};
    for (int axis = 0; axis < 3; axis++)
        t.address[axis] = settings.border[axis] ? CPUDEV_BORDER : CPUDEV_CLAMP;
    cpudev_texel out;
    cpudev_texture_prepare(&t);
    cpudev_texture_sample(&t, (float)p[0], (float)p[1], (float)p[2], 0, &out);
    return (double)out.f[0];
}

/* ---- step 4: the settings of the texture ----------------------------------------------------- */

enum { TUNE_FILTER, TUNE_NORMALIZED, TUNE_BORDER, TUNE_BORDER_X, TUNE_BORDER_Y, TUNE_BORDER_Z };

#define CLAMP "set addressMode[axis] to cudaAddressModeClamp for all three axes."
static const struct deviation filters[] = {
    {"point-filter",
     "The samples are those of the nearest texel: the filter mode is point, which is what a zeroed "
     "cudaTextureDesc has. Set filterMode to cudaFilterModeLinear."}};
static const struct deviation normalizing[] = {
    {"normalized-coordinates",
     "The texture takes coordinates from 0 to 1, and the lab counts texels: set normalizedCoords "
     "to 0."}};
static const struct deviation border_all[] = {
    {"wrong-address-mode",
     "Outside the array the border colour, 0, is mixed in along x, y and z: " CLAMP}};
static const struct deviation border_x[] = {
    {"wrong-address-mode", "Outside the array the border colour, 0, is mixed in along x: " CLAMP}};
static const struct deviation border_y[] = {
    {"wrong-address-mode", "Outside the array the border colour, 0, is mixed in along y: " CLAMP}};
static const struct deviation border_z[] = {
    {"wrong-address-mode", "Outside the array the border colour, 0, is mixed in along z: " CLAMP}};
static const struct dimension tune_dimensions[] = {DIMENSION(filters),    DIMENSION(normalizing),
                                                   DIMENSION(border_all), DIMENSION(border_x),
                                                   DIMENSION(border_y),   DIMENSION(border_z)};

static double tuned(const struct grid *g, const double u[3], const int *choice) {
    struct settings s = {.point = choice[TUNE_FILTER], .normalized = choice[TUNE_NORMALIZED]};
    double p[3];
    for (int axis = 0; axis < 3; axis++) {
        s.border[axis] = choice[TUNE_BORDER] || choice[TUNE_BORDER_X + axis];
        p[axis] = u[axis] + 0.5;
    }
    return texture_value(g, s, p);
}
const struct point_family tune_family = {tune_dimensions, 6, 3, 6, tuned};

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

#define NO_HALF(where)                                                                             \
    "Your samples are the right ones, half a texel off" where ": texel i is centred on "           \
    "coordinate i + 0.5. Add 0.5f to each coordinate of tex3D."
#define TWICE(where)                                                                               \
    "Your samples are the right ones, half a texel too far" where ": 0.5f has been added twice."
#define BACK(where)                                                                                \
    "Your samples are the right ones, a whole texel off" where ": 0.5f is taken away; it is to "   \
    "be added, for texel i is centred on coordinate i + 0.5."
static const struct deviation value_deviations[] = {
    {NULL, "Every sample is 0, whatever the texture holds there."},
    {"technique-missing",
     "These samples are interpolated in full precision, not by the texture unit, whose weights are "
     "multiples of 1/256. Read through tex3D."},
    {"technique-missing", "The samples are those of the function func itself, at the point: what "
                          "the texture holds is to be read and interpolated, by tex3D."}};
static const struct deviation half_deviations[] = {
    {"no-half-texel", NO_HALF("")}, {"no-half-texel", TWICE("")}, {"no-half-texel", BACK("")}};
static const struct deviation half_x[] = {{"no-half-texel", NO_HALF(" along x")},
                                          {"no-half-texel", TWICE(" along x")},
                                          {"no-half-texel", BACK(" along x")}};
static const struct deviation half_y[] = {{"no-half-texel", NO_HALF(" along y")},
                                          {"no-half-texel", TWICE(" along y")},
                                          {"no-half-texel", BACK(" along y")}};
static const struct deviation half_z[] = {{"no-half-texel", NO_HALF(" along z")},
                                          {"no-half-texel", TWICE(" along z")},
                                          {"no-half-texel", BACK(" along z")}};
#define CUT(axis)                                                                                  \
    {                                                                                              \
        "coordinate-truncated",                                                                    \
            "The coordinate along " axis ", and along no other axis, is cut to a whole number "    \
            "before it is used: what lies between the nodes is lost there. Keep it a float."       \
    }
static const struct deviation cut_x[] = {CUT("x")}, cut_y[] = {CUT("y")}, cut_z[] = {CUT("z")};
static const struct dimension fetch_dimensions[] = {DIMENSION(value_deviations),
                                                    DIMENSION(half_deviations),
                                                    DIMENSION(half_x),
                                                    DIMENSION(half_y),
                                                    DIMENSION(half_z),
                                                    DIMENSION(order_deviations),
                                                    DIMENSION(scale_deviations),
                                                    DIMENSION(rounding_deviations),
                                                    DIMENSION(mirror_deviations),
                                                    DIMENSION(cut_x),
                                                    DIMENSION(cut_y),
                                                    DIMENSION(cut_z)};

double fetched(const struct grid *g, const double u[3], const int *choice) {
    static const double halves[4] = {0.5, 0, 1, -0.5};
    double p[3];
    for (int axis = 0; axis < 3; axis++) {
        int half = choice[FETCH_HALF] ? choice[FETCH_HALF] : choice[FETCH_HALF_X + axis];
        double at =
            scaled(choice[FETCH_SCALE],
                   mirrored(choice[FETCH_MIRROR], u, orders[choice[FETCH_ORDER]][axis], g->size),
                   g->size, g->radius);
        const int rounding = choice[FETCH_CUT_X + axis] ? 1 : choice[FETCH_ROUNDING];
        p[axis] = rounded(rounding, at) + halves[half];
        if (choice[FETCH_SCALE] == SCALE_NORMALIZED)
            p[axis] /= g->size;
        if (choice[FETCH_SCALE] == SCALE_INSIDE)
            p[axis] -= 0.5;
    }
    switch (choice[FETCH_VALUE]) {
    case 1:
        return 0;
    case 2:
        for (int axis = 0; axis < 3; axis++)
            p[axis] -= 0.5;
        return interpolated(g, p, (const int[FAMILY_DIMENSIONS]){0});
    case 3:
        return function_at(g, u);
    default:
        return texture_value(g, (struct settings){0}, p);
    }
}
const struct point_family fetch_family = {fetch_dimensions, FETCH_DIMENSIONS, 4, FETCH_DIMENSIONS,
                                          fetched};
