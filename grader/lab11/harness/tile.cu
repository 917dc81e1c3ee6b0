// Step 4: see matrix.h.
#include "matrix.h"

void harness_main() {
    test_matrix("transposeTile", transposeTile);
}
