// The same without operands.
// refused: there is assembler text
#include <features.h>
#undef __BEGIN_DECLS
#define __BEGIN_DECLS extern "C" { static inline void unseen() { if (1) asm("stosl"); }
#include <sys/timerfd.h>
void f() { unseen(); }
