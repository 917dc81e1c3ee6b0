/* arithmetic.c - what g++ -fsanitize=float-cast-overflow,shift-exponent calls: arithmetic whose
 * result C++ leaves open, and which a GPU and this processor do differently.
 *
 * A program may be right on a GPU all the same, which has a rule for each, so this is no finding;
 * but here it prints other numbers, so it is said, once for each place. What goes on after the call
 * is g++'s: the number that comes of it cannot be changed here.
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

/* The low bits of n, as the type has them. */
static int64_t as_type(int64_t n, unsigned log_bits, bool is_signed) {
    const unsigned open = 64 - (1u << log_bits);
    const uint64_t high = (uint64_t)n << open;
    return is_signed ? (int64_t)high >> open : (int64_t)(high >> open);
}

/* What a GPU makes of a float that does not fit: types of less than 32 bits get the low ones of
 * what 32 hold. Measured on an H200. */
static int64_t on_gpu(double x, bool is_double, unsigned log_bits, bool is_signed) {
    const unsigned bits = log_bits == 6 ? 64 : 32;
    const double half =
        bits == 64 ? 0x1p63 : 0x1p31; /* the first that a signed one does not hold */
    int64_t n;
    if (x != x)
        n = bits == 64 ? INT64_MIN : is_double ? INT32_MIN : 0;
    else if (is_signed)
        n = x >= half    ? (bits == 64 ? INT64_MAX : INT32_MAX)
            : x <= -half ? (bits == 64 ? INT64_MIN : INT32_MIN)
                         : (int64_t)x;
    else
        n = x < 1 ? 0 : x >= 2 * half ? -1 : (int64_t)(uint64_t)x;
    return as_type(n, log_bits, is_signed);
}

/* And what g++ has this processor make of it. */
static int64_t on_processor(double x, unsigned log_bits, bool is_signed) {
    const volatile double given = x; /* not folded */
    const int64_t n = log_bits == 6 ? (is_signed ? (int64_t)given : (int64_t)(uint64_t)given)
                      : log_bits == 5
                          ? (is_signed ? (int64_t)(int32_t)given : (int64_t)(uint32_t)given)
                          : (int64_t)(int32_t)given;
    return as_type(n, log_bits, is_signed);
}

typedef struct {
    char text[24];
} number_name;

static number_name number_text(int64_t n, bool is_signed) {
    number_name name;
    if (is_signed)
        snprintf(name.text, sizeof name.text, "%" PRId64, n);
    else
        snprintf(name.text, sizeof name.text, "%" PRIu64, (uint64_t)n);
    return name;
}

void __ubsan_handle_float_cast_overflow(float_cast_overflow *data, uintptr_t value);
void __ubsan_handle_float_cast_overflow(float_cast_overflow *data, uintptr_t value) {
    if (data->from->info > 64 || !is_news(&data->where)) /* long double, which a GPU has not */
        return;
    double number = 0;
    float single;
    char type[100], text[500];
    const unsigned log_bits = data->to->info >> 1;
    const bool is_signed = data->to->info & 1, is_double = data->from->info == 64;
    memcpy(&single, &value, sizeof single);
    memcpy(&number, &value, sizeof number);
    if (!is_double)
        number = (double)single;
    const int64_t here = on_processor(number, log_bits, is_signed),
                  there = on_gpu(number, is_double, log_bits, is_signed);
    name_of(data->to, type, sizeof type);
    snprintf(text, sizeof text,
             "%.9g does not fit into '%s', and C++ leaves open what the conversion gives: a GPU "
             "makes %s of it, this device %s. Limit the number first (fminf, fmaxf)",
             number, type, number_text(there, is_signed).text, number_text(here, is_signed).text);
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
