/* Lab 8, step 2: a checksum over several textures. What people do otherwise with the texture that a
 * quad is looked for in, its place there, and where a texture begins and ends; a choice must give
 * the sums of all splits. */
#include "lab8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LOOP, BASE, TEXTURE, PLACE, SIZE, USED, SPLIT_DIMENSIONS };

#define WHICH "quad q lies in texture q / quads_each, at element q % quads_each."

struct splits {
    const struct run *run;
    size_t words, quads, threads;
    double got[LAB8_SPLITS];
};

/* Two things that are done either way: the place as a remainder or as a difference, and what a
 * texture of no quads holds (0 bytes are accepted, and give one texel). */
enum { BY_DIFFERENCE = 1, ONE_TEXEL = 2, WAYS = 4 };

/* Which quads are summed. */
struct loop {
    size_t from, to;
};
static struct loop loop_of(struct choice *c, const struct splits *s, size_t each) {
    const size_t n = s->quads;
    INSTEAD(((struct loop){0, n / 4}), "elements-for-words",
            "Only the first quarter of the quads is summed: there are words / 4 "
            "quads, and i counts quads.");
    INSTEAD(((struct loop){0, n - 1}), NULL,
            "The last quad is left out of the sum: i runs while it is less than words / 4.");
    INSTEAD(((struct loop){1, n}), NULL, "The first quad is left out of the sum: i counts from 0.");
    INSTEAD(((struct loop){0, s->threads < n ? s->threads : n}), NULL,
            "Each thread sums its first quad only: go on with i += threads.");
    INSTEAD(((struct loop){0, each < n ? each : n}), NULL,
            "Only the first texture's quads are in the sum: beyond it they are looked for outside "
            "their texture, where all is 0. " WHICH " The place is what is left when all quads of "
            "the textures before are taken off; a shift by 27 bits finds texture 0 always, and "
            "quads_each is not 2^27.");
    ASKED(((struct loop){0, n}));
}

/* The word at which a texture begins whose first quad is `first`; `rest`: quads from there on. */
static size_t base_of(struct choice *c, size_t first, size_t each, size_t rest) {
    INSTEAD(0, "wrong-segment-base",
            "Every quad comes from the first segment: either every texture reads it "
            "again (texture s begins at quad s * quads_each, which is word 4 * s * "
            "quads_each), or every quad is looked for in texture 0.");
    INSTEAD(first, "wrong-segment-base",
            "Texture s begins at word s * quads_each; a quad has four words: 4 * s "
            "* quads_each.");
    INSTEAD(4 * (first + each), "wrong-segment-base",
            "Texture s begins a segment too late: texture 0 begins at word 0, and s "
            "at word 4 * s * quads_each.");
    INSTEAD(4 * first + 4 * (first > 0), "wrong-segment-base",
            "Texture s begins four words too far: it begins at word 4 * s * "
            "quads_each.");
    INSTEAD(rest < each ? 0 : 4 * first, "last-block-dropped",
            "The last texture, which is not full, reads the first segment again: it "
            "begins at word 4 * s * quads_each, too, and holds what is left.");
    ASKED(4 * first);
}

/* How many quads a texture has, for `rest` that are its own; at_end: how many the last of all is
 * taken to have by a remainder, which may be `empty`. */
static size_t size_of(struct choice *c, size_t rest, size_t each, bool is_last, bool is_last_made,
                      size_t at_end, size_t empty) {
    INSTEAD(is_last ? at_end : rest, "empty-remainder",
            "Where quads_each divides the number of quads, the last texture is missing "
            "from the sum. The remainder is 0 because it is full, not because it is "
            "empty.");
    INSTEAD(rest / 4, "elements-for-words",
            "The textures end after a quarter of their quads: make_words_texture "
            "takes words, and a quad has four.");
    INSTEAD(rest - 1, NULL,
            "The last quad of every texture is left out: it holds quads_each quads, the last one "
            "what is left.");
    INSTEAD(rest < each ? empty : rest, "last-block-dropped",
            "The last texture, which is not full, is missing from the sum.");
    INSTEAD(is_last ? rest - 1 : rest, NULL, "The last quad of the last texture is left out.");
    INSTEAD(
        is_last_made ? at_end : rest, NULL,
        "The last of the textures gets quads % quads_each quads, also where it is full and that "
        "is 0: its size is what is left for it, at most quads_each.");
    ASKED(rest);
}

/* The quads of texture t of those that are made for `each` quads a texture, and where it begins;
 * false: it cannot be. */
static bool texture_of(const struct splits *s, struct choice *choices, int way, size_t each,
                       size_t t, size_t *begin, size_t *size) {
    const size_t empty = way & ONE_TEXEL ? 1 : 0, left = s->quads % each ? s->quads % each : empty,
                 first = t * each < s->quads ? t * each : 0,
                 rest = s->quads - first < each ? s->quads - first : each;
    *begin = base_of(&choices[BASE], first, each, rest);
    *size = size_of(&choices[SIZE], rest, each, t == (s->quads - 1) / each, t + 1 == LAB8_SEGMENTS,
                    left, empty);
    return *begin + 4 * *size <= s->words;
}

static long texture_number(struct choice *c, size_t q, size_t each) {
    const long count = LAB8_SEGMENTS, right = (long)(q / each);
    INSTEAD((long)q % count, NULL,
            "The quads are dealt out to the textures in turn, quad q in texture q % count: a "
            "texture holds quads_each neighbouring quads, " WHICH);
    INSTEAD(count - 1, NULL, "Every quad is looked for in the last texture: " WHICH);
    INSTEAD((long)(q / (4 * each)), NULL,
            "The texture is quad / (4 * quads_each): a quad is one element, its number is not that "
            "of its first word; " WHICH);
    INSTEAD((long)((q + 1) / each), NULL,
            "The last quad of a texture is looked for in the next one: " WHICH);
    INSTEAD(right + 1, NULL, "The texture is the one after: " WHICH);
    INSTEAD(right ? count - 1 : 0, NULL,
            "Quads that are not in the first texture are all looked for in the last one: " WHICH);
    INSTEAD(right ? 1 : 0, NULL,
            "Quads that are not in the first texture are all looked for in the second: " WHICH);
    ASKED(right);
}

static long place_in(struct choice *c, int way, size_t q, size_t each, long texture) {
    const long n = (long)q, e = (long)each, count = LAB8_SEGMENTS,
               right = way & BY_DIFFERENCE ? n - texture * e : n % e;
    INSTEAD(n, NULL,
            "Within its texture a quad is looked for at its number in the whole range, beyond the "
            "texture's end: take off what lies in the textures before, " WHICH);
    INSTEAD(n / count, NULL, "Within its texture quad q is looked for at q / count: " WHICH);
    INSTEAD(n % (4 * e), NULL,
            "Within its texture a quad is looked for at quad % (4 * quads_each): the index counts "
            "quads, " WHICH);
    INSTEAD(
        n - 4 * texture * e, NULL,
        "4 * segment * quads_each is taken off the number of the quad: both count quads, " WHICH);
    INSTEAD(4 * right, NULL,
            "Within its texture a quad is looked for at 4 times its place: the index of tex1Dfetch "
            "counts elements, which are quads.");
    INSTEAD(right + 1, NULL,
            "Within its texture a quad is looked for one element too far: elements count from 0.");
    INSTEAD(n / e, NULL,
            "Within its texture a quad is looked for at quad / quads_each: that is the number of "
            "the texture; the place is the remainder, quad % quads_each.");
    INSTEAD(n - texture, NULL,
            "The number of the texture is taken off, not of the quads before it: the place is quad "
            "- segment * quads_each.");
    INSTEAD(n % count, NULL, "Within its texture a quad is looked for at quad % count: " WHICH);
    ASKED(right);
}

/* The places that the first `words` words of a quad are taken for. */
struct used {
    unsigned places[4];
    int words;
};
static struct used used_of(struct choice *c, size_t quad) {
    const unsigned number = (unsigned)(quad % 4);
    INSTEAD(((struct used){{0, 0, 0, 0}, 4}), "factor-missing",
            "All words count once: share_of(word, i) needs the word's number, or its "
            "place in the quad, 0 to 3.");
    INSTEAD(((struct used){{3, 2, 1, 0}, 4}), "components-swapped",
            "The components of the quads are exchanged: x is word 0 of a quad, y 1, "
            "z 2, w 3.");
    INSTEAD(((struct used){{0, 1, 3, 2}, 4}), "components-swapped",
            "z and w are exchanged: x is word 0 of a quad, y 1, z 2, w 3.");
    INSTEAD(((struct used){{1, 0, 2, 3}, 4}), "components-swapped",
            "x and y are exchanged: x is word 0 of a quad, y 1, z 2, w 3.");
    INSTEAD(((struct used){{0, 2, 1, 3}, 4}), "components-swapped",
            "y and z are exchanged: x is word 0 of a quad, y 1, z 2, w 3.");
    INSTEAD(((struct used){{0, 1, 2, 3}, 1}), NULL,
            "Only x of every quad is summed: add all four components.");
    INSTEAD(((struct used){{0, 1, 2, 3}, 3}), NULL,
            "w of every quad is left out of the sum: add all four components.");
    INSTEAD(((struct used){{number, number, number, number}, 4}), NULL,
            "share_of gets the number of the quad: it is that of the word, 4 * quad + 0, 1, 2 or "
            "3.");
    ASKED(((struct used){{0, 1, 2, 3}, 4}));
}

/* What the words of a quad, from `first` on, add to the sum. */
static uint32_t quad_share(const struct splits *s, size_t first, const struct used *used) {
    uint32_t sum = 0;
    for (int j = 0; j < used->words; j++)
        sum += (uint32_t)hidden_word(s->run->seed, first + (size_t)j) * (2 * used->places[j] + 1);
    return sum;
}

static bool split_sum(const struct splits *s, struct choice *choices, int way, size_t each,
                      uint32_t *sum) {
    size_t begin[LAB8_SEGMENTS], size[LAB8_SEGMENTS];
    const struct loop loop = loop_of(&choices[LOOP], s, each);
    *sum = 0;
    for (size_t t = 0; t < LAB8_SEGMENTS; t++)
        if (!texture_of(s, choices, way, each, t, &begin[t], &size[t]))
            return false;
    for (size_t q = loop.from; q < loop.to; q++) {
        const long texture = texture_number(&choices[TEXTURE], q, each),
                   place = place_in(&choices[PLACE], way, q, each, texture);
        const struct used used = used_of(&choices[USED], q);
        if (texture >= LAB8_SEGMENTS)
            return false;
        if (place >= 0 && (size_t)place < size[texture])
            *sum += quad_share(s, begin[texture] + 4 * (size_t)place, &used);
    }
    return true;
}

static double split_value(const void *context, struct choice *choices, size_t i) {
    const struct splits *s = context;
    uint32_t sum = 0;
    split_sum(s, choices, 0, hidden_split(s->quads, (int)i), &sum);
    return sum;
}

/* The family's lines. */
static void list_splits(struct splits *s, struct dimension dimensions[SPLIT_DIMENSIONS]) {
    judge_list_lines(
        &(struct value_family){
            .count = SPLIT_DIMENSIONS, .got_count = LAB8_SPLITS, .with = split_value, .context = s},
        dimensions);
}

static int splits_fit(const int *choice, const void *context) {
    const struct splits *s = context;
    struct choice choices[SPLIT_DIMENSIONS];
    judge_choose(choice, SPLIT_DIMENSIONS, choices);
    for (int way = 0; way < WAYS; way++) {
        int fits = 0;
        uint32_t sum;
        while (fits < LAB8_SPLITS &&
               split_sum(s, choices, way, hidden_split(s->quads, fits), &sum) &&
               s->got[fits] == sum)
            fits++;
        if (fits == LAB8_SPLITS)
            return FAMILY_BEST;
    }
    return 0;
}

/* An error of the student's own for words that the textures hold: which they are. */
static void note_refused_split(const struct splits *s, int split) {
    char name[30], others[200] = "", also[300] = "";
    snprintf(name, sizeof name, "split%d.error", split);
    if (judge_number(s->run, name, 0) != 1 || s->run->refused_count || s->run->gpu) {
        judge_note("%s", "");
        return;
    }
    for (int i = 0; i < LAB8_SPLITS; i++) {
        snprintf(name, sizeof name, "split%d.error", i);
        if (judge_number(s->run, name, 1) == 0)
            snprintf(others + strlen(others), sizeof others - strlen(others), "%s%zu",
                     *others ? ", " : "", hidden_split(s->quads, i));
    }
    if (*others)
        snprintf(also, sizeof also, " With textures of %s quads they are not.", others);
    judge_note(" %zu words, which are %zu quads, are refused for %d textures of %zu quads each, "
               "which hold %zu quads.%s",
               s->words, s->quads, LAB8_SEGMENTS, hidden_split(s->quads, split),
               LAB8_SEGMENTS * hidden_split(s->quads, split), also);
}

/* Whose mistakes can be behind wrong sums: the other functions are the reference's. */
enum part { OF_TEXTURES, OF_QUAD, OF_SUMS };
static bool is_of_part(enum part part, int dimension) {
    switch (part) {
    case OF_TEXTURES:
        return dimension == BASE || dimension == SIZE;
    case OF_QUAD:
        return dimension == TEXTURE || dimension == PLACE || dimension == USED;
    default:
        return dimension != BASE && dimension != SIZE;
    }
}

/* Where a texture begins and ends, as it was made with this split: what its object says. */
static void judge_extents(const struct run *run, size_t quads, int split) {
    const size_t each = hidden_split(quads, split);
    char key[20];
    snprintf(key, sizeof key, "begins%d", split);
    const double *begins = judge_numbers(run, key, LAB8_SEGMENTS);
    snprintf(key, sizeof key, "sizes%d", split);
    const double *sizes = judge_numbers(run, key, LAB8_SEGMENTS);
    for (size_t t = 0; begins && sizes && t < LAB8_SEGMENTS && t * each < quads; t++) {
        const size_t left = quads - t * each, owed = left < each ? left : each;
        const double begin = begins[t], size = sizes[t];
        if (begin == (double)(t * each) && size == (double)owed)
            continue;
        if (begin == -1 && size == -1)
            fail(NULL, "With textures of %zu quads texture %zu is none of linear memory.", each, t);
        if (begin != (double)(t * each))
            fail("wrong-segment-base",
                 "With textures of %zu quads texture %zu begins at quad %.8g, which is %.8g "
                 "times where it is to begin: at quad %zu * %zu, word 4 * %zu * %zu (an int "
                 "* counts words, not bytes, and a quad has four).",
                 each, t, begin, t ? begin / (double)(t * each) : begin, t, each, t, each);
        if (size > (double)left)
            fail("read-past-end",
                 "Texture %zu covers %.0f quads, and %zu are left from its base on: the "
                 "last one in use ends where the words do, at words / 4 - s * quads_each "
                 "quads (make_words_texture takes 4 times as many words).",
                 t, size, left);
        if (size > (double)each)
            fail(NULL,
                 "Texture %zu covers %.0f quads, and quads_each is %zu: no texture may hold "
                 "more, which is the device's limit for one. Its size is what is left from "
                 "its base on, at most quads_each.",
                 t, size, each);
        if (size == 0 && owed == each)
            fail("empty-remainder",
                 "Where quads_each (%zu) divides the number of quads (%zu), the last "
                 "texture is empty. The remainder is 0 because it is full, not because it "
                 "is empty.",
                 each, quads);
        fail(4 * size == (double)owed ? "elements-for-words" : NULL,
             "Texture %zu of textures of %zu quads covers %.8g quads of %zu, and is to cover "
             "%zu: what is left from its base on, at most quads_each. make_words_texture "
             "takes words, and a quad has four.",
             t, each, size, quads, owed);
    }
}

/* The sums of all splits, by `name`. */
static void judge_splits(const struct run *run, const char *name, enum part part) {
    const size_t words = words_of(run), quads = words / 4;
    struct splits s = {run,
                       words,
                       quads,
                       (size_t)(judge_argument(run, "blocks") * judge_argument(run, "threads")),
                       {0}};
    struct dimension dimensions[SPLIT_DIMENSIONS];
    list_splits(&s, dimensions);
    for (int d = 0; d < SPLIT_DIMENSIONS; d++)
        dimensions[d].count = is_of_part(part, d) ? dimensions[d].count : 0;
    const struct family family = {dimensions, SPLIT_DIMENSIONS, 2, splits_fit};
    const uint32_t right = sum_of(run, 0, words);
    int wrong = 0, zeros = 0, first = 0;
    char which[200] = "", key[20], what[60];
    snprintf(what, sizeof what, "%s:", name);
    for (int i = LAB8_SPLITS; i-- > 0;) {
        snprintf(key, sizeof key, "split%d", i);
        s.got[i] = judge_number(run, key, NAN);
        zeros += s.got[i] == 0;
        if (s.got[i] != right) {
            wrong++;
            first = i;
        }
    }
    for (int i = 0; i < LAB8_SPLITS; i++) {
        snprintf(key, sizeof key, part == OF_QUAD ? "summed%d" : "split%d", i);
        note_refused_split(&s, i);
        judge_call_succeeded(run, key, name);
        judge_note_ends();
        snprintf(key, sizeof key, "summed%d", i);
        if (part == OF_TEXTURES)
            judge_call_succeeded(run, key, "A kernel that reads make_segments' textures");
    }
    if (!wrong)
        return;
    if (zeros == LAB8_SPLITS)
        fail(NULL, "%s however the quads are divided: nothing is added up. %s",
             part == OF_SUMS ? "checksum_segments says 0" : "The sum of all quads is 0",
             part == OF_TEXTURES ? "Look at what the textures cover."
             : part == OF_QUAD   ? "Look whether fetch_quad is written."
                                 : "Look whether fetch_quad and sum_segments are written.");
    judge_explain(what, &family, &s);
    bool same = true;
    for (int i = 1; i < LAB8_SPLITS; i++)
        same &= s.got[i] == s.got[0];
    /* However the quads are divided: then it is the kernel's. */
    if (same && part == OF_SUMS)
        explain_sum(run, s.got[0], words, 4);
    int powers = 0, right_powers = 0, rights = 0;
    for (int i = 0; i < LAB8_SPLITS; i++) {
        const size_t each = hidden_split(quads, i);
        powers += (each & (each - 1)) == 0;
        right_powers += s.got[i] == right && (each & (each - 1)) == 0;
        rights += s.got[i] == right;
    }
    if (powers > 1 && rights == powers && right_powers == powers)
        fail("mask-for-remainder",
             "%s is right where a texture holds a power of two of quads, and wrong where it "
             "holds another number, %zu for one: a shift or a mask stands for the division. "
             "quads_each is any multiple of 32.",
             name, hidden_split(quads, first));
    for (int i = 0; i < LAB8_SPLITS; i++)
        if (s.got[i] == right)
            snprintf(which + strlen(which), sizeof which - strlen(which), "%s%zu",
                     *which ? ", " : "", hidden_split(quads, i));
    fail(NULL,
         "%s: %zu quads in textures of %zu: the checksum is %s, expected %08x. With %d "
         "textures, the sum is right where one holds %s quads, and wrong for %d other "
         "sizes.",
         name, quads, hidden_split(quads, first), checksum_text(s.got[first]), right, LAB8_SEGMENTS,
         *which ? which : "no number of", wrong);
}

void check_made(const struct run *run) {
    const size_t quads = words_of(run) / 4;
    char key[20];
    for (int i = 0; i < LAB8_SPLITS; i++)
        judge_extents(run, quads, i);
    judge_splits(run, "make_segments", OF_TEXTURES);
    for (int i = 0; i < LAB8_SPLITS; i++) {
        snprintf(key, sizeof key, "freed%d", i);
        judge_call_succeeded(run, key, "free_segments");
    }
    pass("Every texture begins and ends where it is to, for %d ways to divide %zu quads.",
         LAB8_SPLITS, quads);
}

void check_split_sums(const struct run *run) {
    const size_t quads = words_of(run) / 4;
    judge_splits(run, "checksum_segments", OF_SUMS);
    judge_used(run, "checksum_segments", "texture.accesses", (double)LAB8_SPLITS * quads,
               "texture fetches");
    judge_follows(run, "checksum_segments", "split0", 1, JUDGE_MORE_WORD * 16 * (double)quads,
                  "texture fetches");
    pass("Right for %d ways to divide %zu quads.", LAB8_SPLITS, quads);
}

/* Quad numbers beyond 2^31. */
static void judge_far(const struct run *run) {
    const size_t far_words = 4 * LAB8_FAR;
    if (judge_number(run, "far.error", NAN) != 0)
        fail("quad-in-32-bits",
             "fetch_quad ends the kernel with textures of 2^28 quads: the number of a quad "
             "goes beyond 2^31, where an int becomes negative. Keep it in a size_t, and "
             "only the index within a texture is an int.");
    const double *far = judge_numbers(run, "far", 16 * far_words);
    for (size_t w = 0; far && w < 16 * far_words; w++) {
        const size_t segment = w / far_words, inside = w % far_words;
        if (far[w] != hidden_word(run->seed, 128 * segment + inside))
            fail("quad-in-32-bits",
                 "fetch_quad(%zu) is wrong with textures of 2^28 quads: the number of a "
                 "quad goes beyond 2^31, where an int overflows. Keep it in a size_t, and "
                 "only the index within a texture is an int.",
                 segment * LAB8_FAR_EACH + inside / 4);
    }
    if (!far)
        fail(NULL, "fetch_quad's results beyond 2^31 did not come back.");
}

void check_quads(const struct run *run) {
    const size_t quads = words_of(run) / 4, count = 4 * LAB8_QUADS;
    judge_splits(run, "fetch_quad", OF_QUAD);
    judge_call_succeeded(run, "quads", "fetch_quad");
    const double *got = judge_numbers(run, "quads", count);
    if (!got)
        fail(NULL, "fetch_quad's results did not come back.");
    judge_field("components of the quads", 4, LAB8_QUADS, 1);
    for (size_t w = 0; w < count; w++)
        if (got[w] != hidden_word(run->seed, w))
            judge_wrong(w, got[w], hidden_word(run->seed, w));
    for (size_t w = 0; w < count; w++)
        if (got[w] != hidden_word(run->seed, w))
            fail(NULL, "fetch_quad(%zu).%c is %.0f, expected %d (textures of %zu quads).", w / 4,
                 "xyzw"[w % 4], got[w], hidden_word(run->seed, w), hidden_split(quads, 4));
    judge_far(run);
    judge_used(run, "fetch_quad", "texture.accesses", (double)LAB8_SPLITS * quads,
               "texture fetches");
    judge_changes(run, "fetch_quad", "quads", count, "texture fetches");
    pass("fetch_quad is right in every texture, beyond 2^31 too.");
}
