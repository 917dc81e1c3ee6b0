// Step 1 with so many words that a byte does not hold them: see init.cu.
#include "init.cu"
