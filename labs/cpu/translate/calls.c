/* What code calls, and whether it may wait for other threads. */
#include "regions.h"

#include "memory.h"

/* A function's body, or a macro's. */
typedef struct known_code {
    const char *name;
    size_t length;
    code body;
    bool is_macro;
    bool takes_reference; /* it may change what it is given */
    bool is_implicit;     /* an operator or a member: what calls it need not name it */
    enum { UNSEEN, AT_WORK, FREE, WAITS } state;
    char why[160];
} known_code;

struct code_table {
    known_code *entries;
    size_t count;
    enum { NOT_ASKED, NONE_WAITS, ONE_WAITS } implicit;
};

static known_code *add(translation_unit *u) {
    if (!u->codes) {
        u->codes = checked_realloc(NULL, sizeof *u->codes);
        *u->codes = (struct code_table){NULL, 0, NOT_ASKED};
    }
    struct code_table *t = u->codes;
    t->entries = checked_realloc(t->entries, (t->count + 1) * sizeof *t->entries);
    return &t->entries[t->count++];
}

void calls_note_function(walker *w, size_t brace) {
    const scope *sc = &w->body_scope;
    bool in_class = false;
    for (size_t i = w->depth; i-- > 0 && !in_class;)
        in_class = w->brackets[i].kind == '{' && w->brackets[i].scope.kind == SCOPE_CLASS;
    const char *name = w->s->text + sc->name;
    size_t length = sc->name_end - sc->name;
    bool is_operator = length == 8 && memcmp(name, "operator", 8) == 0;
    code body = {w->s, w->stream, brace, skip_group(w->s, w->stream, brace)};
    bool takes_reference = false;
    for (size_t i = sc->parameters; i < sc->parameters_end; i++)
        takes_reference |= walk_char(w, i) == '&';
    *add(w->u) = (known_code){.name = name,
                              .length = length,
                              .body = body,
                              .takes_reference = takes_reference,
                              .is_implicit = in_class || sc->is_qualified || is_operator};
}

void calls_note_macro(walker *w, const token *name, const token_stream *body) {
    *add(w->u) = (known_code){.name = w->s->text + name->begin,
                              .length = name->end - name->begin,
                              .body = {w->s, body, 0, body->count - 1},
                              .is_macro = true};
}

/* typedef float real; */
void calls_note_typedef(walker *w, size_t i) {
    if (!walk_is(w, i, "typedef"))
        return;
    size_t name = i + 1;
    while (walk_is(w, name, "const") || calls_is_plain_type(w->u, w->s, &w->stream->tokens[name]))
        name++;
    const token *t = &w->stream->tokens[name];
    if (name > i + 1 && walk_is_name(w, name) && walk_char(w, name + 1) == ';')
        names_add(&w->u->plain_types, w->s->text + t->begin, t->end - t->begin, 1);
}

static known_code *find(const translation_unit *u, const char *name, size_t length, size_t *n) {
    for (; u->codes && *n < u->codes->count; (*n)++) {
        known_code *k = &u->codes->entries[*n];
        if (k->length == length && memcmp(k->name, name, length) == 0) {
            (*n)++;
            return k;
        }
    }
    return NULL;
}

bool calls_macro(const translation_unit *u, const char *name, size_t length, size_t *n,
                 code *body) {
    for (known_code *k; (k = find(u, name, length, n));)
        if (k->is_macro) {
            *body = k->body;
            return true;
        }
    return false;
}

bool calls_may_change(const translation_unit *u, const code *c, size_t i) {
    const char before = i > c->begin ? code_char(c, i - 1) : ';', after = code_char(c, i + 1);
    if ((before != '(' && before != ',') || (after != ')' && after != ','))
        return false;
    size_t open = i;
    for (int depth = 1; depth > 0;) {
        if (open-- == c->begin)
            return false;
        const char p = code_char(c, open);
        depth += p == ')' || p == ']' || p == '}' ? 1 : p == '(' || p == '[' || p == '{' ? -1 : 0;
    }
    if (open == c->begin)
        return false;
    const token *t = &c->stream->tokens[open - 1];
    size_t n = 0;
    for (known_code *k; (k = find(u, c->s->text + t->begin, t->end - t->begin, &n));)
        if (k->takes_reference || k->is_macro)
            return true;
    return code_char(c, open - 1) == '>'; /* f<T>(x) */
}

/* ---- words ---------------------------------------------------------------------------------- */

static bool is_among(const char *word, size_t length, const char *const *words) {
    for (; *words; words++)
        if (strlen(*words) == length && memcmp(*words, word, length) == 0)
            return true;
    return false;
}

static bool begins_among(const char *word, size_t length, const char *const *prefixes) {
    for (; *prefixes; prefixes++)
        if (length >= strlen(*prefixes) && memcmp(*prefixes, word, strlen(*prefixes)) == 0)
            return true;
    return false;
}

/* Whatever ends in cpudev_barrier, a warp collective or cpudev_yield. */
static bool may_wait(const char *word, size_t length) {
    static const char *const prefixes[] = {"__syncthreads",
                                           "__syncwarp",
                                           "__shfl",
                                           "__ballot",
                                           "__any",
                                           "__all",
                                           "__match_",
                                           "__reduce",
                                           "__nanosleep",
                                           "__activemask",
                                           "cooperative_groups",
                                           "this_thread",
                                           "tiled_",
                                           "coalesced_",
                                           "cpudev_",
                                           "cpu_device",
                                           NULL};
    return begins_among(word, length, prefixes);
}

/* Words that make code too hard to follow; volatile and asm also say that threads may wait for each
 * other's writes. */
static bool is_opaque(const char *word, size_t length) {
    static const char *const words[] = {"goto",  "asm",      "__asm__",  "try",      "throw",
                                        "catch", "volatile", "co_await", "co_yield", NULL};
    return is_among(word, length, words);
}

bool calls_is_plain_type(const translation_unit *u, const source_text *s, const token *t) {
    static const char *const words[] = {
        "void",    "bool",     "char",     "short",     "int",       "long",    "float",
        "double",  "unsigned", "signed",   "size_t",    "int8_t",    "int16_t", "int32_t",
        "int64_t", "uint8_t",  "uint16_t", "uint32_t",  "uint64_t",  "uint",    "uchar",
        "ushort",  "ulong",    "intptr_t", "uintptr_t", "ptrdiff_t", "clock_t", NULL};
    static const char *const vectors[] = {"char",  "uchar",  "short", "ushort",   "int",
                                          "uint",  "long",   "ulong", "longlong", "ulonglong",
                                          "float", "double", NULL};
    const char *word = s->text + t->begin;
    size_t length = t->end - t->begin;
    if (t->kind != TOKEN_IDENTIFIER)
        return false;
    return is_among(word, length, words) || names_get(&u->plain_types, word, length) ||
           (word[length - 1] >= '1' && word[length - 1] <= '4' &&
            is_among(word, length - 1, vectors));
}

/* Functions of math.h and its CUDA additions, without the f of float. */
static bool is_mathematics(const char *word, size_t length) {
    static const char *const words[] = {
        "abs",     "acos",    "acosh",      "asin",     "asinh",     "atan",      "atan2",
        "atanh",   "cbrt",    "ceil",       "copysign", "cos",       "cosh",      "cospi",
        "erf",     "erfc",    "erfcinv",    "erfcx",    "erfinv",    "exp",       "exp10",
        "exp2",    "expm1",   "fabs",       "fdim",     "fdivide",   "floor",     "fma",
        "fmax",    "fmin",    "fmod",       "hypot",    "ilogb",     "isfinite",  "isinf",
        "isnan",   "labs",    "ldexp",      "lgamma",   "llabs",     "llmax",     "llmin",
        "llrint",  "llround", "log",        "log10",    "log1p",     "log2",      "logb",
        "lrint",   "lround",  "max",        "min",      "nearbyint", "nextafter", "norm3d",
        "norm4d",  "normcdf", "normcdfinv", "pow",      "rcbrt",     "remainder", "rhypot",
        "rint",    "rnorm3d", "rnorm4d",    "round",    "rsqrt",     "scalbln",   "scalbn",
        "signbit", "sin",     "sinh",       "sinpi",    "sqrt",      "tan",       "tanh",
        "j0",      "j1",      "y0",         "y1",       "tgamma",    "trunc",     "ullmax",
        "ullmin",  "umax",    "umin",       "saturate", NULL};
    return is_among(word, length, words) ||
           (word[length - 1] == 'f' && is_among(word, length - 1, words));
}

bool calls_is_pure(const source_text *s, const token *t) {
    return t->kind == TOKEN_IDENTIFIER && is_mathematics(s->text + t->begin, t->end - t->begin);
}

/* Functions that come with the device and never wait. A program's own names are asked for first. */
static bool is_built_in(const char *word, size_t length) {
    static const char *const prefixes[] = {"__",    "atomic", "make_", "tex1D", "tex2D",
                                           "tex3D", "sincos", "frexp", "modf",  "remquo",
                                           "clock", "lerp_",  NULL};
    static const char *const words[] = {"printf",
                                        "malloc",
                                        "free",
                                        "assert",
                                        "memcpy",
                                        "memset",
                                        "dim3",
                                        "sizeof",
                                        "static_cast",
                                        "alignof",
                                        "const_cast",
                                        "decltype",
                                        "reinterpret_cast",
                                        "if",
                                        "for",
                                        "while",
                                        "switch",
                                        "return",
                                        "else",
                                        "do",
                                        "case",
                                        "and",
                                        "or",
                                        "not",
                                        "static_assert",
                                        "constexpr",
                                        "alignas",
                                        "defined",
                                        NULL};
    return is_mathematics(word, length) || is_among(word, length, words) ||
           begins_among(word, length, prefixes);
}

/* ---- the check ------------------------------------------------------------------------------ */

static bool is(const code *c, size_t i, const char *word) {
    return i < c->stream->count && lex_is(c->s, &c->stream->tokens[i], word);
}

static bool says(char *why, size_t size, const char *what, const char *name, size_t length,
                 const char *rest) {
    snprintf(why, size, "%s%.*s%s", what, (int)length, name, rest);
    return false;
}

/* Template arguments of a call, name<int, 4>(...), not a comparison: where the ( is, else i. */
static size_t after_template_arguments(const code *c, size_t i) {
    if (code_char(c, i) != '<')
        return i;
    size_t end = skip_angles(c->s, c->stream, i);
    for (size_t j = i + 1; j + 1 < end; j++) {
        const token *t = &c->stream->tokens[j];
        char p = code_char(c, j);
        if (t->kind != TOKEN_IDENTIFIER && t->kind != TOKEN_NUMBER && !is(c, j, "::") &&
            !(p && strchr("<>,*", p)))
            return i;
    }
    return end;
}

/* Whether the parentheses that close at i hold a type, by the look of it: a cast. One name alone,
 * (T), is taken for a type: nobody writes (f)(x). */
static bool is_cast(const translation_unit *u, const code *c, size_t i) {
    size_t j = i;
    while (j-- > c->begin && code_char(c, j) != '(') {
        const token *t = &c->stream->tokens[j];
        const bool is_alone = t->kind == TOKEN_IDENTIFIER && j > c->begin &&
                              code_char(c, j - 1) == '(' &&
                              !names_get(&u->functions, c->s->text + t->begin, t->end - t->begin);
        if (!calls_is_plain_type(u, c->s, t) && code_char(c, j) != '*' && !is(c, j, "const") &&
            !is_alone)
            return false;
    }
    return true;
}

/* f(x)(y), (*f)(x), table[i](x): a call of something that has no name here. */
static bool is_nameless_call(const translation_unit *u, const code *c, size_t i) {
    char p = code_char(c, i);
    if ((p != ')' && p != ']') || code_char(c, i + 1) != '(')
        return false;
    if (p == ']')
        return true;
    int depth = 0;
    size_t open = i + 1;
    while (open-- > c->begin) {
        p = code_char(c, open);
        depth += p == ')' ? 1 : p == '(' ? -1 : 0;
        if (depth == 0)
            break;
    }
    if (open > c->begin && open < c->end &&
        (is(c, open - 1, "if") || is(c, open - 1, "while") || is(c, open - 1, "for") ||
         is(c, open - 1, "switch")))
        return false;
    return !is_cast(u, c, i);
}

static bool is_lambda(const code *c, size_t i) {
    if (code_char(c, i) != '[')
        return false;
    if (i == c->begin)
        return true;
    const token *before = &c->stream->tokens[i - 1];
    char p = code_char(c, i - 1);
    return !(p == ']' || p == ')') &&
           (before->kind != TOKEN_IDENTIFIER || is_keyword(c->s, before));
}

static bool check_known(translation_unit *u, size_t number, char *why, size_t size);

static bool check_word(translation_unit *u, const code *c, size_t i, char *why, size_t size) {
    const token *t = &c->stream->tokens[i];
    const char *name = c->s->text + t->begin;
    size_t length = t->end - t->begin, n = 0;
    if (is_opaque(name, length))
        return says(why, size, "", name, length, " is used");
    bool is_known = false;
    for (; find(u, name, length, &n); is_known = true)
        if (!check_known(u, n - 1, why, size))
            return false;
    if (is_known)
        return true;
    if (may_wait(name, length))
        return says(why, size, "", name, length, " waits for other threads");
    bool is_call = code_char(c, after_template_arguments(c, i + 1)) == '(';
    bool is_member = i > c->begin && (code_char(c, i - 1) == '.' || is(c, i - 1, "->"));
    if (!is_call ||
        (!is_member && (calls_is_plain_type(u, c->s, t) || is_built_in(name, length)))) {
        if (!is_member && names_get(&u->functions, name, length) && !is_built_in(name, length))
            return says(why, size, "the code of ", name, length, " is not in this file");
        return true;
    }
    return says(why, size, "what ", name, length, "() does is not known");
}

/* while (atomicAdd(flag, 0) == 0): what it waits for may be a thread that comes later. */
static bool is_spin(const code *c, size_t i) {
    if ((!is(c, i, "while") && !is(c, i, "for")) || code_char(c, i + 1) != '(')
        return false;
    size_t end = skip_group(c->s, c->stream, i + 1);
    for (size_t j = i + 2; j < end; j++) {
        const token *t = &c->stream->tokens[j];
        if (t->kind == TOKEN_IDENTIFIER && t->end - t->begin > 6 &&
            memcmp(c->s->text + t->begin, "atomic", 6) == 0)
            return true;
    }
    return false;
}

static bool check(translation_unit *u, const code *c, bool is_macro, char *why, size_t size) {
    for (size_t i = c->begin; i < c->end; i++) {
        if (c->stream->tokens[i].kind == TOKEN_IDENTIFIER) {
            if (is_spin(c, i))
                return says(why, size, "a loop goes on until an atomic says so", "", 0, "");
            if (!check_word(u, c, i, why, size))
                return false;
            bool jumps = is(c, i, "return") || is(c, i, "break") || is(c, i, "continue");
            if (is_macro && jumps)
                return says(why, size, "a macro holds a statement", "", 0, "");
        } else if (is_nameless_call(u, c, i)) {
            return says(why, size, "a function without a name is called", "", 0, "");
        } else if (is_lambda(c, i)) {
            return says(why, size, "a lambda is used", "", 0, "");
        } else if (is_macro && strchr(";{}", code_char(c, i)) && code_char(c, i)) {
            return says(why, size, "a macro holds a statement", "", 0, "");
        }
    }
    return true;
}

/* Its number, since the table may move. */
static bool check_known(translation_unit *u, size_t number, char *why, size_t size) {
    known_code *k = &u->codes->entries[number];
    if (k->state == UNSEEN) {
        k->state = AT_WORK; /* recursion alone does not wait */
        char inner[120] = "";
        bool is_free = check(u, &k->body, k->is_macro, inner, sizeof inner);
        k->state = is_free ? FREE : WAITS;
        snprintf(k->why, sizeof k->why, "in %.*s, %s", (int)k->length, k->name, inner);
    }
    if (k->state != WAITS)
        return true;
    snprintf(why, size, "%s", k->why);
    return false;
}

/* Operators and constructors are called without being named. */
static bool implicit_calls_never_wait(translation_unit *u) {
    for (size_t i = 0; u->codes && i < u->codes->count && u->codes->implicit == NOT_ASKED; i++) {
        const known_code *k = &u->codes->entries[i];
        for (size_t j = k->body.begin; k->is_implicit && j < k->body.end; j++) {
            const token *t = &k->body.stream->tokens[j];
            char why[160];
            size_t n = 0, length = t->end - t->begin;
            const char *name = k->body.s->text + t->begin;
            if (t->kind != TOKEN_IDENTIFIER)
                continue;
            bool waits = may_wait(name, length);
            while (!waits && find(u, name, length, &n))
                waits = !check_known(u, n - 1, why, sizeof why);
            if (waits)
                u->codes->implicit = ONE_WAITS;
        }
    }
    return !u->codes || u->codes->implicit != ONE_WAITS;
}

bool calls_never_wait(translation_unit *u, const code *c, char *why, size_t size) {
    if (!check(u, c, false, why, size))
        return false;
    if (!implicit_calls_never_wait(u))
        return says(why, size, "an operator or a class's function of this program waits", "", 0,
                    "");
    return true;
}
