// Step 5, built in blocks of 20 threads, fewer than a warp has: part=sums.
#include "hardware.cu"
