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
    "__builtin_ia32_*", "__builtin_aarch64_*",    "__builtin_neon_*",       "_mm_*", "_mm256_*",
    "_mm512_*",         "vld[1-4]*_[fsup][0-9]*", "vst[1-4]*_[fsup][0-9]*",
};

static struct names trusted, distrusted;
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
};

static bool is_word(int c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c & 0x80;
}

/* Steps over one character and what is no character at all. */
static void step(struct reader *r) {
    r->line += *r->at == '\n';
    r->at++;
    while (r->splices && r->end - r->at >= 2 && *r->at == '\\' &&
           (r->at[1] == '\n' || (r->at[1] == '\r' && r->end - r->at >= 3 && r->at[2] == '\n'))) {
        r->at += r->at[1] == '\n' ? 2 : 3;
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
    const size_t size = (size_t)(end - word);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strlen(prefixes[i]) == size && memcmp(word, prefixes[i], size) == 0)
            return true;
    return false;
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
            while (r->at < r->end &&
                   (is_word(*r->at) || *r->at == '.' || (*r->at == '\'' && is_word(peek(r, 1)))))
                step(r);
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

static bool is_below(const struct names *folders, const char *path, size_t length) {
    for (size_t i = 0; i < folders->count; i++) {
        const size_t width = strlen(folders->items[i]);
        if (length > width && memcmp(path, folders->items[i], width) == 0 && path[width] == '/')
            return true;
    }
    return false;
}

static bool from_headers(const char *file, size_t size) {
    char path[4096];
    size_t length = 0;
    if (!size || *file != '/' || size >= sizeof path)
        return false;
    /* Without "." and "..": names of folders alone. */
    for (const char *part = file, *next; part < file + size; part = next) {
        next = memchr(part + 1, '/', (size_t)(file + size - part - 1));
        next = next ? next : file + size;
        const size_t width = (size_t)(next - part);
        if (width == 3 && memcmp(part, "/..", 3) == 0) {
            while (length && path[--length] != '/')
                ;
        } else if (width > 1 && !(width == 2 && part[1] == '.')) {
            memcpy(path + length, part, width);
            length += width;
        }
    }
    return is_below(&trusted, path, length) && !is_below(&distrusted, path, length);
}

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
        if (!same || flag)
            r->is_trusted = (flag || (same && r->is_trusted)) && from_headers(open + 1, size);
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

/* Does the header that the reader is in say this word itself, where the reader is? A macro of the
 * submission's own may stand in its text, and what that brings is not there. Lines are counted
 * roughly: what a macro's call spans is told by its first. */
static bool header_says(const struct reader *r, const char *word) {
    enum { NEAR = 3 };
    char *path = strndup(r->file, r->file_size), *line = NULL;
    FILE *header = path ? fopen(path, "re") : NULL;
    size_t size = 0;
    bool says = false;
    for (size_t n = 1; header && n <= r->line + NEAR && !says && getline(&line, &size, header) > 0;
         n++)
        says = n + NEAR >= r->line && strstr(line, word);
    free(line);
    free(path);
    if (header)
        fclose(header);
    return says;
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
            (!r->is_trusted || (is_nobodys(name) && !header_says(r, name))))
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

/* asm in a header: the name of a function, nothing at all, or one of those that are there: the
 * marks of the CPU device and instructions that end with no access to memory that anybody shares.
 */
static bool is_headers_asm(struct reader r) {
    static const char *const patterns[] = {
        ".pushsection .cpudev_*", "mrs %0, cntvct_el0*", "dmb ish*", "encl[suv]*", "pconfig*",
        "[ls][dt]tilecfg*",       "tilerelease*"};
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
        if (fnmatch(patterns[i], text, 0) == 0)
            return true;
    for (const char *c = text; *c; c++)
        if (!is_word(*c))
            return false;
    return strcmp(text, "syscall") != 0 && strcmp(text, "sysenter") != 0;
}

static void look_at_word(const struct reader *r, const struct text *text,
                         const struct token *token) {
    char name[64];
    if (token->size < 5 || token->size >= sizeof name || !strchr("_v", *token->begin))
        return;
    memcpy(name, token->begin, token->size);
    name[token->size] = '\0';
    for (size_t i = 0; i < sizeof refused_words / sizeof *refused_words; i++)
        if (fnmatch(refused_words[i], name, 0) == 0)
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
                 !(r.is_trusted && (is_headers_asm(r) || header_says(&r, "asm"))))
            refuse(place(&r, text), "there is assembler text in host code (asm), which the grader "
                                    "cannot check; write it in C++");
        else if (r.is_trusted)
            continue;
        else if (is(&token, "_Pragma"))
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

void text_trust(const char *folder) {
    names_add(&trusted, folder);
}

void text_distrust(const char *folder) {
    names_add(&distrusted, folder);
}

void text_precompiled(const char *folder) {
    names_add(&precompiled, folder);
}

struct text text_read(const char *path, const char *unit) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    struct text text = {"", 0, unit};
    struct stat info;
    if (file < 0 || fstat(file, &info))
        stumble("cannot read %s: %s", path, strerror(errno));
    if (info.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes == MAP_FAILED)
            stumble("cannot read %s: %s", path, strerror(errno));
        text = (struct text){bytes, (size_t)info.st_size, unit};
    }
    close(file);
    return text;
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
        if (token.kind == PUNCTUATION && isdigit((unsigned char)*token.begin)) {
            char *words = NULL;
            if (asprintf(&words, "%s:%zu", text.name, line) < 0)
                stumble("no memory");
            refuse(words, "a line marker (# %.*s) is written by compilers alone; take it out",
                   (int)(token.size < 20 ? token.size : 20), token.begin);
        }
    }
    if (text.size)
        munmap((void *)text.bytes, text.size);
    return 0;
}

void text_check_sources(const char *folder) {
    if (nftw(folder, look_at_source, 20, FTW_PHYS))
        stumble("cannot read %s: %s", folder, strerror(errno));
}
