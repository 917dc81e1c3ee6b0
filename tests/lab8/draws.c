/* Lab 8's mistakes, as its judge models them. */
#include "../../grader/lab8/judge/lab8.c"
#include "../../grader/lab8/judge/promote.c"
#include "../../grader/lab8/judge/segments.c"
#include "../../grader/lab8/judge/sums.c"

#include "../draws/draws.h"

/* The next choice with one deviation, from none on; false behind the last one. */
static bool next_choice(const struct dimension *dimensions, int count, int *choice) {
    int d = 0;
    while (d < count && !choice[d])
        d++;
    if (d == count)
        d = 0, choice[0] = 1;
    else
        choice[d]++;
    while (d < count && choice[d] > dimensions[d].count) {
        choice[d++] = 0;
        if (d < count)
            choice[d] = 1;
    }
    return d < count;
}

static const struct deviation *deviation_of(const struct dimension *dimensions, int count,
                                            const int *choice) {
    for (int d = 0; d < count; d++)
        if (choice[d])
            return &dimensions[d].values[choice[d] - 1];
    return NULL;
}

static void expect(const struct run *run, const char *check, const struct deviation *deviation) {
    if (deviation)
        draws_expect(run, check, deviation->text, deviation->diagnosis);
    else
        draws_expect_pass(run, check);
}

/* ---- step 1 ---- */

static void sums(const struct run *run) {
    const size_t components = judge_part(run, "int4") ? 4 : judge_part(run, "int2") ? 2 : 1;
    const size_t words = words_of(run), block = (size_t)judge_argument(run, "threads"),
                 blocks = (size_t)judge_argument(run, "blocks");
    struct sums s = {.run = run,
                     .words = words,
                     .components = components,
                     .elements = words / components,
                     .threads = block * blocks,
                     .block = block,
                     .blocks = blocks,
                     .times = calloc(words / components + 1, sizeof *s.times),
                     .done = {-1}};
    struct dimension dimensions[SUM_DIMENSIONS];
    int choice[SUM_DIMENSIONS] = {0};
    uint32_t sums_told[400];
    size_t told = 0;
    if (!s.times)
        abort();
    list_sums(&s, dimensions);
    do {
        uint32_t sum;
        struct choice used = {.number = choice[WORDS_USED]};
        /* Every way to take words for each other is asked in no more than one seed of eight. */
        if (use_of(&used, components).moved && (uint64_t)choice[WORDS_USED] % 8 != run->seed % 8)
            continue;
        if (!sum_by(&s, choice, &sum))
            continue;
        /* What two mistakes make alike is told as the first one. */
        size_t earlier = 0;
        while (earlier < told && sums_told[earlier] != sum)
            earlier++;
        if (earlier < told)
            continue;
        if (deviation_of(dimensions, SUM_DIMENSIONS, choice) &&
            told < sizeof sums_told / sizeof *sums_told)
            sums_told[told++] = sum;
        draws_forget();
        draws_wrote_number(kernels[components], sum);
        draws_wrote_number("few", sum_of(run, 0, LAB8_FEW));
        expect(run, "sum", deviation_of(dimensions, SUM_DIMENSIONS, choice));
    } while (next_choice(dimensions, SUM_DIMENSIONS, choice));
    free(s.times);
}

static void fetches(const struct run *run) {
    static double got[LAB8_FETCHES];
    struct fetches f = {run, (long)words_of(run), 1}; /* as draws.c counts */
    struct dimension dimensions[1];
    int choice[1] = {0};
    const struct value_family family = fetch_family(&f, got);
    judge_list_lines(&family, dimensions);
    do {
        for (size_t i = 0; i < LAB8_FETCHES; i++)
            got[i] = judge_value(&family, choice, i);
        draws_forget();
        draws_wrote("fetch_words", got, LAB8_FETCHES);
        expect(run, "outside", deviation_of(dimensions, 1, choice));
    } while (next_choice(dimensions, 1, choice));
    for (size_t i = 0; i < LAB8_FETCHES; i++) {
        const int k = hidden_index(run->seed, (int)i, (int)f.words);
        const long at = k < 0 ? 0 : k >= f.words ? f.words - 1 : k;
        got[i] = hidden_word(run->seed, (size_t)at);
    }
    draws_expect(run, "outside", "the index is clamped", "index-clamped");
}

/* ---- step 2 ---- */

/* Those mistakes that the part can have; `check` judges them. */
static void splits(const struct run *run, const char *check, enum part part) {
    static const char *const names[LAB8_SPLITS] = {"split0", "split1", "split2", "split3",
                                                   "split4", "split5", "split6"};
    struct splits s = {
        .run = run,
        .words = words_of(run),
        .quads = words_of(run) / 4,
        .threads = (size_t)(judge_argument(run, "blocks") * judge_argument(run, "threads"))};
    struct dimension dimensions[SPLIT_DIMENSIONS];
    int choice[SPLIT_DIMENSIONS] = {0};
    list_splits(&s, dimensions);
    do {
        const struct deviation *deviation = deviation_of(dimensions, SPLIT_DIMENSIONS, choice);
        int of = 0;
        while (of < SPLIT_DIMENSIONS && !choice[of])
            of++;
        /* Right sums are not all that fetch_quad's check asks for. */
        if (deviation ? !is_of_part(part, of) : part == OF_QUAD)
            continue;
        for (int way = 0; way < WAYS; way++) {
            uint32_t sum;
            bool possible = true;
            struct choice choices[SPLIT_DIMENSIONS];
            judge_choose(choice, SPLIT_DIMENSIONS, choices);
            draws_forget();
            for (int i = 0; i < LAB8_SPLITS; i++) {
                possible &= split_sum(&s, choices, way, hidden_split(s.quads, i), &sum);
                draws_wrote_number(names[i], sum);
            }
            if (possible)
                expect(run, check, deviation);
        }
    } while (next_choice(dimensions, SPLIT_DIMENSIONS, choice));
}

/* ---- step 3 ---- */

static void halves(const struct run *run) {
    static double got[LAB8_HALVES_TRIED];
    struct dimension dimensions[HALF_DIMENSIONS];
    int choice[HALF_DIMENSIONS] = {0};
    list_halves(dimensions);
    do {
        for (int i = 0; i < LAB8_HALVES_TRIED; i++)
            got[i] = is_normal(hidden_half(i)) ? (double)half_wrongly(choice, hidden_half(i), false)
                                               : (double)promoted(CPUDEV_TEXEL_F16, hidden_half(i));
        draws_forget();
        draws_wrote("half", got, LAB8_HALVES_TRIED);
        expect(run, "half", deviation_of(dimensions, HALF_DIMENSIONS, choice));
    } while (next_choice(dimensions, HALF_DIMENSIONS, choice));
}

void draws_run(const struct run *run, const char *name) {
    if (strcmp(name, "int") == 0 || strcmp(name, "int2") == 0 || strcmp(name, "int4") == 0)
        sums(run);
    if (strcmp(name, "outside") == 0)
        fetches(run);
    if (strcmp(name, "made") == 0)
        splits(run, "made", OF_TEXTURES);
    if (strcmp(name, "quads") == 0)
        splits(run, "quads", OF_QUAD);
    if (strcmp(name, "sums") == 0)
        splits(run, "split-sums", OF_SUMS);
    if (strcmp(name, "promote-half") == 0)
        halves(run);
}
