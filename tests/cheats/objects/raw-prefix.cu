// A word that ends with R is no prefix of a raw string: what follows is a string, and then code.
// refused: the attribute no_sanitize changes
[[a::b(xR"(")]] int odd;
__attribute__((no_sanitize("thread"))) int unseen(const int *p) { return *p; }
