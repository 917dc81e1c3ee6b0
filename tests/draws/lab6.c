/* Lab 6's mistakes, as its judge models them. */
#include "../../grader/judge/lab6.c"

#include "draws.h"

static void fill(const struct run *run) {
    static double (*const words_of[])(int) = {as_floats, one_more, positive, single, zero};
    static const char *const names[] = {"wrong-type", "counted-from-one", "wrong-sign",
                                        "wrong-factor", "never-written"};
    int words = (int)judge_argument(run, "CM_SIZE");
    double c[64];
    for (int kind = -1; kind < 6; kind++) {
        for (int i = 0; i < words; i++)
            c[i] = kind < 0 ? -2 * i : kind < 5 ? words_of[kind](i) : i < words / 4 ? -2 * i : 77;
        draws_forget();
        draws_wrote("c_a", c, (size_t)words);
        if (kind < 0)
            draws_expect_pass(run, "fill");
        else
            draws_expect(run, "fill", "a wrong fill",
                         kind < 5 ? names[kind] : "count-instead-of-bytes");
    }
}

static void multiply(const struct run *run, const char *name, const char *check) {
    struct products p = {.run = run,
                         .name = name,
                         .n = (int)judge_argument(run, "n"),
                         .words = (int)judge_argument(run, "CM_SIZE"),
                         .threads = (int)judge_argument(run, "threads")};
    static double b[4000];
    for (int model = 0; model < WORD_MODELS; model++) {
        for (int i = 0; i < p.n + LAB6_PAST_END; i++)
            b[i] = i < p.n ? product(&p, i, model) : hidden_canary(run->seed);
        draws_forget();
        draws_wrote(name, b, (size_t)p.n + LAB6_PAST_END);
        if (model == 0)
            draws_expect_pass(run, check);
        else
            draws_expect(run, check, word_deviations[model - 1].text,
                         word_deviations[model - 1].diagnosis);
    }
    /* The last block is left out, for every usual block. */
    for (int block = 32; block <= 512; block += 32) {
        for (int i = 0; i < p.n; i++)
            b[i] = i < p.n / block * block ? product(&p, i, 0) : hidden_canary(run->seed);
        if (p.n % block)
            draws_expect(run, check, "the last block is left out", NULL);
    }
}

static void lookup(const struct run *run) {
    static double out[LAB6_TABLES][80000];
    static const char *const names[] = {"table0", "table1", "table2", "table3"};
    int part = (int)judge_argument(run, "PART_SIZE");
    for (int model = 0; model < LOOKUP_MODELS; model++) {
        draws_forget();
        for (int t = 0; t < LAB6_TABLES; t++) {
            int words = hidden_table_words(t, (int)judge_argument(run, "words"), part),
                n = hidden_table_indices(t, (int)judge_argument(run, "n"));
            for (int i = 0; i < n; i++)
                out[t][i] =
                    looked_up(run, t, model, hidden_index(run->seed, i, words), words, part);
            draws_wrote(names[t], out[t], (size_t)n);
        }
        if (model == 0)
            draws_expect_pass(run, "lookup");
        else
            draws_expect(run, "lookup", lookup_deviations[model - 1].text,
                         lookup_deviations[model - 1].diagnosis);
    }
}

void draws_run(const struct run *run, const char *name) {
    if (strcmp(name, "init") == 0)
        fill(run);
    if (strcmp(name, "gTestCM") == 0)
        multiply(run, name, "constant");
    if (strcmp(name, "gTestGM") == 0)
        multiply(run, name, "global");
    if (strcmp(name, "table") == 0)
        lookup(run);
}
