/* Lab 10's mistakes, as its judge models them. */
#include "../../grader/lab10/judge/picture.c"
#include "../../grader/lab10/judge/multiply.c"
#include "../../grader/lab10/judge/types.c"
#include "../../grader/lab10/judge/rotate.c"

#include "../draws/draws.h"

enum { MOST_VALUES = 6 * 24 * 24 > 4 * MOST_PIXELS ? 6 * 24 * 24 : 4 * MOST_PIXELS };
static double got[MOST_VALUES];

/* Calls `one` with every choice of one deviation, a `turns`th of them with each seed, and with
 * none. */
typedef void each_choice(const struct run *run, const char *check, const int *choice,
                         const struct deviation *deviation);
static void each(const struct run *run, const char *check, const struct dimension *dimensions,
                 int count, int turns, each_choice *one) {
    int choice[FAMILY_DIMENSIONS] = {0};
    one(run, check, choice, NULL);
    for (int d = 0; d < count; d++) {
        for (int value = 1; value <= dimensions[d].count; value++) {
            choice[d] = value;
            if (((uint64_t)value + (uint64_t)d + run->seed) % (uint64_t)turns == 0)
                one(run, check, choice, &dimensions[d].values[value - 1]);
        }
        choice[d] = 0;
    }
}

/* The same for a family whose mistakes are lines. */
static void each_line(const struct run *run, const char *check, struct value_family family,
                      int turns, each_choice *one) {
    struct dimension dimensions[FAMILY_DIMENSIONS];
    judge_list_lines(&family, dimensions);
    each(run, check, dimensions, family.count, turns, one);
}

/* What the run wrote is judged: `count` values of `got`, behind which nothing was written. */
static void expect(const struct run *run, const char *check, const char *name, size_t count,
                   size_t past_end, const struct deviation *deviation) {
    for (size_t i = 0; i < count; i++) {
        got[i] = (double)(float)got[i];
        if (isnan(got[i]))
            return; /* it would read where there is no memory */
    }
    for (size_t i = count; i < count + past_end; i++)
        got[i] = LAB10_CANARY;
    draws_wrote(name, got, count + past_end);
    if (deviation)
        draws_expect(run, check, deviation->text, deviation->diagnosis);
    else
        draws_expect_pass(run, check);
}

/* ---- step 1 ---- */

static const int as_asked[FAMILY_DIMENSIONS];
static struct picture picture;

static struct shifted shifted;

static void shifts(const struct run *run, const char *check, const int *choice,
                   const struct deviation *deviation) {
    const char *const keys[] = {"array", "texture", "read_picture"};
    const struct value_family family = shifts_family(&shifted, NULL);
    struct shift_choices c;
    judge_choose(choice, SHIFT_DIMENSIONS, (struct choice *)&c);
    const struct place place = along(&c, &shifted, 0, 0);
    /* The coordinates are the reference's, or the texture object is: never both count texels. */
    if (place.of == OF_KNOWN_TEXTURE ||
        (c.division.number && (shifted.part == OF_TEXTURE) != place.in_texels))
        return;
    shifted.normalized = !place.in_texels;
    if (!prepare_shift(&shifted, choice))
        return;
    for (size_t i = 0; i < family.got_count; i++)
        got[i] = judge_value(&family, choice, i);
    draws_forget();
    if (shifted.part == OF_TEXTURE)
        draws_wrote_number("normalized", shifted.normalized);
    expect(run, check, keys[shifted.part], family.got_count,
           shifted.part == OF_KERNEL ? LAB10_PAST_END : 0, deviation);
}

static void shift(const struct run *run, const char *check, enum part part) {
    shifted =
        (struct shifted){.picture = &picture,
                         .part = part,
                         .asked_shift = {hidden_shift(run->seed, 0), hidden_shift(run->seed, 1)},
                         .threads = {threads_along(run, part, 0), threads_along(run, part, 1)}};
    prepare_shift(&shifted, as_asked);
    each_line(run, check, shifts_family(&shifted, NULL), 10, shifts);
}

/* ---- step 2 ---- */

static struct factors factors;
static const char *product_name;

static void products(const struct run *run, const char *check, const int *choice,
                     const struct deviation *deviation) {
    const struct value_family family = products_family(&factors, NULL);
    /* Linear filtering gives a texel at its centre, and (i + 1) / N is cut to a little less than
     * texel i + 1, but for some sizes: these are seen where they show. */
    if (deviation && (strstr(deviation->text, "The filter mode is linear") ||
                      strstr(deviation->text, "is read one texel further")))
        return;
    prepare_product(&factors, choice);
    for (size_t i = 0; i < family.got_count; i++)
        got[i] = judge_value(&family, choice, i);
    draws_forget();
    expect(run, check, product_name, family.got_count, LAB10_PAST_END, deviation);
}

static void product(const struct run *run, const char *check, const char *name, int version) {
    const struct product s = product_of(run);
    factors = (struct factors){.seed = run->seed,
                               .s = s,
                               .version = (unsigned)version,
                               .tile = (int)judge_argument(run, "tile")};
    factors.a = matrix_of(run->seed, 0, s.m * s.k, &factors.texels_a);
    factors.b = matrix_of(run->seed, 1, s.k * s.n, &factors.texels_b);
    product_name = name;
    prepare_product(&factors, as_asked);
    each_line(run, check, products_family(&factors, NULL), 10, products);
    free(factors.a);
    free(factors.b);
    free(factors.texels_a);
    free(factors.texels_b);
}

/* ---- step 3 ---- */

static struct places places;
static struct layered layered;
static struct map map;

static void bytes(const struct run *run, const char *check, const int *choice,
                  const struct deviation *deviation) {
    const struct value_family family = places_family(&places, NULL);
    for (size_t i = 0; i < family.got_count; i++)
        got[i] = judge_value(&family, choice, i);
    draws_forget();
    expect(run, check, "bytes", family.got_count, 0, deviation);
}

static void colours(const struct run *run, const char *check, const int *choice,
                    const struct deviation *deviation) {
    const struct value_family family = places_family(&places, NULL);
    for (size_t i = 0; i < family.got_count; i++) {
        const double pixel = judge_value(&family, choice, i);
        for (int k = 0; k < 4; k++)
            got[4 * i + (size_t)k] = isnan(pixel) ? NAN : colour_of(run, (int)pixel, k);
    }
    draws_forget();
    expect(run, check, "colours", 4 * family.got_count, 0, deviation);
}

static void layers(const struct run *run, const char *check, const int *choice,
                   const struct deviation *deviation) {
    const struct value_family family = layers_family(&layered, NULL);
    for (size_t i = 0; i < family.got_count; i++)
        got[i] = judge_value(&family, choice, i);
    draws_forget();
    expect(run, check, "layers", family.got_count, 0, deviation);
}

static void maps(const struct run *run, const char *check, const int *choice,
                 const struct deviation *deviation) {
    const struct value_family family = map_family(&map, NULL);
    for (size_t i = 0; i < family.got_count; i++)
        got[i] = judge_value(&family, choice, i);
    draws_forget();
    expect(run, check, "map", family.got_count, 0, deviation);
}

/* ---- step 4 ---- */

static struct turned turned;
static const char *turned_key;

static void turns(const struct run *run, const char *check, const int *choice,
                  const struct deviation *deviation) {
    const struct value_family family = turns_family(&turned, NULL);
    if (deviation && strstr(deviation->text, "i and j are exchanged in source_of"))
        return; /* the same samples, in another order */
    for (size_t i = 0; i < family.got_count; i++)
        got[i] = judge_value(&family, choice, i);
    draws_forget();
    expect(run, check, turned_key, family.got_count,
           strncmp(turned_key, "rotate", 6) == 0 ? LAB10_PAST_END : 0, deviation);
}

static void turn(const struct run *run, const char *check, const char *key, bool software) {
    turned =
        (struct turned){.picture = &picture, .asked = hidden_turn(run), .by_software = software};
    turned_key = key;
    each_line(run, check, turns_family(&turned, NULL), 40, turns);
}

void draws_run(const struct run *run, const char *name) {
    if (judge_has_argument(run, "width"))
        picture = hidden_picture(run);
    if (strcmp(name, "array") == 0)
        shift(run, "array", OF_ARRAY);
    if (strcmp(name, "texture") == 0)
        shift(run, "texture-object", OF_TEXTURE);
    if (strcmp(name, "kernel") == 0)
        shift(run, "kernel", OF_KERNEL);
    if (strcmp(name, "guard") == 0)
        shift(run, "guard", OF_KERNEL);
    if (strcmp(name, "multiply_global") == 0)
        product(run, "global", name, IN_MEMORY);
    if (strcmp(name, "multiply_tiled") == 0)
        product(run, "tiled", name, IN_TILES);
    if (strcmp(name, "multiply_texture") == 0)
        product(run, "texture", name, IN_TEXTURES);
    places =
        (struct places){run->seed, picture.width, picture.height, strcmp(name, "colours") == 0};
    map = (struct map){run->seed, &picture};
    if (strcmp(name, "bytes") == 0 || strcmp(name, "colours") == 0)
        each_line(run, name, places_family(&places, NULL), 5, places.colours ? colours : bytes);
    if (strcmp(name, "layers") == 0) {
        layered = (struct layered){run->seed, (int)judge_argument(run, "n"),
                                   (int)judge_argument(run, "layers")};
        each_line(run, name, layers_family(&layered, NULL), 5, layers);
    }
    if (strcmp(name, "map") == 0)
        each_line(run, name, map_family(&map, NULL), 1, maps);
    if (strcmp(name, "hardware") == 0 || strcmp(name, "software") == 0)
        turn(run, name, name, strcmp(name, "software") == 0);
    if (strcmp(name, "rotate_hardware") == 0)
        turn(run, "hardware-kernel", name, false);
    if (strcmp(name, "rotate_software") == 0)
        turn(run, "software-kernel", name, true);
}
