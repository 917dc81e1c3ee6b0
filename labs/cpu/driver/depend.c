#include <errno.h>
#include <string.h>

#include "driver.h"

char *depend_quoted(const char *name) {
    char *quoted = allocate(NULL, 2 * strlen(name) + 1), *to = quoted;
    for (; *name; *to++ = *name++)
        if (strchr(" \t#", *name))
            *to++ = '\\';
        else if (*name == '$')
            *to++ = '$';
    *to = '\0';
    return quoted;
}

/* NULL: standard output. */
static const char *rule_file(const struct settings *s, const struct input *input) {
    if (s->depend_file)
        return s->depend_file;
    if (!s->depend_beside)
        return s->output;
    return text("%s.d", without_suffix(input->object));
}

static void write_rule(const struct settings *s, const struct input *input,
                       const struct list *files, FILE *to) {
    if (s->depend_targets.count == 0)
        fputs(depend_quoted(input->object), to);
    for (size_t i = 0; i < s->depend_targets.count; i++)
        fprintf(to, "%s%s", i ? " " : "", s->depend_targets.items[i]);
    fputc(':', to);
    for (size_t i = 0; i < files->count; i++)
        fprintf(to, " %s", depend_quoted(files->items[i]));
    fputc('\n', to);
    for (size_t i = 1; s->depend_phony && i < files->count; i++)
        fprintf(to, "\n%s:\n", depend_quoted(files->items[i]));
}

int depend_write(const struct settings *s, const struct input *input, const struct list *files) {
    if (s->dry_run)
        return 0;
    const char *name = rule_file(s, input);
    FILE *to = name ? fopen(name, "w") : stdout;
    if (to)
        write_rule(s, input, files, to);
    if (!to || (name ? fclose(to) : fflush(to)) != 0) {
        fprintf(stderr, "nvcc-cpu: error: cannot write %s: %s\n", name ? name : "the rule",
                strerror(errno));
        return EXIT_SOURCE;
    }
    return 0;
}

void depend_flags(const struct settings *s, const struct input *input, struct list *flags) {
    if (!s->depend_beside && s->mode != MODE_DEPEND)
        return;
    const char *name = rule_file(s, input);
    add(flags, text("-M%s%s", s->depend_own ? "M" : "", s->depend_beside ? "D" : ""));
    if (name) {
        add(flags, "-MF");
        add(flags, name);
    }
    if (s->depend_phony)
        add(flags, "-MP");
    if (s->depend_targets.count == 0) {
        add(flags, "-MQ");
        add(flags, input->object);
    }
    for (size_t i = 0; i < s->depend_targets.count; i++) {
        add(flags, "-MT");
        add(flags, s->depend_targets.items[i]);
    }
}
