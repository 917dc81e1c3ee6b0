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
    /* Places that are a multiple of the access' size, as far as they lie inside as a whole. */
    const int64_t places = (int64_t)((size_t)s->width * s->texel_size / size);
    int64_t place = x / (int)size, line = y, plane = slice;
    *access = CPUDEV_ACCESS_MADE;
    if (x % (int)size != 0) {
        *access = CPUDEV_ACCESS_MISALIGNED;
        return NULL;
    }
    if (!inside(place, places) || !inside(line, s->height) || !inside(plane, s->slices)) {
        if (mode != CPUDEV_BOUNDARY_CLAMP || places == 0) {
            *access = mode == CPUDEV_BOUNDARY_TRAP ? CPUDEV_ACCESS_TRAPPED : CPUDEV_ACCESS_NOWHERE;
            return NULL;
        }
        place = clamped(place, places - 1);
        line = clamped(line, s->height - 1);
        plane = clamped(s->layered ? (unsigned)slice : plane, s->slices - 1);
    }
    return s->data + (size_t)plane * s->slice_pitch + (size_t)line * s->row_pitch +
           (size_t)place * size;
}
