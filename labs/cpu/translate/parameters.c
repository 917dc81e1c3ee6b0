/* A kernel's parameters whose copies run code.
 *
 * On a GPU a kernel's parameters are bytes: the caller's object is the only one that a constructor
 * makes and a destructor ends. The lambda that a kernel's body becomes would copy them by their
 * constructors, so they are captured as bytes and get their names again inside:
 *
 *   __global__ void k(P p, int n) {
 * becomes
 *   ... [=, cpudev_p = ::cpu_device::__bytes_of(p)]() mutable -> void {
 *     ::cpu_device::__parameter<decltype(p)> p = cpudev_p.__value();
 *
 * Which types need it g++ knows and the translator does not: __parameter is a type that needs
 * nothing itself, and a reference to the bytes for others. Only units that may have such classes
 * are changed, and only parameters whose form is known here; an extra, like all that may fail to
 * compile where nvcc would not.
 *
 * cudaLaunchKernel may be given a kernel's address alone, as const void *. So each kernel says
 * behind its body of which types its parameters are, whatever asks for it:
 *
 *   ... }}, ::cpu_device::__by_list<decltype(p), decltype(n)>);
 */
#include "memory.h"
#include "walk.h"

static const char *const qualifiers[] = {"const",    "volatile", "struct",       "class",
                                         "union",    "enum",     "typename",     "register",
                                         "unsigned", "signed",   "__restrict__", NULL};
static const char *const fundamental[] = {"char",   "short", "int",    "long",    "float",
                                          "double", "bool",  "size_t", "wchar_t", NULL};

static bool same(const walker *w, size_t i, size_t j) {
    const token *a = &w->stream->tokens[i], *b = &w->stream->tokens[j];
    const size_t length = a->end - a->begin;
    return length == b->end - b->begin &&
           memcmp(w->s->text + a->begin, w->s->text + b->begin, length) == 0;
}

/* P(const P &) or P(P &&, where P stands at i. */
static bool is_copied(const walker *w, size_t i) {
    if (walk_char(w, i + 1) != '(')
        return false;
    const size_t type = i + (walk_is(w, i + 2, "const") ? 3 : 2);
    return w->stream->tokens[type].kind == TOKEN_IDENTIFIER && same(w, i, type) &&
           (walk_char(w, type + 1) == '&' || walk_is(w, type + 1, "&&"));
}

/* Or ~P(, or a member of the host's library. */
void parameters_note(walker *w, size_t i) {
    const bool is_destroyed = i > 0 && walk_char(w, i - 1) == '~' && walk_char(w, i + 1) == '(';
    const bool is_library = walk_is(w, i, "std") && walk_is(w, i + 1, "::") && walk_in_class(w);
    w->u->has_copies |= is_destroyed || is_library || is_copied(w, i);
}

/* The name of the parameter between the tokens from and to, if its type may be such a class;
 * NO_TOKEN if not, and where its form is not known here. */
static size_t name_of(const walker *w, size_t from, size_t to) {
    size_t name = NO_TOKEN;
    bool has_type = false, is_open = false;
    for (size_t i = from; i < to; i++) {
        const token *t = &w->stream->tokens[i];
        if (walk_char(w, i) == '=')
            break;
        if (walk_char(w, i) == '<') {
            const size_t after = skip_angles(w->s, w->stream, i);
            if (after == i)
                return NO_TOKEN;
            i = after - 1;
            is_open = false;
            name = NO_TOKEN;
        } else if (walk_is(w, i, "::")) {
            is_open = true;
        } else if (t->kind != TOKEN_IDENTIFIER) {
            return NO_TOKEN;
        } else if (walk_is_any(w, i, qualifiers)) {
            name = NO_TOKEN;
        } else if (walk_is_any(w, i, fundamental)) {
            return NO_TOKEN;
        } else {
            name = has_type && !is_open ? i : NO_TOKEN;
            has_type = true;
            is_open = false;
        }
    }
    return name;
}

/* decltype(p) would be a reference. */
static bool type_is_asked(const walker *w, size_t brace, size_t name) {
    const size_t end = skip_group(w->s, w->stream, brace);
    for (size_t i = brace; i < end; i++)
        if ((walk_is(w, i, "decltype") || walk_is(w, i, "typeof") || walk_is(w, i, "__typeof__")) &&
            walk_char(w, i + 1) == '(' && same(w, i + 2, name))
            return true;
    return false;
}

typedef struct {
    char *text;
    size_t length;
} string;

/* Appends `format`, in which every @ is the token i. */
static void append(string *s, const walker *w, const char *format, size_t i) {
    const token *t = &w->stream->tokens[i];
    const size_t length = t->end - t->begin;
    s->text = checked_realloc(s->text, s->length + strlen(format) * (length + 1) + 1);
    for (; *format; format++) {
        const bool is_name = *format == '@';
        const char *from = is_name ? w->s->text + t->begin : format;
        memcpy(s->text + s->length, from, is_name ? length : 1);
        s->length += is_name ? length : 1;
    }
    s->text[s->length] = '\0';
}

/* The comma behind the parameter that begins at `from`, or close. */
static size_t end_of(const walker *w, size_t from, size_t close) {
    size_t to = from;
    while (to < close && walk_char(w, to) != ',') {
        const char c = walk_char(w, to);
        const size_t angles = c == '<' ? skip_angles(w->s, w->stream, to) : to;
        to = angles != to                       ? angles
             : c == '(' || c == '[' || c == '{' ? skip_group(w->s, w->stream, to)
                                                : to + 1;
    }
    return to;
}

void parameters_open_body(walker *w, size_t brace, size_t open, size_t close) {
    string capture = {NULL, 0}, names = {NULL, 0};
    append(&capture, w, "[=", brace);
    append(&names, w, "]() mutable -> void {", brace);
    const size_t at = w->stream->tokens[brace].end;
    const bool wanted = w->u->has_copies && !w->u->plain;
    for (size_t from = open + 1, to; wanted && from < close; from = to + 1) {
        to = end_of(w, from, close);
        const size_t name = name_of(w, from, to);
        if (name == NO_TOKEN || type_is_asked(w, brace, name))
            continue;
        append(&capture, w, ", cpudev_@ = ::cpu_device::__bytes_of(@)", name);
        append(&names, w,
               " [[__maybe_unused__]] ::cpu_device::__parameter<decltype(@)> @ = "
               "cpudev_@.__value();",
               name);
        w->u->has_extras |= !w->u->collecting;
    }
    walk_insert(w, at, capture.text);
    walk_insert(w, at, names.text);
    free(capture.text);
    free(names.text);
}

/* Appends the type of the parameter between the tokens from and to; false: its form is not known
 * here. One without a name is nothing but its type. */
static bool append_type(string *s, const walker *w, size_t from, size_t to) {
    size_t name = NO_TOKEN, end = from;
    bool has_type = false, is_open = false, is_pack = false;
    for (; end < to && walk_char(w, end) != '='; end++) {
        const char c = walk_char(w, end);
        if (c == '<') {
            const size_t after = skip_angles(w->s, w->stream, end);
            if (after == end || !has_type)
                return false;
            end = after - 1;
            name = NO_TOKEN;
        } else if (c == '[') {
            end = skip_group(w->s, w->stream, end) - 1;
        } else if (walk_is(w, end, "::")) {
            is_open = true;
            continue;
        } else if (walk_is(w, end, "...") || c == '.') {
            is_pack = true;
        } else if (w->stream->tokens[end].kind == TOKEN_IDENTIFIER) {
            const bool is_type = walk_is_any(w, end, fundamental) || walk_is(w, end, "unsigned") ||
                                 walk_is(w, end, "signed");
            name = has_type && !is_open && !is_type && !walk_is_any(w, end, qualifiers) ? end
                                                                                        : NO_TOKEN;
            has_type |= is_type || !walk_is_any(w, end, qualifiers);
        } else if (c != '*' && c != '&' && !walk_is(w, end, "&&")) {
            return false;
        }
        is_open = false;
    }
    if (name != NO_TOKEN) {
        append(s, w, is_pack ? "decltype(@)..." : "decltype(@)", name);
        return true;
    }
    for (size_t i = from; i < end; i++)
        append(s, w, " @", i);
    return has_type && !is_pack;
}

void parameters_close_body(walker *w, size_t brace, size_t open, size_t close) {
    string types = {NULL, 0};
    const bool none = open + 1 == close || (open + 2 == close && walk_is(w, open + 1, "void"));
    bool known = !w->u->plain;
    append(&types, w, "}}, ::cpu_device::__by_list<", brace);
    for (size_t from = open + 1, to; known && !none && from < close; from = to + 1) {
        to = end_of(w, from, close);
        known = append_type(&types, w, from, to);
        append(&types, w, to < close ? ", " : "", brace);
    }
    append(&types, w, ">);", brace);
    walk_insert(w, w->stream->tokens[brace].begin, known ? types.text : "}});");
    w->u->has_extras |= known && !w->u->collecting;
    free(types.text);
}
