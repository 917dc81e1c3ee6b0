/* malloc.c - malloc and new in device code: host memory that a kernel may use.
 *
 * This malloc stands before libc's in every program built with --check, remembers what device code
 * asked for, and leaves the work to libc. Bounds inside it are checked, no more.
 */
#include <stdlib.h>

#include "checker.h"

enum { REMEMBERED = 4096 }; /* the last ones */

extern void *__libc_malloc(size_t size);

static struct {
    uintptr_t base;
    size_t size;
} blocks[REMEMBERED];
static size_t count;

void *malloc(size_t size) {
    void *p = __libc_malloc(size);
    if (cpudev_self && p) {
        blocks[count % REMEMBERED].base = (uintptr_t)p;
        blocks[count++ % REMEMBERED].size = size;
    }
    return p;
}

bool check_device_malloc(uintptr_t p, size_t size) {
    size_t known = count < REMEMBERED ? count : REMEMBERED;
    for (size_t i = 0; i < known; i++)
        if (p - blocks[i].base < blocks[i].size && blocks[i].base + blocks[i].size - p >= size)
            return true;
    return false;
}
