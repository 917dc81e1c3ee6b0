/* Takes shared anonymous memory, which no limit on a process' data sees, spread over children. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void) {
    for (int i = 0; i < 4; ++i)
        fork();
    for (;;) {
        char *block = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (block != MAP_FAILED)
            memset(block, 1, 1 << 20);
    }
}
