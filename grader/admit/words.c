#define _GNU_SOURCE
#include "admit.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Attributes that change how code is checked, placed or bound. All others are anybody's. */
static const char *const refused_attributes[] = {
    "no_sanitize*",
    "no_address_safety_analysis",
    "disable_sanitizer_instrumentation",
    "optimize",
    "constructor",
    "destructor",
    "init_priority",
    "alias",
    "ifunc",
    "weakref",
    "symver",
    "copy",
    "target",
    "target_clones",
    "target_version",
    "naked",
    "patchable_function_entry",
    "interrupt",
    "visibility",
    "section",
    "fentry_*",
    "no_instrument_function",
    "no_profile_instrument_function",
};
static const char *const refused_pragmas[] = {
    "GCC optimize", "GCC reset_options", "GCC target",    "GCC visibility",  "GCC pch_preprocess",
    "weak",         "redefine_extname",  "clang section", "clang attribute",
};

/* Instructions of the host's processor, which reach memory where the checker does not see it. */
static const char *const refused_words[] = {
    "__builtin_ia32_*",
    "__builtin_aarch64_*",
    "__builtin_neon_*",
    "_mm_*",
    "_mm256_*",
    "_mm512_*",
    "__builtin_apply",
    "__builtin_return",
    "vld[1-4]*_[fsup][0-9]*",
    "vst[1-4]*_[fsup][0-9]*",
};

static struct names precompiled; /* folders of the CPU device's precompiled headers */

/* ---- tokens ---------------------------------------------------------------------------------- */

enum kind { END, WORD, STRING, PUNCTUATION, DIRECTIVE };

struct token {
    enum kind kind;
    const char *begin;
    size_t size;
};

/* A place in a text, and what the text says of where it comes from. */
struct reader {
    const char *at, *end;
    bool line_start, splices; /* splices: a source, where a backslash continues a line */
    const char *file;         /* the text's own, from its line markers */
    size_t file_size, line;
    bool is_trusted;
    bool by_gcc;  /* not by nvcc, which says less of where a line comes from */
    bool in_copy; /* of which the text has not said of what */
    size_t depth;
};

/* Were they trusted, the files that include the one that is read? gcc goes to a depth of 200. */
static bool includers[256];

static bool is_word(int c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c & 0x80;
}

static bool is_blank(int c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

/* Steps over one character and what is no character at all. To gcc a backslash continues its line
 * although blanks follow. */
static void step(struct reader *r) {
    r->line += *r->at == '\n';
    r->at++;
    while (r->splices && r->at < r->end && *r->at == '\\') {
        const char *behind = r->at + 1;
        while (behind < r->end && is_blank((unsigned char)*behind))
            behind++;
        if (behind == r->end || *behind != '\n')
            return;
        r->at = behind + 1;
        r->line++;
    }
}

static int peek(const struct reader *r, int ahead) {
    struct reader copy = *r;
    while (ahead-- && copy.at < copy.end)
        step(&copy);
    return copy.at < copy.end ? (unsigned char)*copy.at : 0;
}

static void skip_comment(struct reader *r) {
    if (peek(r, 1) == '/') {
        while (r->at < r->end && *r->at != '\n')
            step(r);
        return;
    }
    step(r);
    step(r);
    while (r->at < r->end && !(*r->at == '*' && peek(r, 1) == '/'))
        step(r);
    if (r->at < r->end) {
        step(r);
        step(r);
    }
}

static void skip_quoted(struct reader *r) {
    const char quote = *r->at;
    step(r);
    while (r->at < r->end && *r->at != quote && *r->at != '\n') {
        if (*r->at == '\\' && r->at + 1 < r->end)
            step(r);
        step(r);
    }
    if (r->at < r->end && *r->at == quote)
        step(r);
}

/* R"delimiter(...)delimiter": nothing in it is spliced. */
static void skip_raw(struct reader *r) {
    const char *open = memchr(r->at, '(', (size_t)(r->end - r->at));
    char close[32];
    if (!open || open - r->at > 17) {
        skip_quoted(r);
        return;
    }
    const int size = snprintf(close, sizeof close, ")%.*s\"", (int)(open - r->at - 1), r->at + 1);
    const char *last = memmem(open, (size_t)(r->end - open), close, (size_t)size);
    const char *behind = last ? last + size : r->end;
    for (; r->at < behind; r->at++)
        r->line += *r->at == '\n';
}

/* Is the word right before a quote the prefix of a raw string? To any other word that ends with R a
 * string follows, and what is in it begins nothing. */
static bool begins_raw(const char *word, const char *end) {
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
    char whole[8];
    size_t size = 0;
    for (; word < end && size < sizeof whole; word++)
        if (is_word(*word)) /* and not the end of a line in it */
            whole[size++] = *word;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strlen(prefixes[i]) == size && memcmp(whole, prefixes[i], size) == 0)
            return true;
    return false;
}

static void skip_number(struct reader *r) {
    char before = 0;
    while (r->at < r->end &&
           (is_word(*r->at) || *r->at == '.' || (strchr("+-", *r->at) && strchr("eEpP", before)) ||
            (*r->at == '\'' && (isalnum(peek(r, 1)) || peek(r, 1) == '_')))) {
        before = *r->at;
        step(r);
    }
}

static struct token next_token(struct reader *r) {
    for (; r->at < r->end;) {
        const bool first = r->line_start;
        if (*r->at == '\n') {
            step(r);
            r->line_start = true;
            continue;
        } else if (isspace((unsigned char)*r->at)) {
            step(r);
            continue;
        } else if (*r->at == '/' && (peek(r, 1) == '/' || peek(r, 1) == '*')) {
            skip_comment(r);
            continue;
        }
        r->line_start = false;
        struct token token = {PUNCTUATION, r->at, 1};
        if (*r->at == '"' || *r->at == '\'') {
            token.kind = STRING;
            skip_quoted(r);
        } else if (first && (*r->at == '#' || (*r->at == '%' && peek(r, 1) == ':'))) {
            token.kind = DIRECTIVE;
            if (*r->at == '%')
                step(r);
            step(r);
        } else if (isdigit((unsigned char)*r->at) ||
                   (*r->at == '.' && isdigit((unsigned char)peek(r, 1)))) {
            skip_number(r);
        } else if (is_word(*r->at)) {
            token.kind = WORD;
            while (r->at < r->end && is_word(*r->at))
                step(r);
            if (r->at < r->end && *r->at == '"' && begins_raw(token.begin, r->at)) {
                token.kind = STRING;
                skip_raw(r);
            }
        } else if (*r->at == '<' && peek(r, 1) == ':' &&
                   !(peek(r, 2) == ':' && peek(r, 3) != ':' && peek(r, 3) != '>')) {
            step(r);
            step(r);
            token.begin = "[";
            return token;
        } else if (*r->at == ':' && peek(r, 1) == '>') {
            step(r);
            step(r);
            token.begin = "]";
            return token;
        } else {
            step(r);
            return token;
        }
        token.size = (size_t)(r->at - token.begin);
        return token;
    }
    return (struct token){END, r->end, 0};
}

static bool is(const struct token *token, const char *text) {
    return token->size == strlen(text) && memcmp(token->begin, text, token->size) == 0;
}

/* ---- where a line comes from ------------------------------------------------------------------
 */

/* `pragma GCC pch_preprocess "FILE"`: nvcc-cpu's own header, which it had read before. */
static bool is_precompiled(const char *pragma, const char *end) {
    static const char begin[] = "pragma GCC pch_preprocess \"";
    const size_t length = strlen(begin);
    const char *file = pragma + length;
    const char *close =
        (size_t)(end - pragma) > length ? memchr(file, '"', (size_t)(end - file)) : NULL;
    if (!close || memcmp(pragma, begin, length) != 0 ||
        memmem(file, (size_t)(close - file), "/.", 2))
        return false;
    for (size_t i = 0; i < precompiled.count; i++) {
        const size_t width = strlen(precompiled.items[i]);
        if ((size_t)(close - file) > width && memcmp(file, precompiled.items[i], width) == 0 &&
            file[width] == '/')
            return true;
    }
    return false;
}

/* Is this nvcc-cpu's own copy of a header? It is gone when the compiler has ended. */
static bool is_copy(const char *file, size_t size) {
    char *path = need(strndup(file, size));
    const bool is =
        *path == '/' && !strstr(path, "/proc/") && !strstr(path, "/../") &&
        fnmatch("*/nvcc-cpu.+([A-Za-z0-9])/+([0-9])/+([0-9])-*", path, FNM_EXTMATCH) == 0 &&
        access(path, F_OK) != 0;
    free(path);
    return is;
}

/* The text is gcc's, which says of each file where it begins and where the one that included it
 * goes on: that is trusted as it was before. Other names of places are the submission's (#line),
 * but the first in a copy, which says of what. */
static void follow_include(struct reader *r, const char *flags, const char *file, size_t size,
                           bool same) {
    const bool enters = *flags == '1', leaves = *flags == '2';
    if (enters && r->depth == sizeof includers)
        stumble("files that include each other to a depth of %zu", r->depth);
    if (enters)
        includers[r->depth++] = r->is_trusted;
    if (enters || (!same && r->in_copy))
        r->is_trusted = headers_has(file, size);
    else if (leaves)
        r->is_trusted = r->depth && includers[--r->depth];
    else if (!same)
        r->is_trusted = false;
    if (enters || !same)
        r->in_copy = enters && is_copy(file, size);
}

/* `# 12 "file" 1 3`, behind the #: what the compiler says of the lines that follow. Only it can
 * pass over to a header, with a flag behind the name: #line has none. */
static void line_marker(struct reader *r) {
    char *behind;
    const unsigned long line = strtoul(r->at, &behind, 10);
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const char *end = newline ? newline : r->end;
    const char *open = memchr(behind, '"', (size_t)(end - behind));
    const char *close = open ? memrchr(open + 1, '"', (size_t)(end - open - 1)) : NULL;
    if (close) {
        const size_t size = (size_t)(close - open - 1);
        const bool same = r->file && size == r->file_size && memcmp(open + 1, r->file, size) == 0;
        const bool flag = close + 2 < end && isdigit((unsigned char)close[2]);
        if (r->by_gcc)
            follow_include(r, flag ? close + 2 : "", open + 1, size, same);
        else if (!same || flag)
            r->is_trusted = (flag || (same && r->is_trusted)) && headers_has(open + 1, size);
        r->file = open + 1;
        r->file_size = size;
    }
    r->line = line;
    r->at = newline ? newline + 1 : r->end;
    r->line_start = true;
}

static struct reader start(const struct text *text, bool splices) {
    return (struct reader){.at = text->bytes,
                           .end = text->bytes + text->size,
                           .line_start = true,
                           .splices = splices,
                           .by_gcc = text->by_gcc,
                           .line = 1};
}

static const char *place(const struct reader *r, const struct text *text) {
    char *words = NULL;
    if (!r->file)
        return text->name;
    if (asprintf(&words, "%.*s:%zu", (int)r->file_size, r->file, r->line) < 0)
        stumble("no memory");
    return words;
}

/* The text without what is nobody's code: line markers are followed, and what nvcc leaves of device
 * code for the reader alone (#if 0) is passed over. `on_pragma` sees the rest of a directive. */
static struct token next_own(struct reader *r, const struct text *text,
                             void (*on_pragma)(struct reader *, const struct text *)) {
    for (;;) {
        struct token token = next_token(r);
        if (token.kind != DIRECTIVE)
            return token;
        while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
            r->at++;
        const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
        const size_t size = (size_t)((newline ? newline : r->end) - r->at);
        if (size && isdigit((unsigned char)*r->at)) {
            line_marker(r);
        } else if (size == 4 && memcmp(r->at, "if 0", 4) == 0) {
            const char *last = memmem(r->at, (size_t)(r->end - r->at), "\n#endif", 7);
            r->at = last ? last + 7 : r->end;
        } else {
            if (on_pragma && size > 7 && memcmp(r->at, "pragma ", 7) == 0)
                on_pragma(r, text);
            r->at = newline ? newline : r->end;
        }
    }
}

/* ---- what is refused --------------------------------------------------------------------------
 */

static void look_at_pragma(struct reader *r, const struct text *text) {
    char words[200];
    size_t count = 0;
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    if (is_precompiled(r->at, newline ? newline : r->end))
        return;
    for (const char *c = r->at + strlen("pragma"); c < r->end && *c != '\n' && *c != '('; c++) {
        if (*c == ' ' && (!count || words[count - 1] == ' '))
            continue;
        if (count + 2 < sizeof words)
            words[count++] = *c;
    }
    words[count] = '\0';
    for (size_t i = 0; i < sizeof refused_pragmas / sizeof *refused_pragmas; i++) {
        const size_t length = strlen(refused_pragmas[i]);
        if (r->is_trusted && strcmp(refused_pragmas[i], "GCC optimize") != 0)
            continue;
        if (strncmp(words, refused_pragmas[i], length) == 0 && !is_word(words[length]))
            refuse(place(r, text),
                   "#pragma %s changes how the code is compiled or bound, and is not allowed here; "
                   "take it out",
                   refused_pragmas[i]);
    }
}

/* Is it one that stands for a qualifier of CUDA, or that the compiler's driver wrote itself? */
static bool is_ours(const char *name, struct reader r) {
    const struct token open = next_token(&r), value = next_token(&r), close = next_token(&r);
    if (!is(&open, "(") || value.kind != STRING || !is(&close, ")"))
        return false;
    return strcmp(name, "section") == 0
               ? strncmp(value.begin, "\"cpudev_", 8) == 0 ||
                     strncmp(value.begin, "\".nvHR", 6) == 0
               : strcmp(name, "visibility") == 0 &&
                     (is(&value, "\"hidden\"") || is(&value, "\"default\""));
}

/* Does the header that the reader is in say this itself, about where the reader is? A macro of the
 * submission's own may stand in its text, and what that brings is not there. Lines are counted
 * roughly: what a macro's call spans is told by its first. */
static bool header_says(const struct reader *r, const char *said, size_t size) {
    enum { ABOVE = 3, BELOW = 3 };
    return headers_say(r->file, r->file_size, r->line, ABOVE, BELOW, said, size);
}

/* The same of all texts in quotes up to the parenthesis that closes. They may take many lines. */
static bool header_says_strings(struct reader r) {
    enum { ABOVE = 3, BELOW = 40 };
    const struct reader here = r;
    int depth = 0;
    do {
        const struct token token = next_token(&r);
        if (token.kind == END || (token.kind == STRING && token.size > 2 &&
                                  !headers_say(here.file, here.file_size, here.line, ABOVE, BELOW,
                                               token.begin, token.size)))
            return false;
        depth += is(&token, "(");
        depth -= is(&token, ")");
        if (depth <= 0 && token.kind != WORD) /* asm volatile goto ( */
            return true;
    } while (true);
}

/* Macros of a submission's own may stand in the text of a header: what no header of the system's or
 * ours says is refused there too. */
static bool is_nobodys(const char *name) {
    return strncmp(name, "no_sanitize", strlen("no_sanitize")) == 0 ||
           strcmp(name, "no_address_safety_analysis") == 0 ||
           strcmp(name, "disable_sanitizer_instrumentation") == 0;
}

static void look_at_attribute(const struct reader *r, const struct text *text,
                              const struct token *token) {
    char name[64] = "";
    const char *begin = token->begin;
    size_t size = token->size;
    if (size > 4 && memcmp(begin, "__", 2) == 0 && memcmp(begin + size - 2, "__", 2) == 0)
        begin += 2, size -= 4;
    if (token->kind != WORD || size >= sizeof name)
        return;
    memcpy(name, begin, size);
    for (size_t i = 0; i < sizeof refused_attributes / sizeof *refused_attributes; i++)
        if (fnmatch(refused_attributes[i], name, 0) == 0 && !is_ours(name, *r) &&
            (!r->is_trusted || (is_nobodys(name) &&
                                (!header_says(r, name, strlen(name)) || !header_says_strings(*r)))))
            refuse(place(r, text),
                   "the attribute %s changes how the code is checked, placed or bound, and is not "
                   "allowed here; take it out",
                   name);
}

/* __attribute__((NAME, NAME(...))): `r` is behind the word. */
static void look_at_gnu_attributes(struct reader *r, const struct text *text) {
    int depth = 0;
    bool name_next = false;
    do {
        const struct token token = next_own(r, text, NULL);
        if (token.kind == END)
            return;
        if (name_next)
            look_at_attribute(r, text, &token);
        depth += is(&token, "(");
        depth -= is(&token, ")");
        name_next = depth == 2 && (is(&token, "(") || is(&token, ","));
    } while (depth > 0);
}

/* [[NAME, gnu::NAME(...), using gnu: NAME]]: `r` is behind the brackets. */
static void look_at_standard_attributes(struct reader *r, const struct text *text) {
    for (int depth = 2; depth > 0;) {
        const struct token token = next_own(r, text, NULL);
        if (token.kind == END)
            return;
        if (depth == 2)
            look_at_attribute(r, text, &token);
        depth += is(&token, "(") || is(&token, "[");
        depth -= is(&token, ")") || is(&token, "]");
    }
}

/* One word alone, in parentheses: the name of a function or a variable? There is none with the name
 * of an instruction but syscall, and none of them has an underscore. */
static bool is_name(const char *text) {
    for (const char *c = text; *c; c++)
        if (!is_word(*c))
            return false;
    return !*text || strchr(text, '_') || strcmp(text, "threadIdx") == 0 ||
           (library_has(text) && strcmp(text, "syscall") != 0);
}

/* asm in a header: the name of a function, nothing at all, or one of those that headers have in
 * macros, for any place: the marks of the CPU device and instructions that end with no access to
 * memory that anybody shares, such as those of a thread that waits (cooperative groups,
 * cuda::atomic and thrust all bring it). */
static bool is_headers_asm(struct reader r) {
    static const char *const patterns[] = {
        ".pushsection .cpudev_+([a-z]),\\\\\"\\\\\",@progbits; .byte 1; .popsection",
        "mrs %0, cntvct_el0",
        "dmb ish*([a-z])",
        "pause",
        "yield",
        "isb",
        "encl[suv]\\\\n\\\\t",
        "pconfig\\\\n\\\\t",
        "[ls][dt]tilecfg\\\\t%X0",
        "tilerelease"};
    char text[200] = "";
    struct token token = next_token(&r);
    while (is(&token, "volatile") || is(&token, "__volatile__") || is(&token, "__volatile"))
        token = next_token(&r);
    if (!is(&token, "("))
        return false;
    for (token = next_token(&r); token.kind == STRING; token = next_token(&r)) {
        const size_t length = strlen(text);
        if (token.size < 2 || *token.begin != '"' || length + token.size >= sizeof text)
            return false;
        memcpy(text + length, token.begin + 1, token.size - 2);
        text[length + token.size - 2] = '\0';
    }
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (fnmatch(patterns[i], text, FNM_EXTMATCH) == 0)
            return true;
    return is_name(text) && (!*text || is(&token, ")"));
}

/* All of asm in a header that is trusted: `r` is behind the word. */
static bool is_asm_allowed(const struct reader *r) {
    return r->is_trusted && (is_headers_asm(*r) || (header_says(r, "asm", strlen("asm")) &&
                                                    (!r->by_gcc || header_says_strings(*r))));
}

static const char *instruction(const char *name) {
    for (size_t i = 0; i < sizeof refused_words / sizeof *refused_words; i++)
        if (fnmatch(refused_words[i], name, 0) == 0)
            return refused_words[i];
    return NULL;
}

/* Headers may say them, but what reaches memory only where they do: a macro of the submission's may
 * say it, too. x86's alone: those of others come from macros of the headers. */
static bool is_headers_word(const struct reader *r, const char *name) {
    static const char *const memory[] = {"_mm*load*",   "_mm*store*",      "_mm*stream*",
                                         "_mm*gather*", "_mm*scatter*",    "_mm*maskmove*",
                                         "_mm*lddqu*",  "__builtin_ia32_*"};
    static const char *const harmless[] = {"__builtin_ia32_pause", "__builtin_ia32_[lms]fence",
                                           "__builtin_ia32_rdtsc*"};
    enum { ABOVE = 3, BELOW = 8 };
    bool reaches = false;
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        reaches = reaches || fnmatch(memory[i], name, 0) == 0;
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        reaches = reaches && fnmatch(harmless[i], name, 0) != 0;
    return !reaches || !r->by_gcc ||
           headers_say(r->file, r->file_size, r->line, ABOVE, BELOW, name, strlen(name));
}

static void look_at_word(const struct reader *r, const struct text *text,
                         const struct token *token) {
    char name[64];
    if (token->size < 5 || token->size >= sizeof name || !strchr("_v", *token->begin))
        return;
    memcpy(name, token->begin, token->size);
    name[token->size] = '\0';
    if (instruction(name) && !(r->is_trusted && is_headers_word(r, name)))
        refuse(place(r, text),
               "%s is an instruction of this machine's processor, which no GPU has, and what "
               "it does to memory cannot be checked; write it in C++",
               name);
}

void text_check(const struct text *text) {
    struct reader r = start(text, false);
    bool bracket = false;
    for (;;) {
        const struct token token = next_own(&r, text, look_at_pragma);
        if (token.kind == END)
            return;
        const bool second = bracket && is(&token, "[");
        bracket = is(&token, "[") && !second;
        if (second)
            look_at_standard_attributes(&r, text);
        else if (token.kind != WORD)
            continue;
        else if (is(&token, "__attribute__") || is(&token, "__attribute"))
            look_at_gnu_attributes(&r, text);
        else if ((is(&token, "asm") || is(&token, "__asm__") || is(&token, "__asm")) &&
                 !is_asm_allowed(&r))
            refuse(place(&r, text), "there is assembler text in host code (asm), which the grader "
                                    "cannot check; write it in C++");
        else if (is(&token, "_Pragma") && !r.is_trusted)
            refuse(place(&r, text), "_Pragma is not allowed here; write the #pragma itself");
        else
            look_at_word(&r, text, &token);
    }
}

const char *text_place(const struct text *text, const char *symbol) {
    struct reader r = start(text, false);
    static const char built_in[] = "__builtin_";
    for (;;) {
        struct token token = next_own(&r, text, NULL);
        if (token.kind == END)
            return text->name;
        if (token.size > sizeof built_in - 1 &&
            memcmp(token.begin, built_in, sizeof built_in - 1) == 0)
            token.begin += sizeof built_in - 1, token.size -= sizeof built_in - 1;
        if (token.kind == WORD && !r.is_trusted && is(&token, symbol))
            return place(&r, text);
    }
}

/* ---- files ------------------------------------------------------------------------------------
 */

void text_precompiled(const char *folder) {
    names_add(&precompiled, folder);
}

struct text text_read(const char *path, const char *unit) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const size_t length = strlen(path);
    const bool by_gcc = length > 3 && strcmp(path + length - 3, ".ii") == 0;
    struct text text = {"", 0, unit, by_gcc};
    struct stat info;
    if (file < 0 || fstat(file, &info))
        stumble("cannot read %s: %s", path, strerror(errno));
    if (info.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes == MAP_FAILED)
            stumble("cannot read %s: %s", path, strerror(errno));
        text = (struct text){bytes, (size_t)info.st_size, unit, by_gcc};
    }
    close(file);
    return text;
}

/* Steps over blanks and comments of a line of a source. */
static void skip_blanks(struct reader *r) {
    while (r->at < r->end) {
        if (is_blank((unsigned char)*r->at))
            step(r);
        else if (*r->at == '/' && peek(r, 1) == '*')
            skip_comment(r);
        else
            return;
    }
}

/* The word at the reader, without the ends of lines in it; "": there is none, or a longer one. */
static void read_word(struct reader *r, char *word, size_t size) {
    size_t length = 0;
    while (r->at < r->end && is_word(*r->at)) {
        if (length < size)
            word[length++] = *r->at;
        step(r);
    }
    word[length < size ? length : 0] = '\0';
}

static const char *line_of(const struct text *text, size_t line) {
    char *words = NULL;
    if (asprintf(&words, "%s:%zu", text->name, line) < 0)
        stumble("no memory");
    return words;
}

/* Steps over a # or %:, if one is there. */
static bool skip_hash(struct reader *r) {
    const bool digraph = *r->at == '%' && peek(r, 1) == ':';
    if (!digraph && *r->at != '#')
        return false;
    step(r);
    if (digraph)
        step(r);
    return true;
}

/* What stands behind a # is read so far alone, for there may be many of them before one long
 * comment. Had it more, it may be anything. */
static bool shorten(struct reader *r) {
    enum { FAR = 400 };
    if (r->end - r->at <= FAR)
        return false;
    r->end = r->at + FAR;
    return true;
}

/* Behind a #: may there be the name of a header in this line that is another text where it is none?
 * In it quotes and slashes mean nothing. That depends on conditions, which we do not know. */
static bool is_header_odd(struct reader r) {
    static const char *const directives[] = {"include", "include_next", "import",
                                             "embed",   "if",           "elif"};
    char word[16];
    size_t i = 0;
    bool angle = false;
    const bool shortened = shorten(&r);
    skip_blanks(&r);
    read_word(&r, word, sizeof word);
    while (i < sizeof directives / sizeof *directives && strcmp(word, directives[i]) != 0)
        i++;
    if (i == sizeof directives / sizeof *directives)
        return shortened && r.at == r.end;
    for (; r.at < r.end && *r.at != '\n'; step(&r)) {
        const int next = peek(&r, 1);
        angle = angle || *r.at == '<';
        if ((angle && (strchr("\"'", *r.at) || (*r.at == '/' && next == '*'))) ||
            (*r.at == '\\' && strchr("\"'\n", next)))
            return true;
    }
    return shortened && r.at == r.end;
}

/* At the R of a raw string: does something stand right before it that it may belong to? */
static bool is_prefix_odd(const struct text *text, const char *at) {
    while (at > text->bytes && strchr("uUL8", at[-1]))
        at--;
    return at > text->bytes && (strchr("\"'\\$", at[-1]) || at[-1] & 0x80);
}

/* Is there what gcc may read otherwise than we do, with comments and texts that end elsewhere? */
static bool is_ambiguous(const struct text *text) {
    struct reader r = start(text, true);
    while (r.at < r.end) {
        if (*r.at == 'R' && peek(&r, 1) == '"' && is_prefix_odd(text, r.at))
            return true;
        if (!skip_hash(&r))
            step(&r);
        else if (is_header_odd(r))
            return true;
    }
    return false;
}

/* The name of a macro at `r`. None has that of an instruction, which would have another then, or of
 * a function that checked code has in place of one of g++'s (cpu_device/check_string.h). */
static void look_at_macro(struct reader *r, const struct text *text, size_t line) {
    char name[64];
    read_word(r, name, sizeof name);
    if (fnmatch("@(__cpudev_*|__builtin_@(mem|str|stp|b[cz]|s?(n)printf)*)", name, FNM_EXTMATCH) ==
        0)
        refuse(line_of(text, line), "%s is the compiler's own; #define and #undef it nowhere",
               name);
    if (instruction(name))
        refuse(line_of(text, line),
               "%s is an instruction of this machine's processor; define no macro of its name",
               name);
}

/* `r` is behind a # or %: that may begin a directive to gcc, whatever stands before it. Is it a
 * line marker that passes over to another file? */
static bool marks_line(struct reader r, const struct text *text, size_t line) {
    char word[64];
    const bool shortened = shorten(&r);
    skip_blanks(&r);
    read_word(&r, word, sizeof word);
    skip_blanks(&r);
    if (isdigit((unsigned char)*word) && r.at < r.end && *r.at == '"') {
        skip_quoted(&r);
        skip_blanks(&r);
        return r.at < r.end ? isdigit((unsigned char)*r.at) : shortened;
    }
    if (strcmp(word, "define") == 0 || strcmp(word, "undef") == 0)
        look_at_macro(&r, text, line);
    return shortened && r.at == r.end;
}

/* Line markers in what we take for comments and texts. */
static void look_at_hidden(const struct text *text) {
    struct reader r = start(text, true);
    size_t marked = 0;
    while (r.at < r.end) {
        const size_t line = r.line;
        if (!skip_hash(&r))
            step(&r);
        else if (marks_line(r, text, line) && !marked)
            marked = line;
    }
    if (marked && is_ambiguous(text))
        refuse(line_of(text, marked),
               "a line marker (# and a number) is written by compilers alone; take it out");
}

static int look_at_source(const char *path, const struct stat *info, int type, struct FTW *walk) {
    (void)info;
    if (type != FTW_F)
        return 0;
    const struct text text = text_read(path, path + walk->base);
    struct reader r = start(&text, true);
    for (struct token token; (token = next_token(&r)).kind != END;) {
        if (token.kind != DIRECTIVE)
            continue;
        const size_t line = r.line;
        token = next_token(&r);
        if (token.kind == PUNCTUATION && isdigit((unsigned char)*token.begin))
            refuse(line_of(&text, line),
                   "a line marker (# %.*s) is written by compilers alone; take it out",
                   (int)(token.size < 20 ? token.size : 20), token.begin);
        if (token.kind == WORD && (is(&token, "define") || is(&token, "undef"))) {
            skip_blanks(&r);
            look_at_macro(&r, &text, line);
        }
    }
    look_at_hidden(&text);
    if (text.size)
        munmap((void *)text.bytes, text.size);
    return 0;
}

void text_check_sources(const char *folder) {
    if (nftw(folder, look_at_source, 20, FTW_PHYS))
        stumble("cannot read %s: %s", folder, strerror(errno));
}
