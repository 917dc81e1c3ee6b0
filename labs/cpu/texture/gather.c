/* gather.c - one component of the four texels that a linear fetch would mix. See ../TEXTURES.md. */
#include <string.h>

#include "coordinates.h"
#include "texels.h"
#include "unit.h"

/* The two indices along an axis, -1: border. Each is addressed by itself: no coordinate is clamped.
 */
static void pair(const cpudev_texture *t, int axis, float x, int n, int64_t index[2]) {
    const cpudev_address_mode mode = effective_mode(t, axis);
    const int64_t first = linear_place(t, axis, x, n) >> 8;
    index[0] = addressed(mode, first, n);
    index[1] = addressed(mode, first + 1, n);
}

const void *cpudev_texture_gather(const cpudev_texture *t, float x, float y, int component,
                                  cpudev_texel *out) {
    static const int column[4] = {0, 1, 1, 0}, row[4] = {1, 1, 0, 0};
    const void *first = NULL;
    int64_t i[2], j[2];
    memset(out, 0, sizeof *out);
    if (t->width == 0 || t->height == 0 || component >= t->channels)
        return NULL;
    pair(t, 0, x, t->width, i);
    pair(t, 1, y, t->height, j);
    for (int k = 0; k < 4; k++) {
        const int64_t a = i[column[k]], b = j[row[k]];
        const unsigned char *p =
            (a | b) < 0 ? NULL : t->data + (size_t)b * t->row_pitch + (size_t)a * t->texel_size;
        out->u[k] = read_raw(t, p ? raw_channel(t, p, component) : t->border[component]);
        if (first == NULL)
            first = p;
    }
    return first;
}
