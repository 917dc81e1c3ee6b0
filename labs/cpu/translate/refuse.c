/* What nvcc refuses for how it is written: what a kernel's declaration must not say, where device
 * memory cannot lie, and what device code cannot do. Only what is sure from the tokens alone is an
 * error here; qualifiers that macros stand for say nothing, as other conditions may define them
 * otherwise, nor does what stands in a conditional. */
#include "memory.h"
#include "walk.h"

/* The word between two tokens, outside of parentheses and braces; NO_TOKEN if it is not there. */
static size_t find_word(const walker *w, size_t from, size_t to, const char *word) {
    for (size_t i = from; i < to;) {
        const char c = walk_char(w, i);
        if (walk_is(w, i, word))
            return i;
        i = c == '(' || c == '[' || c == '{' ? skip_group(w->s, w->stream, i) : i + 1;
    }
    return NO_TOKEN;
}

/* The first qualifier of device memory that stands there by its own name. */
static size_t find_memory(const walker *w, size_t from, size_t to) {
    static const char *const words[] = {"__device__", "__constant__", "__managed__", "__shared__"};
    for (size_t n = 0; n < sizeof words / sizeof *words; n++) {
        const size_t i = find_word(w, from, to, words[n]);
        if (i != NO_TOKEN)
            return i;
    }
    return NO_TOKEN;
}

static void error_at(walker *w, size_t i, const char *text) {
    unit_error(w->u, w->f, w->stream->tokens[i].begin, "%s", text);
}

static bool is_judged(const walker *w) {
    return !w->u->collecting && !w->in_definition && !walk_in_place(w);
}

void refuse_kernel(walker *w, const declaration *d) {
    const size_t word = is_judged(w) ? find_word(w, d->first, d->name, "__global__") : NO_TOKEN;
    if (word == NO_TOKEN)
        return;
    const size_t end = d->parameters_end, behind = end + 1;
    if (walk_in_class(w))
        error_at(w, word,
                 "a __global__ function cannot be a member of a class: make it a function of its "
                 "own, which gets what it needs as arguments");
    else if (find_word(w, d->first, d->name, "__device__") != NO_TOKEN ||
             find_word(w, d->first, d->name, "__host__") != NO_TOKEN)
        error_at(w, word,
                 "a __global__ function cannot be __device__ or __host__ too: a kernel is launched "
                 "by the host and runs on the device");
    if (end - d->parameters > 4 && walk_char(w, end - 1) == '.' && walk_char(w, end - 3) == '.' &&
        walk_char(w, end - 4) == ',') /* behind a type it is a pack */
        error_at(w, end - 3, "a __global__ function cannot have an ellipsis");
    if (walk_is(w, behind, "noexcept") || walk_is(w, behind, "throw"))
        error_at(w, behind, "a __global__ function cannot have an exception specification");
}

/* In a namespace without a name. */
static bool is_unnamed(const walker *w) {
    for (size_t k = 0; k < w->depth; k++)
        if (w->brackets[k].kind == '{' && w->brackets[k].at > 0 &&
            walk_is(w, w->brackets[k].at - 1, "namespace"))
            return true;
    return false;
}

void refuse_variable(walker *w, const declaration *d) {
    if (!is_judged(w) || d->name == NO_TOKEN)
        return;
    const size_t word = find_memory(w, d->first, d->name);
    const size_t end = d->initializer != NO_TOKEN ? d->initializer : d->end;
    if (word == NO_TOKEN || find_word(w, d->first, end, "(") != NO_TOKEN) /* a function, perhaps */
        return;
    if (walk_in_class(w) && find_word(w, d->first, d->name, "static") != NO_TOKEN)
        error_at(w, word,
                 "a static member of a class cannot be in device memory: declare the variable "
                 "outside, in a namespace perhaps");
    else if (!w->u->rdc && d->is_inline && d->static_word == NO_TOKEN && !is_unnamed(w))
        error_at(w, word,
                 "an inline variable of device memory must be static without -rdc=true: each file "
                 "then has a module of its own");
}

/* The statement at hand declares a variable, not a function or a lambda. */
static bool declares_variable(const walker *w, size_t i) {
    for (size_t j = w->declaration_begin; w->stream->tokens[j].kind != TOKEN_END; j++) {
        const char c = walk_char(w, j);
        if (c == ';' || c == '=')
            return j > i;
        if (c == '[' && j > i + 1)
            return true;
        if (w->stream->tokens[j].kind > TOKEN_PUNCTUATION || (c && strchr("(){}[]", c)))
            return false;
    }
    return false;
}

void refuse_local(walker *w, size_t i) {
    const scope *const function = walk_function(w);
    if (!function || !is_judged(w) || w->saved_count || walk_in_class(w) ||
        !declares_variable(w, i) || find_word(w, w->declaration_begin, i + 2, "extern") != NO_TOKEN)
        return;
    const bool is_shared = walk_is(w, i, "__shared__");
    if (is_shared && function->context == CONTEXT_HOST)
        error_at(
            w, i,
            "a __shared__ variable in host code: shared memory belongs to a block of a kernel, "
            "declare it in device code");
    else if (!is_shared && function->is_plain &&
             find_word(w, w->declaration_begin, i + 2, "static") == NO_TOKEN)
        error_at(w, i,
                 "a variable of a function is not __device__, __constant__ or __managed__: leave "
                 "the word out, or declare it outside the function");
}

void refuse_word(walker *w, size_t i) {
    static const char *const exceptions[] = {"throw", "try", NULL};
    static const char *const types[] = {"dynamic_cast", "typeid", NULL};
    const bool is_exception = walk_is_any(w, i, exceptions), is_type = walk_is_any(w, i, types);
    if ((!is_exception && !is_type) || !is_judged(w) || w->saved_count)
        return;
    const scope *const function = walk_function(w);
    if (!function || !function->is_plain ||
        (function->context != CONTEXT_DEVICE && function->context != CONTEXT_GLOBAL))
        return;
    error_at(w, i,
             is_exception ? "device code has no exceptions: return a number that says what went "
                            "wrong, or call __trap()"
                          : "device code has no types at run time (dynamic_cast, typeid): use a "
                            "virtual function, or a number that says which class it is");
}
