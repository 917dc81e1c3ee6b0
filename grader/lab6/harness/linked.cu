// Step 3: what gTestCM1 prints of a c_a that it cannot know. Raw: gTestCM1.error; the text is on
// standard output. An array of lab61.cu's own gets the words, too: that there are two is for
// step3-makefile to say.
#include "harness.h"
#include "lab6.h"
#include "inputs.h"

extern __constant__ int c_a[CM_SIZE];
__attribute__((weak)) cudaError_t hAddressCM1(void **address); // given, and may be gone

static void fill_other(const int *table) {
    void *address = NULL, *here = NULL;
    if (hAddressCM1 == NULL || hAddressCM1(&address) != cudaSuccess)
        return;
    MUST(cudaGetSymbolAddress(&here, c_a));
    if (address != here)
        MUST(cudaMemcpy(address, table, (CM_SIZE < 4 ? CM_SIZE : 4) * sizeof(int),
                        cudaMemcpyHostToDevice));
}

void harness_main() {
    int table[CM_SIZE];
    for (int i = 0; i < CM_SIZE; i++)
        table[i] = hidden_constant(hidden_seed(), i);
    MUST(cudaMemcpyToSymbol(c_a, table, sizeof table));
    fill_other(table);
    gTestCM1<<<1, 1>>>();
    launched("gTestCM1");
}
