// Hides its races, with the namespace named once.
// refused: the attribute no_sanitize_thread
[[using gnu: unused, __no_sanitize_thread__]] void f(int *p) { *p = 1; }
