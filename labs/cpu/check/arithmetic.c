/* arithmetic.c - what g++ -fsanitize=float-cast-overflow,shift-exponent calls: arithmetic whose
 * result C++ leaves open, and which a GPU and this processor do differently.
 *
 * A program may be right on a GPU all the same, which has a rule for each, so this is no finding;
 * but here it prints other numbers, so it is said, once for each place.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sanitizer.h"

typedef struct {
    source_location where;
    const type_descriptor *from, *to;
} float_cast_overflow;
typedef struct {
    source_location where;
    const type_descriptor *shifted, *bits;
} shift_out_of_bounds;

/* The type's name without g++'s quotes. */
static void name_of(const type_descriptor *type, char *name, size_t size) {
    snprintf(name, size, "%s", type->name + (type->name[0] == '\''));
    name[strcspn(name, "'")] = '\0';
}

/* The first time that this place is met in device code; the column is no longer needed then. */
static bool is_news(source_location *where) {
    if (!cpudev_self || where->column == UINT32_MAX)
        return false;
    where->column = UINT32_MAX;
    return true;
}

static void say(const source_location *where, const char *text) {
    const check_source at = place(where);
    char kernel[200];
    cpudev_kernel_name(cpudev_self->kernel, kernel, sizeof kernel);
    fprintf(stderr, "cpu-device: note: %s:%u: %s; kernel %s, block (%u,%u,%u), thread (%u,%u,%u)\n",
            at.file ? at.file : where->file, at.file ? at.line : where->line, text, kernel,
            cpudev_self->block.x, cpudev_self->block.y, cpudev_self->block.z, cpudev_self->thread.x,
            cpudev_self->thread.y, cpudev_self->thread.z);
}

void __ubsan_handle_float_cast_overflow(float_cast_overflow *data, uintptr_t value);
void __ubsan_handle_float_cast_overflow(float_cast_overflow *data, uintptr_t value) {
    if (!is_news(&data->where))
        return;
    double number = 0;
    char type[100], text[500], given[40] = "a number";
    if (data->from->info == 32) {
        float f;
        memcpy(&f, &value, sizeof f);
        number = (double)f;
    } else if (data->from->info == 64) {
        memcpy(&number, &value, sizeof number);
    }
    if (data->from->info == 32 || data->from->info == 64)
        snprintf(given, sizeof given, "%.9g", number);
    name_of(data->to, type, sizeof type);
    const unsigned log_bits = data->to->info >> 1;
    snprintf(
        text, sizeof text,
        "%s does not fit into '%s', and C++ leaves open what the conversion gives. A GPU gives "
        "%s, this device perhaps not: limit the number first (fminf, fmaxf)",
        given, type,
        log_bits < 5            ? "the low bits of a 32-bit integer"
        : log_bits > 5          ? "the nearest value that fits, 0x8000000000000000 for NaN"
        : data->from->info > 32 ? "the nearest value that fits, 0x80000000 for NaN"
                                : "the nearest value that fits, 0 for NaN");
    say(&data->where, text);
}

void __ubsan_handle_shift_out_of_bounds(shift_out_of_bounds *data, uintptr_t shifted,
                                        uintptr_t bits);
void __ubsan_handle_shift_out_of_bounds(shift_out_of_bounds *data, uintptr_t shifted,
                                        uintptr_t bits) {
    (void)shifted;
    if (!is_news(&data->where))
        return;
    char type[100], text[500];
    const unsigned width = 1u << (data->shifted->info >> 1),
                   open = 64 - (1u << (data->bits->info >> 1));
    const bool is_signed = data->bits->info & 1;
    const int64_t by = !is_signed || open > 63 ? (int64_t)bits : (int64_t)(bits << open) >> open;
    name_of(data->shifted, type, sizeof type);
    snprintf(text, sizeof text,
             "'%s' is shifted by %" PRId64
             " bits, and C++ leaves open what a shift by less than 0 or "
             "more than %u bits gives. A GPU shifts every bit out, this device shifts by %u: test "
             "the number of bits first",
             type, by, width - 1, (unsigned)by & (width - 1));
    say(&data->where, text);
}
