// The place is named as a header's, and gcc says so itself when it comes back from another one.
// refused: there is assembler text
#line 44 "/usr/include/x86_64-linux-gnu/sys/io.h"
#include <float.h>
static int unseen(int n) { asm volatile("nop; nop" : "+r"(n)); return n; }
int seven = unseen(7);
