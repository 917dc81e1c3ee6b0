/* cooperative_groups.h - groups of threads that work together: the block, its tiles of up to 32
 * threads, and the lanes that are active. C++ only.
 *
 * grid_group knows its size and ranks; grid.sync() is not there, since the CPU device runs a grid's
 * blocks one after another on each core.
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
        return block_rank() * blockDim.x * blockDim.y * blockDim.z + cpudev_self->thread_linear;
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
    static bool is_valid() {
        return false; /* not a cooperative launch */
    }
    static void sync() __attribute__((error("grid.sync() is not there on the CPU device: end the "
                                            "kernel and launch the next one instead")));
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
        return cpudev_self->thread_linear;
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
    unsigned mask;

    unsigned lane_of(unsigned rank) const {
        return __fns(mask, 0, static_cast<int>(rank) + 1);
    }

  public:
    explicit lanes(unsigned m) : mask(m) {}
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

inline unsigned tile_mask(unsigned size) {
    unsigned first = static_cast<unsigned>(cpu_device::lane()) & ~(size - 1);
    return (size == 32 ? 0xFFFFFFFFu : (1u << size) - 1) << first;
}

} // namespace detail

/* The lanes that run here together. */
class coalesced_group : public detail::lanes {
  public:
    explicit coalesced_group(unsigned m) : lanes(m) {}
    unsigned meta_group_rank() const {
        return 0;
    }
    unsigned meta_group_size() const {
        return 1;
    }
};

inline coalesced_group coalesced_threads() {
    return coalesced_group(__activemask());
}

/* A tile whose size is known when the program runs. */
class thread_group : public detail::lanes {
  public:
    explicit thread_group(unsigned m) : lanes(m) {}
};

template <unsigned Size, class Parent = thread_block>
class thread_block_tile : public detail::lanes {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "a tile has 1, 2, 4, 8, 16 or 32 threads on the CPU device");

  public:
    thread_block_tile() : lanes(detail::tile_mask(Size)) {}
    static constexpr unsigned size() {
        return Size;
    }
    static constexpr unsigned num_threads() {
        return Size;
    }
    unsigned thread_rank() const {
        return static_cast<unsigned>(cpu_device::lane()) % Size;
    }
    static unsigned meta_group_rank() {
        return cpudev_self->thread_linear / Size;
    }
    static unsigned meta_group_size() {
        return (thread_block::size() + Size - 1) / Size;
    }
};

template <unsigned Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
    return {};
}
template <class Parent> inline thread_group tiled_partition(const Parent &, unsigned size) {
    return thread_group(detail::tile_mask(size));
}

/* ---- any group ------------------------------------------------------------------------------ */

template <class Group> inline void sync(const Group &group) {
    group.sync();
}
template <class Group> inline unsigned thread_rank(const Group &group) {
    return group.thread_rank();
}
template <class Group> inline unsigned group_size(const Group &group) {
    return group.size();
}

} // namespace cooperative_groups

#endif
