/* Starts threads until no more can be had, and keeps them all. */
#include <pthread.h>
#include <unistd.h>
static void *wait_for_ever(void *unused) {
    pause();
    return unused;
}
int main(void) {
    pthread_t thread;
    for (;;)
        if (pthread_create(&thread, NULL, wait_for_ever, NULL))
            usleep(1000);
}
