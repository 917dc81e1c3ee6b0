/* workers.c - spreads the blocks of a launch over OS threads; the host thread is one of them. */
#define _GNU_SOURCE
#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "resident.h"

static struct {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    cpudev_launch *launch;
    uint64_t generation; /* counts launches handed to the pool */
    unsigned started, busy;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .work = PTHREAD_COND_INITIALIZER,
          .done = PTHREAD_COND_INITIALIZER};

static atomic_uint_fast64_t next_block;
static uint64_t chunk;
static atomic_bool stop;

/* What stopped the launch: of all faults seen, that of the first block. */
static struct {
    uint64_t position;
    char text[1600];
} first_fault;

int cpudev_processor_count(void) {
    cpu_set_t set;
    const int count = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return count > 0 ? count : 1;
}

unsigned cpudev_worker_count(void) {
#ifdef CPUDEV_CHECK
    return 1; /* the checker watches one block at a time */
#endif
    static unsigned count;
    if (count)
        return count;
    const char *text = getenv("CPU_DEVICE_THREADS");
    if (text && *text) {
        char *end;
        const long value = strtol(text, &end, 10);
        if (*end || value < 1 || value > 1024) {
            cpudev_complain("CPU_DEVICE_THREADS=%s is not a number of threads from 1 to 1024",
                            text);
            _exit(2);
        }
        return count = (unsigned)value;
    }
    return count = (unsigned)cpudev_processor_count();
}

static void note_fault(cpudev_launch *launch, uint64_t position, cudaError_t error,
                       const char *text) {
    pthread_mutex_lock(&pool.lock);
    if (launch->error == cudaSuccess || position < first_fault.position) {
        launch->error = error;
        first_fault.position = position;
        snprintf(first_fault.text, sizeof first_fault.text, "%s", text);
    }
    pthread_mutex_unlock(&pool.lock);
    atomic_store(&stop, true);
}

static void name_block(const cpudev_launch *launch, uint64_t block, char *text, size_t size) {
    char kernel[200];
    const cpudev_uint3 grid = launch->grid;
    cpudev_kernel_name(launch->kernel, kernel, sizeof kernel);
    snprintf(text, size, "kernel %s, block (%u,%u,%u)", kernel, (unsigned)(block % grid.x),
             (unsigned)(block / grid.x % grid.y), (unsigned)(block / grid.x / grid.y));
}

static void describe_fault(const cpudev_launch *launch, char *text, size_t size) {
    char block[300], thread[100], where[300];
    cpudev_name_stopped(thread, sizeof thread);
    name_block(launch, cpudev_self->block_linear, block, sizeof block);
    cpudev_describe_code(cpudev_fault_state.pc, where, sizeof where);
    snprintf(text, size, "%s, %s, at %s: %s", block, thread, where, cpudev_fault_state.text);
}

static void note_deadlock(cpudev_launch *launch, uint64_t position, uint64_t block) {
    char name[300], text[1600];
    name_block(launch, block, name, sizeof name);
    snprintf(text, sizeof text, "%s: %s", name, cpudev_fault_state.text);
    note_fault(launch, position, cudaErrorLaunchFailure, text);
}

bool cpudev_launch_stops(void) {
    return atomic_load_explicit(&stop, memory_order_relaxed);
}

void cpudev_stop_launch(void) {
    atomic_store(&stop, true);
}

/* Nothing moves on: all threads that are left go round in loops. */
static void note_spin(cpudev_launch *launch, const cpudev_running *r) {
    char name[300], where[300], text[1600];
    const cpudev_uint3 t = r->spinner.thread;
    cpudev_thread spinner = r->spinner;
    name_block(launch, r->spinner.block_linear, name, sizeof name);
    cpudev_describe_code((char *)r->spin_pc - 1, where, sizeof where);
    snprintf(text, sizeof text,
             "%s, thread (%u,%u,%u), at %s: endless loop: nothing that it asks for changes, and no "
             "thread of the launch has moved on for %s seconds "
             "(CPU_DEVICE_SPIN_SECONDS). On a GPU this hangs",
             name, t.x, t.y, t.z, where, cpudev_spin_seconds());
    cpudev_self = &spinner; /* it is the one that the finding names */
    cpudev_hook_finding("endless-kernel", r->spin_pc, strstr(text, "endless loop"));
    cpudev_self = NULL;
    note_fault(launch, r->spinner.block_linear, cudaErrorLaunchTimeout, text);
}

static void note_grid_stuck(cpudev_launch *launch, const cpudev_running *r) {
    note_fault(launch, r->scheduler.owner.self.block_linear, cudaErrorLaunchFailure,
               "deadlock: blocks wait in grid.sync() for a block that has ended; every thread of "
               "the grid must come to it. On a GPU this hangs");
}

/* One turn of a block. */
static void run_turn(cpudev_launch *launch, cpudev_running *r) {
    const cpudev_block_state state = cpudev_go_on(r);
    const uint64_t block =
        r->scheduler.owner.self.block_linear; /* perhaps not that it began with */
    switch (state) {
    case CPUDEV_BLOCK_GAVE_WAY:
        if (!cpudev_give_way_to_blocks(r))
            note_spin(launch, r);
        break;
    case CPUDEV_BLOCK_AT_GRID:
        if (!cpudev_wait_for_grid(r))
            note_grid_stuck(launch, r);
        break;
    case CPUDEV_BLOCK_STUCK:
        note_deadlock(launch, block, block);
        cpudev_printf_block_end(block);
        break;
    case CPUDEV_BLOCK_DONE:
        cpudev_printf_block_end(block);
        if (!cpudev_block_ended())
            note_grid_stuck(launch, r);
    }
}

/* The blocks that this worker has taken and not begun: a chunk of the launch, or what is left. */
static __thread struct { uint64_t position, end; } taken;

/* The next block of the launch that no worker has; false: there is none. */
static bool take_block(const cpudev_launch *launch, uint64_t *block) {
    if (taken.position == taken.end) {
        const uint64_t first = atomic_fetch_add(&next_block, chunk);
        if (first >= launch->blocks)
            return false;
        taken.position = first;
        taken.end = first + chunk < launch->blocks ? first + chunk : launch->blocks;
    }
    *block = cpudev_ordered(taken.position++, launch->blocks, launch->number);
    return true;
}

bool cpudev_take_next_block(const cpudev_running *r, uint64_t *block) {
    if (taken.position == taken.end || cpudev_launch_stops())
        return false;
    cpudev_printf_block_end(r->scheduler.owner.self.block_linear);
    return take_block(r->launch, block);
}

static void run_blocks_as_device(cpudev_launch *launch) {
    taken.position = taken.end = 0;
    cpudev_set_sizes(launch);
    cpudev_fault_state.active = true;
    cpudev_residents_begin();
    if (sigsetjmp(cpudev_fault_state.resume, 0)) {
        cpudev_open_this_thread(); /* a signal handler runs with closed memory */
        char text[1600];
        describe_fault(launch, text, sizeof text);
        const uint64_t block = cpudev_self->block_linear;
        if (cpudev_fault_state.finding)
            cpudev_hook_finding(cpudev_fault_state.finding, (char *)cpudev_fault_state.pc + 1,
                                cpudev_fault_state.text);
        cpudev_fault_state.finding = NULL;
        cpudev_self = NULL;
        cpudev_printf_block_end(block);
        note_fault(launch, block, cpudev_fault_state.error, text);
    }
    while (!cpudev_launch_stops()) {
        uint64_t block;
        cpudev_running *r = cpudev_may_begin_block(launch) && take_block(launch, &block)
                                ? cpudev_begin_block(cpudev_idle_block(), launch, block)
                                : cpudev_next_waiting();
        if (!r)
            break;
        run_turn(launch, r);
    }
    cpudev_residents_end();
    cpudev_fault_state.active = false;
    cpudev_self = NULL;
}

/* A GPU computes the same however the host's processor rounds and whatever it traps. */
static void run_blocks(cpudev_launch *launch) {
    fenv_t hosts;
    fegetenv(&hosts);
    fesetenv(FE_DFL_ENV);
    cpudev_watch_worker();
    run_blocks_as_device(launch);
    cpudev_watch_worker_end();
    fesetenv(&hosts);
}

static void *worker(void *unused) {
    (void)unused;
    cpudev_install_fault_stack();
    cpudev_open_this_thread();
    uint64_t seen = 0;
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (pool.generation == seen || !pool.launch)
            pthread_cond_wait(&pool.work, &pool.lock);
        seen = pool.generation;
        cpudev_launch *launch = pool.launch;
        pool.busy++;
        pthread_mutex_unlock(&pool.lock);
        run_blocks(launch);
        pthread_mutex_lock(&pool.lock);
        if (--pool.busy == 0)
            pthread_cond_signal(&pool.done);
    }
    return NULL;
}

static void start_workers(unsigned wanted) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    while (pool.started + 1 < wanted) {
        pthread_t thread;
        if (pthread_create(&thread, &attributes, worker, NULL))
            break; /* a limit on threads: fewer workers do the same work */
        pool.started++;
    }
    pthread_attr_destroy(&attributes);
}

cudaError_t cpudev_run_launch(cpudev_launch *launch) {
    const unsigned workers = cpudev_worker_count();
    atomic_store(&next_block, 0);
    atomic_store(&stop, false);
    first_fault.text[0] = '\0';
    launch->error = cudaSuccess;
    chunk = launch->blocks / ((uint64_t)workers * 16);
    chunk = chunk < 1 || launch->cooperative ? 1 : chunk > 256 ? 256 : chunk;
    cpudev_residents_launch_begin(launch);
    cpudev_watch_launch();
    cpudev_hook_launch_begin(launch->kernel, launch->grid, launch->block, launch->dynamic_shared,
                             launch->number);
    const bool many = workers > 1 && launch->blocks > 1;
    if (many) {
        start_workers(workers);
        pthread_mutex_lock(&pool.lock);
        pool.launch = launch;
        pool.generation++;
        pthread_cond_broadcast(&pool.work);
        pthread_mutex_unlock(&pool.lock);
    }
    run_blocks(launch);
    if (many) {
        pthread_mutex_lock(&pool.lock);
        pool.launch = NULL; /* who has not woken yet is too late */
        while (pool.busy)
            pthread_cond_wait(&pool.done, &pool.lock);
        pthread_mutex_unlock(&pool.lock);
    }
    cpudev_printf_launch_end();
    if (first_fault.text[0])
        cpudev_complain("%s", first_fault.text);
    cpudev_hook_launch_end();
    cpudev_watch_launch_end();
    return launch->error;
}
