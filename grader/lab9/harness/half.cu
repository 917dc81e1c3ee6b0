// Step 3. part=centres: centre_of; part=texels: read_texels. Raw: centres0, centres1 (unnormalised,
// normalised; count each), plain.error, plain, norm.error, norm (count each), long.error, long
// (LAB9_LONG); part=failing: of read_texels what failing.h says.
#include "harness.h"
#include "lab9.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

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

static void test_failing(int count) {
    std::vector<float> texels(count, 1.5f), back(count);
    Row row = {};
    MUST(make_row(texels.data(), count, {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0}, &row));
    failing("read_texels", back, [&] { return read_texels(row.texture, count, 0, back.data()); });
    MUST(free_row(&row));
}

void harness_main() {
    int count = argument("count");
    if (strcmp(argument_text("part"), "failing") == 0) {
        test_failing(count);
        return;
    }
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
