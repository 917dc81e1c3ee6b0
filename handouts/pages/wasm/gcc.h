/* gcc.h - gcc's __builtin_shuffle, for clang: included before everything else. */
#ifndef HANDOUTS_GCC_H
#define HANDOUTS_GCC_H

typedef int shuffled_int4 __attribute__((vector_size(16)));
typedef unsigned short shuffled_short8 __attribute__((vector_size(16)));

__attribute__((overloadable)) static inline shuffled_int4 shuffled(shuffled_int4 v,
                                                                   shuffled_int4 mask) {
    return (shuffled_int4){v[mask[0] & 3], v[mask[1] & 3], v[mask[2] & 3], v[mask[3] & 3]};
}

__attribute__((overloadable)) static inline shuffled_short8
shuffled(shuffled_short8 a, shuffled_short8 b, shuffled_short8 mask) {
    shuffled_short8 v;
    for (int i = 0; i < 8; i++)
        v[i] = mask[i] & 8 ? b[mask[i] & 7] : a[mask[i] & 7];
    return v;
}

#define __builtin_shuffle shuffled

#endif
