/* check_string.h - sends a checked file's calls of functions that reach through pointers to the
 * checker. Internal: nvcc-cpu --check puts it before each file. g++ makes no stores of its own of
 * calls of memcpy and memset (check/flags.txt): it would only where the checker no longer sees
 * them. */
#ifndef CPUDEV_CHECK_STRING_H
#define CPUDEV_CHECK_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#define CPUDEV_NOTHROW noexcept(true)
#else
#define CPUDEV_NOTHROW
#endif
extern void *memcpy(void *to, const void *__from, size_t size) CPUDEV_NOTHROW
    __asm__("cpudev_checked_memcpy");
extern void *memmove(void *to, const void *__from, size_t size) CPUDEV_NOTHROW
    __asm__("cpudev_checked_memmove");
extern void *memset(void *to, int byte, size_t size) CPUDEV_NOTHROW
    __asm__("cpudev_checked_memset");
extern int memcmp(const void *__one, const void *__other, size_t size) CPUDEV_NOTHROW
    __asm__("cpudev_checked_memcmp");
extern void sincos(double x, double *__sine, double *__cosine) CPUDEV_NOTHROW
    __asm__("cpudev_checked_sincos");
extern void sincosf(float x, float *__sine, float *__cosine) CPUDEV_NOTHROW
    __asm__("cpudev_checked_sincosf");
extern double modf(double x, double *__whole) CPUDEV_NOTHROW __asm__("cpudev_checked_modf");
extern float modff(float x, float *__whole) CPUDEV_NOTHROW __asm__("cpudev_checked_modff");
extern double frexp(double x, int *__power) CPUDEV_NOTHROW __asm__("cpudev_checked_frexp");
extern float frexpf(float x, int *__power) CPUDEV_NOTHROW __asm__("cpudev_checked_frexpf");
extern double remquo(double x, double y, int *__quotient) CPUDEV_NOTHROW
    __asm__("cpudev_checked_remquo");
extern float remquof(float x, float y, int *__quotient) CPUDEV_NOTHROW
    __asm__("cpudev_checked_remquof");
#ifdef __cplusplus
}
#endif
#undef CPUDEV_NOTHROW

#endif
