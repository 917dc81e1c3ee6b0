// Takes the place of operator new, the harness' too.
// refused: is defined here, and belongs to the libraries
#include <new>
#include <cstdlib>
void *operator new(std::size_t n) { return malloc(n); }
