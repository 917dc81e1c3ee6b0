/* members.c - member functions, constructors and operators of the host that device code calls. As
 * with functions (suspects.c) the translator only suspects, by name, and g++ decides.
 *
 * A member is the host's if neither its declaration in the class nor one outside, by its qualified
 * name, says __device__. Destructors and constructors that copy are left out: a kernel's parameters
 * need both on the host, where the launch stands.
 */
#include <string.h>

#include "memory.h"
#include "walk.h"

static bool is_operator(const walker *w, const declaration *d) {
    return walk_is(w, d->name, "operator");
}

/* A::name, also where name is operator+. */
static bool is_outside(const walker *w, const declaration *d) {
    return d->is_qualified || (d->name > d->first && walk_is(w, d->name - 1, "::"));
}

/* = default, = delete */
static bool is_special(const walker *w, const declaration *d) {
    return d->body == NO_TOKEN && walk_char(w, d->parameters_end + 1) == '=' &&
           (walk_is(w, d->parameters_end + 2, "default") ||
            walk_is(w, d->parameters_end + 2, "delete"));
}

static bool is_of_device(const declaration *d) {
    return d->qualifiers & (QUALIFIER_DEVICE | QUALIFIER_GLOBAL);
}

/* No type stands before the name. */
static bool is_constructor(const walker *w, const declaration *d) {
    static const char *const words[] = {"explicit", "inline", "constexpr", NULL};
    for (size_t i = d->first; i < d->name; i++)
        if (!walk_is_any(w, i, words) && !qualifier_bits(w->u, w->s, &w->stream->tokens[i]))
            return false;
    return !is_operator(w, d);
}

/* Has a parameter of its own class: it copies, or might. */
static bool copies(const walker *w, const declaration *d) {
    const token *t = &w->stream->tokens[d->name];
    const size_t length = t->end - t->begin;
    for (size_t i = d->parameters; i < d->parameters_end; i++)
        if (w->stream->tokens[i].end - w->stream->tokens[i].begin == length &&
            memcmp(w->s->text + w->stream->tokens[i].begin, w->s->text + t->begin, length) == 0)
            return true;
    return false;
}

bool members_is_host(const walker *w, const declaration *d) {
    const bool member = walk_in_class(w) && !is_outside(w, d);
    if ((!member && (!is_operator(w, d) || is_outside(w, d))) || is_of_device(d) ||
        (d->constexpr_word != NO_TOKEN && w->u->relaxed_constexpr) || is_special(w, d) ||
        (d->name > 0 && walk_char(w, d->name - 1) == '~'))
        return false;
    return !is_constructor(w, d) || !copies(w, d);
}

static void add(walker *w, const char *name, size_t length, unsigned bits) {
    names_add(&w->u->functions, name, length, FUNCTION_MEMBER | bits);
}

void members_collect(walker *w, const declaration *d) {
    const token *t = &w->stream->tokens[d->name];
    const char *name = w->s->text + t->begin;
    const size_t length = t->end - t->begin;
    if (is_outside(w, d) && is_of_device(d))
        add(w, name, length, FUNCTION_DEVICE_OUTSIDE);
    if (members_is_host(w, d))
        add(w, name, length,
            FUNCTION_HOST_MEMBER |
                (walk_in_class(w) && is_constructor(w, d) ? FUNCTION_HOST_CONSTRUCTOR : 0));
}

void members_tell(walker *w, const declaration *d) {
    if (members_is_host(w, d))
        suspects_declaration(w, d,
                             is_operator(w, d)
                                 ? "device code calls an operator of the host: write __device__ "
                                   "before the declaration of @ (or __host__ __device__ if both "
                                   "sides call it)"
                                 : "device code calls the host function @: write __device__ before "
                                   "its declaration (or __host__ __device__ if both sides call it)",
                             SUSPECT_MEMBER);
}

static unsigned known_of(const walker *w, const char *name, size_t length) {
    const unsigned known = names_get(&w->u->functions, name, length);
    return known & FUNCTION_DEVICE_OUTSIDE ? 0 : known;
}

void members_check_operators(walker *w, size_t i, const scope *outer) {
    static const char name[] = "operator";
    if (known_of(w, name, strlen(name)) & FUNCTION_HOST_MEMBER)
        suspects_note_body(w, i, outer, name, SUSPECT_MEMBER);
}

void members_check(walker *w, size_t i, const scope *outer) {
    const token *t = &w->stream->tokens[i];
    const unsigned known = known_of(w, w->s->text + t->begin, t->end - t->begin);
    if ((known & FUNCTION_HOST_MEMBER) &&
        (walk_char(w, i + 1) == '(' || (known & FUNCTION_HOST_CONSTRUCTOR)))
        suspects_note(w, i, outer, SUSPECT_MEMBER);
}
