/* atomic.c - the atomic operations of code compiled with -fsanitize=thread: checked like any
 * access (never a race with another atomic), then carried out. */
#include <stdatomic.h>

#include "checker.h"

#define HERE __builtin_return_address(0)

static bool block_scope; /* of the next atomic */

void cpudev_checked_block_scope(void) {
    block_scope = true;
}

static inline void note(const volatile void *p, size_t size, unsigned how, void *pc) {
    const bool in_block = block_scope;
    block_scope = false;
    check_access((uintptr_t)p, size, how | CHECK_ATOMIC | (in_block ? CHECK_BLOCK : 0), pc);
    if (!cpudev_self)
        return;
    check_released((uintptr_t)p, in_block);
}

/* An exchange, a store or a compare-and-swap of the program's own gives a lock or a flag away. */
static inline void note_set(const volatile void *p, size_t size, unsigned how, void *pc) {
    note(p, size, how, pc);
    if (cpudev_self)
        check_handed_on();
}

/* A loop that asks an atomic gives way to others now and then (cpudev_many_atomics). */
static inline void count(bool changed, void *pc) {
    if (--cpudev_atomics_left == 0)
        cpudev_many_atomics(changed, pc);
}

#define FETCH(bits, type, name, builtin, note, how)                                                \
    type __tsan_atomic##bits##_##name(volatile type *p, type value, int order);                    \
    type __tsan_atomic##bits##_##name(volatile type *p, type value, int order) {                   \
        (void)order;                                                                               \
        note(p, sizeof *p, how, HERE);                                                             \
        const type old = builtin(p, value, __ATOMIC_SEQ_CST);                                      \
        count(*p != old, HERE);                                                                    \
        return old;                                                                                \
    }

#define COMPARE(bits, type, name, note)                                                            \
    int __tsan_atomic##bits##_##name(volatile type *p, type *expected, type desired, int order,    \
                                     int failure);                                                 \
    int __tsan_atomic##bits##_##name(volatile type *p, type *expected, type desired, int order,    \
                                     int failure) {                                                \
        (void)order;                                                                               \
        (void)failure;                                                                             \
        note(p, sizeof *p, CHECK_WRITE | CHECK_UPDATE, HERE);                                      \
        const int done = __atomic_compare_exchange_n(p, expected, desired, 0, __ATOMIC_SEQ_CST,    \
                                                     __ATOMIC_SEQ_CST);                            \
        count(done &&*expected != desired, HERE);                                                  \
        return done;                                                                               \
    }

#define ATOMICS(bits, type)                                                                        \
    type __tsan_atomic##bits##_load(const volatile type *p, int order);                            \
    type __tsan_atomic##bits##_load(const volatile type *p, int order) {                           \
        (void)order;                                                                               \
        note(p, sizeof *p, CHECK_READ, HERE);                                                      \
        const type value = __atomic_load_n(p, __ATOMIC_SEQ_CST);                                   \
        count(false, HERE);                                                                        \
        return value;                                                                              \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *p, type value, int order);                     \
    void __tsan_atomic##bits##_store(volatile type *p, type value, int order) {                    \
        (void)order;                                                                               \
        note_set(p, sizeof *p, CHECK_WRITE, HERE);                                                 \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                              \
        count(true, HERE);                                                                         \
    }                                                                                              \
    FETCH(bits, type, exchange, __atomic_exchange_n, note_set, CHECK_WRITE)                        \
    FETCH(bits, type, fetch_add, __atomic_fetch_add, note, CHECK_WRITE | CHECK_UPDATE)             \
    FETCH(bits, type, fetch_sub, __atomic_fetch_sub, note, CHECK_WRITE | CHECK_UPDATE)             \
    FETCH(bits, type, fetch_and, __atomic_fetch_and, note, CHECK_WRITE | CHECK_UPDATE)             \
    FETCH(bits, type, fetch_or, __atomic_fetch_or, note, CHECK_WRITE | CHECK_UPDATE)               \
    FETCH(bits, type, fetch_xor, __atomic_fetch_xor, note, CHECK_WRITE | CHECK_UPDATE)             \
    FETCH(bits, type, fetch_nand, __atomic_fetch_nand, note, CHECK_WRITE | CHECK_UPDATE)           \
    COMPARE(bits, type, compare_exchange_strong, note_set)                                         \
    COMPARE(bits, type, compare_exchange_weak, note)                                               \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type expected, type desired, \
                                                    int order, int failure);                       \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type expected, type desired, \
                                                    int order, int failure) {                      \
        (void)order;                                                                               \
        (void)failure;                                                                             \
        note(p, sizeof *p, CHECK_WRITE | CHECK_UPDATE, HERE);                                      \
        const int done = __atomic_compare_exchange_n(p, &expected, desired, 0, __ATOMIC_SEQ_CST,   \
                                                     __ATOMIC_SEQ_CST);                            \
        count(done &&expected != desired, HERE);                                                   \
        return expected;                                                                           \
    }

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

/* C++ fences; CUDA's __threadfence() comes to cpudev_checked_fence. */
void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) {
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    cpudev_checked_fence(false);
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) {
    (void)order;
}
