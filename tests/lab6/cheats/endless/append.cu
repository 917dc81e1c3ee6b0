// Waits for ever, and takes no hint.
#include <signal.h>
#include <unistd.h>
static void wait_for_ever(void) {
    for (int i = 1; i < 32; i++)
        signal(i, SIG_IGN);
    for (;;)
        sleep(1000);
}
static struct Attack {
    Attack() { wait_for_ever(); }
} before_main;
