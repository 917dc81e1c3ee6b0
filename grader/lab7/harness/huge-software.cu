// Step 6 built for blocks that no GPU launches: the same program, with part=software.
#include "huge-blocks.cu"
