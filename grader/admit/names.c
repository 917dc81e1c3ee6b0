#define _GNU_SOURCE
#include "admit.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void names_add(struct names *names, const char *name) {
    if (names->count == names->room) {
        names->room = names->room ? 2 * names->room : 256;
        names->items = need(realloc(names->items, names->room * sizeof *names->items));
    }
    names->items[names->count++] = need(strdup(name));
    names->sorted = false;
}

static int compare(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool names_has(struct names *names, const char *name) {
    if (!names->count)
        return false;
    if (!names->sorted)
        qsort(names->items, names->count, sizeof *names->items, compare);
    names->sorted = true;
    return bsearch(&name, names->items, names->count, sizeof *names->items, compare);
}

/* ---- libraries ------------------------------------------------------------------------------- */

static struct names libraries;

void library_add(const char *name) {
    names_add(&libraries, name);
}

bool library_has(const char *name) {
    return names_has(&libraries, name);
}

/* ---- rules ----------------------------------------------------------------------------------- */

static struct names exact[RULE_COUNT], patterns[RULE_COUNT];

void rules_read(const char *path) {
    static const char *const words[RULE_COUNT] = {"use", "not", "section", "start", "define"};
    FILE *file = fopen(path, "re");
    char line[1024];
    if (!file)
        stumble("cannot read %s: %s", path, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        char *state, *word = strtok_r(line, " \t\n", &state), *name;
        int rule = 0;
        if (!word || *word == '#')
            continue;
        while (rule < RULE_COUNT && strcmp(word, words[rule]) != 0)
            rule++;
        if (rule == RULE_COUNT)
            stumble("%s: no rule begins with %s", path, word);
        while ((name = strtok_r(NULL, " \t\n", &state)))
            names_add(strpbrk(name, "*?[") ? &patterns[rule] : &exact[rule], name);
    }
    fclose(file);
}

bool rules_allow(enum rule rule, const char *name) {
    if (names_has(&exact[rule], name))
        return true;
    for (size_t i = 0; i < patterns[rule].count; i++)
        if (fnmatch(patterns[rule].items[i], name, 0) == 0)
            return true;
    return false;
}
