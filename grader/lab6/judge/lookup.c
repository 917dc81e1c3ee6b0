/* Lab 6, step 5: words of a table looked up part by part. */
#include "lab6.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lookup {
    const struct run *run;
    int t, words, part, n;
    bool past_part;
};

enum { PARTS, PLACE, OUTSIDE, FIRST_WORD, LAST_WORD, THREAD, LOOKUP_DIMENSIONS };
enum { USUAL_BLOCKS = 8 };
static const int usual_blocks[USUAL_BLOCKS] = {256, 128, 512, 1024, 64, 32, 192, 96};

static const struct deviation part_mistakes[] = {
    {"earlier-parts-lost", "Only the last part's words are found: looking up a part overwrites the "
                           "answers of the earlier parts. Leave out[i] alone where the index is "
                           "not in this part."},
    {"first-part-only",
     "Only the first PART_SIZE words of the table are found: copy and look up part by part."},
    {"last-part-lost", "The last words of the table are never found: what remains after the last "
                       "whole part is a part too."},
    {"count-instead-of-bytes", "Only the first quarter of each part is found: "
                               "cudaMemcpyToSymbol counts bytes, count * sizeof(int)."},
    {"last-part-lost", "Only full parts are found, and the words of a table smaller than a part "
                       "never: what remains after the last whole part is a part too."}};
static const struct deviation first_mistakes[] = {
    {NULL, "The first word of every part is never found: an index belongs to the part if k >= "
           "first."}};
static const struct deviation last_mistakes[] = {
    {NULL, "The last word of every part is never found: an index belongs to the part if k - first "
           "< count."},
    {NULL, "Between two parts one word is never found: the next part begins at first + count."}};
static const struct deviation place_mistakes[] = {
    {"part-offset", "An index is looked up in each part from its start: the index in the part is k "
                    "- first."},
    {"counted-from-one", "The words are one place off: index 0 is the first word."},
    {"counted-from-one", "The words are one place off, that before is given: index 0 is the first "
                         "word."},
    {NULL, "Word i is given, whatever index[i] is: out[i] = table[index[i]]."},
    {NULL, "The index itself is given, not the word of the table: out[i] = table[index[i]]."},
    {NULL, "The words are taken backwards: index 0 is the first word."},
    {NULL, "Every part gives the words of the first one: copy each part, table + first, before it "
           "is looked up."},
    {NULL, "What is found is added up over the parts: out[i] = the word of its own part."},
    {"copied-after-launch",
     "Every part gives the words of the part before, and the first one those "
     "of nobody: the kernel is launched before its part is in c_part. First "
     "cudaMemcpyToSymbol, then the launch."},
    {"part-offset", "Every index is looked up again in the last part, at k % PART_SIZE: a part "
                    "answers the indices from its first word on alone, k >= first, and leaves the "
                    "others as they are."},
    {"part-offset", "In the last part the index is taken as k % count, the remainder by its number "
                    "of words: the index in a part is k - first."}};
static const struct deviation outside_mistakes[] = {
    {"outside-not-zero", "Where the index is outside the table, out is as it was: it is to be 0."},
    {"outside-not-zero", "Where the index is outside the table, the table's end is given: it is to "
                         "be 0."},
    {"outside-not-zero", "Where the index is outside the table, it begins anew: it is to be 0."},
    {"outside-not-zero", "An index one behind the table gets a word of the part before, which "
                         "still lies in c_part: k - first < count, not <=."},
    {"outside-not-zero",
     "An index just behind the table gets a word of the part before, which still lies in c_part "
     "behind the last part's words: ask whether k - first < count, the words of this part, not "
     "PART_SIZE."},
    {"outside-not-zero", "Where the index is outside the table, the index is given: it is to be "
                         "0."},
    {"outside-not-zero", "A negative index is taken without its sign: out is to be 0 there."},
    {"outside-not-zero",
     "An index behind the table is looked up all the same, at k % PART_SIZE in the last part: a "
     "part answers an index from its first word on and below its end alone, k >= first and k - "
     "first < count."},
    {"outside-not-zero", "A negative index is counted from the table's end: out is to be 0 there."},
    {"outside-not-zero", "Behind its end the table begins anew: out is to be 0 there."},
    {"outside-not-zero", "A negative index gets the first word: out is to be 0 there."},
    {"outside-not-zero", "Behind the table's end its last word is given: out is to be 0 there."},
    {"outside-not-zero", "Where the index is outside the table, -1 is given: it is to be 0."},
    {"outside-not-zero", "Where the index is negative, -1 is given: out is to be 0 there."}};
#define IN_BLOCK                                                                                   \
    {                                                                                              \
        "wrong-thread-index",                                                                      \
            "The index that is looked up is that of the thread in its block, index[threadIdx.x]: " \
            "element i is that of the whole grid, i = blockIdx.x * blockDim.x + threadIdx.x."      \
    }
static const struct deviation thread_mistakes[USUAL_BLOCKS] = {
    IN_BLOCK, IN_BLOCK, IN_BLOCK, IN_BLOCK, IN_BLOCK, IN_BLOCK, IN_BLOCK, IN_BLOCK};
static const struct dimension lookup_dimensions[LOOKUP_DIMENSIONS] = {
    DIMENSION(part_mistakes),  DIMENSION(place_mistakes), DIMENSION(outside_mistakes),
    DIMENSION(first_mistakes), DIMENSION(last_mistakes),  DIMENSION(thread_mistakes)};

/* Is word k, inside the table, found? */
static bool is_found(const struct lookup *l, const int *choice, int k) {
    int last = (l->words - 1) / l->part * l->part;
    if ((choice[FIRST_WORD] && k % l->part == 0) ||
        (choice[LAST_WORD] == 1 && (k % l->part == l->part - 1 || k == l->words - 1)) ||
        (choice[LAST_WORD] == 2 && k % (l->part + 1) == l->part))
        return false;
    switch (choice[PARTS]) {
    case 1: /* the last part's answers alone, the others 0 */
        return k >= last;
    case 2: /* reading behind c_part looks the same; the finding says which it is */
        return k < l->part || l->past_part;
    case 3:
        return k < l->words / l->part * l->part;
    case 5:
        return k < last;
    default:
        return true;
    }
}

static double word_at(const struct lookup *l, int k) {
    return hidden_word(l->run->seed, k + l->t);
}

static double found_word(const struct lookup *l, int wrong, int i, int k) {
    int last = (l->words - 1) / l->part * l->part;
    double sum = 0;
    switch (wrong) {
    case 1: /* the index of the table taken in each part */
        return last + k % l->part < l->words ? word_at(l, last + k % l->part) : 0;
    case 2:
        return k + 1 < l->words ? word_at(l, k + 1) : 0;
    case 3:
        return k ? word_at(l, k - 1) : 0;
    case 4:
        return i < l->words ? word_at(l, i) : 0;
    case 5:
        return k;
    case 6:
        return word_at(l, l->words - 1 - k);
    case 7:
        return word_at(l, k % l->part);
    case 8:
        for (int first = 0; first < l->words; first += l->part)
            sum += first + k % l->part < l->words ? word_at(l, first + k % l->part) : 0;
        return (int32_t)(uint32_t)(int64_t)sum;
    case 9: /* table 0 is the first of all, and c_part begins with zeros */
        return k < l->part ? 0 : word_at(l, k - l->part);
    case 10: /* behind the last part's words lie those of the part before */
        k %= l->part;
        return last + k < l->words ? word_at(l, last + k) : word_at(l, last - l->part + k);
    case 11:
        return k < last ? word_at(l, k) : word_at(l, last + k % (l->words - last));
    default:
        return word_at(l, k);
    }
}

/* What lies in c_part behind the words of the last part, at place k of it: a word of the part
 * before, or of the tables that were looked up earlier; 0 where it cannot be read. */
static double stale_word(const struct lookup *l, int k) {
    int last = (l->words - 1) / l->part * l->part;
    if (k < l->words || k >= last + l->part)
        return 0;
    if (last)
        return word_at(l, k - l->part);
    return l->t < 2 ? 0 : hidden_word(l->run->seed, l->part + k + 1); /* table 1 was the last */
}

static double outside_word(const struct lookup *l, int wrong, int k) {
    switch (wrong) {
    case 1: /* as it was */
        return hidden_unanswered(l->run->seed);
    case 2:
        return word_at(l, k < 0 ? 0 : l->words - 1);
    case 3:
        return word_at(l, ((k % l->words) + l->words) % l->words);
    case 4:
        return k == l->words ? stale_word(l, k) : 0;
    case 5:
        return stale_word(l, k);
    case 6:
        return k;
    case 7:
        return k < 0 && -k < l->words ? word_at(l, -k) : 0;
    case 8:
        k = k < 0 ? k : (l->words - 1) / l->part * l->part + k % l->part;
        return k < 0 ? 0 : k < l->words ? word_at(l, k) : stale_word(l, k);
    case 9:
        return k < 0 && k >= -l->words ? word_at(l, k + l->words) : 0;
    case 10:
        return k < 0 ? 0 : word_at(l, k % l->words);
    case 11:
        return k < 0 ? word_at(l, 0) : 0;
    case 12:
        return k < 0 ? 0 : word_at(l, l->words - 1);
    case 13:
        return -1;
    case 14:
        return k < 0 ? -1 : 0;
    default:
        return 0;
    }
}

static double lookup_value(const void *context, const int *choice, size_t i) {
    const struct lookup *l = context;
    const int block = choice[THREAD] ? usual_blocks[choice[THREAD] - 1] : l->n,
              k = hidden_index(l->run->seed, (int)i % block, l->words);
    if (k < 0 || k >= l->words)
        return choice[PLACE] == 4 && (int)i < l->words ? word_at(l, (int)i)
                                                       : outside_word(l, choice[OUTSIDE], k);
    if (choice[PARTS] == 4) {
        /* The other words of c_part are those of the part before, and 0 before the first. */
        int last = (l->words - 1) / l->part * l->part, place = k % l->part;
        return place >= l->part / 4                                  ? 0
               : k >= last && place >= (l->words - last) / 4 && last ? word_at(l, k - l->part)
                                                                     : word_at(l, k);
    }
    return is_found(l, choice, k) ? found_word(l, choice[PLACE], (int)i, k) : 0;
}

/* Fails for answers that no thread looked up: all from one on are 0, as out was before. */
static void judge_tail(const struct lookup *l, const double *out, const char *what) {
    static const int as_asked[LOOKUP_DIMENSIONS];
    int from = 0, inside = 0;
    for (int i = 0; i < l->n; i++)
        if (out[i] != 0)
            from = i + 1;
    for (int i = 0; i < l->n; i++) {
        double owed = lookup_value(l, as_asked, (size_t)i);
        inside += i >= from && owed != 0;
        if (i < from && out[i] != owed)
            return;
    }
    if (from == 0 || inside < 3)
        return;
    if (judge_has_finding(l->run, "uninitialized-read", " alone are written"))
        fail(NULL,
             "%s: the answers from about number %d on are wrong, all before them are right: "
             "the copy of the indices to the device is too short. It has n * sizeof(int) "
             "bytes, as many as there are indices, not words.",
             what, from);
    const double threads =
        judge_count(l->run, "", 0, "grid.0") * judge_count(l->run, "", 0, "block.0");
    if (l->t == 0 && threads >= l->n)
        fail(NULL,
             "%s: the answers from about number %d on are 0, all before them are right, and "
             "there are threads enough, %.0f for %d indices: theirs are taken by other "
             "threads, or a guard keeps them out. Thread i answers index[i] in out[i], i = "
             "blockIdx.x * blockDim.x + threadIdx.x, if (i < n).",
             what, from, threads, l->n);
    fail("fixed-grid",
         "%s: the answers from about number %d on are 0, all before them are right: there "
         "are too few threads. Launch (n + threads - 1) / threads blocks: one thread an "
         "index, not a word.",
         what, from);
}

/* Fails for a table of whole parts whose last part alone is missing. */
static void judge_last_part(const struct lookup *l, const double *out, const char *what) {
    static const int as_asked[LOOKUP_DIMENSIONS];
    if (l->t == 0 || l->words % l->part != 0)
        return;
    for (int i = 0; i < l->n; i++) {
        const int k = hidden_index(l->run->seed, i, l->words);
        const bool last = k >= l->words - l->part && k < l->words;
        if (out[i] != (last ? 0 : lookup_value(l, as_asked, (size_t)i)))
            return;
    }
    fail("last-part-lost",
         "%s: no word of the last part is found, and other tables are right: the words are "
         "%d whole parts here, so that words %% PART_SIZE is 0. The last part has words - "
         "first words, and at most PART_SIZE.",
         what, l->words / l->part);
}

/* Fails for answers of which those of every part are right up to some number, and from there on
 * as they were: fewer threads than there are indices. */
static void judge_part_threads(const struct lookup *l, const double *out, const char *what) {
    static const int as_asked[LOOKUP_DIMENSIONS];
    char limits[200] = "";
    for (int first = 0; first < l->words; first += l->part) {
        int right = 0, wrong = l->n; /* the last that is there, the first that is not */
        for (int i = 0; i < l->n; i++) {
            const int k = hidden_index(l->run->seed, i, l->words);
            if (k < first || k >= first + l->part || k >= l->words)
                continue;
            if (out[i] == lookup_value(l, as_asked, (size_t)i))
                right = i;
            else if (out[i] == 0)
                wrong = i < wrong ? i : wrong;
            else
                return;
        }
        if (right == 0 || right > wrong || wrong == l->n)
            return; /* a part that is missing, or whole, is something else */
        const size_t length = strlen(limits);
        if (length < sizeof limits - 20)
            snprintf(limits + length, sizeof limits - length, "%s%d", first ? ", " : "", right + 1);
    }
    if (l->words <= l->part)
        return;
    fail("fixed-grid",
         "%s: of every part only the first indices are looked up, about %s of %d: there are "
         "too few threads. Each part takes a thread for each of the n indices, (n + threads "
         "- 1) / threads blocks, however many words it has.",
         what, limits, l->n);
}

/* Fails for answers of which only every so manieth is there, and right, and the others are 0, as
 * out was before. */
static void judge_spread(const struct lookup *l, const double *out, const char *what) {
    static const int as_asked[LOOKUP_DIMENSIONS];
    int step = 0, there = 0, owed = 0;
    for (int i = 1; i < l->n; i++)
        for (int a = out[i] != 0 ? i : 0; a != 0;) { /* the greatest common divisor */
            const int rest = step % a;
            step = a;
            a = rest;
        }
    for (int i = 0; i < l->n; i++) {
        const double due = lookup_value(l, as_asked, (size_t)i);
        owed += due != 0;
        there += out[i] != 0;
        if (out[i] != 0 && out[i] != due)
            return;
    }
    if (step < 2 || there < 4 || there * 2 > owed)
        return;
    fail("stride-too-wide",
         "%s: only answers %d, %d, %d and so on are looked up, and they are right; the "
         "others are 0, as `out` was: the index is not that of the thread, blockIdx.x * "
         "blockDim.x + threadIdx.x.",
         what, step, 2 * step, 3 * step);
}

/* Fails for answers owed as 0 that are as they were: out was set to 0 in part. */
static void judge_zeroed(const struct lookup *l, const double *out, const char *what) {
    static const int as_asked[LOOKUP_DIMENSIONS];
    int from = -1;
    for (int i = 0; i < l->n; i++) {
        double owed = lookup_value(l, as_asked, (size_t)i);
        if (out[i] == owed || i == l->n / 4) /* which may be set in part */
            continue;
        if (out[i] != hidden_unanswered(l->run->seed) || owed != 0)
            return;
        from = from < 0 ? i : from;
    }
    if (l->n < 16 || from < l->n / 4)
        return;
    for (int i = from; i < l->n; i++)
        if (out[i] == 0)
            return;
    fail("count-instead-of-bytes",
         "%s: from number %d of %d on, what is outside the table is as it was, before it is "
         "0: cudaMemset counts bytes, n * sizeof(int).",
         what, from, l->n);
}

/* Fails when all that is wrong are indices behind the table for which the last part would have
 * room: what lies in c_part there is what was copied from behind the table. */
static void judge_behind(const struct lookup *l, const double *out, const char *what) {
    static const int as_asked[LOOKUP_DIMENSIONS];
    int last = (l->words - 1) / l->part * l->part, wrong = 0;
    for (int i = 0; i < l->n; i++) {
        int k = hidden_index(l->run->seed, i, l->words);
        bool behind = k >= l->words && k < last + l->part;
        if (out[i] == lookup_value(l, as_asked, (size_t)i))
            continue;
        if (!behind)
            return;
        wrong++;
    }
    if (!wrong)
        return;
    fail("outside-not-zero",
         "%s: all of them are indices behind the table, from %d to %d, which the last part "
         "would have room for. The last part has fewer words than PART_SIZE: copy and look "
         "up words - first of them, and ask whether k - first is below that.",
         what, l->words, last + l->part - 1);
}

/* Fails for a copy into c_part that was refused for its offset. */
static void judge_offset(const struct run *run) {
    for (size_t i = 0; i < run->finding_count; i++) {
        const struct finding *f = &run->findings[i];
        const char *from = strstr(f->text, " bytes from offset ");
        size_t offset;
        if (strcmp(f->kind, "copy-overflow") == 0 && from &&
            sscanf(from, " bytes from offset %zu", &offset) == 1 && offset > 0)
            fail("part-offset",
                 "hLookup returned cudaErrorInvalidValue: a part is copied to byte %zu of "
                 "c_part, where it does not fit. The offset of cudaMemcpyToSymbol is a place "
                 "in c_part, and each part begins at its start: leave it 0. Which part it "
                 "is the source tells, table + first.",
                 offset);
    }
}

/* Did hLookup itself refuse a table, or was a copy of all of it refused? */
static bool is_too_large(const struct run *run) {
    bool other = run->refused_count != 0;
    for (size_t i = 0; i < run->finding_count; i++)
        other |= strcmp(run->findings[i].kind, "memory-leak") != 0;
    return !other || judge_was_refused(run, "cudaMemcpyToSymbol") ||
           judge_has_finding(run, "copy-overflow", "cudaMemcpyToSymbol");
}

/* Judges the look-ups in table t. */
static void judge_table(const struct run *run, int t) {
    static const int as_asked[LOOKUP_DIMENSIONS];
    int wrong = 0, first = 0;
    struct lookup l = {.run = run, .t = t, .part = (int)judge_argument(run, "PART_SIZE")};
    l.words = hidden_table_words(t, (int)judge_argument(run, "words"), l.part);
    l.n = hidden_table_indices(t, (int)judge_argument(run, "n"));
    /* What is read behind c_part is 0 there, as a word that is never looked up is here: the numbers
     * are the same, and the finding says which it is. A GPU finds nothing: the checker's run knows.
     */
    l.past_part = run->gpu || judge_has_finding(run, "out-of-bounds-read", "is outside");
    char name[40];
    snprintf(name, sizeof name, "table%d.error", t);
    if (judge_number(run, name, NAN) == 1)
        judge_offset(run);
    /* cudaErrorInvalidValue, for a table that is allowed */
    if (judge_number(run, name, NAN) == 1 && is_too_large(run))
        fail(l.words > l.part ? "table-too-large" : NULL,
             "hLookup returned cudaErrorInvalidValue for a table of %d words and %d indices; "
             "c_part takes PART_SIZE = %d. Copy one part at a time and look the table up "
             "part by part, in blocks of at most 1024 threads.",
             l.words, l.n, l.part);
    snprintf(name, sizeof name, "table%d", t);
    judge_call_succeeded(run, name, "hLookup");
    const double *out = judge_numbers(run, name, (size_t)l.n);
    if (!out)
        fail(NULL, "hLookup returned, but its results are not there.");
    judge_field("lookups", (size_t)l.n, 1, 1);
    for (int i = l.n; i-- > 0;)
        if (out[i] != lookup_value(&l, as_asked, (size_t)i)) {
            judge_wrong((size_t)i, out[i], lookup_value(&l, as_asked, (size_t)i));
            wrong++;
            first = i;
        }
    if (!wrong)
        return;
    char what[160];
    snprintf(what, sizeof what,
             "%d of %d look-ups in a table of %d words are wrong (PART_SIZE = %d)", wrong, l.n,
             l.words, l.part);
    bool zeros = true;
    for (int i = 0; i < l.n; i++)
        zeros &= out[i] == 0;
    if (zeros && l.n > 1)
        fail(NULL,
             "%s: every answer is 0, as if no index were in the table. Either no kernel "
             "writes into the memory that comes back, or none takes an index for one of its "
             "part: k >= first and k - first < count.",
             what);
    const struct value_family lookups = {.dimensions = lookup_dimensions,
                                         .count = LOOKUP_DIMENSIONS,
                                         .most = 3,
                                         .got = out,
                                         .got_count = (size_t)l.n,
                                         .value = lookup_value,
                                         .context = &l};
    if (l.n > 1) {
        judge_last_part(&l, out, what);
        judge_explain_values(what, &lookups);
        judge_part_threads(&l, out, what);
        judge_spread(&l, out, what);
        judge_tail(&l, out, what);
        judge_zeroed(&l, out, what);
        judge_behind(&l, out, what);
    }
    judge_unwritten(run, "hLookup", "answers", out, (size_t)l.n, hidden_unanswered(run->seed));
    int k = hidden_index(run->seed, first, l.words);
    if (l.n == 1 && l.words == 1 && out[0] == 0)
        fail("last-part-lost",
             "In a table of one word this word is not found, and larger tables are right: a "
             "last part of one word is a part too. The loop over the parts goes on while "
             "first < words, and the index is in the part if k - first < count.");
    char parts[200] = "";
    for (int part = 0; part * l.part < l.words && part < 8; part++) {
        int bad = 0, of = 0;
        for (int i = 0; i < l.n; i++) {
            int index = hidden_index(run->seed, i, l.words);
            if (index < part * l.part || index >= (part + 1) * l.part || index >= l.words)
                continue;
            of++;
            bad += out[i] != lookup_value(&l, as_asked, (size_t)i);
        }
        size_t length = strlen(parts);
        snprintf(parts + length, sizeof parts - length, "%s %d of %d", part ? "," : "", bad, of);
    }
    fail(NULL,
         "%d of %d look-ups are wrong, the first is out[%d] = %.0f for index %d of %d, "
         "expected %.0f (PART_SIZE = %d). Part by part of the table are wrong:%s.",
         wrong, l.n, first, out[first], k, l.words, lookup_value(&l, as_asked, (size_t)first),
         l.part, parts);
}

/* Words that are looked up in the tables that fit into c_part as they are: each of them is read at
 * least once. A larger table may be read from elsewhere. */
static double constant_words(const struct run *run) {
    const int words = (int)judge_argument(run, "words"), n = (int)judge_argument(run, "n"),
              part = (int)judge_argument(run, "PART_SIZE");
    double looked_up = 0;
    for (int t = 0; t < LAB6_TABLES; t++) {
        const int size = hidden_table_words(t, words, part);
        bool *asked = calloc((size_t)part + 1, sizeof *asked);
        for (int i = 0; asked && size <= part && i < hidden_table_indices(t, n); i++) {
            const int k = hidden_index(run->seed, i, size);
            if (k < 0 || k >= size || asked[k])
                continue;
            asked[k] = true;
            looked_up++;
        }
        free(asked);
    }
    return looked_up;
}

/* Fails when the look-ups in tables that fit into c_part do not follow what c_part delivers. */
static void judge_constant_table(const struct run *run) {
    const int words = (int)judge_argument(run, "words"), n = (int)judge_argument(run, "n"),
              part = (int)judge_argument(run, "PART_SIZE");
    for (int t = 0; t < LAB6_TABLES && !run->gpu; t++) {
        const int size = hidden_table_words(t, words, part), count = hidden_table_indices(t, n);
        char name[20];
        bool *within = calloc((size_t)count, sizeof *within);
        snprintf(name, sizeof name, "table%d", t);
        for (int i = 0; within && i < count; i++) {
            const int k = hidden_index(run->seed, i, size);
            within[i] = k >= 0 && k < size;
        }
        size_t inside;
        const size_t asked = within && size <= part ? (size_t)count : 0;
        const size_t follow = judge_followers(run, name, asked, within, JUDGE_MORE_WORD, &inside);
        free(within);
        if (inside > 0 && 2 * follow <= inside)
            fail("technique-missing",
                 "hLookup uses constant memory, but its results do not come from there: when "
                 "c_part held other words, %zu of %zu look-ups did not follow. A table that "
                 "fits into c_part is read from it.",
                 inside - follow, inside);
    }
}

/* Judges the look-ups in memory that held another table in the call before. */
static void judge_again(const struct run *run) {
    const int words = (int)judge_argument(run, "PART_SIZE") - 1, n = (int)judge_argument(run, "n");
    const double *out = judge_numbers(run, "again", (size_t)n);
    int wrong = 0, stale = 0, first = 0;
    for (int i = n; out && i-- > 0;) {
        const int k = hidden_index(run->seed, i, words);
        const bool inside = k >= 0 && k < words;
        if (out[i] == (inside ? hidden_again(run->seed, k) : 0))
            continue;
        wrong++;
        stale += inside && out[i] == hidden_word(run->seed, k);
        first = i;
    }
    if (!wrong)
        return;
    fail(stale == wrong ? "stale-data" : NULL,
         "Right in a first call, and not in a second one with other words in the same "
         "memory: %d of %d look-ups are wrong, the first is out[%d] = %.0f for index %d%s.",
         wrong, n, first, out[first], hidden_index(run->seed, first, words),
         stale == wrong ? ", the word that was there before. The table is copied in every "
                          "call, whatever its address is"
                        : "");
}

void check_lookup(const struct run *run) {
    for (int t = 0; t < LAB6_TABLES; t++)
        judge_table(run, t);
    judge_again(run);
    judge_launched(run, "hLookup", LAB6_TABLES);
    judge_used(run, "hLookup", "constant.accesses", constant_words(run), "constant memory");
    judge_constant_table(run);
    pass("All look-ups are right, in %d tables one after the other.", LAB6_TABLES);
}
