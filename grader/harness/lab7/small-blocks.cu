// Step 5, built in blocks of 20 threads: more blocks than a block has threads. part=integral.
#include "lab7/hardware.cu"
