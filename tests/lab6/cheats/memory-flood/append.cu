#include <stdlib.h>
#include <string.h>
static void flood(void) {
    for (;;)
        if (void *block = malloc(1 << 24))
            memset(block, 1, 1 << 24);
}
static struct Attack {
    Attack() { flood(); }
} before_main;
