/* A folder in a folder in a folder ..., for a trusted side that walks down. */
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
    for (int i = 0; i < 100; ++i)
        if (mkdir("d", 0700) || chdir("d"))
            return 1;
}
