/* resident.c - several blocks of one OS thread take turns, so that one may wait for another.
 *
 * A block runs until it ends, or until all its threads ask in loops for what somebody else must do
 * (CPUDEV_BLOCK_GAVE_WAY), or are in grid.sync(). Then it is put aside, with what it has in
 * thread-locals (shared memory, its output), and another block gets a turn: one that has not begun,
 * as long as a GPU could have it resident, else the one that waits longest.
 */
#define _GNU_SOURCE
#include "resident.h"

#include <elf.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- what a block has in thread-locals ---- */

typedef struct {
    size_t offset, size;
} range;
static range *shared_ranges; /* static shared variables, among the program's thread-locals */
static size_t range_count, shared_bytes;

/* Shared variables are local to C++ functions: their names begin with _Z. The runtime's own
 * thread-locals, and those of kernel.h, must stay. */
static void add_range(const char *name, int type, uintptr_t value, size_t size, void *unused) {
    (void)unused;
    if (type != STT_TLS || strncmp(name, "_Z", 2) || cpudev_is_runtimes_variable(name))
        return;
    range *moved = realloc(shared_ranges, (range_count + 1) * sizeof *moved);
    if (!moved)
        abort();
    shared_ranges = moved;
    shared_ranges[range_count++] = (range){value, size};
    shared_bytes += size;
}

static void *need(void *memory) {
    if (!memory) {
        cpudev_complain("no memory to keep blocks that wait for each other; use fewer or smaller "
                        "blocks");
        _exit(1);
    }
    return memory;
}

static void put_aside(cpudev_running *r) {
    const size_t dynamic = r->launch->dynamic_shared;
    r->kept.block = cpudev_running_block;
    r->kept.shared = need(realloc(r->kept.shared, shared_bytes + dynamic + 1));
    unsigned char *to = r->kept.shared;
    for (size_t i = 0; i < range_count; i++, to += shared_ranges[i - 1].size)
        memcpy(to, (char *)cpudev_thread_locals() + shared_ranges[i].offset, shared_ranges[i].size);
    memcpy(to, cpudev_dynamic_shared, dynamic);
    cpudev_printf_swap(&r->kept.output);
    cpudev_hook_block_leave(&r->kept.check);
}

static void take_up(cpudev_running *r) {
    cpudev_take_up_block(r);
    const unsigned char *from = r->kept.shared;
    for (size_t i = 0; i < range_count; i++, from += shared_ranges[i - 1].size)
        memcpy((char *)cpudev_thread_locals() + shared_ranges[i].offset, from,
               shared_ranges[i].size);
    memcpy(cpudev_dynamic_shared, from, r->launch->dynamic_shared);
    cpudev_printf_swap(&r->kept.output);
    cpudev_hook_block_enter(&r->kept.check);
}

/* ---- the launch ---- */

static atomic_uint_fast64_t resident, ended, at_grid, progress;
static atomic_uint_fast64_t generation = 1; /* of the grid's barrier */
enum { MAX_WORKERS = 1025 };
static atomic_uint_fast64_t turns[MAX_WORKERS]; /* UINT64_MAX: not in this launch */
static unsigned known_workers;

void cpudev_residents_launch_begin(const cpudev_launch *launch) {
    static bool known;
    if (!known) {
        known = true;
        cpudev_visit_symbols(add_range, NULL);
    }
    (void)launch;
    resident = ended = at_grid = progress = 0;
    for (unsigned w = 0; w < MAX_WORKERS; w++)
        turns[w] = UINT64_MAX;
    known_workers = MAX_WORKERS;
}

/* ---- the blocks of this worker ---- */

typedef struct {
    cpudev_running *running;
    uint64_t generation; /* of the grid's barrier it waits for; 0: for none */
} waiting_block;

static __thread struct {
    waiting_block *waits; /* the one that waits longest first */
    size_t count, room;
    unsigned worker;
    uint64_t seen_progress;
    struct timespec since;
    bool late;                        /* since then more time went by than nothing may move for */
    uint64_t turns_then[MAX_WORKERS]; /* when it was late first */
} here;

/* Threads of blocks that are resident together, as far as a launch is not cooperative: some 4 KiB
 * of memory each. An H200 holds 270336. */
enum { RESIDENT_THREADS = 32768 };

bool cpudev_may_begin_block(const cpudev_launch *launch) {
    const uint64_t threads = (uint64_t)launch->block.x * launch->block.y * launch->block.z;
    return !here.count || launch->cooperative || resident < RESIDENT_THREADS / threads;
}

cpudev_running *cpudev_idle_block(void) {
    resident++;
    for (cpudev_running *r = cpudev_blocks_here; r; r = r->next_here)
        if (!r->kept.waits)
            return r;
    return NULL;
}

static void wait_in_line(cpudev_running *r, uint64_t for_generation) {
    if (here.count == here.room) {
        here.room = here.room ? 2 * here.room : 16;
        here.waits = need(realloc(here.waits, here.room * sizeof *here.waits));
    }
    put_aside(r);
    r->kept.waits = true;
    here.waits[here.count++] = (waiting_block){r, for_generation};
}

cpudev_running *cpudev_next_waiting(void) {
    while (here.count) {
        for (size_t i = 0; i < here.count; i++) {
            const waiting_block w = here.waits[i];
            if (w.generation && w.generation == generation)
                continue;
            memmove(&here.waits[i], &here.waits[i + 1], (--here.count - i) * sizeof w);
            w.running->kept.waits = false;
            take_up(w.running);
            if (w.generation)
                cpudev_leave_grid_sync(w.running);
            return w.running;
        }
        if (cpudev_launch_stops())
            return NULL;
        sched_yield(); /* another worker's block comes to the grid's barrier last */
    }
    return NULL;
}

bool cpudev_block_ended(void) {
    resident--;
    ended++;
    progress++;
    return !at_grid;
}

bool cpudev_wait_for_grid(cpudev_running *r) {
    wait_in_line(r, generation);
    progress++;
    if (++at_grid == r->launch->blocks) {
        at_grid = 0;
        cpudev_hook_grid_open();
        generation++;
    }
    return !ended;
}

/* ---- nothing moves on ---- */

static double limit_seconds(void) {
    static double limit;
    if (!limit) {
        const char *text = getenv("CPU_DEVICE_SPIN_SECONDS");
        char *end = NULL;
        limit = text && *text ? strtod(text, &end) : 10;
        if (limit <= 0 || (end && *end)) {
            cpudev_complain("CPU_DEVICE_SPIN_SECONDS=%s is not a number of seconds", text);
            _exit(2);
        }
    }
    return limit;
}

static double seconds_since(const struct timespec *then) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

const char *cpudev_spin_seconds(void) {
    static char text[32];
    snprintf(text, sizeof text, "%g", limit_seconds());
    return text;
}

/* Did every other worker in this launch end a turn after the time was over? One that computes on,
 * or does not get a processor, may yet write what the others wait for. */
static bool others_spin_too(void) {
    if (!here.late) {
        here.late = true;
        for (unsigned w = 0; w < known_workers; w++)
            here.turns_then[w] = turns[w];
    }
    for (unsigned w = 0; w < known_workers; w++)
        if (w != here.worker && turns[w] != UINT64_MAX && turns[w] == here.turns_then[w])
            return false;
    return true;
}

bool cpudev_give_way_to_blocks(cpudev_running *r) {
    turns[here.worker]++;
    cpudev_tell_spin();
    if (r->progress != r->kept.progress)
        progress++;
    r->kept.progress = r->progress;
    if (progress != here.seen_progress) {
        here.seen_progress = progress;
        clock_gettime(CLOCK_MONOTONIC, &here.since);
        here.late = false;
    } else if (seconds_since(&here.since) > limit_seconds() && others_spin_too()) {
        return false;
    }
    wait_in_line(r, 0);
    return true;
}

void cpudev_residents_begin(void) {
    static atomic_uint workers;
    static __thread bool known;
    if (!known) {
        known = true;
        here.worker = workers++ % MAX_WORKERS;
    }
    here.count = 0;
    here.seen_progress = UINT64_MAX;
    turns[here.worker] = 0;
    for (cpudev_running *r = cpudev_blocks_here; r; r = r->next_here)
        r->kept.waits = false;
}

/* Blocks that still wait are forgotten: the launch was stopped. */
void cpudev_residents_end(void) {
    turns[here.worker] = UINT64_MAX;
    for (size_t i = 0; i < here.count; i++)
        here.waits[i].running->kept.waits = false;
    here.count = 0;
}
