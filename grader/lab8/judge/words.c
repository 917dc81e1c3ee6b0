/* The words of lab 8 and their checksum. */
#include "lab8.h"

#include <stdio.h>

size_t words_of(const struct run *run) {
    return 4 * (size_t)judge_argument(run, "quads");
}

/* What word i adds to the checksum when its place in the quad is taken for `place`. */
static uint32_t share(const struct run *run, size_t i, size_t place) {
    return (uint32_t)hidden_word(run->seed, i) * (uint32_t)(2 * (place % 4) + 1);
}

uint32_t sum_of(const struct run *run, size_t first, size_t last) {
    uint32_t sum = 0;
    for (size_t i = first; i < last; i++)
        sum += share(run, i, i);
    return sum;
}

const char *checksum_text(double got) {
    static char text[32];
    if (got >= 0 && got <= UINT32_MAX)
        snprintf(text, sizeof text, "%08x", (unsigned)got);
    else
        snprintf(text, sizeof text, "%.9g", got);
    return text;
}
