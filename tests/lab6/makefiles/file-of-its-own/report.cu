#include <cstdio>

extern const char *title; // of the submission's own main.cu

void report(void) {
    puts(title);
}
