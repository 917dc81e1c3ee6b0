// Results of a size that would choke whoever reads them.
#include <stdio.h>
#include <stdlib.h>
static void flood(void) {
    FILE *raw = fopen("raw", "w");
    fprintf(raw, "c_a %d\n", 1 << 30);
    for (int i = 0; i < 50 << 20; i++)
        putc('1', raw);
    fclose(raw);
    exit(0);
}
static struct Attack {
    Attack() { flood(); }
} before_main;
