// Step 4: weight_at, filter_row, filter_row_exact. Raw: weight, left, filter, exact (LAB9_SAMPLES
// each; the coordinates of the last two are clamped to [0, count]).
#include "harness.h"
#include "lab9.h"
#include "lab9/inputs.h"

int main(int argc, char **argv) {
    harness_start(argc, argv);
    int count = argument("count");
    std::vector<float> texels, filter, exact;
    std::vector<int> weight, left;
    for (int i = 0; i < count; i++)
        texels.push_back(hidden_texel(hidden_seed(), i));
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        float x = fminf(fmaxf(hidden_fine(hidden_seed(), i, count), 0.0f), (float)count);
        int texel = -1000;
        weight.push_back(weight_at(x, &texel));
        left.push_back(texel);
        filter.push_back(filter_row(texels.data(), count, x));
        exact.push_back(filter_row_exact(texels.data(), count, x));
    }
    write_raw("weight", weight);
    write_raw("left", left);
    write_raw("filter", filter);
    write_raw("exact", exact);
}
