/* Writes to, replaces or removes the files named. Usage: write FILE... */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
        const char *path = argv[i];
        printf("tried %s\n", path);
        mount(NULL, path, NULL, MS_REMOUNT | MS_BIND, NULL);
        umount2(path, MNT_DETACH);
        if (chmod(path, 0777) == 0)
            printf("GOT the mode of %s\n", path);
        if (open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) >= 0)
            printf("GOT %s\n", path);
        if (unlink(path) == 0 || rename("write", path) == 0 || link("write", path) == 0)
            printf("GOT the place of %s\n", path);
    }
}
