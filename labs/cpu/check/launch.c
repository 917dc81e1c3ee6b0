/* launch.c - launches, blocks, barriers: where one thing ends and the next begins. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checker.h"

cpudev_uint3 check_grid_dim, check_block_dim;

void cpudev_hook_launch_begin(const cpudev_kernel *k, cpudev_uint3 grid, cpudev_uint3 block,
                              size_t dynamic_shared, uint64_t launch) {
    check_grid_dim = grid;
    check_block_dim = block;
    check_race_launch_begin();
    check_disturb_launch(true);
    if (check_profiling) {
        char name[200];
        cpudev_kernel_name(k, name, sizeof name);
        profile_launch_begin(name, grid, block, dynamic_shared, launch);
    }
}

void cpudev_hook_launch_end(void) {
    check_settle();
    check_settle_doubts();
    check_disturb_launch(false);
    if (check_profiling)
        profile_launch_end();
}

/* ---- blocks and threads ---------------------------------------------------------------------- */

/* Where the threads that wait at the current barrier of the block came from. */
static struct {
    void *pc;
    cpudev_uint3 thread;
} arrived;

void cpudev_hook_block_begin(uint64_t block_linear, size_t dynamic_shared) {
    check_settle();
    check_race_block_begin(block_linear);
    check_shadow_block_begin(dynamic_shared);
    arrived.pc = NULL;
    if (check_profiling)
        profile_block_begin();
}

typedef struct {
    void *race, *shadow;
    void *arrived_pc;
    cpudev_uint3 arrived_thread;
} kept_block;

void cpudev_hook_block_leave(void **kept) {
    check_settle();
    kept_block *k = malloc(sizeof *k);
    if (!k)
        abort();
    *k = (kept_block){check_race_block_leave(), check_shadow_block_leave(), arrived.pc,
                      arrived.thread};
    *kept = k;
    if (check_profiling)
        profile_epoch_end(false);
}

void cpudev_hook_block_enter(void **kept) {
    kept_block *k = *kept;
    check_race_block_enter(k->race);
    check_shadow_block_enter(k->shadow);
    arrived.pc = k->arrived_pc;
    arrived.thread = k->arrived_thread;
    free(k);
    *kept = NULL;
}

void cpudev_hook_grid_open(void) {
    check_race_grid_open();
}

void cpudev_hook_block_end(void) {
    check_settle();
    if (check_profiling)
        profile_epoch_end(false);
}

void cpudev_hook_thread_end(void) {
    check_settle();
}

/* ---- barriers -------------------------------------------------------------------------------- */

/* The compiler may have made several calls of one __syncthreads(): what counts is the line. */
static bool same_line(const void *a, const void *b) {
    check_source s = check_source_of(a), t = check_source_of(b);
    return s.file && t.file && s.line == t.line && !strcmp(s.file, t.file);
}

static void report_divergent(void *pc) {
    if (same_line(arrived.pc, pc) || check_repeated("divergent-barrier", pc))
        return;
    check_source other = check_source_of(arrived.pc);
    check_report(
        "divergent-barrier", pc,
        "this thread waits at the __syncthreads() of this line while thread (%u,%u,%u) of the "
        "same block waits at that of %s:%u; all threads of a block must meet at the same one",
        arrived.thread.x, arrived.thread.y, arrived.thread.z, other.file ? other.file : "?",
        other.line);
}

void cpudev_hook_barrier_arrive(void *pc) {
    check_settle();
    if (!arrived.pc) {
        arrived.pc = pc;
        arrived.thread = cpudev_self->thread;
    } else if (arrived.pc != pc) {
        report_divergent(pc);
    }
}

void cpudev_hook_barrier_open(unsigned exited) {
    (void)exited;
    arrived.pc = NULL;
    check_race_barrier_open();
    if (check_profiling)
        profile_epoch_end(true);
}

void cpudev_hook_warp_sync(unsigned warp, unsigned mask) {
    check_settle();
    check_race_warp_sync(warp, mask);
}

/* Was this line said before? The compiler makes several calls of one shuffle in a loop. */
static bool said_line(const void *pc, check_source *at) {
    enum { LINES = 64 };
    static check_source said[LINES];
    static unsigned lines;
    static const void *last;
    if (pc == last || lines == LINES)
        return true;
    last = pc;
    *at = check_source_of(pc);
    for (unsigned i = 0; i < lines; i++)
        if (said[i].line == at->line &&
            (said[i].file == at->file ||
             (said[i].file && at->file && !strcmp(said[i].file, at->file))))
            return true;
    said[lines++] = *at;
    return false;
}

/* No finding: the usual sums of a warp read such values too, in lanes whose sum nobody uses. */
void cpudev_hook_shuffle_of_nobody(const cpudev_thread *reader, unsigned source_lane,
                                   const char *why, void *pc) {
    check_source at;
    if (said_line(pc, &at))
        return;
    char kernel[200];
    cpudev_kernel_name(reader->kernel, kernel, sizeof kernel);
    fprintf(stderr,
            "cpu-device: note: %s:%u: lane %u reads by a shuffle from lane %u, which %s: CUDA "
            "leaves open what it gets, this device gives NaN or -1. The program is right only "
            "where nobody uses this value; kernel %s, block (%u,%u,%u), thread (%u,%u,%u)\n",
            at.file ? at.file : "?", at.line, reader->thread_linear % 32, source_lane, why, kernel,
            reader->block.x, reader->block.y, reader->block.z, reader->thread.x, reader->thread.y,
            reader->thread.z);
}

void cpudev_hook_deadlock(unsigned waiting, const cpudev_thread *first, void *pc) {
    cpudev_thread *self = cpudev_self;
    cpudev_self = (cpudev_thread *)first; /* names the thread in the report */
    check_report(
        "barrier-never-reached", pc,
        "%u threads of the block wait here or at another barrier for threads that never come",
        waiting);
    cpudev_self = self;
}

void cpudev_hook_texture_fetch(const void *texel, size_t bytes, void *pc) {
    if (!cpudev_self)
        check_report("device-function-on-host", pc,
                     "host code reads a texture or a surface, which kernels alone do: nvcc refuses "
                     "to compile this call");
    if (check_profiling)
        profile_access(COUNT_TEXTURE, (uintptr_t)texel, bytes, CHECK_READ, pc);
}

void cpudev_hook_surface_wrote(const void *p, size_t bytes) {
    check_mark_written((uintptr_t)p, bytes);
}
