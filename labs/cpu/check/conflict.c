/* conflict.c - two accesses that nothing orders: a race, or one of the idioms that are none.
 *
 *   - A store that leaves what was there (all threads set the same flag) changes nothing for
 *     anyone. The callbacks come before the store, so it is judged at the next access.
 *   - A plain read of what others change by atomics may be a first guess: `old = *p`, then a
 *     compare-and-swap that finds out whether it was right, or nothing if there is nothing to
 *     change. Whether the read of a line is one shows in the threads that go on to the atomic, so
 *     it is judged at the end of the launch. A guess is said, once for each line: CUDA's memory
 *     model calls it a race all the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checker.h"

enum { MAX_SCALAR = 16, MAX_GUESS_PLACES = 256, MAX_DOUBTS = 64, TEXT = 1024 };

static struct {
    bool open, is_shared;
    uintptr_t p;
    size_t size;
    unsigned char before[MAX_SCALAR];
    check_earlier other;
    unsigned how;
    void *pc;
} store;

/* Code that reads plainly what the same thread then changes by an atomic (low half of its address):
 * its reads are guesses. */
static uint32_t guess_places[MAX_GUESS_PLACES];
static size_t guess_place_count;

/* Conflicts of a plain read with an atomic write of another thread: races, unless it was a
 * guess. */
typedef struct {
    const char *kind;
    uint32_t read_pc;
    void *pc;
    cpudev_thread thread;
    uint64_t count;
    char text[TEXT];
} doubt;
static doubt *doubts;
static size_t doubt_count;

static const char *kind_of(bool is_shared) {
    return is_shared ? "shared-memory-race" : "global-memory-race";
}

/* What would order the two. A barrier in a branch that not all threads of the block take hangs, so
 * lanes of one warp are told theirs. */
static const char *remedy(bool is_shared, check_earlier other) {
    if (!is_shared)
        return "";
    if (check_same_warp(other.segment))
        return " (a __syncwarp() between them would: both are lanes of one warp, which do not run in "
               "step)";
    return " (a __syncthreads() between them would, where all threads of the block come by)";
}

/* Why what looks like an atomic is none. */
static const char *hint(bool is_shared, check_earlier other, unsigned how) {
    if (other.in_block || how & CHECK_BLOCK)
        return "; an atomic operation for one block (..._block) is none to the others";
    if (!(how & CHECK_VOLATILE))
        return "";
    if (!is_shared)
        return "; volatile is no atomic: a flag needs a __threadfence() before it is written, data "
               "a lock or an atomic operation";
    if (check_same_warp(other.segment))
        return "; it is the warp-synchronous code of older books: volatile orders nothing between "
               "lanes, each step needs a __syncwarp() behind its reads and one behind its writes, "
               "or take __shfl_down_sync()";
    return "";
}

static void describe(bool is_shared, uintptr_t p, size_t size, check_earlier other, unsigned how,
                     const void *pc, char *text) {
    const bool writes = how & CHECK_WRITE;
    char who[96], what[256], line[32] = "";
    check_describe_segment(other.segment, who, sizeof who);
    check_describe_memory(p, size, what, sizeof what);
    check_source where = {NULL, 0};
    if (other.pc)
        where = check_source_of((void *)(((uintptr_t)pc & ~(uintptr_t)UINT32_MAX) | other.pc));
    if (where.file)
        snprintf(line, sizeof line, " in line %u", where.line);
    snprintf(text, TEXT,
             "this thread %s %zu bytes that %s %s%s, and nothing orders the two%s; they lie %s%s",
             writes ? "writes" : "reads", size, who, other.wrote ? "writes" : "reads", line,
             remedy(is_shared, other), what, hint(is_shared, other, how));
}

static void report(bool is_shared, uintptr_t p, size_t size, check_earlier other, unsigned how,
                   void *pc) {
    char text[TEXT];
    if (check_repeated(kind_of(is_shared), pc))
        return;
    describe(is_shared, p, size, other, how, pc, text);
    check_report(kind_of(is_shared), pc, "%s", text);
}

static bool is_guess(uint32_t read_pc) {
    for (size_t i = 0; i < guess_place_count; i++)
        if (guess_places[i] == read_pc)
            return true;
    return false;
}

/* Says that the read of thread t is a guess; near: a code address of the same file. */
static void note_guess(uint32_t read_pc, const void *near, const cpudev_thread *t) {
    enum { PLACES = 64 };
    static uint32_t noted[PLACES];
    static check_source said[PLACES];
    static size_t count, lines;
    for (size_t i = 0; i < count; i++)
        if (noted[i] == read_pc)
            return;
    if (count == PLACES)
        return;
    noted[count++] = read_pc;
    const check_source at =
        check_source_of((void *)(((uintptr_t)near & ~(uintptr_t)UINT32_MAX) | read_pc));
    if (!at.file)
        return;
    for (size_t i = 0; i < lines; i++)
        if (said[i].line == at.line && !strcmp(said[i].file, at.file))
            return;
    said[lines++] = at;
    char kernel[200];
    cpudev_kernel_name(t->kernel, kernel, sizeof kernel);
    fprintf(stderr,
            "cpu-device: note: %s:%u: a plain read of what other threads change by atomics, as a "
            "first guess that an atomic then decides: CUDA calls it a race all the same; read it "
            "through a pointer to volatile; kernel %s\n",
            at.file, at.line, kernel);
}

static void doubt_conflict(bool is_shared, uintptr_t p, size_t size, check_earlier other,
                           unsigned how, void *pc) {
    const uint32_t read_pc = how & CHECK_WRITE ? other.pc : (uint32_t)(uintptr_t)pc;
    if (is_guess(read_pc)) {
        note_guess(read_pc, pc, cpudev_self);
        return;
    }
    for (size_t i = 0; i < doubt_count; i++)
        if (doubts[i].read_pc == read_pc && doubts[i].pc == pc) {
            doubts[i].count++;
            return;
        }
    if (!doubts)
        doubts = malloc(MAX_DOUBTS * sizeof *doubts);
    if (!doubts || doubt_count == MAX_DOUBTS)
        return;
    doubt *d = &doubts[doubt_count++];
    *d = (doubt){.kind = kind_of(is_shared),
                 .read_pc = read_pc,
                 .pc = pc,
                 .thread = *cpudev_self,
                 .count = 1};
    describe(is_shared, p, size, other, how, pc, d->text);
}

void check_conflict(bool is_shared, uintptr_t p, size_t size, check_earlier other, unsigned how,
                    void *pc) {
    const bool writes = how & CHECK_WRITE;
    if (writes ? how & CHECK_ATOMIC && !other.wrote && other.pc : other.atomic) {
        doubt_conflict(is_shared, p, size, other, how, pc);
    } else if (!writes || size > MAX_SCALAR) {
        report(is_shared, p, size, other, how, pc);
    } else if (!store.open) { /* else another part of the same store */
        store.open = true;
        store.is_shared = is_shared;
        store.p = p;
        store.size = size;
        memcpy(store.before, (void *)p, size);
        store.other = other;
        store.how = how;
        store.pc = pc;
        check_leave_open();
    }
}

void check_settle_store(void) {
    if (!store.open)
        return;
    store.open = false;
    if (memcmp((void *)store.p, store.before, store.size) != 0)
        report(store.is_shared, store.p, store.size, store.other, store.how, store.pc);
}

void check_note_guess(uint32_t read_pc) {
    static size_t next;
    if (is_guess(read_pc))
        return;
    guess_places[next++ % MAX_GUESS_PLACES] = read_pc;
    if (guess_place_count < MAX_GUESS_PLACES)
        guess_place_count++;
}

void check_settle_doubts(void) {
    cpudev_thread *self = cpudev_self;
    for (size_t i = 0; i < doubt_count; i++) {
        doubt *d = &doubts[i];
        if (is_guess(d->read_pc)) {
            note_guess(d->read_pc, d->pc, &d->thread);
            continue;
        }
        cpudev_self = &d->thread; /* names the thread in the report */
        for (uint64_t n = 0; n < d->count; n++)
            check_report(d->kind, d->pc, "%s", d->text);
    }
    cpudev_self = self;
    doubt_count = 0;
}
