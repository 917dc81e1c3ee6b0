/* cube.c - the place of a direction on a cube's faces, and the texels there. See ../TEXTURES.md. */
#include <math.h>

#include "coordinates.h"
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

/* The direction is multiplied by 1 / (its largest component) first, in float32: ties come of
 * that. */
static spot spot_of(const cpudev_texture *t, const float direction[3], float reciprocal) {
    float v[3];
    for (int d = 0; d < 3; d++)
        v[d] = flushed(direction[d] * reciprocal);
    const float x = fabsf(v[0]), y = fabsf(v[1]), z = fabsf(v[2]);
    const int axis = z >= y && z >= x ? 2 : y >= x ? 1 : 0;
    spot s = {2 * axis + (signbit(v[axis]) != 0), {0, 0}};
    for (int d = 0; d < 2; d++) {
        const float u = along(t, (float)faces[s.face].sign[d] * v[faces[s.face].axis[d]]);
        s.at[d] = t->linear ? linear_place(t, d, u, t->width)
                            : floor_index(in_texels(t, d, CPUDEV_CLAMP, u, t->width));
    }
    return s;
}

/* Returns why the spot is not known, NULL if it is. */
static const char *find_spot(const cpudev_texture *t, const float direction[3], spot *found) {
    float m = 0.0f;
    for (int d = 0; d < 3; d++) {
        if (isnan(direction[d]))
            return "a direction that is no number";
        m = fmaxf(m, fabsf(direction[d]));
    }
    if (!(m >= 0x1p-126f && m <= 0x1p125f))
        return "a direction that is 0, infinite or longer than 2^125";
    *found = spot_of(t, direction, cpudev_reciprocal(m));
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
    for (int d = 0; d < 2; d++) {
        at[d] = addressed(t->address[d], s->at[d], t->width);
        if (at[d] != s->at[d] && t->address[d] != CPUDEV_CLAMP && t->address[d] != CPUDEV_MIRROR)
            m->unknown = "the end of a face in this address mode; use cudaAddressModeClamp";
    }
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
            const bool outside = index[d][k] < 0 || index[d][k] >= n;
            if (outside && t->address[d] == CPUDEV_WRAP && (k == 0 || fraction[d]))
                m->unknown = "the edge of a face in wrap mode; use cudaAddressModeClamp";
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
