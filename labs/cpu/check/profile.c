/* profile.c - CPU_DEVICE_PROFILE=FILE: counts of the source's accesses, by warp, as JSON; and
 * CPU_DEVICE_PROFILE_TABLE=FILE: their sums as a table (profile_table.c).
 *
 * A request is what the lanes of one warp do at one place of the code: accesses are grouped by
 * warp, code address, and how often the lane has come there since the block's last barrier.
 * Accesses are collected until the next barrier or the end of the block and then counted by
 * requests.c. COUNTS.md says what each number means.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "checker.h"
#include "json.h"
#include "profile_table.h"
#include "requests.h"

enum { TABLE = 1 << 14, MAX_TURNS = 1 << 14 };

bool check_profiling;
static char *profile_path, *table_path;
static int profile_socket = -1;

/* One place in the code where one kernel touches one kind of memory. */
typedef struct {
    void *pc;
    unsigned kernel; /* index in kernels */
    profile_class class;
    profile_totals totals; /* over all launches */
    /* of the running block since its last barrier */
    uint16_t turn[CHECK_MAX_THREADS];
    profile_request *request[CHECK_MAX_THREADS / 32];
    unsigned count[CHECK_MAX_THREADS / 32], room[CHECK_MAX_THREADS / 32];
    bool active;
} site;

typedef struct {
    unsigned kernel;
    uint64_t number, threads, events;
    cpudev_uint3 grid, block;
    size_t dynamic_shared, static_shared;
    double host_ms;
    uint64_t barriers, uncounted;
    profile_totals totals[PROFILE_CLASSES];
} launch_record;

typedef struct {
    void *from;
    bool to_device;
    uint64_t calls, bytes;
} copy_record;

static site *table[TABLE];
static site **active;
static size_t active_count, active_room, site_count;
static char **kernels;
static unsigned kernel_count;
static launch_record *launches, *now;
static size_t launch_count, launch_room;
static copy_record *copies;
static size_t copy_count;
static const check_symbol *touched[64]; /* __shared__ variables of this launch */
static size_t touched_count;
static struct timespec started;

static __attribute__((constructor(104))) void set_up(void) {
    profile_socket = check_socket_of("CPU_DEVICE_PROFILE");
    profile_path = profile_socket < 0 ? check_path_of("CPU_DEVICE_PROFILE") : NULL;
    table_path = check_path_of("CPU_DEVICE_PROFILE_TABLE");
    check_profiling = profile_path || table_path || profile_socket >= 0;
}

static void *grow(void *list, size_t count, size_t size) {
    void *grown = realloc(list, count * size);
    if (!grown) {
        cpudev_complain("CPU_DEVICE_PROFILE: no memory for the counts; use a smaller input");
        exit(2);
    }
    return grown;
}

/* ---- launches -------------------------------------------------------------------------------- */

static unsigned kernel_index(const char *name) {
    for (unsigned i = 0; i < kernel_count; i++)
        if (!strcmp(kernels[i], name))
            return i;
    kernels = grow(kernels, kernel_count + 1, sizeof *kernels);
    kernels[kernel_count] = strdup(name);
    return kernel_count++;
}

void profile_launch_begin(const char *kernel, cpudev_uint3 grid, cpudev_uint3 block,
                          size_t dynamic_shared, uint64_t number) {
    if (launch_count == launch_room) {
        launch_room = launch_room ? 2 * launch_room : 64;
        launches = grow(launches, launch_room, sizeof *launches);
    }
    now = &launches[launch_count++];
    *now = (launch_record){.kernel = kernel_index(kernel),
                           .number = number,
                           .events = cpudev_events_reached(),
                           .grid = grid,
                           .block = block,
                           .dynamic_shared = dynamic_shared};
    now->threads = (uint64_t)grid.x * grid.y * grid.z * block.x * block.y * block.z;
    touched_count = 0;
    clock_gettime(CLOCK_MONOTONIC, &started);
}

void profile_launch_end(void) {
    struct timespec t;
    if (!now)
        return;
    profile_epoch_end(false);
    clock_gettime(CLOCK_MONOTONIC, &t);
    now->host_ms =
        1e3 * (double)(t.tv_sec - started.tv_sec) + 1e-6 * (double)(t.tv_nsec - started.tv_nsec);
    now = NULL;
}

void profile_block_begin(void) {
    profile_epoch_end(false); /* what a block that was stopped left behind */
}

/* ---- requests -------------------------------------------------------------------------------- */

static site *site_of(void *pc, profile_class class) {
    size_t i = ((uintptr_t)pc * 31 + now->kernel * 7919u + class) * 0x9E3779B97F4A7C15ull >> 50;
    for (; table[i]; i = (i + 1) % TABLE)
        if (table[i]->pc == pc && table[i]->class == class && table[i]->kernel == now->kernel)
            return table[i];
    if (site_count == TABLE / 2)
        return NULL;
    table[i] = calloc(1, sizeof **table);
    if (!table[i])
        return NULL;
    site_count++;
    table[i]->pc = pc;
    table[i]->class = class;
    table[i]->kernel = now->kernel;
    return table[i];
}

static profile_request *request_of(site *s, unsigned warp, unsigned turn) {
    if (turn >= s->room[warp]) {
        unsigned room = s->room[warp] ? 2 * s->room[warp] : 8;
        s->request[warp] = grow(s->request[warp], room, sizeof(profile_request));
        s->room[warp] = room;
    }
    while (s->count[warp] <= turn)
        s->request[warp][s->count[warp]++].lanes = 0;
    return &s->request[warp][turn];
}

static void note_shared_variable(uintptr_t p) {
    const check_symbol *s = check_symbol_at(p, false);
    if (!s || s->space != CHECK_SHARED)
        return;
    for (size_t i = 0; i < touched_count; i++)
        if (touched[i] == s)
            return;
    if (touched_count < sizeof touched / sizeof *touched) {
        touched[touched_count++] = s;
        now->static_shared += s->size;
    }
}

void profile_access(count_space space, uintptr_t p, size_t size, unsigned how, void *pc) {
    static const profile_class classes[][3] = {
        [COUNT_GLOBAL] = {PROFILE_GLOBAL_LOADS, PROFILE_GLOBAL_STORES, PROFILE_GLOBAL_ATOMICS},
        [COUNT_CONSTANT] = {PROFILE_CONSTANT, PROFILE_CONSTANT, PROFILE_CONSTANT},
        [COUNT_SHARED] = {PROFILE_SHARED_LOADS, PROFILE_SHARED_STORES, PROFILE_SHARED_ATOMICS},
        [COUNT_TEXTURE] = {PROFILE_TEXTURE, PROFILE_TEXTURE, PROFILE_TEXTURE}};
    if (!now || (how & (CHECK_ATOMIC | CHECK_WRITE)) == CHECK_ATOMIC)
        return; /* the load before a compare-and-swap is part of it */
    site *s = site_of(pc, classes[space][how & CHECK_ATOMIC ? 2 : how & CHECK_WRITE ? 1 : 0]);
    unsigned thread = cpudev_self->thread_linear;
    if (!s || s->turn[thread] == MAX_TURNS) {
        now->uncounted++;
        return;
    }
    if (space == COUNT_SHARED)
        note_shared_variable(p);
    if (!s->active) {
        if (active_count == active_room) {
            active_room = active_room ? 2 * active_room : 64;
            active = grow(active, active_room, sizeof *active);
        }
        active[active_count++] = s;
        s->active = true;
    }
    profile_request *r = request_of(s, thread / 32, s->turn[thread]++);
    r->address[thread % 32] = p;
    r->lanes |= 1u << thread % 32;
    r->size = (unsigned)size;
}

/* A barrier opened (all threads have arrived or exited) or the block ended. */
void profile_epoch_end(bool barrier) {
    if (!now)
        return;
    now->barriers += barrier;
    unsigned threads = now->block.x * now->block.y * now->block.z;
    for (size_t i = 0; i < active_count; i++) {
        site *s = active[i];
        profile_totals before = s->totals;
        for (unsigned warp = 0; warp * 32 < threads; warp++) {
            unsigned live = threads - warp * 32 < 32 ? threads - warp * 32 : 32;
            for (unsigned r = 0; r < s->count[warp]; r++)
                profile_count(&s->totals, s->class, &s->request[warp][r], live);
            s->count[warp] = 0;
        }
        profile_add_difference(&now->totals[s->class], &s->totals, &before);
        memset(s->turn, 0, sizeof s->turn);
        s->active = false;
    }
    active_count = 0;
}

void profile_copy(bool to_device, size_t bytes, void *from) {
    for (size_t i = 0; i < copy_count; i++)
        if (copies[i].from == from && copies[i].to_device == to_device) {
            copies[i].calls++;
            copies[i].bytes += bytes;
            return;
        }
    copies = grow(copies, copy_count + 1, sizeof *copies);
    copies[copy_count++] = (copy_record){from, to_device, 1, bytes};
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void write_place(FILE *out, const void *pc) {
    check_source where = check_source_of(pc);
    fputs("\"file\": ", out);
    if (where.file)
        check_json_string(out, where.file);
    else
        fputs("null", out);
    fprintf(out, ", \"line\": %u", where.line);
}

static void write_dim(FILE *out, const char *name, cpudev_uint3 d) {
    fprintf(out, "\"%s\": [%u, %u, %u], ", name, d.x, d.y, d.z);
}

static void write_launch(FILE *out, const launch_record *l) {
    fprintf(out, "{\"launch\": %llu, \"kernel\": ", (unsigned long long)l->number);
    check_json_string(out, kernels[l->kernel]);
    fputs(", ", out);
    write_dim(out, "grid", l->grid);
    write_dim(out, "block", l->block);
    fprintf(
        out,
        "\"threads\": %llu, \"static_shared\": %zu, \"dynamic_shared\": %zu, \"host_ms\": %.3f, "
        "\"events\": %llu, \"barriers\": %llu, \"uncounted\": %llu",
        (unsigned long long)l->threads, l->static_shared, l->dynamic_shared, l->host_ms,
        (unsigned long long)l->events, (unsigned long long)l->barriers,
        (unsigned long long)l->uncounted);
    profile_totals all = {0};
    for (profile_class c = 0; c < PROFILE_CLASSES; c++) {
        fprintf(out, ",\n    \"%s\": ", profile_class_name(c));
        profile_write_totals(out, c, &l->totals[c]);
        all.requests += l->totals[c].requests;
        all.partial += l->totals[c].partial;
    }
    fprintf(out, ",\n    \"divergence\": {\"requests\": %llu, \"partial\": %llu}}",
            (unsigned long long)all.requests, (unsigned long long)all.partial);
}

static void write_site(FILE *out, const site *s) {
    fputs("{\"kernel\": ", out);
    check_json_string(out, kernels[s->kernel]);
    fputs(", ", out);
    write_place(out, s->pc);
    fprintf(out, ", \"class\": \"%s\", \"counts\": ", profile_class_name(s->class));
    profile_write_totals(out, s->class, &s->totals);
    fputc('}', out);
}

static void write_copy(FILE *out, const copy_record *c) {
    fprintf(out, "{\"direction\": \"%s\", \"transfers\": %llu, \"bytes\": %llu, ",
            c->to_device ? "to device" : "from device", (unsigned long long)c->calls,
            (unsigned long long)c->bytes);
    write_place(out, c->from);
    fputc('}', out);
}

static int by_kernel_and_place(const void *a, const void *b) {
    const site *s = *(site *const *)a, *t = *(site *const *)b;
    if (s->kernel != t->kernel)
        return s->kernel < t->kernel ? -1 : 1;
    return (s->pc > t->pc) - (s->pc < t->pc);
}

/* Moves the table's entries to its front, in the order of kernels and of their code. */
static size_t gather_sites(void) {
    size_t count = 0;
    for (size_t i = 0; i < TABLE; i++)
        if (table[i])
            table[count++] = table[i];
    qsort(table, count, sizeof *table, by_kernel_and_place);
    return count;
}

/* Finds out the lines of all places that will be written. */
static void find_places(size_t sites) {
    const void **places = malloc((sites + copy_count + 1) * sizeof *places);
    size_t n = 0;
    if (!places)
        return;
    for (size_t i = 0; i < sites; i++)
        places[n++] = table[i]->pc;
    for (size_t i = 0; i < copy_count; i++)
        places[n++] = copies[i].from;
    check_sources_of(places, n);
    free(places);
}

/* Of very many launches these are told over a socket, which takes no more: a program with a launch
 * for each element is no mistake. */
enum { TOLD_FIRST = 24000, TOLD_LAST = 1000 };

static void write_all(FILE *out, size_t count) {
    const bool few = profile_socket < 0 || launch_count <= TOLD_FIRST + TOLD_LAST;
    fputs("{\"schema\": \"gpu-memory-labs/cpu-profile/1\",\n"
          " \"note\": \"Counts of the source's accesses by warp, not of machine instructions: a "
          "compiler "
          "for a GPU may merge, widen, repeat or drop accesses.\",\n"
          " \"launches\": [",
          out);
    for (size_t i = 0; i < launch_count; i++) {
        if (!few && i >= TOLD_FIRST && i < launch_count - TOLD_LAST)
            continue;
        fputs(i ? ",\n  " : "\n  ", out);
        write_launch(out, &launches[i]);
    }
    fputs("],\n \"sites\": [", out);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ",\n  " : "\n  ", out);
        write_site(out, table[i]);
    }
    fputs("],\n \"copies\": [", out);
    for (size_t i = 0; i < copy_count; i++) {
        fputs(i ? ",\n  " : "\n  ", out);
        write_copy(out, &copies[i]);
    }
    fputs("]}\n", out);
}

static void write_table(FILE *out, size_t count) {
    profile_place *places = malloc((count + 1) * sizeof *places);
    for (size_t i = 0; places && i < count; i++) {
        const site *s = table[i];
        const check_source where = check_source_of(s->pc);
        uint64_t times = 0;
        for (size_t k = 0; k < launch_count; k++)
            times += launches[k].kernel == s->kernel;
        places[i] = (profile_place){kernels[s->kernel], times,    where.file,
                                    where.line,         s->class, &s->totals};
    }
    if (places)
        profile_write_table(out, places, count);
    free(places);
}

static size_t tell_all(size_t count) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return 0;
    write_all(out, count);
    if (fclose(out) == 0)
        check_tell(profile_socket, "profile", text, bytes);
    free(text);
    return bytes;
}

/* Writes the file at path, which VARIABLE named. */
static void write_file(const char *variable, const char *path, void (*write)(FILE *, size_t),
                       size_t count) {
    FILE *out = check_new_file(path);
    if (!out) {
        cpudev_complain("%s=%s cannot be written: %m", variable, path);
        return;
    }
    write(out, count);
    if (fclose(out))
        cpudev_complain("%s=%s was not written in full: %m", variable, path);
}

size_t profile_finish(void) {
    const size_t count = gather_sites();
    find_places(count);
    if (table_path)
        write_file("CPU_DEVICE_PROFILE_TABLE", table_path, write_table, count);
    if (profile_socket >= 0)
        return tell_all(count);
    if (profile_path)
        write_file("CPU_DEVICE_PROFILE", profile_path, write_all, count);
    return 0;
}
