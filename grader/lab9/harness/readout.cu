// Step 1. part=point, part=reading: rows of make_row, read by a kernel of ours. Raw, for each
// reading (point; reading: linear, border, wrap, mirror, surprise): NAME.handles (are texture
// object and array set), NAME.error, NAME.x, NAME (LAB9_SAMPLES each). part=samples: sample_row on
// a row of ours, with as many threads as samples. Raw: samples.error, samples.x, samples,
// blocks.error, blocks (in other blocks), many.error, many (every LAB9_EVERY-th value of
// LAB9_MANY_EVEN samples). part=guard: threads to spare. Raw: guard.error, guard.x, guard (LAB9_FEW
// + LAB9_PAST_END each). part=read: read_row on a row of ours. Raw: read.error, read.x, read,
// many.error, many (of LAB9_MANY samples). part=free: free_row.error, left (what free_row leaves in
// the Row: 0 0). part=failing: of make_row and read_row what failing.h says.
#include "harness.h"
#include "lab9.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

__global__ static void fetch(cudaTextureObject_t texture, const float *x, int n, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1D<float>(texture, x[i]);
}

template <class Samples> static void write_samples(const char *name, const Samples &samples) {
    std::vector<float> x, value;
    for (float2 sample : samples) {
        x.push_back(sample.x);
        value.push_back(sample.y);
    }
    char key[100];
    snprintf(key, sizeof key, "%s.x", name);
    write_raw(key, x);
    write_raw(name, value);
}

static void test_row(const char *name, const std::vector<float> &texels, Reading reading) {
    int count = (int)texels.size();
    float base = hidden_base(hidden_seed()), increment = hidden_increment(hidden_seed(), count);
    if (reading.normalized) {
        base /= (float)count;
        increment /= (float)count;
    }
    Row row = {};
    const cudaError_t error = make_row(texels.data(), count, reading, &row);
    if (error == cudaSuccess) {
        char key[100];
        double handles[2] = {(double)(row.texture != 0), (double)(row.array != NULL)};
        snprintf(key, sizeof key, "%s.handles", name);
        write_raw(key, handles, 2);
    }
    if (write_error(name, error) && row.texture != 0) {
        std::vector<float> x;
        for (int i = 0; i < LAB9_SAMPLES; i++)
            x.push_back(fmaf((float)i, increment, base));
        float *places = to_device(x),
              *values = to_device(std::vector<float>(LAB9_SAMPLES, LAB9_UNWRITTEN));
        fetch<<<(LAB9_SAMPLES + 127) / 128, 128>>>(row.texture, places, LAB9_SAMPLES, values);
        if (launched(name)) {
            char key[100];
            snprintf(key, sizeof key, "%s.x", name);
            write_raw(key, x);
            write_raw(name, to_host(values, LAB9_SAMPLES));
        }
        MUST(cudaFree(places));
        MUST(cudaFree(values));
    }
    if (row.texture != 0) // free_row is a test of its own
        MUST(cudaDestroyTextureObject(row.texture));
    if (row.array != NULL)
        MUST(cudaFreeArray(row.array));
}

// A row of ours, point filtering and clamp.
static Row our_row(const std::vector<float> &texels) {
    const size_t bytes = texels.size() * sizeof(float);
    Row row = {};
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    MUST(cudaMallocArray(&row.array, &format, texels.size()));
    MUST(cudaMemcpy2DToArray(row.array, 0, 0, texels.data(), bytes, bytes, 1,
                             cudaMemcpyHostToDevice));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = row.array;
    MUST(cudaCreateTextureObject(&row.texture, &resource, &description, NULL));
    return row;
}

static void free_ours(Row row) {
    MUST(cudaDestroyTextureObject(row.texture));
    MUST(cudaFreeArray(row.array));
}

// sample_row, launched by us for n samples with `spare` places behind them; what came out.
static std::vector<float2> sampled(const char *name, Row row, float base, float increment, int n,
                                   int spare, int blocks, int threads) {
    const size_t places = n + spare;
    float2 *out =
        to_device(std::vector<float2>(places, make_float2(LAB9_UNWRITTEN, LAB9_UNWRITTEN)));
    std::vector<float2> samples;
    sample_row<<<blocks, threads>>>(row.texture, base, increment, n, out);
    if (launched(name))
        samples = to_host(out, places);
    MUST(cudaFree(out));
    return samples;
}

template <class Samples> static void write_picked(const Samples &samples) {
    std::vector<float> picked;
    for (size_t i = 0; i < samples.size(); i += LAB9_EVERY)
        picked.push_back(samples[i].y);
    write_raw("many", picked);
}

static void test_samples(const std::vector<float> &texels) {
    const int count = (int)texels.size();
    const float base = hidden_base(hidden_seed()),
                increment = hidden_increment(hidden_seed(), count);
    const Row row = our_row(texels);
    std::vector<float2> samples = sampled("samples", row, base, increment, LAB9_SAMPLES, 0,
                                          LAB9_SAMPLES / LAB9_BLOCK, LAB9_BLOCK);
    if (!samples.empty())
        write_samples("samples", samples);
    if (harness_goes_on()) {
        harness_uncounted uncounted;
        std::vector<float> values;
        for (float2 sample :
             sampled("blocks", row, base, increment, LAB9_SAMPLES, 0, LAB9_SAMPLES / 25, 25))
            values.push_back(sample.y);
        write_raw("blocks", values);
        write_picked(sampled("many", row, base, hidden_many_increment(hidden_seed(), count),
                             LAB9_MANY_EVEN, 0, LAB9_MANY_EVEN / 256, 256));
    }
    free_ours(row);
}

static void test_guard(const std::vector<float> &texels) {
    const Row row = our_row(texels);
    std::vector<float2> samples =
        sampled("guard", row, hidden_base(hidden_seed()), 0.25f, LAB9_FEW, LAB9_PAST_END, 2, 37);
    if (!samples.empty())
        write_samples("guard", samples);
    free_ours(row);
}

static void test_read(const std::vector<float> &texels) {
    const int count = (int)texels.size();
    const float base = hidden_base(hidden_seed());
    const Row row = our_row(texels);
    bounded_vector<float2> samples(LAB9_SAMPLES, make_float2(LAB9_UNWRITTEN, LAB9_UNWRITTEN));
    if (write_error("read", read_row(row.texture, base, hidden_increment(hidden_seed(), count),
                                     LAB9_SAMPLES, samples.data())))
        write_samples("read", samples);
    if (harness_goes_on()) {
        harness_uncounted uncounted;
        bounded_vector<float2> many(LAB9_MANY, make_float2(LAB9_UNWRITTEN, LAB9_UNWRITTEN));
        if (write_error("many",
                        read_row(row.texture, base, hidden_many_increment(hidden_seed(), count),
                                 LAB9_MANY, many.data())))
            write_picked(many);
    }
    free_ours(row);
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
    std::vector<float2> samples(LAB9_EVEN);
    failing("make_row", [&] {
        Row row = {};
        const cudaError_t error = make_row(texels.data(), count, reading, &row);
        if (error == cudaSuccess) {
            cudaDestroyTextureObject(row.texture);
            cudaFreeArray(row.array);
        }
        return error;
    });
    const Row row = our_row(texels);
    failing("read_row", &samples[0].x, 2 * samples.size(),
            [&] { return read_row(row.texture, 0.5f, 0.25f, LAB9_EVEN, samples.data()); });
    free_ours(row);
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
    if (strcmp(part, "samples") == 0)
        test_samples(texels);
    if (strcmp(part, "guard") == 0)
        test_guard(texels);
    if (strcmp(part, "read") == 0)
        test_read(texels);
    if (strcmp(part, "point") == 0)
        test_row("point", texels, {cudaFilterModePoint, cudaAddressModeClamp, 0, 0});
    if (strcmp(part, "reading") != 0)
        return;
    test_row("linear", texels, {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0});
    test_row("border", texels, {cudaFilterModePoint, cudaAddressModeBorder, 0, border});
    test_row("wrap", texels, {cudaFilterModeLinear, cudaAddressModeWrap, 1, 0});
    test_row("mirror", texels, {cudaFilterModePoint, cudaAddressModeMirror, 1, 0});
    test_row("surprise", texels, {cudaFilterModeLinear, cudaAddressModeBorder, 0, -border});
}
