/* surface.c - which bytes an access of a surface meets. See ../TEXTURES.md. */
#include "unit.h"

static bool inside(int64_t i, int64_t n) {
    return i >= 0 && i < n;
}

static int64_t clamped(int64_t i, int64_t last) {
    return i < 0 ? 0 : i > last ? last : i;
}

unsigned char *cpudev_surface_place(const cpudev_surface *s, cpudev_boundary mode, int x, int y,
                                    int slice, size_t size, cpudev_access *access) {
    const int64_t row = (int64_t)s->width * (int64_t)s->texel_size;
    int64_t column = x, line = y;
    if (x % (int)size != 0) {
        *access = CPUDEV_ACCESS_MISALIGNED;
        return NULL;
    }
    if (!inside(x, row - (int64_t)size + 1) || !inside(y, s->height) || !inside(slice, s->slices)) {
        if (mode != CPUDEV_BOUNDARY_CLAMP) {
            *access = mode == CPUDEV_BOUNDARY_ZERO ? CPUDEV_ACCESS_NOWHERE : CPUDEV_ACCESS_TRAPPED;
            return NULL;
        }
        if (size != s->texel_size || !inside(slice, s->slices)) {
            *access = CPUDEV_ACCESS_UNKNOWN;
            return NULL;
        }
        column = clamped(x, row - (int64_t)size);
        line = clamped(y, s->height - 1);
    }
    *access = CPUDEV_ACCESS_MADE;
    return s->data + (size_t)slice * s->slice_pitch + (size_t)line * s->row_pitch + (size_t)column;
}
