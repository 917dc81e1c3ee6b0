/* string.c - memcpy and others of checked code, of libm too: what they touch through pointers are
 * accesses.
 *
 * include/cpu_device/check_string.h, which nvcc-cpu --check puts before a file, gives these names
 * to the calls of that file, g++'s own calls for large structs included. The runtime's calls stay
 * libc's.
 */
#define _GNU_SOURCE
#include <math.h>
#include <string.h>

#include "checker.h"

#define HERE __builtin_return_address(0)

#define CHECKED(result, name, ...) result cpudev_checked_##name(__VA_ARGS__);
#include "checked.def"
#undef CHECKED

static void note(const void *p, size_t size, unsigned how, void *pc) {
    if (size)
        check_access((uintptr_t)p, size, how, pc);
}

void *cpudev_checked_memcpy(void *to, const void *from, size_t size) {
    note(from, size, CHECK_READ, HERE);
    note(to, size, CHECK_WRITE, HERE);
    return memcpy(to, from, size);
}

void *cpudev_checked_memmove(void *to, const void *from, size_t size) {
    note(from, size, CHECK_READ, HERE);
    note(to, size, CHECK_WRITE, HERE);
    return memmove(to, from, size);
}

void *cpudev_checked_memset(void *to, int byte, size_t size) {
    note(to, size, CHECK_WRITE, HERE);
    return memset(to, byte, size);
}

int cpudev_checked_memcmp(const void *one, const void *other, size_t size) {
    note(one, size, CHECK_READ, HERE);
    note(other, size, CHECK_READ, HERE);
    return memcmp(one, other, size);
}

/* ---- functions of libm with two results ---- */

void cpudev_checked_sincos(double x, double *sine, double *cosine) {
    note(sine, sizeof *sine, CHECK_WRITE, HERE);
    note(cosine, sizeof *cosine, CHECK_WRITE, HERE);
    sincos(x, sine, cosine);
}

void cpudev_checked_sincosf(float x, float *sine, float *cosine) {
    note(sine, sizeof *sine, CHECK_WRITE, HERE);
    note(cosine, sizeof *cosine, CHECK_WRITE, HERE);
    sincosf(x, sine, cosine);
}

double cpudev_checked_modf(double x, double *whole) {
    note(whole, sizeof *whole, CHECK_WRITE, HERE);
    return modf(x, whole);
}

float cpudev_checked_modff(float x, float *whole) {
    note(whole, sizeof *whole, CHECK_WRITE, HERE);
    return modff(x, whole);
}

double cpudev_checked_frexp(double x, int *power) {
    note(power, sizeof *power, CHECK_WRITE, HERE);
    return frexp(x, power);
}

float cpudev_checked_frexpf(float x, int *power) {
    note(power, sizeof *power, CHECK_WRITE, HERE);
    return frexpf(x, power);
}

double cpudev_checked_remquo(double x, double y, int *quotient) {
    note(quotient, sizeof *quotient, CHECK_WRITE, HERE);
    return remquo(x, y, quotient);
}

float cpudev_checked_remquof(float x, float y, int *quotient) {
    note(quotient, sizeof *quotient, CHECK_WRITE, HERE);
    return remquof(x, y, quotient);
}
