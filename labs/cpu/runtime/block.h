/* block.h - the block that runs on this OS thread: its fibers and who waits for what. */
#ifndef CPUDEV_BLOCK_H
#define CPUDEV_BLOCK_H

#include "core.h"

/* Lies at the top of its stack: a switch touches neighbouring cache lines only. */
typedef struct cpudev_fiber {
    void *context; /* valid while suspended */
    void *pc;      /* where it waits, in the student's code */
    cpudev_stack_owner owner;
    const char *waits_for;  /* "a shuffle", ...: what of its warp it waits for */
    uint64_t value, result; /* of a warp collective */
    unsigned source_lane;
} cpudev_fiber;

enum { CPUDEV_MAX_THREADS = 1024 }; /* in a block */
enum { CPUDEV_FIBER_BATCH = 32 };

/* Runnable fibers, first in, first out. A fiber is in it at most once. */
typedef struct {
    unsigned first, end; /* count up without end; the place is the number modulo the size */
    cpudev_fiber **fiber;
} cpudev_queue;

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

enum { CPUDEV_MAX_WARPS = CPUDEV_MAX_THREADS / 32 };

typedef struct {
    const cpudev_launch *launch;
    unsigned threads, started, exited;
    unsigned epoch; /* barriers opened */
    cpudev_fiber *current, *loop_owner;
    cpudev_votes votes, result;
    cpudev_queue ready;
    unsigned waiting;          /* at the barrier */
    cpudev_fiber **at_barrier; /* this and ready.fiber change places when a barrier opens */
    cpudev_fiber *place[2][CPUDEV_MAX_THREADS];
    unsigned converging; /* lanes in cpudev_active_mask */
    cpudev_uint3 next;   /* threadIdx of the next thread to start, in forward order */
    uint64_t salt;       /* of the order of threads in this block */
    bool own_order;      /* not forward */
    cpudev_fiber scheduler;
    unsigned free_fibers;
    cpudev_fiber *free_fiber[CPUDEV_MAX_THREADS + CPUDEV_FIBER_BATCH];
    cpudev_warp warp[CPUDEV_MAX_WARPS];
} cpudev_running;

extern __thread cpudev_running *cpudev_running_now;

/* From now on every start and exit of a thread is counted. First thing in whatever may wait. */
void cpudev_leave_plain_loop(cpudev_running *r);
/* Waits until somebody calls cpudev_make_ready for the running fiber. */
void cpudev_suspend(cpudev_running *r, const char *waits_for, void *pc);
void cpudev_make_ready(cpudev_running *r, cpudev_fiber *fiber);

/* fiber.c: stacks. The stack of a fiber ends where the fiber itself begins. */
void cpudev_add_fibers(cpudev_running *r);
void cpudev_reset_fibers(cpudev_running *r);

/* warp.c: a lane exited; resolves groups that waited for it alone. */
void cpudev_warp_lane_exited(cpudev_running *r, unsigned thread_linear);
void cpudev_reset_warps(cpudev_running *r);
/* Nothing else can run: lanes in __activemask form the groups they are. true if there were any. */
bool cpudev_warp_converge(cpudev_running *r);

#endif
