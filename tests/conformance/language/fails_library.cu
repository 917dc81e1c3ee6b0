// fails: fails_library.cu:3:10: fatal error: thrust/sort.h: the CPU device has no Thrust
// device: cpu
#include <thrust/sort.h>

int main() {}
