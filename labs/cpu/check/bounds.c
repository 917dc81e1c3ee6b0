/* bounds.c - what g++ -fsanitize=bounds,alignment calls: an index outside its array, a
 * pointer that is not a multiple of its type's alignment.
 *
 * tile[0][i] with i beyond the row is no mistake to a GPU as long as it stays inside tile, and
 * people write it. So an index is only suspicious, and the thread's next access decides: has it
 * left the variable? That also names the variable when the access lands inside its neighbour.
 * Arrays that the compiler keeps in registers make no access: for them the index itself is the
 * finding.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sanitizer.h"

typedef struct {
    source_location where;
    const type_descriptor *array, *index;
} out_of_bounds;
typedef struct {
    source_location where;
    const type_descriptor *type;
    unsigned char log_alignment, kind;
} type_mismatch;

bool check_suspicion;
static struct {
    const out_of_bounds *data;
    int64_t index;
    cpudev_thread *thread;
} suspect;

/* ---- sizes from a type's name ---------------------------------------------------------------- */

static size_t size_of_type(const char *name, size_t length) {
    static const struct {
        const char *name;
        size_t size;
    } known[] = {{"char", 1},
                 {"signed char", 1},
                 {"unsigned char", 1},
                 {"bool", 1},
                 {"short int", 2},
                 {"short unsigned int", 2},
                 {"int", 4},
                 {"unsigned int", 4},
                 {"float", 4},
                 {"long int", 8},
                 {"long unsigned int", 8},
                 {"long long int", 8},
                 {"long long unsigned int", 8},
                 {"double", 8},
                 {"float2", 8},
                 {"float3", 12},
                 {"float4", 16},
                 {"int2", 8},
                 {"int3", 12},
                 {"int4", 16},
                 {"uint2", 8},
                 {"uint3", 12},
                 {"uint4", 16},
                 {"double2", 16},
                 {"uchar4", 4},
                 {"__half", 2}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == length && !strncmp(known[i].name, name, length))
            return known[i].size;
    return 0;
}

/* 'float [16][17]': count 16, element 68 bytes. Element 0 if the base type is not known. */
static void parse_array(const type_descriptor *type, size_t *count, size_t *element) {
    const char *name = type->name + (type->name[0] == '\'');
    const char *bracket = strchr(name, '[');
    *count = *element = 0;
    if (!bracket)
        return;
    size_t length = (size_t)(bracket - name);
    while (length && name[length - 1] == ' ')
        length--;
    static const char *const words[] = {"const ", "volatile "};
    for (size_t i = 0; i < 2; i++)
        if (!strncmp(name, words[i], strlen(words[i]))) {
            name += strlen(words[i]);
            length -= strlen(words[i]);
        }
    *count = strtoul(bracket + 1, NULL, 10);
    *element = size_of_type(name, length);
    for (const char *p = strchr(bracket + 1, '['); p; p = strchr(p + 1, '['))
        *element *= strtoul(p + 1, NULL, 10);
}

/* ---- the verdict ----------------------------------------------------------------------------- */

static void report(const char *kind, const char *variable) {
    char type[200];
    const char *name = suspect.data->array->name;
    snprintf(type, sizeof type, "%s", name + (name[0] == '\''));
    type[strcspn(type, "'")] = '\0';
    check_report_at(kind, place(&suspect.data->where), "index %" PRId64 " is outside %s of type %s",
                    suspect.index, variable, type);
}

static bool is_device_variable(const check_symbol *s) {
    return s && s->space != CHECK_HOST && s->space != CHECK_RUNTIME;
}

/* The array of the suspicious index, if the access at p of size bytes is the one it was made
 * for. */
static const check_symbol *indexed_variable(uintptr_t p, size_t count, size_t element) {
    uintptr_t base = p - (uintptr_t)suspect.index * element; /* up to a member's offset more */
    const check_symbol *s = check_symbol_at(base, false);
    if (!is_device_variable(s) || s->size < count * element)
        return NULL;
    return (base - check_symbol_address(s)) % (count * element) < element ? s : NULL;
}

/* The same for arrays on the thread's stack. */
static bool settle_local(uintptr_t p, size_t size, size_t element) {
    uintptr_t base = p - (uintptr_t)suspect.index * element;
    if (check_inside_local_array(p, size, base, suspect.data->array->name))
        return false; /* a flattened index of a larger array */
    char name[300] = "a local array (or one inside a struct)";
    check_name_local_array(base, name, sizeof name);
    report("local-overrun", name);
    return check_in_red_zone(p, size); /* where the access itself would be reported */
}

/* Places whose array was seen to be a device variable: such an index is judged by accesses alone.
 * g++ describes one place several times, where it looks at an index more often than it reads. */
enum { PLACES = 64 };
static const source_location *of_variable[PLACES];

static const source_location **place_of(const source_location *where) {
    return &of_variable[(where->line * 31 + where->column) % PLACES];
}

static bool is_of_variable(const source_location *where) {
    const source_location *known = *place_of(where);
    return known && known->line == where->line && known->column == where->column &&
           !strcmp(known->file, where->file);
}

/* No access told more: the index is the finding, of the thread that made it. */
static void settle_by_index(void) {
    if (is_of_variable(&suspect.data->where))
        return;
    cpudev_thread *self = cpudev_self;
    cpudev_self = suspect.thread;
    report("local-overrun", "an array (a local one, or one inside a struct)");
    cpudev_self = self;
}

bool check_settle_suspicion(uintptr_t p, size_t size, unsigned how, bool known) {
    size_t count, element;
    check_suspicion = false;
    if (!known || cpudev_self != suspect.thread) {
        settle_by_index();
        return false;
    }
    parse_array(suspect.data->array, &count, &element);
    if (!element)
        element = size;
    const check_symbol *s = count ? indexed_variable(p, count, element) : NULL;
    if (!s && check_on_stack(p))
        return settle_local(p, size, element);
    if (!s) { /* another operand of the same expression, perhaps: in a[i] = in[i] both are read */
        check_suspicion = true;
        return false;
    }
    *place_of(&suspect.data->where) = &suspect.data->where;
    if (p - check_symbol_address(s) < s->size)
        return false; /* a flattened index of a larger array */
    char name[256];
    snprintf(name, sizeof name, "%s", s->name);
    report(how & CHECK_WRITE ? "out-of-bounds-write" : "out-of-bounds-read", name);
    return true;
}

void __ubsan_handle_out_of_bounds(out_of_bounds *data, uintptr_t index);
void __ubsan_handle_out_of_bounds(out_of_bounds *data, uintptr_t index) {
    if (!cpudev_self)
        return;
    check_settle();
    unsigned bits = 1u << (data->index->info >> 1);
    bool is_signed = data->index->info & 1;
    suspect.data = data;
    suspect.index =
        is_signed && bits < 64 ? (int64_t)(index << (64 - bits)) >> (64 - bits) : (int64_t)index;
    suspect.thread = cpudev_self;
    check_suspicion = true;
    check_leave_open();
}

void __ubsan_handle_type_mismatch_v1(type_mismatch *data, uintptr_t pointer);
void __ubsan_handle_type_mismatch_v1(type_mismatch *data, uintptr_t pointer) {
    if (!cpudev_self || !pointer)
        return;
    size_t alignment = (size_t)1 << data->log_alignment;
    char type[200], what[512];
    snprintf(type, sizeof type, "%s", data->type->name + (data->type->name[0] == '\''));
    type[strcspn(type, "'")] = '\0';
    check_describe_memory(pointer, alignment, what, sizeof what);
    check_report_at("misaligned-access", place(&data->where),
                    "a %s must lie at a multiple of %zu bytes; this one lies %s", type, alignment,
                    what);
}

/* -fsanitize=bounds also guards the sizes of local arrays of variable length. */
void __ubsan_handle_vla_bound_not_positive(void *data, uintptr_t bound);
void __ubsan_handle_vla_bound_not_positive(void *data, uintptr_t bound) {
    const source_location *where = data;
    if (cpudev_self)
        check_report_at("local-overrun", place(where), "an array of %" PRIdPTR " elements",
                        (intptr_t)bound);
}
