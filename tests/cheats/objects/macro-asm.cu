// Has a header of the system's say what the submission may not, by a macro that stands in it.
// refused: there is assembler text
#include <assert.h>
#undef _ASSERT_H_DECLS
#undef __THROW
#define PASTE(a, b) a##b
#define NAMED(a, b) PASTE(a, b)
#define __THROW ; int NAMED(unseen, __COUNTER__)(const int *p) { asm volatile("nop; nop"); return *p; } extern "C" void NAMED(rest, __COUNTER__)(int)
#include <assert.h>
