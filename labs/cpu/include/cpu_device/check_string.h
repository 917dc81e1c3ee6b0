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

/* By its name with __builtin_ g++ puts a small one in place, where nobody sees what it touches: so
 * that name means the function (check/flags.txt has g++ take it for any other). What nvcc refuses
 * in device code the checker then finds (check/library.c). */
#ifdef __cplusplus
#include <stdio.h>
#include <string.h>
#define CPUDEV_SEEN(type, name, parameters, ...)                                                   \
    __attribute__((__always_inline__)) constexpr type __cpudev_##name parameters {                 \
        return __builtin_is_constant_evaluated() ? __builtin_##name(__VA_ARGS__)                   \
                                                 : name(__VA_ARGS__);                              \
    }
CPUDEV_SEEN(void *, memcpy, (void *__a, const void *__b, size_t __n), __a, __b, __n)
CPUDEV_SEEN(void *, memmove, (void *__a, const void *__b, size_t __n), __a, __b, __n)
CPUDEV_SEEN(void *, mempcpy, (void *__a, const void *__b, size_t __n), __a, __b, __n)
CPUDEV_SEEN(void *, memset, (void *__a, int __b, size_t __n), __a, __b, __n)
CPUDEV_SEEN(int, memcmp, (const void *__a, const void *__b, size_t __n), __a, __b, __n)
CPUDEV_SEEN(char *, strcpy, (char *__a, const char *__b), __a, __b)
CPUDEV_SEEN(char *, stpcpy, (char *__a, const char *__b), __a, __b)
CPUDEV_SEEN(char *, strcat, (char *__a, const char *__b), __a, __b)
CPUDEV_SEEN(char *, strncpy, (char *__a, const char *__b, size_t __n), __a, __b, __n)
CPUDEV_SEEN(char *, stpncpy, (char *__a, const char *__b, size_t __n), __a, __b, __n)
CPUDEV_SEEN(char *, strncat, (char *__a, const char *__b, size_t __n), __a, __b, __n)
CPUDEV_SEEN(int, strcmp, (const char *__a, const char *__b), __a, __b)
CPUDEV_SEEN(int, strncmp, (const char *__a, const char *__b, size_t __n), __a, __b, __n)
CPUDEV_SEEN(size_t, strlen, (const char *__a), __a)
#undef CPUDEV_SEEN
#define __builtin_memcpy __cpudev_memcpy
#define __builtin_memmove __cpudev_memmove
#define __builtin_mempcpy __cpudev_mempcpy
#define __builtin_memset __cpudev_memset
#define __builtin_memcmp __cpudev_memcmp
#define __builtin_strcpy __cpudev_strcpy
#define __builtin_stpcpy __cpudev_stpcpy
#define __builtin_strcat __cpudev_strcat
#define __builtin_strncpy __cpudev_strncpy
#define __builtin_stpncpy __cpudev_stpncpy
#define __builtin_strncat __cpudev_strncat
#define __builtin_strcmp __cpudev_strcmp
#define __builtin_strncmp __cpudev_strncmp
#define __builtin_strlen __cpudev_strlen
#define __builtin_bcmp bcmp
#define __builtin_bcopy bcopy
#define __builtin_bzero bzero
#define __builtin_sprintf sprintf
#define __builtin_snprintf snprintf
#endif

#endif
