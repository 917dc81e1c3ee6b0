// An instruction of the processor, by a macro that stands in a header.
// refused: __builtin_ia32_movnti is an instruction
#include <features.h>
#undef __BEGIN_DECLS
#define __BEGIN_DECLS extern "C" { static inline void unseen(int *p, int n) { __builtin_ia32_movnti(p, n); }
#include <sys/timerfd.h>
void f(int *p) { unseen(p, 1); }
