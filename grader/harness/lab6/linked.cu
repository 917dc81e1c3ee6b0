// Step 3: what gTestCM1 prints of a c_a that it cannot know. Raw: gTestCM1.error; the text is on
// standard output.
#include "harness.h"
#include "lab6.h"
#include "lab6/inputs.h"

extern __constant__ int c_a[CM_SIZE];

void harness_main() {
    int table[CM_SIZE];
    for (int i = 0; i < CM_SIZE; i++)
        table[i] = hidden_constant(hidden_seed(), i);
    MUST(cudaMemcpyToSymbol(c_a, table, sizeof table));
    gTestCM1<<<1, 1>>>();
    launched("gTestCM1");
}
