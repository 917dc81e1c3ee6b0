/* Lab 6's mistakes, as its judge models them. */
#include "../../grader/lab6/judge/lab6.c"
#include "../../grader/lab6/judge/fill.c"
#include "../../grader/lab6/judge/lookup.c"
#include "../../grader/lab6/judge/products.c"
#include "../../grader/lab6/judge/sums.c"

#include "../draws/draws.h"

static double right_fill(int i) {
    return -2 * i;
}
static double one_more(int i) {
    return -2 * (i + 1);
}
static double positive(int i) {
    return 2 * i;
}
static double single(int i) {
    return -i;
}
static double zero(int i) {
    (void)i;
    return 0;
}

static void fill_by(const struct run *run, double (*word)(int), const char *name) {
    int words = (int)judge_argument(run, "CM_SIZE");
    double c[64];
    for (int i = 0; i < words; i++)
        c[i] = word ? word(i) : i < words / 4 ? -2 * i : UNTOUCHED;
    draws_forget();
    draws_wrote("c_a", c, (size_t)words);
    if (word == right_fill)
        draws_expect_pass(run, "fill");
    else
        draws_expect(run, "fill", "a wrong fill", name);
}

static void fill(const struct run *run) {
    fill_by(run, right_fill, NULL);
    fill_by(run, one_more, "counted-from-one");
    fill_by(run, positive, "wrong-sign");
    fill_by(run, single, "wrong-factor");
    fill_by(run, zero, "never-written");
    fill_by(run, NULL, "count-instead-of-bytes");
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        fill_by(run, models[m].word, models[m].diagnosis);
}

/* Calls judge_it for every deviation of a family, and for none. */
static void each(const struct run *run, const struct dimension *dimensions, int count,
                 void (*judge_it)(const struct run *run, const int *choice,
                                  const struct deviation *deviation)) {
    int choice[FAMILY_DIMENSIONS] = {0};
    judge_it(run, choice, NULL);
    for (int d = 0; d < count; d++) {
        for (choice[d] = 1; choice[d] <= dimensions[d].count; choice[d]++)
            judge_it(run, choice, &dimensions[d].values[choice[d] - 1]);
        choice[d] = 0;
    }
}

/* The same for a family whose mistakes are lines. */
static void each_line(const struct run *run, struct value_family family,
                      void (*judge_it)(const struct run *run, const int *choice,
                                       const struct deviation *deviation)) {
    struct dimension dimensions[FAMILY_DIMENSIONS];
    judge_list_lines(&family, dimensions);
    each(run, dimensions, family.count, judge_it);
}

static void expect(const struct run *run, const char *check, const struct deviation *deviation) {
    if (deviation)
        draws_expect(run, check, deviation->text, deviation->diagnosis);
    else
        draws_expect_pass(run, check);
}

static struct products products;
static const char *check_name;

static void multiply_by(const struct run *run, const int *choice,
                        const struct deviation *deviation) {
    static double b[4000];
    const struct value_family family = products_family(&products);
    for (int i = 0; i < products.n + LAB6_PAST_END; i++)
        b[i] = i < products.n ? judge_value(&family, choice, (size_t)i) : hidden_canary(run->seed);
    draws_forget();
    draws_wrote(products.name, b, (size_t)products.n + LAB6_PAST_END);
    expect(run, check_name, deviation);
}

static void multiply(const struct run *run, const char *name, const char *check) {
    static double b[4000];
    products = (struct products){.run = run,
                                 .name = name,
                                 .n = (int)judge_argument(run, "n"),
                                 .words = (int)judge_argument(run, "CM_SIZE"),
                                 .threads = (int)judge_argument(run, "threads")};
    check_name = check;
    each_line(run, products_family(&products), multiply_by);
    /* The last block is left out, for every usual block. */
    for (int block = 32; block <= 512; block += 32) {
        for (int i = 0; i < products.n + LAB6_PAST_END; i++)
            b[i] = i < products.n / block * block ? owed_product(&products, i)
                                                  : hidden_canary(run->seed);
        draws_forget();
        draws_wrote(name, b, (size_t)products.n + LAB6_PAST_END);
        if (products.n % block)
            draws_expect(run, check, "the last block is left out", NULL);
    }
}

static struct sums sums;
static const char *kernel;

static void sum_by(const struct run *run, const int *choice, const struct deviation *deviation) {
    static double b[1000];
    const struct value_family family = sums_family(&sums, NULL);
    for (int i = 0; i < sums.n + LAB6_PAST_END; i++)
        b[i] = i < sums.n ? judge_value(&family, choice, (size_t)i) : hidden_canary(run->seed);
    draws_forget();
    draws_wrote(kernel, b, (size_t)sums.n + LAB6_PAST_END);
    expect(run, check_name, deviation);
}

static void sum(const struct run *run, const char *name, const char *check) {
    static uint32_t table[1000];
    if (run->seed % 10) /* the sums take longer */
        return;
    sums = (struct sums){.run = run,
                         .size = (int)judge_argument(run, "TABLE_SIZE"),
                         .threads = (int)judge_argument(run, "threads"),
                         .n = (int)judge_argument(run, "n"),
                         .divergent = strcmp(name, "gDivergent") == 0,
                         .table = table};
    for (int k = 0; k < sums.size; k++)
        table[k] = hidden_table(run->seed, k, sums.size);
    kernel = name;
    check_name = check;
    each_line(run, sums_family(&sums, NULL), sum_by);
}

static void look_up_by(const struct run *run, const int *choice,
                       const struct deviation *deviation) {
    static double out[LAB6_TABLES][80000];
    static const char *const names[] = {"table0", "table1", "table2", "table3"};
    draws_forget();
    for (int t = 0; t < LAB6_TABLES; t++) {
        struct lookup l = {.run = run, .t = t, .part = (int)judge_argument(run, "PART_SIZE")};
        l.words = hidden_table_words(t, (int)judge_argument(run, "words"), l.part);
        l.n = hidden_table_indices(t, (int)judge_argument(run, "n"));
        const struct value_family family = lookups_family(&l, NULL);
        for (int i = 0; i < l.n; i++)
            out[t][i] = judge_value(&family, choice, (size_t)i);
        draws_wrote(names[t], out[t], (size_t)l.n);
    }
    expect(run, "lookup", deviation);
}

void draws_run(const struct run *run, const char *name) {
    const struct lookup table = {.run = run, .words = 100, .part = 30, .n = 1000};
    if (strcmp(name, "init") == 0)
        fill(run);
    if (strcmp(name, "gTestCM") == 0)
        multiply(run, name, "constant");
    if (strcmp(name, "gTestGM") == 0)
        multiply(run, name, "global");
    if (strcmp(name, "gUniform") == 0)
        sum(run, name, "uniform-sums");
    if (strcmp(name, "gDivergent") == 0)
        sum(run, name, "divergent-sums");
    if (strcmp(name, "table") == 0)
        each_line(run, lookups_family(&table, NULL), look_up_by);
}
