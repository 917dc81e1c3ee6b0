/* Leaves a core dump of a large program. */
#include <stdlib.h>
#include <string.h>
int main(void) {
    memset(malloc(16 << 20), 1, 16 << 20);
    abort();
}
