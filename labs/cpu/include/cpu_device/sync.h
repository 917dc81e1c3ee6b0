/* sync.h - what threads of a block and lanes of a warp do together. C++ only.
 *
 * A collective of a warp waits until every lane of its mask that has not exited has come; a barrier
 * waits for every thread of the block that has not exited. What can never be complete is reported.
 */
#ifndef CPU_DEVICE_SYNC_H
#define CPU_DEVICE_SYNC_H

#include <string.h>

#include <type_traits>

#include "abi.h"
#include "kernel.h"

#define CPUDEV_TOGETHER inline __attribute__((__always_inline__))

/* ---- the block ---- */
CPUDEV_TOGETHER void __syncthreads() {
    cpudev_barrier();
}
CPUDEV_TOGETHER int __syncthreads_count(int __predicate) {
    return cpudev_barrier_vote(__predicate).count;
}
CPUDEV_TOGETHER int __syncthreads_and(int __predicate) {
    return cpudev_barrier_vote(__predicate).all;
}
CPUDEV_TOGETHER int __syncthreads_or(int __predicate) {
    return cpudev_barrier_vote(__predicate).any;
}

/* ---- the warp: shuffles of any arithmetic type up to 8 bytes ---- */
CPUDEV_TOGETHER void __syncwarp(unsigned mask = 0xffffffffu) {
    cpudev_warp_collective(CPUDEV_SYNCWARP, mask, 0, 0);
}

namespace cpu_device {

CPUDEV_TOGETHER int __lane() {
    return static_cast<int>(__thread_number() % 32);
}

template <class __T> CPUDEV_TOGETHER __T __shuffle(unsigned mask, __T value, int __source) {
    static_assert(sizeof(__T) <= sizeof(uint64_t), "a shuffled value has at most 8 bytes");
    uint64_t __bits = 0;
    memcpy(&__bits, &value, sizeof value);
    __bits =
        cpudev_warp_collective(CPUDEV_SHUFFLE, mask, __bits, static_cast<unsigned>(__source) & 31u);
    memcpy(&value, &__bits, sizeof value);
    return value;
}

/* First lane of this lane's segment of `width` (a power of two up to 32) lanes. */
CPUDEV_TOGETHER int __segment(int width) {
    return __lane() & ~(width - 1);
}

} // namespace cpu_device

#define CPUDEV_SHUFFLED                                                                            \
    template <class __T, std::enable_if_t<sizeof(__T) <= 8, int> = 0> CPUDEV_TOGETHER __T
CPUDEV_SHUFFLED __shfl_sync(unsigned mask, __T value, int __source, int width = 32) {
    const int first = cpu_device::__segment(width);
    return cpu_device::__shuffle(mask, value, first + (__source & (width - 1)));
}
CPUDEV_SHUFFLED __shfl_up_sync(unsigned mask, __T value, unsigned delta, int width = 32) {
    const int __from = cpu_device::__lane() - static_cast<int>(delta);
    return cpu_device::__shuffle(
        mask, value, __from < cpu_device::__segment(width) ? cpu_device::__lane() : __from);
}
CPUDEV_SHUFFLED __shfl_down_sync(unsigned mask, __T value, unsigned delta, int width = 32) {
    const int __from = cpu_device::__lane() + static_cast<int>(delta);
    return cpu_device::__shuffle(
        mask, value,
        __from >= cpu_device::__segment(width) + width ? cpu_device::__lane() : __from);
}
CPUDEV_SHUFFLED __shfl_xor_sync(unsigned mask, __T value, int __lane_mask, int width = 32) {
    const int __from = cpu_device::__lane() ^ __lane_mask;
    return cpu_device::__shuffle(
        mask, value,
        __from >= cpu_device::__segment(width) + width ? cpu_device::__lane() : __from);
}
#undef CPUDEV_SHUFFLED

/* ---- the warp: votes, matches, reductions ---- */
CPUDEV_TOGETHER unsigned __ballot_sync(unsigned mask, int __predicate) {
    return static_cast<unsigned>(cpudev_warp_collective(CPUDEV_BALLOT, mask, __predicate != 0, 0));
}
CPUDEV_TOGETHER int __any_sync(unsigned mask, int __predicate) {
    return cpudev_warp_collective(CPUDEV_BALLOT, mask, __predicate != 0, 0) != 0;
}
CPUDEV_TOGETHER int __all_sync(unsigned mask, int __predicate) {
    return cpudev_warp_collective(CPUDEV_BALLOT, mask, __predicate == 0, 0) == 0;
}
CPUDEV_TOGETHER unsigned __activemask() {
    return cpudev_active_mask();
}
template <class __T> CPUDEV_TOGETHER unsigned __match_any_sync(unsigned mask, __T value) {
    uint64_t __bits = 0;
    memcpy(&__bits, &value, sizeof value);
    return static_cast<unsigned>(cpudev_warp_collective(CPUDEV_MATCH_ANY, mask, __bits, 0));
}
template <class __T>
CPUDEV_TOGETHER unsigned __match_all_sync(unsigned mask, __T value, int *__same) {
    uint64_t __bits = 0;
    memcpy(&__bits, &value, sizeof value);
    *__same = cpudev_warp_collective(CPUDEV_MATCH_ALL, mask, __bits, 0) != 0;
    return *__same ? mask : 0;
}

#define CPUDEV_REDUCE(name, kind)                                                                  \
    CPUDEV_TOGETHER unsigned name(unsigned mask, unsigned value) {                                 \
        return static_cast<unsigned>(cpudev_warp_collective(kind, mask, value, 0));                \
    }
CPUDEV_REDUCE(__reduce_add_sync, CPUDEV_REDUCE_ADD)
CPUDEV_REDUCE(__reduce_min_sync, CPUDEV_REDUCE_MIN)
CPUDEV_REDUCE(__reduce_max_sync, CPUDEV_REDUCE_MAX)
CPUDEV_REDUCE(__reduce_and_sync, CPUDEV_REDUCE_AND)
CPUDEV_REDUCE(__reduce_or_sync, CPUDEV_REDUCE_OR)
CPUDEV_REDUCE(__reduce_xor_sync, CPUDEV_REDUCE_XOR)
#undef CPUDEV_REDUCE
/* Signed: the order of numbers with the sign bit turned over is the unsigned one. */
CPUDEV_TOGETHER int __reduce_add_sync(unsigned mask, int value) {
    return static_cast<int>(__reduce_add_sync(mask, static_cast<unsigned>(value)));
}
CPUDEV_TOGETHER int __reduce_min_sync(unsigned mask, int value) {
    const unsigned __sign = 0x80000000u;
    return static_cast<int>(__reduce_min_sync(mask, static_cast<unsigned>(value) ^ __sign) ^
                            __sign);
}
CPUDEV_TOGETHER int __reduce_max_sync(unsigned mask, int value) {
    const unsigned __sign = 0x80000000u;
    return static_cast<int>(__reduce_max_sync(mask, static_cast<unsigned>(value) ^ __sign) ^
                            __sign);
}

/* ---- memory order and the rest ---- */
namespace cpu_device {
CPUDEV_TOGETHER void __fence(bool __in_block) {
#if defined(__x86_64__)
    __asm__ volatile("mfence" ::: "memory");
#else
    __asm__ volatile("dmb ish" ::: "memory");
#endif
#ifdef __SANITIZE_THREAD__
    cpudev_checked_fence(__in_block);
#else
    static_cast<void>(__in_block);
#endif
}
} // namespace cpu_device
CPUDEV_TOGETHER void __threadfence() {
    cpu_device::__fence(false);
}
CPUDEV_TOGETHER void __threadfence_block() {
    cpu_device::__fence(true);
}
CPUDEV_TOGETHER void __threadfence_system() {
    cpu_device::__fence(false);
}
/* Lets other threads of the block run first. */
CPUDEV_TOGETHER void __nanosleep(unsigned) {
    cpudev_yield();
}
CPUDEV_TOGETHER void __trap() {
    cpudev_trap();
}
CPUDEV_TOGETHER void __brkpt() {}

#undef CPUDEV_TOGETHER
#endif
