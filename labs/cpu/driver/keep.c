/* --keep: an object is made in two steps, and the text between them is left. So the text says what
 * was compiled, to the last word: no macro can tell reading it from compiling it. */
#include <string.h>
#include <unistd.h>

#include "driver.h"

/* The command with the text in place of its source: ... -x c++ ... SOURCE -o OBJECT. */
static struct list from_text(const struct list *command, const char *name) {
    struct list result = {0};
    for (size_t i = 0; i < command->count; i++) {
        if (strcmp(command->items[i], "-include") == 0 && i + 1 < command->count)
            i++; /* the text holds it */
        else if (i && strcmp(command->items[i - 1], "-x") == 0)
            add(&result, "c++-cpp-output");
        else
            add(&result, i + 3 == command->count ? name : command->items[i]);
    }
    return result;
}

/* The command that stops at the text. */
static struct list to_text(const struct list *command, const char *name) {
    struct list result = {0};
    for (size_t i = 0; i + 1 < command->count; i++)
        add(&result, strcmp(command->items[i], "-c") == 0 ? "-E" : command->items[i]);
    add(&result, name);
    add(&result, "-fpch-preprocess"); /* a precompiled header stays one line, with its name */
    return result;
}

int keep_compile(const struct settings *s, const struct list *command, char **messages) {
    const char *folder = s->keep_folder ? s->keep_folder : ".";
    const char *stem = without_suffix(base_name(command->items[command->count - 3]));
    const char *name = text("%s/%s.ii", folder, stem);
    const struct list first = to_text(command, name), second = from_text(command, name);
    char *of_text, *of_object;
    if (process_run(s, &first, 2, &of_text) == 0 && process_run(s, &second, 2, &of_object) == 0) {
        *messages = text("%s%s", of_text, of_object);
        return 0;
    }
    /* Messages are about the whole, with the lines of macros. */
    unlink(name);
    return process_run(s, command, 2, messages);
}
