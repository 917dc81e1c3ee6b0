// Step 4: part=filter: filter_row; part=exact: filter_row_exact. Raw: filter or exact
// (LAB9_SAMPLES; the coordinates are clamped to [0, count]), second (of another row), single (of a
// row of one texel). weight_at is ours (grader_own.h), in filter-own.cu the student's.
#include "harness.h"
#include "lab9.h"
#include "inputs.h"

#ifndef OWN_WEIGHTS
int weight_at(float x, int *left) {
    const double steps = floor(256.0 * ((double)x - 0.5) + 0.5);
    *left = (int)floor(steps / 256.0);
    return (int)(steps - 256.0 * *left);
}
#endif

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

void harness_main() {
    const int count = argument("count");
    const char *part = argument_text("part");
    std::vector<float> texels, second;
    for (int i = 0; i < count; i++) {
        texels.push_back(hidden_wide_texel(hidden_seed(), i));
        second.push_back(hidden_second_texel(hidden_seed(), i));
    }
    write_values(part, part, texels);
    write_values("second", part, second);
    write_values("single", part, std::vector<float>(1, texels[0]));
}
