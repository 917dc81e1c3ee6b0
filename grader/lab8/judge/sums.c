/* Lab 8, step 1: what a wrong checksum is the sum of. Which elements the threads take and how often
 * (where each begins, how it goes on, where it ends, whose sums are added up), and what is made of
 * an element's words. Two deviations at once are found like one. */
#include "lab8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { START, STEP, END, ADDED, ELEMENT, WORDS_USED, SUM_DIMENSIONS };

static const struct deviation start_mistakes[] = {
    {NULL, "Every thread begins at element 0: thread t begins at element t, blockIdx.x * "
           "blockDim.x + threadIdx.x."},
    {NULL, "The threads of all blocks begin at the same elements, threadIdx.x: the number of a "
           "thread is blockIdx.x * blockDim.x + threadIdx.x."},
    {NULL, "All threads of a block begin at the same element, blockIdx.x: the number of a thread "
           "is blockIdx.x * blockDim.x + threadIdx.x."},
    {NULL, "Threads begin at blockIdx.x + threadIdx.x: the number of a thread is blockIdx.x * "
           "blockDim.x + threadIdx.x."},
    {NULL, "Element 0 is left out of the sum: elements count from 0."},
    {NULL, "The first element of every thread is left out of the sum."},
    {NULL, "Threads begin at blockIdx.x * gridDim.x + threadIdx.x: a block has blockDim.x threads, "
           "blockIdx.x * blockDim.x + threadIdx.x."}};
static const struct deviation step_mistakes[] = {
    {NULL, "Each thread sums its first element only: go on with i += threads, all threads of the "
           "grid, while i is less than the number of elements."},
    {NULL, "Words are summed several times: the step is blockDim.x, the threads of one block; it "
           "is all threads of the grid, gridDim.x * blockDim.x."},
    {NULL, "Words are summed several times: the step is gridDim.x, the number of blocks; it is all "
           "threads of the grid, gridDim.x * blockDim.x."},
    {NULL, "Each thread goes on in steps of 1, so that words are summed many times: the step is "
           "all threads of the grid, gridDim.x * blockDim.x."},
    {NULL, "Every other round is left out: the step is twice the number of threads."},
    {NULL, "The step is one more than the threads of the grid, gridDim.x * blockDim.x."},
    {NULL, "The step is one less than the threads of the grid, gridDim.x * blockDim.x."}};
static const struct deviation end_mistakes[] = {
    {"last-word-dropped", "The last element is left out of the sum: elements run from 0 while i is "
                          "less than words / components."},
    {NULL, "The remainder is left out: elements divided by threads leaves some that no thread "
           "sums. Let thread t take t, t + threads, ... up to the last element."},
    {"elements-for-words", "Only the first half of the words is summed: a texture's size is in "
                           "bytes, its index counts elements of 1, 2 or 4 words."},
    {"elements-for-words", "Only the first quarter of the words is summed: a texture's size is in "
                           "bytes, its index counts elements of 1, 2 or 4 words."}};
static const struct deviation added_mistakes[] = {
    {NULL, "Only the first block's sums are there: the index is blockIdx.x * blockDim.x + "
           "threadIdx.x, and add_sums adds all SUMS of them."},
    {NULL, "add_sums adds SUM_BLOCKS sums only, as if a block had one: every thread has one, SUMS "
           "of them."},
    {NULL, "The last block's sums are left out: there are SUM_BLOCKS * SUM_THREADS of them."},
    {NULL, "The last thread's sum is left out: there are SUMS of them."},
    {NULL, "The first thread's sum is left out: the sums count from 0."},
    {NULL, "Only the sum of each block's first thread is added up: every thread has one."},
    {NULL, "Only the last thread's sum is there: add them up, *total += sum."},
    {NULL, "Only a quarter of the threads' sums is there: the copy counts bytes, SUMS * "
           "sizeof(unsigned)."},
    {NULL, "Only half of the threads' sums is there: there are SUMS of them, SUMS * "
           "sizeof(unsigned) bytes."}};
static const struct deviation element_mistakes[] = {
    {NULL, "The texture's elements have 1 component, and more are fetched: the channel format is "
           "not that of what tex1Dfetch asks for."},
    {NULL, "The texture's elements have 2 components, and another number is fetched: the channel "
           "format is not that of what tex1Dfetch asks for."},
    {NULL, "The texture's elements have 4 components, and fewer are fetched: the channel format is "
           "not that of what tex1Dfetch asks for."},
    {NULL, "The index of the fetch counts words, and a texture's counts elements: fetch element i, "
           "not components * i."},
    {NULL, "Every other element is fetched: either the texture's elements have 4 components where "
           "2 are fetched, or the index counts words and not elements."}};

/* What is made of the words of an element; the last ones are maps of places to words. */
enum {
    NUMBER_SUM = 1, /* share_of gets element + component */
    NUMBER_ELEMENT,
    NUMBER_COMPONENT,
    NUMBER_FIRST,
    FACTOR_ONE,
    FACTOR_TWICE,
    FACTOR_NEXT,
    MASKS, /* 14: only some of the words of a quad, by bits */
    MAPS = MASKS + 14,
    USES = MAPS + 256
};
#define OTHER_NUMBER                                                                               \
    "share_of gets another number than the word's own, which is components * i + j for component " \
    "j of element i."

static const char *uses_text(int use) {
    static char texts[USES][200];
    char *const text = texts[use];
    static const char names[] = "xyzw";
    size_t end = 0;
    if (use < FACTOR_ONE)
        return OTHER_NUMBER;
    if (use == FACTOR_ONE)
        return "All words count once: share_of(word, i) needs the word's own number i, which is 4 "
               "* element + 0, 1, 2 or 3 for an int4.";
    if (use == FACTOR_TWICE)
        return "The factor is there twice: share_of multiplies the word by it already.";
    if (use == FACTOR_NEXT)
        return "share_of gets the number of the next word: words count from 0.";
    if (use < MAPS) {
        for (int p = 0; p < 4; p++)
            if ((use - MASKS + 1) >> p & 1)
                end += (size_t)snprintf(text + end, sizeof *texts - end, "%s%c", end ? ", " : "",
                                        names[p]);
        end += (size_t)snprintf(text + end, sizeof *texts - end,
                                " (of every four words) alone are in the sum: add all components.");
        return text;
    }
    int map = use - MAPS, seen = 0;
    for (int p = 0; p < 4; p++)
        seen |= 1 << (map >> (2 * p) & 3);
    if (seen == 15)
        return "The checksum is that of words exchanged within their element: the first word in "
               "memory is x, the second y, then z and w.";
    for (int p = 0; p < 4; p++)
        if ((map >> (2 * p) & 3) != p)
            end += (size_t)snprintf(
                text + end, sizeof *texts - end, "%s%c stands in the place of %c",
                end ? ", " : "Of every four words ", names[map >> (2 * p) & 3], names[p]);
    snprintf(text + end, sizeof *texts - end, ": each word counts once, at its own place.");
    return text;
}

static struct deviation use_mistakes[USES - 1];

static void make_uses(void) {
    for (int use = 1; use < USES; use++) {
        struct deviation *d = &use_mistakes[use - 1];
        if (d->text)
            continue;
        int seen = 0;
        for (int p = 0; p < 4 && use >= MAPS; p++)
            seen |= 1 << ((use - MAPS) >> (2 * p) & 3);
        d->diagnosis = use == FACTOR_ONE ? "factor-missing"
                       : seen == 15      ? "components-swapped"
                                         : NULL;
        d->text = uses_text(use);
    }
}

static const struct dimension sum_dimensions[SUM_DIMENSIONS] = {
    DIMENSION(start_mistakes), DIMENSION(step_mistakes),    DIMENSION(end_mistakes),
    DIMENSION(added_mistakes), DIMENSION(element_mistakes), DIMENSION(use_mistakes)};

struct sums {
    const struct run *run;
    double got;
    size_t words, components, elements, threads, block, blocks;
    uint32_t *times;          /* how often each element is summed */
    uint32_t shares[4][4];    /* of the words at place p with the factor of place f */
    int done[SUM_DIMENSIONS]; /* the choice that these two are of */
};

static bool is_added(const struct sums *s, int added, size_t t) {
    switch (added) {
    case 1:
        return t < s->block;
    case 2:
        return t < s->blocks;
    case 3:
        return t < s->threads - s->block;
    case 4:
        return t < s->threads - 1;
    case 5:
        return t > 0;
    case 6:
        return t % s->block == 0;
    case 7:
        return t == s->threads - 1;
    case 8:
        return t < s->threads / 4;
    case 9:
        return t < s->threads / 2;
    default:
        return true;
    }
}

static size_t first_of(const struct sums *s, int start, size_t t) {
    const size_t x = t % s->block, b = t / s->block;
    const size_t firsts[] = {t, 0, x, b, b + x, t + 1, t + s->threads, b * s->blocks + x};
    return firsts[start];
}

static void count_times(struct sums *s, const int *choice) {
    const size_t n = s->elements;
    const size_t steps[] = {s->threads, n + 1,          s->block,       s->blocks,
                            1,          2 * s->threads, s->threads + 1, s->threads - 1};
    const size_t ends[] = {n, n ? n - 1 : 0, n / s->threads * s->threads, n / 2, n / 4};
    const size_t step = steps[choice[STEP]], end = ends[choice[END]];
    memset(s->times, 0, n * sizeof *s->times);
    for (size_t t = 0; t < s->threads; t++)
        if (is_added(s, choice[ADDED], t)) {
            const size_t first = first_of(s, choice[START], t);
            if (first < end)
                s->times[first]++; /* and what follows it, below */
        }
    /* How often element i is reached: as often as i - step, and where threads begin. */
    for (size_t i = step; i < end; i++)
        s->times[i] += s->times[i - step];
    memset(s->shares, 0, sizeof s->shares);
    for (size_t i = 0; i < s->words; i++) {
        const uint32_t word = s->times[i / s->components] * (uint32_t)hidden_word(s->run->seed, i);
        for (unsigned f = 0; f < 4; f++)
            s->shares[i % 4][f] += word * (2 * f + 1);
    }
}

static size_t number_of(int use, size_t i, size_t j, size_t components) {
    return use == NUMBER_SUM         ? i + j
           : use == NUMBER_ELEMENT   ? i
           : use == NUMBER_COMPONENT ? j
           : use == NUMBER_FIRST     ? components * i
                                     : components * i + j;
}

/* Words that are fetched at other places than their element's, or counted by other numbers. */
static uint32_t sum_of_fetches(const struct sums *s, int element, int use) {
    const size_t paces[] = {s->components, 1, 2, 4, s->components, 4}, pace = paces[element];
    uint32_t sum = 0;
    for (size_t i = 0; i < s->elements; i++) {
        const size_t first = (element == 4 ? s->components * i : i) * pace;
        for (size_t j = 0; j < s->components && j < pace && first + pace <= s->words; j++)
            sum += s->times[i] * (uint32_t)hidden_word(s->run->seed, first + j) *
                   (uint32_t)(2 * (number_of(use, i, j, s->components) % 4) + 1);
    }
    return sum;
}

static uint32_t sum_of_uses(const struct sums *s, int use) {
    uint32_t sum = 0;
    for (int p = 0; p < 4; p++) {
        const int map = use >= MAPS ? (use - MAPS) >> (2 * p) & 3 : p, factor = 2 * p + 1;
        const int numbers[] = {p, 0, (p + 1) % 4};
        if (use >= MASKS && use < MAPS && !((use - MASKS + 1) >> p & 1))
            continue;
        sum += use == FACTOR_TWICE ? s->shares[p][p] * (uint32_t)factor
               : use == FACTOR_ONE || use == FACTOR_NEXT
                   ? s->shares[p][numbers[use == FACTOR_ONE ? 1 : 2]]
                   : s->shares[map][p];
    }
    return sum;
}

/* Is this element deviation another one than what is asked, and does one name say it? */
static bool is_other_element(const struct sums *s, int element) {
    const bool both = s->components == 2;
    return element == 5   ? both
           : element == 4 ? s->components == 4
           : element == 3 ? s->components == 1
           : element      ? (size_t)(1 << (element - 1)) != s->components
                          : true;
}

/* The sum of a choice; false: there is no such choice. */
static bool sum_by(struct sums *s, const int *choice, uint32_t *sum) {
    const int element = choice[ELEMENT], use = choice[WORDS_USED];
    const int identity = MAPS + (0 | 1 << 2 | 2 << 4 | 3 << 6);
    if (!is_other_element(s, element) || use == identity || (element && use >= FACTOR_ONE))
        return false;
    /* Of an int4 the component is number enough, and its first word has the factor 1. */
    if (s->components == 4 && (use == NUMBER_COMPONENT || use == NUMBER_FIRST))
        return false;
    if ((use >= NUMBER_SUM && use <= NUMBER_FIRST && s->components == 1) ||
        (use >= MASKS && s->components == 1 && use < MAPS))
        return false;
    if (memcmp(s->done, choice, ELEMENT * sizeof *choice) != 0) {
        count_times(s, choice);
        memcpy(s->done, choice, ELEMENT * sizeof *choice);
    }
    *sum = element || (use && use < FACTOR_ONE) ? sum_of_fetches(s, element, use)
                                                : sum_of_uses(s, use);
    return true;
}

static int sum_fits(const int *choice, const void *context) {
    struct sums *s = (struct sums *)context;
    uint32_t sum;
    return sum_by(s, choice, &sum) && s->got == sum ? FAMILY_BEST : 0;
}

/* Each thread's last element is all that its sum holds: those of the last round, and of the one
 * before where a thread has none in it. */
static void explain_replaced(const struct sums *s) {
    const size_t first = s->elements > s->threads ? s->elements - s->threads : 0;
    if (first == 0 || s->got != sum_of(s->run, s->components * first, s->words))
        return;
    fail(NULL,
         "The checksum is wrong. Each thread's last element alone is in its sum, elements "
         "%zu to %zu of %zu: every one replaces the sum before it. Add it, sum += ...",
         first, s->elements - 1, s->elements);
}

/* So many bytes of the threads' sums are copied, a quarter or half of them, where these are no
 * whole number of words: of one sum the low bytes. */
static void explain_bytes(const struct sums *s) {
    for (size_t part = 4; part >= 2; part -= 2) {
        const size_t bytes = 4 * s->threads / part, whole = bytes / 4;
        uint32_t sum = 0, cut = 0;
        for (size_t i = 0; i < s->words; i++) {
            const size_t thread = i / s->components % s->threads;
            const uint32_t share =
                (uint32_t)hidden_word(s->run->seed, i) * (uint32_t)(2 * (i % 4) + 1);
            sum += thread < whole ? share : 0;
            cut += thread == whole ? share : 0;
        }
        if (bytes % 4 && s->got == (uint32_t)(sum + (cut & ((1u << 8 * (bytes % 4)) - 1))))
            fail(NULL, "The checksum is wrong. %s", added_mistakes[part == 4 ? 7 : 8].text);
    }
}

/* share_of gets the number of the thread, or of its element in the first round: the same as the
 * word's where the threads are a multiple of 4. */
static void explain_thread_numbers(const struct sums *s) {
    uint32_t by_thread = 0, by_element = 0;
    for (size_t i = 0; i < s->words; i++) {
        const size_t thread = i / s->components % s->threads, j = i % s->components;
        const uint32_t word = (uint32_t)hidden_word(s->run->seed, i);
        by_thread += word * (uint32_t)(2 * (thread % 4) + 1);
        by_element += word * (uint32_t)(2 * ((s->components * thread + j) % 4) + 1);
    }
    if (s->got != by_thread && s->got != by_element)
        return;
    fail(NULL,
         "The checksum is wrong. share_of gets the number of the thread, and is to get the "
         "word's own, which goes on with i: the two agree in the first round, and later "
         "only where the threads (here %zu) are a multiple of 4.",
         s->threads);
}

/* Other factors than 1, 3, 5 and 7 for the words of a quad. */
static void explain_factors(const struct sums *s) {
    enum { FACTORS = 9 };
    uint32_t of[4] = {0};
    for (size_t i = 0; i < s->words; i++)
        of[i % 4] += (uint32_t)hidden_word(s->run->seed, i);
    for (uint32_t code = 1; code < FACTORS * FACTORS * FACTORS * FACTORS; code++) {
        const uint32_t f[4] = {code % FACTORS, code / FACTORS % FACTORS,
                               code / (FACTORS * FACTORS) % FACTORS,
                               code / (FACTORS * FACTORS * FACTORS)};
        if (s->got == (uint32_t)(f[0] * of[0] + f[1] * of[1] + f[2] * of[2] + f[3] * of[3]))
            fail(NULL,
                 "The checksum is wrong. The four words of a quad count %u, %u, %u and %u "
                 "times: share_of(word, i) weighs them with 1, 3, 5 and 7, by the word's "
                 "own number i.",
                 f[0], f[1], f[2], f[3]);
    }
}

/* Threads whose number, for where they begin and where they write, is not their own: several share
 * one, and other sums are as fresh memory is, 0 or -1. */
static void explain_numbers(struct sums *s) {
    static const char *const numbers[] = {"threadIdx.x", "blockIdx.x", "blockIdx.x + threadIdx.x",
                                          "blockIdx.x * gridDim.x + threadIdx.x",
                                          "blockIdx.x * threadIdx.x"};
    for (size_t way = 0; way < sizeof numbers / sizeof *numbers; way++) {
        uint32_t sum = 0, unwritten = (uint32_t)s->threads;
        bool inside = true;
        memset(s->times, 0, s->elements * sizeof *s->times);
        bool *had = calloc(s->threads, sizeof *had);
        for (size_t t = 0; had && t < s->threads && inside; t++) {
            const size_t x = t % s->block, b = t / s->block;
            const size_t places[] = {x, b, b + x, b * s->blocks + x, b * x};
            inside = places[way] < s->threads;
            if (!inside || had[places[way]])
                continue;
            had[places[way]] = true;
            unwritten--;
            for (size_t i = places[way]; i < s->elements; i += s->threads)
                s->times[i]++;
        }
        free(had);
        for (size_t i = 0; i < s->words; i++)
            sum += s->times[i / s->components] * (uint32_t)hidden_word(s->run->seed, i) *
                   (uint32_t)(2 * (i % 4) + 1);
        if (inside && (s->got == sum || s->got == (uint32_t)(sum - unwritten)))
            fail(NULL,
                 "The checksum is wrong. A thread's number is %s here, so that several "
                 "threads have the same one and %u sums are never written: it is blockIdx.x "
                 "* blockDim.x + threadIdx.x.",
                 numbers[way], unwritten);
    }
}

void explain_sum(const struct run *run, double got, size_t words, int components) {
    const size_t n = (size_t)components, block = (size_t)judge_argument(run, "threads"),
                 blocks = (size_t)judge_argument(run, "blocks");
    struct sums s = {.run = run,
                     .got = got,
                     .words = words,
                     .components = n,
                     .elements = words / n,
                     .threads = block * blocks,
                     .block = block,
                     .blocks = blocks,
                     .times = calloc(words / n + 1, sizeof *s.times),
                     .done = {-1}};
    const struct family family = {sum_dimensions, SUM_DIMENSIONS, 2, sum_fits};
    make_uses();
    if (s.times) {
        judge_explain("The checksum is wrong.", &family, &s);
        explain_numbers(&s);
    }
    explain_replaced(&s);
    explain_bytes(&s);
    explain_thread_numbers(&s);
    explain_factors(&s);
    free(s.times);
}
