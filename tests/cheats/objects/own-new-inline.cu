// The same as a function that the linker takes from whoever has one: without "inline" it is refused anyway.
// refused: is defined here, and belongs to the libraries
#include <cstdlib>
inline void *operator new(std::size_t n) { return malloc(n); }
void *(*use_of_it)(std::size_t) = &operator new;
