/* block.c - runs one block: a plain loop over its threads until one must wait, then fibers. */
#define _GNU_SOURCE
#include "block.h"
#include "context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__thread cpudev_thread *cpudev_self;
__thread cpudev_block cpudev_running_block;
__thread unsigned char cpudev_dynamic_shared[CPUDEV_MAX_DYNAMIC_SHARED]
    __attribute__((aligned(256)));
__thread cpudev_running *cpudev_running_now, *cpudev_blocks_here;
__thread unsigned cpudev_atomics_left = CPUDEV_ATOMICS_IN_A_ROW;

/* ---- what files of device code have of their own (kernel.h), but for those of --check ---- */

static cpudev_file *files;

void cpudev_add_file(cpudev_file *file) {
    file->next = files;
    files = file;
}

void cpudev_set_sizes(const cpudev_launch *launch) {
    blockDim = launch->block;
    gridDim = launch->grid;
    for (const cpudev_file *f = files; f; f = f->next)
        f->set_sizes(launch->block, launch->grid);
}

static void set_row(void) {
    static __thread unsigned now;
    const unsigned row = cpudev_running_block.slow ? 0 : cpudev_running_block.dim.x;
    if (row == now)
        return;
    now = row;
    for (const cpudev_file *f = files; f; f = f->next)
        f->set_row(row);
}

/* ---- threads ---- */

static void append(cpudev_queue *q, cpudev_fiber *fiber) {
    q->fiber[q->end++ % CPUDEV_MAX_THREADS] = fiber;
}

/* Cache lines of a fiber that a switch to it touches: itself and the end of its stack. */
static inline void prefetch(const cpudev_fiber *fiber) {
    const char *p = (const char *)fiber;
    __builtin_prefetch(p);
    __builtin_prefetch(p - 64);
    __builtin_prefetch(p - 128);
    __builtin_prefetch(p - 192);
}

static inline cpudev_fiber *pop_ready(cpudev_running *r) {
    enum { AHEAD = 3 };
    cpudev_queue *q = &r->ready;
    if (q->first == q->end)
        return NULL;
    if (q->end - q->first > AHEAD)
        prefetch(q->fiber[(q->first + AHEAD) % CPUDEV_MAX_THREADS]);
    return q->fiber[q->first++ % CPUDEV_MAX_THREADS];
}

static void advance(cpudev_uint3 *next, cpudev_uint3 dim) {
    if (++next->x < dim.x)
        return;
    next->x = 0;
    if (++next->y < dim.y)
        return;
    next->y = 0;
    next->z++;
}

/* Places fiber at the next thread to start. */
static void start_thread(cpudev_running *r, cpudev_fiber *fiber) {
    const cpudev_uint3 dim = r->launch->block;
    cpudev_thread *self = &fiber->owner.self;
    unsigned linear = r->started++;
    r->spins = 0;
    r->progress++;
    if (r->own_order) {
        linear = (unsigned)cpudev_ordered(linear, r->threads, r->salt);
        self->thread =
            (cpudev_uint3){linear % dim.x, linear / dim.x % dim.y, linear / dim.x / dim.y};
    } else {
        self->thread = r->next;
        advance(&r->next, dim);
    }
    self->thread_linear = linear;
    self->barrier_epoch = r->epoch;
    self->warp_epoch = r->warp[linear / 32].epoch;
    threadIdx = self->thread;
}

static inline __attribute__((always_inline)) void switch_to(cpudev_running *r, cpudev_fiber *from,
                                                            cpudev_fiber *to) {
    r->current = to;
    cpudev_self = &to->owner.self;
    threadIdx = to->owner.self.thread;
    cpudev_switch(&from->context, to->context);
}

static void set_number(cpudev_running *r, const cpudev_launch *launch, uint64_t block) {
    const cpudev_uint3 grid = launch->grid;
    cpudev_thread *self = &r->scheduler.owner.self;
    if (block == self->block_linear + 1) /* nearly always, and a division takes long */
        advance(&self->block, grid);
    else
        self->block =
            (cpudev_uint3){(unsigned)(block % grid.x), (unsigned)(block / grid.x % grid.y),
                           (unsigned)(block / grid.x / grid.y)};
    self->block_linear = block;
    r->salt = block * 2654435761u + launch->number;
}

/* All threads of a block ran in the plain loop: what they leave is what they found but for the
 * block's number, so this fiber goes on with the worker's next one. */
static bool begin_next_block(cpudev_running *r, cpudev_fiber *me) {
    uint64_t block;
    if (CPUDEV_CHECKED || r->launch->cooperative || !cpudev_take_next_block(r, &block))
        return false;
    set_number(r, r->launch, block);
    me->owner.self.block = blockIdx = r->scheduler.owner.self.block;
    me->owner.self.block_linear = block;
    me->owner.self.thread = threadIdx = (cpudev_uint3){0, 0, 0};
    return true;
}

static void fiber_main(void) {
    cpudev_running *r = cpudev_running_now;
    cpudev_fiber *me = r->current;
    do
        r->launch->kernel->run(r->launch->closure);
    while (!cpudev_running_block.slow && begin_next_block(r, me));
    if (!cpudev_running_block.slow)
        r->started = r->exited = r->threads;
    r->free_fiber[r->free_fibers++] = me;
    cpudev_fiber *next = pop_ready(r);
    switch_to(r, me, next ? next : &r->scheduler);
    abort(); /* a fiber that has ended is never switched to */
}

/* A fiber that takes the loop over threads from the next one to start. */
static cpudev_fiber *new_loop_owner(cpudev_running *r) {
    if (!r->free_fibers)
        cpudev_add_fibers(r);
    cpudev_fiber *fiber = r->free_fiber[--r->free_fibers];
    fiber->owner.self = r->scheduler.owner.self;
    start_thread(r, fiber);
    fiber->context = cpudev_new_context(fiber, fiber_main);
    r->loop_owner = fiber;
    return fiber;
}

void cpudev_tell_thread(void) {
    if (!cpudev_self || cpudev_running_block.slow)
        return;
    const cpudev_uint3 dim = cpudev_running_block.dim;
    cpudev_self->thread = threadIdx;
    cpudev_self->thread_linear = threadIdx.x + dim.x * (threadIdx.y + dim.y * threadIdx.z);
}

/* From here on threads are counted: those before number `linear` have ended. */
static void begin_counting(cpudev_running *r, unsigned linear) {
    cpudev_running_block.slow = 1;
    set_row();
    r->started = r->exited = linear;
    for (unsigned w = 0; w < linear / 32; w++)
        r->warp[w].exited = ~0u;
    r->warp[linear / 32].exited |= (1u << linear % 32) - 1;
}

void cpudev_leave_plain_loop(cpudev_running *r) {
    if (cpudev_running_block.slow)
        return;
    cpudev_tell_thread();
    const cpudev_thread *self = &r->current->owner.self;
    begin_counting(r, self->thread_linear);
    r->started++;
    r->next = self->thread;
    advance(&r->next, r->launch->block);
}

void cpudev_make_ready(cpudev_running *r, cpudev_fiber *fiber) {
    append(&r->ready, fiber);
}

/* Nobody is ready: the next thread to start, or the scheduler, which knows what to do. */
static __attribute__((noinline)) cpudev_fiber *other_than_ready(cpudev_running *r) {
    return r->started < r->threads ? new_loop_owner(r) : &r->scheduler;
}

static inline __attribute__((always_inline)) void wait(cpudev_running *r, cpudev_fiber *me) {
    cpudev_fiber *next = pop_ready(r);
    if (__builtin_expect(!next, 0))
        next = other_than_ready(r);
    if (__builtin_expect(next != me, 1)) /* me: in an order of its own, or after a yield */
        switch_to(r, me, next);
}

void cpudev_suspend(cpudev_running *r, const char *waits_for, void *pc) {
    cpudev_fiber *me = r->current;
    me->waits_for = waits_for;
    me->pc = pc;
    wait(r, me);
}

/* Other orders than forward: who has been released runs in an order of its own. */
static void append_shuffled(cpudev_running *r) {
    for (unsigned i = 0; i < r->waiting; i++)
        append(&r->ready, r->at_barrier[cpudev_ordered(i, r->waiting, r->salt + r->epoch)]);
}

static void open_barrier(cpudev_running *r) {
    r->epoch++;
    r->spins = 0;
    r->progress++;
    r->result = r->votes;
    r->votes = (cpudev_votes){.all = 1};
    if (r->own_order) {
        append_shuffled(r);
    } else if (r->ready.first == r->ready.end) { /* nobody else is ready, as nearly always */
        cpudev_fiber **waited = r->at_barrier;
        r->at_barrier = r->ready.fiber;
        r->ready = (cpudev_queue){0, r->waiting, waited};
    } else {
        for (unsigned i = 0; i < r->waiting; i++)
            append(&r->ready, r->at_barrier[i]);
    }
    r->waiting = 0;
    cpudev_hook_barrier_open(r->exited);
}

/* The last thread a barrier waited for goes on itself, unless the order says otherwise. */
static __attribute__((noinline)) void arrive_last(cpudev_running *r, cpudev_fiber *me) {
    if (r->own_order)
        r->at_barrier[r->waiting++] = me;
    open_barrier(r);
    if (r->own_order)
        wait(r, me);
}

static inline __attribute__((always_inline)) void arrive(cpudev_running *r, void *pc) {
    cpudev_fiber *me = r->current;
    cpudev_hook_barrier_arrive(pc);
    if (__builtin_expect(r->waiting + 1 + r->exited < r->threads, 1)) {
        me->pc = pc;
        r->at_barrier[r->waiting++] = me;
        wait(r, me);
    } else {
        arrive_last(r, me);
    }
#ifdef CPUDEV_CHECK
    r->current->owner.self.barrier_epoch = r->epoch;
#endif
}

void cpudev_barrier(void) {
    cpudev_running *r = cpudev_running_now;
    if (__builtin_expect(!cpudev_running_block.slow, 0))
        cpudev_leave_plain_loop(r);
    arrive(r, __builtin_return_address(0));
}

cpudev_votes cpudev_barrier_vote(int predicate) {
    cpudev_running *r = cpudev_running_now;
    cpudev_leave_plain_loop(r);
    r->votes.count += predicate != 0;
    r->votes.all &= predicate != 0;
    r->votes.any |= predicate != 0;
    arrive(r, __builtin_return_address(0));
    return r->result;
}

/* Another thread of the block gets a turn: one that has not begun, or one that is ready; when all
 * of them have given their turn away, another block (resident.c). */
static void give_way(cpudev_running *r, void *pc) {
    cpudev_leave_plain_loop(r);
    cpudev_begin_steps();
    cpudev_fiber *me = r->current;
    r->spinner = me->owner.self;
    r->spin_pc = pc;
    append(&r->ready, me);
    if (r->started < r->threads) {
        cpudev_fiber *next = new_loop_owner(r);
        switch_to(r, me, next);
    } else if (r->spins++ > r->ready.end - r->ready.first) {
        r->spins = 0;
        r->gave_way = true;
        switch_to(r, me, &r->scheduler);
    } else {
        wait(r, me);
    }
}

void cpudev_yield(void) {
    give_way(cpudev_running_now, __builtin_return_address(0));
}

void cpudev_many_atomics(int changed, void *pc) {
    cpudev_atomics_left = changed ? CPUDEV_ATOMICS_IN_A_ROW : CPUDEV_ATOMICS_IN_VAIN;
    if (!cpudev_self)
        return;
    if (changed)
        cpudev_running_now->progress++;
    give_way(cpudev_running_now, pc ? pc : __builtin_return_address(0));
}

void cpudev_grid_sync(void) {
    cpudev_running *r = cpudev_running_now;
    cpudev_leave_plain_loop(r);
    if (!r->launch->cooperative)
        cpudev_stop_block(
            cudaErrorLaunchFailure, (char *)__builtin_return_address(0) - 1,
            "grid.sync() in a kernel that was launched with <<<...>>>; launch it with "
            "cudaLaunchCooperativeKernel, which makes all blocks resident");
    cpudev_hook_barrier_arrive(__builtin_return_address(0));
    r->waits_for_grid[r->at_grid++] = r->current;
    cpudev_suspend(r, "grid.sync()", __builtin_return_address(0));
}

void cpudev_leave_grid_sync(cpudev_running *r) {
    for (unsigned i = 0; i < r->at_grid; i++)
        append(&r->ready, r->waits_for_grid[cpudev_ordered(i, r->at_grid, r->salt + r->epoch)]);
    r->at_grid = 0;
    r->progress++;
    cpudev_hook_barrier_open(r->exited);
}

int cpudev_next_thread(void) {
    cpudev_running *r = cpudev_running_now;
    cpudev_fiber *me = r->current;
    cpudev_hook_thread_end();
    r->exited++;
    cpudev_warp_lane_exited(r, me->owner.self.thread_linear);
    if (r->waiting && r->waiting + r->exited == r->threads)
        open_barrier(r);
    if (me != r->loop_owner || r->started == r->threads) {
        cpudev_self = NULL; /* on the way out of here no thread runs that could give way */
        return 0;
    }
    start_thread(r, me);
    return 1;
}

/* Explains in cpudev_fault_state. */
static void report_deadlock(cpudev_running *r) {
    char where[200];
    const unsigned waiting = r->threads - r->exited;
    const cpudev_fiber *first = NULL;
    unsigned at_barrier = 0, in_warp = 0;
    for (; at_barrier < r->waiting; at_barrier++)
        if (!first ||
            r->at_barrier[at_barrier]->owner.self.thread_linear < first->owner.self.thread_linear)
            first = r->at_barrier[at_barrier];
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
    for (unsigned i = 0; i < r->at_grid && !first; i++)
        first = lane_waiting = r->waits_for_grid[i];
    cpudev_describe_code(first ? (char *)first->pc - 1 : NULL, where, sizeof where);
    snprintf(
        cpudev_fault_state.text, sizeof cpudev_fault_state.text,
        "deadlock: %u of %u threads wait for ever (%u in __syncthreads, %u for lanes of their "
        "warp), %u have returned; the first is thread (%u,%u,%u) in %s at %s. Every thread of a "
        "block, and every lane named in a mask, must come to the same barrier. On a GPU this hangs",
        waiting, r->threads, at_barrier, in_warp, r->exited, first ? first->owner.self.thread.x : 0,
        first ? first->owner.self.thread.y : 0, first ? first->owner.self.thread.z : 0,
        lane_waiting ? lane_waiting->waits_for : "__syncthreads", where);
    cpudev_hook_deadlock(waiting, first ? &first->owner.self : NULL, first ? first->pc : NULL);
}

bool cpudev_in_arguments(const void *p) {
    const cpudev_launch *launch = cpudev_running_now->launch;
    return (uintptr_t)p - (uintptr_t)launch->closure < launch->kernel->closure_size;
}

static cpudev_running *new_running(void) {
    cpudev_running *r = aligned_alloc(64, (sizeof *r + 63) / 64 * 64);
    if (!r) {
        cpudev_complain("no memory to run a block");
        exit(1);
    }
    memset(r, 0, sizeof *r);
    r->next_here = cpudev_blocks_here;
    return cpudev_blocks_here = r;
}

static void make_current(cpudev_running *r) {
    cpudev_running_now = r;
    blockIdx = r->scheduler.owner.self.block;
}

void cpudev_take_up_block(cpudev_running *r) {
    make_current(r);
    cpudev_running_block = r->kept.block;
    set_row();
}

cpudev_running *cpudev_begin_block(cpudev_running *r, const cpudev_launch *launch,
                                   uint64_t block_linear) {
    if (!r)
        r = new_running();
    if (r->exited != r->threads) /* the block before this one was stopped */
        cpudev_reset_fibers(r);
    r->launch = launch;
    r->threads = launch->block.x * launch->block.y * launch->block.z;
    r->started = r->exited = r->waiting = r->epoch = r->converging = r->at_grid = r->spins = 0;
    r->ready = (cpudev_queue){0, 0, r->place[0]};
    r->at_barrier = r->place[1];
    r->next = (cpudev_uint3){0, 0, 0};
    r->votes = (cpudev_votes){.all = 1};
    r->own_order = cpudev_order != CPUDEV_FORWARD;
    r->scheduler.owner.self = (cpudev_thread){.kernel = launch->kernel, .launch = launch->number};
    set_number(r, launch, block_linear);
    make_current(r);
    cpudev_reset_warps(r);
    cpudev_running_block =
        (cpudev_block){.slow = r->own_order || launch->kernel->in_turns, .dim = launch->block};
    set_row();
    cpudev_hook_block_begin(block_linear, launch->dynamic_shared);
    return r;
}

cpudev_running *cpudev_repeat_row(void) {
    cpudev_running *r = cpudev_running_now;
    const cpudev_uint3 dim = r->launch->block, first = {0, threadIdx.y, threadIdx.z};
    r->exited = r->threads + 1; /* it was stopped: its fibers are free */
    cpudev_begin_block(r, r->launch, r->scheduler.owner.self.block_linear);
    begin_counting(r, dim.x * (first.y + dim.y * first.z));
    r->next = first;
    return r;
}

cpudev_block_state cpudev_go_on(cpudev_running *r) {
    cpudev_block_state state = CPUDEV_BLOCK_DONE;
    r->gave_way = false;
    while (r->exited < r->threads && state == CPUDEV_BLOCK_DONE) {
        cpudev_fiber *next = pop_ready(r);
        if (!next && r->started < r->threads)
            next = new_loop_owner(r);
        if (!next && cpudev_warp_converge(r))
            continue;
        if (next)
            switch_to(r, &r->scheduler, next);
        else
            state =
                r->at_grid + r->exited == r->threads ? CPUDEV_BLOCK_AT_GRID : CPUDEV_BLOCK_STUCK;
        if (r->gave_way)
            state = CPUDEV_BLOCK_GAVE_WAY;
    }
    cpudev_self = NULL;
    if (state == CPUDEV_BLOCK_STUCK)
        report_deadlock(r);
    if (state == CPUDEV_BLOCK_STUCK || state == CPUDEV_BLOCK_DONE)
        cpudev_hook_block_end();
    return state;
}
