/* cooperative_groups/operators.h - what reduce and scan combine values with. C++ only. */
#ifndef CPUDEV_COOPERATIVE_GROUPS_OPERATORS_H
#define CPUDEV_COOPERATIVE_GROUPS_OPERATORS_H

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

} // namespace cooperative_groups

#endif
