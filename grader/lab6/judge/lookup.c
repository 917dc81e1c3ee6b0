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

/* The number of the last part's first word. */
static int last_part(const struct lookup *l) {
    return (l->words - 1) / l->part * l->part;
}

static double word_at(const struct lookup *l, int k) {
    return hidden_word(l->run->seed, k + l->t);
}

/* The same; 0 outside the table. */
static double at(const struct lookup *l, int k) {
    return k >= 0 && k < l->words ? word_at(l, k) : 0;
}

/* Word k where a quarter of each part arrives: the other words of c_part are those of the part
 * before, and 0 before the first. */
static double first_quarter(const struct lookup *l, int k) {
    const int last = last_part(l), place = k % l->part;
    return place >= l->part / 4                                  ? 0
           : k >= last && place >= (l->words - last) / 4 && last ? word_at(l, k - l->part)
                                                                 : word_at(l, k);
}

/* What is given for word k, inside the table, of which `found` is found. */
static double of_parts(struct choice *c, const struct lookup *l, int k, double found) {
    const int last = last_part(l);
    INSTEAD(k >= last ? found : 0, "earlier-parts-lost",
            "Only the last part's words are found: looking up a part overwrites the "
            "answers of the earlier parts. Leave out[i] alone where the index is "
            "not in this part.");
    /* Reading behind c_part looks the same; the finding says which it is. */
    INSTEAD(
        k < l->part || l->past_part ? found : 0, "first-part-only",
        "Only the first PART_SIZE words of the table are found: copy and look up part by part.");
    INSTEAD(k < l->words / l->part * l->part ? found : 0, "last-part-lost",
            "The last words of the table are never found: what remains after the last "
            "whole part is a part too.");
    INSTEAD(first_quarter(l, k), "count-instead-of-bytes",
            "Only the first quarter of each part is found: "
            "cudaMemcpyToSymbol counts bytes, count * sizeof(int).");
    INSTEAD(k < last ? found : 0, "last-part-lost",
            "Only full parts are found, and the words of a table smaller than a part "
            "never: what remains after the last whole part is a part too.");
    ASKED(found);
}

static bool loses_first(struct choice *c, const struct lookup *l, int k) {
    INSTEAD(k % l->part == 0, NULL,
            "The first word of every part is never found: an index belongs to the part if k >= "
            "first.");
    ASKED(false);
}

static bool loses_last(struct choice *c, const struct lookup *l, int k) {
    INSTEAD(k % l->part == l->part - 1 || k == l->words - 1, NULL,
            "The last word of every part is never found: an index belongs to the part if k - first "
            "< count.");
    INSTEAD(k % (l->part + 1) == l->part, NULL,
            "Between two parts one word is never found: the next part begins at first + count.");
    ASKED(false);
}

/* The words of all parts at the place of k in its own. */
static double added_up(const struct lookup *l, int k) {
    double sum = 0;
    for (int first = 0; first < l->words; first += l->part)
        sum += at(l, first + k % l->part);
    return (int32_t)(uint32_t)(int64_t)sum;
}

/* Behind the last part's words lie those of the part before. */
static double again_in_last(const struct lookup *l, int k) {
    const int last = last_part(l), place = k % l->part;
    return last + place < l->words ? word_at(l, last + place) : word_at(l, last - l->part + place);
}

/* The word for index k; `otherwise` where that is outside the table. */
#define PLACED(value, name, sentence) INSTEAD(inside ? (value) : otherwise, name, sentence)
static double placed_word(struct choice *c, const struct lookup *l, int i, int k,
                          double otherwise) {
    const bool inside = k >= 0 && k < l->words;
    const int last = last_part(l);
    PLACED(at(l, last + k % l->part), "part-offset",
           "An index is looked up in each part from its start: the index in the part is k "
           "- first.");
    PLACED(at(l, k + 1), "counted-from-one",
           "The words are one place off: index 0 is the first word.");
    PLACED(at(l, k - 1), "counted-from-one",
           "The words are one place off, that before is given: index 0 is the first "
           "word.");
    INSTEAD(i < l->words ? word_at(l, i) : otherwise, NULL,
            "Word i is given, whatever index[i] is: out[i] = table[index[i]].");
    PLACED(k, NULL,
           "The index itself is given, not the word of the table: out[i] = table[index[i]].");
    PLACED(word_at(l, l->words - 1 - k), NULL,
           "The words are taken backwards: index 0 is the first word.");
    PLACED(word_at(l, k % l->part), NULL,
           "Every part gives the words of the first one: copy each part, table + first, before it "
           "is looked up.");
    PLACED(added_up(l, k), NULL,
           "What is found is added up over the parts: out[i] = the word of its own part.");
    /* Table 0 is the first of all, and c_part begins with zeros. */
    PLACED(k < l->part ? 0 : word_at(l, k - l->part), "copied-after-launch",
           "Every part gives the words of the part before, and the first one those "
           "of nobody: the kernel is launched before its part is in c_part. First "
           "cudaMemcpyToSymbol, then the launch.");
    PLACED(again_in_last(l, k), "part-offset",
           "Every index is looked up again in the last part, at k % PART_SIZE: a part "
           "answers the indices from its first word on alone, k >= first, and leaves the "
           "others as they are.");
    PLACED(k < last ? word_at(l, k) : word_at(l, last + k % (l->words - last)), "part-offset",
           "In the last part the index is taken as k % count, the remainder by its number "
           "of words: the index in a part is k - first.");
    ASKED(inside ? word_at(l, k) : otherwise);
}

/* What lies in c_part behind the words of the last part, at place k of it: a word of the part
 * before, or of the tables that were looked up earlier; 0 where it cannot be read. */
static double stale_word(const struct lookup *l, int k) {
    const int last = last_part(l);
    if (k < l->words || k >= last + l->part)
        return 0;
    if (last)
        return word_at(l, k - l->part);
    return l->t < 2 ? 0 : hidden_word(l->run->seed, l->part + k + 1); /* table 1 was the last */
}

/* Where the last part answers whatever lies behind its first word. */
static double looked_up_behind(const struct lookup *l, int k) {
    k = k < 0 ? k : last_part(l) + k % l->part;
    return k < 0 ? 0 : k < l->words ? word_at(l, k) : stale_word(l, k);
}

static double outside_word(struct choice *c, const struct lookup *l, int k) {
    INSTEAD(hidden_unanswered(l->run->seed), "outside-not-zero",
            "Where the index is outside the table, out is as it was: it is to be 0.");
    INSTEAD(word_at(l, k < 0 ? 0 : l->words - 1), "outside-not-zero",
            "Where the index is outside the table, the table's end is given: it is to "
            "be 0.");
    INSTEAD(word_at(l, ((k % l->words) + l->words) % l->words), "outside-not-zero",
            "Where the index is outside the table, it begins anew: it is to be 0.");
    INSTEAD(k == l->words ? stale_word(l, k) : 0, "outside-not-zero",
            "An index one behind the table gets a word of the part before, which "
            "still lies in c_part: k - first < count, not <=.");
    INSTEAD(
        stale_word(l, k), "outside-not-zero",
        "An index just behind the table gets a word of the part before, which still lies in c_part "
        "behind the last part's words: ask whether k - first < count, the words of this part, not "
        "PART_SIZE.");
    INSTEAD(k, "outside-not-zero",
            "Where the index is outside the table, the index is given: it is to be "
            "0.");
    INSTEAD(k < 0 ? at(l, -k) : 0, "outside-not-zero",
            "A negative index is taken without its sign: out is to be 0 there.");
    INSTEAD(
        looked_up_behind(l, k), "outside-not-zero",
        "An index behind the table is looked up all the same, at k % PART_SIZE in the last part: a "
        "part answers an index from its first word on and below its end alone, k >= first and k - "
        "first < count.");
    INSTEAD(k < 0 ? at(l, k + l->words) : 0, "outside-not-zero",
            "A negative index is counted from the table's end: out is to be 0 there.");
    INSTEAD(k < 0 ? 0 : word_at(l, k % l->words), "outside-not-zero",
            "Behind its end the table begins anew: out is to be 0 there.");
    INSTEAD(k < 0 ? word_at(l, 0) : 0, "outside-not-zero",
            "A negative index gets the first word: out is to be 0 there.");
    INSTEAD(k < 0 ? 0 : word_at(l, l->words - 1), "outside-not-zero",
            "Behind the table's end its last word is given: out is to be 0 there.");
    INSTEAD(-1, "outside-not-zero",
            "Where the index is outside the table, -1 is given: it is to be 0.");
    INSTEAD(k < 0 ? -1 : 0, "outside-not-zero",
            "Where the index is negative, -1 is given: out is to be 0 there.");
    ASKED(0);
}

#define IN_BLOCK                                                                                   \
    "wrong-thread-index",                                                                          \
        "The index that is looked up is that of the thread in its block, index[threadIdx.x]: "     \
        "element i is that of the whole grid, i = blockIdx.x * blockDim.x + threadIdx.x."
/* After how many indices they begin anew. */
static int block_of(struct choice *c, const struct lookup *l) {
    INSTEAD_NAMED(256, IN_BLOCK);
    INSTEAD_NAMED(128, IN_BLOCK);
    INSTEAD_NAMED(512, IN_BLOCK);
    INSTEAD_NAMED(1024, IN_BLOCK);
    INSTEAD_NAMED(64, IN_BLOCK);
    INSTEAD_NAMED(32, IN_BLOCK);
    INSTEAD_NAMED(192, IN_BLOCK);
    INSTEAD_NAMED(96, IN_BLOCK);
    ASKED(l->n);
}

/* What may be done otherwise, in the order in which it is tried. */
struct lookup_choices {
    struct choice parts, place, outside, first, last, thread;
};

static double lookup_value(const void *context, struct choice *choices, size_t i) {
    const struct lookup *l = context;
    struct lookup_choices *const c = (struct lookup_choices *)choices;
    const int k = hidden_index(l->run->seed, (int)i % block_of(&c->thread, l), l->words);
    if (k < 0 || k >= l->words)
        return placed_word(&c->place, l, (int)i, k, outside_word(&c->outside, l, k));
    const bool lost = loses_first(&c->first, l, k) | loses_last(&c->last, l, k);
    const double found = placed_word(&c->place, l, (int)i, k, 0);
    return of_parts(&c->parts, l, k, lost ? 0 : found);
}

static struct value_family lookups_family(const struct lookup *l, const double *got) {
    return (struct value_family){.count = sizeof(struct lookup_choices) / sizeof(struct choice),
                                 .most = 3,
                                 .got = got,
                                 .got_count = (size_t)l->n,
                                 .with = lookup_value,
                                 .context = (void *)l};
}

static double owed_word(const struct lookup *l, int i) {
    struct lookup_choices asked = {0};
    return lookup_value(l, (struct choice *)&asked, (size_t)i);
}

/* Fails for answers that no thread looked up: all from one on are 0, as out was before. */
static void judge_tail(const struct lookup *l, const double *out, const char *what) {
    int from = 0, inside = 0;
    for (int i = 0; i < l->n; i++)
        if (out[i] != 0)
            from = i + 1;
    for (int i = 0; i < l->n; i++) {
        double owed = owed_word(l, i);
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
    if (l->t == 0 || l->words % l->part != 0)
        return;
    for (int i = 0; i < l->n; i++) {
        const int k = hidden_index(l->run->seed, i, l->words);
        const bool last = k >= l->words - l->part && k < l->words;
        if (out[i] != (last ? 0 : owed_word(l, i)))
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
    char limits[200] = "";
    for (int first = 0; first < l->words; first += l->part) {
        int right = 0, wrong = l->n; /* the last that is there, the first that is not */
        for (int i = 0; i < l->n; i++) {
            const int k = hidden_index(l->run->seed, i, l->words);
            if (k < first || k >= first + l->part || k >= l->words)
                continue;
            if (out[i] == owed_word(l, i))
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

/* Fails for answers of which only every k-th is there, and right, and the others are 0, as
 * out was before. */
static void judge_spread(const struct lookup *l, const double *out, const char *what) {
    int step = 0, there = 0, owed = 0;
    for (int i = 1; i < l->n; i++)
        for (int a = out[i] != 0 ? i : 0; a != 0;) { /* the greatest common divisor */
            const int rest = step % a;
            step = a;
            a = rest;
        }
    for (int i = 0; i < l->n; i++) {
        const double due = owed_word(l, i);
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
    int from = -1;
    for (int i = 0; i < l->n; i++) {
        double owed = owed_word(l, i);
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
    int last = (l->words - 1) / l->part * l->part, wrong = 0;
    for (int i = 0; i < l->n; i++) {
        int k = hidden_index(l->run->seed, i, l->words);
        bool behind = k >= l->words && k < last + l->part;
        if (out[i] == owed_word(l, i))
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

/* Fails with what explains wrong look-ups in a table. */
static void explain_lookups(const struct lookup *l, const double *out, const char *what) {
    bool zeros = true;
    for (int i = 0; i < l->n; i++)
        zeros &= out[i] == 0;
    if (zeros && l->n > 1)
        fail(NULL,
             "%s: every answer is 0, as if no index were in the table. Either no kernel "
             "writes into the memory that comes back, or none takes an index for one of its "
             "part: k >= first and k - first < count.",
             what);
    const struct value_family lookups = lookups_family(l, out);
    if (l->n > 1) {
        judge_last_part(l, out, what);
        judge_explain_values(what, &lookups);
        judge_part_threads(l, out, what);
        judge_spread(l, out, what);
        judge_tail(l, out, what);
        judge_zeroed(l, out, what);
        judge_behind(l, out, what);
    }
    judge_unwritten(l->run, "hLookup", "answers", out, (size_t)l->n,
                    hidden_unanswered(l->run->seed));
}

/* Fails with the first wrong look-up, and in which parts they lie. */
static void tell_lookups(const struct lookup *l, const double *out, int wrong, int first) {
    int k = hidden_index(l->run->seed, first, l->words);
    if (l->n == 1 && l->words == 1 && out[0] == 0)
        fail("last-part-lost",
             "In a table of one word this word is not found, and larger tables are right: a "
             "last part of one word is a part too. The loop over the parts goes on while "
             "first < words, and the index is in the part if k - first < count.");
    char parts[200] = "";
    for (int part = 0; part * l->part < l->words && part < 8; part++) {
        int bad = 0, of = 0;
        for (int i = 0; i < l->n; i++) {
            int index = hidden_index(l->run->seed, i, l->words);
            if (index < part * l->part || index >= (part + 1) * l->part || index >= l->words)
                continue;
            of++;
            bad += out[i] != owed_word(l, i);
        }
        size_t length = strlen(parts);
        snprintf(parts + length, sizeof parts - length, "%s %d of %d", part ? "," : "", bad, of);
    }
    fail(NULL,
         "%d of %d look-ups are wrong, the first is out[%d] = %.0f for index %d of %d, "
         "expected %.0f (PART_SIZE = %d). Part by part of the table are wrong:%s.",
         wrong, l->n, first, out[first], k, l->words, owed_word(l, first), l->part, parts);
}

/* Judges the look-ups in table t. */
static void judge_table(const struct run *run, int t) {
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
        if (out[i] != owed_word(&l, i)) {
            judge_wrong((size_t)i, out[i], owed_word(&l, i));
            wrong++;
            first = i;
        }
    if (!wrong)
        return;
    char what[160];
    snprintf(what, sizeof what,
             "%d of %d look-ups in a table of %d words are wrong (PART_SIZE = %d)", wrong, l.n,
             l.words, l.part);
    explain_lookups(&l, out, what);
    tell_lookups(&l, out, wrong, first);
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
