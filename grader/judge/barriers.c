/* Barriers that not all threads of a block come to, as the source shows them: the checker sees what
 * comes of it (a race, a tile that nobody loaded), and not that a barrier stands in an if. */
#include "judge.h"
#include "source.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FILES = 40, MOST_BYTES = 1 << 20, MOST_NAMES = 64, MOST_BLOCKS = 400 };

/* A word of a source. */
struct word {
    const char *text;
    size_t length;
};
struct words {
    struct word list[MOST_NAMES];
    size_t count;
};

struct sources {
    struct source files[MOST_FILES];
    size_t count;
    struct source_block functions[MOST_BLOCKS];
    size_t function_count;
    struct words waiting; /* functions with a barrier in them */
};

static bool has(const struct words *words, const struct token *token) {
    for (size_t i = 0; i < words->count; i++)
        if (words->list[i].length == token->length &&
            memcmp(words->list[i].text, token->text, token->length) == 0)
            return true;
    return false;
}

static void add(struct words *words, const struct token *token) {
    if (words->count < MOST_NAMES && !has(words, token))
        words->list[words->count++] = (struct word){token->text, token->length};
}

static bool is_name(const struct token *token) {
    return !token->directive && (isalpha((unsigned char)*token->text) || *token->text == '_');
}

/* __syncthreads() and its like, block.sync(), or a call of a function that waits. */
static bool is_barrier(const struct sources *s, const struct source *source, size_t i) {
    const struct token *token = &source->tokens[i];
    if (i + 1 >= source->count || !source_is(token + 1, "("))
        return false;
    return (token->length >= 13 && memcmp(token->text, "__syncthreads", 13) == 0) ||
           (source_is(token, "sync") && i && source_is(token - 1, ".")) || has(&s->waiting, token);
}

static void read_sources(const char *folder, struct sources *s) {
    DIR *list = opendir(folder);
    struct dirent *entry;
    struct stat info;
    char path[5000];
    while (list && s->count < MOST_FILES && (entry = readdir(list))) {
        const char *suffix = strrchr(entry->d_name, '.');
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (suffix && (strcmp(suffix, ".cu") == 0 || strcmp(suffix, ".cuh") == 0) &&
            stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size <= MOST_BYTES &&
            source_read(&s->files[s->count], path, entry->d_name, (size_t)info.st_size))
            s->count++;
    }
    if (list)
        closedir(list);
}

/* The functions, and those of them that come to a barrier. */
static void find_functions(struct sources *s) {
    for (size_t f = 0; f < s->count; f++) {
        struct source_block block;
        for (size_t at = 0;
             s->function_count < MOST_BLOCKS && source_next_block(&s->files[f], &at, &block);) {
            s->functions[s->function_count++] = block;
            size_t name = block.first;
            while (name + 1 < block.brace && !source_is(&block.source->tokens[name + 1], "("))
                name++;
            for (size_t i = block.brace; i < block.end; i++)
                if (name + 1 < block.brace && is_barrier(s, block.source, i))
                    add(&s->waiting, &block.source->tokens[name]);
        }
    }
}

/* The names in a function that hold another value in each thread of a block: what threadIdx is
 * assigned to, and what these are. */
static void find_own(const struct source_block *f, struct words *own) {
    for (int turn = 0; turn < 3; turn++)
        for (size_t i = f->brace + 1; i + 1 < f->end; i++) {
            const struct token *token = &f->source->tokens[i];
            if (!is_name(token) || !source_is(token + 1, "=") || source_is(token + 2, "="))
                continue;
            int depth = 0;
            for (size_t k = i + 2; k < f->end; k++) {
                const struct token *part = &f->source->tokens[k];
                depth += source_is(part, "(") - source_is(part, ")");
                if (source_is(part, ";") || depth < 0 || (depth == 0 && source_is(part, ",")))
                    break;
                if (source_is(part, "threadIdx") || has(own, part))
                    add(own, token);
            }
        }
}

static bool is_own(const struct source *source, size_t first, size_t end, const struct words *own) {
    for (size_t i = first; i < end && i < source->count; i++)
        if (source_is(&source->tokens[i], "threadIdx") || has(own, &source->tokens[i]))
            return true;
    return false;
}

/* The end of the statement that begins at i: of a block, or up to its semicolon. */
static size_t statement_end(const struct source *source, size_t i, size_t end) {
    while (i < end && !source_is(&source->tokens[i], ";")) {
        const bool braces = source_is(&source->tokens[i], "{");
        i = braces || source_is(&source->tokens[i], "(") ? source_behind(source, i) : i + 1;
        if (braces)
            return i;
    }
    return i < end ? i + 1 : end;
}

/* What keeps threads from a barrier. */
struct kept {
    const struct source *source;
    int line, barrier;       /* of the if, and of the barrier */
    bool returns, in_a_loop; /* it returns; it is a loop's condition */
};

static int line_of(const struct source *source, size_t i) {
    return source->tokens[i].line;
}

/* The first barrier among these tokens, or `end`. */
static size_t barrier_in(const struct sources *s, const struct source *source, size_t first,
                         size_t end) {
    while (first < end && !is_barrier(s, source, first))
        first++;
    return first;
}

/* Is a barrier of this function in what only some threads do (of `returning` behind a return of
 * some)? */
static bool find_kept(const struct sources *s, const struct source_block *f, bool returning,
                      struct kept *kept) {
    const struct source *source = f->source;
    struct words own = {.count = 0};
    find_own(f, &own);
    for (size_t i = f->brace + 1; i + 1 < f->end; i++) {
        const bool loop =
            source_is(&source->tokens[i], "for") || source_is(&source->tokens[i], "while");
        if ((!loop && !source_is(&source->tokens[i], "if")) ||
            !source_is(&source->tokens[i + 1], "("))
            continue;
        size_t first = i + 2;
        const size_t body = source_behind(source, i + 1), end = statement_end(source, body, f->end);
        size_t last = body;
        if (source_is(&source->tokens[i], "for")) { /* its condition alone */
            first = statement_end(source, first, body);
            last = statement_end(source, first, body);
        }
        if (!is_own(source, first, last, &own))
            continue;
        size_t barrier = barrier_in(s, source, body, end);
        bool returns = false;
        for (size_t k = body; returning && !loop && k < end; k++)
            returns |= source_is(&source->tokens[k], "return");
        if (returning && returns)
            barrier = barrier_in(s, source, end, f->end);
        if (returning ? !returns || barrier == f->end : barrier == end)
            continue;
        *kept = (struct kept){source, line_of(source, i), line_of(source, barrier), returns, loop};
        return true;
    }
    return false;
}

static bool is_shared(const struct finding *f) {
    return strcmp(f->kind, "shared-memory-race") == 0 ||
           (strcmp(f->kind, "uninitialized-read") == 0 && strstr(f->text, "shared"));
}

/* Is the finding in this function, or in its kernel? */
static bool concerns(const struct finding *f, const struct source_block *function) {
    const struct source *source = function->source;
    const size_t length = strcspn(f->where, ":");
    const int line = f->where[length] ? (int)strtol(f->where + length + 1, NULL, 10) : 0;
    return (strlen(source->name) == length && memcmp(source->name, f->where, length) == 0 &&
            line >= line_of(source, function->first) &&
            line <= line_of(source, function->end - 1)) ||
           (*f->kernel && source_defines(function, f->kernel));
}

static void tell(const struct run *run, const struct finding *f, const struct kept *kept) {
    char found[1200];
    judge_describe(run, f, found, sizeof found);
    if (kept->returns)
        fail_fact("return-before-barrier",
                  "The CPU device found: %s Line %d of %s lets some threads return before "
                  "the __syncthreads() of line %d: they neither load their part nor wait. "
                  "Every thread of the block has to go on to the last barrier; ask whether "
                  "it has an element of its own where it reads or stores that one.",
                  found, kept->line, kept->source->name, kept->barrier);
    fail_fact("barrier-in-if",
              "The CPU device found: %s In line %d of %s a __syncthreads() stands in %s "
              "(line %d): the others do not wait there. Take it out: all threads of the "
              "block must come to the same barrier equally often, with or without work of "
              "their own.",
              found, kept->barrier, kept->source->name,
              kept->in_a_loop ? "a loop that not all threads go round equally often"
                              : "an if that holds for some threads alone",
              kept->line);
}

void judge_barriers(const struct run *run) {
    static struct sources s;
    static const char *const folders[] = {"in", "../in"}; /* the checker's is kept once */
    const struct finding *f = NULL;
    char path[4096];
    for (size_t i = 0; i < run->finding_count && !f; i++)
        if (is_shared(&run->findings[i]))
            f = &run->findings[i];
    for (size_t i = 0; f && !s.count && i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s/../../%s", run->dir, folders[i]);
        read_sources(path, &s);
        find_functions(&s);
    }
    for (int returning = 0; f && returning < 2; returning++)
        for (size_t i = 0; i < s.function_count; i++) {
            struct kept kept;
            /* Who returns loads nothing: that shows in what is read, not in a race. */
            if (concerns(f, &s.functions[i]) &&
                (!returning || strcmp(f->kind, "uninitialized-read") == 0) &&
                find_kept(&s, &s.functions[i], returning, &kept)) {
                tell(run, f, &kept);
                return;
            }
        }
}
