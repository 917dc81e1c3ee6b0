/* Which values are wrong and where, for the report: the first of them, and a picture of all, never
 * larger than PICTURE x PICTURE cells, however large the field is. */
#include "judge.h"
#include "../common/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PICTURE = 64, LEAST_FOR_PICTURE = 16 };

static size_t size_of(const struct wrong_values *w) {
    return w->size[0] * w->size[1] * w->size[2];
}

void judge_field(const char *elements, size_t x, size_t y, size_t z) {
    struct wrong_values *w = &judge_verdict()->wrong;
    free(w->map);
    *w = (struct wrong_values){.elements = elements, .size = {x, y, z}, .map = calloc(x * y, z)};
    if (!w->map) /* then the report has no picture */
        w->size[0] = 0;
}

static void mark(struct wrong_values *w, struct wrong_value value) {
    if (value.i >= size_of(w) || w->map[value.i])
        return;
    w->map[value.i] = 1;
    w->count++;
    size_t at = w->told < WRONG_TOLD ? w->told++ : WRONG_TOLD;
    for (; at > 0 && w->first[at - 1].i > value.i; at--)
        if (at < WRONG_TOLD)
            w->first[at] = w->first[at - 1];
    if (at < WRONG_TOLD)
        w->first[at] = value;
}

void judge_wrong(size_t i, double got, double expected) {
    mark(&judge_verdict()->wrong, (struct wrong_value){.i = i, .got = got, .expected = expected});
}

void judge_never_written(const char *elements, size_t x, size_t y, const double *values,
                         double canary) {
    struct wrong_values *w = &judge_verdict()->wrong;
    if (!w->count || size_of(w) != x * y)
        judge_field(elements, x, y, 1);
    for (size_t i = 0; i < x * y; i++)
        if (judge_is_unwritten(values[i], canary))
            mark(w, (struct wrong_value){.i = i, .unwritten = true});
    for (size_t n = 0; n < w->told; n++) /* what was noted before as a value that is not right */
        w->first[n].unwritten = judge_is_unwritten(values[w->first[n].i], canary);
}

void judge_say_wrong(const struct verdict *v, char *text, size_t size) {
    const struct wrong_values *w = &v->wrong;
    char place[120];
    *text = '\0';
    if (!w->count || !w->told || !size_of(w))
        return;
    const struct wrong_value *first = &w->first[0];
    const size_t x = first->i % w->size[0], y = first->i / w->size[0] % w->size[1],
                 z = first->i / w->size[0] / w->size[1];
    if (w->size[2] > 1)
        snprintf(place, sizeof place, "x = %zu, y = %zu, z = %zu", x, y, z);
    else if (w->size[1] > 1)
        snprintf(place, sizeof place, "x = %zu, y = %zu", x, y);
    else
        snprintf(place, sizeof place, "number %zu", x);
    int length = snprintf(text, size, "%zu of %zu %s are not right; the first, %s, ", w->count,
                          size_of(w), w->elements, place);
    if (first->unwritten)
        snprintf(text + length, size - (size_t)length, "was never written.");
    else
        snprintf(text + length, size - (size_t)length, "is %.9g, and is to be %.9g.", first->got,
                 first->expected);
}

/* JSON has no infinity and no NaN. */
static void print_value(FILE *out, const char *name, double value) {
    if (isfinite(value))
        fprintf(out, ", \"%s\": %.9g", name, value);
    else
        fprintf(out, ", \"%s\": \"%s\"", name, isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
}

static void print_first(FILE *out, const struct wrong_values *w, int dimensions) {
    fprintf(out, "\"first\": [");
    for (size_t n = 0; n < w->told; n++) {
        const struct wrong_value *value = &w->first[n];
        const size_t place[3] = {value->i % w->size[0], value->i / w->size[0] % w->size[1],
                                 value->i / w->size[0] / w->size[1]};
        fprintf(out, "%s{\"at\": [", n ? ", " : "");
        for (int d = 0; d < dimensions; d++)
            fprintf(out, "%s%zu", d ? ", " : "", place[d]);
        fprintf(out, "]");
        if (value->unwritten) {
            fprintf(out, ", \"got\": \"never written\"");
        } else {
            print_value(out, "got", value->got);
            print_value(out, "expected", value->expected);
        }
        fprintf(out, "}");
    }
    fprintf(out, "]");
}

/* What the picture shows: a row of elements, broken into lines of `width`, or a plane. */
struct plane {
    const unsigned char *map;
    size_t width, height, count, each[2]; /* each: elements of a cell along x and y */
};

/* '#': one of the cell's elements is wrong at least; '.': none is; ' ': there are none. */
static char cell(const struct plane *p, size_t column, size_t row) {
    char shown = ' ';
    for (size_t y = row * p->each[1]; y < (row + 1) * p->each[1] && y < p->height; y++)
        for (size_t x = column * p->each[0]; x < (column + 1) * p->each[0] && x < p->width; x++)
            if (y * p->width + x < p->count) {
                if (p->map[y * p->width + x])
                    return '#';
                shown = '.';
            }
    return shown;
}

static void print_plane(FILE *out, const struct plane *p) {
    fprintf(out, "\"each\": [%zu, %zu], \"rows\": [", p->each[0], p->each[1]);
    for (size_t row = 0; row * p->each[1] < p->height; row++) {
        fprintf(out, "%s\"", row ? ", " : "");
        for (size_t column = 0; column * p->each[0] < p->width; column++)
            fputc(cell(p, column, row), out);
        fputc('"', out);
    }
    fprintf(out, "]");
}

static void print_picture(FILE *out, const struct wrong_values *w, int dimensions) {
    struct plane p = {.map = w->map, .width = w->size[0], .height = w->size[1]};
    size_t most = 0, slice = 0, slices = 0;
    p.count = p.width * p.height;
    for (size_t z = 0; z < w->size[2]; z++) {
        size_t wrong = 0;
        for (size_t i = 0; i < p.count; i++)
            wrong += w->map[z * p.count + i];
        slices += wrong > 0;
        if (wrong > most) {
            most = wrong;
            slice = z;
        }
    }
    p.map += slice * p.count;
    fprintf(out, ", \"picture\": {");
    if (dimensions == 3)
        fprintf(out, "\"slice\": %zu, \"slices\": %zu, ", slice, slices);
    if (dimensions == 1) { /* lines of a warp's elements, or of a multiple */
        size_t lines = (p.count + PICTURE - 1) / PICTURE;
        p.width = p.count <= 512 ? PICTURE / 2 : PICTURE * ((lines + PICTURE - 1) / PICTURE);
        p.height = (p.count + p.width - 1) / p.width;
    }
    p.each[0] = (p.width + PICTURE - 1) / PICTURE;
    p.each[1] = (p.height + PICTURE - 1) / PICTURE;
    print_plane(out, &p);
    fprintf(out, "}");
}

void judge_print_wrong(FILE *out, const struct verdict *v) {
    const struct wrong_values *w = &v->wrong;
    if (v->outcome != OUTCOME_FAIL || !w->count)
        return;
    const int dimensions = w->size[2] > 1 ? 3 : w->size[1] > 1 ? 2 : 1;
    fprintf(out, "%s\"wrong_values\": {\"elements\": ", *v->measured ? ", " : "");
    json_string(out, w->elements);
    fprintf(out, ", \"size\": [");
    for (int d = 0; d < dimensions; d++)
        fprintf(out, "%s%zu", d ? ", " : "", w->size[d]);
    fprintf(out, "], \"count\": %zu, ", w->count);
    print_first(out, w, dimensions);
    if (size_of(w) >= LEAST_FOR_PICTURE)
        print_picture(out, w, dimensions);
    fprintf(out, "}");
}
