// Takes the place of getenv, by a pragma.
// refused: #pragma redefine_extname
#pragma redefine_extname f getenv
extern "C" int f(const char *) { return 0; }
