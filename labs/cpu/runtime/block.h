/* block.h - the blocks of this OS thread, of which one runs: their fibers and who waits for
 * what. */
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

typedef struct cpudev_running {
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
    cpudev_fiber *convergent[CPUDEV_MAX_THREADS];
    unsigned at_grid; /* in cpudev_grid_sync */
    cpudev_fiber *waits_for_grid[CPUDEV_MAX_THREADS];
    bool gave_way;         /* all its threads ask in loops for what another block must do */
    unsigned spins;        /* turns that threads gave away since one of them moved on */
    uint64_t progress;     /* threads that began or ended, barriers, ... */
    cpudev_thread spinner; /* who gave its turn away last, and where */
    void *spin_pc;
    cpudev_uint3 next; /* threadIdx of the next thread to start, in forward order */
    uint64_t salt;     /* of the order of threads in this block */
    bool own_order;    /* not forward */
    cpudev_fiber scheduler;
    struct { /* while other blocks have their turn (resident.c) */
        bool waits;
        cpudev_block block;
        unsigned char *shared;
        cpudev_output output;
        void *check;
        uint64_t progress;
    } kept;
    struct cpudev_running *next_here; /* of all blocks of this OS thread */
    unsigned char **batches;          /* each holds CPUDEV_FIBER_BATCH stacks */
    unsigned batch_count;
    unsigned free_fibers;
    cpudev_fiber *free_fiber[CPUDEV_MAX_THREADS + CPUDEV_FIBER_BATCH];
    cpudev_warp warp[CPUDEV_MAX_WARPS];
} cpudev_running;

extern __thread cpudev_uint3 threadIdx, blockIdx, blockDim, gridDim; /* builtin.c */
extern __thread cpudev_running *cpudev_running_now;
extern __thread cpudev_running *cpudev_blocks_here;

typedef enum {
    CPUDEV_BLOCK_DONE,
    CPUDEV_BLOCK_STUCK, /* a deadlock; cpudev_fault_state.text says why */
    CPUDEV_BLOCK_GAVE_WAY,
    CPUDEV_BLOCK_AT_GRID /* all its threads are in cpudev_grid_sync */
} cpudev_block_state;
/* The row of threads that runs here, from its first on, each told in memory; device code has been
 * stopped. */
cpudev_running *cpudev_repeat_row(void);
/* The block becomes the one that runs here, in r; NULL: in a new one. */
cpudev_running *cpudev_begin_block(cpudev_running *r, const cpudev_launch *launch, uint64_t block);
cpudev_block_state cpudev_go_on(cpudev_running *r);
/* The block that r runs has ended, in the plain loop; which one goes on in its place (workers.c)?
 * false: there is more to do than that. */
bool cpudev_take_next_block(const cpudev_running *r, uint64_t *block);
/* The grid's barrier opened: threads of this block go on. */
void cpudev_leave_grid_sync(cpudev_running *r);
/* A block that was put aside, with what it has in r->kept.block, is the one that runs again. */
void cpudev_take_up_block(cpudev_running *r);
/* This OS thread runs blocks of the launch from now on. */
void cpudev_set_sizes(const cpudev_launch *launch);

/* From now on every start and exit of a thread is counted. First thing in whatever may wait. */
void cpudev_leave_plain_loop(cpudev_running *r);
/* Waits until somebody calls cpudev_make_ready for the running fiber. */
void cpudev_suspend(cpudev_running *r, const char *waits_for, void *pc);
void cpudev_make_ready(cpudev_running *r, cpudev_fiber *fiber);

/* turns.c: the thread that runs next has not been looked at. */
void cpudev_begin_steps(void);

/* fiber.c: stacks. The stack of a fiber ends where the fiber itself begins. */
void cpudev_add_fibers(cpudev_running *r);
void cpudev_reset_fibers(cpudev_running *r);

/* warp.c: a lane exited; resolves groups that waited for it alone. */
void cpudev_warp_lane_exited(cpudev_running *r, unsigned thread_linear);
void cpudev_reset_warps(cpudev_running *r);
/* Nothing else can run: lanes in __activemask form the groups they are. true if there were any. */
bool cpudev_warp_converge(cpudev_running *r);

#endif
