// The same, as an inline function.
// refused: getenv is defined here
extern "C" inline char *getenv(const char *) { return 0; } void *f() { return (void *)getenv; }
