/* race.c - which accesses of a launch are ordered, and which only happen to be.
 *
 * Device threads run one after another, so the order seen here is one of many. Two accesses of
 * different threads are ordered when
 *   - the block passed a barrier between them,
 *   - both threads are of one warp and took part in warp collectives that order them (a vector
 *     clock for each lane), or
 *   - a thread of the first one's block did a memory fence and then an atomic operation, and the
 *     second thread did an atomic operation on the same variable since: the "last block done"
 *     pattern. What one thread of a block did so the others have done behind a barrier, lanes of a
 *     warp behind a collective. Fences and atomics of a block's scope order within the block alone.
 *     Variables are told apart by a 64-bit Bloom filter, a fence counts for all that its block did
 *     before it, and none is asked for behind the second atomic: a correct program is never
 *     reported, some wrong ones pass.
 *
 * A shadow cell names an access by its segment. Segments are numbered in order of execution, which
 * makes most of the questions above a comparison.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checker.h"

enum { LANES = 32, WARPS = CHECK_MAX_THREADS / LANES, RING = 1 << 20 };

uint32_t check_segment_of[CHECK_MAX_THREADS];
uint32_t check_launch_first = 1, check_epoch_first = 1;
static uint32_t next_segment = 1, block_first = 1;

/* The last RING segments. Older ones are of earlier blocks or of threads long gone. */
static struct {
    uint16_t thread;
    uint16_t unused;
    uint32_t clock; /* of its lane */
} ring[RING];

/* Lane a of warp w has synchronised with lane b up to clock[w][a][b]; clock[w][a][a] is its own. */
static uint32_t clock[WARPS][LANES][LANES];
static bool warp_dirty[WARPS];

/* A block of this launch: what it released to whom. Earlier blocks are complete. */
typedef struct {
    uint32_t first;   /* segment */
    uint32_t covered; /* its segments below this one came before a fence followed by an atomic */
    uint32_t covered_in_block; /* the same, where both may be of the block's scope */
    uint64_t atomics; /* Bloom filter of the variables of its atomic operations, but for these */
    uint64_t block;   /* linear */
    size_t record;    /* of the block; another one, if it goes on here after other blocks */
} block_record;
static block_record *blocks;
static size_t block_count, block_room, current; /* current: record of the running block */

/* What each thread did for those behind it to be in order, and what it got so. */
typedef struct {
    uint64_t atomics, device_atomics;  /* Bloom filters; the second without those of block scope */
    uint32_t fence_at, block_fence_at; /* next segment at its last fence of either scope; 0: none */
    bool publishes;                    /* what it writes next comes behind a fence */
} handing;
static handing handings[CHECK_MAX_THREADS];
static size_t handing_threads;                /* that the running block has */
static bool hands_on;                         /* one of them has done any of that */
static bool thread_fenced[CHECK_MAX_THREADS]; /* since the block's last barrier */

void check_race_launch_begin(void) {
    block_count = 0;
    check_launch_first = next_segment;
}

static void reset_clocks(void) {
    for (int w = 0; w < WARPS; w++) {
        if (!warp_dirty[w])
            continue;
        memset(clock[w], 0, sizeof clock[w]);
        warp_dirty[w] = false;
    }
}

/* Only of the threads that there are: a launch of many tiny blocks would mostly clear. */
static size_t threads_of_block(void) {
    return (size_t)check_block_dim.x * check_block_dim.y * check_block_dim.z;
}

static void add_record(block_record record) {
    if (block_count == block_room) {
        block_room = block_room ? 2 * block_room : 1024;
        blocks = realloc(blocks, block_room * sizeof *blocks);
        if (!blocks)
            abort();
    }
    current = record.record;
    blocks[block_count++] = record;
}

void check_race_block_begin(uint64_t block) {
    add_record((block_record){.first = next_segment, .block = block, .record = block_count});
    block_first = check_epoch_first = next_segment;
    memset(check_segment_of, 0, threads_of_block() * sizeof *check_segment_of);
    if (hands_on)
        memset(handings, 0, handing_threads * sizeof *handings);
    handing_threads = threads_of_block();
    hands_on = false;
    memset(thread_fenced, 0, threads_of_block());
    reset_clocks();
}

static void join(handing *to, const handing *from) {
    to->atomics |= from->atomics;
    to->device_atomics |= from->device_atomics;
    if (from->fence_at > to->fence_at)
        to->fence_at = from->fence_at;
    if (from->block_fence_at > to->block_fence_at)
        to->block_fence_at = from->block_fence_at;
    to->publishes |= from->publishes;
}

void check_race_barrier_open(void) {
    if (hands_on) {
        handing joint = {0};
        for (size_t t = 0; t < threads_of_block(); t++)
            join(&joint, &handings[t]);
        joint.publishes |= joint.block_fence_at != 0;
        for (size_t t = 0; t < threads_of_block(); t++)
            handings[t] = joint;
    }
    check_epoch_first = next_segment;
    memset(check_segment_of, 0, threads_of_block() * sizeof *check_segment_of);
    memset(thread_fenced, 0, threads_of_block());
    reset_clocks();
}

/* ---- blocks that take turns ---- */

typedef struct {
    size_t record;
    uint32_t epoch_first;
    bool hands_on;
    uint32_t segment_of[CHECK_MAX_THREADS];
    handing handings[CHECK_MAX_THREADS];
    bool thread_fenced[CHECK_MAX_THREADS];
    bool warp_dirty[WARPS];
    uint32_t clock[WARPS][LANES][LANES];
} kept_race;

void *check_race_block_leave(void) {
    kept_race *k = malloc(sizeof *k);
    if (!k)
        abort();
    k->record = current;
    k->epoch_first = check_epoch_first;
    k->hands_on = hands_on;
    memcpy(k->segment_of, check_segment_of, threads_of_block() * sizeof *k->segment_of);
    memcpy(k->handings, handings, threads_of_block() * sizeof *k->handings);
    memcpy(k->thread_fenced, thread_fenced, threads_of_block());
    memcpy(k->warp_dirty, warp_dirty, sizeof warp_dirty);
    for (int w = 0; w < WARPS; w++)
        if (warp_dirty[w])
            memcpy(k->clock[w], clock[w], sizeof clock[w]);
    return k;
}

void check_race_block_enter(void *kept) {
    kept_race *k = kept;
    reset_clocks();
    add_record((block_record){
        .first = next_segment, .block = blocks[k->record].block, .record = k->record});
    block_first = next_segment;
    check_epoch_first = k->epoch_first;
    hands_on = k->hands_on;
    memcpy(check_segment_of, k->segment_of, threads_of_block() * sizeof *k->segment_of);
    memcpy(handings, k->handings, threads_of_block() * sizeof *k->handings);
    memcpy(thread_fenced, k->thread_fenced, threads_of_block());
    memcpy(warp_dirty, k->warp_dirty, sizeof warp_dirty);
    for (int w = 0; w < WARPS; w++)
        if (warp_dirty[w])
            memcpy(clock[w], k->clock[w], sizeof clock[w]);
    free(k);
}

void check_race_grid_open(void) {
    check_launch_first = next_segment;
}

uint32_t check_new_segment(void) {
    unsigned thread = cpudev_self->thread_linear, warp = thread / LANES, lane = thread % LANES;
    uint32_t s = next_segment;
    if (CHECK_UNLIKELY(s == UINT32_MAX)) {
        cpudev_complain("race checks stop here: more than four thousand million thread segments");
        check_launch_first = check_epoch_first = UINT32_MAX;
        return s;
    }
    next_segment++;
    if (!clock[warp][lane][lane]) {
        clock[warp][lane][lane] = 1;
        warp_dirty[warp] = true;
    }
    ring[s % RING].thread = (uint16_t)thread;
    ring[s % RING].clock = clock[warp][lane][lane];
    return check_segment_of[thread] = s;
}

/* The lanes of mask met: each now comes after all that the others did before. */
void check_race_warp_sync(unsigned warp, unsigned mask) {
    uint32_t joint[LANES] = {0};
    handing handed = {0};
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (!(mask >> lane & 1))
            continue;
        for (unsigned i = 0; i < LANES; i++)
            if (clock[warp][lane][i] > joint[i])
                joint[i] = clock[warp][lane][i];
        if (hands_on)
            join(&handed, &handings[warp * LANES + lane]);
    }
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (!(mask >> lane & 1))
            continue;
        if (hands_on)
            handings[warp * LANES + lane] = handed;
        memcpy(clock[warp][lane], joint, sizeof joint);
        clock[warp][lane][lane]++;
        check_segment_of[warp * LANES + lane] = 0;
    }
    warp_dirty[warp] = true;
}

void cpudev_checked_fence(int in_block) {
    if (!cpudev_self)
        return;
    check_settle();
    handing *h = &handings[cpudev_self->thread_linear];
    check_segment_of[cpudev_self->thread_linear] = 0;
    thread_fenced[cpudev_self->thread_linear] = true;
    h->block_fence_at = next_segment;
    if (!in_block)
        h->fence_at = next_segment;
    h->publishes = hands_on = true;
}

bool check_fenced(void) {
    return thread_fenced[cpudev_self->thread_linear];
}

bool check_publishes(void) {
    return handings[cpudev_self->thread_linear].publishes;
}

void check_handed_on(void) {
    handings[cpudev_self->thread_linear].publishes = false;
}

static uint64_t bloom_bit(uintptr_t p) {
    return 1ull << ((p >> 2) * 0x9E3779B97F4A7C15ull >> 58);
}

void check_released(uintptr_t p, bool in_block) {
    block_record *b = &blocks[current];
    handing *h = &handings[cpudev_self->thread_linear];
    hands_on = true;
    h->atomics |= bloom_bit(p);
    if (h->block_fence_at > b->covered_in_block)
        b->covered_in_block = h->block_fence_at;
    if (in_block)
        return;
    h->device_atomics |= bloom_bit(p);
    b->atomics |= bloom_bit(p);
    if (h->fence_at > b->covered)
        b->covered = h->fence_at;
}

bool check_in_atomic_order(uintptr_t p) {
    return bloom_bit(p) & handings[cpudev_self->thread_linear].atomics;
}

static const block_record *block_of(uint32_t segment) {
    size_t lo = 0, hi = block_count; /* the last block that starts at or before it */
    while (hi - lo > 1) {
        size_t middle = (lo + hi) / 2;
        if (blocks[middle].first <= segment)
            lo = middle;
        else
            hi = middle;
    }
    return &blocks[blocks[lo].record];
}

static bool ordered_in_block(uint32_t earlier) {
    if (earlier < check_epoch_first || next_segment - earlier > RING)
        return true;
    unsigned me = cpudev_self->thread_linear, other = ring[earlier % RING].thread;
    if (me == other)
        return true;
    if (me / LANES == other / LANES &&
        clock[me / LANES][me % LANES][other % LANES] >= ring[earlier % RING].clock)
        return true;
    return earlier < blocks[current].covered_in_block &&
           (handings[me].atomics & handings[other].atomics);
}

bool check_same_block(uint32_t earlier) {
    return earlier >= block_first || block_of(earlier) == &blocks[current];
}

bool check_same_warp(uint32_t earlier) {
    return check_same_block(earlier) && next_segment - earlier <= RING &&
           ring[earlier % RING].thread / LANES == cpudev_self->thread_linear / LANES;
}

bool check_ordered(uint32_t earlier) {
    if (earlier < check_launch_first)
        return true;
    if (earlier >= block_first)
        return ordered_in_block(earlier);
    const block_record *b = block_of(earlier);
    if (b == &blocks[current])
        return ordered_in_block(earlier);
    return earlier < b->covered &&
           (b->atomics & handings[cpudev_self->thread_linear].device_atomics);
}

void check_describe_segment(uint32_t segment, char *text, size_t size) {
    const block_record *b = block_of(segment);
    cpudev_uint3 g = check_grid_dim, dim = check_block_dim;
    unsigned x = (unsigned)(b->block % g.x), y = (unsigned)(b->block / g.x % g.y),
             z = (unsigned)(b->block / g.x / g.y);
    if (next_segment - segment > RING) {
        snprintf(text, size, "a thread of block (%u,%u,%u)", x, y, z);
        return;
    }
    unsigned t = ring[segment % RING].thread;
    snprintf(text, size, "thread (%u,%u,%u) of block (%u,%u,%u)", t % dim.x, t / dim.x % dim.y,
             t / dim.x / dim.y, x, y, z);
}
