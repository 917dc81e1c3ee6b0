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
        return cpudev_self->block_linear;
    }
    static unsigned long long thread_rank() {
        return block_rank() * blockDim.x * blockDim.y * blockDim.z + cpu_device::thread_number();
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
    static __attribute__((always_inline)) void sync() {
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
        return cpu_device::thread_number();
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
class lanes {
  protected:
    unsigned mask, meta_rank, meta_size;

    unsigned lane_of(unsigned rank) const {
        return __fns(mask, 0, static_cast<int>(rank) + 1);
    }

  public:
    explicit lanes(unsigned m, unsigned rank = 0, unsigned size = 1)
        : mask(m), meta_rank(rank), meta_size(size) {}
    unsigned cpudev_mask() const {
        return mask;
    }
    /* Which part of the group that was partitioned this is, and how many parts there are. */
    unsigned meta_group_rank() const {
        return meta_rank;
    }
    unsigned meta_group_size() const {
        return meta_size;
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
        return static_cast<unsigned>(__popc(mask & ((1u << cpu_device::lane()) - 1)));
    }
    /* A value of any size, 8 bytes at a time. */
    template <class T> T shfl(T value, unsigned rank) const {
        unsigned lane = lane_of(rank % size());
        unsigned char bytes[(sizeof(T) + 7) / 8 * 8] = {};
        memcpy(bytes, &value, sizeof value);
        for (size_t i = 0; i < sizeof bytes; i += 8) {
            unsigned long long part;
            memcpy(&part, bytes + i, sizeof part);
            part = __shfl_sync(mask, part, static_cast<int>(lane));
            memcpy(bytes + i, &part, sizeof part);
        }
        memcpy(&value, bytes, sizeof value);
        return value;
    }
    template <class T> T shfl_up(T value, unsigned delta) const {
        unsigned rank = thread_rank();
        return shfl(value, rank >= delta ? rank - delta : rank);
    }
    template <class T> T shfl_down(T value, unsigned delta) const {
        unsigned rank = thread_rank();
        return shfl(value, rank + delta < size() ? rank + delta : rank);
    }
    template <class T> T shfl_xor(T value, unsigned lane_mask) const {
        unsigned rank = thread_rank() ^ lane_mask;
        return shfl(value, rank < size() ? rank : thread_rank());
    }
    int any(int predicate) const {
        return __any_sync(mask, predicate);
    }
    int all(int predicate) const {
        return __all_sync(mask, predicate);
    }
    /* Bit i: the predicate of the thread with rank i. */
    unsigned ballot(int predicate) const {
        return ranks(__ballot_sync(mask, predicate));
    }
    template <class T> unsigned match_any(T value) const {
        return ranks(__match_any_sync(mask, value));
    }
    template <class T> unsigned match_all(T value, int &same) const {
        return ranks(__match_all_sync(mask, value, &same));
    }

  private:
    unsigned ranks(unsigned lane_bits) const {
        unsigned result = 0;
        for (unsigned rank = 0; rank < size(); rank++)
            result |= (lane_bits >> lane_of(rank) & 1) << rank;
        return result;
    }
};

} // namespace detail

/* The lanes that run here together, or those of a group that were found alike. */
class coalesced_group : public detail::lanes {
  public:
    explicit coalesced_group(unsigned m, unsigned rank = 0, unsigned size = 1)
        : lanes(m, rank, size) {}
};

inline coalesced_group coalesced_threads() {
    return coalesced_group(__activemask());
}

/* Any group of a block's threads, whatever its type. */
class thread_group {
    detail::lanes part; /* not of a whole block */
    bool whole;

  public:
    thread_group(const thread_block &) : part(0), whole(true) {}
    thread_group(const detail::lanes &group) : part(group), whole(false) {}
    bool cpudev_is_block() const {
        return whole;
    }
    const detail::lanes &cpudev_lanes() const {
        return part;
    }
    void sync() const {
        if (whole)
            thread_block::sync();
        else
            part.sync();
    }
    unsigned long long size() const {
        return whole ? thread_block::size() : part.size();
    }
    unsigned long long num_threads() const {
        return size();
    }
    unsigned long long thread_rank() const {
        return whole ? thread_block::thread_rank() : part.thread_rank();
    }
};

template <unsigned Size, class Parent = void> class thread_block_tile : public detail::lanes {
    static_assert(Size >= 1 && (Size & (Size - 1)) == 0, "a tile's size is a power of two");
    static_assert(Size <= 32, "a tile has at most 32 threads on the CPU device");

  public:
    explicit thread_block_tile(unsigned m, unsigned rank, unsigned size) : lanes(m, rank, size) {}
    /* A tile may forget what it is a part of. */
    template <class Other>
    thread_block_tile(const thread_block_tile<Size, Other> &other) : lanes(other) {}
    static constexpr unsigned size() {
        return Size;
    }
    static constexpr unsigned num_threads() {
        return Size;
    }
    static unsigned thread_rank() {
        return static_cast<unsigned>(cpu_device::lane()) % Size;
    }
};

/* ---- partitions ----------------------------------------------------------------------------- */

namespace detail {

/* This thread's lanes among `size` (a power of two) neighbours, of which the block may have
 * fewer. */
inline unsigned neighbours(unsigned size, unsigned there) {
    const unsigned first = static_cast<unsigned>(cpu_device::lane()) & ~(size - 1);
    return (there >= 32 ? 0xFFFFFFFFu : (1u << there) - 1) << first;
}

inline void check_tile(unsigned size) {
    if (size == 0 || size > 32 || (size & (size - 1)))
        cpudev_trap();
}

inline coalesced_group part_of_block(unsigned size) {
    check_tile(size);
    const unsigned rank = thread_block::thread_rank(), all = thread_block::size();
    const unsigned left = all - (rank & ~(size - 1));
    return coalesced_group(neighbours(size, left < size ? left : size), rank / size,
                           (all + size - 1) / size);
}

inline coalesced_group part_of_lanes(const lanes &group, unsigned size) {
    check_tile(size);
    const unsigned all = group.size(), part = group.thread_rank() / size;
    unsigned mask = 0;
    for (unsigned rank = part * size; rank < part * size + size && rank < all; rank++)
        mask |= 1u << __fns(group.cpudev_mask(), 0, static_cast<int>(rank) + 1);
    return coalesced_group(mask, part, (all + size - 1) / size);
}

inline coalesced_group alike(const lanes &group, bool label) {
    const unsigned mask = group.cpudev_mask(), yes = __ballot_sync(mask, label);
    if (yes == mask || yes == 0)
        return coalesced_group(mask);
    return coalesced_group(label ? yes : mask & ~yes, label, 2);
}

template <class Label> inline coalesced_group alike(const lanes &group, Label label) {
    const unsigned mask = group.cpudev_mask(), same = __match_any_sync(mask, label);
    const int first = __ffs(static_cast<int>(same)) - 1;
    const unsigned firsts = __ballot_sync(mask, first == cpu_device::lane());
    return coalesced_group(same, static_cast<unsigned>(__popc(firsts & ((1u << first) - 1))),
                           static_cast<unsigned>(__popc(firsts)));
}

/* How a group is cut into tiles of a size that is known when compiling. */
template <unsigned Size> inline void tile_of(const thread_block &, unsigned &rank, unsigned &size) {
    rank = thread_block::thread_rank() / Size;
    size = (thread_block::size() + Size - 1) / Size;
}
template <unsigned Size> inline void tile_of(const lanes &group, unsigned &rank, unsigned &size) {
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
    detail::tile_of<Size>(parent, rank, size);
    return thread_block_tile<Size, Parent>(detail::neighbours(Size, Size), rank, size);
}
inline thread_group tiled_partition(const thread_block &, unsigned size) {
    return detail::part_of_block(size);
}
inline coalesced_group tiled_partition(const coalesced_group &group, unsigned size) {
    return detail::part_of_lanes(group, size);
}
inline thread_group tiled_partition(const thread_group &group, unsigned size) {
    return group.cpudev_is_block() ? detail::part_of_block(size)
                                   : detail::part_of_lanes(group.cpudev_lanes(), size);
}

/* The threads of a group that bring the same label. */
template <class Label>
inline coalesced_group labeled_partition(const coalesced_group &group, Label label) {
    return detail::alike(group, label);
}
template <unsigned Size, class Parent, class Label>
inline coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &tile, Label label) {
    return detail::alike(tile, label);
}
inline coalesced_group binary_partition(const coalesced_group &group, bool predicate) {
    return detail::alike(group, predicate);
}
template <unsigned Size, class Parent>
inline coalesced_group binary_partition(const thread_block_tile<Size, Parent> &tile,
                                        bool predicate) {
    return detail::alike(tile, predicate);
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
template <class Group, class Function, class... A>
inline void invoke_one(const Group &group, Function &&function, A &&...arguments) {
    if (group.thread_rank() == 0)
        std::forward<Function>(function)(std::forward<A>(arguments)...);
}

} // namespace cooperative_groups

#endif
