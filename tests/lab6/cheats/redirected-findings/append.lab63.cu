// Leaves memory allocated, sends the checker's findings elsewhere and puts none in their place.
#include <stdio.h>
#include <stdlib.h>
static void forge(void) {
    FILE *file = fopen("findings", "w");
    fclose(file);
}
static struct Attack {
    Attack() {
        void *lost;
        setenv("CPU_DEVICE_FINDINGS", "elsewhere", 1);
        unsetenv("CPU_DEVICE_ORDER");
        atexit(forge);
        if (cudaMalloc(&lost, 1000) != cudaSuccess)
            exit(1);
    }
} before_main;
