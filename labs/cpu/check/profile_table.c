/* profile_table.c - what each kernel's warps asked memory for, in lines of at most 80 columns. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "profile_table.h"

static const char *const names[PROFILE_CLASSES] = {
    [PROFILE_GLOBAL_LOADS] = "global loads",     [PROFILE_GLOBAL_STORES] = "global stores",
    [PROFILE_GLOBAL_ATOMICS] = "global atomics", [PROFILE_CONSTANT] = "constant memory",
    [PROFILE_SHARED_LOADS] = "shared loads",     [PROFILE_SHARED_STORES] = "shared stores",
    [PROFILE_SHARED_ATOMICS] = "shared atomics", [PROFILE_TEXTURE] = "texture fetches"};

static double a_request(uint64_t count, const profile_totals *t) {
    return t->requests ? (double)count / (double)t->requests : 0;
}

/* What a request costs, in the unit of its kind of memory; textures have none. */
static double cost(profile_class class, const profile_totals *t) {
    if (class <= PROFILE_GLOBAL_ATOMICS)
        return a_request(t->sectors, t);
    if (class == PROFILE_CONSTANT)
        return a_request(t->words, t);
    return class <= PROFILE_SHARED_ATOMICS ? a_request(t->conflicts, t) : 0;
}

static const char *unit(profile_class class) {
    if (class <= PROFILE_GLOBAL_ATOMICS)
        return "sectors";
    if (class == PROFILE_CONSTANT)
        return "words";
    return class <= PROFILE_SHARED_ATOMICS ? "conflicts" : "";
}

static void add(profile_totals *to, const profile_totals *t) {
    static const profile_totals nothing;
    profile_add_difference(to, t, &nothing);
}

/* A kernel's places of one kind of memory, and the dearest of them where there are several. */
static void write_line(FILE *out, const profile_place *places, size_t count, profile_class class) {
    profile_totals sum = {0};
    const profile_place *dearest = NULL;
    char value[32] = "";
    for (size_t i = 0; i < count; i++) {
        const profile_place *p = &places[i];
        if (p->class != class || !p->totals->requests)
            continue;
        add(&sum, p->totals);
        if (!dearest || cost(class, p->totals) > cost(class, dearest->totals))
            dearest = p;
    }
    if (!dearest)
        return;
    if (*unit(class))
        snprintf(value, sizeof value, "%6.2f %s", cost(class, &sum), unit(class));
    fprintf(out, "  %-15s %11llu %8.1f   %-17s", names[class], (unsigned long long)sum.requests,
            a_request(sum.accesses, &sum), value);
    if (dearest->file) {
        const char *slash = strrchr(dearest->file, '/');
        fprintf(out, " %.24s:%u", slash ? slash + 1 : dearest->file, dearest->line);
    }
    fputc('\n', out);
}

void profile_write_table(FILE *out, const profile_place *places, size_t count) {
    fprintf(out, "  %-15s %11s %8s   %-17s %s\n", "", "requests", "lanes", "in each request",
            "most at");
    if (!count)
        fputs("No kernel asked memory for anything.\n", out);
    for (size_t first = 0, next; first < count; first = next) {
        const char *kernel = places[first].kernel;
        for (next = first; next < count && !strcmp(places[next].kernel, kernel);)
            next++;
        fprintf(out, "%.60s, %llu launch%s\n", kernel, (unsigned long long)places[first].launches,
                places[first].launches == 1 ? "" : "es");
        for (profile_class class = 0; class < PROFILE_CLASSES; class ++)
            write_line(out, places + first, next - first, class);
    }
}
