// Writes where code is.
// refused: mprotect is not among
#include <sys/mman.h>
void f() { mprotect(0, 1, 7); }
