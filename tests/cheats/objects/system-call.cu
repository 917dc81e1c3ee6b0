// Any system call.
// refused: syscall is not among
#include <unistd.h>
#include <sys/syscall.h>
void f() { syscall(1, 3, "x", 1); }
