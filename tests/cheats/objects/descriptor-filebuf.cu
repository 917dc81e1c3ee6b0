// The same with libstdc++.
// refused: is not among
#include <ext/stdio_filebuf.h>
void *f() { return new __gnu_cxx::stdio_filebuf<char>(3, std::ios::out); }
