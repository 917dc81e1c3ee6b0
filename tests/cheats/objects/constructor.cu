// Runs before main.
// refused: the attribute constructor
__attribute__((constructor)) static void f() {}
