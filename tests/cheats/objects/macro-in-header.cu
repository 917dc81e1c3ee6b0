// Has a header of the system's say what the submission may not, by a macro that stands in it.
// refused: the attribute no_sanitize changes
#include <assert.h>
#undef _ASSERT_H_DECLS
#undef __THROW
#define PASTE(a, b) a##b
#define NAMED(a, b) PASTE(a, b)
#define __THROW ; __attribute__((no_sanitize("thread"))) int NAMED(unseen, __COUNTER__)(const int *p) { return *p; } extern "C" void NAMED(rest, __COUNTER__)(int)
#include <assert.h>
