/* string.c - memcpy, memmove and memset of checked code: the ranges they touch are accesses.
 *
 * include/cpu_device/check_string.h, which nvcc-cpu --check puts before a file, gives these names
 * to the calls of that file, g++'s own calls for large structs included. The runtime's calls stay
 * libc's.
 */
#include <string.h>

#include "checker.h"

#define HERE __builtin_return_address(0)

static void note(const void *p, size_t size, unsigned how, void *pc) {
    if (size)
        check_access((uintptr_t)p, size, how, pc);
}

void *cpudev_checked_memcpy(void *to, const void *from, size_t size);
void *cpudev_checked_memcpy(void *to, const void *from, size_t size) {
    note(from, size, CHECK_READ, HERE);
    note(to, size, CHECK_WRITE, HERE);
    return memcpy(to, from, size);
}

void *cpudev_checked_memmove(void *to, const void *from, size_t size);
void *cpudev_checked_memmove(void *to, const void *from, size_t size) {
    note(from, size, CHECK_READ, HERE);
    note(to, size, CHECK_WRITE, HERE);
    return memmove(to, from, size);
}

void *cpudev_checked_memset(void *to, int byte, size_t size);
void *cpudev_checked_memset(void *to, int byte, size_t size) {
    note(to, size, CHECK_WRITE, HERE);
    return memset(to, byte, size);
}
