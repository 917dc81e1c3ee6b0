#include "unit.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <sys/stat.h>

#include "memory.h"

static size_t hash(const char *name, size_t length) {
    size_t h = 14695981039346656037u;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)name[i]) * 1099511628211u;
    return h;
}

static named_bits *slot(const name_table *t, const char *name, size_t length) {
    size_t i = hash(name, length) & (t->capacity - 1);
    while (t->entries[i].name &&
           (strncmp(t->entries[i].name, name, length) != 0 || t->entries[i].name[length] != '\0'))
        i = (i + 1) & (t->capacity - 1);
    return &t->entries[i];
}

unsigned names_get(const name_table *t, const char *name, size_t length) {
    return t->capacity ? slot(t, name, length)->bits : 0;
}

void names_add(name_table *t, const char *name, size_t length, unsigned bits) {
    if (2 * (t->count + 1) > t->capacity) {
        name_table old = *t;
        t->capacity = old.capacity ? 2 * old.capacity : 256;
        t->entries = checked_realloc(NULL, t->capacity * sizeof(named_bits));
        memset(t->entries, 0, t->capacity * sizeof(named_bits));
        for (size_t i = 0; i < old.capacity; i++)
            if (old.entries[i].name)
                *slot(t, old.entries[i].name, strlen(old.entries[i].name)) = old.entries[i];
        free(old.entries);
    }
    named_bits *e = slot(t, name, length);
    if (!e->name) {
        e->name = checked_copy(name, length);
        t->count++;
    }
    e->bits |= bits;
}

static bool read_whole(const char *path, char **text, size_t *size) {
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    size_t capacity = 1 << 16;
    *text = checked_realloc(NULL, capacity);
    *size = 0;
    for (size_t n; (n = fread(*text + *size, 1, capacity - *size - 1, f)) > 0;) {
        *size += n;
        if (*size + 1 == capacity)
            *text = checked_realloc(*text, capacity *= 2);
    }
    bool good = !ferror(f);
    int error = errno;
    fclose(f);
    errno = error;
    (*text)[*size] = '\0';
    return good;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

source_file *unit_open(translation_unit *u, const char *path) {
    char *identity = realpath(path, NULL);
    if (!identity)
        return NULL;
    for (size_t i = 0; i < u->file_count; i++)
        if (strcmp(u->files[i]->identity, identity) == 0)
            return u->files[i];
    char *text;
    size_t size;
    if (!read_whole(path, &text, &size))
        return NULL;
    source_file *f = checked_realloc(NULL, sizeof *f);
    *f = (source_file){.path = checked_copy(path, strlen(path)), .identity = identity};
    char output[PATH_MAX];
    /* The first file keeps its name: what debugging information says of the unit is this name. */
    if (u->file_count == 0)
        snprintf(output, sizeof output, "%s/%s", u->output_folder, base_name(path));
    else
        snprintf(output, sizeof output, "%s/%zu-%s", u->output_folder, u->file_count,
                 base_name(path));
    f->output = checked_copy(output, strlen(output));
    u->files = checked_realloc(u->files, (u->file_count + 1) * sizeof *u->files);
    u->files[u->file_count++] = f;
    /* An editor's mark of UTF-8: g++ skips it, and the first line may be a directive. */
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        memset(text, ' ', 3);
    lex_source(&f->text, text, size);
    if (size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0)) {
        fprintf(stderr, "%s:1:1: error: the file is UTF-16 text; save it as UTF-8\n", path);
        u->errors++;
    }
    return f;
}

static bool is_file(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static source_file *open_quietly(translation_unit *u, const char *path, bool quiet) {
    const size_t known = u->file_count;
    source_file *f = unit_open(u, path);
    if (f && u->file_count > known)
        f->quiet = quiet;
    return f;
}

source_file *unit_include(translation_unit *u, const source_file *from, const char *spelling,
                          size_t length) {
    char path[PATH_MAX];
    int name_length = (int)length - 2;
    const char *name = spelling + 1;
    if (name_length <= 0)
        return NULL;
    if (spelling[0] == '"') {
        if (name[0] == '/')
            snprintf(path, sizeof path, "%.*s", name_length, name);
        else
            snprintf(path, sizeof path, "%.*s%.*s", (int)(base_name(from->path) - from->path),
                     from->path, name_length, name);
        if (is_file(path))
            return open_quietly(u, path, from->quiet);
    }
    if (u->system_folder) {
        snprintf(path, sizeof path, "%s/%.*s", u->system_folder, name_length, name);
        if (is_file(path))
            return NULL;
    }
    for (size_t i = 0; i < u->include_folder_count + u->quiet_folder_count; i++) {
        const bool quiet = i >= u->include_folder_count;
        snprintf(path, sizeof path, "%s/%.*s",
                 quiet ? u->quiet_folders[i - u->include_folder_count] : u->include_folders[i],
                 name_length, name);
        if (is_file(path))
            return open_quietly(u, path, quiet);
    }
    return NULL;
}

static void diagnose(const source_file *f, size_t offset, const char *kind, const char *format,
                     va_list arguments) {
    const source_text *s = &f->text;
    size_t line = lex_line(s, offset), begin = s->line_begin[line - 1], end = begin;
    while (end < s->size && s->text[end] != '\n' && s->text[end] != '\r')
        end++;
    fprintf(stderr, "%s:%zu:%zu: %s: ", f->path, line, lex_column(s, offset), kind);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n%5zu | %.*s\n      | ", line, (int)(end - begin), s->text + begin);
    for (size_t i = begin; i < offset; i++)
        if (((unsigned char)s->text[i] & 0xC0) != 0x80) /* one blank for a UTF-8 character */
            fputc(s->text[i] == '\t' ? '\t' : ' ', stderr);
    fputs("^\n", stderr);
}

void unit_error(translation_unit *u, const source_file *f, size_t offset, const char *format, ...) {
    if (u->collecting)
        return;
    va_list arguments;
    va_start(arguments, format);
    diagnose(f, offset, "error", format, arguments);
    va_end(arguments);
    u->errors++;
}

void unit_warning(translation_unit *u, const source_file *f, size_t offset, const char *format,
                  ...) {
    if (u->collecting || u->no_warnings || f->quiet)
        return;
    va_list arguments;
    va_start(arguments, format);
    diagnose(f, offset, u->warnings_are_errors ? "error" : "warning", format, arguments);
    u->errors += u->warnings_are_errors;
    va_end(arguments);
}
