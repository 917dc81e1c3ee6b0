/* local.c - red zones around the local arrays of device threads (local_array.h).
 *
 * A thread's stack has notes below its guard (fiber.c): one bit for each byte of the stack, set
 * where a red zone lies, and the arrays that live on it. C++ ends objects in the reverse order of
 * their begin, so these are a stack too. A thread that a fault stopped leaves its notes behind; the
 * next thread on that stack clears them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "local.h"

typedef struct {
    uintptr_t lo;
    size_t size, behind;
    const char *declared, *type;
} local_array;

enum { MAX_SHOWN = 160 }; /* arrays of one thread; deeper ones of a recursion are not guarded */

typedef struct {
    unsigned char red[CPUDEV_STACK / 8 + 8]; /* a 64-bit load may begin at the last byte */
    uint64_t launch, block;
    unsigned thread;
    unsigned depth;
    local_array live[MAX_SHOWN];
} stack_notes;
_Static_assert(sizeof(stack_notes) <= CPUDEV_STACK_NOTES, "notes do not fit");

static inline stack_notes *notes_of(const cpudev_stack_owner *owner) {
    return (stack_notes *)check_notes_of(owner);
}

/* ---- red zones come and go ------------------------------------------------------------------- */

static inline void paint_byte(unsigned char *byte, unsigned mask, bool red) {
    *byte = (unsigned char)(red ? *byte | mask : *byte & ~mask);
}

/* Sets or clears the bits [from, to). */
static inline void paint(unsigned char *bits, size_t from, size_t to, bool red) {
    size_t first = from / 8, last = to / 8;
    unsigned head = 0xFFu << from % 8, tail = (1u << to % 8) - 1;
    if (first == last) {
        paint_byte(&bits[first], head & tail, red);
        return;
    }
    paint_byte(&bits[first], head, red);
    for (size_t i = first + 1; i < last; i++)
        bits[i] = red ? 0xFF : 0;
    paint_byte(&bits[last], tail, red);
}

static void paint_zones(stack_notes *n, uintptr_t stack, const local_array *a, bool red) {
    size_t at = a->lo - stack, end = at + a->size;
    paint(n->red, at - CPUDEV_RED_ZONE, at, red);
    paint(n->red, end, end + a->behind, red);
}

static bool is_running_thread(const stack_notes *n) {
    const cpudev_thread *t = cpudev_self;
    return n->launch == t->launch && n->block == t->block_linear && n->thread == t->thread_linear;
}

/* Forgets what a thread left that was stopped. */
static void take_over(stack_notes *n) {
    if (n->depth)
        memset(n->red, 0, sizeof n->red);
    n->depth = 0;
    n->launch = cpudev_self->launch;
    n->block = cpudev_self->block_linear;
    n->thread = cpudev_self->thread_linear;
}

void cpudev_local_begin(void *array, size_t size, size_t behind, const char *declared,
                        const char *type) {
    const cpudev_stack_owner *owner = cpudev_running_stack();
    stack_notes *n = notes_of(owner);
    uintptr_t lo = (uintptr_t)array, stack = (uintptr_t)owner->stack;
    if (!is_running_thread(n))
        take_over(n);
    if (n->depth++ >= MAX_SHOWN)
        return;
    local_array *a = &n->live[n->depth - 1];
    *a = (local_array){lo, size, behind, declared, type};
    if (lo < stack + CPUDEV_RED_ZONE || lo + size + behind > (uintptr_t)owner->stack_top)
        *a = (local_array){.lo = 0}; /* not on this stack */
    else
        paint_zones(n, stack, a, true);
}

void cpudev_local_end(void *array) {
    const cpudev_stack_owner *owner = cpudev_running_stack();
    stack_notes *n = notes_of(owner);
    if (!n->depth || !is_running_thread(n) || n->depth-- > MAX_SHOWN)
        return;
    local_array *a = &n->live[n->depth];
    if (a->lo == (uintptr_t)array)
        paint_zones(n, (uintptr_t)owner->stack, a, false);
}

/* ---- accesses -------------------------------------------------------------------------------- */

bool check_on_stack(uintptr_t p) {
    const cpudev_stack_owner *owner = cpudev_running_stack();
    return p - (uintptr_t)owner->stack < (size_t)(owner->stack_top - owner->stack);
}

static __attribute__((noinline)) bool range_in_red_zone(const unsigned char *red, size_t i,
                                                        size_t end) {
    for (; i < end; i += 32)
        if (check_red_bits(red, i, end - i < 32 ? end - i : 32))
            return true;
    return false;
}

bool check_in_red_zone(uintptr_t p, size_t size) {
    const cpudev_stack_owner *owner = cpudev_running_stack();
    size_t offset = p - (uintptr_t)owner->stack, room = (size_t)(owner->stack_top - owner->stack);
    if (offset >= room)
        return false;
    const unsigned char *red = notes_of(owner)->red;
    if (CHECK_LIKELY(size <= 32))
        return check_red_bits(red, offset, size) != 0;
    return range_in_red_zone(red, offset, size < room - offset ? offset + size : room);
}

/* The live array that [p, p + size) touches or has its red zone touched by; NULL if there is
 * none. */
static const local_array *array_near(uintptr_t p, size_t size) {
    stack_notes *n = notes_of(cpudev_running_stack());
    if (!is_running_thread(n)) {
        take_over(n);
        return NULL;
    }
    for (size_t i = n->depth < MAX_SHOWN ? n->depth : MAX_SHOWN; i-- > 0;) {
        const local_array *a = &n->live[i];
        if (a->lo && p < a->lo + a->size + a->behind && p + size > a->lo - CPUDEV_RED_ZONE)
            return a;
    }
    return NULL;
}

/* "[with Array = float [2][3]]" -> "float [2][3]" */
static void type_text(const local_array *a, char *text, size_t room) {
    const char *type = strstr(a->type, "Array = ");
    snprintf(text, room, "%s", type ? type + strlen("Array = ") : a->type);
    char *end = strrchr(text, ']');
    if (end && type)
        *end = '\0';
}

/* "LINE NAME FILE" */
static check_source declaration(const local_array *a, char *name, size_t room) {
    char *rest;
    unsigned line = (unsigned)strtoul(a->declared, &rest, 10);
    size_t length = strcspn(++rest, " ");
    snprintf(name, room, "%.*s", (int)length, rest);
    return check_source_named(rest + length + 1, line);
}

enum { MAX_DIMENSIONS = 8 };

/* The numbers between the brackets that end a type; 0 if it has none. */
static size_t dimensions(const char *type, size_t *dimension) {
    size_t count = 0;
    for (const char *p = strchr(type, '['); p && count < MAX_DIMENSIONS; p = strchr(p + 1, '['))
        dimension[count++] = strtoul(p + 1, NULL, 10);
    return count;
}

/* "; that is m[2][0]", or nothing where no element would begin at p, or a real one does. */
static void describe_element(const local_array *a, uintptr_t p, const char *type, const char *name,
                             char *text, size_t room) {
    size_t dimension[MAX_DIMENSIONS], count = dimensions(type, dimension), elements = 1;
    int64_t index[MAX_DIMENSIONS];
    for (size_t i = 0; i < count; i++)
        elements *= dimension[i];
    *text = '\0';
    if (p - a->lo < a->size || !count || !elements || a->size % elements)
        return;
    int64_t size = (int64_t)(a->size / elements), offset = (int64_t)(p - a->lo);
    if (offset % size)
        return;
    int64_t flat = offset / size;
    for (size_t i = count; i-- > 1;) {
        int64_t d = (int64_t)dimension[i];
        index[i] = (flat % d + d) % d;
        flat = (flat - index[i]) / d;
    }
    index[0] = flat;
    int at = snprintf(text, room, "; that is %s", name);
    for (size_t i = 0; i < count && (size_t)at < room; i++)
        at += snprintf(text + at, room - (size_t)at, "[%" PRId64 "]", index[i]);
}

void check_local_overrun(uintptr_t p, size_t size, unsigned how, void *pc) {
    static const char kind[] = "local-overrun";
    const local_array *a = array_near(p, size);
    if (!a || check_repeated(kind, pc))
        return;
    char type[200], name[100], offset[64], element[128];
    check_source where = declaration(a, name, sizeof name);
    type_text(a, type, sizeof type);
    check_describe_offset(p, size, a->lo, a->size, offset, sizeof offset);
    describe_element(a, p, type, name, element, sizeof element);
    check_report(kind, pc, "%s %zu bytes, %s the local array %s of type %s (%zu bytes, %s:%u)%s",
                 how & CHECK_WRITE ? "writes" : "reads", size, offset, name, type, a->size,
                 where.file, where.line, element);
}

bool check_inside_local_array(uintptr_t p, size_t size, uintptr_t base, const char *row_type) {
    const local_array *a = array_near(p, size);
    if (!a || p - a->lo >= a->size || a->lo + a->size - p < size || base - a->lo >= a->size)
        return false;
    char type[200];
    size_t whole[MAX_DIMENSIONS], row[MAX_DIMENSIONS];
    type_text(a, type, sizeof type);
    size_t count = dimensions(type, whole), rows = dimensions(row_type, row);
    return count > rows && !memcmp(&whole[count - rows], row, rows * sizeof *row);
}

void check_name_local_array(uintptr_t p, char *text, size_t room) {
    const local_array *a = array_near(p, 1);
    char name[100];
    if (!a || p - a->lo >= a->size)
        return;
    check_source where = declaration(a, name, sizeof name);
    snprintf(text, room, "the local array %s (%s:%u)", name, where.file, where.line);
}
