/* local.h - what shadow.c asks of the notes on a thread's stack, inline. */
#ifndef CPUDEV_CHECK_LOCAL_H
#define CPUDEV_CHECK_LOCAL_H

#include <string.h>

#include "checker.h"

/* The notes of a stack; they begin with one bit for each byte of it, set in red zones. */
static inline unsigned char *check_notes_of(const cpudev_stack_owner *owner) {
    return owner->stack - CPUDEV_STACK_GUARD - CPUDEV_STACK_NOTES;
}

/* Bits [i, i + count), at most 57. */
static inline uint64_t check_red_bits(const unsigned char *red, size_t i, size_t count) {
    uint64_t bits;
    memcpy(&bits, &red[i / 8], sizeof bits);
    return bits >> i % 8 & ((1ull << count) - 1);
}

/* Are these bytes, at most 32, on the running thread's stack and in no red zone? */
static inline __attribute__((always_inline)) bool check_plain_stack(uintptr_t p, size_t size) {
    const cpudev_stack_owner *owner = cpudev_running_stack();
    size_t offset = p - (uintptr_t)owner->stack;
    return offset < (size_t)(owner->stack_top - owner->stack) && size <= 32 &&
           !check_red_bits(check_notes_of(owner), offset, size);
}

#endif
