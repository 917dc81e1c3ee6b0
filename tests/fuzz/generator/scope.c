/* scope.c - a stack of places. */
#include "scope.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

const char *const scalar_name[SCALARS] = {
    "unsigned char", "signed char",        "unsigned short", "short", "unsigned",
    "int",           "unsigned long long", "long long",      "float", "double"};
const unsigned scalar_bytes[SCALARS] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};

bool is_float(enum scalar type) {
    return type == F32 || type == F64;
}

bool is_unsigned(enum scalar type) {
    return type == U8 || type == U16 || type == U32 || type == U64;
}

bool is_small(enum scalar type) {
    return type <= I16;
}

enum scalar any_scalar(void) {
    static const enum scalar often[] = {U32, U32, I32, I32, F32, F32, F32, U64, F64, I64};
    return chance(65) ? often[pick(sizeof often / sizeof *often)] : (enum scalar)pick(SCALARS);
}

enum scalar any_integer(void) {
    return (enum scalar)pick(F32);
}

enum scalar unsigned_of(enum scalar type) {
    static const enum scalar same_width[SCALARS] = {U8, U8, U16, U16, U32, U32, U64, U64, U32, U64};
    return same_width[type];
}

enum { MAX_PLACES = 600 };
static struct place places[MAX_PLACES];
static int count, hidden;

int scope_mark(void) {
    return count;
}

void scope_release(int mark) {
    count = mark;
}

int scope_hide(int before) {
    int earlier = hidden;
    hidden = before;
    return earlier;
}

static struct place *add(enum scalar type, unsigned length, bool writable, const char *format,
                         va_list arguments) {
    if (count == MAX_PLACES)
        abort();
    struct place *place = &places[count++];
    memset(place, 0, sizeof *place);
    if (vsnprintf(place->text, sizeof place->text, format, arguments) >= (int)sizeof place->text)
        abort();
    place->type = type;
    place->length = length;
    place->writable = writable;
    return place;
}

struct place *scope_add(enum scalar type, bool writable, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    struct place *place = add(type, 0, writable, format, arguments);
    va_end(arguments);
    return place;
}

struct place *scope_array(enum scalar type, unsigned length, bool writable, const char *format,
                          ...) {
    va_list arguments;
    va_start(arguments, format);
    struct place *place = add(type, length, writable, format, arguments);
    va_end(arguments);
    return place;
}

const struct place *scope_at(int number) {
    return number < count ? &places[number] : NULL;
}

const struct place *scope_pick(enum scalar type, bool writable, bool uniform) {
    int fitting = 0, chosen = -1;
    for (int i = hidden; i < count; i++) {
        const struct place *p = &places[i];
        if ((type != SCALARS && p->type != type) || (writable && !p->writable) ||
            (uniform && !p->uniform))
            continue;
        /* What was declared last is met most often. */
        unsigned weight = i >= count - 12 ? 4 : 1;
        fitting += (int)weight;
        if (pick((unsigned)fitting) < weight)
            chosen = i;
    }
    return chosen < 0 ? NULL : &places[chosen];
}

/* These are variables of the host at file scope: fuzz.cuh. */
static const char *const host_names[] = {"width", "height", "total", "result",
                                         "level", "weight", "scale", "offset"};
enum { HOST_NAMES = sizeof host_names / sizeof *host_names };
static bool host_name_used[HOST_NAMES];
static unsigned names;

void forget_names(void) {
    memset(host_name_used, 0, sizeof host_name_used);
    names = 0;
}

const char *fresh_name(void) {
    static char name[16][16];
    char *text = name[names % 16];
    unsigned host = pick(HOST_NAMES);
    bool wanted = chance(25); /* drawn in any case: names do not change what comes after */
    if (wanted && !host_name_used[host]) {
        host_name_used[host] = true;
        return host_names[host];
    }
    snprintf(text, sizeof name[0], "v%u", names++);
    return text;
}
