// The same, behind a comment and a digraph.
// refused: a line marker \(# 1\)
/* a
 */ %: /* b */ 1 "/usr/include/stdio.h" 1 3
__attribute__((no_sanitize_thread)) void f(int *p) { *p = 1; }
