/* Lab 8: texture as a read path. */
#include "lab8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_SUCH_TEXTURE                                                                            \
    "A quad is looked for in a texture that was not made: quad q lies in texture q / quads_each, " \
    "numbers from 0, and as many are made as are asked for."
#define OUTSIDE_WORDS                                                                              \
    "A texture covers memory that is none of the words: texture s begins at words_d + 4 * s * "    \
    "quads_each (an int * counts words, not bytes, and a quad has four), and holds at most what "  \
    "is left of them."

const struct finding_rule lab_findings[] = {
    {"out-of-bounds-write", "sum_", NULL,
     "A sum is written behind the last one. Every summing kernel is launched as <<<SUM_BLOCKS, "
     "SUM_THREADS>>> and writes one sum a thread, sums[blockIdx.x * blockDim.x + threadIdx.x]: "
     "SUMS of them, SUMS * sizeof(unsigned) bytes. Look at the launch, at the size that is "
     "allocated, and at the index."},
    {"stopped", "_segments, |texture object that does not exist", NULL, NO_SUCH_TEXTURE},
    {"stopped", "read_quads, |texture object that does not exist", NULL, NO_SUCH_TEXTURE},
    {"stopped", "_segments, |illegal read", "wrong-segment-base", OUTSIDE_WORDS},
    {"stopped", "read_quads, |illegal read", "wrong-segment-base", OUTSIDE_WORDS},
    {"stopped", "kernel read_|division by zero", NULL,
     "place_of was given a count that is less than 32, or 0: it takes the pattern, the thread's "
     "number i, and count, in this order."},
    {0}};

bool lab_has_work(const struct run *run, const char *kernel, const long at[3]) {
    const long x = at[0], y = at[1];
    const bool reads = strstr(kernel, "read_texture") || strstr(kernel, "read_ldg") ||
                       strstr(kernel, "read_plain");
    if (judge_has_argument(run, "n") || judge_part(run, "outside")) /* a kernel of their own */
        return y == 0 &&
               x < (judge_has_argument(run, "n") ? (long)judge_argument(run, "n") : LAB8_FETCHES);
    return reads && judge_has_argument(run, "count") && y == 0 &&
           x < (long)judge_argument(run, "count");
}

enum { INVALID_VALUE = 1 };

/* ---- step 1 ---------------------------------------------------------------------------------- */

static const char *const kernels[] = {"", "sum_int", "sum_int2", "", "sum_int4"};

/* Is `got` the sum of all words but some at the end, or at the beginning? */
static void explain_range(const struct run *run, double got, size_t words, int components) {
    uint32_t up = 0, all = sum_of(run, 0, words);
    for (size_t i = 0; i < words; i++) {
        if (got == up && words - i == (size_t)components)
            fail("last-word-dropped",
                 "The last %s is left out of the sum (word %zu of %zu on): elements run "
                 "from 0 while i < words / %d.",
                 components == 1 ? "word" : "element", i, words, components);
        if (got == up)
            fail(NULL, "Words %zu to %zu of %zu are left out: the sum is that of the first %zu.", i,
                 words - 1, words, i);
        up += sum_of(run, i, i + 1);
        if (got == (uint32_t)(all - up))
            fail(NULL, "Words 0 to %zu of %zu are left out of the sum.", i, words);
    }
}

/* Of a checksum that came back through *total. */
static void explain_total(double got, uint32_t all) {
    if (got == (uint32_t)(all + LAB8_TOTAL))
        fail(NULL, "The sum is added to what lay in *total, which is not yours to use: set it to "
                   "0 first.");
    if (got == LAB8_TOTAL)
        fail(NULL, "*total is as it was before the call: write the sum there.");
    if (got == 0)
        fail(NULL, "The sum is 0, so nothing is added up at all.");
}

static void explain_checksum(const struct run *run, double got, size_t words, int components) {
    const uint32_t all = sum_of(run, 0, words);
    explain_total(got, all);
    if (got == (uint32_t)(2 * all))
        fail(NULL, "Every word counts twice.");
    explain_sum(run, got, words, components);
    explain_range(run, got, words, components);
}

/* The checksum that came back: a word, or whatever number was written in its place. */
/* Is got what is left, modulo 2^32, of a sum that a float held? Of such a sum, of 2^32 and more,
 * at least 9 bits are 0; it is off by some of the last of these. */
static bool rounded_as_float(double got, uint32_t owed) {
    if (!(got >= 1 && got < 0x1p32) || got != floor(got))
        return false;
    const uint32_t sum = (uint32_t)got, apart = sum - owed, off = apart < -apart ? apart : -apart;
    int zeros = 0;
    while (!(sum >> zeros & 1))
        zeros++;
    return zeros >= 12 && off < (uint32_t)64 << zeros && off < 1u << 24;
}

/* The sums of one kernel, added up by the harness: those that were written. */
static void check_one_sum(const struct run *run, const char *key, size_t words, int components) {
    const char *kernel = kernels[components];
    judge_call_succeeded(run, key, kernel);
    const double got = judge_number(run, key, NAN);
    const size_t threads = (size_t)(judge_argument(run, "blocks") * judge_argument(run, "threads")),
                 elements = words / (size_t)components,
                 unwritten = (size_t)fmin(
                     fmax(judge_number(run, strcmp(key, "few") == 0 ? "few_unwritten" : "unwritten",
                                       0),
                          0),
                     (double)threads);
    if (unwritten == threads)
        fail(NULL, "%s writes nothing: it is still to be written.", kernel);
    if (got == sum_of(run, 0, words) && unwritten == 0)
        return;
    if (got == sum_of(run, 0, words) && elements < threads && unwritten == threads - elements)
        fail("idle-threads",
             "The sums of threads that have nothing to sum are never written: with %zu "
             "elements for %zu threads every thread still writes its sum, 0.",
             elements, threads);
    if (got == sum_of(run, 0, words))
        fail(NULL,
             "The sums add up to the right checksum, and %zu of %zu are never written: each "
             "thread writes its own, 0 where it has nothing to sum.",
             unwritten, threads);
    if (rounded_as_float(got, sum_of(run, 0, words)))
        fail(NULL,
             "The sums of %zu words add up to %s, expected %08x: the last bits are 0, as in "
             "a float, which keeps 24 bits. Add up unsigned ints.",
             words, checksum_text(got), sum_of(run, 0, words));
    explain_checksum(run, got, words, components);
    fail(NULL, "The sums of %zu words add up to %s, expected %08x (%zu of %zu written).", words,
         checksum_text(got), sum_of(run, 0, words), threads - unwritten, threads);
}

static void check_sum(const struct run *run) {
    const int components = judge_part(run, "int4") ? 4 : judge_part(run, "int2") ? 2 : 1;
    const char *kernel = kernels[components];
    const size_t words = words_of(run);
    check_one_sum(run, kernel, words, components);
    judge_note(" (With %d words, fewer than there are threads: those without work write a sum of "
               "0.)",
               LAB8_FEW);
    check_one_sum(run, "few", LAB8_FEW, components);
    judge_note_ends();
    /* The factors of a quad's words add up to 16. */
    judge_used(run, kernel, "texture.accesses", (double)(words / (size_t)components),
               "texture fetches");
    judge_follows(run, kernel, kernel, 1, JUDGE_MORE_WORD * 4 * (double)words, "texture fetches");
    pass("The sums of %zu and of %d words are right.", words, LAB8_FEW);
}

/* The words of one texture: right up to some element, and 0 from it on? */
static void judge_texture_end(const double *got, size_t first_wrong, size_t words, int components) {
    size_t zeros = first_wrong;
    while (zeros < words && got[zeros] == 0)
        zeros++;
    if (zeros < words)
        return;
    const bool of_bytes = first_wrong == words / 4 / (size_t)components * (size_t)components ||
                          first_wrong == words / 16 / (size_t)components * (size_t)components ||
                          first_wrong == words / 4 / (size_t)components;
    fail(of_bytes ? "elements-for-words" : NULL,
         "A texture of %d component%s: from word %zu of %zu on all is 0, so the texture "
         "ends before the words do. Its size is in bytes, words * sizeof(int).",
         components, components > 1 ? "s" : "", first_wrong, words);
}

static void check_one_texture(const struct run *run, int components) {
    const size_t words = words_of(run), count = words + 2 * (size_t)components;
    char key[20];
    snprintf(key, sizeof key, "words%d", components);
    judge_succeeded(run, "make_words_texture");
    judge_call_succeeded(run, key, "A kernel that reads make_words_texture's texture");
    const double *got = judge_numbers(run, key, count);
    if (!got)
        fail(NULL,
             "make_words_texture returned, but its texture of %d components could not be "
             "read.",
             components);
    judge_field("words", count, 1, 1);
    size_t wrong = 0, first = count;
    for (size_t w = count; w-- > 0;) {
        const double owed = w < words ? hidden_word(run->seed, w) : 0;
        if (got[w] != owed) {
            judge_wrong(w, got[w], owed);
            first = w;
            wrong++;
        }
    }
    if (!wrong)
        return;
    if (first >= words + (size_t)components)
        fail("read-past-end",
             "A texture of %d component%s: the element behind the last word reads %.0f, "
             "expected 0: it covers more than the words. Its size is words * sizeof(int) "
             "bytes, whatever an element has.",
             components, components > 1 ? "s" : "", got[first]);
    if (first < words)
        judge_texture_end(got, first, words, components);
    fail(NULL,
         "A texture of %d component%s: word %zu reads %.0f, expected %d (%zu of %zu are "
         "wrong). The channel format is that of an element of so many ints, read as "
         "stored.",
         components, components > 1 ? "s" : "", first, got[first],
         first < words ? hidden_word(run->seed, first) : 0, wrong, count);
}

static void check_words_texture(const struct run *run) {
    for (int components = 1; components <= 4; components *= 2)
        check_one_texture(run, components);
    pass("All words are read through 1, 2 and 4 components, and 0 outside.");
}

/* Hidden sums, of which only some are added up. */
static void check_add(const struct run *run) {
    const int blocks = (int)judge_argument(run, "blocks"),
              threads = (int)judge_argument(run, "threads"), count = blocks * threads;
    uint32_t all = 0, first_block = 0, first_of_blocks = 0, of_blocks = 0, but_last = 0;
    uint32_t quarter = 0, half = 0;
    judge_succeeded(run, "add_sums");
    const double got = judge_number(run, "add_sums", NAN);
    for (int t = 0; t < count; t++) {
        const uint32_t sum = hidden_sum(run->seed, t);
        all += sum;
        first_block += t < threads ? sum : 0;
        of_blocks += t < blocks ? sum : 0;
        first_of_blocks += t % threads == 0 ? sum : 0;
        but_last += t < count - 1 ? sum : 0;
        quarter += 4 * t + 4 <= count ? sum : 0;
        half += 2 * t + 2 <= count ? sum : 0;
    }
    /* Of a sum that is cut the low bytes arrive. */
    const uint32_t of_quarter = hidden_sum(run->seed, count / 4) & ((1u << 8 * (count % 4)) - 1),
                   of_half = hidden_sum(run->seed, count / 2) & ((1u << 16 * (count % 2)) - 1);
    if (got == all)
        pass("All %d sums are added up.", count);
    explain_total(got, all);
    if (got == first_block || got == first_of_blocks || got == of_blocks || got == but_last)
        fail(NULL, "add_sums: %s There are SUMS of them, SUM_BLOCKS * SUM_THREADS.",
             got == first_block       ? "only the first SUM_THREADS sums are added up, those of "
                                        "one block."
             : got == first_of_blocks ? "only the sum of each block's first thread is added "
                                        "up."
             : got == of_blocks       ? "only the first SUM_BLOCKS sums are added up, as if a "
                                        "block had one."
                                      : "the last sum is left out.");
    if (got == (uint32_t)(quarter + of_quarter) || got == (uint32_t)(half + of_half))
        fail(NULL,
             "add_sums: only %s of the sums is there: the copy counts bytes, SUMS * "
             "sizeof(unsigned).",
             got == (uint32_t)(quarter + of_quarter) ? "a quarter" : "half");
    if (got == (uint32_t)(2 * all))
        fail(NULL, "add_sums: every sum counts twice.");
    if (rounded_as_float(got, all))
        fail(NULL,
             "add_sums gives %s, expected %08x: the last bits are 0, as in a float, which "
             "keeps 24 bits. Add up unsigned ints.",
             checksum_text(got), all);
    fail(NULL, "add_sums gives %s, and the %d sums add up to %08x.", checksum_text(got), count,
         all);
}

/* checksum by itself: for each number of components its texture, its kernel and all sums. */
static void check_checksum(const struct run *run) {
    const size_t words = words_of(run);
    const uint32_t all = sum_of(run, 0, words);
    for (int components = 1; components <= 4; components *= 2) {
        char key[20], what[40];
        snprintf(key, sizeof key, "checksum%d", components);
        snprintf(what, sizeof what, "checksum(..., %d, ...)", components);
        judge_call_succeeded(run, key, what);
        const double got = judge_number(run, key, NAN);
        if (got == all)
            continue;
        explain_total(got, all);
        if (rounded_as_float(got, all))
            fail(NULL,
                 "%s of %zu words gives %s, expected %08x: the last bits are 0, as in a "
                 "float, which keeps 24 bits.",
                 what, words, checksum_text(got), all);
        explain_sum(run, got, words, components);
        fail(NULL,
             "%s of %zu words gives %s, expected %08x: each number of components has its "
             "texture and its kernel, which gets `words` and memory for SUMS sums.",
             what, words, checksum_text(got), all);
    }
    judge_used(run, "checksum", "texture.accesses", 7.0 / 4 * (double)words, "texture fetches");
    judge_follows(run, "checksum", "checksum4", 1, JUDGE_MORE_WORD * 4 * (double)words,
                  "texture fetches");
    pass("The checksum of %zu words is right through 1, 2 and 4 components.", words);
}

static bool is_outside(int k, int words) {
    return k < 0 || k >= words;
}

struct fetches {
    const struct run *run;
    long words;
    int threads; /* of a block */
};

static double word_at(const struct fetches *f, long at) {
    return at < 0 || at >= f->words ? 0 : hidden_word(f->run->seed, (size_t)at);
}

/* Fetch i, of word index[i]. */
static double fetch_value(const void *context, struct choice *c, size_t i) {
    const struct fetches *f = context;
    const long words = f->words, k = hidden_index(f->run->seed, (int)i, (int)words);
    INSTEAD(
        word_at(f, 4 * k), "elements-for-words",
        "Word 4 i is given for index i: either the index is multiplied by 4, and it counts elements, "
        "not bytes; or the texture's elements have 4 words, and it is to have one int an element.");
    INSTEAD(word_at(f, k / 4), "elements-for-words",
            "The index is divided by 4: the texture has one int an element.");
    INSTEAD(word_at(f, (long)i), NULL,
            "Word i is fetched, whatever index[i] is: out[i] = words_d[index[i]].");
    INSTEAD(word_at(f, labs(k)), NULL,
            "The sign of the index is dropped: below 0 lies outside, too, and gives 0.");
    INSTEAD(word_at(f, (k % words + words) % words), NULL,
            "The index goes round, by a remainder: outside 0 .. words - 1 it is 0.");
    INSTEAD(word_at(f, k + 1), NULL, "The words are one place off: index 0 is the first word.");
    INSTEAD(word_at(f, k - 1), NULL,
            "The words are one place off, that before is given: index 0 is the first word.");
    INSTEAD((double)k, NULL,
            "The index itself is given, not the word: out[i] = words_d[index[i]], and the results "
            "are what is copied to the host.");
    INSTEAD((double)(int)(float)word_at(f, k), NULL,
            "The words are rounded to 24 bits on the way, as floats: tex1Dfetch<int>.");
    INSTEAD(word_at(f, 2 * k), "elements-for-words",
            "Word 2 i is given for index i: the texture's elements have 2 words, "
            "and it is to have one int an element.");
    INSTEAD(word_at(f, k == 0 ? -1 : k), NULL,
            "Index 0 gives 0, as if it lay outside: inside is 0 <= index < words, and the texture "
            "unit sees to it, no if is needed.");
    INSTEAD(word_at(f, k == words - 1 ? -1 : k), NULL,
            "The last word gives 0, as if it lay outside: inside is 0 <= index < words, and the "
            "texture unit sees to it, no if is needed.");
    INSTEAD(word_at(f, hidden_index(f->run->seed, (int)i % f->threads, (int)words)), NULL,
            "The index is that of the thread in its block, index[threadIdx.x]: i counts over all "
            "blocks, out[i] belongs to index[i].");
    ASKED(word_at(f, k));
}

static struct value_family fetch_family(struct fetches *f, const double *got) {
    return (struct value_family){.count = 1,
                                 .most = 1,
                                 .got = got,
                                 .got_count = LAB8_FETCHES,
                                 .with = fetch_value,
                                 .context = f};
}

static void explain_fetches(const struct run *run, const double *got, int words) {
    const double threads = judge_count(run, "", 0, "block.0");
    struct fetches fetches = {run, words, threads >= 1 ? (int)threads : LAB8_FETCHES};
    const struct value_family family = fetch_family(&fetches, got);
    judge_explain_values("fetch_words", &family);
}

/* Right up to some index, and 0 from it on: the texture ends there. */
static void judge_short_texture(const struct run *run, const double *got, int words) {
    int last_right = -1, first_zero = words;
    for (int i = 0; i < LAB8_FETCHES; i++) {
        int k = hidden_index(run->seed, i, words);
        bool right = got[i] == (is_outside(k, words) ? 0 : hidden_word(run->seed, (size_t)k));
        if (!right && (got[i] != 0 || is_outside(k, words)))
            return;
        if (right && !is_outside(k, words) && k > last_right)
            last_right = k;
        if (!right && k < first_zero)
            first_zero = k;
    }
    if (first_zero == words || first_zero <= last_right || first_zero == words - 1)
        return;
    /* Where it may end: behind last_right, at first_zero at the latest. */
    const bool at_n = LAB8_FETCHES > last_right && LAB8_FETCHES <= first_zero,
               at_part = (words / 4 > last_right && words / 4 <= first_zero) ||
                         (words / 16 > last_right && words / 16 <= first_zero);
    if (at_n && !at_part)
        fail(NULL,
             "fetch_words: from index %d of %d on at the latest all is 0: either a guard "
             "compares the index with n, the number of fetches (here %d), or the texture "
             "has n words. It covers all `words`, and the texture unit gives the 0 outside.",
             first_zero, words, LAB8_FETCHES);
    fail(at_part ? "elements-for-words" : NULL,
         "fetch_words: from index %d of %d on at the latest all is 0, so the texture ends "
         "before the words do: its size is in bytes, words * sizeof(int).",
         first_zero, words);
}

static void check_outside(const struct run *run) {
    int words = (int)words_of(run), clamped = 0, outside = 0, untouched = 0, inside_unwritten = 0;
    double seen[LAB8_FETCHES];
    judge_succeeded(run, "fetch_words");
    const double *got = judge_numbers(run, "fetch_words", LAB8_FETCHES);
    if (!got)
        fail(NULL, "fetch_words returned, but its results are not there.");
    judge_field("fetches", LAB8_FETCHES, 1, 1);
    for (int i = 0; i < LAB8_FETCHES; i++) {
        int k = hidden_index(run->seed, i, words);
        bool unwritten = got[i] == -1 || got[i] == 77;
        int expected = is_outside(k, words) ? 0 : hidden_word(run->seed, (size_t)k);
        if (got[i] != expected)
            judge_wrong((size_t)i, got[i], expected);
        seen[i] = unwritten ? NAN : got[i];
        if (is_outside(k, words)) {
            outside++;
            untouched += unwritten;
            clamped += got[i] == hidden_word(run->seed, k < 0 ? 0 : (size_t)words - 1);
        } else {
            inside_unwritten += unwritten;
        }
    }
    if (clamped == outside)
        fail("index-clamped",
             "Outside the words yours gives the first or the last one; tex1Dfetch gives 0 "
             "there. Leave the index as it is.");
    if (untouched == outside && inside_unwritten == 0)
        fail(
            "outside-not-written",
            "Where the index is outside the result is never written: 0 is to be there. The texture "
            "unit sees to it, no if is needed around the fetch.");
    if (clamped + untouched < outside)
        explain_fetches(run, got, words);
    judge_unwritten(run, "fetch_words", "results", seen, LAB8_FETCHES, NAN);
    judge_short_texture(run, got, words);
    for (int i = 0; i < LAB8_FETCHES; i++) {
        int k = hidden_index(run->seed, i, words);
        int expected = is_outside(k, words) ? 0 : hidden_word(run->seed, (size_t)k);
        if (got[i] != expected)
            fail(is_outside(k, words) ? "read-past-end" : NULL,
                 "Index %d of %d words gives %.0f, expected %d%s.", k, words, got[i], expected,
                 is_outside(k, words)
                     ? " (outside: through a texture that covers the words and no more)"
                     : "");
    }
    judge_used(run, "fetch_words", "texture.accesses", LAB8_FETCHES - outside, "texture fetches");
    /* The indices may come through a texture, too: then another word is read, or none. */
    judge_changes(run, "fetch_words", "fetch_words", LAB8_FETCHES, "texture fetches");
    pass("All %d fetches are right, %d of them outside.", LAB8_FETCHES, outside);
}

static void judge_invalid(const struct run *run, const char *const *what, int count) {
    const double *refused = judge_numbers(run, "refused", (size_t)count);
    if (!refused)
        fail(NULL, "The calls with wrong arguments did not come back.");
    for (int i = 0; i < count; i++)
        if (refused[i] == 801)
            fail(NULL, "It is still to be written: it returns cudaErrorNotSupported.");
    for (int i = 0; i < count; i++)
        if (refused[i] != INVALID_VALUE)
            fail(NULL, "With %s it returns %s, expected cudaErrorInvalidValue.", what[i],
                 judge_error_name(refused[i]));
}

static void check_refused_sums(const struct run *run) {
    static const char *const what[LAB8_REFUSED] = {"3 components", "8 components", "0 components",
                                                   "words that are no multiple of 4",
                                                   "an odd number of words"};
    judge_invalid(run, what, LAB8_REFUSED);
    pass("Wrong arguments are refused.");
}

/* ---- step 2 ---------------------------------------------------------------------------------- */

static void check_unused(const struct run *run) {
    judge_succeeded(run, "make_segments");
    if (judge_number(run, "count", 0) != LAB8_SEGMENTS)
        fail("unused-textures",
             "%d textures were asked for, and %.0f are made: a kernel takes all of them, so "
             "those that are not needed are bound to the first segment.",
             LAB8_SEGMENTS, judge_number(run, "count", 0));
    double error = judge_number(run, "unused.error", NAN);
    const double *got = judge_numbers(run, "unused", LAB8_SEGMENTS);
    for (int s = 0; got && s < LAB8_SEGMENTS; s++)
        if (got[s] != hidden_word(run->seed, 0))
            fail("unused-textures",
                 "Texture %d is not needed, and reads %.0f: bind it to the first segment, "
                 "which begins with %d.",
                 s, got[s], hidden_word(run->seed, 0));
    if (error != 0 || !got)
        fail("unused-textures",
             "Reading a texture that is not needed fails: bind every one of them to a valid "
             "segment.");
    judge_succeeded(run, "free_segments");
    /* Where segments begin is another check's. */
    const double *two = judge_numbers(run, "two", LAB8_SEGMENTS);
    const double half = (double)words_of(run) / 2;
    for (int s = 2; two && two[0] == 0 && two[1] == half && s < LAB8_SEGMENTS; s++)
        if (two[s] != 0)
            fail("unused-textures",
                 "Texture %d is not needed, and is not bound to the first segment%s.", s,
                 two[s] == half ? ", but to the last one in use" : "");
    pass("All %d textures are valid.", LAB8_SEGMENTS);
}

static void check_refused_segments(const struct run *run) {
    static const char *const what[] = {"more words than the textures cover", "no texture at all",
                                       "MAX_SEGMENTS + 1 textures"};
    const double roomy = judge_number(run, "roomy", 0);
    judge_invalid(run, what, 3);
    if (roomy == 0)
        pass("Wrong arguments are refused.");
    fail("size-in-32-bits",
         "make_segments returns %s for a few words and MAX_SEGMENTS textures of as many quads as "
         "the device takes, which have room for 2^32 words and more: quads_each and what is "
         "made of it are counted in a size_t, not in 32 bits.",
         judge_error_name(roomy));
}

static void check_limit(const struct run *run) {
    judge_call_succeeded(run, "limit", "quads_limit");
    double limit = judge_number(run, "limit", 0), expected = judge_number(run, "true_limit", 0);
    if (limit == expected)
        pass("The device says %.0f.", limit);
    if (limit == 0x1p27)
        fail("textbook-limit",
             "2^27 is the limit of the textbooks; this device takes %.0f quads. Ask "
             "cudaDeviceGetTexture1DLinearMaxWidth.",
             expected);
    if (limit == 4 * expected || limit == expected / 4 || limit == 16 * expected ||
        limit == expected / 16)
        fail(NULL,
             "quads_limit says %.0f, %g times the %.0f of the device: what it answers for "
             "the format of an int4 is a number of quads already, not of words or bytes.",
             limit, limit / expected, expected);
    if (limit == judge_number(run, "int_limit", 0))
        fail(NULL,
             "That is the limit for elements of int; of quads (int4) this device takes "
             "%.0f: ask with the format of an int4.",
             expected);
    if (limit == judge_number(run, "array_limit", 0))
        fail(NULL,
             "That is maxTexture1D, the limit of CUDA arrays; a texture over linear memory "
             "may have %.0f quads: ask cudaDeviceGetTexture1DLinearMaxWidth.",
             expected);
    fail(NULL,
         "quads_limit says %.0f, the device %.0f: ask cudaDeviceGetTexture1DLinearMaxWidth, "
         "with the format of an int4.",
         limit, expected);
}

static void check_device(const struct run *run) {
    judge_call_succeeded(run, "device", "allocate_words");
    if (judge_number(run, "device", 0) != 1)
        fail(NULL, "1 MiB fits the device: `device` is to be device memory and `host` NULL.");
    judge_call_succeeded(run, "free", "free_words");
    if (run->gpu)
        pass("Device memory while there is room. (Sizes near the device's are tried on "
             "the CPU device alone.)");
    if (judge_number(run, "huge.error", 1) == 0 && judge_number(run, "huge.device", 0) != 0)
        fail("size-in-32-bits",
             "allocate_words says that it has 2^48 + 64 bytes: the size was cut to 32 bits, "
             "which leaves 64. Keep it in a size_t, an int ends at 2^31.");
    judge_call_succeeded(run, "large", "allocate_words");
    if (judge_number(run, "large", 0) != 1)
        fail(NULL,
             "%.0f MiB are asked for, the device has room for them, and allocate_words "
             "takes host memory: no size decides that, but what cudaMalloc returns.",
             judge_number(run, "large_bytes", 0) / (1 << 20));
    pass("Device memory while there is room, and it goes back.");
}

static void check_fallback(const struct run *run) {
    if (run->gpu)
        pass("A full device is tried on the CPU device alone.");
    double error = judge_number(run, "mapped.error", NAN);
    if (error == 2)
        fail("no-fallback",
             "With the device full allocate_words returns cudaErrorMemoryAllocation: take "
             "mapped host memory then (cudaHostAlloc with cudaHostAllocMapped).");
    judge_call_succeeded(run, "mapped", "allocate_words with the device full");
    if (judge_number(run, "mapped.left", 0) != 0)
        fail("error-left-behind",
             "allocate_words succeeds and leaves %s behind: the next cudaGetLastError() finds it "
             "and blames another call. Call cudaGetLastError() once the failure is dealt with.",
             judge_error_name(judge_number(run, "mapped.left", 0)));
    if (judge_number(run, "mapped", 0) != 1)
        fail(NULL, "A kernel does not see through `device` what the host wrote through `host`: "
                   "ask cudaHostGetDevicePointer for the device's address of the mapped memory.");
    if (judge_number(run, "mapped.note", 2) != 2)
        fail(NULL,
             "allocate_words takes mapped host memory where the device has no room, and "
             "`note` %s: it is a sentence that says why it is not device memory.",
             judge_number(run, "mapped.note", 2) == 1 ? "says \"device memory\" all the same"
                                                      : "is empty");
    if (judge_number(run, "free_mapped.error", 0) == INVALID_VALUE &&
        judge_has_finding(run, "invalid-free", "cudaFree("))
        fail(NULL, "free_words gives mapped host memory to cudaFree: what came from cudaHostAlloc "
                   "goes back by cudaFreeHost(memory->host).");
    judge_call_succeeded(run, "free_mapped", "free_words for mapped memory");
    pass("Mapped host memory when the device is full, and it goes back.");
}

/* Where no call succeeds, and where one fails though there is room. */
static void check_exhausted(const struct run *run) {
    if (run->gpu)
        pass("A device without memory is tried on the CPU device alone.");
    if (isnan(judge_number(run, "huge.error", NAN)))
        fail(NULL, "allocate_words did not come back for 2^48 + 64 bytes.");
    if (judge_number(run, "huge.error", 0) == 801)
        fail(NULL, "allocate_words is still to be written.");
    if (judge_number(run, "huge.error", 0) == 0 && judge_number(run, "huge.device", 1) == 0)
        fail("lost-error",
             "allocate_words returns cudaSuccess for 2^48 + 64 bytes, which no memory has, and "
             "stores no memory: where neither cudaMalloc nor cudaHostAlloc succeeds, return "
             "the error.");
    if (judge_number(run, "scattered.error", 0) != 0)
        fail("no-fallback",
             "allocate_words returns %s where cudaMalloc fails though enough seems free, as "
             "in memory that is in pieces, or where another program takes some in between: "
             "what decides is what cudaMalloc returns. Take mapped host memory whenever it "
             "fails.",
             judge_error_name(judge_number(run, "scattered.error", 0)));
    pass("Where there is no memory the error comes back; where only cudaMalloc fails, "
         "mapped host memory.");
}

/* ---- step 4 ---------------------------------------------------------------------------------- */

/* The results are right, some words before or behind where the host reads. */
static void judge_shifted(const struct run *run, const double *after, int n) {
    for (int shift = -16; shift <= 16; shift++) {
        bool same = shift != 0;
        for (int i = 0; i < n && same; i++)
            same = i + shift < 0 || i + shift >= n ||
                   after[i] == (int32_t)((uint32_t)hidden_word(run->seed, (size_t)(i + shift)) + 1);
        if (same)
            fail(NULL,
                 "after[i] is in[i %+d] + 1: the kernel fetches another word than word i, or "
                 "its results begin %d int%s %s where the host reads them: host and device "
                 "are to mean the same place in the buffer (n = %d, no multiple of 4).",
                 shift, shift < 0 ? -shift : shift, shift * shift > 1 ? "s" : "",
                 shift > 0 ? "before" : "behind", n);
    }
}

static void check_results(const struct run *run) {
    int n = (int)judge_argument(run, "n"), early = 0, unchanged = 0, indexed = 0;
    judge_note("%s", judge_number(run, "increment_mapped.error", 0) == INVALID_VALUE
                         ? " The buffer is pinned memory, from cudaHostAlloc with "
                           "cudaHostAllocMapped, and the texture lies over the address that "
                           "cudaHostGetDevicePointer gives for it."
                         : "");
    judge_succeeded(run, "increment_mapped");
    judge_note_ends();
    const double *before = judge_numbers(run, "before", (size_t)n),
                 *after = judge_numbers(run, "after", (size_t)n);
    if (!before || !after)
        fail(NULL, "increment_mapped returned, but its results are not there.");
    double *seen = calloc((size_t)n, sizeof *seen);
    if (!seen)
        exit(3);
    judge_field("results", (size_t)n, 1, 1);
    for (int i = 0; i < n; i++) {
        const int32_t owed = (int32_t)((uint32_t)hidden_word(run->seed, (size_t)i) + 1);
        if (after[i] != owed)
            judge_wrong((size_t)i, after[i], owed);
        early += after[i] == before[i] && after[i] != owed;
        unchanged += after[i] == hidden_word(run->seed, (size_t)i);
        indexed += after[i] == (int32_t)((uint32_t)hidden_word(run->seed, (size_t)i) + (uint32_t)i);
    }
    if (early == n)
        fail("read-before-synchronising",
             "`after` holds what `before` holds: the host reads the mapped memory while the kernel "
             "may still run. A launch returns at once; wait with cudaDeviceSynchronize() first.");
    for (int i = 0; i < n; i++)
        seen[i] = after[i] == 77 ? NAN : after[i];
    judge_unwritten(run, "increment_mapped", "results", seen, (size_t)n, NAN);
    if (indexed == n)
        fail(NULL, "The kernel adds the index, and 1 is to be added: after[i] = in[i] + 1.");
    if (unchanged == n)
        fail("input-returned",
             "`after` holds the input: read what the kernel wrote, not what it was given.");
    int done = n, turned = 0, next = 0;
    while (done > 0 && after[done - 1] == 0)
        done--;
    for (int i = 0; i < n; i++) {
        /* A fast kernel has written its results when the host looks first: both hold them then. */
        turned += before[i] == (int32_t)((uint32_t)hidden_word(run->seed, (size_t)i) + 1) &&
                  after[i] != before[i];
        next += i + 1 < n && after[i] == hidden_word(run->seed, (size_t)i + 1);
    }
    if (turned == n)
        fail(NULL, "`before` and `after` are exchanged: `before` is what the host saw right after "
                   "the launch, `after` what it saw once it had waited.");
    if (next == n - 1)
        fail(NULL,
             "after[i] is the next word, in[i + 1]: 1 is added to the word, not to the index.");
    judge_shifted(run, after, n);
    int step = 1; /* only every k-th is there */
    while (step < n && after[step] == 0)
        step++;
    for (int i = 0; i < n && step > 1; i++)
        if ((after[i] == 0) != (i % step != 0))
            step = 1;
    if (step > 1 && step < n)
        fail("stride-too-wide",
             "Only every %dth of the results is written (0, %d, %d, ...), the others are 0, "
             "as memory set to 0 is: the index is not that of the thread, blockIdx.x * "
             "blockDim.x + threadIdx.x.",
             step, step, 2 * step);
    if (done < n && n - done > 1)
        fail(NULL,
             "Results %d to %d are 0, as memory set to 0 is: no thread writes them, or their "
             "words are not read. Round the number of blocks up, (n + threads - 1) / "
             "threads.",
             done, n - 1);
    int end = n;
    while (end > 0 && after[end - 1] == 1)
        end--;
    bool others = true;
    for (int i = 0; i < end; i++)
        others &= after[i] == (int32_t)((uint32_t)hidden_word(run->seed, (size_t)i) + 1);
    if (end == 0)
        fail(NULL,
             "All results are 1, which is 0 + 1: the words that the texture reads are 0. Copy "
             "`in` to the mapped buffer before the launch, and lay the texture over that "
             "part of it.");
    if (end < n && others)
        fail(end == n / 4 || end == (n + 3) / 4 ? "elements-for-words" : NULL,
             "The last %d of %d results are 1, which is 0 + 1: the texture ends before the "
             "words do. Its size is in bytes, and it covers n words at least, also where n "
             "is no multiple of 4.",
             n - end, n);
    for (int i = 0; i < n; i++) {
        int32_t expected = (int32_t)((uint32_t)hidden_word(run->seed, (size_t)i) + 1);
        if (after[i] != expected)
            fail(NULL, "after[%d] is %.0f, expected %d (n = %d).", i, after[i], expected, n);
    }
    pass("All %d results are right.", n);
}

/* Do the results come through the texture? Where some are wrong, which is check_results', those
 * that are right are asked. */
static void judge_fetched(const struct run *run, const double *after, int n) {
    bool *right = calloc((size_t)n, sizeof *right);
    int rights = 0;
    size_t asked;
    if (!right)
        exit(3);
    for (int i = 0; i < n; i++) {
        right[i] = after[i] == (int32_t)((uint32_t)hidden_word(run->seed, (size_t)i) + 1);
        rights += right[i];
    }
    if (rights == n) {
        judge_changes(run, "increment_mapped", "after", (size_t)n, "texture fetches");
        return;
    }
    const size_t follow = judge_followers(run, "after", (size_t)n, right, NAN, &asked);
    if (run->gpu || run->call || 2 * follow > asked || asked == 0)
        return;
    fail("technique-missing",
         "increment_mapped uses texture fetches, but its results do not come from there: "
         "when other values were delivered, %zu of the %zu right results were the same.",
         asked - follow, asked);
}

/* How the results come about: the numbers themselves are check_results'. */
static void check_mapped(const struct run *run) {
    const int n = (int)judge_argument(run, "n");
    int alike = 0, owed = 0;
    judge_succeeded(run, "increment_mapped");
    const double *before = judge_numbers(run, "before", (size_t)n),
                 *after = judge_numbers(run, "after", (size_t)n);
    if (!before || !after)
        fail(NULL, "increment_mapped returned, but its results are not there.");
    for (int i = 0; i < n; i++) {
        alike += before[i] == after[i];
        owed += before[i] == (int32_t)((uint32_t)hidden_word(run->seed, (size_t)i) + 1);
    }
    if (alike == n && owed == n && !run->gpu)
        fail(NULL, "`before` holds the results already: it is what the host sees right after the "
                   "launch, without waiting. Copy it before cudaDeviceSynchronize().");
    /* A fetch may bring four words. */
    judge_used(run, "increment_mapped", "texture.accesses", n / 4.0, "texture fetches");
    judge_fetched(run, after, n);
    pass("The words come through a texture, and the results lie in mapped memory.");
}

/* ---- step 5 ---------------------------------------------------------------------------------- */

/* lab8.h's place_of. */
static unsigned place_of(int pattern, unsigned i, unsigned count) {
    return pattern == 1   ? (i + 1) & (count - 1)
           : pattern == 2 ? i % (count / 32) * 32 + i / (count / 32)
           : pattern == 3 ? (i * 2654435761u + 12345u) & (count - 1)
                          : i;
}

static const char *kernel_of(const struct run *run) {
    return judge_part(run, "read_texture") ? "read_texture"
           : judge_part(run, "read_ldg")   ? "read_ldg"
                                           : "read_plain";
}

/* Fails when the results of one pattern are wrong. */
static void judge_pattern(const struct run *run, int pattern, unsigned count) {
    char name[20];
    snprintf(name, sizeof name, "P%d", pattern);
    judge_call_succeeded(run, name, "The launch");
    const double *got = judge_numbers(run, name, count + LAB8_PAST_END);
    unsigned straight = 0;
    if (!got)
        fail(NULL, "The results of pattern %d did not come back.", pattern);
    judge_still_to_write(kernel_of(run), got, count + LAB8_PAST_END, 77);
    for (unsigned i = count; i < count + LAB8_PAST_END; i++)
        if (got[i] != 77)
            fail("missing-bounds-guard",
                 "out[%u] was written, and there are %u: let a thread work only if (i < count).", i,
                 count);
    judge_field("words", count, 1, 1);
    for (unsigned i = 0; i < count; i++) {
        const int32_t owed = hidden_word(run->seed, place_of(pattern, i, count));
        if (got[i] != owed)
            judge_wrong(i, got[i], owed);
        straight += got[i] == hidden_word(run->seed, i);
    }
    unsigned scattered = 0, as_float = 0, unwritten = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned place = place_of(pattern, i, count);
        float bits;
        int32_t word = hidden_word(run->seed, place);
        scattered += got[place] == hidden_word(run->seed, i);
        memcpy(&bits, &word, sizeof bits);
        as_float += !isnan(bits) && fabsf(bits) < 2e9f && got[i] == (double)(int32_t)bits;
        unwritten += got[i] == 77;
    }
    if (pattern > 0 && scattered == count && straight != count)
        fail("scatters", "Your kernel writes to place_of(pattern, i, count): it is to read word "
                         "place_of(...) and write out[i].");
    if (10 * as_float > 4 * count)
        fail(NULL, "The words are fetched as float and converted, which gives other numbers: "
                   "the type of the fetch is that of the texture's elements, "
                   "tex1Dfetch<int>.");
    if (unwritten > 0) {
        static double seen[1 << 14];
        for (unsigned i = 0; i < count && i < 1 << 14; i++)
            seen[i] = got[i];
        judge_unwritten(run, kernel_of(run), "words", seen, count, 77);
    }
    if (pattern > 0 && straight == count)
        fail("pattern-ignored", "Every pattern reads word i: ask place_of(pattern, i, count).");
    static const char *const patterns[] = {"COALESCED", "UNALIGNED", "STRIDED", "RANDOM"};
    for (int other = 1; other < 4; other++) {
        unsigned same = 0;
        for (unsigned i = 0; i < count && other != pattern; i++)
            same += got[i] == hidden_word(run->seed, place_of(other, i, count));
        if (same == count)
            fail("pattern-ignored",
                 "Asked for %s, the kernel reads as for %s: hand its own argument to "
                 "place_of(pattern, i, count).",
                 patterns[pattern], patterns[other]);
    }
    unsigned by_same = 0;
    const uint32_t more =
        (uint32_t)(int32_t)got[0] - (uint32_t)hidden_word(run->seed, place_of(pattern, 0, count));
    for (unsigned i = 0; i < count && fabs(got[0]) < 0x1p31; i++)
        by_same += got[i] ==
                   (int32_t)((uint32_t)hidden_word(run->seed, place_of(pattern, i, count)) + more);
    if (more != 0 && by_same == count)
        fail(NULL,
             "Pattern %d: the right words are read, and %d is added to each: out[i] is the "
             "word itself.",
             pattern, (int)(int32_t)more);
    for (unsigned i = 0; i < count; i++)
        if (got[i] != hidden_word(run->seed, place_of(pattern, i, count)))
            fail(NULL, "Pattern %d: out[%u] is %.0f, expected %d.", pattern, i, got[i],
                 hidden_word(run->seed, place_of(pattern, i, count)));
}

static void check_patterns(const struct run *run) {
    unsigned count = (unsigned)judge_argument(run, "count");
    for (int pattern = 0; pattern < 4; pattern++)
        judge_pattern(run, pattern, count);
    const bool texture = judge_part(run, "read_texture");
    if (texture) {
        judge_used(run, kernel_of(run), "texture.accesses", 4 * count, "texture fetches");
        judge_follows(run, kernel_of(run), "P0", count + LAB8_PAST_END, JUDGE_MORE_WORD,
                      "texture fetches");
    } else {
        judge_not_used(run, kernel_of(run), "texture.requests", "texture fetches");
        judge_used(run, kernel_of(run), "global_loads.accesses", 4 * count,
                   "loads from global memory");
    }
    pass("Right for all four patterns.");
}

/* Did the launches `first` to `last` of the run, those of `kernel`, ask for as many pieces of
 * memory each, reading and writing? How many of them there are; 0: they differ. */
static int launches_alike(const struct run *run, const char *kernel, double first, double last) {
    static const char *const pieces[] = {"global_loads.sectors", "global_stores.sectors"};
    double order = 0, sectors[2] = {-1, -1};
    int alike = 0;
    struct count entry;
    for (const char *text = run->counts; judge_next_count(&text, &entry);) {
        if (strcmp(entry.name, "launch") == 0)
            order = entry.value;
        for (int p = 0; p < 2 && order >= first && order <= last && strstr(entry.kernel, kernel);
             p++) {
            if (strcmp(entry.name, pieces[p]) != 0)
                continue;
            if (sectors[p] >= 0 && entry.value != sectors[p])
                return 0;
            sectors[p] = entry.value;
            alike += p == 0;
        }
    }
    return alike;
}

static void judge_patterns_timed(const struct run *run, const struct judge_times *t) {
    const double all = judge_launches(run, ""), launches = all - t->own;
    for (int k = 0; k < t->kernel_count && !run->gpu; k++)
        if (strcmp(t->kernels[k], "read_texture") != 0 &&
            launches_alike(run, t->kernels[k], 1, launches) > t->rows &&
            /* asked by the harness, the kernel minds the pattern */
            !launches_alike(run, t->kernels[k], launches + 1, all)) {
            judge_by_counts(true);
            fail("pattern-ignored",
                 "measure_paths: every launch of %s asks for as many pieces of memory as "
                 "the others, so all rows measure one pattern: hand the row's pattern to "
                 "the kernel.",
                 t->kernels[k]);
        }
}

static void check_table(const struct run *run) {
    judge_succeeded(run, "measure_paths");
    const double *patterns = judge_numbers(run, "patterns", LAB8_ROWS),
                 *paths = judge_numbers(run, "paths", LAB8_ROWS);
    const double *mapped = judge_numbers(run, "mapped", LAB8_ROWS),
                 *gb = judge_numbers(run, "gb", LAB8_ROWS);
    if (!patterns || !paths || !mapped || !gb)
        fail(NULL, "measure_paths returned, but its rows are not there.");
    for (int i = 0; i < LAB8_ROWS; i++) {
        int pattern = i < 12 ? i / 3 : 0, path = i % 3, host = i >= 12;
        if (patterns[i] != pattern || paths[i] != path || mapped[i] != host)
            fail(NULL, "Row %d is pattern %.0f, path %.0f, mapped %.0f; expected %d, %d, %d.", i,
                 patterns[i], paths[i], mapped[i], pattern, path, host);
        if (gb[i] == 0)
            fail(NULL, "Row %d says 0 GB/s: it is never filled in, or its kernel is never timed.",
                 i);
        if (!(gb[i] > 0) || isinf(gb[i]))
            fail_fact("timed-without-sync",
                      "Row %d says %g GB/s, so that the time is 0 or none: a launch returns "
                      "before the kernel has run. Record an event before the launches and one "
                      "behind them, wait for that one, and ask for the time between the two.",
                      i, gb[i]);
        if (gb[i] > 20000)
            fail_fact("timed-without-sync",
                      "Row %d says %g GB/s, more than any memory moves: what was timed is the "
                      "launch, not the kernel. Wait for the event behind it.",
                      i, gb[i]);
    }
    static const char *const kernels_timed[] = {"read_texture", "read_ldg", "read_plain"};
    const struct judge_times times = {"measure_paths",
                                      kernels_timed,
                                      3,
                                      LAB8_ROWS / 3,
                                      2 * (1 + (int)judge_argument(run, "launches")) * LAB8_ROWS,
                                      sizeof(int32_t) * judge_argument(run, "count"),
                                      true};
    const double *before = judge_numbers(run, "before", LAB8_ROWS),
                 *after = judge_numbers(run, "after", LAB8_ROWS);
    judge_launches_timed(run, &times);
    judge_patterns_timed(run, &times);
    const double bytes = 2 * sizeof(int32_t) * judge_argument(run, "count");
    double ms[LAB8_ROWS], time = 0, least = 0, most = 0;
    for (int i = 0; i < LAB8_ROWS; i++)
        ms[i] = bytes / gb[i] / 1e6;
    const bool reported = judge_times_reported(run, &times, ms, bytes);
    for (int i = 0; before && after && i < LAB8_ROWS; i++) {
        time += 1 / gb[i];
        least += 1 / fmax(before[i], after[i]);
        most += 1 / fmin(before[i], after[i]);
    }
    if (!reported)
        judge_times_plausible("measure_paths", time, least, most);
    pass("All %d rows are there.", LAB8_ROWS);
}

static bool has_words(const char *line, const char *words) {
    return strncmp(line, words, strlen(words)) == 0;
}

static void check_csv(const struct run *run) {
    static const struct csv_number tiny = {0.00001234567, 1.2e-10}, large = {4480.25, 0.01};
    const char *text = judge_csv_text(run, "pattern,path,memory,gb_per_s\n");
    const char *first = judge_csv_line(text, 1), *second = judge_csv_line(text, 2);
    static const char blank[] = " \t\r\n";
    if (strchr("0123456789", *(first + strspn(first, blank))))
        fail("numbers-for-names",
             "The row of STRIDED, LDG, device begins \"%.*s\": write the names, "
             "not numbers: pattern, path and memory.",
             (int)strcspn(first, "\n"), first);
    if (has_words(first + strspn(first, blank), "STRIDED,LDG,") &&
        strchr("0123456789", first[strspn(first, blank) + strlen("STRIDED,LDG,")]))
        fail("numbers-for-names",
             "The row of STRIDED, LDG, device is \"%.*s\": its third column is the memory's "
             "name, device or mapped, not a number.",
             (int)strcspn(first, "\n"), first);
    judge_csv_shape(text, 2);
    judge_csv_columns("pattern,path,memory,gb_per_s", first + strspn(first, blank),
                      "STRIDED,LDG,device,0.00001234567");
    if (!has_words(first + strspn(first, blank), "STRIDED,LDG,device,"))
        fail(NULL, "The first row begins \"%.*s\", expected STRIDED,LDG,device,...",
             (int)strcspn(first, "\n"), first);
    if (!judge_csv_row(first + strspn(first, blank), "STRIDED,LDG,device", &tiny, 1))
        fail("digits-lost",
             "0.00001234567 GB/s, STRIDED, LDG, device is written as \"%.*s\": keep at "
             "least 6 significant digits (%%g, not %%f).",
             (int)strcspn(first, "\n"), first);
    if (!judge_csv_row(second + strspn(second, blank), "RANDOM,PLAIN,mapped", &large, 1))
        fail(NULL,
             "4480.25 GB/s, RANDOM, PLAIN, mapped is written as \"%.*s\", expected "
             "RANDOM,PLAIN,mapped,4480.25.",
             (int)strcspn(second, "\n"), second);
    judge_csv_none(run, "pattern,path,memory,gb_per_s");
    judge_csv_end(run);
}

const struct check lab_checks[] = {{"words-texture", check_words_texture, NULL},
                                   {"sum", check_sum, NULL},
                                   {"add", check_add, NULL},
                                   {"checksum", check_checksum, NULL},
                                   {"outside", check_outside, NULL},
                                   {"refused-sums", check_refused_sums, NULL},
                                   {"made", check_made, NULL},
                                   {"quads", check_quads, NULL},
                                   {"split-sums", check_split_sums, NULL},
                                   {"unused", check_unused, NULL},
                                   {"refused-segments", check_refused_segments, NULL},
                                   {"limit", check_limit, NULL},
                                   {"device", check_device, NULL},
                                   {"fallback", check_fallback, NULL},
                                   {"exhausted", check_exhausted, "*"},
                                   {"promote", check_promote, NULL},
                                   {"half", check_half, NULL},
                                   {"through-texture", check_through_texture, NULL},
                                   {"results", check_results, NULL},
                                   {"mapped", check_mapped, "*"},
                                   {"patterns", check_patterns, NULL},
                                   {"table", check_table, NULL},
                                   {"csv", check_csv, NULL},
                                   {"failing", judge_failing, NULL},
                                   {0}};
