// Finds what is inside the runtime.
// refused: dlsym is not among
#include <dlfcn.h>
void *f() { return dlsym(RTLD_DEFAULT, "cpudev_start"); }
