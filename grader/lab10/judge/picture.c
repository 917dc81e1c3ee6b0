/* Lab 10, step 1: a picture moved by a fraction of a pixel. */
#include "lab10.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Step 1's samples, by what can be done otherwise with each. */
enum { CENTRE, SHIFT, DIVISION, ADDRESS, FILTER, ARRAY, AXES, OUTPUT, SHIFT_DIMENSIONS };

static const struct deviation centre_mistakes[] = {
    {"no-half-texel", "Your picture is the right one, half a pixel off: pixel "
                      "i has its centre at i + 0.5f."},
    {"half-texel-twice", "Your picture is the right one, half a pixel off the other way: half a "
                         "pixel is added twice."},
    {"no-half-texel", "Your picture is half a pixel off along x alone: pixel x "
                      "has its centre at x + 0.5f."},
    {"no-half-texel", "Your picture is half a pixel off along y alone: pixel y "
                      "has its centre at y + 0.5f."},
    {"no-half-texel", "Your picture is a whole pixel off: half a pixel is taken away, and it is "
                      "added, x + 0.5f."}};
static const struct deviation shift_mistakes[] = {
    {"shift-not-divided", "The shift is added after the division: it is in "
                          "pixels, so divide it by the size with the "
                          "rest: (x + 0.5f + shift_x) / width."},
    {NULL, "The picture moves the other way: the shift is added to the "
           "coordinate, not taken away "
           "from it."},
    {NULL, "The picture moves the other way along x: shift_x is added, not "
           "taken away."},
    {NULL, "The picture moves the other way along y: shift_y is added, not "
           "taken away."},
    {"axes-exchanged", "shift_x and shift_y are exchanged: x moves by shift_x, y by shift_y."},
    {NULL, "The picture is not moved at all: the shift is missing from the "
           "coordinates."},
    {NULL, "Along x the picture is not moved: shift_x is missing."},
    {NULL, "Along y the picture is not moved: shift_y is missing."},
    {NULL, "Only the whole part of the shift counts: it has a fraction, keep "
           "it a float."},
    {NULL, "Both axes move by shift_x: y moves by shift_y."},
    {NULL, "Both axes move by shift_y: x moves by shift_x."},
    {NULL, "Along x the picture moves twice as far: shift_x is added once."},
    {NULL, "Along y the picture moves twice as far: shift_y is added once."},
    {NULL, "The picture moves twice as far: the shift is added once."},
    {"shift-not-divided", "Along x the shift is added after the division: it is in pixels, so "
                          "divide it by the size with the rest: (x + 0.5f + shift_x) / width."},
    {"shift-not-divided", "Along y the shift is added after the division: it is in pixels, so "
                          "divide it by the size with the rest: (y + 0.5f + shift_y) / height."},
    {"shift-not-divided", "The shift is multiplied by the size: it is in pixels, as x and y are."},
    {NULL, "The shift is rounded to whole pixels: it has a fraction, keep it a float."}};
static const struct deviation division_mistakes[] = {
    {"coordinates-in-texels",
     "The coordinates count pixels, and the texture's are normalised: divide "
     "them by the width and "
     "the height, so that the picture runs from 0 to 1."},
    {"wrap-on-unnormalized", "The coordinates are divided by the size, and the texture counts "
                             "texels: set normalizedCoords to 1."},
    {"wrap-on-unnormalized", "Coordinates count texels here, and wrap is "
                             "honoured for normalised ones only: set "
                             "normalizedCoords to 1 and divide by the size."},

    {"width-height-exchanged", "x is divided by the height and y by the width: x / width, y / "
                               "height."},
    {NULL, "Both coordinates are divided by the width: y belongs to the height."},
    {NULL, "Both coordinates are divided by the height: x belongs to the width."},
    {NULL, "The coordinates are divided by the size less 1: pixel i of N lies "
           "at (i + 0.5) / N."},
    {NULL, "The coordinates are cut to whole numbers by a division of integers: divide floats."},
    {NULL, "The half pixel and the shift are added to x / width, after the division: (x + 0.5f + "
           "shift_x) / width."},
    {"coordinates-in-texels", "Along x the coordinate counts pixels: divide it by the width."},
    {"coordinates-in-texels", "Along y the coordinate counts pixels: divide it by the height."},
    {NULL, "Half a pixel is added after the division: it is in pixels, as x is: (x "
           "+ 0.5f + shift_x) / width."},
    {NULL, "Along x half a pixel is added after the division: (x + 0.5f + shift_x) "
           "/ width."},
    {NULL, "Along y half a pixel is added after the division: (y + 0.5f + shift_y) "
           "/ height."},
    {NULL, "Along x the pixel's number is divided as an int, x / width, which is 0: convert it to "
           "float first, ((float)x + 0.5f + shift_x) / width."},
    {NULL, "Along y the pixel's number is divided as an int, y / height, which is 0: convert it to "
           "float first, ((float)y + 0.5f + shift_y) / height."},
    {NULL, "The pixel's number is divided as an int, x / width and y / height, which is 0: convert "
           "it to float first, ((float)x + 0.5f + shift_x) / width."},
    {NULL, "Along x the coordinate is divided by one more than the width, or one less: (x + 0.5f + "
           "shift_x) / width."},
    {NULL, "Along x the coordinate is divided by one more than the width, or one less: (x + 0.5f + "
           "shift_x) / width."},
    {NULL, "Along y the coordinate is divided by one more than the height, or one less: (y + 0.5f "
           "+ shift_y) / height."},
    {NULL, "Along y the coordinate is divided by one more than the height, or one less: (y + 0.5f "
           "+ shift_y) / height."},
    {NULL, "The coordinates are divided by one more than the size: (x + 0.5f + shift_x) / width, "
           "and height along y."},
    {NULL, "The coordinates are divided by the number of the grid's threads, gridDim.x * "
           "blockDim.x, which is more than the width where the grid is larger than the picture: "
           "(x + 0.5f + shift_x) / width, and height along y."},
    /* the third once more, where nobody asked the texture object */
    {NULL, "What is moved out at one side does not come in at the other (the edge goes on): either "
           "addressMode is clamp, or the coordinates count texels, and wrap is honoured for "
           "normalised ones only. Set addressMode of both axes to cudaAddressModeWrap and "
           "normalizedCoords to 1, and divide by the size."}};
enum { INTS_X = 15, INTS_Y, INTS, MORE_X, LESS_X, MORE_Y, LESS_Y, MORE, BY_GRID, CLAMPED_SOMEHOW };
#define CLAMPED                                                                                    \
    "What is moved out at one side does not come in at the other (the edge "                       \
    "goes on): "
#define BLACK                                                                                      \
    "What is moved out at one side does not come in at the other (black lies "                     \
    "outside): "
#define MIRRORED "The picture comes back mirrored: "
#define BOTH "set addressMode of both axes to cudaAddressModeWrap."
#define ALONG_Y "The picture wraps along x only: addressMode[1] is that of y."
#define ALONG_X "The picture wraps along y only: addressMode[0] is that of x."
static const struct deviation address_mistakes[] = {
    {"wrong-address-mode", CLAMPED BOTH},  {"wrong-address-mode", ALONG_Y},
    {"wrong-address-mode", ALONG_X},       {"wrong-address-mode", BLACK BOTH},
    {"wrong-address-mode", ALONG_Y},       {"wrong-address-mode", ALONG_X},
    {"wrong-address-mode", MIRRORED BOTH}, {"wrong-address-mode", ALONG_Y},
    {"wrong-address-mode", ALONG_X}};
static const struct deviation filter_mistakes[] = {
    {"point-filter", "Your samples are whole pixels: the filter mode is point. "
                     "Set filterMode to "
                     "cudaFilterModeLinear."}};
static const struct deviation array_mistakes[] = {
    {"width-height-exchanged", "Width and height of the array are exchanged: "
                               "the rows of the picture run into one another. "
                               "cudaMallocArray takes the width first."},
    {NULL, "The array is 4 times as wide as the picture, "
           "and the rest of it is empty: cudaMallocArray "
           "takes elements, not bytes, width and height."},
    {NULL, "The array is 4 times as high as the picture, "
           "and the rest of it is empty: cudaMallocArray "
           "takes elements, not bytes, width and height."},
    {NULL, "Of every row a quarter arrives in the array: "
           "pitch and row length of the copy count bytes, "
           "width * sizeof(float)."},
    {NULL, "A quarter of the rows arrives in the array: "
           "the height of the copy counts rows."},
    {NULL, "The picture's last row never arrives in the "
           "array: the height of the copy counts rows, "
           "height of them."},
    {NULL, "The picture's last column never arrives in the "
           "array: the row length of the copy is width * "
           "sizeof(float) bytes."},
    {NULL, "The first row alone arrives in the array: the "
           "height of the copy counts rows, height of "
           "them."}};
static const struct deviation axes_mistakes[] = {
    {"axes-exchanged", "x and y are exchanged in the fetch: tex2D takes x, "
                       "which runs along a row, "
                       "first."},
    {NULL, "Negative coordinates are made positive, so that the picture comes back mirrored: wrap "
           "takes them as they are, leave the absolute value out."},
    {NULL, "Along x negative coordinates are made positive: wrap takes them as they are, leave the "
           "absolute value out."},
    {NULL, "Negative coordinates are held at 0: wrap takes them as they are."}};
enum { AXES_EXCHANGED = 1, ABSOLUTE, ABSOLUTE_X, HELD };
static const struct deviation output_mistakes[] = {
    {"transposed-output", "The result is written column by column (transposed): pixel (x, y) is "
                          "number y * width + x."},
    {NULL, "The result is upside down: row y goes to row y."},
    {NULL, "The result is mirrored: column x goes to column x."}};

static const struct dimension shift_dimensions[SHIFT_DIMENSIONS] = {
    DIMENSION(centre_mistakes),  DIMENSION(shift_mistakes),  DIMENSION(division_mistakes),
    DIMENSION(address_mistakes), DIMENSION(filter_mistakes), DIMENSION(array_mistakes),
    DIMENSION(axes_mistakes),    DIMENSION(output_mistakes)};

struct shifted {
    const struct picture *picture;
    cpudev_texture texture;
    float half[2], shift[2], asked_shift[2];
    float threads[2];  /* of the grid; 0: not known */
    double normalized; /* of the student's texture object; NAN: not known */
};

/* The array of a model, and the texture on it. What the picture does not fill is empty, 0. */
static void fill_array(struct shifted *s, int model, struct reading how) {
    static float texels[4 * MOST_PIXELS];
    const struct picture *p = s->picture;
    const int width = p->width, height = p->height, wide = model == 2 ? 4 * width : width,
              high = model == 3 ? 4 * height : height;
    const int columns = model == 4 ? width / 4 : model == 7 ? width - 1 : width;
    const int rows = model == 5 ? height / 4 : model == 6 ? height - 1 : model == 8 ? 1 : height;
    if (model < 2) {
        s->texture = model ? texture_of(p, height, width, how) : texture_of(p, width, height, how);
        return;
    }
    for (int i = 0; i < wide * high; i++) {
        const int x = i % wide, y = i / wide;
        texels[i] = x < columns && y < rows ? p->pixels[y * width + x] : 0;
    }
    s->texture = float_texture(texels, wide, high, how);
}

static bool prepare_shift(void *context, const int *model) {
    static const cpudev_address_mode modes[] = {CPUDEV_CLAMP, CPUDEV_BORDER, CPUDEV_MIRROR};
    struct shifted *s = context;
    const struct picture *p = s->picture;
    struct reading how = {true, true, CPUDEV_WRAP, CPUDEV_WRAP, 0};
    how.linear = !model[FILTER];
    how.normalized =
        model[DIVISION] != 2 && model[DIVISION] != 3 && model[DIVISION] != CLAMPED_SOMEHOW;
    bool as_asked = true;
    for (int d = 0; d < SHIFT_DIMENSIONS; d++)
        as_asked &= model[d] == 0;
    if (as_asked)
        how.normalized = true;
    else if (isnan(s->normalized)
                 ? model[DIVISION] == 3
                 : how.normalized != (s->normalized != 0) || model[DIVISION] == CLAMPED_SOMEHOW)
        return false;
    if (model[DIVISION] == BY_GRID && !(s->threads[0] > 0 && s->threads[1] > 0))
        return false;
    if (model[ADDRESS]) {
        cpudev_address_mode mode = modes[(model[ADDRESS] - 1) / 3];
        int axes = (model[ADDRESS] - 1) % 3;
        how.x = axes == 1 ? how.x : mode;
        how.y = axes == 2 ? how.y : mode;
    }
    fill_array(s, model[ARRAY], how);
    for (int axis = 0; axis < 2; axis++) {
        static const float added[] = {0.5f, 0.0f, 1.0f};
        int centre = model[CENTRE], shift = model[SHIFT];
        s->half[axis] = centre == 5          ? -0.5f
                        : centre <= 2        ? added[centre]
                        : centre - 3 == axis ? 0.0f
                                             : 0.5f;
        float amount = s->asked_shift[shift == 5    ? 1 - axis
                                      : shift == 10 ? 0
                                      : shift == 11 ? 1
                                                    : axis];
        float size = (float)(axis == 0 ? p->width : p->height);
        s->shift[axis] = shift == 2 || shift - 3 == axis     ? -amount
                         : shift == 6 || shift - 7 == axis   ? 0
                         : shift == 9                        ? truncf(amount)
                         : shift == 14 || shift - 12 == axis ? 2 * amount
                         : shift == 17                       ? amount * size
                         : shift == 18                       ? roundf(amount)
                                                             : amount;
    }
    return true;
}

/* Where the model samples along an axis: at the pixel of this coordinate. */
static float shifted_place(const struct shifted *s, const int *model, int axis, int coordinate) {
    const float size[2] = {(float)s->picture->width, (float)s->picture->height};
    const float pixel = (float)coordinate + s->half[axis];
    const int division = model[DIVISION];
    const float divisor =
        division == 1 || division == 3 || division == CLAMPED_SOMEHOW ||
                (division < 12 && division - 10 == axis)
            ? 1
        : division == 4 ? size[1 - axis]
        : division == 5 ? size[0]
        : division == 6 ? size[1]
        : division == 7 || (division == LESS_X && axis == 0) || (division == LESS_Y && axis == 1)
            ? size[axis] - 1
        : division == MORE || (division == MORE_X && axis == 0) || (division == MORE_Y && axis == 1)
            ? size[axis] + 1
        : division == BY_GRID ? s->threads[axis]
                              : size[axis];
    if (division == INTS || division - INTS_X == axis)
        return (s->half[axis] + s->shift[axis]) / divisor;
    if (division == 9)
        return (float)coordinate / divisor + s->half[axis] + s->shift[axis];
    if (division == 12 || division - 13 == axis)
        return ((float)coordinate + s->shift[axis]) / divisor + s->half[axis];
    const float at = model[SHIFT] == 1 || model[SHIFT] - 15 == axis
                         ? pixel / divisor + s->shift[axis]
                         : (pixel + s->shift[axis]) / divisor;
    return division == 8 ? truncf(at) : at;
}

static double shifted_value(const void *context, const int *model, size_t i) {
    const struct shifted *s = context;
    const struct picture *p = s->picture;
    int width = p->width, height = p->height, x = (int)i % width, y = (int)i / width;
    if (model[OUTPUT] == 1)
        x = (int)i / height, y = (int)i % height;
    else if (model[OUTPUT] == 2)
        y = height - 1 - y;
    else if (model[OUTPUT] == 3)
        x = width - 1 - x;
    const float along_x = shifted_place(s, model, 0, x), along_y = shifted_place(s, model, 1, y);
    const int axes = model[AXES];
    if (axes == AXES_EXCHANGED)
        return sample(&s->texture, along_y, along_x);
    if (axes == HELD)
        return sample(&s->texture, fmaxf(along_x, 0), fmaxf(along_y, 0));
    return sample(&s->texture, axes ? fabsf(along_x) : along_x,
                  axes == ABSOLUTE ? fabsf(along_y) : along_y);
}

/* Whose mistakes can be behind wrong pixels: the other functions are the reference's. */
enum part { OF_ARRAY, OF_TEXTURE, OF_KERNEL, OF_WHOLE };
static bool is_of_part(enum part part, int dimension) {
    switch (part) {
    case OF_ARRAY:
        return dimension == ARRAY;
    case OF_TEXTURE:
        return dimension == DIVISION || dimension == ADDRESS || dimension == FILTER;
    case OF_KERNEL:
        return dimension != ARRAY && dimension != ADDRESS && dimension != FILTER;
    default:
        return true;
    }
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
    struct dimension dimensions[SHIFT_DIMENSIONS];
    struct picture p = hidden_picture(run);
    struct shifted s = {.picture = &p,
                        .normalized = NAN,
                        .threads = {threads_along(run, part, 0), threads_along(run, part, 1)},
                        .asked_shift = {hidden_shift(run->seed, 0), hidden_shift(run->seed, 1)}};
    memcpy(dimensions, shift_dimensions, sizeof dimensions);
    for (int d = 0; d < SHIFT_DIMENSIONS; d++)
        dimensions[d].count = is_of_part(part, d) ? dimensions[d].count : 0;
    struct value_family family = {.dimensions = dimensions,
                                  .count = SHIFT_DIMENSIONS,
                                  .most = 3,
                                  .got = got,
                                  .got_count = (size_t)p.count,
                                  .tolerance = 0,
                                  .prepare = prepare_shift,
                                  .value = shifted_value,
                                  .context = &s};
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
        right[i] = shifted_value(&s, asked, (size_t)i);
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
    family.tolerance = 1e-6;
    judge_explain_values(name, &family);
    if (zeros > p.count / 2)
        fail(NULL,
             "%s: %d of %d pixels are 0: the picture does not fill the array. "
             "cudaMallocArray takes its width and height in elements; pitch and row length "
             "of the copy count bytes, its height counts rows.",
             name, zeros, p.count);
    prepare_shift(&s, asked);
    fail(NULL,
         "%s: %d of %d pixels are wrong, the first is (%d, %d) of a %d x "
         "%d picture moved "
         "by (%g, %g): %.7g, expected %.7g.",
         name, wrong, p.count, first % p.width, first / p.width, p.width, p.height,
         s.asked_shift[0], s.asked_shift[1], got[first], shifted_value(&s, asked, (size_t)first));
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
