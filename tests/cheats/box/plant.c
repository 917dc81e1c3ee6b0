/* Leaves traps where the trusted side expects results. Usage: plant SECRET */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    unlink("result.bin");
    int failed = symlink(argv[1], "result.bin") || symlink("/", "folder") ||
                 mkfifo("samples.bin", 0600) || mknod("socket", S_IFSOCK | 0600, 0) ||
                 link("plant", "setuid") || chmod("setuid", 06755) || mkdir("closed", 0700) ||
                 rename("inner/data", "closed/data") || rmdir("inner") || symlink(argv[1], "inner");
    fclose(fopen("two\nlines", "w"));
    fclose(fopen("\033[2Jclear", "w"));
    failed = failed || chmod("closed", 0);
    puts("tried");
    return failed;
}
