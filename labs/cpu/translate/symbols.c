/* Functions and variables with CUDA's qualifiers, and calls across the sides.
 *
 * Without -rdc a file is a module of its own, as with nvcc: its __device__ and __constant__
 * variables are private, and an extern declaration of a variable becomes a definition, filled with
 * zeros. Two files with the same __device__ function do not link, though: nvcc leaves a host symbol
 * of it.
 */
#include "memory.h"
#include "walk.h"

static const char *bytes(const walker *w, size_t i, size_t *length) {
    const token *t = &w->stream->tokens[i];
    *length = t->end - t->begin;
    return w->s->text + t->begin;
}

static size_t begin_of(const walker *w, size_t i) {
    return w->stream->tokens[i].begin;
}

/* ---- functions ------------------------------------------------------------------------------ */

/* Does the body that begins at `brace` go round, or do what must not be done again to see which
 * thread of a row does it? It is asked for speed and for messages: a wrong answer changes no
 * result. */
static bool loops(const walker *w, size_t brace) {
    static const char *const words[] = {"for", "while", "do", "goto", "printf", NULL};
    const size_t end = skip_group(w->s, w->stream, brace);
    for (size_t i = brace; i < end; i++) {
        size_t length;
        if (w->stream->tokens[i].kind != TOKEN_IDENTIFIER)
            continue;
        const char *name = bytes(w, i, &length);
        for (const char *const *word = words; *word; word++)
            if (walk_is(w, i, *word))
                return true;
        if ((length > 6 && memcmp(name, "atomic", 6) == 0) || names_get(&w->u->loops, name, length))
            return true;
    }
    return false;
}

static void collect_function(walker *w, const declaration *d) {
    bool defined = d->body != NO_TOKEN;
    bool device = d->qualifiers & QUALIFIER_DEVICE, host = d->qualifiers & QUALIFIER_HOST;
    unsigned bits = 0;
    if (walk_in_class(w) || d->is_qualified)
        bits = FUNCTION_MEMBER;
    else if (d->qualifiers & QUALIFIER_GLOBAL)
        bits = FUNCTION_GLOBAL;
    else if (d->constexpr_word != NO_TOKEN && !device && !host && !w->u->relaxed_constexpr)
        bits = FUNCTION_CONSTEXPR;
    else if ((device && host) || d->constexpr_word != NO_TOKEN)
        bits = FUNCTION_BOTH;
    else if (device)
        bits = FUNCTION_DEVICE_DECLARED | (defined ? FUNCTION_DEVICE_DEFINED : 0);
    else
        bits = FUNCTION_HOST_DECLARED | (defined ? FUNCTION_HOST_DEFINED : 0);
    if (d->is_template)
        bits |= FUNCTION_TEMPLATE;
    size_t length;
    const char *name = bytes(w, d->name, &length);
    names_add(&w->u->functions, name, length, bits);
    members_collect(w, d);
    if (defined && loops(w, d->body))
        names_add(&w->u->loops, name, length, 1);
}

static code_context context_of(const walker *w, const declaration *d) {
    if (d->qualifiers & QUALIFIER_GLOBAL)
        return CONTEXT_GLOBAL;
    if (d->qualifiers & QUALIFIER_DEVICE)
        return d->qualifiers & QUALIFIER_HOST ? CONTEXT_UNKNOWN : CONTEXT_DEVICE;
    bool may_be_either = d->is_template || walk_in_class(w) || d->is_qualified ||
                         d->constexpr_word != NO_TOKEN || w->in_definition;
    return may_be_either ? CONTEXT_UNKNOWN : CONTEXT_HOST;
}

static void tell_of_function(walker *w, const declaration *d) {
    const bool device = d->qualifiers & QUALIFIER_DEVICE, host = d->qualifiers & QUALIFIER_HOST;
    suspects_declaration(
        w, d, "host code launches @, which is no kernel: write __global__ before its declaration",
        SUSPECT_LAUNCH);
    const bool is_constexpr = d->constexpr_word != NO_TOKEN;
    if ((is_constexpr && (device || w->u->relaxed_constexpr)) || (device && host) ||
        (d->qualifiers & QUALIFIER_GLOBAL))
        return;
    suspects_declaration(w, d,
                         device
                             ? "host code calls the device function @: only device code can (write "
                               "__host__ __device__ if both sides call it)"
                             : "device code calls the host function @: write __device__ before its "
                               "declaration (or __host__ __device__ if both sides call it)",
                         SUSPECT_CALL);
}

static void function(walker *w, const declaration *d) {
    size_t length;
    const char *name = bytes(w, d->name, &length);
    if (is_keyword(w->s, &w->stream->tokens[d->name])) /* a statement in the body of a #define */
        return;
    if (w->u->collecting && !w->in_definition)
        collect_function(w, d);
    if (members_is_host(w, d))
        members_tell(w, d);
    else if (!walk_in_class(w))
        tell_of_function(w, d);
    refuse_kernel(w, d);
    if (d->body == NO_TOKEN)
        return;
    if (d->qualifiers & QUALIFIER_GLOBAL)
        walk_launch_bounds(w, d);
    w->body_at = d->body;
    w->body_scope =
        (scope){.kind = SCOPE_FUNCTION,
                .context = context_of(w, d),
                .kernel = d->qualifiers & QUALIFIER_GLOBAL,
                .light = (d->qualifiers & QUALIFIER_GLOBAL) && !w->u->check && !loops(w, d->body),
                .open = d->parameters,
                .close = d->parameters_end,
                .outermost = true,
                .device_side = (d->qualifiers & (QUALIFIER_GLOBAL | QUALIFIER_DEVICE)) &&
                               d->constexpr_word == NO_TOKEN,
                .is_kept = (d->qualifiers & QUALIFIER_GLOBAL) ||
                           (d->static_word == NO_TOKEN && !d->is_inline),
                .is_plain = !d->is_template && !d->is_qualified && !walk_in_class(w)};
    w->body_scope.locals = checked_realloc(NULL, sizeof(name_table));
    *w->body_scope.locals = (name_table){NULL, 0, 0};
    for (size_t i = d->parameters; i < d->parameters_end; i++)
        if (w->stream->tokens[i].kind == TOKEN_IDENTIFIER) {
            name = bytes(w, i, &length);
            char after = walk_char(w, i + 1);
            bool is_variable = after && strchr(",)[=", after);
            names_add(w->body_scope.locals, name, length,
                      LOCAL_NAME | (is_variable ? LOCAL_VARIABLE : 0));
        }
}

/* ---- variables ------------------------------------------------------------------------------ */

/* alignas between or behind qualifiers, where nvcc takes it and g++ does not, goes before the
 * declaration, which begins at `first`. */
static void move_alignas(walker *w, size_t first) {
    static const char *const words[] = {"static", "extern",   "const",     "volatile",
                                        "inline", "register", "constexpr", NULL};
    const token *tokens = w->stream->tokens;
    for (size_t i = first, next; tokens[i].kind == TOKEN_IDENTIFIER; i = next) {
        next = i + 1;
        if (walk_is(w, i, "alignas") && walk_char(w, next) == '(') {
            next = skip_group(w->s, w->stream, next);
            if (i == first || w->u->collecting)
                continue;
            edit_insert_source(&w->f->edits, tokens[first].begin, tokens[i].begin,
                               tokens[next - 1].end, walk_in_place(w));
            walk_insert(w, tokens[first].begin, " ");
            for (size_t j = i; j < next; j++)
                walk_delete_token(w, j);
        } else if (!walk_is_any(w, i, words) && !qualifier_bits(w->u, w->s, &tokens[i])) {
            return;
        }
    }
}

/* The token after i of a variable's specifiers: the braces of `struct {...} v` are none. */
static size_t next_specifier(const walker *w, size_t i) {
    return walk_char(w, i + 1) == '{' ? skip_group(w->s, w->stream, i + 1) : i + 1;
}

static void replace_qualifiers(walker *w, size_t from, size_t to, unsigned which,
                               const char *text) {
    for (size_t i = from; i < to; i = next_specifier(w, i))
        if (qualifier_bits(w->u, w->s, &w->stream->tokens[i]) & which) {
            walk_replace_token(w, i, text);
            return;
        }
}

/* A const object and one that is not cannot share a section: an array loses its const (device
 * code that writes it is caught by the memory's protection), and a const scalar needs no
 * storage of ours, so it stays what it is and may be used as a constant expression. Returns
 * whether it stays. */
static bool drop_const(walker *w, const declaration *d) {
    bool is_const = false;
    size_t from = d->last_star == NO_TOKEN ? d->first : d->last_star;
    size_t to = d->name;
    for (size_t i = from; i < to; i = next_specifier(w, i))
        is_const |= walk_is(w, i, "const");
    if (is_const && d->array == NO_TOKEN && d->initializer != NO_TOKEN)
        return true;
    for (size_t i = from; i < to; i = next_specifier(w, i))
        if (walk_is(w, i, "const"))
            walk_delete_token(w, i);
    return false;
}

/* extern __constant__ or __device__ in a module of its own. */
static void define_extern(walker *w, const declaration *d) {
    size_t length;
    const char *name = bytes(w, d->name, &length);
    if (d->array != NO_TOKEN && walk_char(w, d->array + 1) == ']') {
        unit_error(w->u, w->f, begin_of(w, d->name),
                   "'%.*s' has no size here, and without -rdc=true no other file can define it",
                   (int)length, name);
        return;
    }
    unit_warning(w->u, w->f, begin_of(w, d->name),
                 "extern declaration of '%.*s' is treated as a static definition: this file gets a "
                 "variable of its own, all zeros; compile and link with -rdc=true to share it",
                 (int)length, name);
    walk_delete_token(w, d->extern_word);
}

/* Every name of a declaration of variables that device code may change. */
static void collect_device_variables(walker *w, const declaration *d) {
    const unsigned writable = QUALIFIER_DEVICE | QUALIFIER_MANAGED | QUALIFIER_SHARED;
    if (!(d->qualifiers & writable) || d->name == NO_TOKEN)
        return;
    for (size_t i = d->name, next; i < d->end; i = next) {
        char c = walk_char(w, i);
        next = c == '(' || c == '[' || c == '{' ? skip_group(w->s, w->stream, i) : i + 1;
        char before = walk_char(w, i - 1);
        size_t length;
        const char *name = bytes(w, i, &length);
        if (walk_is_name(w, i) && (i == d->name || before == ',' || before == '*'))
            names_add(&w->u->variables, name, length, VARIABLE_OTHER | VARIABLE_DEVICE);
    }
}

static void variable(walker *w, const declaration *d) {
    refuse_variable(w, d);
    host_variables_tell(w, d);
    if (w->u->collecting && !w->in_definition) {
        host_variables_collect(w, d);
        collect_device_variables(w, d);
    }
    unsigned q = d->qualifiers & (QUALIFIER_CONSTANT | QUALIFIER_DEVICE | QUALIFIER_MANAGED);
    if (!q || d->name == NO_TOKEN || walk_in_class(w) || d->is_template)
        return;
    unsigned kind = q & QUALIFIER_CONSTANT  ? QUALIFIER_CONSTANT
                    : q & QUALIFIER_MANAGED ? QUALIFIER_MANAGED
                                            : QUALIFIER_DEVICE;
    w->u->has_constants |= kind == QUALIFIER_CONSTANT;
    move_alignas(w, d->first);
    if (d->constexpr_word != NO_TOKEN || drop_const(w, d)) {
        replace_qualifiers(w, d->first, d->name, kind, "");
        return;
    }
    bool is_extern = d->extern_word != NO_TOKEN && d->initializer == NO_TOKEN;
    bool local = !w->u->rdc && d->static_word == NO_TOKEN && !d->is_qualified && !d->extern_c;
    if (local && is_extern)
        define_extern(w, d);
    char text[64];
    snprintf(text, sizeof text, "%s%s", local ? "static " : "",
             is_extern && !local          ? "CPUDEV_EXTERN"
             : kind == QUALIFIER_CONSTANT ? "CPUDEV_CONSTANT"
             : kind == QUALIFIER_MANAGED  ? "CPUDEV_MANAGED"
                                          : "CPUDEV_DEVICE");
    replace_qualifiers(w, d->first, d->name, kind, text);
}

/* extern __shared__ at token i: the launch's dynamic block. Outside functions an extern variable
 * with the block's own symbol; inside, where g++ forgets a symbol given in a template, a reference:
 *   extern __shared__ float s[];        float (&s)[] = ::cpu_device::__dynamic_shared(); */
static void dynamic_shared(walker *w, size_t i, size_t extern_word) {
    bool in_function = w->depth > 0 && !w->in_definition && w->brackets[w->depth - 1].kind == '{' &&
                       w->brackets[w->depth - 1].scope.kind >= SCOPE_FUNCTION;
    if (in_function || w->in_definition)
        walk_delete_token(w, extern_word);
    walk_replace_token(w, i, in_function || w->in_definition ? "" : "CPUDEV_DYNAMIC_SHARED");
    for (size_t j = i + 1; w->stream->tokens[j].kind != TOKEN_END; j++) {
        char c = walk_char(w, j);
        if (c == '(') {
            j = skip_group(w->s, w->stream, j) - 1;
        } else if (c == '[' || c == ';' || c == ',') {
            size_t name = j - 1, last = j - 1;
            if (c == '[') {
                for (; walk_char(w, j) == '['; j = skip_group(w->s, w->stream, j))
                    ;
                last = j - 1;
                c = walk_char(w, j);
            }
            const token *tokens = w->stream->tokens;
            if (in_function || w->in_definition) {
                walk_insert(w, tokens[name].begin, "(&");
                walk_insert(w, tokens[name].end, ")");
                walk_insert(w, tokens[last].end, " = ::cpu_device::__dynamic_shared()");
            } else {
                walk_insert(w, tokens[last].end, " CPUDEV_DYNAMIC_SHARED_NAME");
            }
            while (c != ';' && c != ',' && tokens[j].kind != TOKEN_END)
                c = walk_char(w, ++j);
            if (c != ',')
                return;
        }
    }
}

/* __shared__ at token i, in a function or outside. */
static void shared(walker *w, size_t i) {
    size_t begin = w->declaration_begin > i ? i : w->declaration_begin, extern_word = NO_TOKEN;
    bool is_static = false;
    for (size_t j = begin; walk_char(w, j) != ';' && w->stream->tokens[j].kind != TOKEN_END; j++) {
        char c = walk_char(w, j);
        if (c == '{')
            break;
        if (c == '(' || c == '[')
            j = skip_group(w->s, w->stream, j) - 1;
        else if (walk_is(w, j, "extern"))
            extern_word = j;
        else if (walk_is(w, j, "static"))
            is_static = true;
        else if (c == '=')
            unit_error(w->u, w->f, begin_of(w, j),
                       "a __shared__ variable cannot have an initial value: let one thread assign "
                       "it, then call __syncthreads()");
    }
    move_alignas(w, begin);
    if (extern_word != NO_TOKEN)
        dynamic_shared(w, i, extern_word);
    else
        walk_replace_token(w, i, is_static ? "CPUDEV_SHARED" : "static CPUDEV_SHARED");
}

/* The variables of device memory behind the braces of d, struct {...} v, *p; */
static void variables_of_class(walker *w, const declaration *d) {
    const unsigned memory = QUALIFIER_CONSTANT | QUALIFIER_DEVICE | QUALIFIER_MANAGED;
    declaration v = declaration_at(w->u, w->s, w->stream, skip_group(w->s, w->stream, d->body));
    if (!(d->qualifiers & memory) || v.kind != DECLARES_VARIABLE)
        return;
    v.first = d->first;
    v.qualifiers |= d->qualifiers;
    v.extern_word = d->extern_word;
    v.static_word = d->static_word;
    v.constexpr_word = d->constexpr_word;
    v.is_template = d->is_template;
    variable(w, &v);
}

void walk_declaration(walker *w, size_t i) {
    declaration d = declaration_at(w->u, w->s, w->stream, i);
    w->body_at = NO_TOKEN;
    switch (d.kind) {
    case DECLARES_CLASS:
        if (!w->defines_qualifier)
            variables_of_class(w, &d);
        /* fall through */
    case DECLARES_NAMESPACE:
        w->body_at = d.body;
        w->body_scope = (scope){.kind = d.kind == DECLARES_CLASS ? SCOPE_CLASS : SCOPE_NAMESPACE};
        break;
    case DECLARES_FUNCTION:
        function(w, &d);
        break;
    case DECLARES_VARIABLE:
        if (!w->defines_qualifier)
            variable(w, &d);
        break;
    case DECLARES_OTHER:
        break;
    }
}

/* ---- calls ---------------------------------------------------------------------------------- */

/* Notes a name that the function declares at i: `T name`, `T *name`, `T<U> name`. */
static bool declares_local(const walker *w, size_t i) {
    char before = walk_char(w, i - 1), after = walk_char(w, i + 1);
    if (w->stream->tokens[i - 1].kind == TOKEN_IDENTIFIER)
        return walk_is_name(w, i - 1);
    const bracket *top = w->depth ? &w->brackets[w->depth - 1] : NULL;
    if (before == ',' && top && top->kind != '[' && !top->is_call) /* int a, name */
        return true;
    if (!after || !strchr("=;,[)", after))
        return false;
    if (before != '*' && before != '&')
        return before == '>';
    size_t type = i - 1; /* before the stars: a type, which begins the statement, or a factor */
    while (type > 0 && (walk_char(w, type) == '*' || walk_char(w, type) == '&'))
        type--;
    if (walk_char(w, type) == '>')
        return true;
    char stop = type > 0 ? walk_char(w, type - 1) : '\0';
    return walk_is_name(w, type) && type > 0 &&
           ((stop && strchr(";{}(,", stop)) || walk_is_name(w, type - 1) ||
            walk_is(w, type - 1, "::"));
}

/* cudaLaunchKernel((void *)k, ...) and the like: without the cast the API's templates see the
 * type. */
static void drop_cast(walker *w, size_t i) {
    const bracket *call = w->depth ? &w->brackets[w->depth - 1] : NULL;
    if (!call || !call->is_call || i < 5 || walk_char(w, i - 1) != ')' ||
        walk_char(w, i - 2) != '*' || !walk_is(w, i - 3, "void"))
        return;
    size_t open = i - (walk_is(w, i - 4, "const") ? 5 : 4), length;
    const char *name = bytes(w, call->at - 1, &length);
    if (walk_char(w, open) != '(' || length < 4 || memcmp(name, "cuda", 4) != 0)
        return;
    for (size_t j = open; j < i; j++)
        walk_delete_token(w, j);
}

static void check_call(walker *w, size_t i) {
    scope *function = walk_function(w);
    if (!function || i == 0 || w->in_definition || (w->u->collecting && !w->u->suspecting))
        return;
    size_t length;
    const char *name = bytes(w, i, &length);
    scope *outer = NULL;
    for (size_t k = 0; k < w->depth && !outer; k++)
        if (w->brackets[k].kind == '{' && w->brackets[k].scope.locals)
            outer = &w->brackets[k].scope;
    if (!outer)
        return;
    const bool in_device =
        function->context == CONTEXT_DEVICE || function->context == CONTEXT_GLOBAL;
    if (in_device)
        members_check_operators(w, i, outer);
    if (declares_local(w, i)) {
        if (in_device)
            suspects_note_array(w, i);
        names_add(outer->locals, name, length, LOCAL_NAME | LOCAL_VARIABLE);
        return;
    }
    bool qualified =
        walk_char(w, i - 1) == '.' || walk_is(w, i - 1, "->") || walk_is(w, i - 1, "::");
    if (in_device && walk_char(w, i + 1) == '(' && walk_char(w, i - 1) != '.' &&
        !walk_is(w, i - 1, "->") && (qualified || !names_get(outer->locals, name, length)))
        library_call(w, i, outer);
    if (in_device && (qualified || !names_get(outer->locals, name, length)))
        members_check(w, i, outer);
    if (qualified || names_get(outer->locals, name, length))
        return;
    if (function->context == CONTEXT_HOST)
        library_call_on_host(w, i, outer);
    if (in_device)
        host_variables_check(w, i, outer);
    else if (names_get(&w->u->functions, name, length) & FUNCTION_GLOBAL)
        drop_cast(w, i);
    if (walk_char(w, i + 1) != '(')
        return;
    unsigned known = names_get(&w->u->functions, name, length);
    int n = (int)length;
    const unsigned host =
        FUNCTION_HOST_DECLARED | FUNCTION_HOST_DEFINED | FUNCTION_CONSTEXPR | FUNCTION_TEMPLATE;
    const unsigned device = FUNCTION_DEVICE_DECLARED | FUNCTION_DEVICE_DEFINED | FUNCTION_TEMPLATE;
    if (in_device && known && !(known & ~host))
        suspects_note(w, i, outer, SUSPECT_CALL);
    else if (in_device && !w->u->rdc && known == FUNCTION_DEVICE_DECLARED)
        unit_error(
            w->u, w->f, begin_of(w, i),
            "no definition of the device function '%.*s' in this file: device code is linked "
            "across files only with -rdc=true",
            n, name);
    else if (function->context == CONTEXT_HOST && known && !(known & ~device))
        suspects_note(w, i, outer, SUSPECT_CALL);
    else if ((in_device || function->context == CONTEXT_HOST) && known == FUNCTION_GLOBAL)
        unit_error(w->u, w->f, begin_of(w, i),
                   "'%.*s' is a __global__ function: launch it, %.*s<<<blocks, threads>>>(...)", n,
                   name, n, name);
}

/* Is `texture` at i the template of legacy texture references, texture<float, 2> t? To CUDA 13 it
 * is a name like any other, so it may also be a variable in a comparison. */
static bool is_texture_template(const walker *w, size_t i) {
    if (walk_char(w, i + 1) != '<' ||
        (i > 0 &&
         (walk_char(w, i - 1) == '.' || walk_is(w, i - 1, "->") || walk_is(w, i - 1, "::"))))
        return false;
    for (size_t j = i + 2; walk_char(w, j) != '>'; j++) {
        token_kind kind = w->stream->tokens[j].kind;
        if (kind != TOKEN_IDENTIFIER && kind != TOKEN_NUMBER && walk_char(w, j) != ',')
            return false;
    }
    return true;
}

/* asm("trap;") at i, and the like: instructions without operands that CUDA has a function for. */
static bool plain_instruction(walker *w, size_t i) {
    static const char *const known[][2] = {{"\"trap;\"", "::__trap()"},
                                           {"\"brkpt;\"", "::__brkpt()"},
                                           {"\"bar.sync 0;\"", "::__syncthreads()"},
                                           {"\"membar.cta;\"", "::__threadfence_block()"},
                                           {"\"membar.gl;\"", "::__threadfence()"},
                                           {"\"membar.sys;\"", "::__threadfence_system()"},
                                           {"\"\"", NULL}}; /* for the compiler alone */
    size_t open = i + 1;
    while (walk_is(w, open, "volatile") || walk_is(w, open, "__volatile__"))
        open++;
    if (walk_char(w, open) != '(')
        return false;
    const size_t end = skip_group(w->s, w->stream, open);
    for (size_t j = open + 2; j < end - 1; j++)
        if (walk_char(w, j) != ':' && walk_char(w, j) != ',' && !walk_is(w, j, "::") &&
            w->stream->tokens[j].kind != TOKEN_STRING)
            return false;
    for (size_t n = 0; n < sizeof known / sizeof *known; n++) {
        if (!walk_is(w, open + 1, known[n][0]))
            continue;
        if (known[n][1]) {
            walk_insert(w, begin_of(w, i), known[n][1]);
            for (size_t j = i; j < end; j++)
                walk_delete_token(w, j);
        }
        return true;
    }
    return false;
}

void walk_word(walker *w, size_t i) {
    if (walk_is(w, i, "__shared__")) {
        refuse_local(w, i);
        if (!w->defines_qualifier)
            shared(w, i);
    } else if (walk_is(w, i, "__noinline__")) {
        if (i == 0 || walk_char(w, i - 1) != '(')
            walk_replace_token(w, i, "CPUDEV_NOINLINE");
    } else if (walk_is(w, i, "__device__")) {
        bool in_function = walk_function(w) != NULL;
        bool is_static = walk_is(w, w->declaration_begin, "static");
        refuse_local(w, i);
        if (in_function && is_static && !w->in_definition)
            walk_replace_token(w, i, "CPUDEV_DEVICE");
        else
            w->device_lambda = in_function;
    } else if (walk_is(w, i, "__constant__") || walk_is(w, i, "__managed__")) {
        refuse_local(w, i);
    } else if (walk_is(w, i, "texture")) {
        if (is_texture_template(w, i))
            walk_insert(w, w->stream->tokens[i].begin, "::cpu_device::");
    } else if (walk_is(w, i, "surface")) {
        if (walk_char(w, i + 1) == '<' && walk_is(w, i + 2, "void"))
            unit_error(w->u, w->f, begin_of(w, i),
                       "surface references: CUDA has none since version 12, nor has the CPU "
                       "device; use a surface object, cudaCreateSurfaceObject");
    } else if (walk_is(w, i, "asm") || walk_is(w, i, "__asm__")) {
        const scope *function = walk_function(w);
        if (function &&
            (function->context == CONTEXT_DEVICE || function->context == CONTEXT_GLOBAL) &&
            !plain_instruction(w, i))
            unit_error(w->u, w->f, begin_of(w, i),
                       "inline PTX in device code: the CPU device has no PTX; write it in CUDA C");
    } else {
        w->u->has_deprecated |= walk_is(w, i, "deprecated") || walk_is(w, i, "__deprecated__");
        refuse_word(w, i);
        check_call(w, i);
    }
}
