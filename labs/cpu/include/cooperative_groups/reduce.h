/* cooperative_groups/reduce.h - one value from those of a tile's or a coalesced group's threads.
 * C++ only.
 *
 * Floats are added in the order in which CUDA's library adds them, so that the sum is the same to
 * the last bit: a tile's threads (and 32 coalesced ones) by halves, others as the last of a scan.
 */
#ifndef _COOPERATIVE_GROUPS_REDUCE_H
#define _COOPERATIVE_GROUPS_REDUCE_H

#include "operators.h"
#include "scan.h"

namespace cooperative_groups {

namespace detail {

template <class Group, class __T, class __Operation>
inline __T __reduce_by_halves(const Group &group, __T value, __Operation &__operation) {
    for (unsigned half = group.size() / 2; half > 0; half /= 2)
        value = __operation(value, group.shfl_xor(value, half));
    return value;
}

} // namespace detail

template <unsigned Size, class Parent, class __T, class __Operation>
inline __T reduce(const thread_block_tile<Size, Parent> &tile, __T value, __Operation __operation) {
    return detail::__reduce_by_halves(tile, value, __operation);
}
template <class __T, class __Operation>
inline __T reduce(const coalesced_group &group, __T value, __Operation __operation) {
    if (group.size() == 32)
        return detail::__reduce_by_halves(group, value, __operation);
    return group.shfl(inclusive_scan(group, value, __operation), group.size() - 1);
}

} // namespace cooperative_groups

#endif
