// Step 3: transposeNaive, see matrix.h.
#include "matrix.h"

void harness_main() {
    test_matrix("transposeNaive", transposeNaive);
}
