/* One file without end. */
#include <fcntl.h>
#include <unistd.h>
int main(void) {
    static char block[1 << 16];
    int fd = open("large", O_WRONLY | O_CREAT, 0600);
    while (write(fd, block, sizeof block) > 0)
        ;
    return 1;
}
