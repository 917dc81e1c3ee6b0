/* expression.h - random expressions without side effects, whose value C++ and CUDA define. */
#ifndef FUZZ_EXPRESSION_H
#define FUZZ_EXPRESSION_H

#include <stdbool.h>

#include "scope.h"

/* Emits an expression of exactly this type; uniform: of things that are the same in a whole
 * block. */
void expression(enum scalar type, int depth, bool uniform);
/* The same, never NaN: what may be stored. Floats in memory have no NaN, whose bits differ between
 * processors. */
void value(enum scalar type, int depth, bool uniform);
void condition(int depth, bool uniform);
/* An unsigned expression below `limit`. */
void below(unsigned limit, int depth, bool uniform);
/* The place as an lvalue. */
void lvalue(const struct place *place, int depth, bool uniform);

/* Device functions that expressions may call: scalars by value, no side effects. */
enum { MAX_PARAMETERS = 4 };
struct function {
    char name[40]; /* with template arguments, as it is called */
    enum scalar result;
    unsigned parameters;
    enum scalar parameter[MAX_PARAMETERS];
};
void function_add(const struct function *function);
int function_mark(void);
void function_release(int mark);

#endif
