/* inputs.h - lab 6's hidden inputs, for the harnesses and the judge. */
#ifndef LAB6_INPUTS_H
#define LAB6_INPUTS_H

#include "draws.h"

/* Word i of c_a where the harness fills it itself: not -2 * i. */
static inline int hidden_constant(uint64_t seed, int i) {
    return draw_int(seed, 1, (uint64_t)i, -9000, 9000);
}
static inline int hidden_element(uint64_t seed, int i) {
    return draw_int(seed, 2, (uint64_t)i, -90000, 90000);
}
/* What stands in the memory that must stay untouched. */
static inline int hidden_canary(uint64_t seed) {
    return draw_int(seed, 3, 0, 1000000, 2000000);
}
/* Word i of a table of `size`. The sum of all words is odd, so that the highest bit of what they
 * are multiplied by shows in the sum of products. */
static inline uint32_t hidden_table(uint64_t seed, int i, int size) {
    const uint32_t here = i > 0 ? (uint32_t)draw_bits(seed, 9, (uint64_t)i) & 1 : 1,
                   next = i + 1 < size ? (uint32_t)draw_bits(seed, 9, (uint64_t)i + 1) & 1 : 0;
    return ((uint32_t)draw_bits(seed, 4, (uint64_t)i) & ~1u) | (here ^ next);
}
/* Indices for step 5: most inside a table of `words`, some outside on both sides, next to it too.
 */
static inline int hidden_index(uint64_t seed, int i, int words) {
    if (i % 70 == 3)
        return i % 140 == 3 ? words : -1;
    if (i % 7 == 3)
        return i % 2 ? -draw_int(seed, 5, (uint64_t)i, 1, words)
                     : words + draw_int(seed, 5, (uint64_t)i, 0, words);
    return draw_int(seed, 5, (uint64_t)i, 0, words - 1);
}
static inline int hidden_word(uint64_t seed, int i) {
    return draw_int(seed, 6, (uint64_t)i, 1, 1000000000);
}
/* What stands in the answers before the call: no word, no index, and nothing that people give for
 * an index outside. */
static inline int hidden_unanswered(uint64_t seed) {
    return -draw_int(seed, 8, 0, 1000000, 2000000);
}
/* Word i of a table whose memory held hidden_word(seed, i) in the call before. */
static inline int hidden_again(uint64_t seed, int i) {
    return draw_int(seed, 7, (uint64_t)i, 1, 1000000000);
}
/* Step 5's tables: of `words` words for n indices, a whole number of parts, one word, and less than
 * a part for many indices. Word i of table t is hidden_word(seed, i + t). */
static inline int hidden_table_words(int t, int words, int part) {
    return t == 0 ? words : t == 1 ? 2 * part : t == 2 ? 1 : part - 1;
}
static inline int hidden_table_indices(int t, int n) {
    return t == 3 ? 70001 : t == 2 ? 1 : t == 1 ? 40009 : n;
}

/* Sizes for hWordsPerRequest that are no powers of two. */
static const int lab6_odd_sizes[] = {3, 20, 31, 33, 48, 100, 1000};

/* Threads of a block: where some are to spare, and as people take them. */
static const int lab6_guard_threads[] = {5, 64};
static const int lab6_own_threads[] = {128, 256, 512, 1024, 64, 32, 192, 96};

enum {
    LAB6_PAST_END = 64,   /* elements after the n-th that must stay as they were */
    LAB6_BEFORE = 7,      /* every word of c_a before hTestCM fills it */
    LAB6_MANY = 200003,   /* elements that no fixed number of blocks is meant for */
    LAB6_EVEN = 3072,     /* elements that blocks of any usual size divide */
    LAB6_GUARDS = 2,      /* launches of step 2's kernels with threads to spare */
    LAB6_OWNS = 8,        /* and with usual blocks */
    LAB6_SHARES = 32,     /* threads whose sums are taken apart, word by word: a whole block */
    LAB6_SHARE = 1 << 20, /* every a[i] then: above every number of a word */
    LAB6_TABLES = 4       /* tables that step 5 looks up, one after the other */
};

#endif
