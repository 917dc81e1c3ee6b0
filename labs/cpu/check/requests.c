/* requests.c - sectors, distinct words and bank passes of one request. */
#include <stdlib.h>

#include "requests.h"

enum { SECTOR = 32, WORD = 4, BANKS = 32, MAX_PIECES = 32 * 33 };

static int by_value(const void *a, const void *b) {
    uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;
    return (x > y) - (x < y);
}

static unsigned unique(uintptr_t *list, unsigned count) {
    qsort(list, count, sizeof *list, by_value);
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++)
        if (!kept || list[kept - 1] != list[i])
            list[kept++] = list[i];
    return kept;
}

/* The distinct pieces (sectors, words) that these lanes touch, in order; at most MAX_PIECES. */
static unsigned pieces(const profile_request *r, uint32_t lanes, unsigned piece,
                       uintptr_t list[MAX_PIECES]) {
    unsigned count = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(lanes >> lane & 1))
            continue;
        uintptr_t last = (r->address[lane] + r->size - 1) / piece;
        for (uintptr_t p = r->address[lane] / piece; p <= last && count < MAX_PIECES; p++)
            list[count++] = p;
    }
    return unique(list, count);
}

/* The distinct values that these lanes ask constant memory for: a request is split by its
 * addresses, however wide a value is; values narrower than a word come with their word. */
static unsigned values(const profile_request *r) {
    uintptr_t list[32];
    const unsigned piece = r->size < WORD ? WORD : 1;
    unsigned count = 0;
    for (unsigned lane = 0; lane < 32; lane++)
        if (r->lanes >> lane & 1)
            list[count++] = r->address[lane] / piece;
    return unique(list, count);
}

/* How often the banks must be asked: the most distinct words that one bank holds. */
static unsigned bank_passes(const profile_request *r, uint32_t lanes) {
    uintptr_t list[MAX_PIECES];
    unsigned in_bank[BANKS] = {0}, most = 0;
    unsigned count = pieces(r, lanes, WORD, list);
    for (unsigned i = 0; i < count; i++) {
        unsigned n = ++in_bank[list[i] % BANKS];
        most = n > most ? n : most;
    }
    return most;
}

/* 8 bytes a lane are served half a warp at a time, 16 bytes a quarter. */
static void count_shared(profile_totals *t, const profile_request *r) {
    unsigned lanes = r->size <= WORD ? 32 : r->size <= 2 * WORD ? 16 : 8;
    uint32_t group = lanes == 32 ? ~0u : (1u << lanes) - 1;
    for (unsigned first = 0; first < 32; first += lanes) {
        uint32_t part = r->lanes & group << first;
        if (!part)
            continue;
        unsigned passes = bank_passes(r, part);
        t->passes += passes;
        t->conflicts += passes - 1;
    }
}

void profile_count(profile_totals *t, profile_class class, const profile_request *r,
                   unsigned live) {
    uintptr_t list[MAX_PIECES];
    unsigned lanes = (unsigned)__builtin_popcount(r->lanes);
    t->requests++;
    t->accesses += lanes;
    t->bytes += (uint64_t)lanes * r->size;
    t->partial += lanes < live;
    switch (class) {
    case PROFILE_GLOBAL_LOADS:
    case PROFILE_GLOBAL_STORES:
    case PROFILE_GLOBAL_ATOMICS:
        t->sectors += pieces(r, r->lanes, SECTOR, list);
        break;
    case PROFILE_CONSTANT:
        t->words += values(r);
        break;
    case PROFILE_SHARED_LOADS:
    case PROFILE_SHARED_STORES:
    case PROFILE_SHARED_ATOMICS:
        count_shared(t, r);
        break;
    case PROFILE_TEXTURE:
    case PROFILE_CLASSES:
        break;
    }
}

void profile_add_difference(profile_totals *to, const profile_totals *after,
                            const profile_totals *before) {
    to->requests += after->requests - before->requests;
    to->accesses += after->accesses - before->accesses;
    to->partial += after->partial - before->partial;
    to->bytes += after->bytes - before->bytes;
    to->sectors += after->sectors - before->sectors;
    to->words += after->words - before->words;
    to->passes += after->passes - before->passes;
    to->conflicts += after->conflicts - before->conflicts;
}

const char *profile_class_name(profile_class class) {
    static const char *const names[] = {"global_loads",   "global_stores", "global_atomics",
                                        "constant",       "shared_loads",  "shared_stores",
                                        "shared_atomics", "texture"};
    return names[class];
}

static void write_ratio(FILE *out, const char *name, uint64_t value, uint64_t requests) {
    fprintf(out, ", \"%s\": %llu, \"%s_per_request\": ", name, (unsigned long long)value, name);
    if (requests)
        fprintf(out, "%.4g", (double)value / (double)requests);
    else
        fputs("null", out);
}

void profile_write_totals(FILE *out, profile_class class, const profile_totals *t) {
    fprintf(out, "{\"requests\": %llu, \"accesses\": %llu, \"partial\": %llu, \"bytes\": %llu",
            (unsigned long long)t->requests, (unsigned long long)t->accesses,
            (unsigned long long)t->partial, (unsigned long long)t->bytes);
    if (class <= PROFILE_GLOBAL_ATOMICS)
        write_ratio(out, "sectors", t->sectors, t->requests);
    else if (class == PROFILE_CONSTANT)
        write_ratio(out, "words", t->words, t->requests);
    else if (class <= PROFILE_SHARED_ATOMICS)
        fprintf(out, ", \"passes\": %llu, \"bank_conflicts\": %llu", (unsigned long long)t->passes,
                (unsigned long long)t->conflicts);
    fputc('}', out);
}
