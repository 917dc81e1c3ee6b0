/* Leaves traps where the trusted side expects results. Usage: plant SECRET */
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
int main(int argc, char **argv) {
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "socket"};
    if (argc != 2)
        return 2;
    unlink("result.bin");
    int failed = symlink(argv[1], "result.bin") || symlink("/", "folder") ||
                 mkfifo("samples.bin", 0600) ||
                 bind(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&name, sizeof name) ||
                 link("plant", "setuid") || chmod("setuid", 06755) || mkdir("closed", 0700) ||
                 rename("inner/data", "closed/data") || rmdir("inner") ||
                 symlink(argv[1], "inner");
    fclose(fopen("two\nlines", "w"));
    fclose(fopen("\033[2Jclear", "w"));
    failed = failed || chmod("closed", 0);
    puts("tried");
    return failed;
}
