/* Computes for ever and takes no hint. */
#include <signal.h>
int main(void) {
    signal(SIGXCPU, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    for (volatile long i = 0;; ++i)
        ;
}
