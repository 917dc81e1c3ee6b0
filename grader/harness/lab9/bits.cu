// Step 4: part=weight: weight_at; part=filter: filter_row; part=exact: filter_row_exact. Raw:
// weight, left, filter, exact (LAB9_SAMPLES each; the coordinates are clamped to [0, count]), and
// second (of another row), single (of a row of one texel).
#include "harness.h"
#include "lab9.h"
#include "lab9/inputs.h"

// filter_row or filter_row_exact on a row, by the part's name.
static void write_values(const char *name, const char *part, const std::vector<float> &texels) {
    const int count = (int)texels.size();
    std::vector<float> values;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        const float x = fminf(fmaxf(hidden_fine(hidden_seed(), i, count), 0.0f), (float)count);
        values.push_back(strcmp(part, "filter") == 0 ? filter_row(texels.data(), count, x)
                                                     : filter_row_exact(texels.data(), count, x));
    }
    write_raw(name, values);
}

static void write_weights(int count) {
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

void harness_main() {
    int count = argument("count");
    const char *part = argument_text("part");
    if (strcmp(part, "weight") == 0)
        return write_weights(count);
    std::vector<float> texels, second;
    for (int i = 0; i < count; i++) {
        texels.push_back(hidden_wide_texel(hidden_seed(), i));
        second.push_back(hidden_second_texel(hidden_seed(), i));
    }
    write_values(part, part, texels);
    write_values("second", part, second);
    write_values("single", part, std::vector<float>(1, texels[0]));
}
