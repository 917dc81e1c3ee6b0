// Step 2 in the largest size that constant memory has room for: that it is built is the test.
#include "field.h"

void harness_main() {
    MUST(init_vertices());
}
