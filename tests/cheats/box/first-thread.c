/* Floods the memory from a second thread when the first has ended. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *flood(void *unused) {
    (void)unused;
    usleep(20000);
    puts("tried");
    fflush(stdout);
    for (int i = 0; i < 512; ++i) {
        char *memory = malloc(1 << 20);
        if (!memory)
            return NULL;
        memset(memory, 1, 1 << 20);
        usleep(500);
    }
    puts("GOT 512 MiB");
    fflush(stdout);
    exit(0);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, flood, NULL);
    pthread_exit(NULL);
}
