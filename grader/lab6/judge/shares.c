/* Lab 6, step 4: which words of the table a thread takes, how often, and with which number. */
#include "lab6.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Fails for the words of thread i: counts[k] times word k. */
static void tell_words(const char *name, int i, const double *counts, int size) {
    char never[200], twice[200], which[500] = "";
    int most = 0;
    for (int k = 0; k < size; k++)
        most = counts[k] > most ? (int)counts[k] : most;
    const size_t missing = judge_list(counts, (size_t)size, 0, never, sizeof never),
                 more = judge_list(counts, (size_t)size, most, twice, sizeof twice);
    if (missing)
        judge_append(which, sizeof which, " Never taken: word%s %s.", missing > 1 ? "s" : "",
                     never);
    if (most > 1)
        judge_append(which, sizeof which, " Taken %d times: word%s %s.", most, more > 1 ? "s" : "",
                     twice);
    fail("sum-incomplete",
         "%s: Not every word of the table is once in the sum of thread %d. A loop of TABLE_SIZE "
         "turns, %d here, takes each, and behind word TABLE_SIZE - 1 comes word 0.%s",
         name, i, size, which);
}

void judge_word_shares(const struct run *run, const char *name, int size) {
    const double *shares = judge_numbers(run, "shares", (size_t)size * LAB6_SHARES);
    double *counts = calloc((size_t)size + 1, sizeof *counts);
    for (int i = 0; shares && counts && i < LAB6_SHARES; i++) {
        double sum = 0, once = 0;
        int other = -1;
        for (int k = 0; k < size; k++) {
            const double share = shares[(size_t)k * LAB6_SHARES + (size_t)i];
            counts[k] = floor(share / LAB6_SHARE);
            sum += counts[k];
            once += counts[k] == 1;
            if (other < 0 && counts[k] == 1 && share != LAB6_SHARE + k)
                other = k;
        }
        if (sum == 0 || sum > 64.0 * size) /* nothing of a, or numbers that are no counts */
            break;
        if (once < size)
            tell_words(name, i, counts, size);
        else if (other >= 0)
            fail(NULL,
                 "%s: In the sum of thread %d word %d goes with the number %.0f: c_t[k] goes with "
                 "k, c_t[k] * (a[i] ^ k).",
                 name, i, other, shares[(size_t)other * LAB6_SHARES + (size_t)i] - LAB6_SHARE);
    }
    free(counts);
}
