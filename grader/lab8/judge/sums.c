/* Lab 8, step 1: what a wrong checksum is the sum of. Which elements the threads take and how often
 * (where each begins, how it goes on, where it ends, whose sums are added up), and what is made of
 * an element's words. Two deviations at once are found like one. */
#include "lab8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { START, STEP, END, ADDED, ELEMENT, WORDS_USED, SUM_DIMENSIONS };

struct sums {
    const struct run *run;
    double got;
    size_t words, components, elements, threads, block, blocks;
    uint32_t *times;          /* how often each element is summed */
    uint32_t shares[4][4];    /* of the words at place p with the factor of place f */
    int done[SUM_DIMENSIONS]; /* the choice that these two are of */
};

/* The element at which thread t begins. */
static size_t first_of(struct choice *c, const struct sums *s, size_t t) {
    const size_t x = t % s->block, b = t / s->block;
    INSTEAD(0, NULL,
            "Every thread begins at element 0: thread t begins at element t, blockIdx.x * "
            "blockDim.x + threadIdx.x.");
    INSTEAD(x, NULL,
            "The threads of all blocks begin at the same elements, threadIdx.x: the number of a "
            "thread is blockIdx.x * blockDim.x + threadIdx.x.");
    INSTEAD(b, NULL,
            "All threads of a block begin at the same element, blockIdx.x: the number of a thread "
            "is blockIdx.x * blockDim.x + threadIdx.x.");
    INSTEAD(b + x, NULL,
            "Threads begin at blockIdx.x + threadIdx.x: the number of a thread is blockIdx.x * "
            "blockDim.x + threadIdx.x.");
    INSTEAD(t + 1, NULL, "Element 0 is left out of the sum: elements count from 0.");
    INSTEAD(t + s->threads, NULL, "The first element of every thread is left out of the sum.");
    INSTEAD(
        b * s->blocks + x, NULL,
        "Threads begin at blockIdx.x * gridDim.x + threadIdx.x: a block has blockDim.x threads, "
        "blockIdx.x * blockDim.x + threadIdx.x.");
    ASKED(t);
}

static size_t step_of(struct choice *c, const struct sums *s) {
    INSTEAD(s->elements + 1, NULL,
            "Each thread sums its first element only: go on with i += threads, all threads of the "
            "grid, while i is less than the number of elements.");
    INSTEAD(s->block, NULL,
            "Words are summed several times: the step is blockDim.x, the threads of one block; it "
            "is all threads of the grid, gridDim.x * blockDim.x.");
    INSTEAD(
        s->blocks, NULL,
        "Words are summed several times: the step is gridDim.x, the number of blocks; it is all "
        "threads of the grid, gridDim.x * blockDim.x.");
    INSTEAD(1, NULL,
            "Each thread goes on in steps of 1, so that words are summed many times: the step is "
            "all threads of the grid, gridDim.x * blockDim.x.");
    INSTEAD(2 * s->threads, NULL,
            "Every other round is left out: the step is twice the number of threads.");
    INSTEAD(s->threads + 1, NULL,
            "The step is one more than the threads of the grid, gridDim.x * blockDim.x.");
    INSTEAD(s->threads - 1, NULL,
            "The step is one less than the threads of the grid, gridDim.x * blockDim.x.");
    ASKED(s->threads);
}

static size_t end_of(struct choice *c, const struct sums *s) {
    const size_t n = s->elements;
    INSTEAD(n ? n - 1 : 0, "last-word-dropped",
            "The last element is left out of the sum: elements run from 0 while i is "
            "less than words / components.");
    INSTEAD(n / s->threads * s->threads, NULL,
            "The remainder is left out: elements divided by threads leaves some that no thread "
            "sums. Let thread t take t, t + threads, ... up to the last element.");
    INSTEAD(n / 2, "elements-for-words",
            "Only the first half of the words is summed: a texture's size is in "
            "bytes, its index counts elements of 1, 2 or 4 words.");
    INSTEAD(n / 4, "elements-for-words",
            "Only the first quarter of the words is summed: a texture's size is in "
            "bytes, its index counts elements of 1, 2 or 4 words.");
    ASKED(n);
}

#define QUARTER_ADDED                                                                              \
    "Only a quarter of the threads' sums is there: the copy counts bytes, SUMS * "                 \
    "sizeof(unsigned)."
#define HALF_ADDED                                                                                 \
    "Only half of the threads' sums is there: there are SUMS of them, SUMS * "                     \
    "sizeof(unsigned) bytes."
/* Is thread t's sum added? */
static bool is_added(struct choice *c, const struct sums *s, size_t t) {
    INSTEAD(t < s->block, NULL,
            "Only the first block's sums are there: the index is blockIdx.x * blockDim.x + "
            "threadIdx.x, and add_sums adds all SUMS of them.");
    INSTEAD(t < s->blocks, NULL,
            "add_sums adds SUM_BLOCKS sums only, as if a block had one: every thread has one, SUMS "
            "of them.");
    INSTEAD(t < s->threads - s->block, NULL,
            "The last block's sums are left out: there are SUM_BLOCKS * SUM_THREADS of them.");
    INSTEAD(t < s->threads - 1, NULL, "The last thread's sum is left out: there are SUMS of them.");
    INSTEAD(t > 0, NULL, "The first thread's sum is left out: the sums count from 0.");
    INSTEAD(t % s->block == 0, NULL,
            "Only the sum of each block's first thread is added up: every thread has one.");
    INSTEAD(t == s->threads - 1, NULL,
            "Only the last thread's sum is there: add them up, *total += sum.");
    INSTEAD(t < s->threads / 4, NULL, QUARTER_ADDED);
    INSTEAD(t < s->threads / 2, NULL, HALF_ADDED);
    ASKED(true);
}

/* So many words are taken for an element; the index is times `by`. */
struct element {
    size_t pace, by;
};
static struct element element_of(struct choice *c, size_t components) {
    if (components != 1)
        INSTEAD(
            ((struct element){1, 1}), NULL,
            "The texture's elements have 1 component, and more are fetched: the channel format is "
            "not that of what tex1Dfetch asks for.");
    if (components != 2)
        INSTEAD(
            ((struct element){2, 1}), NULL,
            "The texture's elements have 2 components, and another number is fetched: the channel "
            "format is not that of what tex1Dfetch asks for.");
    if (components == 1)
        INSTEAD(
            ((struct element){4, 1}), NULL,
            "The texture's elements have 4 components, and fewer are fetched: the channel format is "
            "not that of what tex1Dfetch asks for.");
    if (components == 4)
        INSTEAD(
            ((struct element){4, 4}), NULL,
            "The index of the fetch counts words, and a texture's counts elements: fetch element i, "
            "not components * i.");
    if (components == 2)
        INSTEAD(
            ((struct element){4, 1}), NULL,
            "Every other element is fetched: either the texture's elements have 4 components where "
            "2 are fetched, or the index counts words and not elements.");
    ASKED(((struct element){components, 1}));
}

/* What is made of the words of an element. */
struct use {
    size_t (*number)(size_t i, size_t j,
                     size_t components); /* that share_of gets; NULL: see below */
    unsigned words;                      /* that are summed, by bits */
    int factors, from[4]; /* by whose place each word counts, and which word stands at a place */
    bool moved;
};
enum { OWN_FACTORS, NO_FACTORS, SQUARED_FACTORS, NEXT_FACTORS };

/* Of component j of element i. */
static size_t sum_number(size_t i, size_t j, size_t components) {
    (void)components;
    return i + j;
}
static size_t element_number(size_t i, size_t j, size_t components) {
    (void)j, (void)components;
    return i;
}
static size_t component_number(size_t i, size_t j, size_t components) {
    (void)i, (void)components;
    return j;
}
static size_t first_number(size_t i, size_t j, size_t components) {
    (void)j;
    return components * i;
}
static size_t word_number(size_t i, size_t j, size_t components) {
    return components * i + j;
}

#define OTHER_NUMBER                                                                               \
    "share_of gets another number than the word's own, which is components * i + j for component " \
    "j of element i."

static const char *words_alone(unsigned mask) {
    static char texts[16][200];
    char *const text = texts[mask];
    size_t end = 0;
    for (int p = 0; p < 4; p++)
        if (mask >> p & 1)
            end += (size_t)snprintf(text + end, sizeof *texts - end, "%s%c", end ? ", " : "",
                                    "xyzw"[p]);
    snprintf(text + end, sizeof *texts - end,
             " (of every four words) alone are in the sum: add all components.");
    return text;
}

/* Which word stands at each place, two bits a place. */
enum { IN_PLACE = 0 | 1 << 2 | 2 << 4 | 3 << 6 };
static int word_in(unsigned map, int place) {
    return (int)(map >> (2 * place) & 3);
}

static struct use moved_use(unsigned map) {
    struct use use = {.words = 15, .moved = true};
    for (int p = 0; p < 4; p++)
        use.from[p] = word_in(map, p);
    return use;
}

/* Does each word stand somewhere? */
static bool are_exchanged(unsigned map) {
    int seen = 0;
    for (int p = 0; p < 4; p++)
        seen |= 1 << word_in(map, p);
    return seen == 15;
}

static const char *words_moved(unsigned map) {
    static char texts[256][200];
    char *const text = texts[map];
    size_t end = 0;
    if (are_exchanged(map))
        return "The checksum is that of words exchanged within their element: the first word in "
               "memory is x, the second y, then z and w.";
    for (int p = 0; p < 4; p++)
        if (word_in(map, p) != p)
            end += (size_t)snprintf(
                text + end, sizeof *texts - end, "%s%c stands in the place of %c",
                end ? ", " : "Of every four words ", "xyzw"[word_in(map, p)], "xyzw"[p]);
    snprintf(text + end, sizeof *texts - end, ": each word counts once, at its own place.");
    return text;
}

static struct use use_of(struct choice *c, size_t components) {
    const struct use asked = {.words = 15, .from = {0, 1, 2, 3}};
    struct use other = asked;
    if (components != 1) {
        INSTEAD(((struct use){.number = sum_number}), NULL, OTHER_NUMBER);
        INSTEAD(((struct use){.number = element_number}), NULL, OTHER_NUMBER);
    }
    if (components ==
        2) { /* of an int4 the component is number enough, its first word's factor 1 */
        INSTEAD(((struct use){.number = component_number}), NULL, OTHER_NUMBER);
        INSTEAD(((struct use){.number = first_number}), NULL, OTHER_NUMBER);
    }
    other.factors = NO_FACTORS;
    INSTEAD(other, "factor-missing",
            "All words count once: share_of(word, i) needs the word's own number i, which is 4 "
            "* element + 0, 1, 2 or 3 for an int4.");
    other.factors = SQUARED_FACTORS;
    INSTEAD(other, NULL, "The factor is there twice: share_of multiplies the word by it already.");
    other.factors = NEXT_FACTORS;
    INSTEAD(other, NULL, "share_of gets the number of the next word: words count from 0.");
    other = asked;
    for (other.words = 1; other.words < 15 && components != 1; other.words++)
        INSTEAD(other, NULL, words_alone(other.words));
    for (unsigned map = 0; map < 256; map++)
        if (map != IN_PLACE)
            INSTEAD(moved_use(map), are_exchanged(map) ? "components-swapped" : NULL,
                    words_moved(map));
    ASKED(asked);
}

static void count_times(struct sums *s, struct choice *choices) {
    const size_t n = s->elements, step = step_of(&choices[STEP], s), end = end_of(&choices[END], s);
    memset(s->times, 0, n * sizeof *s->times);
    for (size_t t = 0; t < s->threads; t++) {
        const size_t first = first_of(&choices[START], s, t);
        if (is_added(&choices[ADDED], s, t) && first < end)
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

/* Words that are fetched at other places than their element's, or counted by other numbers. */
static uint32_t sum_of_fetches(const struct sums *s, struct element element,
                               const struct use *use) {
    uint32_t sum = 0;
    for (size_t i = 0; i < s->elements; i++) {
        const size_t first = element.by * i * element.pace;
        for (size_t j = 0;
             j < s->components && j < element.pace && first + element.pace <= s->words; j++)
            sum += s->times[i] * (uint32_t)hidden_word(s->run->seed, first + j) *
                   (uint32_t)(2 * ((use->number ? use->number : word_number)(i, j, s->components) %
                                   4) +
                              1);
    }
    return sum;
}

static uint32_t sum_of_uses(const struct sums *s, const struct use *use) {
    uint32_t sum = 0;
    for (int p = 0; p < 4; p++)
        if (use->words >> p & 1)
            sum += use->factors == SQUARED_FACTORS ? s->shares[p][p] * (uint32_t)(2 * p + 1)
                   : use->factors == NO_FACTORS    ? s->shares[p][0]
                   : use->factors == NEXT_FACTORS  ? s->shares[p][(p + 1) % 4]
                                                   : s->shares[use->from[p]][p];
    return sum;
}

/* The sum of a choice; false: there is no such choice. */
static bool sum_by(struct sums *s, const int *choice, uint32_t *sum) {
    struct choice choices[SUM_DIMENSIONS];
    judge_choose(choice, SUM_DIMENSIONS, choices);
    const struct element element = element_of(&choices[ELEMENT], s->components);
    const struct use use = use_of(&choices[WORDS_USED], s->components);
    if (choice[ELEMENT] && choice[WORDS_USED] && !use.number)
        return false;
    if (memcmp(s->done, choice, ELEMENT * sizeof *choice) != 0) {
        count_times(s, choices);
        memcpy(s->done, choice, ELEMENT * sizeof *choice);
    }
    *sum = choice[ELEMENT] || use.number ? sum_of_fetches(s, element, &use) : sum_of_uses(s, &use);
    return true;
}

/* Comes to every line. */
static double sum_value(const void *context, struct choice *choices, size_t i) {
    const struct sums *s = context;
    first_of(&choices[START], s, i);
    step_of(&choices[STEP], s);
    end_of(&choices[END], s);
    is_added(&choices[ADDED], s, i);
    element_of(&choices[ELEMENT], s->components);
    use_of(&choices[WORDS_USED], s->components);
    return 0;
}

/* The family's lines. */
static void list_sums(struct sums *s, struct dimension dimensions[SUM_DIMENSIONS]) {
    judge_list_lines(
        &(struct value_family){
            .count = SUM_DIMENSIONS, .got_count = 1, .with = sum_value, .context = s},
        dimensions);
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
            fail(NULL, "The checksum is wrong. %s", part == 4 ? QUARTER_ADDED : HALF_ADDED);
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
    struct dimension dimensions[SUM_DIMENSIONS];
    const struct family family = {dimensions, SUM_DIMENSIONS, 2, sum_fits};
    if (s.times) {
        list_sums(&s, dimensions);
        judge_explain("The checksum is wrong.", &family, &s);
        explain_numbers(&s);
    }
    explain_replaced(&s);
    explain_bytes(&s);
    explain_thread_numbers(&s);
    explain_factors(&s);
    free(s.times);
}
