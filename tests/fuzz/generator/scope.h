/* scope.h - the scalar types, and the places (things that hold a scalar) that may be named now. */
#ifndef FUZZ_SCOPE_H
#define FUZZ_SCOPE_H

#include <stdbool.h>

enum scalar { U8, I8, U16, I16, U32, I32, U64, I64, F32, F64, SCALARS };

extern const char *const scalar_name[SCALARS];
extern const unsigned scalar_bytes[SCALARS];
bool is_float(enum scalar type);
bool is_unsigned(enum scalar type);
bool is_small(enum scalar type); /* narrower than int: computed as int */
enum scalar any_scalar(void);
enum scalar any_integer(void);
/* An unsigned type of this width. */
enum scalar unsigned_of(enum scalar type);

struct place {
    char text[100];
    enum scalar type;
    unsigned length; /* an array of so many elements, indexed behind `text`; 0: a scalar */
    bool writable;
    bool uniform; /* the same in all threads of the block, if the index is */
    bool wild;    /* a float that may be NaN */
    bool bare;    /* a bit-field or a structured binding: no address, no capture */
};

/* Scopes: mark, add, release. */
int scope_mark(void);
void scope_release(int mark);
/* Hides what was added before the mark (0: nothing); returns the earlier mark. */
int scope_hide(int before);
struct place *scope_add(enum scalar type, bool writable, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct place *scope_array(enum scalar type, unsigned length, bool writable, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
const struct place *scope_at(int number);

/* A place of the type (SCALARS: of any), or NULL. */
const struct place *scope_pick(enum scalar type, bool writable, bool uniform);

/* A new name for a local: often one that a host variable of the file has, too. */
const char *fresh_name(void);
void forget_names(void);

#endif
