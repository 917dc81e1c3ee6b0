// The same with a stream.
// refused: fdopen is not among
#include <stdio.h>
FILE *f() { return fdopen(3, "w"); }
