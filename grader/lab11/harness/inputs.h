/* inputs.h - lab 11's hidden inputs, for the harnesses and the judge. */
#ifndef LAB11_INPUTS_H
#define LAB11_INPUTS_H

#include "draws.h"

/* Element i of a matrix, or field i of the particles: each is another one. */
static inline float hidden_element(uint64_t seed, int i) {
    return (float)(draw_int(seed, 1, 0, 1, 1000000) + i);
}
/* Words that are added up, and what the sum held before. */
static inline uint32_t hidden_word(uint64_t seed, int i) {
    return (uint32_t)draw_bits(seed, 2, (uint64_t)i);
}
static inline uint32_t hidden_start(uint64_t seed, int bin) {
    return (uint32_t)draw_int(seed, 3, (uint64_t)bin, 100000, 900000);
}
/* Bytes that are counted: one value comes often, 255 and 0 come, and one never does. */
static inline int hidden_byte(uint64_t seed, int i) {
    const int common = draw_int(seed, 4, 0, 10, 99), absent = draw_int(seed, 4, 1, 100, 200),
              value = draw_int(seed, 5, (uint64_t)i, 0, 255);
    return i % 3 == 0 ? common : value == absent ? 255 : value;
}
/* What hSectorsPerRequest and hTurnsPerRequest are asked. */
static inline int hidden_size(uint64_t seed, int i) {
    return 1 << draw_int(seed, 6, (uint64_t)i, 0, 4);
}
static inline int hidden_stride(uint64_t seed, int i) {
    return hidden_size(seed, i) * draw_int(seed, 7, (uint64_t)i, 0, i % 2 ? 40 : 6);
}
static inline int hidden_offset(uint64_t seed, int i) {
    return hidden_size(seed, i) * draw_int(seed, 8, (uint64_t)i, 0, 40);
}

enum { LAB11_ASKED = 200 /* questions, and strides from 0 on */ };
/* What the harness puts into results before the call. */
#define LAB11_UNWRITTEN (-7777.0f)

#endif
