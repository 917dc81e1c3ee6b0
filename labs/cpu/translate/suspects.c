/* What device code takes from the host, and host code from the device, by the look of it.
 *
 * Whether a name in a function is that of a variable or a function of the other side is for g++ to
 * say, which knows scopes, overloads, macros and conditionals. The translator only suspects, by
 * name: where it does, the declarations of that name get the attribute "deprecated", with a message
 * of ours, and the body of the function in question #pragma GCC diagnostic error
 * "-Wdeprecated-declarations" or "warning", where nvcc might take the program all the same:
 * addresses, arguments of what may be a macro, templates, functions that nothing may call, and all
 * of a program that says "deprecated" itself.
 * Everywhere else such messages are off. Files without a suspect are not changed.
 */
#include "memory.h"
#include "walk.h"

static void body_name(const walker *w, size_t brace, char *text, size_t size) {
    snprintf(text, size, "%s:%zu", w->f->identity, w->stream->tokens[brace].begin);
}

/* The bracket of the outermost function around the token at hand. */
static const bracket *body_of(const walker *w) {
    for (size_t k = 0; k < w->depth; k++)
        if (w->brackets[k].kind == '{' && w->brackets[k].scope.locals)
            return &w->brackets[k];
    return NULL;
}

/* Whether the token at i is part of an operand that nobody evaluates. */
bool suspects_is_unevaluated(const walker *w, size_t i) {
    static const char *const words[] = {"sizeof",   "decltype", "alignof",
                                        "noexcept", "typeid",   "__typeof__"};
    if (i > 0 && walk_is(w, i - 1, "sizeof"))
        return true;
    for (size_t k = w->depth; k-- > 0 && w->brackets[k].kind != '{';) {
        const size_t at = w->brackets[k].at;
        for (size_t n = 0; w->brackets[k].kind == '(' && at > 0 && n < sizeof words / sizeof *words;
             n++)
            if (walk_is(w, at - 1, words[n]))
                return true;
    }
    return false;
}

/* Among the arguments of what may be a macro, which may drop them or write them out. One of a
 * template, NAME<...>(, is none. */
bool suspects_in_macro(const walker *w) {
    for (size_t k = w->depth; k-- > 0 && w->brackets[k].kind != '{';) {
        if (!w->brackets[k].is_call)
            continue;
        const size_t called = w->brackets[k].at - 1;
        const token *t = &w->stream->tokens[called];
        if (walk_is_name(w, called) && !library_is_function(w, called) &&
            !names_get(&w->u->functions, w->s->text + t->begin, t->end - t->begin))
            return true;
    }
    return false;
}

/* if constexpr (false) and the like: nobody misses what stands there. */
static bool has_constexpr(const walker *w, size_t brace) {
    const size_t end = skip_group(w->s, w->stream, brace);
    for (size_t i = brace; i < end; i++)
        if (walk_is(w, i, "constexpr") || walk_is(w, i, "requires"))
            return true;
    return false;
}

/* Is the variable at i read or written for sure? Its name alone, or its address, is no use. */
static bool is_used(const walker *w, size_t i) {
    const char before = i > 0 ? walk_char(w, i - 1) : '\0', after = walk_char(w, i + 1);
    if (before == '&')
        return false;
    if (after && strchr(";,)", after))
        return before && strchr("=+-*/%<", before);
    return after != '\0';
}

void suspects_note(walker *w, size_t i, const scope *outer, unsigned kind) {
    const bracket *body = body_of(w);
    if (!w->u->suspecting || !body)
        return;
    char name[5000];
    body_name(w, body->at, name, sizeof name);
    if (suspects_is_unevaluated(
            w, i)) { /* g++ would tell of it, if another use makes the name a suspect */
        names_add(&w->u->suspicious, name, strlen(name), SUSPECT_SOFT);
        return;
    }
    const bool is_sure = outer->is_plain && !suspects_in_macro(w) && !has_constexpr(w, body->at) &&
                         !(kind & SUSPECT_SOFT) &&
                         (kind != SUSPECT_VARIABLE || (outer->is_kept && is_used(w, i)));
    const token *t = &w->stream->tokens[i];
    names_add(&w->u->suspects, w->s->text + t->begin, t->end - t->begin,
              kind & ~(unsigned)SUSPECT_SOFT);
    names_add(&w->u->suspicious, name, strlen(name), SUSPECT_ANY | (is_sure ? 0 : SUSPECT_SOFT));
}

void suspects_note_body(walker *w, size_t i, const scope *outer, const char *name, unsigned kind) {
    const bracket *body = body_of(w);
    if (!w->u->suspecting || !body || suspects_is_unevaluated(w, i) || suspects_in_macro(w))
        return;
    char body_is[5000];
    body_name(w, body->at, body_is, sizeof body_is);
    names_add(&w->u->suspects, name, strlen(name), kind);
    names_add(&w->u->suspicious, body_is, strlen(body_is),
              SUSPECT_ANY |
                  (outer->is_plain && !has_constexpr(w, body->at) ? 0 : (unsigned)SUSPECT_SOFT));
}

void suspects_note_array(walker *w, size_t i) {
    const bracket *body = body_of(w);
    if (!w->u->suspecting || !body || walk_char(w, i + 1) != '[')
        return;
    const size_t end = skip_group(w->s, w->stream, i + 1);
    for (size_t k = i + 2; k < end; k++)
        if (w->stream->tokens[k].kind == TOKEN_IDENTIFIER) {
            char name[5000];
            body_name(w, body->at, name, sizeof name);
            names_add(&w->u->sized, name, strlen(name), 1);
            return;
        }
}

void suspects_begin(translation_unit *u) {
    if (u->suspicious.count)
        edit_insert(&u->files[0]->edits, 0,
                    "#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"\n", false);
    library_begin(u);
}

/* What is known in `table` of the body that opens at `brace`. */
static unsigned known_of(const walker *w, const name_table *table, size_t brace) {
    if (w->u->collecting || w->in_definition || !table->count || walk_in_place(w))
        return 0;
    char name[5000];
    body_name(w, brace, name, sizeof name);
    return names_get(table, name, strlen(name));
}

static unsigned suspicion(const walker *w, size_t brace) {
    const unsigned how = known_of(w, &w->u->suspicious, brace);
    return how & SUSPECT_ANY ? how : 0;
}

void suspects_open_body(walker *w, size_t brace) {
    const unsigned how = suspicion(w, brace), sized = known_of(w, &w->u->sized, brace);
    const size_t at = w->stream->tokens[brace].end;
    if (how || sized)
        walk_insert(w, at, "\n#pragma GCC diagnostic push\n");
    if (how)
        walk_insert(w, at,
                    (how & SUSPECT_SOFT) || w->u->has_deprecated
                        ? "#pragma GCC diagnostic warning \"-Wdeprecated-declarations\"\n"
                        : "#pragma GCC diagnostic error \"-Wdeprecated-declarations\"\n");
    if (sized)
        walk_insert(w, at, "#pragma GCC diagnostic error \"-Wvla\"\n");
}

void suspects_close_body(walker *w, size_t open, size_t brace) {
    const unsigned sized = known_of(w, &w->u->sized, open);
    const size_t at = w->stream->tokens[brace].begin;
    if (suspicion(w, open) || sized)
        walk_insert(w, at, "\n#pragma GCC diagnostic pop\n");
    if (sized) /* a host's may: g++ 12 goes on warning behind the pop */
        walk_insert(w, at, "#pragma GCC diagnostic ignored \"-Wvla\"\n");
}

static void insert_attribute(walker *w, size_t offset, const char *message, const char *name,
                             int length) {
    const size_t size = strlen(message) + 2 * (size_t)length + 60;
    char *text = checked_realloc(NULL, size);
    const char *place = strchr(message, '@');
    snprintf(text, size, " __attribute__((__deprecated__(\"%.*s'%.*s'%s\"))) ",
             (int)(place - message), message, length, name, place + 1);
    walk_insert(w, offset, text);
}

void suspects_declaration(walker *w, const declaration *d, const char *message, unsigned kind) {
    if (w->u->collecting || w->in_definition || d->name == NO_TOKEN || d->is_qualified ||
        walk_in_place(w))
        return;
    const token *t = &w->stream->tokens[d->name];
    const char *name = w->s->text + t->begin;
    int length = (int)(t->end - t->begin);
    if (!(names_get(&w->u->suspects, name, (size_t)length) & kind))
        return;
    if (walk_is(w, d->name, "operator") && d->kind == DECLARES_FUNCTION) /* with what follows it */
        length = (int)(w->stream->tokens[d->parameters - 1].end - t->begin);
    size_t i = d->first;
    while (walk_char(w, i) == '[')
        i = skip_group(w->s, w->stream, i);
    if (d->extern_c && d->extern_word != NO_TOKEN)
        i = d->extern_word + 2;
    if (i > d->name || (i == d->name && !(kind & SUSPECT_MEMBER)))
        return;
    insert_attribute(w, w->stream->tokens[i].begin, message, name, length);
}

void suspects_declarator(walker *w, size_t name, const char *message, unsigned kind) {
    const token *t = &w->stream->tokens[name];
    const size_t length = t->end - t->begin;
    if (w->u->collecting || w->in_definition || walk_in_place(w) ||
        !(names_get(&w->u->suspects, w->s->text + t->begin, length) & kind))
        return;
    size_t i = name + 1;
    while (walk_char(w, i) == '[')
        i = skip_group(w->s, w->stream, i);
    insert_attribute(w, w->stream->tokens[i - 1].end, message, w->s->text + t->begin, (int)length);
}
