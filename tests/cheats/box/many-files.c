/* Empty files without end: the inodes of a disk run out before its bytes. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    for (int i = 0;; ++i) {
        char name[32];
        snprintf(name, sizeof name, "file%d", i);
        close(open(name, O_WRONLY | O_CREAT, 0600));
    }
}
