/* warp.c - shuffles, votes and __syncwarp: lanes of a warp wait for the lanes of their mask. */
#include "block.h"

static const char *const kind_name[] = {
    [CPUDEV_SYNCWARP] = "__syncwarp",
    [CPUDEV_SHUFFLE] = "a shuffle",
    [CPUDEV_BALLOT] = "a vote",
    [CPUDEV_MATCH_ANY] = "__match_any_sync",
    [CPUDEV_MATCH_ALL] = "__match_all_sync",
    [CPUDEV_REDUCE_ADD] = "__reduce_add_sync",
    [CPUDEV_REDUCE_MIN] = "__reduce_min_sync",
    [CPUDEV_REDUCE_MAX] = "__reduce_max_sync",
    [CPUDEV_REDUCE_AND] = "__reduce_and_sync",
    [CPUDEV_REDUCE_OR] = "__reduce_or_sync",
    [CPUDEV_REDUCE_XOR] = "__reduce_xor_sync",
};

void cpudev_reset_warps(cpudev_running *r) {
    const unsigned warps = (r->threads + 31) / 32;
    for (unsigned w = 0; w < warps; w++) {
        r->warp[w].exited = 0;
        r->warp[w].epoch = r->warp[w].group_count = 0;
    }
    if (r->threads % 32)
        r->warp[warps - 1].exited = ~0u << r->threads % 32;
}

static uint64_t combine(cpudev_collective kind, uint64_t a, uint64_t b) {
    switch (kind) {
    case CPUDEV_REDUCE_ADD:
        return a + b;
    case CPUDEV_REDUCE_MIN:
        return a < b ? a : b;
    case CPUDEV_REDUCE_MAX:
        return a > b ? a : b;
    case CPUDEV_REDUCE_AND:
        return a & b;
    case CPUDEV_REDUCE_XOR:
        return a ^ b;
    default: /* CPUDEV_REDUCE_OR */
        return a | b;
    }
}

/* The result that all lanes of the group share. */
static uint64_t common_result(const cpudev_warp *warp, const cpudev_group *g) {
    const uint64_t first = warp->lane[__builtin_ctz(g->arrived)]->value;
    uint64_t result = g->kind == CPUDEV_BALLOT ? 0 : g->kind == CPUDEV_MATCH_ALL ? 1 : first;
    bool is_first = true;
    for (unsigned rest = g->arrived; rest; rest &= rest - 1, is_first = false) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        const uint64_t value = warp->lane[lane]->value;
        if (g->kind == CPUDEV_BALLOT)
            result |= value ? 1u << lane : 0;
        else if (g->kind == CPUDEV_MATCH_ALL)
            result &= value == first;
        else if (!is_first)
            result = combine(g->kind, result, value);
    }
    return result;
}

/* What a shuffle reads from a lane that takes no part (it has returned, the block has no such
 * thread, the mask does not name it) CUDA leaves undefined: NaN or -1, as of memory that nobody
 * wrote. */
static uint64_t value_of_nobody(const cpudev_running *r, const cpudev_warp *warp,
                                const cpudev_fiber *reader) {
    const unsigned source = reader->source_lane;
    const bool exists = reader->owner.self.thread_linear / 32 * 32 + source < r->threads;
    cpudev_hook_shuffle_of_nobody(&reader->owner.self, source,
                                  !exists                      ? "the block does not have"
                                  : warp->exited >> source & 1 ? "has returned"
                                                               : "the mask does not name",
                                  reader->pc);
    return UINT64_MAX;
}

static uint64_t lane_result(const cpudev_running *r, const cpudev_warp *warp, const cpudev_group *g,
                            unsigned lane) {
    const cpudev_fiber *me = warp->lane[lane];
    if (g->kind == CPUDEV_SHUFFLE)
        return g->arrived >> me->source_lane & 1 ? warp->lane[me->source_lane]->value
                                                 : value_of_nobody(r, warp, me);
    uint64_t same = 0; /* CPUDEV_MATCH_ANY */
    for (unsigned rest = g->arrived; rest; rest &= rest - 1) {
        const unsigned other = (unsigned)__builtin_ctz(rest);
        same |= warp->lane[other]->value == me->value ? 1u << other : 0;
    }
    return same;
}

/* Gives every lane of the group its result and lets it run; removes the group. */
static void complete(cpudev_running *r, unsigned w, cpudev_group *g) {
    cpudev_warp *warp = &r->warp[w];
    warp->epoch++;
    r->spins = 0;
    r->progress++;
    const bool own = g->kind == CPUDEV_SHUFFLE || g->kind == CPUDEV_MATCH_ANY;
    const uint64_t common = own ? 0 : common_result(warp, g);
    for (unsigned rest = g->arrived; rest; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        cpudev_fiber *f = warp->lane[lane];
        f->result = own ? lane_result(r, warp, g, lane) : common;
        f->owner.self.warp_epoch = warp->epoch;
        if (f != r->current)
            cpudev_make_ready(r, f);
    }
    cpudev_hook_warp_sync(w, g->arrived);
    *g = warp->group[--warp->group_count];
}

void cpudev_warp_lane_exited(cpudev_running *r, unsigned thread_linear) {
    const unsigned w = thread_linear / 32;
    cpudev_warp *warp = &r->warp[w];
    warp->exited |= 1u << thread_linear % 32;
    for (unsigned i = 0; i < warp->group_count;) {
        cpudev_group *g = &warp->group[i];
        if (((g->arrived | warp->exited) & g->mask) == g->mask)
            complete(r, w, g);
        else
            i++;
    }
}

static cpudev_group *find_group(cpudev_warp *warp, cpudev_collective kind, unsigned mask) {
    for (unsigned i = 0; i < warp->group_count; i++)
        if (warp->group[i].kind == kind && warp->group[i].mask == mask)
            return &warp->group[i];
    cpudev_group *g = &warp->group[warp->group_count++];
    *g = (cpudev_group){.kind = kind, .mask = mask};
    return g;
}

static void complain_mask(const cpudev_running *r, unsigned mask, cpudev_collective kind,
                          void *pc) {
    static bool said;
    if (__atomic_exchange_n(&said, true, __ATOMIC_RELAXED))
        return;
    char name[200], where[300];
    cpudev_kernel_name(r->launch->kernel, name, sizeof name);
    cpudev_describe_code((char *)pc - 1, where, sizeof where);
    cpudev_complain("kernel %s, thread (%u,%u,%u): the mask 0x%08x of %s at %s does not name the "
                    "calling lane %u; add it to the mask",
                    name, cpudev_self->thread.x, cpudev_self->thread.y, cpudev_self->thread.z, mask,
                    kind_name[kind], where, cpudev_self->thread_linear % 32);
}

uint64_t cpudev_warp_collective(cpudev_collective kind, unsigned mask, uint64_t value,
                                unsigned source_lane) {
    cpudev_running *r = cpudev_running_now;
    void *pc = __builtin_return_address(0);
    cpudev_leave_plain_loop(r);
    cpudev_fiber *me = r->current;
    const unsigned w = me->owner.self.thread_linear / 32, lane = me->owner.self.thread_linear % 32;
    cpudev_warp *warp = &r->warp[w];
    if (!(mask >> lane & 1)) {
        complain_mask(r, mask, kind, pc);
        mask |= 1u << lane;
    }
    me->value = value;
    me->source_lane = source_lane;
    me->pc = pc;
    warp->lane[lane] = me;
    cpudev_group *g = find_group(warp, kind, mask);
    g->arrived |= 1u << lane;
    if (((g->arrived | warp->exited) & mask) == mask)
        complete(r, w, g);
    else
        cpudev_suspend(r, kind_name[kind], pc);
    return me->result;
}

/* Lanes in __activemask wait until nothing else of the block can run; those of a warp at the same
 * place are then converged. */
unsigned cpudev_active_mask(void) {
    cpudev_running *r = cpudev_running_now;
    cpudev_leave_plain_loop(r);
    r->convergent[r->converging++] = r->current;
    cpudev_suspend(r, "__activemask", __builtin_return_address(0));
    return (unsigned)r->current->result;
}

bool cpudev_warp_converge(cpudev_running *r) {
    const unsigned count = r->converging;
    for (unsigned i = 0; i < count; i++) {
        cpudev_fiber *f = r->convergent[i];
        f->result = 0;
        for (unsigned j = 0; j < count; j++) {
            const cpudev_fiber *g = r->convergent[j];
            if (g->owner.self.thread_linear / 32 == f->owner.self.thread_linear / 32 &&
                g->pc == f->pc)
                f->result |= 1u << g->owner.self.thread_linear % 32;
        }
    }
    for (unsigned i = 0; i < count; i++)
        cpudev_make_ready(r, r->convergent[i]);
    r->converging = 0;
    return count > 0;
}
