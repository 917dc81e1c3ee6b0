// Step 5: filter_row_border. Raw: border (LAB9_SAMPLES). weight_at is the reference's, and
// plane_weights is ours (grader_own.h), in border-own.cu the student's.
#include "harness.h"
#include "lab9.h"
#include "inputs.h"

#ifndef OWN_WEIGHTS
void plane_weights(int a, int b, int weights[4]) {
    weights[3] = (a * b + 128) / 256;
    weights[2] = b - weights[3];
    weights[1] = a - weights[3];
    weights[0] = 256 - weights[1] - weights[2] - weights[3];
}
#endif

void harness_main() {
    const uint64_t seed = hidden_seed();
    const int count = argument("count");
    std::vector<float> texels, border;
    for (int i = 0; i < count; i++)
        texels.push_back(hidden_texel(seed, i));
    for (int i = 0; i < LAB9_SAMPLES; i++)
        border.push_back(filter_row_border(texels.data(), count, hidden_border(seed),
                                           hidden_fine(seed, i, count)));
    write_raw("border", border);
}
