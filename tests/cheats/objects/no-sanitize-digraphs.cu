// Hides its races behind digraphs.
// refused: the attribute no_sanitize_thread
<:<:gnu::no_sanitize_thread:>:> void f(int *p) { *p = 1; }
