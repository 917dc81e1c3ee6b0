/* Files with nothing in them that would fill the disk of whoever copies them. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    for (int i = 0; i < 100; ++i) {
        char name[32];
        snprintf(name, sizeof name, "sparse%d", i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        (void)!ftruncate(fd, 7 << 20);
        close(fd);
    }
}
