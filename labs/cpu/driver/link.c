#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

/* What the runtime is linked with. */
static const char *const system_libraries[] = {"-lpthread", "-ldl", "-lm"};

int link_check_constants(const char *name, unsigned long long bytes) {
    if (bytes <= 65536)
        return 0;
    fprintf(stderr,
            "%s: error: %llu bytes of constant memory are used, 65536 bytes (64 KiB) are there\n",
            name, bytes);
    return EXIT_SOURCE;
}

static const char *linked_name(const struct input *input) {
    return input->language == LANGUAGE_LINK ? input->name : input->result;
}

static const char *processor(unsigned machine) {
    return machine == EM_X86_64    ? "x86-64"
           : machine == EM_AARCH64 ? "AArch64"
                                   : text("processor %u of ELF's list", machine);
}

static void need_same_processor(const struct settings *s, unsigned machine, const char *library) {
    struct object_facts ours = {0};
    object_inspect(library, &ours);
    if (ours.machine && machine && ours.machine != machine)
        fail(EXIT_DEVICE,
             "the objects are for %s, the CPU device in %s is for %s; build one for %s (README.md "
             "of the CPU device says how) and name its folder in NVCC_CPU_BUILD",
             processor(machine), s->runtime, processor(ours.machine), processor(machine));
}

/* Options that both linkers know and mean alike. */
static bool is_plain(const struct settings *s) {
    for (size_t i = 0; i < s->link_flags.count; i++)
        if (!starts_with(s->link_flags.items[i], "-l") &&
            !starts_with(s->link_flags.items[i], "-L"))
            return false;
    return true;
}

/* gold comes with GNU ld and takes a third of its time. Where it is not there, or has one word to
 * say, it is as if it had not been asked: messages are GNU ld's. */
static bool linked_by_gold(const struct settings *s, const struct list *command) {
    struct list quick = {0};
    char *messages;
    if (!is_plain(s) || s->verbose || s->dry_run)
        return false;
    add(&quick, command->items[0]);
    add(&quick, "-fuse-ld=gold");
    for (size_t i = 1; i < command->count; i++)
        add(&quick, command->items[i]);
    return process_run(s, &quick, 2, &messages) == 0 && !*messages;
}

int link_program(const struct settings *s) {
    const char *output = s->output ? s->output : "a.out";
    struct object_facts facts = {.checked = s->check};
    struct list command = {0};
    add(&command, s->compiler);
    if (s->debug)
        add(&command, "-g");
    add(&command, "-o");
    add(&command, output);
    for (size_t i = 0; i < s->input_count; i++) {
        add(&command, linked_name(&s->inputs[i]));
        if (!starts_with(linked_name(&s->inputs[i]), "-l"))
            object_inspect(linked_name(&s->inputs[i]), &facts);
    }
    add_all(&command, &s->link_flags);
    const char *library =
        text("%s/%s", s->runtime, facts.checked ? "libcpudev-check.a" : "libcpudev.a");
    need_same_processor(s, facts.machine, library);
    if (link_check_constants(output, facts.relocatable_constants) != 0)
        return EXIT_SOURCE;
    /* -u: the runtime begins before main also where the program calls nothing of it. */
    add(&command, "-Wl,-u,cpudev_start");
    if (facts.checked) /* all functions of libraries are known when it begins (check/library.c) */
        add(&command, "-Wl,-u,check_gate_open,-z,now");
    add(&command, library);
    for (size_t i = 0; i < sizeof system_libraries / sizeof *system_libraries; i++)
        add(&command, system_libraries[i]);
    return linked_by_gold(s, &command) ? 0 : process_run(s, &command, 0, NULL);
}

int link_library(const struct settings *s) {
    struct list command = {0};
    add(&command, "ar");
    add(&command, "rcs");
    add(&command, s->output ? s->output : "a.a");
    for (size_t i = 0; i < s->input_count; i++)
        add(&command, linked_name(&s->inputs[i]));
    return process_run(s, &command, 0, NULL);
}

int link_device(const struct settings *s) {
    const char *const words[] = {
        s->compiler, "-x", "c", "-c", "-o", s->output ? s->output : "a_dlink.o", "/dev/null"};
    struct list command = {0};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add(&command, words[i]);
    return process_run(s, &command, 0, NULL);
}
