/* block.h - the block that runs on this OS thread: its fibers and who waits for what. */
#ifndef CPUDEV_BLOCK_H
#define CPUDEV_BLOCK_H

#include "runtime.h"

typedef struct cpudev_fiber {
    void *context; /* Boost.Context's fcontext_t, valid while suspended */
    cpudev_thread self;
    struct cpudev_fiber *next; /* in the list it waits in */
    unsigned char *stack;      /* lowest usable address; a guard page lies below */
    unsigned char *stack_top;
    void *pc;              /* where it waits, in the student's code */
    const char *waits_for; /* "__syncthreads", ...; NULL: runnable */
    uint64_t value, result; /* of a warp collective */
    unsigned source_lane;
} cpudev_fiber;

typedef struct {
    cpudev_fiber *head, *tail;
} cpudev_fiber_list;

/* Lanes of one warp that came to a collective with the same kind and mask. */
typedef struct {
    cpudev_collective kind;
    unsigned mask, arrived;
} cpudev_group;

typedef struct {
    unsigned exited; /* lanes that returned or do not exist */
    unsigned epoch;
    unsigned group_count;
    cpudev_group group[32];
    cpudev_fiber *lane[32]; /* waiting in a group */
} cpudev_warp;

enum { CPUDEV_MAX_WARPS = 1024 / 32 };

typedef struct {
    const cpudev_launch *launch;
    unsigned threads, started, exited, waiting;
    unsigned epoch; /* barriers opened */
    cpudev_fiber *current, *loop_owner;
    cpudev_fiber_list ready, at_barrier;
    cpudev_votes votes, result;
    unsigned converging; /* lanes in cpudev_active_mask */
    uint64_t salt;       /* of the order of threads in this block */
    bool own_order;      /* not forward */
    cpudev_fiber scheduler;
    cpudev_fiber *free_fibers;
    cpudev_warp warp[CPUDEV_MAX_WARPS];
} cpudev_running;

extern __thread cpudev_running *cpudev_running_now;

/* From now on every start and exit of a thread is counted. First thing in whatever may wait. */
void cpudev_leave_plain_loop(cpudev_running *r);
/* Waits until somebody calls cpudev_make_ready for the running fiber. */
void cpudev_suspend(cpudev_running *r, const char *waits_for, void *pc);
void cpudev_make_ready(cpudev_running *r, cpudev_fiber *fiber);
void cpudev_list_append(cpudev_fiber_list *list, cpudev_fiber *fiber);

/* fiber.c: stacks. A fiber that will call entry when first switched to. */
cpudev_fiber *cpudev_new_fiber(cpudev_running *r);
void cpudev_free_fiber(cpudev_running *r, cpudev_fiber *fiber);
void cpudev_reset_fibers(cpudev_running *r);

/* warp.c: a lane exited; resolves groups that waited for it alone. */
void cpudev_warp_lane_exited(cpudev_running *r, unsigned thread_linear);
void cpudev_reset_warps(cpudev_running *r);
/* Nothing else can run: lanes in __activemask form the groups they are. true if there were any. */
bool cpudev_warp_converge(cpudev_running *r);

#endif
