/* What #include names: a file, or a macro that stands for one.
 *
 * There is no preprocessor here, so which #define of the macro holds is not known. Each string that
 * one of them gives is a file that may be meant: it is translated, and the text goes where g++ will
 * look for that name first, beside the translated file that asks for it. So g++ chooses. Where that
 * cannot be done, a warning says that nothing in the file will be translated.
 */
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>

#include "memory.h"
#include "walk.h"

/* A macro of a #define or -D: spelling is "name" or <name>, or NULL where its body is another. */
struct include_macro {
    const char *name, *spelling;
};

void include_macro_add(translation_unit *u, const char *name, size_t length, const char *body,
                       size_t size) {
    const char open = size > 2 ? body[0] : '\0', close = size > 2 ? body[size - 1] : '\0';
    const bool is_file = ((open == '"' && close == '"') || (open == '<' && close == '>')) &&
                         !memchr(body + 1, close, size - 2);
    u->include_macros = checked_realloc(u->include_macros,
                                        (u->include_macro_count + 1) * sizeof *u->include_macros);
    u->include_macros[u->include_macro_count++] =
        (include_macro){checked_copy(name, length), is_file ? checked_copy(body, size) : NULL};
}

bool include_has_macro(const translation_unit *u, const char *name, size_t length) {
    for (size_t i = 0; i < u->include_macro_count; i++)
        if (strlen(u->include_macros[i].name) == length &&
            memcmp(u->include_macros[i].name, name, length) == 0)
            return true;
    return false;
}

void include_option_macro(translation_unit *u, const char *text) {
    const char *value = strchr(text, '=');
    if (!value)
        return;
    if (!strpbrk(value + 1, "{(;=")) /* -DHD="__host__ __device__", as of a #define (walk.c) */
        names_add(&u->macros, text, (size_t)(value - text),
                  (strstr(value, "__device__") ? QUALIFIER_DEVICE : 0) |
                      (strstr(value, "__host__") ? QUALIFIER_HOST : 0));
    include_macro_add(u, text, (size_t)(value - text), value + 1, strlen(value + 1));
}

static source_file *translated(translation_unit *u, const source_file *from, const char *spelling,
                               size_t length) {
    source_file *f = unit_include(u, from, spelling, length);
    if (f)
        walk_file(u, f);
    return f;
}

/* Makes a file that includes f where g++ looks for `name`, written in quotes in any translated
 * file; false: it cannot be there. */
static bool give_name(const translation_unit *u, source_file *f, const char *name) {
    char path[PATH_MAX], folder[PATH_MAX];
    if (name[0] == '/' || strstr(name, "..") ||
        snprintf(path, sizeof path, "%s/%s", u->output_folder, name) >= (int)sizeof path)
        return false;
    for (size_t i = 0; i < u->file_count; i++) {
        const source_file *other = u->files[i];
        if (strcmp(other->output, path) == 0 ||
            (other != f && other->given_name && strcmp(other->given_name, name) == 0))
            return false;
    }
    for (char *slash = path + strlen(u->output_folder) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        const bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    FILE *out = realpath(u->output_folder, folder) ? fopen(path, "wb") : NULL;
    if (out)
        fprintf(out, "#include \"%s%s\"\n", folder, strrchr(f->output, '/'));
    if (!out || fclose(out) != 0)
        return false;
    f->given_name = name;
    return true;
}

/* A call, as STR(name) with #define STR(x) #x: the file whose name is the argument. */
static bool follow_argument(walker *w, const char *text, size_t length) {
    const char *open = memchr(text, '(', length);
    if (!open || text[length - 1] != ')')
        return false;
    const char *begin = open + 1, *end = text + length - 1;
    while (begin < end && *begin == ' ')
        begin++;
    while (end > begin && end[-1] == ' ')
        end--;
    char *spelling = checked_realloc(NULL, (size_t)(end - begin) + 3);
    sprintf(spelling, "\"%.*s\"", (int)(end - begin), begin);
    source_file *f = translated(w->u, w->f, spelling, strlen(spelling));
    spelling[strlen(spelling) - 1] = '\0';
    return f && (w->u->collecting || give_name(w->u, f, spelling + 1));
}

/* Translates what the macro may stand for; false: not all of it is known. */
static bool follow(walker *w, const char *name, size_t length) {
    translation_unit *u = w->u;
    size_t known = 0;
    bool all = true;
    for (size_t i = 0; i < u->include_macro_count; i++) {
        const include_macro m = u->include_macros[i]; /* the list may grow */
        if (strlen(m.name) != length || memcmp(m.name, name, length) != 0)
            continue;
        known++;
        if (!m.spelling) {
            all = false;
            continue;
        }
        source_file *f = translated(u, w->f, m.spelling, strlen(m.spelling));
        if (!f || u->collecting)
            continue;
        char *file = checked_copy(m.spelling + 1, strlen(m.spelling) - 2);
        all &= m.spelling[0] == '"' && give_name(u, f, file);
    }
    return known && all;
}

void walk_include(walker *w, const token *t) {
    const char *text = w->s->text + t->begin;
    if (*text != '"' && *text != '<') {
        const size_t length = t->end - t->begin;
        if (!follow(w, text, length) && !follow_argument(w, text, length))
            unit_warning(w->u, w->f, t->begin,
                         "which file this is only the preprocessor knows: if there is CUDA in it, "
                         "that is not translated. Write the file's name in quotes, here or in the "
                         "macro's #define");
        return;
    }
    const source_file *f = translated(w->u, w->f, text, t->end - t->begin);
    if (!f || w->u->collecting)
        return;
    char *output = checked_realloc(NULL, strlen(f->output) + 3);
    sprintf(output, "\"%s\"", f->output);
    edit_insert(&w->f->edits, t->begin, output, true);
    edit_delete(&w->f->edits, t->begin, t->end, true);
}

void include_before(translation_unit *u, const char *name) {
    source_file *const main = u->files[0], *f = unit_open(u, name); /* from where g++ runs, first */
    char *spelling = checked_realloc(NULL, strlen(name) + 3);
    sprintf(spelling, "\"%s\"", name);
    if (f && f != main)
        walk_file(u, f);
    else if (!f)
        f = translated(u, main, spelling, strlen(spelling));
    if (u->collecting)
        return;
    const char *file = f ? f->output : name;
    char *line = checked_realloc(NULL, strlen(file) + 20);
    sprintf(line, "#include \"%s\"\n", file);
    edit_insert(&main->edits, 0, line, false);
}
