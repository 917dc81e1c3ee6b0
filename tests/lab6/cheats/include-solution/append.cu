// The solution by its full path.
#include "@KIT@/solutions/lab6/lab6.cu"
