/* Local arrays of device code in the checked build: each gets red zones (local_array.h).
 *
 *   const float a[3] = {1}, b, c[] = {2, 3};
 * becomes
 *   struct { ::cpu_device::__red_zone cpudev_before; const float a[3];
 *            ::cpu_device::__local_guard<decltype(a)> cpudev_after{"7 a k.cu"}; }
 *       cpudev_local_1 = {{}, {1}}; auto &a = cpudev_local_1.a;
 *   const float b;
 *   struct { ... const float c[sizeof(::cpu_device::__elements<const float>({2, 3}))]; ... }
 *       cpudev_local_2 = {{}, {2, 3}}; auto &c = cpudev_local_2.c;
 *
 * An extra: where the declaration has a form that is not known here it stays as it is, and where
 * the result does not compile (a size that is no constant, say) nvcc-cpu does without. Jumps over a
 * declaration (goto, a case label of the same block) are legal for a plain array and not for an
 * object with a destructor: such arrays stay plain.
 */
#include "memory.h"
#include "walk.h"

enum { MAX_DECLARATORS = 16 };

typedef struct {
    size_t first;            /* its first token: a * or the name */
    size_t name;             /* NO_TOKEN: no array */
    size_t dimensions, rest; /* the first [, and the token behind the first ] */
    size_t dimensions_end;   /* the token behind the last ] */
    size_t initializer;      /* = or {; NO_TOKEN: none */
    size_t end;              /* , or ; */
} declarator;

typedef struct {
    size_t first, specifiers_end;
    declarator of[MAX_DECLARATORS];
    size_t count;
    bool has_array;
} local_declaration;

static const char *const fundamental[] = {"unsigned", "signed",   "char",   "short", "int",
                                          "long",     "float",    "double", "bool",  "auto",
                                          "wchar_t",  "__int128", NULL};

static size_t begin_of(const walker *w, size_t i) {
    return w->stream->tokens[i].begin;
}

static size_t end_of(const walker *w, size_t i) {
    return w->stream->tokens[i].end;
}

static size_t after_group(const walker *w, size_t i) {
    return skip_group(w->s, w->stream, i);
}

/* ---- what is declared ------------------------------------------------------------------------ */

/* Skips `A::B<C>`, which begins at i. */
static size_t skip_type_name(const walker *w, size_t i) {
    for (;;) {
        if (walk_is(w, i, "::"))
            i++;
        i++;
        if (walk_char(w, i) == '<')
            i = skip_angles(w->s, w->stream, i);
        if (!walk_is(w, i, "::") || w->stream->tokens[i + 1].kind != TOKEN_IDENTIFIER)
            return i;
    }
}

/* The token after the specifiers that begin at i, which name one type; NO_TOKEN where this is no
 * declaration of automatic variables. */
static size_t skip_specifiers(const walker *w, size_t i) {
    static const char *const qualifiers[] = {"const", "volatile", "struct",   "class", "union",
                                             "enum",  "typename", "register", NULL};
    static const char *const attributes[] = {"alignas", "__align__", "__attribute__",
                                             "__builtin_align__", NULL};
    static const char *const others[] = {"static",    "extern",    "typedef",      "using",
                                         "constexpr", "constinit", "thread_local", "break",
                                         "continue",  "default",   "operator",     "template",
                                         "public",    "private",   "protected",    NULL};
    bool has_type = false;
    for (;;) {
        const token *t = &w->stream->tokens[i];
        if (walk_is_any(w, i, qualifiers)) {
            i++;
        } else if (walk_is_any(w, i, fundamental)) {
            has_type = true;
            i++;
        } else if (walk_is_any(w, i, attributes) && walk_char(w, i + 1) == '(') {
            i = after_group(w, i + 1);
        } else if (has_type) {
            return i;
        } else if (walk_is(w, i, "::") || (walk_is_name(w, i) && !walk_is_any(w, i, others) &&
                                           !qualifier_bits(w->u, w->s, t))) {
            has_type = true;
            i = skip_type_name(w, i);
        } else {
            return NO_TOKEN;
        }
    }
}

/* The , or ; that ends the initializer at i, or NO_TOKEN. */
static size_t initializer_end(const walker *w, size_t i) {
    for (;;) {
        char c = walk_char(w, i);
        if (c == ',' || c == ';')
            return i;
        if (w->stream->tokens[i].kind > TOKEN_PUNCTUATION || c == '}' || c == ')' || c == ']')
            return NO_TOKEN;
        if (c == '<' && skip_angles(w->s, w->stream, i) != i)
            i = skip_angles(w->s, w->stream, i); /* f<a, b>(c) */
        else
            i = c == '(' || c == '[' || c == '{' ? after_group(w, i) : i + 1;
    }
}

static bool parse_declarator(const walker *w, size_t i, declarator *d) {
    static const char *const between[] = {"const", "volatile", "__restrict__", "__restrict", NULL};
    *d = (declarator){.first = i, .name = NO_TOKEN, .initializer = NO_TOKEN};
    bool reference = false;
    for (; walk_char(w, i) == '*' || walk_char(w, i) == '&' || walk_is_any(w, i, between); i++)
        reference |= walk_char(w, i) == '&';
    if (!walk_is_name(w, i))
        return false;
    size_t name = i++;
    if (walk_char(w, i) == '[' && !reference) {
        d->name = name;
        d->dimensions = i;
        d->rest = after_group(w, i);
        while (walk_char(w, i) == '[')
            i = after_group(w, i);
        d->dimensions_end = i;
    } else if (walk_char(w, i) == '(') {
        i = after_group(w, i);
    }
    char c = walk_char(w, i);
    if (c == '=' || c == '{') {
        d->initializer = i;
        i = initializer_end(w, i);
        if (i == NO_TOKEN)
            return false;
        c = walk_char(w, i);
    }
    d->end = i;
    return c == ',' || c == ';';
}

static bool parse_local(const walker *w, size_t i, local_declaration *l) {
    *l = (local_declaration){.first = i, .specifiers_end = skip_specifiers(w, i)};
    if (l->specifiers_end == NO_TOKEN)
        return false;
    i = l->specifiers_end;
    do {
        if (l->count == MAX_DECLARATORS || !parse_declarator(w, i, &l->of[l->count]))
            return false;
        l->has_array |= l->of[l->count].name != NO_TOKEN;
        i = l->of[l->count++].end + 1;
    } while (walk_char(w, i - 1) == ',');
    return l->has_array;
}

/* ---- where it stands ------------------------------------------------------------------------- */

/* The token that opens the group which closes at i. */
static size_t open_of(const walker *w, size_t i) {
    int depth = 0;
    for (;; i--) {
        char c = walk_char(w, i);
        depth += (c == ')' || c == ']' || c == '}') - (c == '(' || c == '[' || c == '{');
        if (depth == 0 || i == 0)
            return i;
    }
}

/* Whether statements stand between the braces that open at `brace` in a function: no class, and no
 * switch, whose labels would jump over a declaration. */
static bool holds_statements(const walker *w, size_t brace) {
    static const char *const types[] = {"struct", "class", "union", "enum", NULL};
    for (size_t i = brace; i-- > 0;) {
        char c = walk_char(w, i);
        if (c == ';' || c == '{' || c == '}')
            return true;
        if (c == ')' || c == ']')
            i = open_of(w, i);
        else if (walk_is_any(w, i, types) || walk_is(w, i, "switch"))
            return false;
    }
    return true;
}

static bool has_goto(const walker *w, size_t brace) {
    size_t end = after_group(w, brace);
    for (size_t i = brace; i < end; i++)
        if (walk_is(w, i, "goto"))
            return true;
    return false;
}

/* The body of the device function or lambda around the token at hand; NO_TOKEN if there is none. */
static size_t device_body(walker *w) {
    scope *function = walk_function(w);
    if (!function || !(function->device_side || function->context == CONTEXT_DEVICE))
        return NO_TOKEN;
    for (size_t k = 0; k < w->depth; k++)
        if (&w->brackets[k].scope == function)
            return w->brackets[k].at;
    return NO_TOKEN;
}

/* x * y[1]; with a variable x declares nothing. */
static bool is_local_name(const walker *w, size_t i) {
    const token *t = &w->stream->tokens[i];
    if (walk_char(w, i + 1) != '*' || walk_is_any(w, i, fundamental))
        return false;
    for (size_t k = 0; k < w->depth; k++)
        if (w->brackets[k].kind == '{' && w->brackets[k].scope.locals)
            return names_get(w->brackets[k].scope.locals, w->s->text + t->begin,
                             t->end - t->begin) &
                   LOCAL_VARIABLE;
    return false;
}

/* ---- the edits ------------------------------------------------------------------------------- */

static void insert(walker *w, size_t offset, const char *text) {
    edit_insert(&w->f->edits, offset, text, false);
}

static void insert_source(walker *w, size_t offset, size_t from, size_t to) {
    edit_insert_source(&w->f->edits, offset, from, to, false);
}

/* [] gets the size that follows from the initializer. */
static void insert_size(walker *w, const local_declaration *l, const declarator *d) {
    size_t at = begin_of(w, d->dimensions + 1); /* the ] */
    size_t value = walk_char(w, d->initializer) == '=' ? d->initializer + 1 : d->initializer;
    insert(w, at, "sizeof(::cpu_device::__elements<");
    insert_source(w, at, begin_of(w, l->first), end_of(w, l->specifiers_end - 1));
    insert(w, at, " ");
    insert_source(w, at, begin_of(w, d->first), begin_of(w, d->name));
    insert_source(w, at, begin_of(w, d->rest), begin_of(w, d->dimensions_end));
    insert(w, at, ">(");
    insert_source(w, at, begin_of(w, value), end_of(w, d->end - 1));
    insert(w, at, "))");
}

static const char *name_of(const walker *w, const declarator *d, int *length) {
    *length = (int)(end_of(w, d->name) - begin_of(w, d->name));
    return w->s->text + begin_of(w, d->name);
}

/* The array under the student's name: "auto &a = cpudev_local_N.a;" */
static void insert_reference(walker *w, const declarator *d) {
    int length;
    const char *name = name_of(w, d, &length);
    size_t size = 2 * (size_t)length + 64;
    char *text = checked_realloc(NULL, size);
    snprintf(text, size, " auto &%.*s = cpudev_local_%zu.%.*s;", length, name, begin_of(w, d->name),
             length, name);
    insert(w, end_of(w, d->end), text);
}

/* What follows the array in its struct, up to the struct's only object. */
static char *guard(const walker *w, const declarator *d) {
    int length;
    const char *name = name_of(w, d, &length);
    size_t size = 2 * strlen(w->f->path) + 2 * (size_t)length + 200;
    char *text = checked_realloc(NULL, size);
    int at = snprintf(text, size,
                      "; ::cpu_device::__local_guard<decltype(%.*s)> cpudev_after{\"%zu %.*s ",
                      length, name, lex_line(w->s, begin_of(w, d->name)), length, name);
    for (const char *p = w->f->path; *p; p++) {
        if (*p == '"' || *p == '\\')
            text[at++] = '\\';
        text[at++] = *p;
    }
    snprintf(text + at, size - (size_t)at, "\"}; } cpudev_local_%zu", begin_of(w, d->name));
    return text;
}

static void guard_array(walker *w, const local_declaration *l, const declarator *d) {
    size_t behind = d->dimensions_end - 1;
    if (d->rest == d->dimensions + 2)
        insert_size(w, l, d);
    insert(w, end_of(w, behind), guard(w, d));
    if (d->initializer == NO_TOKEN)
        return;
    if (walk_char(w, d->initializer) == '=')
        insert(w, end_of(w, d->initializer), " {{}, ");
    else
        insert(w, begin_of(w, d->initializer), "{{}, ");
    insert(w, end_of(w, d->end - 1), "}");
}

static void rewrite(walker *w, const local_declaration *l) {
    for (size_t k = 0; k < l->count; k++) {
        const declarator *d = &l->of[k];
        const size_t at = k == 0 ? begin_of(w, l->first) : begin_of(w, d->first);
        if (d->name != NO_TOKEN)
            insert(w, at, "struct { ::cpu_device::__red_zone cpudev_before; ");
        if (k > 0) {
            insert_source(w, at, begin_of(w, l->first), end_of(w, l->specifiers_end - 1));
            insert(w, at, " ");
        }
        if (d->name != NO_TOKEN)
            guard_array(w, l, d);
        if (walk_char(w, d->end) == ',') {
            insert(w, begin_of(w, d->end), ";");
            walk_delete_token(w, d->end);
        }
        if (d->name != NO_TOKEN)
            insert_reference(w, d);
    }
}

void walk_local(walker *w, size_t i) {
    local_declaration l;
    if (w->u->collecting || !w->u->check || w->u->plain || walk_in_place(w) || w->depth == 0)
        return;
    const bracket *top = &w->brackets[w->depth - 1];
    if (top->kind != '{' || !parse_local(w, i, &l))
        return;
    size_t body = device_body(w);
    if (body == NO_TOKEN || (top->at != body && !holds_statements(w, top->at)) ||
        has_goto(w, body) || is_local_name(w, i))
        return;
    for (size_t k = 0; k < l.count; k++) /* no size, and nothing to take it from */
        if (l.of[k].name != NO_TOKEN && l.of[k].initializer == NO_TOKEN &&
            l.of[k].rest == l.of[k].dimensions + 2)
            return;
    rewrite(w, &l);
    w->u->has_extras = true;
}
