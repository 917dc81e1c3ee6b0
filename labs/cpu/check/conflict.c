/* conflict.c - two accesses that nothing orders: a race, or one of the idioms that are none.
 *
 *   - A store that leaves what was there (all threads set the same flag) changes nothing for
 * anyone. The callbacks come before the store, so it is judged at the next access.
 *   - A plain read of what others change by atomics, before this thread's own compare-and-swap, is
 * only a first guess. It is judged when the thread ends or comes to a barrier.
 */
#include <stdio.h>
#include <string.h>

#include "checker.h"

enum { MAX_SCALAR = 16, MAX_GUESSES = 256 };

static struct {
    bool open, is_shared;
    uintptr_t p;
    size_t size;
    unsigned char before[MAX_SCALAR];
    check_earlier other;
    void *pc;
} store;

static struct {
    unsigned thread;
    bool is_shared;
    uintptr_t p;
    size_t size;
    check_earlier other;
    void *pc;
} guesses[MAX_GUESSES];
static unsigned guess_count;

static void report(bool is_shared, uintptr_t p, size_t size, check_earlier other, bool writes,
                   void *pc) {
    const char *kind = is_shared ? "shared-memory-race" : "global-memory-race";
    if (check_repeated(kind, pc))
        return;
    char who[96], what[256], line[32] = "";
    check_describe_segment(other.segment, who, sizeof who);
    check_describe_memory(p, size, what, sizeof what);
    check_source where = {NULL, 0};
    if (other.pc)
        where = check_source_of((void *)(((uintptr_t)pc & ~(uintptr_t)UINT32_MAX) | other.pc));
    if (where.file)
        snprintf(line, sizeof line, " in line %u", where.line);
    check_report(kind, pc,
                 "this thread %s %zu bytes that %s %s%s, and nothing orders the two%s; they lie %s",
                 writes ? "writes" : "reads", size, who, other.wrote ? "writes" : "reads", line,
                 is_shared ? " (a __syncthreads() between them would)" : "", what);
}

static void guess(bool is_shared, uintptr_t p, size_t size, check_earlier other, void *pc) {
    if (guess_count == MAX_GUESSES)
        return;
    unsigned thread = cpudev_self->thread_linear;
    for (unsigned i = 0; i < guess_count; i++)
        if (guesses[i].thread == thread && guesses[i].p == p)
            return;
    guesses[guess_count].thread = thread;
    guesses[guess_count].is_shared = is_shared;
    guesses[guess_count].p = p;
    guesses[guess_count].size = size;
    guesses[guess_count].other = other;
    guesses[guess_count++].pc = pc;
}

void check_conflict(bool is_shared, uintptr_t p, size_t size, check_earlier other, unsigned how,
                    void *pc) {
    if (!(how & CHECK_WRITE) && other.atomic) {
        guess(is_shared, p, size, other, pc);
    } else if (!(how & CHECK_WRITE) || size > MAX_SCALAR) {
        report(is_shared, p, size, other, how & CHECK_WRITE, pc);
    } else if (!store.open) { /* else another part of the same store */
        store.open = true;
        store.is_shared = is_shared;
        store.p = p;
        store.size = size;
        memcpy(store.before, (void *)p, size);
        store.other = other;
        store.pc = pc;
        check_leave_open();
    }
}

void check_settle_store(void) {
    if (!store.open)
        return;
    store.open = false;
    if (memcmp((void *)store.p, store.before, store.size) != 0)
        report(store.is_shared, store.p, store.size, store.other, true, store.pc);
}

void check_guess_used(uintptr_t p) {
    for (unsigned i = 0; i < guess_count; i++)
        if (guesses[i].p == p && guesses[i].thread == cpudev_self->thread_linear) {
            guesses[i] = guesses[--guess_count];
            return;
        }
}

void check_settle_guesses(void) {
    for (unsigned i = 0; i < guess_count;)
        if (guesses[i].thread == cpudev_self->thread_linear) {
            report(guesses[i].is_shared, guesses[i].p, guesses[i].size, guesses[i].other, false,
                   guesses[i].pc);
            guesses[i] = guesses[--guess_count];
        } else {
            i++;
        }
}

void check_forget_guesses(void) {
    guess_count = 0;
}
