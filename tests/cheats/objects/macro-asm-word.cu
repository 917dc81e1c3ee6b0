// An instruction of one word, by a macro that stands in a header.
// refused: there is assembler text
#include <features.h>
#undef __BEGIN_DECLS
#define __BEGIN_DECLS extern "C" { static inline void unseen(int *p, int n) { asm volatile("stosl" : "+D"(p) : "a"(n) : "memory"); }
#include <sys/timerfd.h>
void f(int *p) { unseen(p, 1); }
