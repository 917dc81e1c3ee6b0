/* __launch_bounds__ of a kernel: its body begins by telling the runtime.
 *
 *   __global__ void __launch_bounds__(128, 2) k(P p) {
 *       -> ... { ::cpudev_launch_bounds(128, 2); return ::cpu_device::__kernel(...
 *
 * A macro without parameters may stand for it, if it is defined once: which of several definitions
 * holds is not known here. The arguments are evaluated in the function, where a template's
 * parameters have their values.
 */
#include "memory.h"
#include "walk.h"

typedef struct {
    const source_text *s;
    const token_stream *stream;
    size_t word; /* the token __launch_bounds__ */
} found_bounds;

static bool find_in(const source_text *s, const token_stream *stream, size_t from, size_t to,
                    found_bounds *found) {
    for (size_t i = from; i < to; i++)
        if (lex_is(s, &stream->tokens[i], "__launch_bounds__") && i + 1 < stream->count &&
            lex_is(s, &stream->tokens[i + 1], "(")) {
            *found = (found_bounds){s, stream, i};
            return true;
        }
    return false;
}

/* In the body of the only #define of this name. */
static bool find_in_macro(const translation_unit *u, const char *name, size_t length,
                          found_bounds *found) {
    bool any = false;
    unsigned definitions = 0;
    for (size_t f = 0; f < u->file_count; f++) {
        const source_text *s = &u->files[f]->text;
        for (size_t i = 0; i < s->stream.count; i++) {
            const token *t = &s->stream.tokens[i];
            if (t->kind != TOKEN_DEFINE || t->end - t->begin != length ||
                memcmp(s->text + t->begin, name, length) != 0)
                continue;
            const token_stream *body = &s->definitions[t->definition];
            bool has_parameters = t->end < s->size && s->text[t->end] == '(';
            any |= !has_parameters && find_in(s, body, 0, body->count, found);
            definitions++;
        }
    }
    return any && definitions == 1;
}

static bool find_bounds(const walker *w, const declaration *d, found_bounds *found) {
    if (find_in(w->s, w->stream, d->first, d->body, found))
        return true;
    for (size_t i = d->first; i < d->parameters; i++) {
        const token *t = &w->stream->tokens[i];
        if (t->kind == TOKEN_IDENTIFIER && i != d->name &&
            find_in_macro(w->u, w->s->text + t->begin, t->end - t->begin, found))
            return true;
    }
    return false;
}

void walk_launch_bounds(walker *w, const declaration *d) {
    found_bounds found;
    if (w->u->collecting || !find_bounds(w, d, &found))
        return;
    const token *tokens = found.stream->tokens;
    size_t end = skip_group(found.s, found.stream, found.word + 1);
    size_t from = tokens[found.word + 1].begin, to = tokens[end - 1].end;
    char *arguments = checked_copy(found.s->text + from, to - from);
    size_t at = w->stream->tokens[d->body].end;
    walk_insert(w, at, " ::cpudev_launch_bounds");
    walk_insert(w, at, arguments);
    walk_insert(w, at, ";");
}
