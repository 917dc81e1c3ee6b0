/* draws.h - hidden inputs: the same numbers in a harness and in its judge, from the seed alone.
 * Plain C that is C++ too. */
#ifndef DRAWS_H
#define DRAWS_H

#include <stdint.h>

/* The n-th number of the stream `stream` of this seed: 64 random bits (splitmix64). */
static inline uint64_t draw_bits(uint64_t seed, unsigned stream, uint64_t n) {
    uint64_t z =
        seed * 0xd1342543de82ef95u + stream * 0x2545f4914f6cdd1du + (n + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* In [0, 1). */
static inline double draw_unit(uint64_t seed, unsigned stream, uint64_t n) {
    return (double)(draw_bits(seed, stream, n) >> 11) * 0x1p-53;
}

/* In low .. high, both included. */
static inline int draw_int(uint64_t seed, unsigned stream, uint64_t n, int low, int high) {
    return low + (int)(draw_bits(seed, stream, n) % (uint64_t)(high - low + 1));
}

#endif
