// Behind what looks like a mark of the CPU device.
// refused: there is assembler text
#include <features.h>
#undef __BEGIN_DECLS
#define __BEGIN_DECLS extern "C" { static inline void unseen() { asm(".pushsection .cpudev_x\n.popsection\nnop"); }
#include <sys/timerfd.h>
void f() { unseen(); }
