#include "edit.h"

#include "memory.h"

typedef struct edit {
    size_t offset, order;
    size_t from, to;  /* original bytes to insert, or, for a deletion, [offset, to) to leave out */
    const char *text; /* text to insert, or NULL */
    bool deletion, in_place;
} edit;

static edit *add(edit_list *l, size_t offset, bool in_place) {
    if (l->count == l->capacity) {
        l->capacity = l->capacity ? l->capacity * 2 : 32;
        l->edits = checked_realloc(l->edits, l->capacity * sizeof(edit));
    }
    edit *e = &l->edits[l->count];
    *e = (edit){.offset = offset, .order = l->count++, .in_place = in_place};
    return e;
}

void edit_insert(edit_list *l, size_t offset, const char *text, bool in_place) {
    add(l, offset, in_place)->text = checked_copy(text, strlen(text));
}

void edit_insert_source(edit_list *l, size_t offset, size_t from, size_t to, bool in_place) {
    edit *e = add(l, offset, in_place);
    e->from = from;
    e->to = to;
}

void edit_delete(edit_list *l, size_t from, size_t to, bool in_place) {
    edit *e = add(l, from, in_place);
    e->to = to;
    e->deletion = true;
}

static int by_offset(const void *a, const void *b) {
    const edit *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    if (x->deletion != y->deletion) /* what is inserted stands before what is left out */
        return x->deletion ? 1 : -1;
    return x->order < y->order ? -1 : 1;
}

typedef struct writer {
    FILE *out;
    const source_text *s;
    const char *name;
    bool displaced; /* the output's position is not the original's */
} writer;

static void write_line_directive(const writer *w, size_t line) {
    fprintf(w->out, "#line %zu \"", line);
    for (const char *p = w->name; *p; p++) {
        if (*p == '"' || *p == '\\')
            fputc('\\', w->out);
        fputc(*p, w->out);
    }
    fputs("\"\n", w->out);
}

static void write_position(writer *w, size_t offset) {
    fputc('\n', w->out);
    size_t line = lex_line(w->s, offset);
    write_line_directive(w, line);
    for (size_t i = w->s->line_begin[line - 1]; i < offset; i++)
        fputc(w->s->text[i] == '\t' ? '\t' : ' ', w->out);
    w->displaced = false;
}

static void write_original(writer *w, size_t from, size_t to, bool in_place) {
    if (from >= to)
        return;
    if (w->displaced && !in_place)
        write_position(w, from);
    fwrite(w->s->text + from, 1, to - from, w->out);
}

void edit_write(FILE *out, const source_text *s, edit_list *l, const char *name) {
    writer w = {out, s, name, false};
    if (l->count)
        qsort(l->edits, l->count, sizeof(edit), by_offset);
    size_t at = s->size >= 3 && memcmp(s->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    write_line_directive(&w, 1);
    bool in_place = false; /* what stands before the next edit continues the last one's line */
    for (size_t i = 0; i < l->count; i++) {
        const edit *e = &l->edits[i];
        if (e->offset > at) {
            /* After an edit in place its whole line stays as it is; then positions are right
             * again. */
            size_t stop = at;
            if (in_place && w.displaced) {
                while (stop < e->offset && s->text[stop] != '\n')
                    stop++;
                write_original(&w, at, stop, true);
                if (stop < e->offset)
                    w.displaced = false;
            }
            write_original(&w, stop, e->offset, in_place && w.displaced);
            at = e->offset;
        }
        in_place = e->in_place;
        if (e->deletion) {
            if (e->to > at)
                at = e->to;
        } else if (e->text) {
            fputs(e->text, out);
        } else {
            write_original(&w, e->from, e->to, in_place);
        }
        w.displaced = true;
    }
    if (in_place && w.displaced) {
        size_t stop = at;
        while (stop < s->size && s->text[stop] != '\n')
            stop++;
        write_original(&w, at, stop, true);
        at = stop;
        w.displaced = false;
    }
    write_original(&w, at, s->size, false);
    if (s->size == 0 || s->text[s->size - 1] != '\n')
        fputc('\n', out);
}
