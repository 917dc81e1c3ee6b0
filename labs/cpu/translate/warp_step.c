/* Sums of a warp as books before Volta wrote them: steps on volatile shared memory, with nothing
 * between them.
 *
 *   v[t] += v[t + 16];  v[t] += v[t + 8];       for (d = 16; d > 0; d /= 2) v[t] += v[t + d];
 *
 * They were right while the lanes of a warp ran in step. A thread of this device runs on until it
 * must wait, so the sum is another one; a warning says why, where the steps look exactly like that.
 */
#include <stdlib.h>
#include <string.h>

#include "walk.h"

static bool same_text(const walker *w, size_t a, size_t b) {
    const token *s = &w->stream->tokens[a], *t = &w->stream->tokens[b];
    return s->end - s->begin == t->end - t->begin &&
           !memcmp(w->s->text + s->begin, w->s->text + t->begin, s->end - s->begin);
}

/* The function at hand, with its parameters, says volatile before token i. */
static bool says_volatile(const walker *w, size_t i) {
    const bracket *function = NULL;
    for (size_t k = 0; k < w->depth && !function; k++)
        if (w->brackets[k].kind == '{' && w->brackets[k].scope.outermost)
            function = &w->brackets[k];
    if (!function || !function->scope.device_side)
        return false;
    size_t first = function->at;
    while (first > 0 && walk_char(w, first - 1) != ';' && walk_char(w, first - 1) != '}')
        first--;
    for (; first < i; first++)
        if (walk_is(w, first, "volatile"))
            return true;
    return false;
}

/* For (...) with a step that halves. */
static bool halves(const walker *w, size_t from, size_t to) {
    for (size_t i = from; i < to; i++)
        if ((walk_char(w, i) == '/' && walk_char(w, i + 1) == '=') ||
            (walk_char(w, i) == '>' && walk_char(w, i + 1) == '>'))
            return true;
    return false;
}

typedef struct {
    size_t name;     /* NO_TOKEN: no such statement */
    unsigned offset; /* in v[t + offset]; 0: no number */
    bool is_loop;
} step;

/* The statement from token `from` to the ; at `to`: v[t] = or += something with v[t + offset]. */
static step step_of(const walker *w, size_t from, size_t to) {
    step s = {NO_TOKEN, 0, false};
    while ((walk_is(w, from, "if") || walk_is(w, from, "for")) && walk_char(w, from + 1) == '(') {
        const size_t end = skip_group(w->s, w->stream, from + 1);
        s.is_loop |= walk_is(w, from, "for") && halves(w, from + 2, end);
        from = end;
    }
    if (from >= to || !walk_is_name(w, from) || walk_char(w, from + 1) != '[')
        return s;
    size_t i = skip_group(w->s, w->stream, from + 1);
    i += walk_char(w, i) == '+';
    if (walk_char(w, i) != '=')
        return s;
    for (i++; i < to; i++) {
        if (walk_char(w, i) != '[' || !same_text(w, i - 1, from))
            continue;
        const size_t end = skip_group(w->s, w->stream, i);
        for (size_t k = i; k < end; k++)
            if (walk_char(w, k) == '+') {
                s.name = from;
                s.offset = (unsigned)strtoul(w->s->text + w->stream->tokens[k + 1].begin, NULL, 0);
            }
    }
    return s;
}

void warp_step_note(walker *w, size_t semicolon) {
    const size_t before = w->step_end;
    const step s = step_of(w, w->declaration_begin, semicolon);
    const bool follows = before == w->declaration_begin && w->step_offset && s.offset &&
                         w->step_offset == 2 * s.offset && s.name != NO_TOKEN &&
                         same_text(w, w->step_name, s.name);
    const bool first = !w->step_warned || w->step_end != w->declaration_begin;
    w->step_end = semicolon + 1;
    w->step_name = s.name;
    w->step_offset = s.name == NO_TOKEN ? 0 : s.offset;
    w->step_warned = false;
    if (s.name == NO_TOKEN || !(follows || s.is_loop) || !says_volatile(w, s.name))
        return;
    w->step_warned = true;
    const token *t = &w->stream->tokens[s.name];
    if (first)
        unit_warning(w->u, w->f, t->begin,
                     "steps of a warp on volatile '%.*s' with no __syncwarp() between them: the "
                     "lanes do not run in step here, nor does CUDA promise it since Volta, so the "
                     "sum is not that of older books; put a __syncwarp() behind the reads of each "
                     "step and one behind its writes, or use __shfl_down_sync()",
                     (int)(t->end - t->begin), w->s->text + t->begin);
}
