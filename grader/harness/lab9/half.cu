// Step 3. part=centres: centre_of; part=texels: read_texels. Raw: centres0, centres1 (unnormalised,
// normalised; count each), plain.error, plain, norm.error, norm (count each), long.error, long
// (LAB9_LONG).
#include "harness.h"
#include "lab9.h"
#include "lab9/inputs.h"
#include "past_end.h"

static void read_back(const char *name, int count, int normalized) {
    bounded_vector<float> texels, back(count, LAB9_UNWRITTEN);
    texels.reserve(count);
    for (int i = 0; i < count; i++)
        texels.push_back(hidden_texel(hidden_seed(), i));
    Row row = {};
    MUST(make_row(texels.data(), count, {cudaFilterModeLinear, cudaAddressModeClamp, normalized, 0},
                  &row));
    if (write_error(name, read_texels(row.texture, count, normalized, back.data())))
        write_raw(name, back);
    MUST(free_row(&row));
}

void harness_main() {
    int count = argument("count");
    bool centres_only = strcmp(argument_text("part"), "centres") == 0;
    for (int normalized = 0; normalized < 2; normalized++) {
        std::vector<float> centres;
        for (int i = 0; i < count && centres_only; i++)
            centres.push_back(centre_of(i, count, normalized));
        if (centres_only) {
            write_raw(normalized ? "centres1" : "centres0", centres);
            continue;
        }
        read_back(normalized ? "norm" : "plain", count, normalized);
    }
    if (centres_only || !harness_goes_on())
        return;
    harness_uncounted uncounted;
    read_back("long", LAB9_LONG, 1);
}
