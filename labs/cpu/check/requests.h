/* requests.h - what one warp's request costs a GPU, in counts that follow from its addresses
 * alone. */
#ifndef CPUDEV_CHECK_REQUESTS_H
#define CPUDEV_CHECK_REQUESTS_H

#include <stdint.h>
#include <stdio.h>

typedef enum {
    PROFILE_GLOBAL_LOADS,
    PROFILE_GLOBAL_STORES,
    PROFILE_GLOBAL_ATOMICS,
    PROFILE_CONSTANT,
    PROFILE_SHARED_LOADS,
    PROFILE_SHARED_STORES,
    PROFILE_SHARED_ATOMICS,
    PROFILE_TEXTURE,
    PROFILE_CLASSES
} profile_class;

/* What the lanes of one warp touched together. */
typedef struct {
    uint32_t lanes; /* bit i: lane i took part */
    unsigned size;  /* bytes a lane */
    uintptr_t address[32];
} profile_request;

typedef struct {
    uint64_t requests, accesses; /* accesses: lanes, summed over requests */
    uint64_t partial;            /* requests without some lane of the warp */
    uint64_t bytes;
    uint64_t sectors;   /* global memory: distinct 32-byte pieces, summed over requests */
    uint64_t words;     /* constant memory: distinct words, or wider values, summed over requests */
    uint64_t passes;    /* shared memory: turns the 32 banks need */
    uint64_t conflicts; /* shared memory: passes beyond those that the width alone needs */
} profile_totals;

/* Adds one request of a warp with `live` threads. */
void profile_count(profile_totals *totals, profile_class class, const profile_request *request,
                   unsigned live);
/* to += after - before */
void profile_add_difference(profile_totals *to, const profile_totals *after,
                            const profile_totals *before);
const char *profile_class_name(profile_class class);
void profile_write_totals(FILE *out, profile_class class, const profile_totals *totals);

#endif
