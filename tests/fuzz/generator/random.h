/* random.h - one stream of random numbers; the seed of a program decides all of them. */
#ifndef FUZZ_RANDOM_H
#define FUZZ_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

void random_seed(uint64_t seed);
uint64_t random_bits(void);
unsigned pick(unsigned count);                   /* 0 .. count - 1 */
unsigned between(unsigned least, unsigned most); /* both ends included */
bool chance(unsigned percent);

/* One of the strings. */
#define ONE_OF(...)                                                                                \
    ((const char *const[]){                                                                        \
        __VA_ARGS__})[pick(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))]

#endif
