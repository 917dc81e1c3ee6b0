/* cooperative_groups/reduce.h - one value from those of a tile's or a coalesced group's threads.
 * C++. */
#ifndef COOPERATIVE_GROUPS_REDUCE_H
#define COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define CPUDEV_OPERATION(name, expression)                                                         \
    template <class T = void> struct name {                                                        \
        T operator()(const T &a, const T &b) const {                                               \
            return expression;                                                                     \
        }                                                                                          \
    };
CPUDEV_OPERATION(plus, a + b)
CPUDEV_OPERATION(less, b < a ? b : a)
CPUDEV_OPERATION(greater, a < b ? b : a)
CPUDEV_OPERATION(bit_and, a &b)
CPUDEV_OPERATION(bit_or, a | b)
CPUDEV_OPERATION(bit_xor, a ^ b)
#undef CPUDEV_OPERATION

/* The same result in every thread of the group. Halves combine pairwise, so that a sum of floats is
 * rounded in the same order in every thread. */
template <class Group, class T, class Operation>
inline T reduce(const Group &group, T value, Operation operation) {
    unsigned size = group.size(), rank = group.thread_rank(), half = 1;
    while (2 * half < size)
        half *= 2;
    for (; half > 0; half /= 2) {
        T other = group.shfl(value, rank + half < size ? rank + half : rank);
        if (rank < half && rank + half < size)
            value = operation(value, other);
        if (size > half)
            size = half;
    }
    return group.shfl(value, 0u);
}

} // namespace cooperative_groups

#endif
