/* The walk through a file: follows brackets and scopes, and makes the edits.
 *
 *   k<<<g, b>>>(x)               (cpudev_configure(g, b), k(x))
 *   __global__ void k(P p) {B}   __global__ void k(P p) { return ::cpu_device::__kernel(
 *                                    __PRETTY_FUNCTION__,
 *                                    ::cpu_device::__parameters{[=]() mutable -> void {B}}); }
 *   t[0][i]                      ::cpu_device::__first_row(t[0])[i]
 *   (int)x                       see cast.c
 *   variables and functions      see symbols.c
 */
#include "walk.h"

#include "memory.h"

char walk_char(const walker *w, size_t i) {
    const token *t = &w->stream->tokens[i];
    return t->kind == TOKEN_PUNCTUATION && t->end - t->begin == 1 ? w->s->text[t->begin] : '\0';
}

bool walk_is(const walker *w, size_t i, const char *word) {
    return lex_is(w->s, &w->stream->tokens[i], word);
}

bool walk_is_any(const walker *w, size_t i, const char *const *words) {
    for (; *words; words++)
        if (walk_is(w, i, *words))
            return true;
    return false;
}

bool walk_is_name(const walker *w, size_t i) {
    return w->stream->tokens[i].kind == TOKEN_IDENTIFIER &&
           !is_keyword(w->s, &w->stream->tokens[i]);
}

bool walk_in_place(const walker *w) {
    if (w->in_definition)
        return true;
    for (size_t i = 0; i < w->depth; i++)
        if (w->brackets[i].is_call)
            return true;
    return false;
}

bool walk_in_class(const walker *w) {
    for (size_t i = w->depth; i-- > 0;)
        if (w->brackets[i].kind == '{')
            return w->brackets[i].scope.kind == SCOPE_CLASS;
    return false;
}

scope *walk_function(walker *w) {
    for (size_t i = w->depth; i-- > 0;)
        if (w->brackets[i].kind == '{' && w->brackets[i].scope.context != CONTEXT_NONE)
            return &w->brackets[i].scope;
    return NULL;
}

void walk_insert(walker *w, size_t offset, const char *text) {
    if (!w->u->collecting)
        edit_insert(&w->f->edits, offset, text, walk_in_place(w));
}

void walk_delete_token(walker *w, size_t i) {
    const token *t = &w->stream->tokens[i];
    if (!w->u->collecting)
        edit_delete(&w->f->edits, t->begin, t->end, walk_in_place(w));
}

void walk_replace_token(walker *w, size_t i, const char *text) {
    walk_insert(w, w->stream->tokens[i].begin, text);
    walk_delete_token(w, i);
}

/* ---- launches ------------------------------------------------------------------------------- */

/* Three of the same angle bracket at i, the first two without a blank between them. */
static bool is_chevron(const walker *w, size_t i, char angle) {
    const token *t = &w->stream->tokens[i];
    return walk_char(w, i) == angle && walk_char(w, i + 1) == angle && t[0].end == t[1].begin &&
           walk_char(w, i + 2) == angle;
}

/* The token that opens the brackets which close at i, or NO_TOKEN. */
static size_t matching_open(const walker *w, size_t i) {
    int depth = 0;
    for (size_t j = i + 1; j-- > 0;) {
        char c = walk_char(w, j);
        if (c == ')' || c == ']' || c == '}')
            depth++;
        else if ((c == '(' || c == '[' || c == '{') && --depth == 0)
            return j;
    }
    return NO_TOKEN;
}

static size_t matching_angle(const walker *w, size_t i) {
    int depth = 0;
    for (size_t j = i + 1; j-- > 0;) {
        char c = walk_char(w, j);
        if (c == ')' || c == ']') {
            j = matching_open(w, j);
            if (j == NO_TOKEN)
                return NO_TOKEN;
        } else if (c == '>') {
            depth++;
        } else if (c == '<' && --depth == 0) {
            return j;
        } else if (c == ';' || c == '{' || c == '}') {
            return NO_TOKEN;
        }
    }
    return NO_TOKEN;
}

/* The first token of the postfix expression that ends before token `end`, or NO_TOKEN. */
static size_t callee_begin(const walker *w, size_t end) {
    size_t i = end;
    while (i > 0) {
        size_t j = i - 1;
        char c = walk_char(w, j);
        if (c == '>') {
            j = matching_angle(w, j);
            if (j == NO_TOKEN || j == 0 || !walk_is_name(w, j - 1))
                return NO_TOKEN;
            j--;
        } else if (c == ')' || c == ']') {
            j = matching_open(w, j);
            if (j == NO_TOKEN)
                return NO_TOKEN;
            if (j > 0 && (walk_is_name(w, j - 1) || (c == ']' && walk_char(w, j - 1) == ')'))) {
                i = j; /* call or subscript: what is called belongs to it */
                continue;
            }
        } else if (!walk_is_name(w, j)) {
            return NO_TOKEN;
        }
        i = j;
        /* name :: . -> ## join what stands before them */
        if (i > 0 && walk_is(w, i - 1, "template"))
            i--;
        if (i > 0 && walk_is(w, i - 1, "::")) {
            i--;
            if (i > 0 && (walk_is_name(w, i - 1) || walk_char(w, i - 1) == '>'))
                continue;
            return i;
        }
        if (i > 1 &&
            (walk_char(w, i - 1) == '.' || walk_is(w, i - 1, "->") || walk_is(w, i - 1, "##"))) {
            i--;
            continue;
        }
        return i;
    }
    return NO_TOKEN;
}

static size_t chevron_end(const walker *w, size_t i) {
    for (; w->stream->tokens[i].kind != TOKEN_END;) {
        char c = walk_char(w, i);
        if (is_chevron(w, i, '>'))
            return i;
        if (c == ';' || c == '}' || c == ')')
            break;
        i = c == '(' || c == '[' || c == '{' ? skip_group(w->s, w->stream, i) : i + 1;
    }
    return NO_TOKEN;
}

/* The launch of a function, at its name i, of which no declaration says that it is a kernel. */
static void note_launched(walker *w, size_t i) {
    const token *t = &w->stream->tokens[i];
    const char *name = w->s->text + t->begin;
    const unsigned known = names_get(&w->u->functions, name, t->end - t->begin);
    for (size_t k = 0; k < w->depth; k++) {
        scope *const outer = &w->brackets[k].scope;
        if (w->brackets[k].kind != '{' || !outer->locals)
            continue;
        if (known && !(known & (FUNCTION_GLOBAL | FUNCTION_MEMBER)) &&
            !names_get(outer->locals, name, t->end - t->begin))
            suspects_note(w, i, outer, SUSPECT_LAUNCH);
        return;
    }
}

/* Replaces callee<<<configuration>>>(arguments) where the chevron opens at i. */
static void launch(walker *w, size_t i) {
    const token *tokens = w->stream->tokens;
    if (i > 0 && walk_is(w, i - 1, "operator"))
        return;
    size_t close = chevron_end(w, i + 3);
    if (close == NO_TOKEN) {
        unit_error(
            w->u, w->f, tokens[i].begin,
            "this <<< has no matching >>>; a launch is kernel<<<blocks, threads>>>(arguments)");
        return;
    }
    scope *function = walk_function(w);
    if (function && (function->context == CONTEXT_DEVICE || function->context == CONTEXT_GLOBAL))
        unit_error(w->u, w->f, tokens[i].begin,
                   "a launch in device code: the CPU device has no dynamic parallelism; launch the "
                   "kernel from host code");
    if (i > 0 && walk_is_name(w, i - 1) && !w->in_definition)
        note_launched(w, i - 1);
    if (w->u->collecting)
        return;
    bool in_place = walk_in_place(w);
    edit_list *edits = &w->f->edits;
    size_t from = tokens[i + 2].end, to = tokens[close].begin, resume = tokens[close + 2].end;
    size_t callee = callee_begin(w, i);
    if (callee == NO_TOKEN) {
        /* A macro that holds the chevrons alone, K LAUNCH(g, b)(x): an operator joins them. */
        if (!w->in_definition || i != 0) {
            unit_error(w->u, w->f, tokens[i].begin, "there is no kernel's name before this <<<");
            return;
        }
        edit_insert(edits, tokens[i].begin, "->*::cpu_device::__launch_with(", true);
        edit_delete(edits, tokens[i].begin, from, true);
        edit_insert(edits, to, ")", true);
        edit_delete(edits, to, resume, true);
        return;
    }
    size_t at = tokens[callee].begin;
    /* The arguments may follow after an #endif, or in another macro. */
    bool has_arguments = walk_char(w, close + 3) == '(';
    bool elsewhere = w->in_definition || tokens[close + 3].kind > TOKEN_PUNCTUATION;
    if (!has_arguments && !elsewhere) {
        unit_error(w->u, w->f, tokens[close].begin,
                   "the arguments are missing: a launch is kernel<<<blocks, threads>>>(arguments)");
        return;
    }
    edit_insert(edits, at, has_arguments ? "(::cpudev_configure(" : "::cpudev_configure(",
                in_place);
    edit_insert_source(edits, at, from, to, in_place);
    edit_insert(edits, at, "), ", in_place);
    edit_delete(edits, tokens[i].begin, resume, in_place);
    if (has_arguments) {
        size_t end = skip_group(w->s, w->stream, close + 3);
        edit_insert(edits, tokens[end - 1].end, ")", in_place);
    }
}

/* X[0][i] in device code, the `[` of the 0 at i: i is no index of that row alone (row.h). */
static void first_row(walker *w, size_t i) {
    const token *tokens = w->stream->tokens;
    if (!walk_is(w, i + 1, "0") || walk_char(w, i + 2) != ']' || walk_char(w, i + 3) != '[' ||
        (walk_is(w, i + 4, "0") && walk_char(w, i + 5) == ']' && walk_char(w, i + 6) == '['))
        return;
    const scope *function = walk_function(w);
    const size_t first = callee_begin(w, i);
    if (!function || function->context == CONTEXT_HOST || first == NO_TOKEN ||
        (first > 0 && walk_is_name(w, first - 1))) /* a declaration */
        return;
    const size_t last = w->u->check ? skip_group(w->s, w->stream, i + 3) - 1 : i + 2;
    walk_insert(w, tokens[first].begin,
                w->u->check ? "::cpu_device::__same_place(" : "::cpu_device::__first_row(");
    walk_insert(w, tokens[last].end, ")");
}

/* ---- scopes --------------------------------------------------------------------------------- */

static bool at_declaration_scope(const walker *w) {
    for (size_t i = w->depth; i-- > 0;) {
        if (w->brackets[i].kind != '{')
            return false;
        scope_kind kind = w->brackets[i].scope.kind;
        return kind == SCOPE_NAMESPACE || kind == SCOPE_CLASS;
    }
    return true;
}

static void push(walker *w, size_t at, char kind, bool is_call, scope sc) {
    if (w->depth == w->capacity) {
        w->capacity = w->capacity ? 2 * w->capacity : 32;
        w->brackets = checked_realloc(w->brackets, w->capacity * sizeof(bracket));
    }
    w->brackets[w->depth++] = (bracket){at, kind, is_call, sc};
}

/* Text at the edges of a function's body: the kernel's wrapper, and __CUDA_ARCH__, which nvcc
 * defines in device code alone. */
static void open_body(walker *w, size_t brace, const scope *sc) {
    bool device = sc->context == CONTEXT_DEVICE || sc->context == CONTEXT_GLOBAL;
    char arch[64] = "";
    if (device && w->mentions_arch && !walk_in_place(w))
        snprintf(arch, sizeof arch, "\n#define __CUDA_ARCH__ %d\n", w->u->arch);
    const size_t at = w->stream->tokens[brace].end;
    if (sc->kernel) {
        walk_insert(w, at,
                    sc->light ? " return ::cpu_device::__kernel<true>(__PRETTY_FUNCTION__, "
                                "::cpu_device::__parameters{"
                              : " return ::cpu_device::__kernel(__PRETTY_FUNCTION__, "
                                "::cpu_device::__parameters{");
        parameters_open_body(w, brace, sc->open, sc->close);
    }
    if (*arch)
        walk_insert(w, at, arch);
    if (sc->outermost)
        suspects_open_body(w, brace);
}

static void close_body(walker *w, size_t open, size_t brace, const scope *sc) {
    if (sc->outermost)
        suspects_close_body(w, open, brace);
    bool device = sc->context == CONTEXT_DEVICE || sc->context == CONTEXT_GLOBAL;
    if (device && sc->outermost && w->mentions_arch && !walk_in_place(w))
        walk_insert(w, w->stream->tokens[brace].begin, "\n#undef __CUDA_ARCH__\n");
    if (sc->kernel)
        parameters_close_body(w, brace, sc->open, sc->close);
}

static void open_brace(walker *w, size_t i) {
    scope sc = {.kind = SCOPE_BLOCK, .context = CONTEXT_NONE};
    if (i == w->body_at) {
        sc = w->body_scope;
        open_body(w, i, &sc);
    } else if (w->device_lambda) {
        sc.context = CONTEXT_DEVICE;
    }
    w->device_lambda = false;
    push(w, i, '{', false, sc);
    w->declaration_begin = i + 1;
}

static void close_brace(walker *w, size_t i) {
    while (w->depth > 0 && w->brackets[w->depth - 1].kind != '{')
        w->depth--;
    if (w->depth == 0)
        return;
    const bracket closed = w->brackets[--w->depth];
    const scope sc = closed.scope;
    close_body(w, closed.at, i, &sc);
    /* An initializer's brace does not end a declaration; every other brace does. */
    if (sc.kind != SCOPE_BLOCK || !at_declaration_scope(w))
        w->declaration_begin = i + 1;
}

static void save_state(walker *w) {
    w->saved = checked_realloc(w->saved, (w->saved_count + 1) * sizeof(saved_state));
    saved_state *v = &w->saved[w->saved_count++];
    v->depth = w->depth;
    v->brackets = checked_realloc(NULL, w->depth * sizeof(bracket));
    if (w->depth)
        memcpy(v->brackets, w->brackets, w->depth * sizeof(bracket));
}

/* The other branch of a conditional begins with the brackets that were open at its #if. */
static void restore_state(walker *w, size_t i) {
    if (w->saved_count == 0)
        return;
    const saved_state *v = &w->saved[w->saved_count - 1];
    w->depth = 0;
    for (size_t k = 0; k < v->depth; k++)
        push(w, v->brackets[k].at, v->brackets[k].kind, v->brackets[k].is_call,
             v->brackets[k].scope);
    w->declaration_begin = i + 1;
}

/* ---- the walk ------------------------------------------------------------------------------- */

static void walk_stream(walker *w);

/* The body of a #define: qualifiers it stands for, and launches and kernels inside it. */
static void define(walker *w, const token *t) {
    const token_stream *body = &w->s->definitions[t->definition];
    unsigned bits = 0;
    for (size_t i = 0; i < body->count; i++) {
        /* With these it is a declaration, whose name may be one of the macro's parameters. */
        if (lex_is(w->s, &body->tokens[i], "{") || lex_is(w->s, &body->tokens[i], "(") ||
            lex_is(w->s, &body->tokens[i], ";") || lex_is(w->s, &body->tokens[i], "=")) {
            bits = 0;
            break;
        }
        bits |= qualifier_bits(w->u, w->s, &body->tokens[i]);
    }
    if (bits)
        names_add(&w->u->macros, w->s->text + t->begin, t->end - t->begin, bits);
    if (w->u->collecting && !w->u->suspecting) {
        const size_t begin = body->tokens[0].begin;
        const size_t end = body->count > 1 ? body->tokens[body->count - 2].end : begin;
        include_macro_add(w->u, w->s->text + t->begin, t->end - t->begin, w->s->text + begin,
                          end - begin);
    }
    if (w->s->text[t->end] != '(') /* with no parameters */
        for (size_t i = 0; i < body->count; i++)
            w->u->has_indexed_choice |= lex_is(w->s, &body->tokens[i], "?");
    walker inner = {.u = w->u,
                    .f = w->f,
                    .s = w->s,
                    .stream = body,
                    .in_definition = true,
                    .defines_qualifier = bits != 0,
                    .body_at = NO_TOKEN};
    walk_stream(&inner);
}

static bool begins(const walker *w, size_t i, const char *start) {
    const token *t = &w->stream->tokens[i];
    const size_t length = strlen(start);
    return t->end - t->begin >= length && memcmp(w->s->text + t->begin, start, length) == 0;
}

/* Words with which threads may wait for each other without a function of CUDA's. Where they stand
 * does not matter: a file in vain among them is slower, one missed may hang. */
static void note_wait(const walker *w, size_t i) {
    w->u->has_waits |= walk_is(w, i, "volatile") || walk_is(w, i, "__ldcv") ||
                       walk_is(w, i, "__ldcg") || begins(w, i, "__volatile") ||
                       begins(w, i, "__atomic_") || begins(w, i, "__sync_") ||
                       walk_is(w, i, "atomic") || begins(w, i, "atomic_");
}

bool walk_may_index_choice(const translation_unit *u) {
    return u->has_indexed_choice || (u->has_macro_index && u->has_choice);
}

/* A call may be a macro, and a macro stand for a choice. */
static void note_choice(const walker *w, size_t i, char c) {
    if (c == '?')
        w->u->has_choice = true;
    else if (w->in_definition)
        w->u->has_macro_index = true;
    else if (i > 0 && walk_char(w, i - 1) == ')' && walk_char(w, i + 1) != '[')
        w->u->has_indexed_choice = true;
}

/* Does what is called end at i: NAME, or NAME<...> with types and numbers? No launch. */
static bool is_callee(const walker *w, size_t i) {
    enum { TOKENS = 40 };
    if (walk_char(w, i) != '>')
        return walk_is_name(w, i);
    if (i > 1 && walk_char(w, i - 1) == '>' && walk_char(w, i - 2) == '>')
        return false;
    size_t depth = 0;
    for (size_t k = 0; k < TOKENS && k < i; k++) {
        const char c = walk_char(w, i - k);
        if (c && !strchr("<>,*&", c))
            return false;
        depth += c == '>';
        if (c == '<' && --depth == 0)
            return walk_is_name(w, i - k - 1);
    }
    return false;
}

static void bracket_or_word(walker *w, size_t i) {
    char c = walk_char(w, i);
    if (c == '[' || c == '?')
        note_choice(w, i, c);
    switch (c) {
    case '(':
    case '[':
        first_row(w, i);
        if (c == '(')
            walk_cast(w, i);
        push(w, i, c, c == '(' && i > 0 && is_callee(w, i - 1) && !at_declaration_scope(w),
             (scope){.context = CONTEXT_NONE});
        break;
    case ')':
    case ']':
        if (w->depth > 0 && w->brackets[w->depth - 1].kind == (c == ')' ? '(' : '['))
            w->depth--;
        break;
    case '{':
        open_brace(w, i);
        break;
    case '}':
        close_brace(w, i);
        break;
    case ';':
        w->device_lambda = false;
        if (w->depth == 0 || w->brackets[w->depth - 1].kind == '{') {
            warp_step_note(w, i);
            w->declaration_begin = i + 1;
        }
        break;
    case '<':
        if (is_chevron(w, i, '<') && (i == 0 || walk_char(w, i - 1) != '<'))
            launch(w, i);
        break;
    default:
        if (w->stream->tokens[i].kind == TOKEN_IDENTIFIER) {
            note_wait(w, i);
            parameters_note(w, i);
            walk_word(w, i);
        }
    }
}

static void walk_stream(walker *w) {
    for (size_t i = 0; w->stream->tokens[i].kind != TOKEN_END; i++) {
        const token *t = &w->stream->tokens[i];
        switch (t->kind) {
        case TOKEN_IF:
            save_state(w);
            break;
        case TOKEN_ELSE:
            restore_state(w, i);
            break;
        case TOKEN_ENDIF:
            if (w->saved_count)
                w->saved_count--;
            break;
        case TOKEN_INCLUDE:
            walk_include(w, t);
            break;
        case TOKEN_DEFINE:
            define(w, t);
            break;
        default:
            if (i == w->declaration_begin && at_declaration_scope(w)) {
                bool label = (walk_is(w, i, "public") || walk_is(w, i, "private") ||
                              walk_is(w, i, "protected")) &&
                             walk_char(w, i + 1) == ':';
                if (label) {
                    w->declaration_begin = i + 2;
                    break;
                }
                walk_declaration(w, i);
            } else if (i == w->declaration_begin) {
                walk_local(w, i);
            }
            bracket_or_word(w, i);
            continue;
        }
        if (i == w->declaration_begin) /* a mark is no part of a declaration */
            w->declaration_begin = i + 1;
    }
}

void walk_file(translation_unit *u, source_file *f) {
    const int number = !u->collecting ? 2 : u->suspecting ? 1 : 0;
    if (f->walked[number])
        return;
    f->walked[number] = true;
    walker w = {.u = u,
                .f = f,
                .s = &f->text,
                .stream = &f->text.stream,
                .mentions_arch = strstr(f->text.text, "__CUDA_ARCH__") != NULL,
                .body_at = NO_TOKEN};
    walk_stream(&w);
    if (u->collecting)
        return;
    FILE *out = fopen(f->output, "wb");
    if (!out) {
        perror(f->output);
        exit(3);
    }
    if (f->quiet)
        fputs("#pragma GCC system_header\n", out);
    edit_write(out, &f->text, &f->edits, f->path);
    if (fclose(out) != 0) {
        perror(f->output);
        exit(3);
    }
}
