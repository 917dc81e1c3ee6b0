/* cells.h - the shadow cells of a region: an access is compared with what they remember, and
 * remembered. Part of shadow.c, inline because it is in the way of every access. */
#ifndef CPUDEV_CHECK_CELLS_H
#define CPUDEV_CHECK_CELLS_H

#include <string.h>

#include "checker.h"

enum { ALL = 0xF }; /* the four bytes of a word */

typedef struct {
    uintptr_t lo;
    size_t size;
    check_cell *words, *bytes;
    count_space counted_as;
    bool shared;
} region;

/* Of atomics, and flags, one does not race with another; but an atomic of its block's scope is none
 * to other blocks, and of two threads that write a flag the second must have seen the first. */
static inline bool check_atomics_ordered(uint32_t earlier, bool is_atomic, bool was_in_block,
                                         bool wrote, unsigned how, uintptr_t p) {
    if (CHECK_UNLIKELY(was_in_block || how & CHECK_BLOCK) && !check_same_block(earlier))
        return false;
    const bool both_write = wrote && how & CHECK_WRITE;
    return (is_atomic && (how & CHECK_ATOMIC || !both_write)) || check_in_atomic_order(p);
}

static inline bool check_cell_ordered(uint32_t earlier, bool was_atomic, bool is_atomic,
                                      bool was_in_block, bool wrote, unsigned how, uintptr_t p) {
    if (was_atomic && check_atomics_ordered(earlier, is_atomic, was_in_block, wrote, how, p))
        return true;
    return check_ordered(earlier);
}

/* Where reader2 read; 0 when that is too far from where reader did to be known. */
static inline uint32_t reader2_pc(const check_cell *c) {
    return c->apart == CELL_FAR ? 0 : c->reader_pc + (uint32_t)c->apart;
}

/* Looks for a race of this access with those the cell remembers. p, size: the whole access. */
static inline __attribute__((always_inline)) void compare_cell(const region *r, const check_cell *c,
                                                               uint32_t me, bool atomic,
                                                               unsigned how, uintptr_t p,
                                                               size_t size, void *pc) {
    uint32_t first = r->shared ? check_epoch_first : check_launch_first;
    bool writer_atomic = c->flags & CELL_WRITER_ATOMIC;
    if (CHECK_UNLIKELY(c->writer >= first && c->writer != me) &&
        !check_cell_ordered(c->writer, writer_atomic, atomic, c->flags & CELL_WRITER_BLOCK, true,
                            how, p))
        check_conflict(r->shared, p, size,
                       (check_earlier){c->writer, c->writer_pc, true, writer_atomic,
                                       writer_atomic && c->flags & CELL_WRITER_BLOCK},
                       how, pc);
    if (!(how & CHECK_WRITE))
        return;
    if (CHECK_UNLIKELY(c->reader >= first && c->reader != me) &&
        !check_cell_ordered(c->reader, c->flags & CELL_READER_ATOMIC, atomic, false, false, how, p))
        check_conflict(r->shared, p, size,
                       (check_earlier){.segment = c->reader, .pc = c->reader_pc}, how, pc);
    else if (CHECK_UNLIKELY(c->reader2 >= first && c->reader2 != me) &&
             !check_cell_ordered(c->reader2, c->flags & CELL_READER2_ATOMIC, atomic, false, false,
                                 how, p))
        check_conflict(r->shared, p, size,
                       (check_earlier){.segment = c->reader2, .pc = reader2_pc(c)}, how, pc);
}

static inline __attribute__((always_inline)) void
record_write(check_cell *c, uint32_t me, bool atomic, unsigned how, unsigned mask, void *pc) {
    c->written |= (uint8_t)mask;
    if (CHECK_LIKELY(!atomic)) {
        c->writer = me;
        c->writer_pc = (uint32_t)(uintptr_t)pc;
        c->flags &= (uint8_t)~CELL_WRITER_ATOMIC;
        return;
    }
    /* Its own plain write before this one is what others may race with. */
    if (c->writer != me || c->flags & CELL_WRITER_ATOMIC) {
        c->writer = me;
        c->writer_pc = (uint32_t)(uintptr_t)pc;
        c->flags |= CELL_WRITER_ATOMIC;
        c->flags = (uint8_t)(how & CHECK_BLOCK ? c->flags | CELL_WRITER_BLOCK
                                               : c->flags & ~CELL_WRITER_BLOCK);
    }
    if (c->reader == me && !(c->flags & CELL_READER_ATOMIC)) { /* its plain read was a guess */
        check_note_guess(c->reader_pc);
        c->flags |= CELL_READER_ATOMIC;
    }
}

/* Of several readers the last and one more are kept, one that read plainly if there is one. */
static inline __attribute__((always_inline)) void record_read(check_cell *c, uint32_t first,
                                                              uint32_t me, bool atomic, void *pc) {
    if (c->reader == me) {
        if (!atomic)
            c->flags &= (uint8_t)~CELL_READER_ATOMIC;
        return;
    }
    unsigned flags = c->flags & (unsigned)~CELL_READER_ATOMIC;
    if (c->reader < first) {
        c->reader2 = 0;
    } else {
        const int32_t step = (int32_t)(c->reader_pc - (uint32_t)(uintptr_t)pc);
        if (c->reader2 < first || flags & CELL_READER2_ATOMIC) {
            c->reader2 = c->reader;
            flags &= (unsigned)~CELL_READER2_ATOMIC;
            flags |= c->flags & CELL_READER_ATOMIC ? CELL_READER2_ATOMIC : 0;
            c->apart = 0;
        }
        const int64_t apart = (int64_t)c->apart + step;
        c->apart = c->apart == CELL_FAR || apart <= CELL_FAR || apart > INT8_MAX ? CELL_FAR
                                                                                 : (int8_t)apart;
    }
    c->flags = (uint8_t)(atomic ? flags | CELL_READER_ATOMIC : flags);
    c->reader = me;
    c->reader_pc = (uint32_t)(uintptr_t)pc;
}

static inline __attribute__((always_inline)) void record_cell(const region *r, check_cell *c,
                                                              uint32_t me, bool atomic,
                                                              unsigned how, unsigned mask,
                                                              void *pc) {
    if (how & CHECK_WRITE)
        record_write(c, me, atomic, how, mask, pc);
    else
        record_read(c, r->shared ? check_epoch_first : check_launch_first, me, atomic, pc);
}

static inline __attribute__((always_inline)) void
touch_word(const region *r, size_t offset, uintptr_t p, size_t size, unsigned how, void *pc) {
    check_cell *c = &r->words[offset / 4];
    uint32_t me = check_segment();
    bool atomic = how & (CHECK_ATOMIC | CHECK_FLAG);
    compare_cell(r, c, me, atomic, how, p, size, pc);
    if (CHECK_UNLIKELY(c->flags & CELL_HAS_BYTES))
        for (size_t i = 0; i < 4; i++)
            compare_cell(r, &r->bytes[(offset & ~(size_t)3) + i], me, atomic, how, p, size, pc);
    record_cell(r, c, me, atomic, how, ALL, pc);
}

static inline void touch_bytes(const region *r, size_t offset, size_t count, uintptr_t p,
                               size_t size, unsigned how, void *pc) {
    uint32_t me = check_segment();
    bool atomic = how & (CHECK_ATOMIC | CHECK_FLAG);
    for (size_t i = offset; i < offset + count; i++) {
        check_cell *word = &r->words[i / 4], *byte = &r->bytes[i];
        if (!(word->flags & CELL_HAS_BYTES)) {
            memset(&r->bytes[i & ~(size_t)3], 0, 4 * sizeof *byte);
            word->flags |= CELL_HAS_BYTES;
        }
        compare_cell(r, word, me, atomic, how, p, size, pc);
        compare_cell(r, byte, me, atomic, how, p, size, pc);
        record_cell(r, byte, me, atomic, how, 1, pc);
        if (how & CHECK_WRITE)
            word->written |= (uint8_t)(1u << i % 4);
    }
}

static inline __attribute__((always_inline)) void touch(const region *r, uintptr_t p, size_t size,
                                                        unsigned how, void *pc) {
    size_t offset = p - r->lo, end = offset + size;
    if (CHECK_LIKELY(size == 4 && offset % 4 == 0)) {
        touch_word(r, offset, p, size, how, pc);
        return;
    }
    while (offset < end)
        if (offset % 4 == 0 && end - offset >= 4) {
            touch_word(r, offset, p, size, how, pc);
            offset += 4;
        } else {
            size_t count = 4 - offset % 4 < end - offset ? 4 - offset % 4 : end - offset;
            touch_bytes(r, offset, count, p, size, how, pc);
            offset += count;
        }
}

#endif
