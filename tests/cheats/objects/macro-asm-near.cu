// A header has assembler text of its own there: this is not it.
// refused: there is assembler text
#define outb unseen() { asm volatile("nop; nop"); } static __inline void rest
#include <sys/io.h>
void f() { unseen(); }
