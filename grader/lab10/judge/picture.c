/* Lab 10, step 1: a picture moved by a fraction of a pixel. */
#include "lab10.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Whose mistakes can be behind wrong pixels: the other functions are the reference's. */
enum part { OF_ARRAY, OF_TEXTURE, OF_KERNEL, OF_WHOLE };

/* Step 1's samples, by what can be done otherwise with each, in the order in which it is tried. */
struct shift_choices {
    struct choice centre, shift, division, address, filter, array, axes, output;
};

enum { SHIFT_DIMENSIONS = sizeof(struct shift_choices) / sizeof(struct choice) };

struct shifted {
    const struct picture *picture;
    enum part part;
    cpudev_texture texture;
    float asked_shift[2];
    float threads[2];  /* of the grid; 0: not known */
    double normalized; /* of the student's texture object; NAN: not known */
};

static bool is_of(const struct shifted *s, enum part part) {
    return s->part == part || s->part == OF_WHOLE;
}

/* What is added to a pixel's number along an axis. */
static float half_pixel(struct choice *c, const struct shifted *s, int axis) {
    if (!is_of(s, OF_KERNEL))
        ASKED(0.5f);
    INSTEAD(0.0f, "no-half-texel",
            "Your picture is the right one, half a pixel off: pixel i has its centre at i + 0.5f.");
    INSTEAD(1.0f, "half-texel-twice",
            "Your picture is the right one, half a pixel off the other way: half a pixel is added "
            "twice.");
    INSTEAD(axis == 0 ? 0.0f : 0.5f, "no-half-texel",
            "Your picture is half a pixel off along x alone: pixel x has its centre at x + 0.5f.");
    INSTEAD(axis == 1 ? 0.0f : 0.5f, "no-half-texel",
            "Your picture is half a pixel off along y alone: pixel y has its centre at y + 0.5f.");
    INSTEAD(-0.5f, "no-half-texel",
            "Your picture is a whole pixel off: half a pixel is taken away, and it is added, x + "
            "0.5f.");
    ASKED(0.5f);
}

struct shift {
    float by;
    bool late; /* after the division */
};

static struct shift shift_by(float by) {
    return (struct shift){by, false};
}

static struct shift shift_of(struct choice *c, const struct shifted *s, int axis) {
    const float by = s->asked_shift[axis],
                size = (float)(axis == 0 ? s->picture->width : s->picture->height);
    if (!is_of(s, OF_KERNEL))
        ASKED(shift_by(by));
    INSTEAD(((struct shift){by, true}), "shift-not-divided",
            "The shift is added after the division: it is in pixels, so divide it by the size with "
            "the rest: (x + 0.5f + shift_x) / width.");
    INSTEAD(shift_by(-by), NULL,
            "The picture moves the other way: the shift is added to the coordinate, not taken away "
            "from it.");
    INSTEAD(shift_by(axis == 0 ? -by : by), NULL,
            "The picture moves the other way along x: shift_x is added, not taken away.");
    INSTEAD(shift_by(axis == 1 ? -by : by), NULL,
            "The picture moves the other way along y: shift_y is added, not taken away.");
    INSTEAD(shift_by(s->asked_shift[1 - axis]), "axes-exchanged",
            "shift_x and shift_y are exchanged: x moves by shift_x, y by shift_y.");
    INSTEAD(shift_by(0), NULL,
            "The picture is not moved at all: the shift is missing from the coordinates.");
    INSTEAD(shift_by(axis == 0 ? 0 : by), NULL,
            "Along x the picture is not moved: shift_x is missing.");
    INSTEAD(shift_by(axis == 1 ? 0 : by), NULL,
            "Along y the picture is not moved: shift_y is missing.");
    INSTEAD(shift_by(truncf(by)), NULL,
            "Only the whole part of the shift counts: it has a fraction, keep it a float.");
    INSTEAD(shift_by(s->asked_shift[0]), NULL, "Both axes move by shift_x: y moves by shift_y.");
    INSTEAD(shift_by(s->asked_shift[1]), NULL, "Both axes move by shift_y: x moves by shift_x.");
    INSTEAD(shift_by(axis == 0 ? 2 * by : by), NULL,
            "Along x the picture moves twice as far: shift_x is added once.");
    INSTEAD(shift_by(axis == 1 ? 2 * by : by), NULL,
            "Along y the picture moves twice as far: shift_y is added once.");
    INSTEAD(shift_by(2 * by), NULL, "The picture moves twice as far: the shift is added once.");
    INSTEAD(((struct shift){by, axis == 0}), "shift-not-divided",
            "Along x the shift is added after the division: it is in pixels, so divide it by the "
            "size with the rest: (x + 0.5f + shift_x) / width.");
    INSTEAD(((struct shift){by, axis == 1}), "shift-not-divided",
            "Along y the shift is added after the division: it is in pixels, so divide it by the "
            "size with the rest: (y + 0.5f + shift_y) / height.");
    INSTEAD(shift_by(by * size), "shift-not-divided",
            "The shift is multiplied by the size: it is in pixels, as x and y are.");
    INSTEAD(shift_by(roundf(by)), NULL,
            "The shift is rounded to whole pixels: it has a fraction, keep it a float.");
    ASKED(shift_by(by));
}

/* A coordinate, and what must be known for it to be a mistake. */
struct place {
    float at;
    bool in_texels; /* the texture object counts texels */
    enum { OF_ALL, OF_KNOWN_TEXTURE, OF_UNKNOWN_TEXTURE, OF_KNOWN_GRID } of;
};

/* What is divided, and by what. */
struct along {
    int axis;
    float number, half, size, other, threads;
    struct shift shift;
};

static struct place place_at(float at) {
    return (struct place){.at = at};
}

static struct place divided(const struct along *a, float divisor) {
    const float pixel = a->number + a->half;
    return place_at(a->shift.late ? pixel / divisor + a->shift.by
                                  : (pixel + a->shift.by) / divisor);
}

/* The pixel's number is divided as an int; the half pixel is added after the division. */
static struct place number_lost(const struct along *a) {
    return place_at((a->half + a->shift.by) / a->size);
}
static struct place half_late(const struct along *a) {
    return place_at((a->number + a->shift.by) / a->size + a->half);
}

static struct place place_of(struct choice *c, const struct shifted *s, const struct along *a) {
    const bool x = a->axis == 0;
    const float width = x ? a->size : a->other, height = x ? a->other : a->size;
    if (s->part == OF_ARRAY)
        ASKED(divided(a, a->size));
    INSTEAD(divided(a, 1), "coordinates-in-texels",
            "The coordinates count pixels, and the texture's are normalised: divide them by the "
            "width and the height, so that the picture runs from 0 to 1.");
    INSTEAD(((struct place){divided(a, a->size).at, true, OF_ALL}), "wrap-on-unnormalized",
            "The coordinates are divided by the size, and the texture counts texels: set "
            "normalizedCoords to 1.");
    INSTEAD(((struct place){divided(a, 1).at, true, OF_KNOWN_TEXTURE}), "wrap-on-unnormalized",
            "Coordinates count texels here, and wrap is honoured for normalised ones only: set "
            "normalizedCoords to 1 and divide by the size.");
    INSTEAD(divided(a, a->other), "width-height-exchanged",
            "x is divided by the height and y by the width: x / width, y / height.");
    INSTEAD(divided(a, width), NULL,
            "Both coordinates are divided by the width: y belongs to the height.");
    INSTEAD(divided(a, height), NULL,
            "Both coordinates are divided by the height: x belongs to the width.");
    INSTEAD(divided(a, a->size - 1), NULL,
            "The coordinates are divided by the size less 1: pixel i of N lies at (i + 0.5) / N.");
    INSTEAD(place_at(truncf(divided(a, a->size).at)), NULL,
            "The coordinates are cut to whole numbers by a division of integers: divide floats.");
    INSTEAD(place_at(a->number / a->size + a->half + a->shift.by), NULL,
            "The half pixel and the shift are added to x / width, after the division: (x + 0.5f + "
            "shift_x) / width.");
    INSTEAD(divided(a, x ? 1 : a->size), "coordinates-in-texels",
            "Along x the coordinate counts pixels: divide it by the width.");
    INSTEAD(divided(a, x ? a->size : 1), "coordinates-in-texels",
            "Along y the coordinate counts pixels: divide it by the height.");
    INSTEAD(half_late(a), NULL,
            "Half a pixel is added after the division: it is in pixels, as x is: (x + 0.5f + "
            "shift_x) / width.");
    INSTEAD(x ? half_late(a) : divided(a, a->size), NULL,
            "Along x half a pixel is added after the division: (x + 0.5f + shift_x) / width.");
    INSTEAD(x ? divided(a, a->size) : half_late(a), NULL,
            "Along y half a pixel is added after the division: (y + 0.5f + shift_y) / height.");
    INSTEAD(x ? number_lost(a) : divided(a, a->size), NULL,
            "Along x the pixel's number is divided as an int, x / width, which is 0: convert it to "
            "float first, ((float)x + 0.5f + shift_x) / width.");
    INSTEAD(x ? divided(a, a->size) : number_lost(a), NULL,
            "Along y the pixel's number is divided as an int, y / height, which is 0: convert it "
            "to float first, ((float)y + 0.5f + shift_y) / height.");
    INSTEAD(number_lost(a), NULL,
            "The pixel's number is divided as an int, x / width and y / height, which is 0: "
            "convert it to float first, ((float)x + 0.5f + shift_x) / width.");
    for (int by = 1; by >= -1; by -= 2)
        INSTEAD(divided(a, x ? a->size + (float)by : a->size), NULL,
                "Along x the coordinate is divided by one more than the width, or one less: (x + "
                "0.5f + shift_x) / width.");
    for (int by = 1; by >= -1; by -= 2)
        INSTEAD(divided(a, x ? a->size : a->size + (float)by), NULL,
                "Along y the coordinate is divided by one more than the height, or one less: (y + "
                "0.5f + shift_y) / height.");
    INSTEAD(divided(a, a->size + 1), NULL,
            "The coordinates are divided by one more than the size: (x + 0.5f + shift_x) / width, "
            "and height along y.");
    INSTEAD(((struct place){divided(a, a->threads).at, false, OF_KNOWN_GRID}), NULL,
            "The coordinates are divided by the number of the grid's threads, gridDim.x * "
            "blockDim.x, which is more than the width where the grid is larger than the picture: "
            "(x + 0.5f + shift_x) / width, and height along y.");
    /* The third once more, where nobody asked the texture object. */
    INSTEAD(((struct place){divided(a, 1).at, true, OF_UNKNOWN_TEXTURE}), NULL,
            "What is moved out at one side does not come in at the other (the edge goes on): "
            "either addressMode is clamp, or the coordinates count texels, and wrap is honoured "
            "for normalised ones only. Set addressMode of both axes to cudaAddressModeWrap and "
            "normalizedCoords to 1, and divide by the size.");
    ASKED(divided(a, a->size));
}

struct modes {
    cpudev_address_mode x, y;
};

/* A mode other than wrap along both axes, along y, along x. */
#define OTHER_MODE(mode, both)                                                                     \
    INSTEAD(((struct modes){mode, mode}), "wrong-address-mode",                                    \
            both "set addressMode of both axes to cudaAddressModeWrap.");                          \
    INSTEAD(((struct modes){CPUDEV_WRAP, mode}), "wrong-address-mode",                             \
            "The picture wraps along x only: addressMode[1] is that of y.");                       \
    INSTEAD(((struct modes){mode, CPUDEV_WRAP}), "wrong-address-mode",                             \
            "The picture wraps along y only: addressMode[0] is that of x.")

static struct modes modes_of(struct choice *c, const struct shifted *s) {
    if (!is_of(s, OF_TEXTURE))
        ASKED(((struct modes){CPUDEV_WRAP, CPUDEV_WRAP}));
    OTHER_MODE(CPUDEV_CLAMP, "What is moved out at one side does not come in at the other (the "
                             "edge goes on): ");
    OTHER_MODE(CPUDEV_BORDER, "What is moved out at one side does not come in at the other (black "
                              "lies outside): ");
    OTHER_MODE(CPUDEV_MIRROR, "The picture comes back mirrored: ");
    ASKED(((struct modes){CPUDEV_WRAP, CPUDEV_WRAP}));
}

static bool is_linear(struct choice *c, const struct shifted *s) {
    if (!is_of(s, OF_TEXTURE))
        ASKED(true);
    INSTEAD(false, "point-filter",
            "Your samples are whole pixels: the filter mode is point. Set filterMode to "
            "cudaFilterModeLinear.");
    ASKED(true);
}

/* The array, and which of the picture's columns and rows arrive in it; `columns` 0: they run into
 * one another. */
struct array {
    int width, height, columns, rows;
};

static struct array array_of(struct choice *c, const struct shifted *s) {
    const int w = s->picture->width, h = s->picture->height;
    if (!is_of(s, OF_ARRAY))
        ASKED(((struct array){w, h, w, h}));
    INSTEAD(((struct array){h, w, 0, 0}), "width-height-exchanged",
            "Width and height of the array are exchanged: the rows of the picture run into one "
            "another. cudaMallocArray takes the width first.");
    INSTEAD(((struct array){4 * w, h, w, h}), NULL,
            "The array is 4 times as wide as the picture, and the rest of it is empty: "
            "cudaMallocArray takes elements, not bytes, width and height.");
    INSTEAD(((struct array){w, 4 * h, w, h}), NULL,
            "The array is 4 times as high as the picture, and the rest of it is empty: "
            "cudaMallocArray takes elements, not bytes, width and height.");
    INSTEAD(((struct array){w, h, w / 4, h}), NULL,
            "Of every row a quarter arrives in the array: pitch and row length of the copy count "
            "bytes, width * sizeof(float).");
    INSTEAD(((struct array){w, h, w, h / 4}), NULL,
            "A quarter of the rows arrives in the array: the height of the copy counts rows.");
    INSTEAD(((struct array){w, h, w, h - 1}), NULL,
            "The picture's last row never arrives in the array: the height of the copy counts "
            "rows, height of them.");
    INSTEAD(((struct array){w, h, w - 1, h}), NULL,
            "The picture's last column never arrives in the array: the row length of the copy is "
            "width * sizeof(float) bytes.");
    INSTEAD(((struct array){w, h, w, 1}), NULL,
            "The first row alone arrives in the array: the height of the copy counts rows, height "
            "of them.");
    ASKED(((struct array){w, h, w, h}));
}

/* Where is fetched. */
struct spot {
    float x, y;
};

static struct spot fetched_at(struct choice *c, const struct shifted *s, float x, float y) {
    if (!is_of(s, OF_KERNEL))
        ASKED(((struct spot){x, y}));
    INSTEAD(((struct spot){y, x}), "axes-exchanged",
            "x and y are exchanged in the fetch: tex2D takes x, which runs along a row, first.");
    INSTEAD(((struct spot){fabsf(x), fabsf(y)}), NULL,
            "Negative coordinates are made positive, so that the picture comes back mirrored: wrap "
            "takes them as they are, leave the absolute value out.");
    INSTEAD(((struct spot){fabsf(x), y}), NULL,
            "Along x negative coordinates are made positive: wrap takes them as they are, leave "
            "the absolute value out.");
    INSTEAD(((struct spot){fmaxf(x, 0), fmaxf(y, 0)}), NULL,
            "Negative coordinates are held at 0: wrap takes them as they are.");
    ASKED(((struct spot){x, y}));
}

/* The texture on the array. What the picture does not fill is empty, 0. */
static cpudev_texture texture_on(const struct picture *p, struct array array, struct reading how) {
    static float texels[4 * MOST_PIXELS];
    if (!array.columns)
        return texture_of(p, array.width, array.height, how);
    for (int i = 0; i < array.width * array.height; i++) {
        const int x = i % array.width, y = i / array.width;
        texels[i] = x < array.columns && y < array.rows ? p->pixels[y * p->width + x] : 0;
    }
    return float_texture(texels, array.width, array.height, how);
}

/* Where the pixel of this coordinate is sampled along an axis. */
static struct place along(struct shift_choices *c, const struct shifted *s, int axis,
                          int coordinate) {
    const float size[2] = {(float)s->picture->width, (float)s->picture->height};
    const struct along a = {
        axis,           (float)coordinate, half_pixel(&c->centre, s, axis), size[axis],
        size[1 - axis], s->threads[axis],  shift_of(&c->shift, s, axis)};
    return place_of(&c->division, s, &a);
}

static bool prepare_shift(void *context, const int *numbers) {
    struct shifted *s = context;
    struct shift_choices c;
    judge_choose(numbers, SHIFT_DIMENSIONS, (struct choice *)&c);
    const struct place place = along(&c, s, 0, 0);
    const struct modes modes = modes_of(&c.address, s);
    bool as_asked = true;
    for (int d = 0; d < SHIFT_DIMENSIONS; d++)
        as_asked &= numbers[d] == 0;
    if (!as_asked && (isnan(s->normalized) ? place.of == OF_KNOWN_TEXTURE
                                           : place.in_texels == (s->normalized != 0) ||
                                                 place.of == OF_UNKNOWN_TEXTURE))
        return false;
    if (place.of == OF_KNOWN_GRID && !(s->threads[0] > 0 && s->threads[1] > 0))
        return false;
    s->texture = texture_on(
        s->picture, array_of(&c.array, s),
        (struct reading){is_linear(&c.filter, s), !place.in_texels, modes.x, modes.y, 0});
    return true;
}

/* By the texture that was prepared: which it is, the lines say here. */
static double shifted_value(const void *context, struct choice *choices, size_t i) {
    struct shift_choices *const c = (struct shift_choices *)choices;
    const struct shifted *s = context;
    const struct pixel pixel =
        is_of(s, OF_KERNEL)
            ? written_pixel(&c->output, s->picture->width, s->picture->height, (int)i)
            : pixel_at((int)i % s->picture->width, (int)i / s->picture->width);
    modes_of(&c->address, s);
    is_linear(&c->filter, s);
    array_of(&c->array, s);
    const struct spot at =
        fetched_at(&c->axes, s, along(c, s, 0, pixel.x).at, along(c, s, 1, pixel.y).at);
    return sample(&s->texture, at.x, at.y);
}

static struct value_family shifts_family(struct shifted *s, const double *got) {
    return (struct value_family){.count = SHIFT_DIMENSIONS,
                                 .most = 3,
                                 .got = got,
                                 .got_count = (size_t)s->picture->count,
                                 .tolerance = 1e-6,
                                 .prepare = prepare_shift,
                                 .with = shifted_value,
                                 .context = s};
}

static double owed_shifted(const struct shifted *s, int i) {
    struct shift_choices asked = {0};
    return shifted_value(s, (struct choice *)&asked, (size_t)i);
}

/* Threads of the grid that the harness launched, or that was counted; 0: not known. */
static float threads_along(const struct run *run, enum part part, int axis) {
    const int width = (int)judge_argument(run, "width"),
              height = (int)judge_argument(run, "height");
    if (part == OF_KERNEL && judge_part(run, "guard"))
        return axis ? 8.0f * (float)(height / 8 + 3) : 16.0f * (float)(width / 16 + 2);
    const double blocks = judge_count(run, "", 0, axis ? "grid.1" : "grid.0"),
                 threads = judge_count(run, "", 0, axis ? "block.1" : "block.0");
    return part == OF_WHOLE && blocks > 0 && threads > 0 ? (float)(blocks * threads) : 0.0f;
}

static void check_shifted(const struct run *run, const double *got, const char *name,
                          enum part part) {
    struct picture p = hidden_picture(run);
    struct shifted s = {.picture = &p,
                        .part = part,
                        .normalized = NAN,
                        .threads = {threads_along(run, part, 0), threads_along(run, part, 1)},
                        .asked_shift = {hidden_shift(run->seed, 0), hidden_shift(run->seed, 1)}};
    const int asked[SHIFT_DIMENSIONS] = {0};
    static double right[MOST_PIXELS];
    int first = -1, zeros = 0, wrong = 0, unwritten = 0;
    prepare_shift(&s, asked);
    /* Where the texture is the reference's it is known. */
    s.normalized = judge_number(run, "normalized", part == OF_ARRAY || part == OF_KERNEL ? 1 : NAN);
    judge_field("pixels", (size_t)p.width, (size_t)p.height, 1);
    for (int i = p.count; i-- > 0;) {
        zeros += got[i] == 0;
        unwritten += judge_is_unwritten(got[i], LAB10_CANARY);
        right[i] = owed_shifted(&s, i);
        if (got[i] != right[i]) {
            judge_wrong((size_t)i, got[i], right[i]);
            wrong++;
            first = i;
        }
    }
    if (!wrong)
        return;
    if (unwritten)
        explain_writes(run, name, got, right, p.width, p.height);
    judge_unwritten_picture(run, name, got, (size_t)p.width, (size_t)p.height, LAB10_CANARY);
    const struct value_family family = shifts_family(&s, got);
    judge_explain_values(name, &family);
    if (zeros > p.count / 2)
        fail(NULL,
             "%s: %d of %d pixels are 0: the picture does not fill the array. "
             "cudaMallocArray takes its width and height in elements; pitch and row length "
             "of the copy count bytes, its height counts rows.",
             name, zeros, p.count);
    fail(NULL,
         "%s: %d of %d pixels are wrong, the first is (%d, %d) of a %d x "
         "%d picture moved "
         "by (%g, %g): %.7g, expected %.7g.",
         name, wrong, p.count, first % p.width, first / p.width, p.width, p.height,
         s.asked_shift[0], s.asked_shift[1], got[first], right[first]);
}

/* cudaErrorInvalidPitchValue: the row is said to be shorter than what is copied
 * of it. */
static void judge_pitch(const struct run *run, const char *name) {
    char key[40];
    snprintf(key, sizeof key, "%s.error", name);
    if (judge_number(run, key, 0) == 12)
        fail("pitch-in-elements",
             "%s returned cudaErrorInvalidPitchValue: the pitch of the copy counts "
             "bytes, "
             "not pixels. A row of the picture is width * sizeof(float) bytes long.",
             name);
}

void check_array(const struct run *run) {
    const int count = (int)(judge_argument(run, "width") * judge_argument(run, "height"));
    judge_pitch(run, "make_array");
    judge_succeeded(run, "make_array");
    judge_call_succeeded(run, "array", "A texture object on make_array's array");
    const double *got = judge_numbers(run, "array", (size_t)count);
    if (!got)
        fail(NULL, "make_array returned, but its array could not be read.");
    check_shifted(run, got, "make_array", OF_ARRAY);
    pass("All %d pixels are in the array.", count);
}

void check_texture_object(const struct run *run) {
    const int count = (int)(judge_argument(run, "width") * judge_argument(run, "height"));
    judge_succeeded(run, "make_texture");
    judge_call_succeeded(run, "texture", "A kernel that reads the texture object");
    const double *got = judge_numbers(run, "texture", (size_t)count);
    if (!got)
        fail(NULL, "make_texture returned, but its texture object could not be read.");
    check_shifted(run, got, "make_texture", OF_TEXTURE);
    pass("The picture is filtered, and repeated along both axes.");
}

/* What read_picture wrote. */
static const double *read_by_kernel(const struct run *run, int count) {
    judge_succeeded(run, "read_picture");
    const double *got = judge_numbers(run, "read_picture", (size_t)(count + LAB10_PAST_END));
    if (!got)
        fail(NULL, "read_picture ran, but its results did not come back.");
    judge_still_to_write("read_picture", got, (size_t)count, LAB10_CANARY);
    return got;
}

void check_kernel(const struct run *run) {
    const int count = (int)(judge_argument(run, "width") * judge_argument(run, "height"));
    const double *got = read_by_kernel(run, count);
    check_shifted(run, got, "read_picture", OF_KERNEL);
    judge_used(run, "read_picture", "texture.accesses", count, "texture fetches");
    judge_follows(run, "read_picture", "read_picture", (size_t)count + LAB10_PAST_END,
                  JUDGE_MORE_FLOAT, "texture fetches");
    pass("All %d pixels are right.", count);
}

/* The same on a grid that is larger than the picture: nothing behind it is written, and what is in
 * it does not depend on the grid. */
void check_guard(const struct run *run) {
    const int count = (int)(judge_argument(run, "width") * judge_argument(run, "height"));
    const double *got = read_by_kernel(run, count);
    check_untouched("read_picture", got, count);
    check_shifted(run, got, "read_picture", OF_KERNEL);
    pass("Threads outside the picture write nothing, and all pixels are right.");
}

void check_whole(const struct run *run) {
    struct picture p = hidden_picture(run);
    judge_pitch(run, "shift_picture");
    judge_succeeded(run, "shift_picture");
    const double *got = judge_numbers(run, "shift_picture", (size_t)p.count);
    if (!got)
        fail(NULL, "shift_picture returned, but its results are not there.");
    check_shifted(run, got, "shift_picture", OF_WHOLE);
    judge_used(run, "shift_picture", "texture.accesses", p.count, "texture fetches");
    judge_follows(run, "shift_picture", "shift_picture", (size_t)p.count, JUDGE_MORE_FLOAT,
                  "texture fetches");
    pass("The whole picture comes back moved.");
}
