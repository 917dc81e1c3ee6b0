// Step 1: what hInitCM leaves in c_a. Raw: hInitCM.error, c_a (CM_SIZE), second.error and again, of
// a second call after c_a was changed.
#include "harness.h"
#include "lab6.h"

extern __constant__ int c_a[CM_SIZE];

__global__ static void read_constant(int *out) {
    for (int i = 0; i < CM_SIZE; i++)
        out[i] = c_a[i];
}

void harness_main() {
    std::vector<int> nothing(CM_SIZE, 77);
    MUST(cudaMemcpyToSymbol(c_a, nothing.data(), CM_SIZE * sizeof(int)));
    write_error("hInitCM", hInitCM());
    int *out = to_device(nothing);
    read_constant<<<1, 1>>>(out);
    if (launched("read"))
        write_raw("c_a", to_host(out, CM_SIZE));
    MUST(cudaMemcpyToSymbol(c_a, nothing.data(), CM_SIZE * sizeof(int)));
    if (write_error("second", hInitCM())) {
        read_constant<<<1, 1>>>(out);
        if (launched("read"))
            write_raw("again", to_host(out, CM_SIZE));
    }
    MUST(cudaFree(out));
}
