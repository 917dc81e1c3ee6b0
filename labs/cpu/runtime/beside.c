/* beside.c - work that is done beside host code, by a thread of ours.
 *
 * Queued work starts when a call must wait for it (stream.c). A host may wait without such a call:
 * it reads memory that device code writes too, or waits for a host function in a stream. Where that
 * is possible, because there is such memory or such a function in the queue, work starts
 *   - after a second in which nothing was queued and nothing done, with a note, or
 *   - when the program asks whether it is done (cudaStreamQuery, cudaEventQuery). Who asks once
 *     more waits a little, unless the kernel waits in a loop: perhaps for the one who asks.
 * All of it under the runtime's lock: any other call of the host waits for the operation that runs.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#include "core.h"

enum { LOOKS = 10, LOOK_MS = 100, RETRY_MS = 1 };

static struct {
    pthread_mutex_t lock; /* taken with the runtime's held, never the other way round */
    pthread_cond_t asked, done;
    bool started, idle; /* idle: the thread sleeps until it is asked */
    bool wanted;        /* the next operation of this stream */
    cudaStream_t stream;
    pthread_t thread;
} beside = {.lock = PTHREAD_MUTEX_INITIALIZER,
            .asked = PTHREAD_COND_INITIALIZER,
            .done = PTHREAD_COND_INITIALIZER};
static atomic_bool busy, spins, ended; /* spins: the kernel waits for what others write */
static atomic_uint_fast64_t moves;     /* operations queued, and carried out or dropped */
static atomic_uint_fast64_t queued;    /* operations that are neither */

void cpudev_note_queued(void) {
    queued++;
    moves++;
}

void cpudev_note_gone(void) {
    queued--;
    moves++;
}

static void wait_at_most(pthread_cond_t *condition, unsigned milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)milliseconds * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_clockwait(condition, &beside.lock, CLOCK_MONOTONIC, &until);
}

/* false: the program ends. Busy before it has the lock: who asks meanwhile does not wait for it.
 * Who ends the program may hold the lock. */
static bool take_runtime(void) {
    busy = true;
    while (!ended) {
        if (cpudev_try_lock())
            return true;
        nanosleep(&(struct timespec){.tv_nsec = RETRY_MS * 1000000}, NULL);
    }
    return false;
}

static void tell_done(void) {
    pthread_mutex_lock(&beside.lock);
    busy = false;
    pthread_cond_broadcast(&beside.done);
    pthread_mutex_unlock(&beside.lock);
}

static void say_that_it_starts(void) {
    static bool said;
    unsigned kernels, others;
    cpudev_count_pending(&kernels, &others);
    if (said || cpudev_sticky())
        return;
    said = true;
    fprintf(stderr,
            "cpu-device: note: for a second the program has called nothing that waits for %u "
            "queued kernel launch%s and %u other operation%s; they run now, beside its host code, "
            "which may be waiting for what they write (cudaStreamQuery starts them at once)\n",
            kernels, kernels == 1 ? "" : "es", others, others == 1 ? "" : "s");
}

/* Everything, if it is still true that nothing has moved since `seen`: a call of the host may have
 * held the lock until now, for the operation that it carried out. */
static void carry_out_all(uint64_t seen) {
    for (bool first = true, any = true; any; first = false) {
        any = take_runtime();
        if (any) {
            if (first && (any = seen == moves))
                say_that_it_starts();
            any = any && cpudev_carry_out_next();
            cpudev_unlock(NULL);
        }
        tell_done();
    }
}

static void carry_out_wanted(cudaStream_t stream) {
    if (take_runtime()) {
        cpudev_carry_out_head(stream);
        cpudev_unlock(NULL);
    }
    tell_done();
}

/* Waits for something to do: a stream whose head is wanted (true), or else for the next look. */
static bool wait_for_wish(cudaStream_t *stream) {
    pthread_mutex_lock(&beside.lock);
    if (!beside.wanted && queued)
        wait_at_most(&beside.asked, LOOK_MS);
    while (!beside.wanted && !queued) {
        beside.idle = true;
        pthread_cond_wait(&beside.asked, &beside.lock);
    }
    const bool wanted = beside.wanted;
    *stream = beside.stream;
    beside.wanted = beside.idle = false;
    pthread_mutex_unlock(&beside.lock);
    return wanted;
}

static void *watch(void *unused) {
    (void)unused;
    cpudev_install_fault_stack();
    uint64_t seen = UINT64_MAX;
    cudaStream_t stream;
    for (unsigned looks = 0;; looks++) {
        if (wait_for_wish(&stream))
            carry_out_wanted(stream);
        else if (looks >= LOOKS && seen == moves)
            carry_out_all(seen);
        if (seen != moves)
            looks = 0;
        seen = moves;
    }
    return NULL;
}

/* false: there is no thread to be had. */
static bool start(void) {
    if (beside.started)
        return true;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    beside.started = pthread_create(&beside.thread, &attributes, watch, NULL) == 0;
    pthread_attr_destroy(&attributes);
    return beside.started;
}

/* Called with the runtime's lock held, as is the next one. */
void cpudev_watch_queue(bool host_waits) {
    if ((!host_waits && !cpudev_shares_memory()) || !start())
        return;
    pthread_mutex_lock(&beside.lock);
    if (beside.idle)
        pthread_cond_signal(&beside.asked);
    pthread_mutex_unlock(&beside.lock);
}

bool cpudev_want_beside(cudaStream_t stream) {
    if (!cpudev_shares_memory() || !start())
        return false;
    pthread_mutex_lock(&beside.lock);
    beside.wanted = true;
    beside.stream = stream;
    busy = true;
    pthread_cond_signal(&beside.asked);
    pthread_mutex_unlock(&beside.lock);
    return true;
}

bool cpudev_busy_beside(void) {
    if (!busy)
        return false;
    pthread_mutex_lock(&beside.lock);
    spins = false;
    if (busy)
        wait_at_most(&beside.done, LOOK_MS);
    const bool still = busy;
    pthread_mutex_unlock(&beside.lock);
    return still;
}

void cpudev_tell_spin(void) {
    if (!busy || spins)
        return;
    pthread_mutex_lock(&beside.lock);
    spins = true;
    pthread_cond_broadcast(&beside.done);
    pthread_mutex_unlock(&beside.lock);
}

void cpudev_end_beside(void) {
    ended = true;
    const bool device_code = cpudev_fault_state.active;
    if (device_code || !beside.started || pthread_equal(pthread_self(), beside.thread))
        return;
    pthread_mutex_lock(&beside.lock);
    if (busy)
        cpudev_stop_launch();
    while (busy)
        pthread_cond_wait(&beside.done, &beside.lock);
    pthread_mutex_unlock(&beside.lock);
}
