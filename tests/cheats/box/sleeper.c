/* Waits for ever, using nothing. */
#include <signal.h>
#include <unistd.h>
int main(void) {
    for (int i = 1; i < 32; ++i)
        signal(i, SIG_IGN);
    for (;;)
        pause();
}
