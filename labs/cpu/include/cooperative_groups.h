/* cooperative_groups.h - groups of threads that work together: the block, its tiles of up to 32
 * threads, and the lanes that are active or alike. C++ only.
 *
 * grid.sync() needs a launch by cudaLaunchCooperativeKernel.
 */
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#include "cuda_runtime.h"

namespace cooperative_groups {

/* ---- the grid and the block ----------------------------------------------------------------- */

class grid_group {
  public:
    static unsigned long long size() {
        return num_blocks() * blockDim.x * blockDim.y * blockDim.z;
    }
    static unsigned long long num_threads() {
        return size();
    }
    static unsigned long long num_blocks() {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    static unsigned long long block_rank() {
        return cpudev_self->__block_linear;
    }
    static unsigned long long thread_rank() {
        return block_rank() * blockDim.x * blockDim.y * blockDim.z + cpu_device::__thread_number();
    }
    static dim3 dim_blocks() {
        return gridDim;
    }
    static dim3 group_dim() {
        return gridDim;
    }
    static dim3 block_index() {
        return blockIdx;
    }
    /* So an H200 says in ordinary launches, too; sync() then tells how to launch the kernel. */
    static bool is_valid() {
        return true;
    }
    static __attribute__((__always_inline__)) void sync() {
        cpudev_grid_sync();
    }
};

class thread_block {
  public:
    static void sync() {
        __syncthreads();
    }
    static unsigned size() {
        return blockDim.x * blockDim.y * blockDim.z;
    }
    static unsigned num_threads() {
        return size();
    }
    static unsigned thread_rank() {
        return cpu_device::__thread_number();
    }
    static dim3 group_index() {
        return blockIdx;
    }
    static dim3 thread_index() {
        return threadIdx;
    }
    static dim3 group_dim() {
        return blockDim;
    }
    static dim3 dim_threads() {
        return blockDim;
    }
};

inline grid_group this_grid() {
    return {};
}
inline thread_block this_thread_block() {
    return {};
}

/* ---- groups inside a warp ------------------------------------------------------------------- */

namespace detail {

/* The lanes of `mask`, and what they can do together. Ranks count the lanes of the mask from 0. */
class __lanes {
  protected:
    unsigned mask, __meta_rank, __meta_size;

    unsigned __lane_of(unsigned rank) const {
        return __fns(mask, 0, static_cast<int>(rank) + 1);
    }

  public:
    explicit __lanes(unsigned __m, unsigned rank = 0, unsigned size = 1)
        : mask(__m), __meta_rank(rank), __meta_size(size) {}
    unsigned cpudev_mask() const {
        return mask;
    }
    /* Which part of the group that was partitioned this is, and how many parts there are. */
    unsigned meta_group_rank() const {
        return __meta_rank;
    }
    unsigned meta_group_size() const {
        return __meta_size;
    }
    void sync() const {
        __syncwarp(mask);
    }
    unsigned size() const {
        return static_cast<unsigned>(__popc(mask));
    }
    unsigned num_threads() const {
        return size();
    }
    unsigned thread_rank() const {
        return static_cast<unsigned>(__popc(mask & ((1u << cpu_device::__lane()) - 1)));
    }
    /* A value of any size, 8 bytes at a time. */
    template <class __T> __T shfl(__T value, unsigned rank) const {
        unsigned __lane = __lane_of(rank % size());
        unsigned char bytes[(sizeof(__T) + 7) / 8 * 8] = {};
        memcpy(bytes, &value, sizeof value);
        for (size_t __i = 0; __i < sizeof bytes; __i += 8) {
            unsigned long long __part;
            memcpy(&__part, bytes + __i, sizeof __part);
            __part = __shfl_sync(mask, __part, static_cast<int>(__lane));
            memcpy(bytes + __i, &__part, sizeof __part);
        }
        memcpy(&value, bytes, sizeof value);
        return value;
    }
    template <class __T> __T shfl_up(__T value, unsigned delta) const {
        unsigned rank = thread_rank();
        return shfl(value, rank >= delta ? rank - delta : rank);
    }
    template <class __T> __T shfl_down(__T value, unsigned delta) const {
        unsigned rank = thread_rank();
        return shfl(value, rank + delta < size() ? rank + delta : rank);
    }
    template <class __T> __T shfl_xor(__T value, unsigned __lane_mask) const {
        unsigned rank = thread_rank() ^ __lane_mask;
        return shfl(value, rank < size() ? rank : thread_rank());
    }
    int any(int __predicate) const {
        return __any_sync(mask, __predicate);
    }
    int all(int __predicate) const {
        return __all_sync(mask, __predicate);
    }
    /* Bit i: the predicate of the thread with rank i. */
    unsigned ballot(int __predicate) const {
        return __ranks(__ballot_sync(mask, __predicate));
    }
    template <class __T> unsigned match_any(__T value) const {
        return __ranks(__match_any_sync(mask, value));
    }
    template <class __T> unsigned match_all(__T value, int &__same) const {
        return __ranks(__match_all_sync(mask, value, &__same));
    }

  private:
    unsigned __ranks(unsigned __lane_bits) const {
        unsigned __result = 0;
        for (unsigned rank = 0; rank < size(); rank++)
            __result |= (__lane_bits >> __lane_of(rank) & 1) << rank;
        return __result;
    }
};

} // namespace detail

/* The lanes that run here together, or those of a group that were found alike. */
class coalesced_group : public detail::__lanes {
  public:
    explicit coalesced_group(unsigned __m, unsigned rank = 0, unsigned size = 1)
        : __lanes(__m, rank, size) {}
};

inline coalesced_group coalesced_threads() {
    return coalesced_group(__activemask());
}

/* Any group of a block's threads, whatever its type. */
class thread_group {
    detail::__lanes __part; /* not of a whole block */
    bool __whole;

  public:
    thread_group(const thread_block &) : __part(0), __whole(true) {}
    thread_group(const detail::__lanes &group) : __part(group), __whole(false) {}
    bool cpudev_is_block() const {
        return __whole;
    }
    const detail::__lanes &cpudev_lanes() const {
        return __part;
    }
    void sync() const {
        if (__whole)
            thread_block::sync();
        else
            __part.sync();
    }
    unsigned long long size() const {
        return __whole ? thread_block::size() : __part.size();
    }
    unsigned long long num_threads() const {
        return size();
    }
    unsigned long long thread_rank() const {
        return __whole ? thread_block::thread_rank() : __part.thread_rank();
    }
};

template <unsigned Size, class Parent = void> class thread_block_tile : public detail::__lanes {
    static_assert(Size >= 1 && (Size & (Size - 1)) == 0, "a tile's size is a power of two");
    static_assert(Size <= 32, "a tile has at most 32 threads on the CPU device");

  public:
    explicit thread_block_tile(unsigned __m, unsigned rank, unsigned size)
        : __lanes(__m, rank, size) {}
    /* A tile may forget what it is a part of. */
    template <class __Other>
    thread_block_tile(const thread_block_tile<Size, __Other> &__other) : __lanes(__other) {}
    static constexpr unsigned size() {
        return Size;
    }
    static constexpr unsigned num_threads() {
        return Size;
    }
    static unsigned thread_rank() {
        return static_cast<unsigned>(cpu_device::__lane()) % Size;
    }
};

/* ---- partitions ----------------------------------------------------------------------------- */

namespace detail {

/* This thread's lanes among `size` (a power of two) neighbours, of which the block may have
 * fewer. */
inline unsigned __neighbours(unsigned size, unsigned __there) {
    const unsigned first = static_cast<unsigned>(cpu_device::__lane()) & ~(size - 1);
    return (__there >= 32 ? 0xFFFFFFFFu : (1u << __there) - 1) << first;
}

inline void check_tile(unsigned size) {
    if (size == 0 || size > 32 || (size & (size - 1)))
        cpudev_trap();
}

inline coalesced_group __part_of_block(unsigned size) {
    check_tile(size);
    const unsigned rank = thread_block::thread_rank(), all = thread_block::size();
    const unsigned __left = all - (rank & ~(size - 1));
    return coalesced_group(__neighbours(size, __left < size ? __left : size), rank / size,
                           (all + size - 1) / size);
}

inline coalesced_group __part_of_lanes(const __lanes &group, unsigned size) {
    check_tile(size);
    const unsigned all = group.size(), __part = group.thread_rank() / size;
    unsigned mask = 0;
    for (unsigned rank = __part * size; rank < __part * size + size && rank < all; rank++)
        mask |= 1u << __fns(group.cpudev_mask(), 0, static_cast<int>(rank) + 1);
    return coalesced_group(mask, __part, (all + size - 1) / size);
}

inline coalesced_group __alike(const __lanes &group, bool __label) {
    const unsigned mask = group.cpudev_mask(), __yes = __ballot_sync(mask, __label);
    if (__yes == mask || __yes == 0)
        return coalesced_group(mask);
    return coalesced_group(__label ? __yes : mask & ~__yes, __label, 2);
}

template <class __Label> inline coalesced_group __alike(const __lanes &group, __Label __label) {
    const unsigned mask = group.cpudev_mask(), __same = __match_any_sync(mask, __label);
    const int first = __ffs(static_cast<int>(__same)) - 1;
    const unsigned __firsts = __ballot_sync(mask, first == cpu_device::__lane());
    return coalesced_group(__same, static_cast<unsigned>(__popc(__firsts & ((1u << first) - 1))),
                           static_cast<unsigned>(__popc(__firsts)));
}

/* How a group is cut into tiles of a size that is known when compiling. */
template <unsigned Size>
inline void __tile_of(const thread_block &, unsigned &rank, unsigned &size) {
    rank = thread_block::thread_rank() / Size;
    size = (thread_block::size() + Size - 1) / Size;
}
template <unsigned Size>
inline void __tile_of(const __lanes &group, unsigned &rank, unsigned &size) {
    rank = group.thread_rank() / Size;
    size = (group.size() + Size - 1) / Size;
}

} // namespace detail

template <unsigned Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent &parent) {
    static_assert(!std::is_same<Parent, coalesced_group>::value &&
                      !std::is_same<Parent, thread_group>::value,
                  "tiles of this group have a size that is known when running: "
                  "tiled_partition(group, size)");
    unsigned rank, size;
    detail::__tile_of<Size>(parent, rank, size);
    return thread_block_tile<Size, Parent>(detail::__neighbours(Size, Size), rank, size);
}
inline thread_group tiled_partition(const thread_block &, unsigned size) {
    return detail::__part_of_block(size);
}
inline coalesced_group tiled_partition(const coalesced_group &group, unsigned size) {
    return detail::__part_of_lanes(group, size);
}
inline thread_group tiled_partition(const thread_group &group, unsigned size) {
    return group.cpudev_is_block() ? detail::__part_of_block(size)
                                   : detail::__part_of_lanes(group.cpudev_lanes(), size);
}

/* The threads of a group that bring the same label. */
template <class __Label>
inline coalesced_group labeled_partition(const coalesced_group &group, __Label __label) {
    return detail::__alike(group, __label);
}
template <unsigned Size, class Parent, class __Label>
inline coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &tile,
                                         __Label __label) {
    return detail::__alike(tile, __label);
}
inline coalesced_group binary_partition(const coalesced_group &group, bool __predicate) {
    return detail::__alike(group, __predicate);
}
template <unsigned Size, class Parent>
inline coalesced_group binary_partition(const thread_block_tile<Size, Parent> &tile,
                                        bool __predicate) {
    return detail::__alike(tile, __predicate);
}

/* ---- any group ------------------------------------------------------------------------------ */

template <class Group> inline void sync(const Group &group) {
    group.sync();
}
template <class Group> inline auto thread_rank(const Group &group) {
    return group.thread_rank();
}
template <class Group> inline auto group_size(const Group &group) {
    return group.size();
}
/* One thread of the group calls the function. */
template <class Group, class __Function, class... __A>
inline void invoke_one(const Group &group, __Function &&__function, __A &&...__arguments) {
    if (group.thread_rank() == 0)
        std::forward<__Function>(__function)(std::forward<__A>(__arguments)...);
}

} // namespace cooperative_groups

#endif
