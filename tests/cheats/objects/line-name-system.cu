// The same in a header that calls itself the system's.
// refused: there is assembler text
#ifndef AGAIN
#define AGAIN
#include "line-name-system.cu"
int seven = unseen(7);
#else
#pragma GCC system_header
#line 44 "/usr/include/x86_64-linux-gnu/sys/io.h"
static int unseen(int n) { asm volatile("nop; nop" : "+r"(n)); return n; }
#endif
