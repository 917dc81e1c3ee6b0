/* Makes the file behind standard output huge without writing to it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    int fd = open("/proc/self/fd/1", O_RDWR);
    dprintf(2, "tried\n");
    if (fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 4 << 20) == 0)
        dprintf(2, "GOT 4 MiB of disk\n");
    if (ftruncate(fd, 1 << 20) == 0)
        dprintf(2, "GOT it longer\n");
}
