// Step 1: what hInitCM leaves in c_a. Raw: hInitCM.error, c_a (CM_SIZE), second.error and again, of
// a second call after c_a was changed; with part=failing: of hInitCM what failing.h says.
#include "failing.h"
#include "lab6.h"

extern __constant__ int c_a[CM_SIZE];

__global__ static void read_constant(int *out) {
    for (int i = 0; i < CM_SIZE; i++)
        out[i] = c_a[i];
}

void harness_main() {
    std::vector<int> nothing(CM_SIZE, 77);
    if (strcmp(argument_text("part"), "failing") == 0) {
        std::vector<int> words(CM_SIZE);
        failing(
            "hInitCM", words.data(), words.size(), [] { return hInitCM(); },
            [&] {
                MUST(cudaMemcpyFromSymbol(words.data(), c_a, CM_SIZE * sizeof(int)));
                MUST(cudaMemcpyToSymbol(c_a, nothing.data(), CM_SIZE * sizeof(int)));
            });
        return;
    }
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
