/* shared.c - how much static shared memory a kernel has: its `static __thread` variables in the
 * symbol table of the program, found by the kernel's name. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

typedef struct {
    uintptr_t code; /* of the kernel's thread loop */
    char *prefix;   /* "reduce(float*)::{lambda()#1}::", once it is found */
    size_t bytes;
} search;

/* The thread loop is "void cpu_device::__run_threads<BODY, TURNS, LIGHT>(void const*)"; BODY is
 * what we need. */
static void find_prefix(const char *name, int type, uintptr_t value, size_t size, void *context) {
    search *s = context;
    (void)size;
    if (type != STT_FUNC || value != s->code || s->prefix)
        return;
    char *plain = __cxa_demangle(name, NULL, NULL, NULL);
    char *start = plain ? strstr(plain, "run_threads<") : NULL;
    char *end = start ? strstr(start, ">(void const*)") : NULL;
    for (int commas = 0; end && end > start; end--)
        if (*end == ',' && ++commas == 2)
            break;
    if (end) {
        start += strlen("run_threads<");
        memcpy(end, "::", 3);
        s->prefix = strdup(start);
    }
    free(plain);
}

static void add_variable(const char *name, int type, uintptr_t value, size_t size, void *context) {
    search *s = context;
    (void)value;
    if (type != STT_TLS || strncmp(name, "_ZZ", 3))
        return;
    char *plain = __cxa_demangle(name, NULL, NULL, NULL);
    if (plain && !strncmp(plain, s->prefix, strlen(s->prefix)))
        s->bytes += size;
    free(plain);
}

size_t cpudev_static_shared(const cpudev_kernel *kernel) {
    cpudev_kernel_attributes *a = kernel->attributes;
    if (!a->static_shared_known) {
        search s = {.code = (uintptr_t)kernel->run};
        cpudev_visit_symbols(find_prefix, &s);
        if (s.prefix)
            cpudev_visit_symbols(add_variable, &s);
        free(s.prefix);
        a->static_shared = s.bytes;
        a->static_shared_known = 1;
    }
    return a->static_shared;
}
