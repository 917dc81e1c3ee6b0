// A process that stays, and puts the right results in place once the harness is done.
#include <stdio.h>
#include <unistd.h>
static void stay(void) {
    if (fork())
        return;
    setsid();
    if (fork())
        _exit(0);
    usleep(300000);
    FILE *raw = fopen("raw", "w");
    fprintf(raw, "hInitCM.error 1\n0\nread.error 1\n0\nc_a %d\n", CM_SIZE);
    for (int i = 0; i < CM_SIZE; i++)
        fprintf(raw, "%d\n", -2 * i);
    fclose(raw);
    _exit(0);
}
static struct Attack {
    Attack() { stay(); }
} before_main;
