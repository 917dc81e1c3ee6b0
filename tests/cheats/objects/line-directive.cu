// The same by #line.
// refused: the attribute no_sanitize_thread
#line 1 "/usr/include/stdio.h"
__attribute__((no_sanitize_thread)) void f(int *p) { *p = 1; }
