/* gather.c - one component of the four texels that a linear fetch would mix. See ../TEXTURES.md. */
#include <string.h>

#include "coordinates.h"
#include "texels.h"
#include "unit.h"

/* The two indices along an axis, -1: border. Each is addressed by itself: no coordinate is
 * clamped. */
static void pair(const cpudev_texture *t, int axis, float x, int n, int64_t index[2]) {
    const cpudev_address_mode mode = effective_mode(t, axis);
    const int64_t first = linear_place(t, axis, x, n) >> 8;
    index[0] = addressed(mode, first, n);
    index[1] = addressed(mode, first + 1, n);
}

/* Floats come out of the filter, as if one texel had all the weight: no denormals, one NaN, and
 * signed 8 bits widened to 16. */
static uint32_t read_filtered(const cpudev_texture *t, int32_t raw) {
    static const int whole[4] = {256};
    const bool is_float = t->format == CPUDEV_TEXEL_F16 || t->format == CPUDEV_TEXEL_F32;
    const int32_t texels[4] = {raw};
    return is_float || t->normalized_read ? filter_raw(t, texels, whole, 1, 1) : read_raw(t, raw);
}

/* Beyond 16,384 texels a gather counts in the steps of a layered texture. */
static const cpudev_texture *with_steps(const cpudev_texture *t, cpudev_texture *changed) {
    if (t->width <= 16384 && t->height <= 16384)
        return t;
    *changed = *t;
    for (int axis = 0; axis < 2; axis++) {
        changed->steps[axis] = 0x1p23;
        changed->step[axis] = 0x1p-23;
    }
    return changed;
}

const void *cpudev_texture_gather(const cpudev_texture *t, float x, float y, int component,
                                  cpudev_texel *out) {
    static const int column[4] = {0, 1, 1, 0}, row[4] = {1, 1, 0, 0};
    const void *first = NULL;
    int64_t i[2], j[2];
    cpudev_texture changed;
    memset(out, 0, sizeof *out);
    if (t->width == 0 || t->height == 0 || component >= t->channels)
        return NULL;
    t = with_steps(t, &changed);
    pair(t, 0, x, t->width, i);
    pair(t, 1, y, t->height, j);
    for (int k = 0; k < 4; k++) {
        const int64_t a = i[column[k]], b = j[row[k]];
        const unsigned char *p =
            (a | b) < 0 ? NULL : t->data + (size_t)b * t->row_pitch + (size_t)a * t->texel_size;
        out->u[k] = read_filtered(t, p ? raw_channel(t, p, component) : t->border[component]);
        if (first == NULL)
            first = p;
    }
    return first;
}
