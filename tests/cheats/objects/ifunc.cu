// Runs when the program is bound.
// refused: the attribute ifunc
extern "C" { static int g() { return 3; } static void *r() { return (void *)g; } int f() __attribute__((ifunc("r"))); }
