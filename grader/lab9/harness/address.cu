// Step 2: texel_at. Raw: wrap, clamp, mirror, border (LAB9_SAMPLES each), and other.wrap and so on
// (the same, of rows and coordinates of all sizes).
#include "harness.h"
#include "lab9.h"
#include "inputs.h"

void harness_main() {
    static const struct {
        const char *name;
        cudaTextureAddressMode mode;
    } modes[LAB9_MODES] = {{"wrap", cudaAddressModeWrap},
                           {"clamp", cudaAddressModeClamp},
                           {"mirror", cudaAddressModeMirror},
                           {"border", cudaAddressModeBorder}};
    int count = argument("count"), normalized = argument("normalized");
    for (auto mode : modes) {
        std::vector<int> texels;
        for (int i = 0; i < LAB9_SAMPLES; i++)
            texels.push_back(texel_at(hidden_coordinate(hidden_seed(), i, count, normalized), count,
                                      mode.mode, normalized));
        write_raw(mode.name, texels);
    }
    for (auto mode : modes) {
        std::vector<int> texels;
        for (int i = 0; i < LAB9_SAMPLES; i++)
            texels.push_back(texel_at(hidden_other_coordinate(hidden_seed(), i, normalized),
                                      hidden_other_count(i), mode.mode, normalized));
        char name[20];
        snprintf(name, sizeof name, "other.%s", mode.name);
        write_raw(name, texels);
    }
}
