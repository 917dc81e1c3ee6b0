// Step 4: part=weight: weight_at; part=filter: filter_row; part=exact: filter_row_exact. Raw:
// weight, left, filter, exact (LAB9_SAMPLES each; the coordinates are clamped to [0, count]).
#include "harness.h"
#include "lab9.h"
#include "lab9/inputs.h"

void harness_main() {
    int count = argument("count");
    const char *part = argument_text("part");
    std::vector<float> texels, values;
    std::vector<int> weight, left;
    for (int i = 0; i < count; i++)
        texels.push_back(hidden_wide_texel(hidden_seed(), i));
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        float x = fminf(fmaxf(hidden_fine(hidden_seed(), i, count), 0.0f), (float)count);
        int texel = -1000;
        if (strcmp(part, "weight") == 0) {
            weight.push_back(weight_at(x, &texel));
            left.push_back(texel);
        } else if (strcmp(part, "filter") == 0) {
            values.push_back(filter_row(texels.data(), count, x));
        } else {
            values.push_back(filter_row_exact(texels.data(), count, x));
        }
    }
    if (weight.empty())
        return write_raw(part, values);
    write_raw("weight", weight);
    write_raw("left", left);
}
