/* cube.c - the place of a direction on a cube's faces, and the texels there. See ../TEXTURES.md. */
#include <math.h>

#include "coordinates.h"
#include "direction.h"
#include "footprint.h"
#include "mixture.h"
#include "reciprocal.h"

/* The axes of a face's columns and rows, and their signs; the face's own axis is face / 2. */
static const struct {
    int axis[2], sign[2];
} faces[6] = {{{2, 1}, {-1, -1}}, {{2, 1}, {1, -1}}, {{0, 2}, {1, 1}},
              {{0, 2}, {1, -1}},  {{0, 1}, {1, -1}}, {{0, 1}, {-1, -1}}};

/* Where a direction meets the cube: linear: in 1/256 texel from the first centre; else texels. */
typedef struct {
    int face;
    int64_t at[2];
} spot;

static float flushed(float v) {
    return fabsf(v) < 0x1p-126f ? copysignf(0.0f, v) : v;
}

/* 0 .. 1 along a face, cut to the texture's steps: exact. */
static float along(const cpudev_texture *t, float v) {
    return (float)((floor((double)v * (t->steps[0] / 2)) + t->steps[0] / 2) * t->step[0]);
}

/* NaN is less than anything else. */
static float magnitude(float v) {
    return isnan(v) ? -1.0f : fabsf(v);
}

/* The direction is multiplied by 1 / (its largest component) first, in float32: ties come of
 * that, and NaN of what is 0 or infinite. */
void cpudev_find_direction(const float direction[3], cpudev_direction *found) {
    const float m = fmaxf(fabsf(direction[0]), fmaxf(fabsf(direction[1]), fabsf(direction[2])));
    const float reciprocal = m > 0x1p126f ? 0.0f : m >= 0x1p-126f ? cpudev_reciprocal(m) : INFINITY;
    float *const v = found->by;
    for (int d = 0; d < 3; d++)
        v[d] = flushed(direction[d] * reciprocal);
    const float x = magnitude(v[0]), y = magnitude(v[1]), z = magnitude(v[2]);
    found->axis = z >= y && z >= x ? 2 : y >= x ? 1 : 0;
    found->negative = v[found->axis] < 0.0f;
    for (int d = 0; d < 3; d++)
        v[d] = isnan(v[d]) ? 0.0f : v[d];
}

/* Returns why the spot is not known, NULL if it is. */
static const char *find_spot(const cpudev_texture *t, const float direction[3], spot *s) {
    cpudev_direction v;
    cpudev_find_direction(direction, &v);
    s->face = 2 * v.axis + v.negative;
    for (int d = 0; d < 2; d++) {
        const float place = (float)faces[s->face].sign[d] * v.by[faces[s->face].axis[d]];
        if (isinf(place) && (t->seamless || t->address[d] != CPUDEV_CLAMP))
            return "a direction whose components are denormal; use cudaAddressModeClamp, not "
                   "seamless";
        const float u = along(t, place);
        s->at[d] = t->linear ? linear_place(t, d, u, t->width)
                             : floor_index(in_texels(t, d, CPUDEV_CLAMP, u, t->width));
    }
    return NULL;
}

/* The texel beyond an edge: on the face that follows, in its outermost row. Beyond a corner there
 * is none. In units of half a texel from the middle of a face, n is its edge. */
static bool joined_texel(int n, int *face, int64_t at[2]) {
    int component[3], edge = -1;
    component[*face / 2] = (*face & 1 ? -1 : 1) * (n - 1);
    for (int d = 0; d < 2; d++) {
        int place = 2 * (int)at[d] + 1 - n;
        if (at[d] < 0 || at[d] >= n) {
            if (edge >= 0)
                return false;
            edge = faces[*face].axis[d];
            place = at[d] < 0 ? -n : n;
        }
        component[faces[*face].axis[d]] = place * faces[*face].sign[d];
    }
    if (edge < 0)
        return true;
    *face = 2 * edge + (component[edge] < 0);
    for (int d = 0; d < 2; d++)
        at[d] = (component[faces[*face].axis[d]] * faces[*face].sign[d] + n - 1) / 2;
    return true;
}

/* A corner has three texels: the fourth's weight is theirs, a third each, rounded for the two
 * beside it; the one across gets what is left. */
static void share_corner(int w[4], int corner) {
    const int third = (2 * w[corner] + 3) / 6, rest = w[corner] - 2 * third;
    w[corner ^ 1] += third;
    w[corner ^ 2] += third;
    w[corner ^ 3] += rest;
    w[corner] = 0;
}

static const unsigned char *texel_of_face(const cpudev_texture *t, int layer, int face, int64_t x,
                                          int64_t y) {
    return texel_at(t, t->data + (size_t)(6 * layer + face) * t->slice_pitch, x, y, 0);
}

static void add_point(mixture *m, const cpudev_texture *t, int layer, int share, const spot *s) {
    const int weight[4] = {share};
    int64_t at[2];
    for (int d = 0; d < 2; d++)
        at[d] = addressed(t->seamless ? CPUDEV_CLAMP : t->address[d], s->at[d], t->width);
    const unsigned char *texel[4] = {texel_of_face(t, layer, s->face, at[0], at[1])};
    add_slice(m, texel, weight, 1);
}

void cpudev_add_cube(mixture *m, const cpudev_texture *t, const float direction[3], int layer,
                     int share) {
    spot s;
    const char *unknown = find_spot(t, direction, &s);
    if (unknown != NULL) {
        m->unknown = unknown;
        return;
    }
    const int which = t->layers == 0                           ? 0
                      : (unsigned)layer >= (unsigned)t->layers ? t->layers - 1
                                                               : layer;
    if (!t->linear) {
        add_point(m, t, which, share, &s);
        return;
    }
    const int n = t->width;
    int64_t index[2][2];
    int fraction[2], weight[4];
    for (int d = 0; d < 2; d++) {
        int64_t q = s.at[d];
        if (!t->seamless && t->address[d] == CPUDEV_CLAMP)
            q = q < 0 ? 0 : q > ((int64_t)n - 1) << 8 ? ((int64_t)n - 1) << 8 : q;
        fraction[d] = (int)(q & 255);
        for (int k = 0; k < 2; k++) {
            index[d][k] = (q >> 8) + k;
            if (!t->seamless)
                index[d][k] = addressed(t->address[d], index[d][k], n);
        }
    }
    slice_weights(fraction[0], fraction[1], share, weight);
    unsigned reached = reached_texels(fraction[0], fraction[1], 0);
    const unsigned char *texel[4];
    for (int k = 0; k < 4; k++) {
        int face = s.face;
        int64_t at[2] = {index[0][k & 1], index[1][k >> 1]};
        if (t->seamless && !joined_texel(n, &face, at)) {
            share_corner(weight, k);
            m->narrow_corner = fraction[0] == 0 || fraction[1] == 0;
            reached &= ~(1u << k);
            at[0] = -1;
        }
        texel[k] = texel_of_face(t, which, face, at[0], at[1]);
    }
    add_slice(m, texel, weight, reached);
}
