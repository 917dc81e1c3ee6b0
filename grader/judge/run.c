#include "judge.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 64 << 10, RAW_LIMIT = 16 << 20 };

/* What is there and cannot be read is nobody's fault but ours. */
static void cannot_read(const char *path) {
    fprintf(stderr, "judge: cannot read %s: %s\n", path, strerror(errno));
    exit(3);
}

/* The file as a string; empty when it is not there. Zero bytes end it. */
static char *read_file(const char *dir, const char *name, size_t limit, bool *there) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *file = fopen(path, "rb");
    size_t size = 0, room = 4096;
    if (!file && errno != ENOENT)
        cannot_read(path);
    if (there)
        *there = file != NULL;
    char *text = malloc(room);
    while (file && text && size < limit) {
        size_t got = fread(text + size, 1, room - size - 1, file);
        if (got == 0)
            break;
        size += got;
        if (room - size < 2)
            text = realloc(text, room *= 2);
    }
    if (!text) {
        fprintf(stderr, "judge: no memory for %s\n", path);
        exit(3);
    }
    if (file && ferror(file))
        cannot_read(path);
    if (file)
        fclose(file);
    text[size] = '\0';
    return text;
}

static char *next_field(char **line) {
    char *field = *line, *end = field + strcspn(field, "\t\n");
    *line = *end == '\t' ? end + 1 : end;
    *end = '\0';
    return field;
}

static void load_findings(struct run *run) {
    char *text = read_file(run->dir, "findings.tsv", TEXT_LIMIT, &run->checked);
    size_t lines = 0;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    run->findings = calloc(lines + 1, sizeof *run->findings);
    run->refused = calloc(lines + 1, sizeof *run->refused);
    run->elsewhere = calloc(lines + 1, sizeof *run->elsewhere);
    if (!run->findings || !run->refused || !run->elsewhere) {
        fprintf(stderr, "judge: no memory for the findings in %s\n", run->dir);
        exit(3);
    }
    for (char *line = text, *next; *line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        line[length] = '\0';
        struct finding f;
        f.kind = next_field(&line);
        f.kernel = next_field(&line);
        f.where = next_field(&line);
        f.text = next_field(&line);
        f.failing = (int)strtol(next_field(&line), NULL, 10);
        if (strcmp(f.kind, "refused-call") == 0)
            run->refused[run->refused_count++] = f;
        else if (strcmp(f.kind, "refused-elsewhere") == 0)
            run->elsewhere[run->elsewhere_count++] = f;
        else
            run->findings[run->finding_count++] = f;
    }
    run->found = run->finding_count > 0;
}

void judge_load(struct run *run, const char *dir) {
    run->dir = dir;
    char *ended = read_file(dir, "ended", TEXT_LIMIT, NULL);
    ended[strcspn(ended, "\n")] = '\0';
    run->ended = ended;
    run->output = read_file(dir, "stdout", TEXT_LIMIT, NULL);
    run->errors = read_file(dir, "stderr", TEXT_LIMIT, NULL);
    run->arguments = read_file(dir, "arguments", TEXT_LIMIT, NULL);
    run->counts = read_file(dir, "counts.tsv", RAW_LIMIT, &run->counted);
    run->raw = read_file(dir, "said/raw", RAW_LIMIT, NULL);
    load_findings(run);
}

/* The line of `text` that starts with `name` and `separator`: what follows them; else NULL. */
static const char *find_line(const char *text, const char *name, char separator) {
    size_t length = strlen(name);
    for (const char *line = text; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) == 0 && line[length] == separator)
            return line + length + 1;
    }
    return NULL;
}

/* The same for the call that is judged. */
static const char *find_of_call(const struct run *run, const char *text, const char *name,
                                char separator) {
    char key[200];
    snprintf(key, sizeof key, "%s%s", run->call ? run->call : "", name);
    return find_line(text, key, separator);
}

static const char *find_argument(const struct run *run, const char *name) {
    const char *value = find_of_call(run, run->arguments, name, '=');
    return value ? value : find_line(run->arguments, name, '=');
}

bool judge_has_argument(const struct run *run, const char *name) {
    return find_argument(run, name) != NULL;
}

const char *judge_argument_text(const struct run *run, const char *name) {
    const char *value = find_argument(run, name);
    if (!value) {
        fprintf(stderr, "judge: the plan gives %s no argument %s\n", run->dir, name);
        exit(3);
    }
    return value;
}

double judge_argument(const struct run *run, const char *name) {
    return strtod(judge_argument_text(run, name), NULL);
}

bool judge_part(const struct run *run, const char *name) {
    const char *value = find_line(run->arguments, "part", '=');
    size_t length = strlen(name);
    return value && strncmp(value, name, length) == 0 &&
           (value[length] == '\n' || value[length] == '\0');
}

/* In raw, a result is a line "name count" and then its numbers, a line each. */
const double *judge_numbers(const struct run *run, const char *name, size_t count) {
    const char *text = find_of_call(run, run->raw, name, ' ');
    char *end;
    if (!text || strtoull(text, &end, 10) != count || *end != '\n')
        return NULL;
    double *numbers = malloc((count + 1) * sizeof *numbers);
    for (size_t i = 0; numbers && i < count; i++) {
        text = end;
        numbers[i] = strtod(text, &end);
        if (end == text) {
            free(numbers);
            return NULL;
        }
    }
    return numbers;
}

double judge_number(const struct run *run, const char *name, double missing) {
    const double *numbers = judge_numbers(run, name, 1);
    return numbers ? numbers[0] : missing;
}

/* A line of its own for sscanf, which looks for the end of the whole text before it begins. */
bool judge_next_count(const char **text, struct count *count) {
    while (*text && **text) {
        char line[2048]; /* two names of up to 200 characters (counts.jq) and two numbers */
        const size_t length = strcspn(*text, "\n");
        const bool fits = length < sizeof line;
        if (fits) {
            memcpy(line, *text, length);
            line[length] = '\0';
        }
        *text += length + ((*text)[length] == '\n');
        if (fits && sscanf(line, "%255[^\t]\t%d\t%63[^\t]\t%lf", count->kernel, &count->launch,
                           count->name, &count->value) == 4)
            return true;
    }
    return false;
}

/* The lines of counts by the number of their launch: each launch of a thousand is asked for. */
static const struct count_line {
    const char *text;
    int launch;
} * index_counts(const char *counts) {
    static const char *indexed;
    static struct count_line *lines;
    size_t count = 0;
    if (indexed == counts)
        return lines;
    for (const char *c = counts; *c; c++)
        count += *c == '\n';
    free(lines);
    lines = malloc((count + 2) * sizeof *lines);
    if (!lines) {
        fprintf(stderr, "judge: no memory for the counts\n");
        exit(3);
    }
    indexed = counts;
    count = 0;
    for (const char *line = counts; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const size_t kernel = strcspn(line, "\t\n");
        if (line[kernel] == '\t')
            lines[count++] = (struct count_line){line, (int)strtol(line + kernel, NULL, 10)};
    }
    lines[count].text = NULL;
    return lines;
}

/* In counts, a line is "kernel launch name value" with tabs between. */
double judge_count(const struct run *run, const char *kernel, int launch, const char *name) {
    struct count count;
    if (!run->counts)
        return NAN;
    for (const struct count_line *line = index_counts(run->counts); line->text; line++) {
        const char *text = line->text;
        if (line->launch == launch && judge_next_count(&text, &count) && count.launch == launch &&
            strstr(count.kernel, kernel) && strcmp(count.name, name) == 0)
            return count.value;
    }
    return NAN;
}
