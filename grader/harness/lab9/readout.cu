// Step 1. Raw, for each reading of the part (point; reading: linear, border, wrap, mirror,
// surprise): NAME.handles (are texture object and array set), NAME.error, NAME.x, NAME
// (LAB9_SAMPLES each). part=point also: blocks.error, blocks (LAB9_SAMPLES, sample_row in blocks of
// another size), many.error, many (every LAB9_EVERY-th of LAB9_MANY samples' values). part=free:
// free_row.error, left (what free_row leaves in the Row: 0 0).
// part=failing: of make_row and read_row what failing.h says.
#include "harness.h"
#include "lab9.h"
#include "lab9/inputs.h"
#include "past_end.h"
#include "failing.h"

static void test_reading(const char *name, const std::vector<float> &texels, Reading reading) {
    uint64_t seed = hidden_seed();
    int count = (int)texels.size();
    float base = hidden_base(seed), increment = hidden_increment(seed, count);
    if (reading.normalized) {
        base /= (float)count;
        increment /= (float)count;
    }
    Row row = {};
    bounded_vector<float2> samples(LAB9_SAMPLES, make_float2(LAB9_UNWRITTEN, LAB9_UNWRITTEN));
    std::vector<float> x, value;
    cudaError_t error = make_row(texels.data(), count, reading, &row);
    if (error == cudaSuccess) {
        char key[100];
        double handles[2] = {(double)(row.texture != 0), (double)(row.array != NULL)};
        snprintf(key, sizeof key, "%s.handles", name);
        write_raw(key, handles, 2);
    }
    if (error == cudaSuccess)
        error = read_row(row.texture, base, increment, LAB9_SAMPLES, samples.data());
    for (float2 sample : samples) {
        x.push_back(sample.x);
        value.push_back(sample.y);
    }
    if (write_error(name, error)) {
        char key[100];
        snprintf(key, sizeof key, "%s.x", name);
        write_raw(key, x);
        write_raw(name, value);
    }
    if (row.texture != 0) // free_row is a test of its own
        MUST(cudaDestroyTextureObject(row.texture));
    if (row.array != NULL)
        MUST(cudaFreeArray(row.array));
}

// sample_row by itself, in blocks that read_row would not take.
static void test_blocks(cudaTextureObject_t texture, float base, float increment) {
    const int threads = 37, blocks = (LAB9_SAMPLES + threads - 1) / threads + 1;
    float2 *out =
        to_device(std::vector<float2>(LAB9_SAMPLES, make_float2(LAB9_UNWRITTEN, LAB9_UNWRITTEN)));
    sample_row<<<blocks, threads>>>(texture, base, increment, LAB9_SAMPLES, out);
    if (launched("blocks")) {
        std::vector<float> values;
        for (float2 sample : to_host(out, LAB9_SAMPLES))
            values.push_back(sample.y);
        write_raw("blocks", values);
    }
    MUST(cudaFree(out));
}

static void test_many(cudaTextureObject_t texture, float base, float increment) {
    bounded_vector<float2> samples(LAB9_MANY, make_float2(LAB9_UNWRITTEN, LAB9_UNWRITTEN));
    std::vector<float> picked;
    if (!write_error("many", read_row(texture, base, increment, LAB9_MANY, samples.data())))
        return;
    for (int i = 0; i < LAB9_MANY; i += LAB9_EVERY)
        picked.push_back(samples[i].y);
    write_raw("many", picked);
}

// Further calls, on a row that the harness makes itself.
static void test_further(const std::vector<float> &texels) {
    harness_uncounted uncounted;
    const int count = (int)texels.size();
    const float base = hidden_base(hidden_seed());
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    cudaTextureDesc description = {};
    cudaTextureObject_t texture = 0;
    resource.resType = cudaResourceTypeArray;
    description.addressMode[0] = cudaAddressModeClamp;
    MUST(cudaMallocArray(&resource.res.array.array, &format, count));
    MUST(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, texels.data(), count * sizeof(float),
                             count * sizeof(float), 1, cudaMemcpyHostToDevice));
    MUST(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    test_blocks(texture, base, hidden_increment(hidden_seed(), count));
    test_many(texture, base, hidden_many_increment(hidden_seed(), count));
    MUST(cudaDestroyTextureObject(texture));
    MUST(cudaFreeArray(resource.res.array.array));
}

static void test_free(const std::vector<float> &texels) {
    Row row = {};
    if (!write_error("make_row", make_row(texels.data(), (int)texels.size(),
                                          {cudaFilterModePoint, cudaAddressModeClamp, 0, 0}, &row)))
        return;
    write_error("free_row", free_row(&row));
    double left[2] = {(double)row.texture, (double)(row.array != NULL)};
    write_raw("left", left, 2);
}

static void test_failing(const std::vector<float> &texels) {
    const int count = (int)texels.size();
    const Reading reading = {cudaFilterModePoint, cudaAddressModeClamp, 0, 0};
    std::vector<float2> samples(LAB9_SAMPLES);
    failing("make_row", [&] {
        Row row = {};
        const cudaError_t error = make_row(texels.data(), count, reading, &row);
        if (error == cudaSuccess) {
            cudaDestroyTextureObject(row.texture);
            cudaFreeArray(row.array);
        }
        return error;
    });
    Row row = {};
    if (make_row(texels.data(), count, reading, &row) != cudaSuccess)
        return;
    failing("read_row", &samples[0].x, 2 * samples.size(),
            [&] { return read_row(row.texture, 0.5f, 0.25f, LAB9_SAMPLES, samples.data()); });
    cudaDestroyTextureObject(row.texture);
    cudaFreeArray(row.array);
}

void harness_main() {
    uint64_t seed = hidden_seed();
    std::vector<float> texels;
    for (int i = 0; i < argument("count"); i++)
        texels.push_back(hidden_texel(seed, i));
    float border = hidden_border(seed);
    const char *part = argument_text("part");
    if (strcmp(part, "failing") == 0)
        test_failing(texels);
    if (strcmp(part, "free") == 0)
        test_free(texels);
    if (strcmp(part, "point") == 0)
        test_reading("point", texels, {cudaFilterModePoint, cudaAddressModeClamp, 0, 0});
    if (strcmp(part, "point") == 0 && harness_goes_on())
        test_further(texels);
    if (strcmp(part, "reading") != 0)
        return;
    test_reading("linear", texels, {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0});
    test_reading("border", texels, {cudaFilterModePoint, cudaAddressModeBorder, 0, border});
    test_reading("wrap", texels, {cudaFilterModeLinear, cudaAddressModeWrap, 1, 0});
    test_reading("mirror", texels, {cudaFilterModePoint, cudaAddressModeMirror, 1, 0});
    test_reading("surprise", texels, {cudaFilterModeLinear, cudaAddressModeBorder, 0, -border});
}
