/* check_string.h - sends a checked file's calls of memcpy, memmove and memset to the checker.
 * Internal: nvcc-cpu --check puts it before each file. */
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
#ifdef __cplusplus
}
#endif
#undef CPUDEV_NOTHROW

#endif
