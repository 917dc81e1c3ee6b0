// Step 5: part=weights: plane_weights; part=hardware: read_plane_weights. Raw: weights
// (LAB9_PLANE^2 x 4), hardware.error, hardware (LAB9_PLANE x 4); part=failing: of
// read_plane_weights what failing.h says.
#include "harness.h"
#include "lab9.h"
#include "inputs.h"
#include "failing.h"

static void weights(uint64_t seed) {
    std::vector<int> weights;
    for (int i = 0; i < LAB9_PLANE; i++)
        for (int j = 0; j < LAB9_PLANE; j++) {
            int w[4] = {-1, -1, -1, -1};
            plane_weights(hidden_fraction(seed, 0, i), hidden_fraction(seed, 1, j), w);
            weights.insert(weights.end(), w, w + 4);
        }
    write_raw("weights", weights);
}

static void hardware(uint64_t seed) {
    std::vector<float> weights;
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < LAB9_PLANE && error == cudaSuccess; i++) {
        float w[4] = {LAB9_UNWRITTEN, LAB9_UNWRITTEN, LAB9_UNWRITTEN, LAB9_UNWRITTEN};
        error = read_plane_weights(hidden_fraction(seed, 0, i),
                                   hidden_fraction(seed, 1, LAB9_PLANE - 1 - i), w);
        weights.insert(weights.end(), w, w + 4);
    }
    if (write_error("hardware", error))
        write_raw("hardware", weights);
}

void harness_main() {
    const char *part = argument_text("part");
    if (strcmp(part, "weights") == 0)
        weights(hidden_seed());
    else if (strcmp(part, "hardware") == 0)
        hardware(hidden_seed());
    else {
        float w[4];
        failing("read_plane_weights", w, 4, [&] { return read_plane_weights(77, 150, w); });
    }
}
