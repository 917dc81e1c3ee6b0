/* Fills FOLDER with files, none of them large. Usage: disk-flood FOLDER */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    static char block[1 << 20];
    for (int i = 0;; ++i) {
        char name[256];
        snprintf(name, sizeof name, "%s/flood%d", argc > 1 ? argv[1] : ".", i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        (void)!write(fd, block, sizeof block);
        close(fd);
    }
}
