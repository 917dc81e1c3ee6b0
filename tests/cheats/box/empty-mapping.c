/* Reads a byte in each 2 MiB of an empty mapping: no memory is resident, the page tables are. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
int main(void) {
    const size_t size = (size_t)1 << 40;
    volatile char *map =
        mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    puts("tried");
    fflush(stdout);
    for (size_t i = 0; map != MAP_FAILED && i < size; i += 2 << 20)
        (void)map[i];
    puts("GOT 2 GiB of page tables");
}
