// Any instruction: a system call of its own.
// refused: assembler text in host code
void f() { asm volatile("nop"); }
