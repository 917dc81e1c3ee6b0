/* cooperative_groups/operators.h - what reduce and scan combine values with. C++ only. */
#ifndef CPUDEV_COOPERATIVE_GROUPS_OPERATORS_H
#define CPUDEV_COOPERATIVE_GROUPS_OPERATORS_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define CPUDEV_OPERATION(name, expression)                                                         \
    template <class __T = void> struct name {                                                      \
        __T operator()(const __T &__a, const __T &__b) const {                                     \
            return expression;                                                                     \
        }                                                                                          \
    };
CPUDEV_OPERATION(plus, __a + __b)
CPUDEV_OPERATION(less, __b < __a ? __b : __a)
CPUDEV_OPERATION(greater, __a < __b ? __b : __a)
CPUDEV_OPERATION(bit_and, __a &__b)
CPUDEV_OPERATION(bit_or, __a | __b)
CPUDEV_OPERATION(bit_xor, __a ^ __b)
#undef CPUDEV_OPERATION

} // namespace cooperative_groups

#endif
