/* rewrite.c - writes a CUDA file in other words: what it means stays the same.
 *   rewrite SEED IN OUT [KNOWN...]
 * SEED says which rewritings are taken; their names go to stdout, on one line. KNOWN are the other
 * sources of the folder, whose names are not given to anything else. Beside OUT a header may be
 * written that holds the first half of the file. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { WORD, NUMBER, TEXT, SIGN, LINE }; /* LINE: a line of the preprocessor */

/* before: white space and comments. */
struct token {
    enum kind kind;
    char *before, *text;
};

static struct token *tokens;
static size_t count, room;
static uint64_t state;
static char taken[2000];
static const char *const tags[] = {"q", "v", "loc", "my", "the"};

static void die(const char *what, const char *name) {
    fprintf(stderr, "rewrite: %s: %s\n", name, what);
    exit(1);
}

static void *needed(void *memory) {
    if (memory == NULL)
        die(strerror(errno), "memory");
    return memory;
}

__attribute__((format(printf, 1, 2))) static char *text_of(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = needed(malloc((size_t)length + 1));
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

/* A number from 0 to below - 1 (splitmix64). */
static unsigned draw(unsigned below) {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (unsigned)((z ^ z >> 31) % below);
}

static bool take(const char *name, unsigned one_in) {
    if (draw(one_in) != 0)
        return false;
    if (strlen(taken) + strlen(name) + 2 < sizeof taken)
        strcat(strcat(taken, " "), name);
    return true;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static void put(size_t at, enum kind kind, const char *before, const char *text) {
    if (count == room)
        tokens = needed(realloc(tokens, (room = 2 * room + 1000) * sizeof *tokens));
    memmove(tokens + at + 1, tokens + at, (count++ - at) * sizeof *tokens);
    tokens[at] = (struct token){kind, text_of("%s", before), text_of("%s", text)};
}

static void drop(size_t at, size_t number) {
    memmove(tokens + at, tokens + at + number, (count - at - number) * sizeof *tokens);
    count -= number;
}

static void set(size_t at, const char *text) {
    tokens[at].text = text_of("%s", text);
}

static bool is(size_t at, const char *text) {
    return at < count && strcmp(tokens[at].text, text) == 0;
}

static bool is_one(size_t at, const char *const *list) {
    for (; at < count && *list; list++)
        if (is(at, *list))
            return true;
    return false;
}
#define ONE(at, ...) is_one(at, (const char *const[]){__VA_ARGS__, NULL})

static bool is_word(size_t at) {
    return at < count && tokens[at].kind == WORD;
}

static size_t comment(const char *p);

/* What a file tells others: without comments, and without what stands in parentheses, where its own
 * functions name their parameters. */
static char *public_part(char *text) {
    int depth = 0;
    char *to = text;
    for (const char *from = text; *from;) {
        const size_t n = comment(from);
        from += n;
        if (n > 0)
            continue;
        depth -= *from == ')';
        if (depth <= 0)
            *to++ = *from;
        depth += *from == '(';
        from++;
    }
    *to = '\0';
    return text;
}

static char *whole(const char *name) {
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        die(strerror(errno), name);
    size_t length = 0, size = 1 << 16;
    char *text = needed(malloc(size));
    for (size_t got; (got = fread(text + length, 1, size - length - 1, file)) > 0;)
        if ((length += got) + 1 == size)
            text = needed(realloc(text, size *= 2));
    fclose(file);
    text[length] = '\0';
    return text;
}

static size_t comment(const char *p) {
    if (p[0] == '/' && p[1] == '/')
        return strcspn(p, "\n");
    const char *end = p[0] == '/' && p[1] == '*' ? strstr(p + 2, "*/") : NULL;
    return end ? (size_t)(end + 2 - p) : 0;
}

static size_t quoted(const char *p) {
    size_t n = 1;
    while (p[n] && p[n] != *p)
        n += p[n] == '\\' && p[n + 1] ? 2 : 1;
    return n + (p[n] != '\0');
}

static size_t sign(const char *p) {
    static const char *const signs[] = {
        "<<<", ">>>", "<<=", ">>=", "...", "->*", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
        "++",  "--",  "+=",  "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "->", "::", "##"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(p, signs[i], strlen(signs[i])) == 0)
            return strlen(signs[i]);
    return 1;
}

/* An exponent may have a sign: behind p in 0x1.8p-3, behind e in 1e-3, and 0xe-3 is a difference.
 */
static size_t number(const char *p) {
    const char *exponent = *p == '0' && p[1] && strchr("xX", p[1]) ? "pP" : "eE";
    size_t n = 1;
    while (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '.' ||
           (p[n] == '\'' && isalnum((unsigned char)p[n + 1])) ||
           (p[n] && strchr("+-", p[n]) && strchr(exponent, p[n - 1])))
        n++;
    return n;
}

static size_t directive(const char *p) {
    size_t n = 0;
    while (p[n] && p[n] != '\n')
        if (comment(p + n)) /* of a line in the lines here: it stays in them */
            n += comment(p + n);
        else
            n += p[n] == '\\' && p[n + 1] ? 2 : 1;
    return n;
}

static void read_tokens(const char *p) {
    bool fresh = true; /* nothing but white space on this line so far */
    while (*p) {
        const char *start = p;
        for (size_t n; *p; p += n) {
            n = comment(p);
            if (n == 0 && isspace((unsigned char)*p))
                n = 1;
            if (n == 0)
                break;
            fresh = fresh || memchr(p, '\n', n);
        }
        char *before = text_of("%.*s", (int)(p - start), start);
        enum kind kind = SIGN;
        size_t n = 0;
        if (*p == '#' && fresh)
            kind = LINE, n = directive(p);
        else if (isalpha((unsigned char)*p) || *p == '_')
            for (kind = WORD; isalnum((unsigned char)p[n]) || p[n] == '_';)
                n++;
        else if (isdigit((unsigned char)*p) || (*p == '.' && isdigit((unsigned char)p[1])))
            kind = NUMBER, n = number(p);
        else if (*p == '"' || *p == '\'')
            kind = TEXT, n = quoted(p);
        else if (*p)
            n = sign(p);
        put(count, kind, before, text_of("%.*s", (int)n, p));
        fresh = false;
        p += n;
    }
}

/* The place behind the bracket that belongs to the one here; 0: there is none, or a line of the
 * preprocessor stands between. */
static size_t behind(size_t at) {
    int depth = 0;
    for (size_t i = at; i < count && tokens[i].kind != LINE; i++) {
        if (tokens[i].kind != SIGN)
            continue;
        if (strchr("([{", *tokens[i].text) && tokens[i].text[1] == '\0')
            depth++;
        if (strchr(")]}", *tokens[i].text) && --depth == 0)
            return i + 1;
    }
    return 0;
}

/* The place behind the first `end` at this depth; 0: there is none. */
static size_t behind_first(size_t at, const char *end) {
    for (size_t i = at; i && i < count && tokens[i].kind != LINE;) {
        if (is(i, end))
            return i + 1;
        if (ONE(i, ")", "]", "}"))
            return 0;
        i = ONE(i, "(", "[", "{") ? behind(i) : i + 1;
    }
    return 0;
}

/* The place behind the statement that begins here; 0: it is none of those that are known. */
static size_t behind_statement(size_t at) {
    if (at == 0 || at >= count || tokens[at].kind == LINE)
        return 0;
    if (is(at, "{"))
        return behind(at);
    if (ONE(at, "if", "for", "while", "switch")) {
        size_t body = is(at + 1, "(") ? behind(at + 1) : 0, end = behind_statement(body);
        return end && is(at, "if") && is(end, "else") ? behind_statement(end + 1) : end;
    }
    if (is(at, "do")) {
        size_t end = behind_statement(at + 1);
        return end && is(end, "while") ? behind_first(end, ";") : 0;
    }
    return ONE(at, "else", "case", "default", ")", "]", "}") ? 0 : behind_first(at, ";");
}

/* A closing bracket ends the head of a statement, or what a value is cast to. */
static bool ends_head(size_t at) {
    int depth = 0;
    for (size_t i = at; tokens[i].kind != LINE; i--) {
        depth += is(i, ")") - is(i, "(");
        if (i == 0 || depth == 0)
            return i > 0 && (ONE(i - 1, "if", "for", "while", "switch") ||
                             (is(i - 1, "constexpr") && i > 1 && is(i - 2, "if")));
    }
    return false;
}

static bool begins_statement(size_t at) {
    return at == 0 || ONE(at - 1, ";", "{", "}", "else") || tokens[at - 1].kind == LINE ||
           (is(at - 1, ")") && ends_head(at - 1));
}

static bool has(size_t from, size_t to, const char *text) {
    for (size_t i = from; i < to; i++)
        if (is(i, text))
            return true;
    return false;
}

/* ---- statements ------------------------------------------------------------------------------ */

static void embrace(size_t from, size_t to) {
    if (is(from, "{") && behind(from) == to)
        return;
    put(to, SIGN, " ", "}");
    put(from, SIGN, " ", "{");
}

/* if (a) x else y: if (!(a)) y else x */
static void swap_branches(void) {
    for (size_t i = count; i-- > 0;) {
        if (!is(i, "if") || !is(i + 1, "(") || draw(2) == 0)
            continue;
        size_t first = behind(i + 1), middle = behind_statement(first),
               end = middle && is(middle, "else") ? behind_statement(middle + 1) : 0;
        if (end == 0 || is(middle + 1, "if") || is(first, "if") || has(i + 1, first, "="))
            continue;
        embrace(middle + 1, end);
        end = behind_statement(middle + 1);
        embrace(first, middle);
        middle = behind(first);
        end = behind_statement(middle + 1);
        const size_t one = middle - first, two = end - middle - 1;
        struct token *copy = needed(malloc((end - first) * sizeof *copy));
        memcpy(copy, tokens + middle + 1, two * sizeof *copy);
        copy[two] = tokens[middle];
        memcpy(copy + two + 1, tokens + first, one * sizeof *copy);
        memcpy(tokens + first, copy, (end - first) * sizeof *copy);
        free(copy);
        put(first - 1, SIGN, "", ")");
        put(i + 2, SIGN, "", "(");
        put(i + 2, SIGN, "", "!");
    }
}

/* for (a; b; c) x: { a; while (b) { x c; } } */
static void unroll_for(void) {
    for (size_t i = count; i-- > 0;) {
        if (!is(i, "for") || !is(i + 1, "(") || draw(2) == 0 ||
            (i > 0 && tokens[i - 1].kind == LINE))
            continue;
        const size_t body = behind(i + 1), end = behind_statement(body),
                     test = behind_first(i + 2, ";"), next = test ? behind_first(test, ";") : 0;
        if (end == 0 || next == 0 || next > body || has(body, end, "continue") ||
            has(i, next, "<<<"))
            continue;
        const size_t words = body - 1 - next; /* of c */
        struct token *step = needed(malloc((words + 1) * sizeof *step));
        memcpy(step, tokens + next, words * sizeof *step);
        put(end, SIGN, " ", "}");
        put(end, SIGN, " ", "}");
        if (words > 0)
            put(end, SIGN, "", ";");
        for (size_t k = words; k-- > 0;)
            put(end, step[k].kind, k ? step[k].before : "\n", step[k].text);
        free(step);
        put(body, SIGN, " ", "{");
        drop(next, words);
        set(next, ")"); /* it was the one of `for` */
        drop(next - 1, 1);
        if (test + 1 == next)
            put(test, WORD, "", "true");
        put(test, SIGN, " ", "(");
        put(test, WORD, "\n", "while");
        drop(i, 2);
        put(i, SIGN, " ", "{");
    }
}

/* while (a) x: for (; a;) x */
static void loop_by_for(void) {
    for (size_t i = 1; i < count; i++) {
        if (!is(i, "while") || !is(i + 1, "(") || draw(2) == 0)
            continue;
        const size_t body = behind(i + 1);
        bool of_do = false; /* do x while (a); */
        for (size_t k = 0; k < i && !of_do; k++)
            of_do = is(k, "do") && behind_statement(k + 1) == i;
        if (body == 0 || of_do || is(body, ";"))
            continue;
        put(body - 1, SIGN, "", ";");
        put(i + 2, SIGN, "", ";");
        set(i, "for");
    }
}

/* x += a: x = x + (a) */
static void write_out(void) {
    for (size_t i = 1; i + 2 < count; i++) {
        const char *op = tokens[i + 1].text;
        if (!is_word(i) || !begins_statement(i) || tokens[i + 1].kind != SIGN || strlen(op) != 2 ||
            op[1] != '=' || !strchr("+-*/%&|^", op[0]) || draw(2) == 0)
            continue;
        const size_t end = behind_first(i + 2, ";"), comma = behind_first(i + 2, ",");
        if (end == 0 || has(i + 2, end, "{") || (comma > 0 && comma < end))
            continue;
        char name[2] = {op[0], '\0'};
        put(end - 1, SIGN, "", ")");
        put(i + 2, SIGN, " ", "(");
        put(i + 2, SIGN, " ", name);
        put(i + 2, WORD, " ", tokens[i].text);
        set(i + 1, "=");
    }
}

/* i++: ++i, i += 1 */
static void count_up(void) {
    for (size_t i = 1; i + 2 < count; i++) {
        if (!is_word(i) || !ONE(i + 1, "++", "--") || draw(2) == 0)
            continue;
        if (begins_statement(i) && is(i + 2, ";") && draw(2) == 0) {
            set(i + 1, is(i + 1, "++") ? "+=" : "-=");
            put(i + 2, NUMBER, " ", "1");
        } else if (begins_statement(i) && ONE(i + 2, ";", ")")) {
            put(i, SIGN, tokens[i].before, tokens[i + 1].text);
            tokens[i + 1].before = text_of("%s", "");
            drop(i + 2, 1);
        }
    }
}

/* for (...; i < n; ...): n > i */
static void turn_round(void) {
    for (size_t i = 1; i + 3 < count; i++) {
        if (!is(i - 1, ";") || !is_word(i) || !ONE(i + 1, "<", ">", "<=", ">=") ||
            (tokens[i + 2].kind != WORD && tokens[i + 2].kind != NUMBER) || !is(i + 3, ";") ||
            draw(2) == 0)
            continue;
        char *left = tokens[i].text;
        const enum kind kind = tokens[i + 2].kind;
        tokens[i].text = tokens[i + 2].text;
        tokens[i].kind = kind;
        tokens[i + 2].text = left;
        tokens[i + 2].kind = WORD;
        *tokens[i + 1].text = *tokens[i + 1].text == '<' ? '>' : '<';
    }
}

/* ---- declarations, expressions --------------------------------------------------------------- */

static bool is_type(size_t at) {
    return ONE(at, "int", "unsigned", "float", "double", "size_t", "bool", "long", "char", "auto",
               "cudaError_t", "dim3", "float2", "float4", "int2", "int4", "uint4", "Vertex",
               "cudaArray_t", "cudaTextureObject_t", "cudaStream_t", "cudaEvent_t",
               "cudaResourceDesc", "cudaTextureDesc", "cudaChannelFormatDesc", "cudaExtent",
               "cudaMemcpy3DParms", "cudaPitchedPtr", "Segments", "Memory", "Row", "Reading",
               "Motion", "Comparison", "Bandwidth", "Timing", "Pattern", "Path", "Version",
               "Element", "short", "uint32_t", "int32_t", "uint64_t", "FILE");
}

/* int a = 1, *b; : int a = 1; int *b; */
static void part_declarations(void) {
    for (size_t i = 1; i < count; i++) {
        size_t name = i;
        while (ONE(name, "const", "static", "__shared__"))
            name++;
        if (!begins_statement(i) || is(i - 1, ")") || !is_type(name) || draw(2) == 0)
            continue;
        while (is_type(name))
            name++;
        const size_t words = name - i, end = behind_first(name, ";");
        if (end == 0 || has(i, end, "<") || has(i, end, ">") ||
            (is_word(name) && is(name + 1, "(")))
            continue;
        for (size_t k = name; k < end && !is(k, ";");) {
            if (is(k, ",")) {
                set(k, ";");
                for (size_t w = words; w-- > 0;)
                    put(k + 1, WORD, w ? " " : "\n    ", tokens[i + w].text);
                break; /* the rest is a declaration of its own, which comes next */
            }
            k = ONE(k, "(", "[", "{") ? behind(k) : k + 1;
        }
    }
}

/* Is this word declared in this file as a number, and nowhere as anything else, as far as one sees?
 */
static bool is_arithmetic(size_t at) {
    bool declared = false;
    for (size_t i = 1; i + 1 < count; i++) {
        if (!is_word(i) || !is(i, tokens[at].text) || ONE(i - 1, ".", "->"))
            continue;
        if (ONE(i - 1, "int", "unsigned", "float", "double", "size_t", "long", "short", "char",
                "bool", "uint32_t", "int32_t", "uint64_t", "int64_t"))
            declared = true;
        else if ((is_word(i - 1) && !ONE(i - 1, "return", "case", "else")) || is(i - 1, ">"))
            return false; /* of another type */
        if (ONE(i + 1, "[", "(", "::") ||
            (i > 1 && ONE(i - 1, "*", "&", "&&") &&
             (is_type(i - 2) || ONE(i - 2, ">", "const", "*") ||
              (is_word(i - 2) && isupper((unsigned char)*tokens[i - 2].text)))))
            return false; /* an array, a function, a pointer */
    }
    return declared;
}

static bool is_number(size_t at) {
    return at < count && (tokens[at].kind == NUMBER || (is_word(at) && is_arithmetic(at)));
}

/* Numbers and what one reckons with them, nothing else. */
static bool is_sum(size_t from, size_t to) {
    for (size_t i = from; i < to; i++) {
        if (ONE(i, "threadIdx", "blockIdx", "blockDim", "gridDim") && is(i + 1, ".") &&
            is_word(i + 2))
            i += 2;
        else if (!is_number(i) && !ONE(i, "+", "-", "*", "/", "%", "(", ")"))
            return false;
    }
    return from < to;
}

/* (float)x: float(x), static_cast<float>(x). Of numbers alone, for static_cast takes no pointer;
 * and T a(float(x)) would declare a function. */
static void cast_otherwise(void) {
    const bool long_way = draw(2);
    for (size_t i = 1; i + 3 < count; i++) {
        if (!is(i, "(") || !is(i + 2, ")") || is_word(i - 1) || ONE(i - 1, ")", "]", ">", ">>>") ||
            !ONE(i + 1, "int", "float", "double", "size_t", "unsigned", "long") || draw(2) == 0)
            continue;
        const bool bracket = is(i + 3, "(");
        const size_t end = bracket ? behind(i + 3) : i + 4;
        if (end == 0 || !(bracket ? is_sum(i + 4, end - 1) : is_number(i + 3)) ||
            ONE(end, ".", "->", "[", "(", "::", "++", "--", "{", "<") ||
            (!long_way && ONE(i - 1, "(", ",", ";", "{", "}")))
            continue;
        if (!bracket) {
            put(end, SIGN, "", ")");
            put(i + 3, SIGN, "", "(");
        }
        if (long_way) {
            set(i, "<");
            set(i + 2, ">");
            tokens[i + 1].before = text_of("%s", "");
            put(i, WORD, tokens[i].before, "static_cast");
            tokens[i + 1].before = text_of("%s", "");
        } else {
            tokens[i + 1].before = tokens[i].before;
            drop(i + 2, 1);
            drop(i, 1);
        }
    }
}

/* NULL, unsigned, numbers */
static void spell_otherwise(bool null, bool whole_unsigned, bool numbers) {
    for (size_t i = 0; i < count; i++) {
        if (null && is(i, "NULL")) /* a 0 is an int to templates */
            set(i, draw(3) || i == 0 || !ONE(i - 1, "=", "==", "!=") ? "nullptr" : "0");
        if (whole_unsigned && is(i, "unsigned") &&
            (i == 0 || !ONE(i - 1, "long", "short", "char")) &&
            !ONE(i + 1, "int", "char", "short", "long", "(", "{"))
            put(i + 1, WORD, " ", "int");
        if (!numbers || tokens[i].kind != NUMBER || draw(2))
            continue;
        const char *text = tokens[i].text;
        if (strspn(text, "0123456789") == strlen(text) && strlen(text) < 8 && *text != '0' &&
            atoi(text) > 7) {
            tokens[i].text = text_of("0x%x", (unsigned)atoi(text));
            if (ONE(i + 1, "+", "-", "++", "--", "+=", "-=") && *tokens[i + 1].before == '\0')
                tokens[i + 1].before = text_of(" "); /* 0xe+1 would be one number */
        } else if (strncmp(text, "0.", 2) == 0 && isdigit((unsigned char)text[2]))
            tokens[i].text = text_of("%s", text + 1);
    }
}

static void shape_kernels(bool turned, bool bounds) {
    for (size_t i = 0; i + 3 < count; i++) {
        if (!is(i, "__global__") || !is(i + 1, "void") || !is_word(i + 2) || !is(i + 3, "(") ||
            is(i + 2, "__launch_bounds__"))
            continue;
        if (bounds) {
            put(i + 2, SIGN, "", ")");
            put(i + 2, NUMBER, "", "1024");
            put(i + 2, SIGN, "", "(");
            put(i + 2, WORD, " ", "__launch_bounds__");
        }
        if (turned) {
            set(i, "void");
            set(i + 1, "__global__");
        }
    }
}

/* blockIdx.x * blockDim.x + threadIdx.x by another name; prologue: its text */
static void name_index(char **prologue, bool by_macro) {
    static const char *const words[] = {"blockIdx", ".", "",          "*", "blockDim", ".",
                                        "",         "+", "threadIdx", ".", ""};
    bool used[3] = {false};
    for (size_t i = 1; i + 11 < count; i++) {
        if (!ONE(i - 1, "=", "(", ",", "return") || !ONE(i + 11, ";", ")", ",") ||
            !ONE(i + 2, "x", "y", "z"))
            continue;
        bool same = true;
        for (size_t k = 0; k < 11 && same; k++)
            same = is(i + k, *words[k] ? words[k] : tokens[i + 2].text);
        if (!same)
            continue;
        const char axis = *tokens[i + 2].text;
        used[axis - 'x'] = true;
        drop(i + 1, 10);
        tokens[i].text =
            by_macro ? text_of("GLOBAL_INDEX_%c", toupper(axis)) : text_of("own_index_%c()", axis);
    }
    for (int axis = 0; axis < 3; axis++)
        if (used[axis] && by_macro)
            *prologue = text_of(
                "%s#define GLOBAL_INDEX_%c \\\n    (blockIdx.%c * blockDim.%c + threadIdx.%c)\n",
                *prologue, "XYZ"[axis], "xyz"[axis], "xyz"[axis], "xyz"[axis]);
        else if (used[axis])
            *prologue =
                text_of("%sstatic __device__ __forceinline__ unsigned own_index_%c() {\n    return "
                        "threadIdx.%c + blockDim.%c * blockIdx.%c;\n}\n",
                        *prologue, "xyz"[axis], "xyz"[axis], "xyz"[axis], "xyz"[axis]);
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool names(const char *text, const char *word) {
    const size_t length = strlen(word);
    for (const char *p = text; (p = strstr(p, word)) != NULL; p++)
        if ((p == text || !(isalnum((unsigned char)p[-1]) || p[-1] == '_')) &&
            !isalnum((unsigned char)p[length]) && p[length] != '_')
            return true;
    return false;
}

/* May this name, of a local thing, be another one in the whole file? */
static bool may_be_renamed(const char *word, char **known, int knowns) {
    static const char *const kept[] = {"x", "y", "z", "w", "i0", "NULL", "main", "operator", "std"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (strcmp(word, kept[i]) == 0)
            return false;
    for (size_t i = 0; i < count; i++)
        if (tokens[i].kind == LINE
                ? names(tokens[i].text, word)
                : is(i, word) && i > 0 &&
                      (ONE(i - 1, ".", "->", "::", "struct", "enum", "class") || ONE(i + 1, "::")))
            return false;
    for (int k = 0; k < knowns; k++)
        if (names(known[k], word))
            return false;
    return true;
}

static void rename_locals(char **known, int knowns) {
    enum { MOST_NAMES = 300 };
    char *given[MOST_NAMES];
    int depth = 0, brackets = 0, renamed = 0;
    for (size_t i = 1; i + 1 < count; i++) {
        depth += is(i, "{") - is(i, "}");
        brackets += is(i, "(") - is(i, ")");
        size_t type = i - 1;
        while (type > 0 && ONE(type, "*", "&", "const", "__restrict__"))
            type--;
        if (!is_word(i) || is_type(i) || (depth == 0 && brackets == 0) || !is_type(type) ||
            ONE(i, "const", "__restrict__", "operator", "void", "int", "sizeof", "return") ||
            !ONE(i + 1, "=", ";", ",", ")", "[", ":", "{") || draw(3) == 0)
            continue;
        char *old = tokens[i].text;
        bool fresh = false; /* it has a new name already */
        for (int k = 0; k < renamed; k++)
            fresh = fresh || strcmp(given[k], old) == 0;
        if (fresh || renamed == MOST_NAMES || !may_be_renamed(old, known, knowns))
            continue;
        const char *tag = tags[draw(sizeof tags / sizeof *tags)];
        char *new = draw(2) ? text_of("%s_%s%d", tag, old, renamed)
                            : text_of("%s%d_%c", tag, renamed, *old);
        given[renamed++] = new;
        for (size_t k = 0; k < count; k++)
            if (k != i && tokens[k].kind == WORD && strcmp(tokens[k].text, old) == 0)
                tokens[k].text = new;
        tokens[i].text = new;
    }
}

/* ---- the text -------------------------------------------------------------------------------- */

static const char *const remarks[] = {"\xd1\x8d\xd1\x82\xd0\xbe \xd1\x86\xd0\xb8\xd0\xba\xd0\xbb",
                                      "gr\xc3\xb6\xc3\x9f"
                                      "er als n?",
                                      "\xe6\xb3\xa8\xe6\x84\x8f",
                                      "see the page, \xc2\xa7 2 \xe2\x80\x94 it's done",
                                      "TODO: ask",
                                      "if (i < n) return; // old",
                                      "fixed!!! \xf0\x9f\x98\x80",
                                      "a \"quoted\" word, don't"};

static const char *remark(void) {
    return remarks[draw(sizeof remarks / sizeof *remarks)];
}

static void without_comments(void) {
    for (size_t i = 0; i < count; i++) {
        char *to = tokens[i].before;
        for (const char *from = to; *from;) {
            const size_t n = comment(from);
            if (n) {
                from += n;
                *to++ = ' ';
            } else {
                *to++ = *from++;
            }
        }
        *to = '\0';
    }
}

/* Behind some statements. long_only: only such as end themselves. */
static void with_comments(bool long_only) {
    for (size_t i = 1; i < count; i++)
        if (ONE(i - 1, ";", "{", "}") && draw(6) == 0 && tokens[i].kind != LINE)
            tokens[i].before = long_only || draw(2)
                                   ? text_of(" /* %s */%s", remark(), tokens[i].before)
                                   : text_of(" // %s\n%s", remark(), tokens[i].before);
}

/* The white space anew. joined: as few lines as there may be. */
static void lay_out(bool joined, bool own_line, const char *step) {
    int depth = 0, brackets = 0;
    without_comments();
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || tokens[i].kind == LINE || tokens[i - 1].kind == LINE)
            continue;
        bool fresh = false;
        brackets += is(i - 1, "(") - is(i - 1, ")");
        if (is(i - 1, "{"))
            depth++;
        if (is(i, "}") && depth > 0)
            depth--;
        if (!joined && brackets == 0)
            fresh = ONE(i - 1, ";", "{", "}") || is(i, "}") || (own_line && is(i, "{"));
        if (fresh && is(i - 1, "}") && ONE(i, ";", ",", ")", "."))
            fresh = false;
        if (!fresh) {
            const bool touch = *tokens[i].before == '\0';
            tokens[i].before = text_of("%s", touch ? "" : " ");
            continue;
        }
        char *text = text_of("%s", "\n");
        for (int k = 0; k < depth; k++)
            text = text_of("%s%s", text, step);
        tokens[i].before = text;
    }
}

static void indent_by(const char *step) {
    for (size_t i = 0; i < count; i++) {
        char *text = text_of("%s", "");
        for (const char *p = tokens[i].before; *p;) {
            const size_t four = strncmp(p, "    ", 4) == 0 ? 4 : 1;
            text = four == 4 ? text_of("%s%s", text, step) : text_of("%s%c", text, *p);
            p += four;
        }
        tokens[i].before = text;
    }
}

static const char *const extras[] = {
    "\nstatic inline int spare_sum(int a, int b) {\n    return a + b;\n}\n",
    "\ntemplate <class T> static __host__ __device__ inline T spare_least(T a, T b) {\n    return a < b ? a : b;\n}\n",
    "\nnamespace spare {\nconstexpr int answer = 42;\ninline int twice(int v) {\n    return 2 * v;\n}\n} // namespace spare\n",
    "\n#ifdef NEVER_DEFINED\nthis is not even C++;\n#endif\n",
    "\n#if 0\n__global__ void old_kernel(int *p) { *p = 1 }\n#endif\n",
    "\nstatic __device__ inline float spare_square(float v) {\n    return v * v;\n}\n",
    "\nstruct SparePoint {\n    float a, b;\n    __host__ __device__ float sum() const {\n        return a + b;\n    }\n};\n",
    "\n#define SPARE_BLOCKS(n, t) (((n) + (t) - 1) / (t))\n"};

static void write_tokens(FILE *file, size_t from, size_t to, bool crlf, bool joined) {
    int column = 0;
    for (size_t i = from; i < to; i++) {
        const bool line = tokens[i].kind == LINE;
        char *text = tokens[i].before;
        if ((line || (i > 0 && tokens[i - 1].kind == LINE)) && i > from && !strchr(text, '\n'))
            text = text_of("\n%s", text);
        if (joined && column > 300 && *text == ' ' && i + 1 < to)
            text = text_of("\n%s", text), column = 0;
        for (const char *parts[2] = {text, tokens[i].text}, **part = parts; part < parts + 2;
             part++)
            for (const char *p = *part; *p; p++, column++) {
                if (*p == '\r')
                    continue;
                if (*p == '\n' && crlf)
                    putc('\r', file);
                putc(*p, file);
                column = *p == '\n' ? 0 : column;
            }
    }
}

/* A place between two things of the file, at which it may be cut; 0: there is none. */
static size_t cut(void) {
    size_t places[1000], number = 0;
    int depth = 0, conditions = 0;
    for (size_t i = 1; i < count; i++) {
        const char *text = tokens[i - 1].text;
        if (tokens[i - 1].kind == LINE) {
            const char *word = text + 1 + strspn(text + 1, " \t");
            conditions += strncmp(word, "if", 2) == 0;
            conditions -= strncmp(word, "endif", 5) == 0;
            continue;
        }
        if (tokens[i - 1].kind != SIGN)
            continue;
        depth += *text && text[1] == '\0' && strchr("([{", *text) ? 1 : 0;
        depth -= *text && text[1] == '\0' && strchr(")]}", *text) ? 1 : 0;
        if (depth == 0 && conditions == 0 && ONE(i - 1, "}", ";") && !ONE(i, ";", ",", "=", ")") &&
            (tokens[i].kind == WORD || tokens[i].kind == LINE) && number < 1000)
            places[number++] = i;
    }
    return number ? places[draw((unsigned)number)] : 0;
}

static FILE *opened(const char *name) {
    FILE *file = fopen(name, "wb");
    if (file == NULL)
        die(strerror(errno), name);
    return file;
}

static void closed(FILE *file, const char *name) {
    const bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed)
        die("cannot be written", name);
}

/* Where the lines of the preprocessor at the beginning end. */
static size_t behind_includes(void) {
    size_t last = 0;
    for (size_t i = 0;
         i < count && tokens[i].kind == LINE && strncmp(tokens[i].text, "#include", 8) == 0; i++)
        last = i + 1;
    return last;
}

static void mix_includes(void) {
    static const char *const more[] = {"<algorithm>", "<cstdio>",  "<cstdlib>", "<cstring>",
                                       "<math.h>",    "<utility>", "<stdint.h>"};
    for (int k = 0; k < 2; k++)
        put(0, LINE, "", text_of("#include %s", more[draw(sizeof more / sizeof *more)]));
    for (size_t end = behind_includes(), i = end; i-- > 1;) {
        const size_t other = draw((unsigned)i + 1);
        char *text = tokens[i].text;
        tokens[i].text = tokens[other].text;
        tokens[other].text = text;
    }
}

int main(int argc, char **argv) {
    if (argc < 4)
        die("usage: rewrite SEED IN OUT [KNOWN...]", "arguments");
    const int knowns = argc - 4;
    char **known = needed(calloc((size_t)knowns + 1, sizeof *known)), *prologue = text_of("%s", "");
    for (int k = 0; k < knowns; k++)
        known[k] = public_part(whole(argv[4 + k]));
    state = strtoull(argv[1], NULL, 10);
    read_tokens(whole(argv[2]));

    if (take("includes", 3))
        mix_includes();
    if (take("swap-branches", 3))
        swap_branches();
    if (take("while", 3))
        unroll_for();
    else if (take("for", 3))
        loop_by_for();
    if (take("written-out", 3))
        write_out();
    if (take("count", 3))
        count_up();
    if (take("turned-tests", 3))
        turn_round();
    if (take("parted", 3))
        part_declarations();
    if (take("casts", 3))
        cast_otherwise();
    const bool null = take("null", 3), whole_unsigned = take("unsigned-int", 3),
               numbers = take("numbers", 4);
    spell_otherwise(null, whole_unsigned, numbers);
    const bool turned = take("void-global", 6), bounds = take("launch-bounds", 6);
    shape_kernels(turned, bounds);
    if (take("renamed", 2))
        rename_locals(known, knowns);
    if (take("index-macro", 5))
        name_index(&prologue, true);
    else if (take("index-helper", 5))
        name_index(&prologue, false);
    if (*prologue) { /* behind the last #include */
        const size_t at = behind_includes();
        put(at, LINE, "\n", prologue);
        tokens[at + 1].before = text_of("\n%s", tokens[at + 1].before);
    }
    char *tail = text_of("%s", "\n");
    if (take("extras", 2))
        for (int k = (int)draw(3); k >= 0; k--) {
            const char *extra = extras[draw(sizeof extras / sizeof *extras)];
            if (strstr(tail, extra) == NULL)
                tail = text_of("%s%s", tail, extra);
        }

    const bool joined = take("joined", 8);
    const char *const steps[] = {"\t", "  ", "        ", "   "}, *const step = steps[draw(4)];
    if (joined)
        lay_out(true, false, "");
    else if (take("own-lines", 3))
        lay_out(false, draw(2), step);
    else if (take("indented", 2))
        indent_by(step);
    if (take("no-comments", 4))
        without_comments();
    if (take("comments", 3))
        with_comments(joined);
    const bool crlf = take("crlf", 5), mark = take("mark", 12);

    size_t at = 0;
    bool limit = false; /* what stops the compiler has to do so in this file */
    for (size_t i = 0; i < count; i++)
        limit = limit || is(i, "static_assert");
    if (!limit && take("cut", 4))
        at = cut();
    FILE *file = opened(argv[3]);
    if (mark)
        fputs("\xef\xbb\xbf", file);
    const char *slash = strrchr(argv[3], '/'), *base = slash ? slash + 1 : argv[3];
    const int stem = (int)strcspn(base, ".");
    if (at > 0) {
        char *part = text_of("%.*s%.*s_part.%s", (int)(base - argv[3]), argv[3], stem, base,
                             draw(2) ? "h" : "cuh");
        FILE *first = opened(part);
        fprintf(first, draw(2) ? "#pragma once\n" : "#ifndef PART_H\n#define PART_H\n#endif\n");
        write_tokens(first, 0, at, crlf, joined);
        fprintf(first, "\n");
        closed(first, part);
        fprintf(file, "#include \"%s\"\n", part + (base - argv[3]));
    }
    write_tokens(file, at, count, crlf, joined);
    fputs(tail, file);
    closed(file, argv[3]);
    printf("%s\n", *taken ? taken + 1 : "as-it-is");
    return 0;
}
