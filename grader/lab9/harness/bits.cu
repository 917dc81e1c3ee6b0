// Step 4: weight_at. Raw: weight, left (LAB9_SAMPLES each; the coordinates are clamped to [0,
// count]).
#include "harness.h"
#include "lab9.h"
#include "inputs.h"

void harness_main() {
    const int count = argument("count");
    std::vector<int> weight, left;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        const float x = fminf(fmaxf(hidden_fine(hidden_seed(), i, count), 0.0f), (float)count);
        int texel = -1000;
        weight.push_back(weight_at(x, &texel));
        left.push_back(texel);
    }
    write_raw("weight", weight);
    write_raw("left", left);
}
