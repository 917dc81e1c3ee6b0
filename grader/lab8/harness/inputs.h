/* inputs.h - lab 8's hidden inputs, for the harnesses and the judge. */
#ifndef LAB8_INPUTS_H
#define LAB8_INPUTS_H

#include <stddef.h>

#include "draws.h"

static inline int32_t hidden_word(uint64_t seed, size_t i) {
    return (int32_t)(uint32_t)draw_bits(seed, 1, i);
}

/* Sum t of those that add_sums adds up. */
static inline uint32_t hidden_sum(uint64_t seed, int t) {
    return (uint32_t)draw_bits(seed, 3, (uint64_t)t);
}

/* Indices of step 1's fetches: inside, at both ends, and outside on both sides. */
static inline int hidden_index(uint64_t seed, int i, int words) {
    switch (i) {
    case 0:
        return -1;
    case 1:
        return words;
    case 2:
        return 0;
    case 3:
        return words - 1;
    default:
        return draw_int(seed, 2, (uint64_t)i, -words / 4, words + words / 4);
    }
}

/* What lies in *total before the call. */
#define LAB8_TOTAL 0x5eed1234

enum {
    LAB8_FETCHES = 1300, /* more than one block, and no whole number of blocks */
    LAB8_FEW = 44,
    LAB8_REFUSED = 5,
    LAB8_QUADS = 400, /* fetched one by one */
    LAB8_SPLITS = 7,
    LAB8_SEGMENTS = 4,
    LAB8_ROWS = 15,
    LAB8_PAST_END = 64,
    LAB8_FAR = 12 /* quads of each of the segments that are far apart */
};

/* Quads that each of 16 far segments is said to cover: quad numbers go beyond 2^31. */
#define LAB8_FAR_EACH ((size_t)1 << 28)

/* A size that no device has, and whose lower 32 bits are small. */
#define LAB8_HUGE (((size_t)1 << 48) + 64)

/* Split i of step 2: how many quads one of LAB8_SEGMENTS textures covers. quads is a multiple of
 * 512, splits are multiples of 128, so that a base counted in words where quads are meant is
 * aligned too. */
static inline size_t hidden_split(size_t quads, int i) {
    const size_t splits[LAB8_SPLITS] = {quads,     /* one texture holds all: three are not needed */
                                        quads / 2, /* a multiple: no remainder */
                                        quads / 2 + 128, /* the second holds less */
                                        quads - 128,     /* the second holds little */
                                        quads / 3 / 128 * 128 +
                                            128,    /* three textures, and a remainder perhaps */
                                        quads / 4,  /* all four, full */
                                        2 * quads}; /* more than is there */
    return splits[i];
}

/* Half float number i of the check: every 41st pattern, so nearly all exponents and both signs;
 * then those at an edge. So many are one more than a multiple of most blocks: a grid that is
 * rounded up from one less drops the last. */
enum {
    LAB8_HALVES = 1537,
    LAB8_STEP = 41,
    LAB8_EDGES = 12,
    LAB8_HALVES_TRIED = LAB8_HALVES + LAB8_EDGES
};
static inline unsigned short hidden_half(int i) {
    static const unsigned short edges[LAB8_EDGES] = {0x8000, 0x0001, 0x8001, 0x03ff,
                                                     0x83ff, 0x0400, 0x8400, 0x7bff,
                                                     0xfbff, 0x7c00, 0xfc00, 0x7e00};
    return i < LAB8_HALVES ? (unsigned short)(i * LAB8_STEP) : edges[i - LAB8_HALVES];
}

#endif
