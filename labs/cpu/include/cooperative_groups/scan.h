/* cooperative_groups/scan.h - each thread of a tile or a coalesced group gets the sum (or another
 * operation's result) of the values up to its own. C++ only. The order is that of CUDA's library:
 * in steps of 1, 2, 4 ... threads. */
#ifndef _COOPERATIVE_GROUPS_SCAN_H
#define _COOPERATIVE_GROUPS_SCAN_H

#include "operators.h"

namespace cooperative_groups {

template <class Group, class T, class Operation>
inline T inclusive_scan(const Group &group, T value, Operation operation) {
    for (unsigned step = 1; step < group.size(); step *= 2) {
        const T before = group.shfl_up(value, step);
        if (step <= group.thread_rank())
            value = operation(value, before);
    }
    return value;
}
template <class Group, class T> inline T inclusive_scan(const Group &group, T value) {
    return inclusive_scan(group, value, plus<T>());
}

/* Up to the thread before; the first gets T(). */
template <class Group, class T, class Operation>
inline T exclusive_scan(const Group &group, T value, Operation operation) {
    const T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T> inline T exclusive_scan(const Group &group, T value) {
    return exclusive_scan(group, value, plus<T>());
}

} // namespace cooperative_groups

#endif
