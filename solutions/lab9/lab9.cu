// Lab 9, given: prints what each step shows. `make check` holds the steps against the texture unit.
//   lab9               the readouts of all steps
//   lab9 bits FILE     CSV for the staircase of weights: x, hardware, emulated, exact
//   lab9 plane FILE    CSV for two dimensions: a, b, hardware, product, emulated (weight of (1,1))
#include "lab9.h"
#include "../common/selftest.h"
#include <math.h>

static std::vector<float> identity(int count) {
    std::vector<float> texels(count);
    for (int i = 0; i < count; i++)
        texels[i] = (float)i;
    return texels;
}

// Reads `n` samples of `texels` from base by increment. A step 1 that fails gives no samples.
static std::vector<float2> samples_of(const std::vector<float> &texels, Reading reading, float base,
                                      float increment, int n) {
    Row row = {};
    std::vector<float2> samples(n);
    cudaError_t error = make_row(texels.data(), (int)texels.size(), reading, &row);
    if (error == cudaSuccess) {
        error = read_row(row.texture, base, increment, n, samples.data());
        free_row(&row);
    }
    if (error != cudaSuccess)
        samples.clear();
    return samples;
}

static void print_samples(const char *title, const std::vector<float2> &samples) {
    printf("%s\n", title);
    for (size_t i = 0; i < samples.size(); i++)
        printf("(%.2f, %.2f)%s", samples[i].x, samples[i].y,
               i % 6 == 5 || i + 1 == samples.size() ? "\n" : " ");
    if (samples.empty())
        printf("(nothing: step 1 is not done)\n");
}

// ---- What the steps show ------------------------------------------------------------------------

static void show_readouts(void) {
    const Reading point = {cudaFilterModePoint, cudaAddressModeClamp, 0, 0};
    const Reading linear = {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0};
    std::vector<float> row = identity(8);
    print_samples("Step 1: 0 1 2 .. 7, point", samples_of(row, point, 0.0f, 1.0f, 9));
    print_samples("Step 1: 0 1 2 .. 7, linear", samples_of(row, linear, 0.0f, 1.0f, 9));
    print_samples("Step 2: where texel 0 ends", samples_of(row, point, 0.9f, 0.01f, 20));
    for (cudaTextureAddressMode mode : {cudaAddressModeClamp, cudaAddressModeBorder}) {
        const char *title =
            mode == cudaAddressModeClamp ? "Step 2: outside, clamp" : "Step 2: outside, border -1";
        print_samples(title, samples_of(row, {cudaFilterModePoint, mode, 0, -1}, -2.5f, 2.0f, 7));
    }
    for (cudaTextureAddressMode mode : {cudaAddressModeWrap, cudaAddressModeMirror}) {
        const char *title =
            mode == cudaAddressModeWrap ? "Step 2: normalised, wrap" : "Step 2: normalised, mirror";
        Reading reading = {cudaFilterModePoint, mode, 1, 0};
        print_samples(title, samples_of(row, reading, -0.9375f, 0.1875f, 14));
    }
    print_samples("Step 3: linear, half a texel further", samples_of(row, linear, 0.5f, 1.0f, 8));
}

static unsigned bits_of(float value) {
    unsigned bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void show_bits(float increment) {
    std::vector<float> tenths(10);
    for (int i = 0; i < 10; i++)
        tenths[i] = (float)i / 10.0f;
    Reading reading = {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0};
    std::vector<float2> samples = samples_of(tenths, reading, 1.5f, increment, 11);
    printf("Step 4: 0.0 0.1 .. 0.9 by steps of %.2f\n"
           "   x     actual    (hex)     expected  (hex)     difference    after emulation\n",
           increment);
    for (float2 s : samples) {
        float expected = filter_row_exact(tenths.data(), 10, s.x);
        float emulated = filter_row(tenths.data(), 10, s.x);
        printf("%5.2f  %.6f  %08X  %.6f  %08X  %13E %13E\n", s.x, s.y, bits_of(s.y), expected,
               bits_of(expected), s.y - expected, s.y - emulated);
    }
}

static void show_plane(void) {
    printf("Step 5: weights of a bilinear read, in 256ths\n"
           "   a    b   hardware              emulated              product of 1.8 weights\n");
    for (int a : {1, 77, 128, 255})
        for (int b : {3, 128, 200}) {
            float w[4] = {};
            int e[4];
            plane_weights(a, b, e);
            if (read_plane_weights(a, b, w) != cudaSuccess)
                continue;
            printf("%4d %4d  ", a, b);
            for (int i = 0; i < 4; i++)
                printf(" %4.0f", 256 * w[i]);
            printf("  ");
            for (int i = 0; i < 4; i++)
                printf(" %4d", e[i]);
            printf("   %7.3f %7.3f %7.3f %7.3f\n", (256 - a) * (256 - b) / 256.0,
                   a * (256 - b) / 256.0, (256 - a) * b / 256.0, a * b / 256.0);
        }
    std::vector<float> ones(5, 1.0f);
    Reading border = {cudaFilterModeLinear, cudaAddressModeBorder, 0, 0.5f};
    print_samples("Step 5: a row of ones, border 0.5, linear",
                  samples_of(ones, border, 0, 0.5f, 12));
}

#ifdef LAB_CHECK

// ---- Step 1 -------------------------------------------------------------------------------------

// Samples of `texels`, for the step that is tried: what fails before says so itself.
static std::vector<float2> tried_samples(int step, const std::vector<float> &texels,
                                         Reading reading, float base, float increment, int n) {
    Row row = {};
    std::vector<float2> samples(n, make_float2(-77.0f, -77.0f));
    cudaError_t error = make_row(texels.data(), (int)texels.size(), reading, &row);
    if (step != 1 && error != cudaSuccess)
        waits_for(1);
    returned(error, "make_row");
    if (!row.array || !row.texture)
        mistake(NULL, "make_row returned cudaSuccess and stored no array or no texture object");
    error = read_row(row.texture, base, increment, n, samples.data());
    if (step != 1 && error != cudaSuccess)
        waits_for(1);
    returned(error, "read_row");
    if (step != 1) {
        free_row(&row);
        return samples;
    }
    CUDA_CHECK(cudaDestroyTextureObject(row.texture));
    CUDA_CHECK(cudaFreeArray(row.array));
    return samples;
}

static const char *name_of(cudaTextureAddressMode mode) {
    return mode == cudaAddressModeWrap     ? "wrap"
           : mode == cudaAddressModeClamp  ? "clamp"
           : mode == cudaAddressModeMirror ? "mirror"
                                           : "border";
}

// What a row of the texels 0, 10, 20 .. reads at x, by what each address mode means: the position
// is led back into the row first.
static float row_at(float x, int count, Reading r) {
    double at = r.normalized ? (double)x * count : (double)x;
    if (r.address == cudaAddressModeWrap)
        at -= count * floor(at / count);
    if (r.address == cudaAddressModeMirror) {
        at -= 2 * count * floor(at / (2 * count));
        at = at < count ? at : 2 * count - at;
    }
    double sum = 0.0;
    for (int i = -1; i <= count; i++) {
        int texel = i < 0 ? 0 : i >= count ? count - 1 : i;
        if (r.normalized && r.address == cudaAddressModeWrap)
            texel = (i + count) % count;
        double share = r.filter == cudaFilterModePoint ? (floor(at) == i)
                                                       : fmax(0.0, 1.0 - fabs(at - 0.5 - i));
        sum += share * 10.0 * texel;
    }
    return at <= -0.5 ? 0.0f : at >= count + 0.5 ? 10.0f * (count - 1) : (float)sum;
}

static void check_row(int count, Reading reading, float base, float increment, int n) {
    std::vector<float> texels(count);
    for (int i = 0; i < count; i++)
        texels[i] = 10.0f * i;
    std::vector<float2> samples = tried_samples(1, texels, reading, base, increment, n);
    for (int i = 0; i < n; i++) {
        float x = fmaf((float)i, increment, base), expected = row_at(x, count, reading);
        if (samples[i].x == x && fabsf(samples[i].y - expected) <= 0.1f)
            continue;
        mistake(NULL,
                "%s, %s, %s coordinates, %d texels 0, 10, 20 ..: sample %d of %d is (%g, %g), "
                "expected (%g, %g)",
                reading.filter == cudaFilterModePoint ? "point" : "linear",
                name_of(reading.address), reading.normalized ? "normalised" : "unnormalised", count,
                i, n, samples[i].x, samples[i].y, x, expected);
    }
}

static void check_point(void) {
    check_row(8, {cudaFilterModePoint, cudaAddressModeClamp, 0, 0}, 0.25f, 0.5f, 16);
    check_row(300, {cudaFilterModePoint, cudaAddressModeClamp, 0, 0}, 0.5f, 1.0f, 299);
}

static void check_reading(void) {
    const cudaTextureFilterMode both[] = {cudaFilterModePoint, cudaFilterModeLinear};
    for (cudaTextureFilterMode filter : both) {
        check_row(7, {filter, cudaAddressModeClamp, 0, 0}, -3.2f, 0.37f, 37);
        check_row(7, {filter, cudaAddressModeClamp, 1, 0}, -0.43f, 0.031f, 61);
        check_row(7, {filter, cudaAddressModeWrap, 1, 0}, -1.43f, 0.0713f, 61);
        check_row(7, {filter, cudaAddressModeMirror, 1, 0}, -1.43f, 0.0713f, 61);
    }
    // Outside lies the border colour; a row has a y too, where the mode is that of x (step 5).
    const Reading border = {cudaFilterModePoint, cudaAddressModeBorder, 0, -5.5f};
    std::vector<float2> outside = tried_samples(1, identity(6), border, -4.5f, 1.0f, 15);
    for (float2 s : outside) {
        float expected = s.x >= 0.0f && s.x < 6.0f ? floorf(s.x) : -5.5f;
        if (s.y != expected)
            mistake(NULL, "border -5.5, 6 texels: at %g the texture gives %g, expected %g", s.x,
                    s.y, expected);
    }
    // Linear, border: half of what lies there is the border colour, for the row has no neighbours
    // in y.
    const Reading linear = {cudaFilterModeLinear, cudaAddressModeBorder, 0, 8.0f};
    std::vector<float2> ones = tried_samples(1, std::vector<float>(6, 4.0f), linear, 2.5f, 1.0f, 2);
    for (float2 s : ones)
        if (s.y != 6.0f)
            mistake(NULL,
                    "border 8, a row of 4s, linear: inside the texture gives %g, expected 6: the "
                    "address mode of y counts too",
                    s.y);
}

static void check_free(void) {
    const std::vector<float> texels = identity(5);
    Row row = {};
    returned(make_row(texels.data(), 5, {cudaFilterModePoint, cudaAddressModeClamp, 0, 0}, &row),
             "make_row");
    if (!row.array || !row.texture)
        mistake(NULL, "make_row returned cudaSuccess and stored no array or no texture object");
    Row had = row;
    returned(free_row(&row), "free_row");
    if (row.array || row.texture)
        mistake("not-set-to-zero", "array and texture object must be 0 afterwards");
    cudaResourceDesc resource;
    if (cudaGetTextureObjectResourceDesc(&resource, had.texture) == cudaSuccess)
        mistake("leak", "the texture object is not destroyed");
    cudaGetLastError();
}

// ---- Step 2 -------------------------------------------------------------------------------------

static void check_addresses(int normalized) {
    const cudaTextureAddressMode modes[] = {cudaAddressModeWrap, cudaAddressModeClamp,
                                            cudaAddressModeMirror, cudaAddressModeBorder};
    bool same = true;
    const int first = texel_at(normalized ? 0.01f : 0.5f, 8, cudaAddressModeClamp, normalized);
    for (float x = 0.0f; x < 1.0f; x += 0.125f)
        same = same &&
               texel_at(normalized ? x : 8.0f * x, 8, cudaAddressModeClamp, normalized) == first;
    if (same)
        not_begun();
    for (int count : {1, 5, 8, 10, 1000, 4099})
        for (cudaTextureAddressMode mode : modes)
            for (int part = 0; part < 3; part++) {
                Reading reading = {cudaFilterModePoint, mode, normalized, (float)OUTSIDE};
                float step = normalized ? 0.037f : 0.31f, base = -60 * step;
                int n = 121;
                if (part == 1 && normalized) { // at the edges of texels, and right beside them
                    step = 1.0f / (float)count;
                    n = count < 200 ? count + 9 : 200;
                    base = -4 * step;
                } else if (part == 1) {
                    step = 0.5f;
                    base = (float)count - 20.0f;
                } else if (part == 2) {
                    step = normalized ? 1.7e-7f : 1e-4f;
                    base = normalized ? 0.5f - 60 * step : (float)(count / 2) - 60 * step;
                }
                for (float2 s : tried_samples(2, identity(count), reading, base, step, n)) {
                    int texel = texel_at(s.x, count, mode, normalized);
                    if (texel != (int)s.y)
                        mistake(NULL,
                                "%s, %s, %d texels: at %.9g the unit reads %d, texel_at says %d",
                                name_of(mode), normalized ? "normalised" : "unnormalised", count,
                                s.x, (int)s.y, texel);
                }
            }
}

static void check_unnormalised(void) {
    check_addresses(0);
}

static void check_normalised(void) {
    check_addresses(1);
}

// ---- Step 3 -------------------------------------------------------------------------------------

// Is every centre at its index, without the half?
static bool places_are_indices(int count, int normalized) {
    bool all = true;
    for (int i = 0; i < count; i++)
        all = all && fabsf(centre_of(i, count, normalized) * (normalized ? count : 1) - i) < 1e-4f;
    return all;
}

static void check_centres(void) {
    const Reading linear = {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0};
    for (int count : {8, 13, 1}) {
        std::vector<float> texels(count);
        for (int i = 0; i < count; i++)
            texels[i] = (float)(i * i + 3);
        for (int normalized = 0; normalized < 2; normalized++)
            for (int i = 0; i < count; i++) {
                Reading reading = linear;
                reading.normalized = normalized;
                float x = centre_of(i, count, normalized);
                if (i == 0 && count > 1 && x == centre_of(count - 1, count, normalized))
                    not_begun();
                float value = tried_samples(3, texels, reading, x, 0.0f, 1)[0].y;
                if (value != texels[i])
                    mistake(
                        count > 1 && places_are_indices(count, normalized) ? "no-half-texel" : NULL,
                        "%s, %d texels: at centre_of(%d) = %g the unit gives %g, the texel is %g",
                        normalized ? "normalised" : "unnormalised", count, i, x, value, texels[i]);
                float middle = ((float)i + 0.5f) * (normalized ? 1.0f / (float)count : 1.0f);
                if (fabsf(x - middle) > 1e-3f * middle)
                    mistake(NULL, "centre_of(%d, %d, %d) is %g: that is not the middle of a texel",
                            i, count, normalized, x);
            }
    }
}

static void check_texels(void) {
    for (int count : {1, 13, 400}) {
        std::vector<float> texels(count), back(count, -1.0f);
        for (int i = 0; i < count; i++)
            texels[i] = (float)((i * i + 3) % 977);
        for (int normalized = 0; normalized < 2; normalized++) {
            Row row = {};
            Reading reading = {cudaFilterModeLinear, cudaAddressModeClamp, normalized, 0};
            if (make_row(texels.data(), count, reading, &row) != cudaSuccess)
                waits_for(1);
            returned(read_texels(row.texture, count, normalized, back.data()), "read_texels");
            free_row(&row);
            for (int i = 0; i < count; i++)
                if (back[i] != texels[i])
                    mistake(NULL, "%s: texel %d of %d reads %g, it is %g",
                            normalized ? "normalised" : "unnormalised", i, count, back[i],
                            texels[i]);
        }
    }
}

// ---- Step 4 -------------------------------------------------------------------------------------

static void check_weight(void) {
    // A row in which texel i is 256 i: the unit's value is the left texel and the weight at once.
    const int count = 9;
    std::vector<float> texels(count);
    for (int i = 0; i < count; i++)
        texels[i] = 256.0f * i;
    int first = 77, left = 77;
    bool same = true;
    for (int i = 0; i < 8; i++) {
        int weight = weight_at(1.0f + 0.6f * i, &left);
        first = i ? first : weight;
        same = same && weight == first;
    }
    if (same)
        not_begun();
    const Reading linear = {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0};
    for (float step : {0.0123f, 1.0f / 512.0f, 0.001f})
        for (float2 s : tried_samples(4, texels, linear, 0.5f, step, 600)) {
            if (s.x > count - 0.51f)
                break;
            int weight = weight_at(s.x, &left);
            if (256 * left + weight != (int)s.y || weight < 0 || weight > 255)
                mistake(NULL,
                        "at %.9g the unit's texel and weight are %d and %d/256, weight_at says %d "
                        "and %d",
                        s.x, (int)s.y / 256, (int)s.y % 256, left, weight);
        }
    weight_at(0.25f, &left);
    if (left != -1)
        mistake(NULL, "at 0.25 the left-hand texel is -1, weight_at says %d", left);
}

static const std::vector<float> uneven = {0.0f, 3.0f, 0.25f, 512.5f, 8.0f, 8.0f, 1000.25f};
// Whose products with a weight need 25 bits, one more than a float has, and their sums 24.
static const std::vector<float> seventeen_bits = {
    70001.0f / 1024, 130003.0f / 1024, 65537.0f / 1024, 99991.0f / 1024, 131071.0f / 1024};

static void check_filter_of(const std::vector<float> &texels, float step) {
    const Reading linear = {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0};
    for (float2 s : tried_samples(4, texels, linear, 0.0f, step, 900)) {
        if (s.x > (float)texels.size())
            break;
        float emulated = filter_row(texels.data(), (int)texels.size(), s.x);
        if (emulated != s.y)
            mistake(NULL, "at %.9g the unit gives %.9g, filter_row %.9g", s.x, s.y, emulated);
    }
}

static void check_filter(void) {
    bool same = true;
    for (int i = 0; i < 5; i++)
        same = same && filter_row(uneven.data(), (int)uneven.size(), 1.7f + i) ==
                           filter_row(uneven.data(), (int)uneven.size(), 1.7f);
    if (same)
        not_begun();
    for (float step : {0.0123f, 1.0f / 512.0f, 0.00731f})
        check_filter_of(uneven, step);
    check_filter_of(seventeen_bits, 0.00731f);
}

// The check before asked `function` hundreds of times, and the unit `reads` times by read_row.
static void computes(const char *function, int reads) {
    if (launches_of(NULL) > 4 * reads + 10)
        mistake("device-asked", "%s asks the texture unit: it is to compute", function);
}

static void check_addresses_launches(void) {
    computes("texel_at", 72);
}

static void check_weight_launches(void) {
    computes("weight_at", 3);
}

static void check_filter_launches(void) {
    computes("filter_row", 4);
}

static void check_exact_launches(void) {
    computes("filter_row_exact", 0);
}

static void check_border_launches(void) {
    computes("filter_row_border", 2);
}

static void check_exact(void) {
    bool same = true;
    const int count = (int)uneven.size();
    for (int i = 0; i < 5; i++)
        same = same && filter_row_exact(uneven.data(), count, 1.7f + i) ==
                           filter_row_exact(uneven.data(), count, 1.7f);
    if (same)
        not_begun();
    for (float x = 0.0f; x <= count; x += 0.0123f) {
        double expected = 0.0;
        for (int i = -1; i <= count; i++)
            expected += fmax(0.0, 1.0 - fabs((double)x - 0.5 - i)) * uneven[i < 0        ? 0
                                                                            : i >= count ? count - 1
                                                                                         : i];
        float got = filter_row_exact(uneven.data(), count, x);
        if (!(fabs(got - expected) <= 1e-6 * fabs(expected) + 1e-9))
            mistake(NULL, "at %.9g filter_row_exact gives %.9g, expected %.9g", x, got, expected);
    }
}

// ---- Step 5 -------------------------------------------------------------------------------------

static void check_plane(void) {
    bool same = true;
    int first[4] = {};
    plane_weights(10, 20, first);
    for (int i = 0; i < 4; i++)
        same = same && first[i] == 0;
    if (same)
        not_begun();
    for (int a = 0; a < 256; a += 17)
        for (int b = 0; b < 256; b += 15) {
            float w[4] = {};
            int e[4] = {};
            plane_weights(a, b, e);
            if (read_plane_weights(a, b, w) != cudaSuccess) // the rule, then: they add up
                continue;
            for (int i = 0; i < 4; i++)
                if (256 * w[i] != (float)e[i])
                    mistake(NULL, "a = %d, b = %d: weight %d is %g/256, plane_weights says %d", a,
                            b, i, 256 * w[i], e[i]);
        }
}

static void check_plane_hardware(void) {
    for (int a : {0, 1, 77, 128, 255})
        for (int b : {0, 3, 128, 200}) {
            float w[4] = {-7.0f, -7.0f, -7.0f, -7.0f};
            returned(read_plane_weights(a, b, w), "read_plane_weights");
            const double near[4] = {(256.0 - a) * (256 - b), a * (256.0 - b), (256.0 - a) * b,
                                    1.0 * a * b};
            for (int i = 0; i < 4; i++)
                if (!(fabs(256 * w[i] - near[i] / 256) <= 1.0))
                    mistake(NULL, "a = %d, b = %d: weight %d is %g/256, expected about %.4g", a, b,
                            i, 256 * w[i], near[i] / 256);
        }
}

static void check_plane_fetched(void) {
    const char *file = getenv("CPU_DEVICE_PROFILE");
    std::string text = file ? selftest_text(std::string(file) + ".before") : "";
    if (!text.empty() && text.find("\"launch\": ") == std::string::npos)
        mistake("technique-missing",
                "read_plane_weights launches no kernel: it is to ask the texture unit");
}

static void check_border(void) {
    const std::vector<float> texels = {1.0f, 6.0f, 2.5f};
    const Reading reading = {cudaFilterModeLinear, cudaAddressModeBorder, 0, 4.0f};
    bool same = true;
    for (int i = 0; i < 5; i++)
        same = same && filter_row_border(texels.data(), 3, 4.0f, 0.3f + i) ==
                           filter_row_border(texels.data(), 3, 4.0f, 0.3f);
    if (same)
        not_begun();
    for (float step : {0.0625f, 0.0171f})
        for (float2 s : tried_samples(5, texels, reading, -2.0f, step, 290)) {
            if (s.x > 5.0f)
                break;
            float emulated = filter_row_border(texels.data(), (int)texels.size(), 4.0f, s.x);
            if (emulated != s.y)
                mistake(NULL, "at %.9g the unit gives %.9g, filter_row_border %.9g", s.x, s.y,
                        emulated);
        }
}

static const Check checks[] = {
    {"step1-point", 1, 8, "make_row, read_row", check_point, NULL, NULL, NULL},
    {"step1-reading", 1, 8, "make_row: reading", check_reading, NULL, NULL, NULL},
    {"step1-free", 1, 4, "free_row", check_free, NULL, NULL, NULL},
    {"step2-unnormalised", 2, 10, "texel_at", check_unnormalised, "step1-reading", NULL,
     check_addresses_launches},
    {"step2-normalised", 2, 10, "texel_at: normalised", check_normalised, "step1-reading", NULL,
     check_addresses_launches},
    {"step3-centre", 3, 7, "centre_of", check_centres, "step1-reading", NULL, NULL},
    {"step3-texels", 3, 8, "read_texels", check_texels, "step1-reading", NULL, NULL},
    {"step4-weight", 4, 7, "weight_at", check_weight, "step1-reading", NULL, check_weight_launches},
    {"step4-filter", 4, 8, "filter_row", check_filter, "step1-reading", NULL,
     check_filter_launches},
    {"step4-exact", 4, 5, "filter_row_exact", check_exact, NULL, NULL, check_exact_launches},
    {"step5-hardware", 5, 7, "read_plane_weights", check_plane_hardware, NULL, NULL,
     check_plane_fetched},
    {"step5-weights", 5, 10, "plane_weights", check_plane, "step5-hardware", NULL, NULL},
    {"step5-border", 5, 8, "filter_row_border", check_border, "step1-reading", NULL,
     check_border_launches},
};
static const int check_count = sizeof checks / sizeof *checks;

#endif

// ---- CSV for the handout's figures --------------------------------------------------------------

static int write_bits(FILE *file) {
    const std::vector<float> step = {0.0f, 1.0f};
    fprintf(file, "x,hardware,emulated,exact\n");
    for (float2 s :
         samples_of(step, {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0}, 0.98f, 0.0001f, 401))
        fprintf(file, "%.9g,%.9g,%.9g,%.9g\n", s.x, s.y, filter_row(step.data(), 2, s.x),
                filter_row_exact(step.data(), 2, s.x));
    return 0;
}

static int write_plane(FILE *file) {
    fprintf(file, "a,b,hardware,product,emulated\n");
    for (int a = 0; a < 256; a += 3)
        for (int b = 0; b < 256; b += 3) {
            float w[4];
            int e[4];
            CUDA_CHECK(read_plane_weights(a, b, w));
            plane_weights(a, b, e);
            fprintf(file, "%d,%d,%.9g,%.9g,%d\n", a, b, 256 * w[3], a * b / 256.0, e[3]);
        }
    return 0;
}

static int write_csv(const char *path, int (*write)(FILE *)) {
    FILE *file = fopen(path, "w");
    if (file == NULL || write(file) != 0 || fclose(file) != 0) {
        fprintf(stderr, "lab9: cannot write %s\n", path);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
#ifdef LAB_CHECK
    int status = selftest(argc, argv, "lab9", checks, check_count);
    if (status >= 0)
        return status;
#endif
    if (argc == 3 && strcmp(argv[1], "bits") == 0)
        return write_csv(argv[2], write_bits);
    if (argc == 3 && strcmp(argv[1], "plane") == 0)
        return write_csv(argv[2], write_plane);
    if (argc > 1) {
        fprintf(stderr, "usage: lab9 [bits FILE | plane FILE]; `make check` tries every step\n");
        return 2;
    }
    show_readouts();
    show_bits(0.25f);
    show_bits(0.1f);
    show_plane();
    return 0;
}
