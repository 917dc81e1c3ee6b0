// A link and a pipe where the results are expected.
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
static void plant(void) {
    unlink("raw");
    (void)!symlink("/dev/zero", "raw");
    unlink("findings");
    mkfifo("findings", 0666);
    _exit(0);
}
__attribute__((constructor)) static void later(void) { atexit(plant); }
