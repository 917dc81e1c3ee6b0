// fails: fails_library.cu:2:10: fatal error: thrust/sort.h: the CPU device has no Thrust
#include <thrust/sort.h>

int main() {}
