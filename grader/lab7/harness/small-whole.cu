// Step 5's integral in blocks of 20 threads: more blocks than a block has threads. part=integral.
#include "hardware-whole.cu"
