// Asks for a variable of the checker.
// refused: the attribute weakref
static int g() __attribute__((weakref("finding_count"))); int f() { return g ? g() : 0; }
