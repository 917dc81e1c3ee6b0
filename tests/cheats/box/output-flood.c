/* Prints for ever, on both streams, whatever write says. */
#include <unistd.h>
int main(void) {
    static char block[4096];
    for (;;)
        if (write(1, block, sizeof block) < 0)
            (void)!write(2, block, sizeof block);
}
