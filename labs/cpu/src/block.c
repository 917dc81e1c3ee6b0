/* block.c - runs one block: a plain loop over its threads until one must wait, then fibers. */
#define _GNU_SOURCE
#include "block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Boost.Context's C interface (its header is C++). */
typedef struct {
    void *context; /* of the fiber that switched to us */
    void *data;
} transfer;
extern void *make_fcontext(void *stack_top, size_t size, void (*entry)(transfer));
extern transfer jump_fcontext(void *to, void *data);

__thread cpudev_thread *cpudev_self;
__thread cpudev_block cpudev_running_block;
__thread unsigned char cpudev_dynamic_shared[CPUDEV_MAX_DYNAMIC_SHARED]
    __attribute__((aligned(256)));
__thread cpudev_running *cpudev_running_now;
/* kernel.h declares them as uint3 and dim3, which have the same layout. */
__thread cpudev_uint3 threadIdx, blockIdx, blockDim, gridDim;

void cpudev_list_append(cpudev_fiber_list *list, cpudev_fiber *fiber) {
    fiber->next = NULL;
    if (list->head)
        list->tail->next = fiber;
    else
        list->head = fiber;
    list->tail = fiber;
}

static cpudev_fiber *pop_ready(cpudev_running *r) {
    cpudev_fiber *fiber = r->ready.head;
    if (fiber)
        r->ready.head = fiber->next;
    return fiber;
}

/* Places fiber at the next thread to start. */
static void start_thread(cpudev_running *r, cpudev_fiber *fiber) {
    unsigned linear = r->started++;
    if (r->own_order)
        linear = (unsigned)cpudev_ordered(linear, r->threads, r->salt);
    const cpudev_uint3 dim = r->launch->block;
    cpudev_thread *self = &fiber->self;
    self->thread_linear = linear;
    self->thread.x = linear % dim.x;
    self->thread.y = linear / dim.x % dim.y;
    self->thread.z = linear / dim.x / dim.y;
    self->barrier_epoch = r->epoch;
    self->warp_epoch = r->warp[linear / 32].epoch;
    threadIdx = self->thread;
}

static void switch_to(cpudev_running *r, cpudev_fiber *from, cpudev_fiber *to) {
    r->current = to;
    cpudev_self = to == &r->scheduler ? NULL : &to->self;
    threadIdx = to->self.thread;
    const transfer t = jump_fcontext(to->context, from);
    ((cpudev_fiber *)t.data)->context = t.context;
}

static void fiber_main(transfer t) {
    ((cpudev_fiber *)t.data)->context = t.context;
    cpudev_running *r = cpudev_running_now;
    cpudev_fiber *me = r->current;
    r->launch->kernel->run(r->launch->closure);
    if (!cpudev_running_block.slow)
        r->started = r->exited = r->threads;
    cpudev_free_fiber(r, me);
    cpudev_fiber *next = pop_ready(r);
    switch_to(r, me, next ? next : &r->scheduler);
    abort(); /* a fiber that has ended is never switched to */
}

/* A fiber that takes the loop over threads from the next one to start. */
static cpudev_fiber *new_loop_owner(cpudev_running *r) {
    cpudev_fiber *fiber = cpudev_new_fiber(r);
    fiber->self = r->scheduler.self;
    fiber->waits_for = NULL;
    start_thread(r, fiber);
    fiber->context =
        make_fcontext(fiber->stack_top, (size_t)(fiber->stack_top - fiber->stack), fiber_main);
    r->loop_owner = fiber;
    return fiber;
}

void cpudev_leave_plain_loop(cpudev_running *r) {
    if (cpudev_running_block.slow)
        return;
    cpudev_running_block.slow = 1;
    const unsigned linear = r->current->self.thread_linear;
    r->started = linear + 1;
    r->exited = linear;
    for (unsigned w = 0; w < linear / 32; w++)
        r->warp[w].exited = ~0u;
    r->warp[linear / 32].exited |= (1u << linear % 32) - 1;
}

void cpudev_make_ready(cpudev_running *r, cpudev_fiber *fiber) {
    fiber->waits_for = NULL;
    cpudev_list_append(&r->ready, fiber);
}

void cpudev_suspend(cpudev_running *r, const char *waits_for, void *pc) {
    cpudev_fiber *me = r->current;
    me->waits_for = waits_for;
    me->pc = pc;
    if (r->loop_owner == me)
        r->loop_owner = NULL;
    cpudev_fiber *next = pop_ready(r);
    if (!next)
        next = r->started < r->threads ? new_loop_owner(r) : &r->scheduler;
    switch_to(r, me, next);
}

/* Other orders than forward: who has been released runs in an order of its own. */
static void shuffle_ready(cpudev_running *r) {
    cpudev_fiber *list[1024];
    unsigned count = 0;
    for (cpudev_fiber *f = r->ready.head; f; f = f->next)
        list[count++] = f;
    r->ready.head = NULL;
    for (unsigned i = 0; i < count; i++)
        cpudev_list_append(&r->ready, list[cpudev_ordered(i, count, r->salt + r->epoch)]);
}

static void open_barrier(cpudev_running *r) {
    r->epoch++;
    r->result = r->votes;
    r->votes = (cpudev_votes){.all = 1};
    r->waiting = 0;
    for (cpudev_fiber *f = r->at_barrier.head; f; f = f->next)
        f->waits_for = NULL;
    if (r->at_barrier.head) {
        if (r->ready.head)
            r->ready.tail->next = r->at_barrier.head;
        else
            r->ready.head = r->at_barrier.head;
        r->ready.tail = r->at_barrier.tail;
        r->at_barrier.head = NULL;
    }
    if (r->own_order)
        shuffle_ready(r);
    cpudev_hook_barrier_open(r->exited);
}

cpudev_votes cpudev_barrier(int predicate) {
    cpudev_running *r = cpudev_running_now;
    void *pc = __builtin_return_address(0);
    cpudev_leave_plain_loop(r);
    cpudev_hook_barrier_arrive(pc);
    r->votes.count += predicate != 0;
    r->votes.all &= predicate != 0;
    r->votes.any |= predicate != 0;
    if (r->waiting + 1 + r->exited < r->threads) {
        r->waiting++;
        cpudev_list_append(&r->at_barrier, r->current);
        cpudev_suspend(r, "__syncthreads", pc);
    } else if (r->own_order) {
        cpudev_list_append(&r->at_barrier, r->current);
        open_barrier(r);
        cpudev_suspend(r, NULL, pc);
    } else {
        open_barrier(r);
    }
    r->current->self.barrier_epoch = r->epoch;
    return r->result;
}

void cpudev_yield(void) {
    cpudev_running *r = cpudev_running_now;
    cpudev_leave_plain_loop(r);
    cpudev_fiber *me = r->current;
    if (r->started < r->threads) { /* what it spins for may be a thread that has not begun */
        cpudev_fiber *next = new_loop_owner(r);
        cpudev_list_append(&r->ready, me);
        switch_to(r, me, next);
    } else {
        cpudev_list_append(&r->ready, me);
        cpudev_suspend(r, NULL, NULL);
    }
}

int cpudev_next_thread(void) {
    cpudev_running *r = cpudev_running_now;
    cpudev_fiber *me = r->current;
    cpudev_hook_thread_end();
    r->exited++;
    cpudev_warp_lane_exited(r, me->self.thread_linear);
    if (r->waiting && r->waiting + r->exited == r->threads)
        open_barrier(r);
    if (me != r->loop_owner || r->started == r->threads)
        return 0;
    start_thread(r, me);
    return 1;
}

static void report_deadlock(cpudev_running *r) {
    char name[200], where[300];
    cpudev_kernel_name(r->launch->kernel, name, sizeof name);
    const unsigned waiting = r->threads - r->exited;
    const cpudev_fiber *first = NULL;
    unsigned at_barrier = 0, in_warp = 0;
    for (const cpudev_fiber *f = r->at_barrier.head; f; f = f->next, at_barrier++)
        if (!first || f->self.thread_linear < first->self.thread_linear)
            first = f;
    const cpudev_fiber *lane_waiting = NULL;
    for (unsigned w = 0; w < (r->threads + 31) / 32; w++)
        for (unsigned g = 0; g < r->warp[w].group_count; g++)
            for (unsigned l = 0; l < 32; l++)
                if (r->warp[w].group[g].arrived >> l & 1) {
                    in_warp++;
                    if (!lane_waiting)
                        lane_waiting = r->warp[w].lane[l];
                }
    if (lane_waiting)
        first = lane_waiting;
    cpudev_describe_code(first ? first->pc : NULL, where, sizeof where);
    const cpudev_uint3 b = r->scheduler.self.block;
    cpudev_complain("kernel %s, block (%u,%u,%u): deadlock: %u of %u threads wait for ever (%u in "
                    "__syncthreads, %u for lanes of their warp), %u have returned; the first is "
                    "thread (%u,%u,%u) in %s at %s. Every thread named in a mask, and every thread "
                    "of a block, must come to the same barrier. On a GPU this hangs",
                    name, b.x, b.y, b.z, waiting, r->threads, at_barrier, in_warp, r->exited,
                    first ? first->self.thread.x : 0, first ? first->self.thread.y : 0,
                    first ? first->self.thread.z : 0, first ? first->waits_for : "?", where);
    cpudev_hook_deadlock(waiting, first ? &first->self : NULL, first ? first->pc : NULL);
}

static cpudev_running *running_of_this_thread(void) {
    if (!cpudev_running_now) {
        cpudev_running_now = aligned_alloc(64, (sizeof(cpudev_running) + 63) / 64 * 64);
        if (!cpudev_running_now) {
            cpudev_complain("no memory to run a block");
            exit(1);
        }
        memset(cpudev_running_now, 0, sizeof(cpudev_running));
    }
    return cpudev_running_now;
}

bool cpudev_run_block(const cpudev_launch *launch, uint64_t block_linear) {
    cpudev_running *r = running_of_this_thread();
    const cpudev_uint3 grid = launch->grid;
    blockDim = launch->block;
    gridDim = grid;
    blockIdx = (cpudev_uint3){(unsigned)(block_linear % grid.x),
                              (unsigned)(block_linear / grid.x % grid.y),
                              (unsigned)(block_linear / grid.x / grid.y)};
    if (r->exited != r->threads) /* the block before this one was stopped */
        cpudev_reset_fibers(r);
    r->launch = launch;
    r->threads = launch->block.x * launch->block.y * launch->block.z;
    r->started = r->exited = r->waiting = r->epoch = r->converging = 0;
    r->ready.head = r->at_barrier.head = NULL;
    r->votes = (cpudev_votes){.all = 1};
    r->own_order = cpudev_order != CPUDEV_FORWARD;
    r->salt = block_linear * 2654435761u + launch->number;
    r->scheduler.self = (cpudev_thread){.kernel = launch->kernel,
                                        .launch = launch->number,
                                        .block = blockIdx,
                                        .block_linear = block_linear};
    cpudev_reset_warps(r);
    cpudev_running_block = (cpudev_block){.slow = r->own_order, .dim = launch->block};
#ifdef CPUDEV_CHECK
    cpudev_running_block.slow = 1;
#endif
    cpudev_hook_block_begin(cpudev_dynamic_shared, launch->dynamic_shared);
    bool deadlock = false;
    while (r->exited < r->threads && !deadlock) {
        cpudev_fiber *next = pop_ready(r);
        if (!next && r->started < r->threads)
            next = new_loop_owner(r);
        if (!next && cpudev_warp_converge(r))
            continue;
        if (next)
            switch_to(r, &r->scheduler, next);
        else
            deadlock = true;
    }
    if (deadlock)
        report_deadlock(r);
    cpudev_hook_block_end();
    return !deadlock;
}
