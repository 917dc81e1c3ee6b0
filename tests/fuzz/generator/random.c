/* random.c - SplitMix64: small, and every seed is as good as any other. */
#include "random.h"

static uint64_t state;

void random_seed(uint64_t seed) {
    state = seed * 0xd1342543de82ef95u + 0x2545f4914f6cdd1du;
}

uint64_t random_bits(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

unsigned pick(unsigned count) {
    return (unsigned)(random_bits() >> 33) % count;
}

unsigned between(unsigned least, unsigned most) {
    return least + pick(most - least + 1);
}

bool chance(unsigned percent) {
    return pick(100) < percent;
}
