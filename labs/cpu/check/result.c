/* result.c - whether code looks at what a call returned.
 *
 * A result that is ignored is overwritten, or its register is used no more; one that is looked at
 * is read soon after the call, by code of g++ -O0 and -O1. So the instructions behind the call are
 * followed, over what only ends a function, to the first that tells. What hands the result to its
 * caller has looked: whether that one does is not known, and a finding is no guess.
 */
#include <stdint.h>
#include <string.h>

#include "checker.h"

enum { FOLLOWED = 16 }; /* instructions */

#if defined(__x86_64__)

/* One instruction: does it read eax? Else *length is its length where it may stand between the
 * call and the first use, and 0 where it may not. */
static bool reads_result(const unsigned char *code, int *length) {
    static const struct {
        unsigned char count, bytes[2], mask; /* mask: of the last byte */
        signed char length;                  /* 0: it reads eax */
    } known[] = {
        {2, {0x85, 0xC0}, 0xFF, 0}, /* test eax, eax */
        {2, {0x89, 0x00}, 0x38, 0}, /* mov ..., eax */
        {1, {0x3D}, 0xFF, 0},       /* cmp eax, number */
        {2, {0x83, 0xF8}, 0xFF, 0}, /* cmp eax, byte */
        {2, {0x39, 0x00}, 0x38, 0}, /* cmp ..., eax */
        {2, {0x01, 0x00}, 0x38, 0}, /* add ..., eax */
        {2, {0x09, 0x00}, 0x38, 0}, /* or ..., eax */
        {2, {0x0B, 0xC0}, 0xC7, 0}, /* or ..., eax */
        {2, {0x63, 0xC0}, 0xC7, 0}, /* movsxd ..., eax */
        {1, {0x98}, 0xFF, 0},       /* cdqe */
        {1, {0xC3}, 0xFF, 0},       /* ret: the caller gets it */
        {1, {0x90}, 0xFF, 1},       /* nop */
        {1, {0xC9}, 0xFF, 1},       /* leave */
        {2, {0x83, 0xC4}, 0xFF, 3}, /* add rsp, byte */
        {2, {0x81, 0xC4}, 0xFF, 6}, /* add rsp, number */
        {2, {0x8D, 0x65}, 0xFF, 3}, /* lea rsp, [rbp + byte] */
        {2, {0x8B, 0x5D}, 0xFF, 3}, /* mov rbx, [rbp + byte] */
        {2, {0x8B, 0x65}, 0xE7, 3}, /* mov r12 to r15, [rbp + byte] */
    };
    const int prefix = (code[0] & 0xF0) == 0x40; /* for wide registers */
    const unsigned char *operation = code + prefix;
    *length = 0;
    if ((operation[0] & 0xF8) == 0x58 && (prefix || operation[0] != 0x58)) { /* pop, not into rax */
        *length = prefix + 1;
        return false;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const int last = known[i].count - 1;
        if (memcmp(operation, known[i].bytes, (size_t)last) ||
            (operation[last] & known[i].mask) != known[i].bytes[last])
            continue;
        *length = known[i].length ? prefix + known[i].length : 0;
        return !known[i].length;
    }
    return false;
}

bool check_looks_at_result(const void *behind_call) {
    const unsigned char *code = behind_call;
    for (int i = 0; i < FOLLOWED; i++) {
        int length;
        int32_t distance;
        if (code[0] == 0xEB) { /* jmp */
            code += 2 + (signed char)code[1];
        } else if (code[0] == 0xE9) {
            memcpy(&distance, code + 1, sizeof distance);
            code += 5 + distance;
        } else if (reads_result(code, &length)) {
            return true;
        } else if (length) {
            code += length;
        } else {
            return false;
        }
    }
    return false;
}

#elif defined(__aarch64__)

/* The registers of an instruction: 31 is none, or the stack's pointer. */
static unsigned rd(uint32_t code) {
    return code & 31;
}

static unsigned rn(uint32_t code) {
    return code >> 5 & 31;
}

static unsigned rm(uint32_t code) {
    return code >> 16 & 31;
}

/* Does the instruction read w0? */
static bool reads_result(uint32_t code) {
    static const struct {
        uint32_t mask, bits;
        bool d, n, m; /* which of its registers it reads */
    } known[] = {
        {0x7E000000, 0x34000000, true, false, false}, /* cbz, cbnz */
        {0x7E000000, 0x36000000, true, false, false}, /* tbz, tbnz */
        {0x3FC00000, 0x39000000, true, true, false},  /* str: at a base plus a number */
        {0x3FE00000, 0x38000000, true, true, false},  /* stur, str with the base moved */
        {0x3FE00000, 0x38200000, true, true, true},   /* str: at a base plus a register */
        {0x1F000000, 0x11000000, false, true, false}, /* add, sub, cmp with a number */
        {0x1F000000, 0x0A000000, false, true, true},  /* mov, and, orr, eor */
        {0x1F000000, 0x0B000000, false, true, true},  /* add, sub, cmp */
        {0x1F800000, 0x12000000, false, true, false}, /* and, orr, eor, tst with a number */
        {0x1F800000, 0x13000000, false, true, false}, /* sxtw, shifts */
        {0x1FE00800, 0x1A400800, false, true, false}, /* ccmp with a number */
        {0x1FE00800, 0x1A400000, false, true, true},  /* ccmp */
        {0x1FE00000, 0x1A800000, false, true, true},  /* csel, cset */
    };
    if (code == 0xD65F03C0) /* ret: the caller gets it */
        return true;
    if ((code & 0x3E400000) == 0x28000000 && (rd(code) == 0 || (code >> 10 & 31) == 0)) /* stp */
        return true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if ((code & known[i].mask) == known[i].bits)
            return (known[i].d && rd(code) == 0) || (known[i].n && rn(code) == 0) ||
                   (known[i].m && rm(code) == 0);
    return false;
}

/* May the instruction stand between the call and the first use? */
static bool only_ends_function(uint32_t code) {
    return code == 0xD503201F || code == 0xD50323BF ||             /* nop, autiasp */
           (code & 0xFF8003FF) == 0x910003FF ||                    /* add sp, sp, number */
           ((code & 0xFE4003E0) == 0xA84003E0 && rd(code) != 0) || /* ldp of registers kept there */
           ((code & 0xFFC003E0) == 0xF94003E0 && rd(code) != 0) || /* ldr, the same */
           ((code & 0xFFE003E0) == 0xF84003E0 && rd(code) != 0);
}

bool check_looks_at_result(const void *behind_call) {
    const uint32_t *code = behind_call;
    for (int i = 0; i < FOLLOWED; i++) {
        if ((*code & 0xFC000000) == 0x14000000) /* b: 26 bits, signed, count instructions */
            code += (int32_t)(*code << 6) >> 6;
        else if (reads_result(*code))
            return true;
        else if (only_ends_function(*code))
            code++;
        else
            return false;
    }
    return false;
}

#else
#error "check_looks_at_result knows x86-64 and AArch64: add this processor's instructions"
#endif
