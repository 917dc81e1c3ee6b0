// Passes its code off as a header of the system.
// refused: a line marker \(# 1\)
# 1 "/usr/include/stdio.h" 1 3
__attribute__((no_sanitize_thread)) void f(int *p) { *p = 1; }
