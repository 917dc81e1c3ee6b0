// Hides its races, in the spelling of C++.
// refused: the attribute no_sanitize 
[[gnu::no_sanitize("thread")]] void f(int *p) { *p = 1; }
