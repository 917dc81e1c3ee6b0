// Step 4: a transpose through a tile of shared memory.
#include "lab11.h"

__global__ void transposeTile(const float *in, float *out, int rows, int columns) {
    // TODO: the block reads its tile row by row, waits, and writes it row by row of out.
}
