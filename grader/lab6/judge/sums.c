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

enum { TERM, VALUE, RANGE, TURNS, RESULT, SUM_DIMENSIONS };

static const struct deviation term_mistakes[] = {
    {NULL, "a[i] and k are added: the sign ^ is exclusive or, c_t[k] * (a[i] ^ k)."},
    {NULL, "a[i] and k are put together by |: it is exclusive or, c_t[k] * (a[i] ^ k)."},
    {NULL, "a[i] and k are put together by &: it is exclusive or, c_t[k] * (a[i] ^ k)."},
    {NULL, "a[i] and k are multiplied: it is exclusive or, c_t[k] * (a[i] ^ k)."},
    {NULL, "k is subtracted from a[i]: it is exclusive or, c_t[k] * (a[i] ^ k)."},
    {NULL, "The brackets are missing: c_t[k] * a[i] ^ k is (c_t[k] * a[i]) ^ k, for * binds "
           "closer. It is c_t[k] * (a[i] ^ k)."},
    {NULL, "The factor is a[i] alone: it is c_t[k] * (a[i] ^ k)."},
    {NULL, "The factor is k alone: it is c_t[k] * (a[i] ^ k)."},
    {NULL, "The words of the table are added without a factor: c_t[k] * (a[i] ^ k)."},
    {NULL, "The word of the table is missing: c_t[k] * (a[i] ^ k)."},
    {NULL, "c_t[k] and (a[i] ^ k) are added: it is their product."},
    {NULL, "Exclusive or is taken with c_t[k], and k multiplied: it is c_t[k] * (a[i] ^ k)."},
    {NULL, "a[i] to the power of k is taken: ^ is exclusive or, c_t[k] * (a[i] ^ k)."},
    {NULL, "Every term has the word c_t[0]: the word goes round with k."},
    {NULL, "i stands where k belongs: c_t[k] * (a[i] ^ k)."},
    {NULL, "threadIdx.x stands where k belongs: c_t[k] * (a[i] ^ k)."},
    {NULL, "k + 1 stands where k belongs: c_t[k] * (a[i] ^ k), and k counts from 0."},
    {NULL, "The word of the table stands where k belongs: c_t[k] * (a[i] ^ k)."},
    {NULL, "TABLE_SIZE stands where k belongs: c_t[k] * (a[i] ^ k)."},
    {NULL, "Every term has the word c_t[i % TABLE_SIZE]: the word goes round with k."},
    {NULL, "a[i] is negated, ~, and k left out: it is exclusive or, c_t[k] * (a[i] ^ k)."},
    {NULL, "The table is read backwards, c_t[TABLE_SIZE - 1 - k], and k goes on: word k goes with "
           "k, c_t[k] * (a[i] ^ k)."},
    {NULL, "The word behind it stands where c_t[k] belongs: c_t[k] * (a[i] ^ k)."},
    {NULL, "The word before it stands where c_t[k] belongs: c_t[k] * (a[i] ^ k)."}};
#define CUT(bits, type)                                                                            \
    {                                                                                              \
        "wrong-type",                                                                              \
            "Only the lowest " bits " of a[i] are there, as in " type ": it is an unsigned."       \
    }
static const struct deviation value_mistakes[] = {
    {NULL, "i stands where its element belongs: c_t[k] * (a[i] ^ k)."},
    {"wrong-thread-index", "a is read at threadIdx.x: i = blockIdx.x * blockDim.x + threadIdx.x."},
    {NULL, "Every sum is that of a[0]: thread i takes a[i]."},
    {NULL, "a is read at k: c_t[k] * (a[i] ^ k)."},
    {NULL, "a is read one element too far: thread i takes a[i]."},
    {NULL, "The remainder of a[i] stands where a[i] belongs: only the index goes round, c_t[k] * "
           "(a[i] ^ k)."},
    CUT("16 bits", "an unsigned short"),
    CUT("16 bits", "a short"),
    CUT("8 bits", "an unsigned char"),
    CUT("8 bits", "a char"),
    {"wrong-type", "a[i] is rounded to a float, which has 24 bits: it is an unsigned."}};
static const struct deviation range_mistakes[] = {
    {NULL, "The first term is left out: k counts from 0."},
    {NULL, "The last term is left out: k runs while k < TABLE_SIZE."},
    {NULL, "The last term comes twice: there are TABLE_SIZE turns."},
    {NULL, "The first term comes twice: there are TABLE_SIZE turns."},
    {NULL, "Only the last term is there: sum += adds it, sum = replaces what was there."},
    {NULL, "Only the first term is there: sum over all TABLE_SIZE words."},
    {NULL, "Only every other word is taken: k goes on by 1."},
    {"sum-incomplete", "k goes from threadIdx.x on in steps of blockDim.x, as if the threads of a "
                       "block shared one sum: each thread sums all words, k from 0 on by 1."},
    {"sum-incomplete", "k goes from i on in steps of 1: every thread sums all words, k from 0 "
                       "on."}};
static const struct deviation turn_mistakes[] = {
    {NULL, "The turn of the loop stands for k in (a[i] ^ k): k is the number of the word, which "
           "begins at i % TABLE_SIZE."},
    {NULL, "The sum ends at the table's end: behind the last word thread i goes on with word 0, "
           "until all TABLE_SIZE are in."},
    {NULL, "Behind the last word it goes on with word 1: word 0 follows."},
    {NULL, "k & (TABLE_SIZE - 1) wraps around at powers of two alone, and TABLE_SIZE is none "
           "here: k + 1 < TABLE_SIZE ? k + 1 : 0."},
    {NULL, "It wraps around one word early, before the last word: k + 1 < TABLE_SIZE ? k + 1 : "
           "0."},
    {NULL, "The words before i % TABLE_SIZE alone are summed: it is all of them, TABLE_SIZE "
           "turns."},
    {NULL, "The word does not move on: k + 1 < TABLE_SIZE ? k + 1 : 0 in every turn."}};
static const struct deviation result_mistakes[] = {
    {NULL, "The sum is added to what b held before: b[i] = sum."},
    {NULL, "The sum begins with a[i]: it begins with 0."},
    {NULL, "The sum begins with 1: it begins with 0."},
    {"wrong-type", "The sum is kept in a float, which has 24 bits and does not wrap around: "
                   "unsigned."},
    {"wrong-type", "The sum is kept in a double and does not wrap around: unsigned."},
    {"wrong-type", "Only the lowest 16 bits of the sum are there: unsigned has 32."},
    {NULL, "The terms are put together by ^: they are added."},
    {NULL, "The terms are subtracted: they are added."},
    {NULL, "The sum is divided by TABLE_SIZE: the sum is asked for, not the mean."},
    {"wrong-type", "The sum is kept in a float, which has 24 bits: unsigned has 32."},
    {"wrong-type", "Each term is rounded to a float, which has 24 bits: compute in unsigned."}};
static const struct dimension sum_dimensions[SUM_DIMENSIONS] = {
    DIMENSION(term_mistakes), DIMENSION(value_mistakes), DIMENSION(range_mistakes),
    DIMENSION(turn_mistakes), DIMENSION(result_mistakes)};

static uint32_t power_of(uint32_t base, uint32_t exponent) {
    uint32_t power = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1)
            power *= base;
    return power;
}

/* c_t[word] with a and k, which are the same as `word` unless the turn is taken for it. */
static uint32_t term(const struct sums *s, int wrong, int word, uint32_t a, uint32_t k) {
    const int others[] = {s->size - 1 - word, (word + 1) % s->size, (word + s->size - 1) % s->size};
    uint32_t c = s->table[wrong >= 22 ? others[wrong - 22] : word];
    switch (wrong) {
    case 1:
        return c * (a + k);
    case 2:
        return c * (a | k);
    case 3:
        return c * (a & k);
    case 4:
        return c * (a * k);
    case 5:
        return c * (a - k);
    case 6:
        return c * a ^ k;
    case 7:
        return c * a;
    case 8:
        return c * k;
    case 9:
        return c;
    case 10:
        return a ^ k;
    case 11:
        return c + (a ^ k);
    case 12:
        return (c ^ a) * k;
    case 13:
        return c * power_of(a, k);
    case 14:
        return s->table[0] * (a ^ k);
    case 18:
        return c * (a ^ c);
    case 21:
        return c * ~a;
    default:
        return c * (a ^ k);
    }
}

static uint32_t value_of(const struct sums *s, int wrong, int i, int k) {
    switch (wrong) {
    case 1:
        return (uint32_t)i;
    case 2:
        i %= s->threads;
        break;
    case 3:
        i = 0;
        break;
    case 4:
        i = k;
        break;
    case 5:
        i += i < s->n - 1;
        break;
    }
    const uint32_t a = (uint32_t)hidden_element(s->run->seed, i);
    switch (wrong) {
    case 6:
        return a % (uint32_t)s->size;
    case 7:
        return (uint16_t)a;
    case 8:
        return (uint32_t)(int16_t)a;
    case 9:
        return (uint8_t)a;
    case 10:
        return (uint32_t)(int8_t)a;
    case 11:
        return (uint32_t)(uint64_t)(float)a;
    default:
        return a;
    }
}

/* The word of the next turn. */
static int next_word(const struct sums *s, int wrong, int k) {
    int size = s->size;
    switch (wrong) {
    case 3:
        return k + 1 < size ? k + 1 : 1 % size;
    case 4:
        return (k + 1) & (size - 1);
    case 5:
        return k + 1 < size - 1 ? k + 1 : 0;
    case 7:
        return k;
    default:
        return k + 1 < size ? k + 1 : 0;
    }
}

/* Where float and double cannot hold the sum, its conversion stops at the largest unsigned. */
static double saturated(double sum) {
    return sum < 0 ? 0 : sum >= UINT32_MAX ? UINT32_MAX : floor(sum);
}

static double result_of(const struct sums *s, int wrong, uint32_t sum, double wide, float narrow,
                        uint32_t rounded, uint32_t mixed, uint32_t a) {
    switch (wrong) {
    case 1:
        return (uint32_t)(sum + (uint32_t)hidden_canary(s->run->seed));
    case 2:
        return (uint32_t)(sum + a);
    case 3:
        return (uint32_t)(sum + 1);
    case 4:
        return saturated(narrow);
    case 5:
        return saturated(wide);
    case 6:
        return sum & 0xffff;
    case 7:
        return mixed;
    case 8:
        return (uint32_t)(0u - sum);
    case 9:
        return sum / (uint32_t)s->size;
    case 10: /* what the CPU makes of one that is too large */
        return (uint32_t)(uint64_t)narrow;
    case 11:
        return rounded;
    default:
        return sum;
    }
}

static double sum_value(const void *context, const int *choice, size_t element) {
    const struct sums *s = context;
    int i = (int)element, first = s->divergent ? i % s->size : 0;
    int from = choice[RANGE] == 1, to = s->size, word = first;
    uint32_t sum = 0, mixed = 0, rounded = 0;
    double wide = 0;
    float narrow = 0;
    if ((choice[TURNS] && !s->divergent) || (choice[RANGE] >= 8 && s->divergent))
        return NAN;
    if (choice[TURNS] == 2) /* no wrapping round */
        to = s->size - first;
    if (choice[TURNS] == 6) {
        to = first;
        word = 0;
    }
    if (choice[RANGE] == 2)
        to--;
    if (choice[RANGE] == 3 || choice[RANGE] == 4)
        to++;
    if (choice[RANGE] == 6)
        to = 1;
    for (int turn = 0; turn < to; turn++) {
        int k = turn == s->size && choice[RANGE] == 3 ? (first + s->size - 1) % s->size : word;
        const int in_place_of_k[] = {i, i % s->threads, k + 1, k, s->size};
        int number = choice[TURNS] == 1 ? turn : k;
        if (choice[TERM] >= 15 && choice[TERM] <= 19)
            number = in_place_of_k[choice[TERM] - 15];
        uint32_t t = term(s, choice[TERM], choice[TERM] == 20 ? i % s->size : k,
                          value_of(s, choice[VALUE], i, k), (uint32_t)number);
        word = next_word(s, choice[TURNS], word);
        if (turn < from || (choice[RANGE] == 7 && turn % 2) ||
            (choice[RANGE] == 8 && turn % s->threads != i % s->threads) ||
            (choice[RANGE] == 9 && turn < i))
            continue;
        if (choice[RANGE] == 5)
            sum = mixed = rounded = 0, wide = narrow = 0;
        sum += t;
        mixed ^= t;
        rounded += (uint32_t)(uint64_t)(float)t;
        wide += t;
        narrow += (float)t;
    }
    return result_of(s, choice[RESULT], sum, wide, narrow, rounded, mixed,
                     value_of(s, choice[VALUE], i, 0));
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
    static const int as_asked[SUM_DIMENSIONS];
    double canary = hidden_canary(s->run->seed);
    int wrong = 0, first = -1;
    judge_field("sums", (size_t)s->n, 1, 1);
    for (int i = 0; i < s->n; i++)
        if (b[i] != sum_value(s, as_asked, (size_t)i)) {
            judge_wrong((size_t)i, b[i], sum_value(s, as_asked, (size_t)i));
            wrong++;
            if (first < 0)
                first = i;
        }
    if (!wrong)
        return;
    judge_note("%s", wrong == s->n ? " If the kernel is still to be written, write it." : "");
    judge_unwritten(s->run, name, "sums", b, (size_t)s->n, canary);
    judge_note_ends();
    const struct value_family sums = {.dimensions = sum_dimensions,
                                      .count = SUM_DIMENSIONS,
                                      .most = 2,
                                      .got = b,
                                      .got_count = (size_t)s->n,
                                      .value = sum_value,
                                      .context = (void *)s};
    judge_explain_values(name, &sums);
    judge_turns(s, name, b);
    judge_constant(name, &sums);
    judge_word_shares(s->run, name, s->size);
    fail(NULL,
         "%s: %d of %d sums are wrong, the first is b[%d] = %.0f, expected %.0f (table of "
         "%d words).",
         name, wrong, s->n, first, b[first], sum_value(s, as_asked, (size_t)first), s->size);
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
