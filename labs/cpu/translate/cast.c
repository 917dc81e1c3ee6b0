/* Casts to integers in device code, (int)x, where x may be a float that does not fit (cast.h):
 *
 *   (unsigned char)x         ::cpu_device::__to<unsigned char>() ->* x
 *
 * ->* binds nearly as tightly as a cast: only where a unary operator or another cast stands before
 * it would the two be read otherwise, and there, as wherever it is not sure, the cast stays what it
 * is; g++ then has its number looked at (check/arithmetic.c). An extra, like local.c.
 */
#include <string.h>

#include "walk.h"

/* The ) behind the words of an integer type that begin at i; NO_TOKEN if they are something else.
 */
static size_t type_end(const walker *w, size_t i) {
    static const char *const words[] = {"int",      "unsigned", "signed",   "short",     "char",
                                        "long",     "size_t",   "int8_t",   "int16_t",   "int32_t",
                                        "int64_t",  "uchar",    "ushort",   "uint",      "uint8_t",
                                        "uint16_t", "uint32_t", "uint64_t", "ptrdiff_t", NULL};
    const size_t first = i;
    while (walk_is_any(w, i, words))
        i++;
    return i > first && walk_char(w, i) == ')' ? i : NO_TOKEN;
}

/* Whether what stands before the token at i leaves the cast there to itself: an operator with two
 * operands, or the beginning of an expression. */
static bool stands_free(const walker *w, size_t i) {
    if (i < 2)
        return false;
    const char before = walk_char(w, i - 1);
    if (walk_is(w, i - 1, "return") || (before && strchr("=(,[{;?:/%|^&*<", before)))
        return true;
    return (before == '+' || before == '-') &&
           (walk_is_name(w, i - 2) || w->stream->tokens[i - 2].kind == TOKEN_NUMBER ||
            walk_char(w, i - 2) == ']');
}

/* Whether an operand begins at i, and none of the variables whose address nobody takes (kernel.h).
 */
static bool begins_operand(const walker *w, size_t i) {
    static const char *const builtins[] = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                           "warpSize",  "new",      "throw",    NULL};
    const char c = walk_char(w, i);
    switch (w->stream->tokens[i].kind) {
    case TOKEN_IDENTIFIER:
        return !walk_is_any(w, i, builtins);
    case TOKEN_NUMBER:
        return true;
    default:
        return c && strchr("(-+*!~", c);
    }
}

void walk_cast(walker *w, size_t i) {
    const size_t close = type_end(w, i + 1);
    if (close == NO_TOKEN || w->u->collecting || w->u->plain || w->u->check || w->in_definition ||
        walk_may_index_choice(w->u))
        return;
    const scope *const function = walk_function(w);
    if (!function || (function->context != CONTEXT_DEVICE && function->context != CONTEXT_GLOBAL) ||
        !stands_free(w, i) || !begins_operand(w, close + 1) || suspects_in_macro(w))
        return;
    walk_replace_token(w, i, " ::cpu_device::__to<");
    walk_replace_token(w, close, ">() ->* ");
    w->u->has_extras = true;
}
