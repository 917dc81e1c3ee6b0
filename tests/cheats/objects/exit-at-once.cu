// Ends before the checker has spoken.
// refused: _exit is not among
#include <unistd.h>
void f() { _exit(0); }
