/* Lab 6, step 4: the sums over k of c_t[k] * (a[i] ^ k). */
#include "lab6.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sums {
    const struct run *run;
    int size, threads, n;
    bool divergent;
    uint32_t *table;
};

static uint32_t power_of(uint32_t base, uint32_t exponent) {
    uint32_t power = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1)
            power *= base;
    return power;
}

/* Of word k, which goes with `number`: k, unless the turn is taken for it. */
static uint32_t term(struct choice *c, const struct sums *s, int i, int k, uint32_t a,
                     uint32_t number) {
    const int size = s->size;
    const uint32_t w = s->table[k];
    INSTEAD(w * (a + number), NULL,
            "a[i] and k are added: the sign ^ is exclusive or, c_t[k] * (a[i] ^ k).");
    INSTEAD(w * (a | number), NULL,
            "a[i] and k are put together by |: it is exclusive or, c_t[k] * (a[i] ^ k).");
    INSTEAD(w * (a & number), NULL,
            "a[i] and k are put together by &: it is exclusive or, c_t[k] * (a[i] ^ k).");
    INSTEAD(w * (a * number), NULL,
            "a[i] and k are multiplied: it is exclusive or, c_t[k] * (a[i] ^ k).");
    INSTEAD(w * (a - number), NULL,
            "k is subtracted from a[i]: it is exclusive or, c_t[k] * (a[i] ^ k).");
    INSTEAD(w * a ^ number, NULL,
            "The brackets are missing: c_t[k] * a[i] ^ k is (c_t[k] * a[i]) ^ k, for * binds "
            "closer. It is c_t[k] * (a[i] ^ k).");
    INSTEAD(w * a, NULL, "The factor is a[i] alone: it is c_t[k] * (a[i] ^ k).");
    INSTEAD(w * number, NULL, "The factor is k alone: it is c_t[k] * (a[i] ^ k).");
    INSTEAD(w, NULL, "The words of the table are added without a factor: c_t[k] * (a[i] ^ k).");
    INSTEAD(a ^ number, NULL, "The word of the table is missing: c_t[k] * (a[i] ^ k).");
    INSTEAD(w + (a ^ number), NULL, "c_t[k] and (a[i] ^ k) are added: it is their product.");
    INSTEAD((w ^ a) * number, NULL,
            "Exclusive or is taken with c_t[k], and k multiplied: it is c_t[k] * (a[i] ^ k).");
    INSTEAD(w * power_of(a, number), NULL,
            "a[i] to the power of k is taken: ^ is exclusive or, c_t[k] * (a[i] ^ k).");
    INSTEAD(s->table[0] * (a ^ number), NULL,
            "Every term has the word c_t[0]: the word goes round with k.");
    INSTEAD(w * (a ^ (uint32_t)i), NULL, "i stands where k belongs: c_t[k] * (a[i] ^ k).");
    INSTEAD(w * (a ^ (uint32_t)(i % s->threads)), NULL,
            "threadIdx.x stands where k belongs: c_t[k] * (a[i] ^ k).");
    INSTEAD(w * (a ^ (uint32_t)(k + 1)), NULL,
            "k + 1 stands where k belongs: c_t[k] * (a[i] ^ k), and k counts from 0.");
    INSTEAD(w * (a ^ w), NULL,
            "The word of the table stands where k belongs: c_t[k] * (a[i] ^ k).");
    INSTEAD(w * (a ^ (uint32_t)size), NULL,
            "TABLE_SIZE stands where k belongs: c_t[k] * (a[i] ^ k).");
    INSTEAD(s->table[i % size] * (a ^ number), NULL,
            "Every term has the word c_t[i % TABLE_SIZE]: the word goes round with k.");
    INSTEAD(w * ~a, NULL,
            "a[i] is negated, ~, and k left out: it is exclusive or, c_t[k] * (a[i] ^ k).");
    INSTEAD(s->table[size - 1 - k] * (a ^ number), NULL,
            "The table is read backwards, c_t[TABLE_SIZE - 1 - k], and k goes on: word k goes with "
            "k, c_t[k] * (a[i] ^ k).");
    INSTEAD(s->table[(k + 1) % size] * (a ^ number), NULL,
            "The word behind it stands where c_t[k] belongs: c_t[k] * (a[i] ^ k).");
    INSTEAD(s->table[(k + size - 1) % size] * (a ^ number), NULL,
            "The word before it stands where c_t[k] belongs: c_t[k] * (a[i] ^ k).");
    ASKED(w * (a ^ number));
}

static uint32_t element_at(const struct sums *s, int i) {
    return (uint32_t)hidden_element(s->run->seed, i);
}

#define CUT(bits, type)                                                                            \
    "wrong-type", "Only the lowest " bits " of a[i] are there, as in " type ": it is an unsigned."
static uint32_t value_of(struct choice *c, const struct sums *s, int i, int k) {
    const uint32_t a = element_at(s, i);
    INSTEAD((uint32_t)i, NULL, "i stands where its element belongs: c_t[k] * (a[i] ^ k).");
    INSTEAD(element_at(s, i % s->threads), "wrong-thread-index",
            "a is read at threadIdx.x: i = blockIdx.x * blockDim.x + threadIdx.x.");
    INSTEAD(element_at(s, 0), NULL, "Every sum is that of a[0]: thread i takes a[i].");
    INSTEAD(element_at(s, k), NULL, "a is read at k: c_t[k] * (a[i] ^ k).");
    INSTEAD(element_at(s, i + (i < s->n - 1)), NULL,
            "a is read one element too far: thread i takes a[i].");
    INSTEAD(a % (uint32_t)s->size, NULL,
            "The remainder of a[i] stands where a[i] belongs: only the index goes round, c_t[k] * "
            "(a[i] ^ k).");
    INSTEAD_NAMED((uint16_t)a, CUT("16 bits", "an unsigned short"));
    INSTEAD_NAMED((uint32_t)(int16_t)a, CUT("16 bits", "a short"));
    INSTEAD_NAMED((uint8_t)a, CUT("8 bits", "an unsigned char"));
    INSTEAD_NAMED((uint32_t)(int8_t)a, CUT("8 bits", "a char"));
    INSTEAD((uint32_t)(uint64_t)(float)a, "wrong-type",
            "a[i] is rounded to a float, which has 24 bits: it is an unsigned.");
    ASKED(a);
}

/* Which words a thread takes: from `word` on, `to` turns. */
struct turns {
    int word, to;
    int (*next)(int k, int size);
    bool for_number; /* the turn stands for the number of the word */
};

static int next_word(int k, int size) {
    return k + 1 < size ? k + 1 : 0;
}
static int next_from_one(int k, int size) {
    return k + 1 < size ? k + 1 : 1 % size;
}
static int next_by_mask(int k, int size) {
    return (k + 1) & (size - 1);
}
static int next_early(int k, int size) {
    return k + 1 < size - 1 ? k + 1 : 0;
}
static int no_next(int k, int size) {
    (void)size;
    return k;
}

static struct turns turns_of(struct choice *c, const struct sums *s, int first) {
    const int size = s->size;
    if (s->divergent) {
        INSTEAD(((struct turns){first, size, next_word, true}), NULL,
                "The turn of the loop stands for k in (a[i] ^ k): k is the number of the word, "
                "which begins at i % TABLE_SIZE.");
        INSTEAD(((struct turns){first, size - first, next_word, false}), NULL,
                "The sum ends at the table's end: behind the last word thread i goes on with word "
                "0, until all TABLE_SIZE are in.");
        INSTEAD(((struct turns){first, size, next_from_one, false}), NULL,
                "Behind the last word it goes on with word 1: word 0 follows.");
        INSTEAD(((struct turns){first, size, next_by_mask, false}), NULL,
                "k & (TABLE_SIZE - 1) wraps around at powers of two alone, and TABLE_SIZE is none "
                "here: k + 1 < TABLE_SIZE ? k + 1 : 0.");
        INSTEAD(((struct turns){first, size, next_early, false}), NULL,
                "It wraps around one word early, before the last word: k + 1 < TABLE_SIZE ? k + 1 "
                ": 0.");
        INSTEAD(((struct turns){0, first, next_word, false}), NULL,
                "The words before i % TABLE_SIZE alone are summed: it is all of them, TABLE_SIZE "
                "turns.");
        INSTEAD(((struct turns){first, size, no_next, false}), NULL,
                "The word does not move on: k + 1 < TABLE_SIZE ? k + 1 : 0 in every turn.");
    }
    ASKED(((struct turns){first, size, next_word, false}));
}

/* Which turns count: `from`, `from + step` and so on, below `to`. */
struct range {
    int from, step, to;
    bool last_again, replaced; /* turn TABLE_SIZE is the last word's; = stands for += */
};

static struct range range_of(struct choice *c, const struct sums *s, int i, int to) {
    INSTEAD(((struct range){.from = 1, .step = 1, .to = to}), NULL,
            "The first term is left out: k counts from 0.");
    INSTEAD(((struct range){.step = 1, .to = to - 1}), NULL,
            "The last term is left out: k runs while k < TABLE_SIZE.");
    INSTEAD(((struct range){.step = 1, .to = to + 1, .last_again = true}), NULL,
            "The last term comes twice: there are TABLE_SIZE turns.");
    INSTEAD(((struct range){.step = 1, .to = to + 1}), NULL,
            "The first term comes twice: there are TABLE_SIZE turns.");
    INSTEAD(((struct range){.step = 1, .to = to, .replaced = true}), NULL,
            "Only the last term is there: sum += adds it, sum = replaces what was there.");
    INSTEAD(((struct range){.step = 1, .to = 1}), NULL,
            "Only the first term is there: sum over all TABLE_SIZE words.");
    INSTEAD(((struct range){.step = 2, .to = to}), NULL,
            "Only every other word is taken: k goes on by 1.");
    if (!s->divergent) {
        INSTEAD(((struct range){.from = i % s->threads, .step = s->threads, .to = to}),
                "sum-incomplete",
                "k goes from threadIdx.x on in steps of blockDim.x, as if the threads of a block "
                "shared one sum: each thread sums all words, k from 0 on by 1.");
        INSTEAD(((struct range){.from = i, .step = 1, .to = to}), "sum-incomplete",
                "k goes from i on in steps of 1: every thread sums all words, k from 0 on.");
    }
    ASKED(((struct range){.step = 1, .to = to}));
}

/* The sum of the terms, and what else is made of them. */
struct kept {
    uint32_t sum, mixed, rounded, a;
    double wide;
    float narrow;
};

/* Where float and double cannot hold the sum, its conversion stops at the largest unsigned. */
static double saturated(double sum) {
    return sum < 0 ? 0 : sum >= UINT32_MAX ? UINT32_MAX : floor(sum);
}

static double result_of(struct choice *c, const struct sums *s, const struct kept *k) {
    INSTEAD((uint32_t)(k->sum + (uint32_t)hidden_canary(s->run->seed)), NULL,
            "The sum is added to what b held before: b[i] = sum.");
    INSTEAD((uint32_t)(k->sum + k->a), NULL, "The sum begins with a[i]: it begins with 0.");
    INSTEAD((uint32_t)(k->sum + 1), NULL, "The sum begins with 1: it begins with 0.");
    INSTEAD(saturated(k->narrow), "wrong-type",
            "The sum is kept in a float, which has 24 bits and does not wrap around: unsigned.");
    INSTEAD(saturated(k->wide), "wrong-type",
            "The sum is kept in a double and does not wrap around: unsigned.");
    INSTEAD(k->sum & 0xffff, "wrong-type",
            "Only the lowest 16 bits of the sum are there: unsigned has 32.");
    INSTEAD(k->mixed, NULL, "The terms are put together by ^: they are added.");
    INSTEAD((uint32_t)(0u - k->sum), NULL, "The terms are subtracted: they are added.");
    INSTEAD(k->sum / (uint32_t)s->size, NULL,
            "The sum is divided by TABLE_SIZE: the sum is asked for, not the mean.");
    /* What the CPU makes of one that is too large. */
    INSTEAD((uint32_t)(uint64_t)k->narrow, "wrong-type",
            "The sum is kept in a float, which has 24 bits: unsigned has 32.");
    INSTEAD(k->rounded, "wrong-type",
            "Each term is rounded to a float, which has 24 bits: compute in unsigned.");
    ASKED(k->sum);
}

/* What may be done otherwise, in the order in which it is tried. */
struct sum_choices {
    struct choice term, value, range, turns, result;
};

static double sum_value(const void *context, struct choice *choices, size_t i) {
    const struct sums *s = context;
    struct sum_choices *const c = (struct sum_choices *)choices;
    const int first = s->divergent ? (int)i % s->size : 0;
    const struct turns turns = turns_of(&c->turns, s, first);
    const struct range range = range_of(&c->range, s, (int)i, turns.to);
    struct kept kept = {0};
    for (int turn = 0, word = turns.word; turn < range.to; turn++) {
        const int k = turn == s->size && range.last_again ? (first + s->size - 1) % s->size : word;
        const uint32_t t = term(&c->term, s, (int)i, k, value_of(&c->value, s, (int)i, k),
                                (uint32_t)(turns.for_number ? turn : k));
        word = turns.next(word, s->size);
        if (turn < range.from || (turn - range.from) % range.step != 0)
            continue;
        if (range.replaced)
            kept = (struct kept){0};
        kept.sum += t;
        kept.mixed ^= t;
        kept.rounded += (uint32_t)(uint64_t)(float)t;
        kept.wide += t;
        kept.narrow += (float)t;
    }
    kept.a = value_of(&c->value, s, (int)i, 0);
    return result_of(&c->result, s, &kept);
}

static struct value_family sums_family(const struct sums *s, const double *got) {
    return (struct value_family){.count = sizeof(struct sum_choices) / sizeof(struct choice),
                                 .most = 2,
                                 .got = got,
                                 .got_count = (size_t)s->n,
                                 .with = sum_value,
                                 .context = (void *)s};
}

static double owed_sum(const struct sums *s, int i) {
    struct sum_choices asked = {0};
    return sum_value(s, (struct choice *)&asked, (size_t)i);
}

/* Fails when all sums are those of the same turns of the loop: up to one, or from one on. */
static void judge_turns(const struct sums *s, const char *name, const double *b) {
    for (int kind = 0; kind < 2; kind++)
        for (int cut = 1; cut < s->size; cut++) {
            int same = 0;
            for (; same < s->n; same++) {
                uint32_t sum = 0, a = (uint32_t)hidden_element(s->run->seed, same);
                for (int turn = kind ? cut : 0; turn < (kind ? s->size : cut); turn++) {
                    int k = (turn + (s->divergent ? same : 0)) % s->size;
                    sum += s->table[k] * (a ^ (uint32_t)k);
                }
                if (b[same] != sum)
                    break;
            }
            if (same == s->n)
                fail("sum-incomplete",
                     "%s: the sums are those of turns %d to %d of the loop alone: it makes "
                     "TABLE_SIZE turns, from 0 to %d here.",
                     name, kind ? cut : 0, kind ? s->size - 1 : cut - 1, s->size - 1);
        }
}

/* Fails for the sums of a kernel that are wrong. */
static void judge_sums(const struct sums *s, const char *name, const double *b) {
    double canary = hidden_canary(s->run->seed);
    int wrong = 0, first = -1;
    judge_field("sums", (size_t)s->n, 1, 1);
    for (int i = 0; i < s->n; i++)
        if (b[i] != owed_sum(s, i)) {
            judge_wrong((size_t)i, b[i], owed_sum(s, i));
            wrong++;
            if (first < 0)
                first = i;
        }
    if (!wrong)
        return;
    judge_note("%s", wrong == s->n ? " If the kernel is still to be written, write it." : "");
    judge_unwritten(s->run, name, "sums", b, (size_t)s->n, canary);
    judge_note_ends();
    const struct value_family sums = sums_family(s, b);
    judge_explain_values(name, &sums);
    judge_turns(s, name, b);
    judge_constant(name, &sums);
    judge_word_shares(s->run, name, s->size);
    fail(NULL,
         "%s: %d of %d sums are wrong, the first is b[%d] = %.0f, expected %.0f (table of "
         "%d words).",
         name, wrong, s->n, first, b[first], owed_sum(s, first), s->size);
}

static void check_sums(const struct run *run, const char *name, bool divergent) {
    struct sums s = {.run = run,
                     .size = (int)judge_argument(run, "TABLE_SIZE"),
                     .threads = (int)judge_argument(run, "threads"),
                     .n = (int)judge_argument(run, "n"),
                     .divergent = divergent};
    judge_succeeded(run, name);
    const double *b = judge_numbers(run, name, (size_t)(s.n + LAB6_PAST_END));
    if (!b)
        fail(NULL, "%s ran, but its results did not come back.", name);
    s.table = calloc((size_t)s.size + 1, sizeof *s.table);
    if (!s.table)
        fail(NULL, "The judge has no memory left.");
    for (int k = 0; k < s.size; k++)
        s.table[k] = hidden_table(run->seed, k, s.size);
    judge_sums(&s, name, b);
    free(s.table);
    for (int i = s.n; i < s.n + LAB6_PAST_END; i++)
        if (b[i] != hidden_canary(run->seed))
            fail(NULL,
                 "b[%d] was changed, and b has %d elements, as many as threads run: "
                 "thread i writes b[i] and no other.",
                 i, s.n);
    pass("All %d sums are right.", s.n);
}

void check_uniform_sums(const struct run *run) {
    check_sums(run, "gUniform", false);
}
void check_divergent_sums(const struct run *run) {
    check_sums(run, "gDivergent", true);
}

void check_sums_guard(const struct run *run) {
    const int n = (int)judge_argument(run, "n");
    const char *name =
        strncmp(judge_argument_text(run, "kernel"), "gUniform", 8) == 0 ? "gUniform" : "gDivergent";
    int written = 0;
    judge_succeeded(run, name);
    const double *b = judge_numbers(run, name, (size_t)(n + LAB6_PAST_END));
    if (!b)
        fail(NULL, "%s ran, but its results did not come back.", name);
    for (int i = n; i < n + LAB6_PAST_END; i++)
        if (b[i] != hidden_canary(run->seed))
            fail("missing-bounds-guard",
                 "%s: b[%d] was changed, and b has %d elements. More threads run than there "
                 "are elements: let a thread work only if (i < n).",
                 name, i, n);
    for (int i = 0; i < n; i++)
        written += b[i] != hidden_canary(run->seed);
    if (!written)
        fail("never-written",
             "%s touches nothing behind the last element, for it writes no element at all: "
             "a guard keeps every thread out, or the kernel is still to be written.",
             name);
    pass("Threads without an element touch nothing.");
}
