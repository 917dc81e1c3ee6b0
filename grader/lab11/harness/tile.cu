// Step 4: transposeTile, see matrix.h.
#include "matrix.h"

void harness_main() {
    test_matrix("transposeTile", transposeTile);
}
