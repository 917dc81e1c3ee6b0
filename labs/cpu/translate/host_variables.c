/* host_variables.c - variables of the host, at namespace scope, that device code uses. Here is only
 * what their declarations look like; g++ decides which variable a name means (suspects.c).
 *
 * A constant that the compiler can fold is device code's, too; so may be a variable whose type has
 * a name of its own, which may stand for const: of these g++ warns.
 */
#include <string.h>

#include "memory.h"
#include "walk.h"

typedef struct {
    size_t name;   /* its token */
    unsigned bits; /* VARIABLE_* */
} declarator;

/* What stands before the first name: the type that all names share. */
typedef struct {
    bool is_known;             /* nothing that is not understood */
    bool is_plain;             /* made of words that stand for no const */
    bool is_const;             /* what is declared without a star */
    bool has_star, ends_const; /* of the first declarator; const behind its last star */
} specifiers;

static bool begins(const walker *w, size_t i, const char *start) {
    const token *t = &w->stream->tokens[i];
    return t->end - t->begin >= strlen(start) &&
           memcmp(w->s->text + t->begin, start, strlen(start)) == 0;
}

static void read_word(const walker *w, size_t i, specifiers *s) {
    static const char *const plain[] = {
        "float",  "double",   "int",    "unsigned", "signed",  "char",         "short",
        "long",   "bool",     "size_t", "auto",     "float2",  "float3",       "float4",
        "int2",   "int3",     "int4",   "dim3",     "static",  "extern",       "volatile",
        "inline", "uint8_t",  "int8_t", "uint16_t", "int16_t", "uint32_t",     "int32_t",
        "struct", "uint64_t", "enum",   "class",    "int64_t", "thread_local", "register",
        "union",  NULL};
    if (walk_is(w, i, "const"))
        *(s->has_star ? &s->ends_const : &s->is_const) = true;
    else if (walk_is(w, i, "texture") || walk_is(w, i, "surface"))
        s->is_known = false;
    else if (!walk_is_any(w, i, plain) && !begins(w, i, "cuda"))
        s->is_plain = false;
}

static specifiers read_specifiers(const walker *w, const declaration *d) {
    specifiers s = {.is_known = true, .is_plain = true};
    for (size_t i = d->first; i < d->name && s.is_known;) {
        const char c = walk_char(w, i);
        if (c == '<') {
            i = skip_angles(w->s, w->stream, i);
            s.is_plain = false;
            s.is_known = i <= d->name && walk_char(w, i) != '<';
            continue;
        }
        if (c == '*' || c == '&') {
            s.has_star = true;
            s.ends_const = false;
        } else if (w->stream->tokens[i].kind == TOKEN_IDENTIFIER) {
            read_word(w, i, &s);
        } else {
            s.is_known = walk_is(w, i, "::");
        }
        i++;
    }
    return s;
}

static unsigned bits_of(const walker *w, const specifiers *s, size_t name, bool is_const) {
    if (!s->is_known || (is_const && walk_char(w, name + 1) != '['))
        return VARIABLE_OTHER;
    return VARIABLE_HOST | (s->is_plain ? 0 : VARIABLE_NAMED_TYPE);
}

/* The declarator behind that of the name at i; false: there is none. */
static bool next_declarator(const walker *w, const declaration *d, const specifiers *s, size_t i,
                            declarator *next) {
    for (char c; i < d->end && (c = walk_char(w, i)) != ',';)
        i = c == '(' || c == '[' || c == '{' ? skip_group(w->s, w->stream, i) : i + 1;
    bool has_star = false, is_const = false;
    for (i++;
         i < d->end && (walk_char(w, i) == '*' || walk_char(w, i) == '&' || walk_is(w, i, "const"));
         i++) {
        has_star |= !walk_is(w, i, "const");
        is_const |= walk_is(w, i, "const");
    }
    if (i >= d->end || !walk_is_name(w, i))
        return false;
    const char behind = walk_char(w, i + 1);
    *next = (declarator){i, behind && strchr("=[,;{", behind)
                                ? bits_of(w, s, i, has_star ? is_const : s->is_const)
                                : VARIABLE_OTHER};
    return true;
}

static void note(walker *w, const declarator *v) {
    const token *t = &w->stream->tokens[v->name];
    names_add(&w->u->variables, w->s->text + t->begin, t->end - t->begin, v->bits);
}

void host_variables_collect(walker *w, const declaration *d) {
    if (d->name == NO_TOKEN || d->name == d->first || walk_in_class(w) || d->is_template ||
        d->is_qualified)
        return;
    specifiers s = read_specifiers(w, d);
    s.is_known &= !d->qualifiers && d->constexpr_word == NO_TOKEN;
    declarator v = {d->name, bits_of(w, &s, d->name, s.has_star ? s.ends_const : s.is_const)};
    do
        note(w, &v);
    while (next_declarator(w, d, &s, v.name, &v));
}

void host_variables_tell(walker *w, const declaration *d) {
    static const char text[] =
        "device code uses the host variable @: pass it to the kernel as an argument, or make it "
        "__constant__ or __device__";
    if (d->qualifiers || walk_in_class(w))
        return;
    const specifiers s = {.is_known = true};
    declarator v = {.name = d->name};
    if (d->name == NO_TOKEN || !next_declarator(w, d, &s, v.name, &v)) {
        suspects_declaration(w, d, text, SUSPECT_VARIABLE);
        return;
    }
    suspects_declarator(w, d->name, text, SUSPECT_VARIABLE);
    do
        suspects_declarator(w, v.name, text, SUSPECT_VARIABLE);
    while (next_declarator(w, d, &s, v.name, &v));
}

void host_variables_check(walker *w, size_t i, const scope *outer) {
    const token *t = &w->stream->tokens[i];
    const char *name = w->s->text + t->begin;
    const size_t length = t->end - t->begin;
    const unsigned bits = names_get(&w->u->variables, name, length);
    if ((bits & ~(unsigned)VARIABLE_NAMED_TYPE) == VARIABLE_HOST && outer->is_plain &&
        !walk_is(w, i + 1, "::") && !names_get(&w->u->functions, name, length))
        suspects_note(w, i, outer,
                      bits & VARIABLE_NAMED_TYPE ? SUSPECT_VARIABLE | SUSPECT_SOFT
                                                 : SUSPECT_VARIABLE);
}
