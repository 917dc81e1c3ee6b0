/* admit [OPTION]... UNIT OBJECT TEXT [UNIT OBJECT TEXT]...: may a program made of the student's
 * objects run? TEXT is what the compiler made of the unit before it compiled it.
 *
 *   --allowed FILE   the rules about names (allowed.txt)
 *   --internal FILE  names of the runtime that no header tells, one a line
 *   --part FILE      an object or archive of ours that the program is linked with
 *   --runtime FILE   the same, and it is CUDA's: its names are nobody else's
 *   --system FILE    a library that the program is linked with
 *   --open FILE      the same, and anybody may use all of it
 *   --headers DIR    where headers come from that are not the student's
 *   --precompiled DIR  where the CPU device's precompiled headers lie
 *   --sources DIR    the student's sources; may be given twice
 *   --blank PROGRAM  what was linked of all that: when it may run, it loses the names of the
 * runtime's own functions and variables
 *
 * Exit status: 0 yes; 1 no, and a line on standard output says why; 3 a fault of the grader. */
#define _GNU_SOURCE
#include "admit.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

struct parts {
    struct names internal;
    struct names runtime; /* defined by CUDA's part */
    struct names ours;    /* defined by any part of ours */
    struct names inlined; /* the same, as code that any object may hold */
    struct names needed;  /* used by them */
    struct names open;    /* libraries' names that anybody may use */
    struct names secret;  /* the runtime's, static ones too */
};

struct unit {
    const char *name, *object;
    struct text text;
};

static struct parts parts;
static struct names students; /* what the student's objects define */

/* ---- what the program is made of --------------------------------------------------------------
 */

static void add_part(const struct symbol *symbol, void *context) {
    (void)context;
    if (!symbol->defined)
        names_add(&parts.needed, symbol->name);
    else
        names_add(symbol->weak ? &parts.inlined : &parts.ours, symbol->name);
}

static void add_runtime(const struct symbol *symbol, void *context) {
    add_part(symbol, context);
    if (symbol->defined)
        names_add(&parts.runtime, symbol->name);
}

static void add_system(const struct symbol *symbol, void *context) {
    (void)context;
    if (symbol->defined)
        library_add(symbol->name);
    else
        names_add(&parts.needed, symbol->name);
}

static void add_open(const struct symbol *symbol, void *context) {
    (void)context;
    if (!symbol->defined)
        return;
    library_add(symbol->name);
    names_add(&parts.open, symbol->name);
}

static void add_student(const struct symbol *symbol, void *context) {
    (void)context;
    if (symbol->defined)
        names_add(&students, symbol->name);
}

static void read_internal(const char *path) {
    FILE *file = fopen(path, "re");
    char line[1024];
    if (!file)
        stumble("cannot read %s: %s", path, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        names_add(&parts.internal, line);
    }
    fclose(file);
}

/* ---- the rules about names --------------------------------------------------------------------
 */

static void look_at_use(const struct unit *unit, const char *name) {
    if (names_has(&students, name) || names_has(&parts.open, name) ||
        (rules_allow(RULE_USE, name) && !rules_allow(RULE_NOT, name)) ||
        ((names_has(&parts.ours, name) || names_has(&parts.inlined, name)) &&
         (!names_has(&parts.runtime, name) || strncmp(name, "cuda", 4) == 0)))
        return;
    refuse(
        text_place(&unit->text, name),
        "%.100s is not among what a submission may call: CUDA, the mathematics, and of C and C++ "
        "what deals with memory, text, files by their name and the clock",
        name);
}

/* Functions of C++ that no header defines, inline or not: our code gets them from the library. */
static bool is_replaceable(const char *name) {
    static const char *const patterns[] = {"_Zn[wa]*", "_Zd[la]*", "_ZSt[0-9]*__throw_*"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (fnmatch(patterns[i], name, 0) == 0)
            return true;
    return false;
}

static void look_at_definition(const struct unit *unit, const struct symbol *symbol) {
    const char *name = symbol->name;
    const bool of_system = library_has(name);
    /* Inline functions and templates: ours come first. Those of C are not inline in any header. */
    const bool inlined = symbol->shared_code;
    if ((inlined && strncmp(name, "_Z", 2) == 0 && !(of_system && is_replaceable(name))) ||
        (symbol->weak && rules_allow(RULE_DEFINE, name)))
        return;
    if (names_has(&parts.runtime, name) || strncmp(name, "__tsan_", 7) == 0 ||
        strncmp(name, "__ubsan_", 8) == 0 || strncmp(name, "__sanitizer_", 12) == 0)
        refuse(
            text_place(&unit->text, name),
            "%.100s is defined here, and belongs to CUDA or to the compiler; call yours otherwise",
            name);
    if ((of_system && names_has(&parts.needed, name)) ||
        (!inlined && names_has(&parts.inlined, name)))
        refuse(text_place(&unit->text, name),
               "%.100s is defined here, and belongs to the libraries of C and C++; call yours "
               "otherwise, or make it static",
               name);
}

static void look_at_symbol(const struct symbol *symbol, void *context) {
    const struct unit *unit = context;
    if (names_has(&parts.internal, symbol->name))
        refuse(text_place(&unit->text, symbol->name),
               "%.100s is inside the CPU device, and not part of CUDA: on a GPU there is no such "
               "thing",
               symbol->name);
    if (symbol->defined)
        look_at_definition(unit, symbol);
    else
        look_at_use(unit, symbol->name);
}

/* The runtime's, and what a harness says its last word with (harness/account.h). */
static bool is_secret(const char *name) {
    return names_has(&parts.secret, name) || fnmatch("_ZL*account_*", name, 0) == 0;
}

int main(int argc, char **argv) {
    const char *blank = NULL;
    int next = 1;
    for (; next + 1 < argc && strncmp(argv[next], "--", 2) == 0; next += 2) {
        const char *option = argv[next] + 2, *value = argv[next + 1];
        if (strcmp(option, "allowed") == 0)
            rules_read(value);
        else if (strcmp(option, "internal") == 0)
            read_internal(value);
        else if (strcmp(option, "part") == 0)
            object_symbols(value, add_part, NULL);
        else if (strcmp(option, "runtime") == 0)
            object_symbols(value, add_runtime, NULL), object_names(value, &parts.secret);
        else if (strcmp(option, "system") == 0)
            object_symbols(value, add_system, NULL);
        else if (strcmp(option, "open") == 0)
            object_symbols(value, add_open, NULL);
        else if (strcmp(option, "headers") == 0)
            headers_trust(value);
        else if (strcmp(option, "precompiled") == 0)
            text_precompiled(value);
        else if (strcmp(option, "sources") == 0)
            text_check_sources(value), headers_distrust(value);
        else if (strcmp(option, "blank") == 0)
            blank = value;
        else
            stumble("there is no option --%s", option);
    }
    if (next == argc || (argc - next) % 3)
        stumble("a unit is its name, its object and its text");
    for (int i = next; i < argc; i += 3)
        object_symbols(argv[i + 1], add_student, NULL);
    for (int i = next; i < argc; i += 3) {
        struct unit unit = {argv[i], argv[i + 1], text_read(argv[i + 2], argv[i])};
        text_check(&unit.text);
        object_check(unit.object, &unit.text);
        object_symbols(unit.object, look_at_symbol, &unit);
    }
    if (blank)
        program_blank(blank, is_secret);
    return 0;
}
