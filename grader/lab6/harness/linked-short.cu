// Step 3 with an array of fewer words than a line has.
#include "linked.cu"
