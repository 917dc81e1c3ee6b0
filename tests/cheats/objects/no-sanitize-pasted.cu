// Hides its races, by words that macros put together.
// refused: the attribute no_sanitize 
#define CAT(a, b) a##b
#define ATT CAT(__attri, bute__)
ATT((CAT(no_sani, tize)("thread"))) void f(int *p) { *p = 1; }
