/* cooperative_groups/scan.h - each thread of a tile or a coalesced group gets the sum (or another
 * operation's result) of the values up to its own. C++ only. The order is that of CUDA's library:
 * in steps of 1, 2, 4 ... threads. */
#ifndef _COOPERATIVE_GROUPS_SCAN_H
#define _COOPERATIVE_GROUPS_SCAN_H

#include "operators.h"

namespace cooperative_groups {

template <class Group, class __T, class __Operation>
inline __T inclusive_scan(const Group &group, __T value, __Operation __operation) {
    for (unsigned __step = 1; __step < group.size(); __step *= 2) {
        const __T __before = group.shfl_up(value, __step);
        if (__step <= group.thread_rank())
            value = __operation(value, __before);
    }
    return value;
}
template <class Group, class __T> inline __T inclusive_scan(const Group &group, __T value) {
    return inclusive_scan(group, value, plus<__T>());
}

/* Up to the thread before; the first gets T(). */
template <class Group, class __T, class __Operation>
inline __T exclusive_scan(const Group &group, __T value, __Operation __operation) {
    const __T __before = group.shfl_up(inclusive_scan(group, value, __operation), 1);
    return group.thread_rank() == 0 ? __T() : __before;
}
template <class Group, class __T> inline __T exclusive_scan(const Group &group, __T value) {
    return exclusive_scan(group, value, plus<__T>());
}

} // namespace cooperative_groups

#endif
