/* block.h - what the threads of a block do together: shared arrays, barriers, warps, exits. */
#ifndef FUZZ_BLOCK_H
#define FUZZ_BLOCK_H

#include <stdbool.h>

#include "scope.h"

/* The launch that the kernel is written for. */
struct shape {
    unsigned grid[3], block[3];
    unsigned threads, blocks; /* in a block; in the grid */
};
extern struct shape shape;
void shape_choose(void);

/* Where in the kernel we are. */
struct context {
    bool together; /* every thread of the block that has not returned comes here, in step */
    bool kernel;   /* in the kernel's own body, where `live` is known */
    int depth;     /* of ifs and loops */
    int loops;
};

/* Arrays through which threads exchange values. Each thread has a slot of its own; it reads others'
 * when a barrier stands between. */
void arrays_forget(void);
void arrays_declare(
    bool scratch); /* declarations and first values; scratch: a parameter of that name */
unsigned arrays_dynamic_bytes(void);
bool arrays_clean(void); /* nothing was touched since the last barrier */
unsigned arrays_state(void);
void arrays_restore(unsigned state);
void arrays_merge(unsigned state);

void barrier(void);
void exchange(struct context context); /* a statement or some with shared memory and barriers */
void warp_statement(struct context context);
void exit_early(void);
void exits_allowed(bool allowed);
/* A function of the program with a barrier inside: written once, called by kernels. */
void meeting_functions(void);

#endif
