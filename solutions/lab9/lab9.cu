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

// Where texels begin in a normalised row, beside i / count: all in units of 2^-24.
static void show_edges(int count) {
    const float unit = ldexpf(1.0f, -24);
    const std::vector<float> row = identity(count);
    const Reading reading = {cudaFilterModePoint, cudaAddressModeClamp, 1, 0};
    printf("Step 2: normalised, %d texels, in units of 2^-24\n"
           "   i          i / %-3d gives texel    texel i begins at\n",
           count, count);
    for (int i = 1; i < count; i++) {
        const float at = (float)i / (float)count;
        const std::vector<float2> there = samples_of(row, reading, at, 0, 1),
                                  about = samples_of(row, reading, (floorf(at / unit) - 16) * unit,
                                                     unit, 33);
        size_t first = 0;
        while (first < about.size() && about[first].y != (float)i)
            first++;
        if (there.empty() || about.empty()) {
            printf("(nothing: step 1 is not done)\n");
            return;
        }
        if (first == about.size())
            continue;
        printf("%4d  %15.3f  %11.0f  %19.3f\n", i, at / unit, there[0].y, about[first].x / unit);
    }
}

static unsigned bits_of(float value) {
    unsigned bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static const float not_written = -0.9e30f; // what step 4 gives as it was handed out is less

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
        printf("%5.2f  %.6f  %08X  ", s.x, s.y, bits_of(s.y));
        if (expected > not_written)
            printf("%.6f  %08X  %13E", expected, bits_of(expected), s.y - expected);
        else
            printf("%-33s", "(no filter_row_exact)");
        if (emulated > not_written)
            printf(" %13E\n", s.y - emulated);
        else
            puts(" (no filter_row)");
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

// ---- The unit itself ----------------------------------------------------------------------------

static const float unwritten = -77.0f;

__global__ static void fetch_places(cudaTextureObject_t texture, const float *x, int n,
                                    float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1D<float>(texture, x[i]);
}

// What the texture gives at these places.
static std::vector<float> fetched(cudaTextureObject_t texture, const std::vector<float> &x) {
    const int n = (int)x.size();
    float *places = to_device_memory(x), *out = to_device_memory(std::vector<float>(n, unwritten));
    fetch_places<<<(n + 127) / 128, 128>>>(texture, places, n, out);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::vector<float> values = from_device_memory(out, n);
    CUDA_CHECK(cudaFree(places));
    CUDA_CHECK(cudaFree(out));
    return values;
}

// A row that step 1 has no part in.
struct OurRow {
    Row row = {};

    OurRow(const std::vector<float> &texels, Reading reading) {
        const size_t bytes = texels.size() * sizeof(float);
        cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        cudaResourceDesc resource = {};
        cudaTextureDesc description = {};
        description.addressMode[0] = description.addressMode[1] = reading.address;
        description.filterMode = reading.filter;
        description.borderColor[0] = reading.border;
        description.normalizedCoords = reading.normalized;
        CUDA_CHECK(cudaMallocArray(&row.array, &format, texels.size()));
        CUDA_CHECK(cudaMemcpy2DToArray(row.array, 0, 0, texels.data(), bytes, bytes, 1,
                                       cudaMemcpyHostToDevice));
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = row.array;
        CUDA_CHECK(cudaCreateTextureObject(&row.texture, &resource, &description, NULL));
    }
    ~OurRow() {
        CUDA_CHECK(cudaDestroyTextureObject(row.texture));
        CUDA_CHECK(cudaFreeArray(row.array));
    }
};

static std::vector<float> unit_at(const std::vector<float> &texels, Reading reading,
                                  const std::vector<float> &x) {
    return fetched(OurRow(texels, reading).row.texture, x);
}

static float place_of(int i, float base, float increment) {
    return fmaf((float)i, increment, base);
}

static std::vector<float> places_of(float base, float increment, int n) {
    std::vector<float> x(n);
    for (int i = 0; i < n; i++)
        x[i] = place_of(i, base, increment);
    return x;
}

static std::vector<float2> unit_samples(const std::vector<float> &texels, Reading reading,
                                        float base, float increment, int n) {
    const std::vector<float> x = places_of(base, increment, n),
                             values = unit_at(texels, reading, x);
    std::vector<float2> samples;
    for (int i = 0; i < n; i++)
        samples.push_back(make_float2(x[i], values[i]));
    return samples;
}

static std::vector<float> step_row(int count) { // no texel is another one's, or a border
    std::vector<float> texels(count);
    for (int i = 0; i < count; i++)
        texels[i] = 10.0f * (float)i + (float)(i % 3) + 0.25f;
    return texels;
}

static const char *name_of(cudaTextureAddressMode mode) {
    return mode == cudaAddressModeWrap     ? "wrap"
           : mode == cudaAddressModeClamp  ? "clamp"
           : mode == cudaAddressModeMirror ? "mirror"
                                           : "border";
}

// ---- Step 1 -------------------------------------------------------------------------------------

// What was asked for otherwise when these are the values that came: the name, or NULL.
static const char *reading_name(const std::vector<float> &texels, Reading asked,
                                const std::vector<float> &x, const std::vector<float> &values) {
    Reading other = asked;
    other.normalized = !asked.normalized;
    if (unit_at(texels, other, x) == values)
        return "normalized-coordinates";
    other = asked;
    other.filter = asked.filter == cudaFilterModePoint ? cudaFilterModeLinear : cudaFilterModePoint;
    if (unit_at(texels, other, x) == values)
        return asked.filter == cudaFilterModePoint ? "filter-ignored" : "point-filter";
    other = asked;
    other.border = 0;
    if (unit_at(texels, other, x) == values)
        return "border-colour-missing";
    for (int mode = 0; mode < 4; mode++) {
        other = asked;
        other.address = (cudaTextureAddressMode)mode;
        if (unit_at(texels, other, x) == values)
            return "wrong-address-mode";
    }
    // Along y the mode may have stayed clamp: the border colour is in no second row then.
    if (asked.address == cudaAddressModeBorder && asked.filter == cudaFilterModeLinear) {
        const std::vector<float> right = unit_at(texels, asked, x);
        bool along_x = true;
        for (size_t i = 0; i < x.size(); i++) // the row alone, without the second one
            along_x = along_x && fabsf(values[i] - (2 * right[i] - asked.border)) <=
                                     0.02f * fabsf(values[i]) + 0.1f;
        if (along_x)
            return "wrong-address-mode";
    }
    return NULL;
}

// A row of make_row, read at these places by a kernel of ours.
static void check_row(int count, Reading reading, float base, float increment, int n) {
    const std::vector<float> texels = step_row(count), x = places_of(base, increment, n),
                             expected = unit_at(texels, reading, x);
    Bounded<float> host(count);
    std::copy(texels.begin(), texels.end(), host.data);
    Row row = {};
    returned(make_row(host.data, count, reading, &row), "make_row");
    if (!row.array || !row.texture)
        mistake("row-not-returned",
                "make_row returned cudaSuccess and stored no array or no texture object in *row");
    const std::vector<float> values = fetched(row.texture, x);
    for (int i = 0; i < n; i++)
        if (values[i] != expected[i])
            mistake(reading_name(texels, reading, x, values),
                    "%s, %s (border %g), %s coordinates, %d texels: at %g the texture of make_row "
                    "gives %g, expected %g",
                    reading.filter == cudaFilterModePoint ? "point" : "linear",
                    name_of(reading.address), reading.border,
                    reading.normalized ? "normalised" : "unnormalised", count, x[i], values[i],
                    expected[i]);
    CUDA_CHECK(cudaDestroyTextureObject(row.texture));
    CUDA_CHECK(cudaFreeArray(row.array));
}

static void check_point(void) {
    const Reading point = {cudaFilterModePoint, cudaAddressModeClamp, 0, 0};
    check_row(8, point, 0.25f, 0.5f, 16);
    check_row(19, point, -2.4f, 0.0813f, 300);
    check_row(300, point, 0.5f, 1.0f, 299);
}

static void check_reading(void) {
    for (cudaTextureFilterMode filter : {cudaFilterModeLinear, cudaFilterModePoint}) {
        check_row(7, {filter, cudaAddressModeClamp, 0, 0}, -3.2f, 0.37f, 37);
        check_row(7, {filter, cudaAddressModeClamp, 1, 0}, -0.43f, 0.031f, 61);
        check_row(7, {filter, cudaAddressModeWrap, 1, 0}, -1.43f, 0.0713f, 61);
        check_row(7, {filter, cudaAddressModeMirror, 1, 0}, -1.43f, 0.0713f, 61);
        // Outside lies the border colour; a row has a y too, where the mode is that of x (step 5).
        check_row(7, {filter, cudaAddressModeBorder, 0, 5.75f}, -3.2f, 0.37f, 37);
        check_row(7, {filter, cudaAddressModeBorder, 0, -5.75f}, -3.2f, 0.37f, 37);
    }
}

static const Reading at_point = {cudaFilterModePoint, cudaAddressModeClamp, 0, 0};
static const float first_place = -2.375f, next_place = 0.0813f;

// What explains the places that samples came from, or NULL; x are the right ones.
static const char *sample_name(const std::vector<float> &came, const std::vector<float> &x,
                               int threads) {
    const int n = (int)came.size();
    if (std::count(came.begin(), came.end(), unwritten) == n)
        return "never-written";
    bool block = threads > 0 && threads<n, wide = n> 2, other = n > 1;
    for (int i = 0; i < n; i++) {
        block = block && came[i] == x[i % threads];
        wide = wide && came[i] == (i % 2 ? unwritten : x[i]);
        other = other && came[i] == (i == 0 ? unwritten : x[i]);
    }
    return block     ? "wrong-thread-index"
           : wide    ? "stride-too-wide"
           : other   ? "first-dropped"
           : threads ? unwritten_name(came, n, threads, unwritten)
                     : NULL;
}

// The samples of a row of 19 texels, as many as there are; `function` made them.
static void compare_samples(const char *function, const float2 *samples, int n, int threads,
                            float increment) {
    const std::vector<float> x = places_of(first_place, increment, n),
                             value = unit_at(step_row(19), at_point, x);
    std::vector<float> came(n);
    for (int i = 0; i < n; i++) // of device memory that nobody has written the checker makes NaN
        came[i] = isnan(samples[i].x) ? unwritten : samples[i].x;
    for (int i = 0; i < n; i++)
        if (samples[i].x != x[i] || samples[i].y != value[i])
            mistake(sample_name(came, x, threads),
                    "%s: sample %d of %d is (%.9g, %g), expected (%.9g, %g)%s", function, i, n,
                    samples[i].x, samples[i].y, x[i], value[i],
                    came[i] == unwritten                          ? ": it was never written"
                    : fabsf(came[i] - x[i]) < 1e-5f * fabsf(x[i]) ? ": fmaf rounds once"
                                                                  : "");
}

static void check_samples(void) {
    const OurRow ours(step_row(19), at_point);
    for (int threads : {128, 100, 25}) {
        const int n = threads * 12;
        float2 *out = to_device_memory(std::vector<float2>(n, make_float2(unwritten, unwritten)));
        launch_has(NO_SPARE_THREADS);
        sample_row<<<n / threads, threads>>>(ours.row.texture, first_place, next_place, n, out);
        launched("sample_row");
        const std::vector<float2> samples = from_device_memory(out, n);
        CUDA_CHECK(cudaFree(out));
        if (std::all_of(samples.begin(), samples.end(),
                        [](float2 s) { return s.x == unwritten && s.y == unwritten; }))
            not_begun();
        compare_samples("sample_row", samples.data(), n, threads, next_place);
    }
    const int many = 70656;
    float2 *out = to_device_memory(std::vector<float2>(many, make_float2(unwritten, unwritten)));
    sample_row<<<many / 256, 256>>>(ours.row.texture, first_place, next_place / 100, many, out);
    launched("sample_row");
    compare_samples("sample_row", from_device_memory(out, many).data(), many, 256,
                    next_place / 100);
    CUDA_CHECK(cudaFree(out));
}

// Is the texture asked at all?
static void check_fetched(void) {
    const char *file = getenv("CPU_DEVICE_PROFILE");
    std::string text = file ? selftest_text(std::string(file) + ".before") : "";
    if (!text.empty() && text.find("\"kernel\": \"sample_row\"") == std::string::npos)
        mistake("technique-missing", "read_row does not launch sample_row");
}

static void check_spare(void) {
    const OurRow ours(step_row(19), at_point);
    const int n = 45, spare = 64;
    float2 *out =
        to_device_memory(std::vector<float2>(n + spare, make_float2(unwritten, unwritten)));
    sample_row<<<2, 37>>>(ours.row.texture, first_place, next_place, n, out);
    launched("sample_row");
    const std::vector<float2> samples = from_device_memory(out, n + spare);
    CUDA_CHECK(cudaFree(out));
    bool untouched = true;
    for (int i = 0; i < n + spare; i++) {
        const bool same = samples[i].x == unwritten && samples[i].y == unwritten;
        untouched = untouched && same;
        if (i >= n && !same)
            mistake("missing-bounds-guard", "out[%d], beyond the end (n = %d), was changed", i, n);
    }
    if (untouched)
        not_begun();
}

static void check_read(void) {
    const OurRow ours(step_row(19), at_point);
    for (int n : {1536, 300, 1, 70657}) {
        const float increment = n > 2000 ? next_place / 100 : next_place;
        Bounded<float2> samples(n);
        std::fill(samples.data, samples.data + n, make_float2(unwritten, unwritten));
        memory_for(n);
        returned(read_row(ours.row.texture, first_place, increment, n, samples.data), "read_row");
        compare_samples("read_row", samples.data, n, n == 1 ? 0 : 128, increment);
    }
}

static void check_free(void) {
    const std::vector<float> texels = identity(5);
    Row row = {};
    returned(make_row(texels.data(), 5, at_point, &row), "make_row");
    if (!row.array || !row.texture)
        mistake("row-not-returned",
                "make_row returned cudaSuccess and stored no array or no texture object in *row");
    Row had = row;
    returned(free_row(&row), "free_row");
    if (row.array || row.texture)
        mistake("left-behind", "array and texture object must be 0 afterwards");
    cudaResourceDesc resource;
    if (cudaGetTextureObjectResourceDesc(&resource, had.texture) == cudaSuccess)
        mistake("leak", "the texture object is not destroyed");
    cudaGetLastError();
}

static void check_row_errors(void) {
    const std::vector<float> texels = identity(11);
    errors("make_row", [&] {
        Row row = {};
        const cudaError_t error = make_row(texels.data(), 11, at_point, &row);
        if (error == cudaSuccess) {
            cudaDestroyTextureObject(row.texture);
            cudaFreeArray(row.array);
        }
        return error;
    });
    const OurRow ours(texels, at_point);
    std::vector<float2> samples(3072); // blocks divide it: no guard matters
    errors("read_row", &samples[0].x, 2 * samples.size(),
           [&] { return read_row(ours.row.texture, 0.5f, 0.25f, 3072, samples.data()); });
}

// ---- Step 2 -------------------------------------------------------------------------------------

// Coordinates: the edges of texels and what lies right beside them, between them, and far outside.
static std::vector<float> coordinates(int count, int normalized, bool far) {
    std::vector<float> x;
    const double whole = normalized ? count : 1.0;
    for (int k = -3 * count - 2; k <= 4 * count + 2; k += count > 60 ? 1 + count / 30 : 1) {
        const float edge = (float)(k / whole);
        for (float at : {edge, nextafterf(edge, 1e9f), nextafterf(edge, -1e9f),
                         (float)((k + 0.31) / whole), (float)((k + 0.73) / whole)})
            x.push_back(at);
        if (normalized)
            for (int step = -3; step <= 3; step++)
                x.push_back((float)((double)k / count + step * 0.37 / (1 << 21)));
    }
    for (int k = 0; k <= 60; k++) { // right at both ends of the row
        x.push_back((float)(-1e-7 * k * k / whole));
        x.push_back((float)((count - 1e-6 * k * k) / whole));
    }
    for (int k = -80; k <= 80 && far; k++)
        x.push_back(normalized ? (float)k * 0.0999f : (float)k * 13006.37f);
    // Those that a call may have, without numbers so small that a GPU takes them for 0.
    const float most = normalized ? 8.0f : 1048576.0f;
    std::vector<float> kept;
    for (float at : x)
        if (fabsf(at) < most && (at == 0 || fabsf(at) > 1e-9f))
            kept.push_back(at);
    return kept;
}

// Is it so near to an edge of a texel that how x is cut decides?
static bool at_cut(float x, int count) {
    const double place = (double)x * count, off = fabs(place - rint(place));
    return off > 0 && off <= (double)count / (1 << 20) + 1e-6 * (1 + fabs(place));
}

enum Where { INSIDE = 1, OUT = 2, CUTS = 4, BETWEEN = 8, USUAL = 16, OTHER_SIZES = 32 };

// What texel_at may do otherwise, told by the texels `there` that the unit reads at the coordinates
// x moved by a texel's part.
struct Address {
    int count, normalized;
    cudaTextureAddressMode mode;
    std::vector<float> x;

    double place(float at) const {
        return normalized ? (double)at * count : (double)at;
    }
    // The unit's texels at these coordinates moved by so many texels.
    std::vector<float> moved(double texels) const {
        std::vector<float> at;
        for (float one : x)
            at.push_back((float)(one + texels / (normalized ? count : 1)));
        return unit_of(at, normalized);
    }
    std::vector<float> unit_of(const std::vector<float> &at, int normalised) const {
        return unit_at(identity(count), {cudaFilterModePoint, mode, normalised, (float)OUTSIDE},
                       at);
    }
    const char *name() const {
        const std::vector<float> unit = moved(0), half = moved(0.5), next = moved(1),
                                 last = moved(-1);
        std::vector<float> whole, middle;
        for (float one : x) {
            whole.push_back((float)((double)one / count));
            middle.push_back((float)((floor(place(one)) + 0.5) / (normalized ? count : 1)));
        }
        const std::vector<float> other = unit_of(whole, 1), texels = unit_of(middle, normalized);
        bool nearest = true, truncated = true, negative = true, past = true, wrapped = !normalized,
             wrapped_by_c = wrapped, shifted = true, once = true, at_cuts = true, exact = true;
        for (size_t i = 0; i < x.size(); i++) {
            const double at = place(x[i]), off = fabs(at - rint(at));
            const int texel = texel_at(x[i], count, mode, normalized), right = (int)unit[i];
            exact = exact && texel == (int)texels[i];
            if (off < 1e-3 * (1 + fabs(at) / 100) || fabs(off - 0.5) < 1e-3)
                continue; // between the edges alone
            at_cuts = at_cuts && texel == right;
            nearest = nearest && texel == (int)half[i];
            truncated = truncated && texel == (int)(at < 0 ? next[i] : unit[i]);
            negative = negative && (texel == right || (at < 0 && texel == right - count));
            past = past && texel == (at >= count && right != OUTSIDE ? count : right);
            wrapped = wrapped && texel == (int)other[i];
            wrapped_by_c = wrapped_by_c && texel == (int)floor(at) % count;
            shifted = shifted && (texel == right || (at < 0 && texel == (int)last[i]) ||
                                  (at >= count && texel == (int)next[i]));
            once = once && (texel == right || at < -count || at >= 2 * count);
        }
        if (at_cuts)
            return exact && normalized ? "coordinate-not-cut" : NULL;
        return nearest                                    ? "nearest-for-floor"
               : truncated                                ? "truncated-coordinate"
               : negative                                 ? "negative-remainder"
               : past                                     ? "clamp-past-end"
               : wrapped || wrapped_by_c                  ? "wrap-on-unnormalized"
               : mode == cudaAddressModeMirror && shifted ? "mirror-shifted"
               : mode == cudaAddressModeMirror && once    ? "mirrored-once"
                                                          : NULL;
    }
};

// Compares texel_at with the unit, in these modes, for the coordinates that are asked for.
static void check_addresses(int normalized, std::vector<cudaTextureAddressMode> modes, int where) {
    bool same = true;
    const int first = texel_at(normalized ? 0.01f : 0.5f, 8, cudaAddressModeClamp, normalized);
    for (float x = 0.0f; x < 1.0f; x += 0.125f)
        same = same &&
               texel_at(normalized ? x : 8.0f * x, 8, cudaAddressModeClamp, normalized) == first;
    if (same)
        not_begun();
    for (int count : {13, 10, 8, 5, 1, 2, 64, 1000, 4099, 8192}) {
        const bool usual = count > 2 && count < 60;
        if (!(where & (usual ? USUAL : OTHER_SIZES)))
            continue;
        const std::vector<float> x = coordinates(count, normalized, !usual || !normalized);
        for (cudaTextureAddressMode mode : modes) {
            const Reading reading = {cudaFilterModePoint, mode, normalized, (float)OUTSIDE};
            const std::vector<float> unit = unit_at(identity(count), reading, x);
            for (size_t i = 0; i < x.size(); i++) {
                const double place = normalized ? (double)x[i] * count : (double)x[i];
                const bool inside = place >= 0 && place < count;
                if (!(where & (inside ? INSIDE : OUT)) ||
                    !(where & (normalized && at_cut(x[i], count) ? CUTS : BETWEEN)))
                    continue;
                const int texel = texel_at(x[i], count, mode, normalized);
                if (texel != (int)unit[i])
                    mistake(Address{count, normalized, mode, x}.name(),
                            "%s, %s, %d texels: at %.9g the unit reads %d, texel_at says %d",
                            name_of(mode), normalized ? "normalised" : "unnormalised", count, x[i],
                            (int)unit[i], texel);
            }
        }
    }
}

static const std::vector<cudaTextureAddressMode> all_modes = {
    cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder};

static void check_unnormalised(void) {
    check_addresses(0, {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror},
                    INSIDE | OUT | BETWEEN | USUAL | OTHER_SIZES);
    check_addresses(0, {cudaAddressModeBorder}, INSIDE | BETWEEN | USUAL | OTHER_SIZES);
}

static void check_outside_plain(void) {
    check_addresses(0, {cudaAddressModeBorder}, OUT | BETWEEN | USUAL | OTHER_SIZES);
}

static void check_normalised(void) {
    check_addresses(1, all_modes, INSIDE | BETWEEN | USUAL);
}

static void check_cuts(void) {
    check_addresses(1, all_modes, INSIDE | OUT | CUTS | USUAL | OTHER_SIZES);
}

static void check_outside(void) {
    check_addresses(1, {cudaAddressModeClamp, cudaAddressModeBorder}, OUT | BETWEEN | USUAL);
}

static void check_wrap(void) {
    check_addresses(1, {cudaAddressModeWrap}, OUT | BETWEEN | USUAL);
}

static void check_mirror(void) {
    check_addresses(1, {cudaAddressModeMirror}, OUT | BETWEEN | USUAL);
}

static void check_sizes(void) {
    check_addresses(1, all_modes, INSIDE | OUT | BETWEEN | OTHER_SIZES);
}

// ---- Step 3 -------------------------------------------------------------------------------------

// What people take for the centre of texel i: the name of the first that all these are.
static const char *centre_name(int count, int normalized, float (*place)(int, int, int)) {
    static const char *const names[] = {
        "no-half-texel",   "no-half-texel",   "normalized-coordinates", "half-after-division",
        "count-minus-one", "count-minus-one", "integer-division"};
    bool zeros = count > 1;
    for (int i = 0; i < count; i++)
        zeros = zeros && place(i, count, 1) == 0;
    if (zeros)
        return "integer-division";
    for (int model = 0; model < 6 && count > 1; model++) {
        bool all = true;
        for (int i = 0; i < count && all; i++) {
            const double whole = normalized ? count : 1.0;
            const double models[] = {i / whole,
                                     (i + 1) / whole,
                                     normalized ? i + 0.5 : (i + 0.5) / count,
                                     (double)i / count + 0.5,
                                     (i + 0.5) / (count - 1),
                                     i / (count - 1.0)};
            all = fabs((double)place(i, count, normalized) - models[model]) <= 1e-5;
        }
        if (all && (normalized || model < 3))
            return names[model];
    }
    return NULL;
}

static void check_centres(void) {
    for (int count : {8, 13, 1, 29}) {
        std::vector<float> texels(count);
        for (int i = 0; i < count; i++)
            texels[i] = (float)(i * i + 3);
        for (int normalized = 0; normalized < 2; normalized++) {
            const Reading reading = {cudaFilterModeLinear, cudaAddressModeClamp, normalized, 0};
            std::vector<float> x(count);
            for (int i = 0; i < count; i++)
                x[i] = centre_of(i, count, normalized);
            if (count > 1 && x[0] == x[count - 1] && x[0] == -1.0f)
                not_begun();
            const std::vector<float> unit = unit_at(texels, reading, x);
            for (int i = 0; i < count; i++) {
                if (unit[i] != texels[i])
                    mistake(centre_name(count, normalized, centre_of),
                            "%s, %d texels: at centre_of(%d) = %g the unit gives %g, the texel "
                            "is %g",
                            normalized ? "normalised" : "unnormalised", count, i, x[i], unit[i],
                            texels[i]);
                const double middle = (i + 0.5) / (normalized ? count : 1);
                if (fabs(x[i] - middle) * (normalized ? count : 1) > 1e-3)
                    mistake(centre_name(count, normalized, centre_of),
                            "centre_of(%d, %d, %d) is %g: that is not the middle of a texel", i,
                            count, normalized, x[i]);
            }
        }
    }
}

static void check_texels(void) {
    for (int count : {13, 1, 19, 400}) {
        std::vector<float> texels(count), edges(count);
        for (int normalized = 0; normalized < 2; normalized++) {
            for (int i = 0; i < count; i++) {
                texels[i] = (float)((i * i + 3) % 977);
                edges[i] = (float)i / (normalized ? (float)count : 1.0f);
            }
            const Reading reading = {cudaFilterModeLinear, cudaAddressModeClamp, normalized, 0};
            const OurRow ours(texels, reading);
            Bounded<float> back(count);
            std::fill(back.data, back.data + count, unwritten);
            memory_for(count);
            returned(read_texels(ours.row.texture, count, normalized, back.data), "read_texels");
            const std::vector<float> came(back.data, back.data + count);
            for (int i = 0; i < count; i++)
                if (came[i] != texels[i])
                    mistake(came[i] == unwritten ? unwritten_name(came, count, 128, unwritten)
                            : count > 1 && came == fetched(ours.row.texture, edges)
                                ? "no-half-texel"
                                : NULL,
                            "%s: texel %d of %d reads %g, it is %g%s",
                            normalized ? "normalised" : "unnormalised", i, count, came[i],
                            texels[i], came[i] == unwritten ? ": it was never written" : "");
        }
    }
}

static void check_texels_errors(void) {
    const int count = 384; // blocks divide it
    std::vector<float> texels(count, 1.5f), back(count);
    const OurRow ours(texels, {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0});
    errors("read_texels", back,
           [&] { return read_texels(ours.row.texture, count, 0, back.data()); });
}

// ---- Step 4 -------------------------------------------------------------------------------------

// Does x lie in the middle between two weights?
static bool is_tie(float x) {
    const double halves = 512.0 * ((double)x - 0.5);
    return halves == rint(halves) && fmod(halves, 2.0) != 0;
}

// What explains weight_at where it is not the unit's: these are samples of a row in which texel i
// is 256 i.
static const char *weight_name(const std::vector<float> &texels, std::vector<float2> samples) {
    const Reading linear = {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0};
    bool cut = true, tie = true, next = true, early = true, fine = true;
    std::vector<float> lower;
    while (!samples.empty() && samples.back().x > (float)texels.size() - 0.51f)
        samples.pop_back();
    for (float2 s : samples)
        lower.push_back(s.x - 1.0f / 512);
    const std::vector<float> below = unit_at(texels, linear, lower);
    for (size_t i = 0; i < samples.size(); i++) {
        const float2 s = samples[i];
        int left = 77;
        const int weight = weight_at(s.x, &left), unit = (int)s.y, got = 256 * left + weight;
        cut = cut && (got == (int)below[i] || s.x < 0.503f);
        tie = tie && (got == unit || is_tie(s.x));
        next = next && got == unit + 256;
        early = early && (got == unit || (unit % 256 == 0 && left == unit / 256 - 1 &&
                                          (weight == 0 || weight == 256)));
        fine = fine && abs(512 * left + weight - 2 * unit) <= 1;
    }
    return early  ? "split-before-snap"
           : tie  ? "tie-rule"
           : cut  ? "truncated-weight"
           : next ? "left-off-by-one"
           : fine ? "weight-scale"
                  : NULL;
}

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
        for (float2 s : unit_samples(texels, linear, 0.5f, step, 600)) {
            if (s.x > count - 0.51f)
                break;
            int weight = weight_at(s.x, &left);
            if (256 * left + weight != (int)s.y || weight < 0 || weight > 255)
                mistake(weight_name(texels, unit_samples(texels, linear, 0.5f, step, 600)),
                        "at %.9g the unit's texel and weight are %d and %d/256, weight_at says %d "
                        "and %d",
                        s.x, (int)s.y / 256, (int)s.y % 256, left, weight);
        }
    // Left of the first centre the unit has one texel alone; the weights are those of any texel.
    for (int i = 0; i < 512; i++) {
        const float x = (float)i / 1024.0f;
        int further = 77;
        const int weight = weight_at(x, &left), same = weight_at(x + 4.0f, &further);
        if (weight != same || left != further - 4)
            mistake(!is_tie(x) && 256 * left + weight == 256 * (further - 4) + same + 1
                        ? "truncated-coordinate"
                        : NULL,
                    "at %.9g weight_at says texel %d and %d/256, at %.9g texel %d and %d/256: what "
                    "lies four texels further has the same weight",
                    x, left, weight, x + 4.0f, further, same);
    }
}

static const std::vector<float> uneven = {0.0f, 3.0f, 0.25f, 512.5f, 8.0f, 8.0f, 1000.25f};
// Whose products with a weight need 25 bits, one more than a float has, and their sums 24.
static const std::vector<float> seventeen_bits = {
    70001.0f / 1024, 130003.0f / 1024, 65537.0f / 1024, 99991.0f / 1024, 131071.0f / 1024};

// What full precision gives at x: every texel counts by how near it is.
static double exact_at(const std::vector<float> &texels, float x) {
    double sum = 0.0;
    const int count = (int)texels.size();
    for (int i = -1; i <= count; i++)
        sum += fmax(0.0, 1.0 - fabs((double)x - 0.5 - i)) *
               texels[std::min(std::max(i, 0), count - 1)];
    return sum;
}

// What explains filter_row where it is not the unit's.
static const char *filter_name(const std::vector<float> &texels, float step) {
    const Reading linear = {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0};
    const int count = (int)texels.size();
    bool full = true, edge = true, rounded = true, tie = true, exchanged = true;
    for (float2 s : unit_samples(texels, linear, 0.0f, step, 900)) {
        if (s.x > (float)count)
            break;
        const float got = filter_row(texels.data(), count, s.x);
        const bool inside = s.x > 0.503f && s.x < (float)count - 0.503f, same = got == s.y;
        full = full && fabs(got - exact_at(texels, s.x)) <= 1e-6 * fabs(got);
        edge = edge && (same || !inside);
        rounded = rounded && fabsf(got - s.y) <= 3e-7f * fabsf(s.y);
        tie = tie && (same || is_tie(s.x));
        if (inside) { // from the two texels the unit takes what is left of each
            const int i = (int)(s.x - 0.5f);
            const float sum = texels[i] + texels[i + 1];
            exchanged = exchanged && (fabsf(got + s.y - sum) <= 1e-5f * fabsf(sum) ||
                                      fabs(s.x - 0.5 - rint(s.x - 0.5)) < 0.003);
        }
    }
    return tie         ? "tie-rule"
           : rounded   ? "float-for-double"
           : edge      ? "edge-not-clamped"
           : full      ? "weight-not-cut"
           : exchanged ? "weights-exchanged"
                       : NULL;
}

static void check_filter_of(const std::vector<float> &texels, float step) {
    const Reading linear = {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0};
    for (float2 s : unit_samples(texels, linear, 0.0f, step, 900)) {
        if (s.x > (float)texels.size())
            break;
        float emulated = filter_row(texels.data(), (int)texels.size(), s.x);
        if (emulated != s.y)
            mistake(filter_name(texels, step), "at %.9g the unit gives %.9g, filter_row %.9g", s.x,
                    s.y, emulated);
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
    check_filter_of({12.5f}, 0.00731f);
}

// The check before asked `function` hundreds of times, and the unit itself by fetch_places.
static void computes(const char *function) {
    if (launches_of(NULL) > launches_of("fetch_places"))
        mistake("device-asked", "%s asks the texture unit: it is to compute", function);
}

static void check_addresses_launches(void) {
    computes("texel_at");
}

static void check_weight_launches(void) {
    computes("weight_at");
}

static void check_filter_launches(void) {
    computes("filter_row");
}

static void check_exact_launches(void) {
    computes("filter_row_exact");
}

static void check_border_launches(void) {
    computes("filter_row_border");
}

// What explains filter_row_exact; `before` is the row of an earlier call.
static const char *exact_name(const std::vector<float> &texels, const std::vector<float> &before) {
    const Reading linear = {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0};
    const int count = (int)texels.size();
    bool unit = true, stale = !before.empty(), truncated = count > 1;
    for (float2 s : unit_samples(texels, linear, 0.0f, 0.0123f, 600)) {
        if (s.x > (float)count)
            break;
        const float got = filter_row_exact(texels.data(), count, s.x);
        const double beyond = texels[0] + (s.x - 0.5) * (texels[count > 1] - texels[0]);
        truncated = truncated && fabs(got - (s.x < 0.5f ? beyond : exact_at(texels, s.x))) <=
                                     1e-5 * (1 + fabs(got));
        unit = unit && fabsf(got - s.y) <= 1e-6f * fabsf(s.y);
        stale = stale && fabs(got - exact_at(before, s.x)) <= 1e-6 * fabs(got);
    }
    return unit        ? "weight-cut-twice"
           : truncated ? "truncated-coordinate" // (int)(x - 0.5f) is 0, not -1, below 0.5
           : stale     ? "stale-data"
                       : NULL;
}

static void check_exact_of(const std::vector<float> &texels,
                           const std::vector<float> &before = {}) {
    const int count = (int)texels.size();
    int samples = 0, off = 0;
    for (float x = 0.0f; x <= count; x += 0.0123f) {
        const double expected = exact_at(texels, x);
        const float got = filter_row_exact(texels.data(), count, x);
        samples++;
        off += got != (float)expected;
        if (!(fabs(got - expected) <= 1e-6 * fabs(expected) + 1e-9))
            mistake(exact_name(texels, before),
                    "%d texels: at %.9g filter_row_exact gives %.9g, expected %.9g", count, x, got,
                    expected);
    }
    if (off * 20 > samples)
        mistake(
            "float-for-double",
            "right but for the last bits, at %d of %d coordinates: compute in double throughout "
            "and round once, to float",
            off, samples);
}

static void check_exact(void) {
    bool same = true;
    const int count = (int)uneven.size();
    for (int i = 0; i < 5; i++)
        same = same && filter_row_exact(uneven.data(), count, 1.7f + i) ==
                           filter_row_exact(uneven.data(), count, 1.7f);
    if (same)
        not_begun();
    check_exact_of(uneven);
    check_exact_of({3.75f, 900.5f, 17.0f, 0.125f, 64.0f, 2.0f, 511.0f},
                   uneven); // nothing stays of it
    check_exact_of({12.5f});
}

// ---- Step 5 -------------------------------------------------------------------------------------

// What explains plane_weights where they are not the unit's.
static const char *plane_name(void) {
    bool cut = true, half = true, naive = true;
    std::vector<std::vector<int>> weights, units;
    for (int a = 0; a < 256; a += 17)
        for (int b = 0; b < 256; b += 15) {
            float unit[4] = {};
            int e[4] = {};
            plane_weights(a, b, e);
            if (read_plane_weights(a, b, unit) != cudaSuccess)
                return NULL;
            weights.push_back({e[0], e[1], e[2], e[3]});
            units.push_back({});
            const int near[4] = {(256 - a) * (256 - b), a * (256 - b), (256 - a) * b, a * b};
            for (int i = 0; i < 4; i++) {
                units.back().push_back((int)(256 * unit[i]));
                naive = naive && abs(256 * e[i] - near[i]) <= 128;
            }
            const bool added = e[0] + e[1] + e[2] + e[3] == 256;
            cut = cut && e[3] == near[3] / 256 && (added || e[0] == near[0] / 256);
            half = half && added && abs(512 * e[3] - near[3]) <= 256;
        }
    int order[4] = {0, 1, 2, 3};
    while (std::next_permutation(order, order + 4)) {
        bool all = true;
        for (size_t k = 0; k < units.size(); k++)
            for (int i = 0; i < 4; i++)
                all = all && weights[k][i] == units[k][order[i]];
        if (all)
            return order[0] == 0 && order[3] == 3 ? "x-y-exchanged" : "weights-exchanged";
    }
    return cut ? "truncated-weight" : half ? "weight-scale" : naive ? "naive-product" : NULL;
}

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
                    mistake(plane_name(),
                            "a = %d, b = %d: weight %d is %g/256, plane_weights says %d", a, b, i,
                            256 * w[i], e[i]);
        }
}

// Does read_plane_weights give one texel alone, the nearest, all over?
static bool one_texel(void) {
    for (int a : {0, 77, 128, 255})
        for (int b : {3, 128, 200}) {
            float w[4] = {};
            if (read_plane_weights(a, b, w) != cudaSuccess)
                return false;
            for (int i = 0; i < 4; i++)
                if (w[i] != (float)(i == (a >= 128) + 2 * (b >= 128)))
                    return false;
        }
    return true;
}

// Does it read half a texel off: at the fractions themselves?
static bool half_a_texel_off(void) {
    for (int a : {0, 77, 128, 255})
        for (int b : {3, 128, 200}) {
            float w[4] = {};
            if (read_plane_weights(a, b, w) != cudaSuccess)
                return false;
            const double right = fmax(0, a - 128), lower = fmax(0, b - 128),
                         near[4] = {(256 - right) * (256 - lower), right * (256 - lower),
                                    (256 - right) * lower, right * lower};
            for (int i = 0; i < 4; i++)
                if (!(fabs(256 * w[i] - near[i] / 256) <= 1.0))
                    return false;
        }
    return true;
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
                    mistake(one_texel()          ? "point-filter"
                            : half_a_texel_off() ? "no-half-texel"
                                                 : NULL,
                            "a = %d, b = %d: weight %d is %g/256, expected about %.4g", a, b, i,
                            256 * w[i], near[i] / 256);
        }
}

static void check_plane_fetched(void) {
    const char *file = getenv("CPU_DEVICE_PROFILE");
    std::string text = file ? selftest_text(std::string(file) + ".before") : "";
    if (!text.empty() && text.find("\"launch\": ") == std::string::npos)
        mistake("technique-missing",
                "read_plane_weights launches no kernel: it is to ask the texture unit");
}

static void check_plane_errors(void) {
    float w[4];
    errors("read_plane_weights", w, 4, [&] { return read_plane_weights(77, 150, w); });
}

// What explains filter_row_border where it is not the unit's, of a row with the border 4.
static const char *border_name(const std::vector<float> &texels, float step) {
    const int count = (int)texels.size();
    const float border = 4.0f, near = 0.05f;
    const std::vector<float2> unit = unit_samples(
        texels, {cudaFilterModeLinear, cudaAddressModeBorder, 0, border}, -2.0f, step, 290);
    const std::vector<float2> edge =
        unit_samples(texels, {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0}, -2.0f, step, 290);
    bool whole = true, clamped = true, far = false;
    float least = 2, most = -2; // part of a value that is the border colour
    for (size_t i = 0; i < unit.size() && unit[i].x <= 5.0f; i++) {
        const float got = filter_row_border(texels.data(), count, border, unit[i].x);
        whole = whole && fabsf(got - (2 * unit[i].y - border)) <= near;
        clamped = clamped && fabsf(got - (edge[i].y + border) / 2) <= near;
        far = far || fabsf(unit[i].y - border) > 0.5f;
        if (fabsf(unit[i].y - border) > 0.6f) {
            least = fminf(least, 1 - (got - border) / (2 * (unit[i].y - border)));
            most = fmaxf(most, 1 - (got - border) / (2 * (unit[i].y - border)));
        }
    }
    if (far && most - least < 0.05f && least > 0.03f && fabsf(least + most - 1) > 0.04f)
        return "border-not-half";
    return !far ? NULL : whole ? "border-without-second-row" : clamped ? "border-clamped" : NULL;
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
        for (float2 s : unit_samples(texels, reading, -2.0f, step, 290)) {
            if (s.x > 5.0f)
                break;
            float emulated = filter_row_border(texels.data(), (int)texels.size(), 4.0f, s.x);
            if (emulated != s.y)
                mistake(border_name(texels, step),
                        "at %.9g the unit gives %.9g, filter_row_border %.9g", s.x, s.y, emulated);
        }
}

// What findings of the checker's mean here, as the grader names it.
static const std::vector<FindingName> found_names = {
    {"use-after-free", "", "array-freed-early"},
};

static const Check checks[] = {
    {"step1-point", 1, 4, "make_row", check_point, NULL, NULL, NULL},
    {"step1-reading", 1, 4, "make_row: reading", check_reading, NULL, NULL, NULL},
    {"step1-samples", 1, 4, "sample_row", check_samples, NULL, NULL, NULL},
    {"step1-guard", 1, 1, "sample_row: spare threads", check_spare, NULL, NULL, NULL},
    {"step1-read", 1, 3, "read_row", check_read, "step1-samples", NULL, check_fetched},
    {"step1-free", 1, 2, "free_row", check_free, "step1-point", NULL, NULL},
    {"step1-errors", 1, 2, "make_row, read_row: errors", check_row_errors, NULL, NULL, NULL},
    {"step2-unnormalised", 2, 6, "texel_at", check_unnormalised, NULL, NULL,
     check_addresses_launches},
    {"step2-border", 2, 2, "texel_at: border", check_outside_plain, NULL, NULL, NULL},
    {"step2-normalised", 2, 3, "texel_at: normalised", check_normalised, NULL, NULL,
     check_addresses_launches},
    {"step2-cut", 2, 2, "texel_at: edges", check_cuts, NULL, NULL, NULL},
    {"step2-outside", 2, 2, "texel_at: outside", check_outside, NULL, NULL, NULL},
    {"step2-wrap", 2, 2, "texel_at: wrap", check_wrap, NULL, NULL, NULL},
    {"step2-mirror", 2, 2, "texel_at: mirror", check_mirror, NULL, NULL, NULL},
    {"step2-sizes", 2, 1, "texel_at: sizes", check_sizes, NULL, NULL, NULL},
    {"step3-centre", 3, 6, "centre_of", check_centres, NULL, NULL, NULL},
    {"step3-texels", 3, 6, "read_texels", check_texels, NULL, NULL, NULL},
    {"step3-errors", 3, 3, "read_texels: errors", check_texels_errors, NULL, NULL, NULL},
    {"step4-weight", 4, 8, "weight_at", check_weight, NULL, NULL, check_weight_launches},
    {"step4-filter", 4, 7, "filter_row", check_filter, "step4-weight", NULL, check_filter_launches},
    {"step4-exact", 4, 5, "filter_row_exact", check_exact, NULL, NULL, check_exact_launches},
    {"step5-hardware", 5, 6, "read_plane_weights", check_plane_hardware, NULL, NULL,
     check_plane_fetched},
    {"step5-errors", 5, 3, "read_plane_weights: errors", check_plane_errors, NULL, NULL, NULL},
    {"step5-weights", 5, 9, "plane_weights", check_plane, "step5-hardware", NULL, NULL},
    {"step5-border", 5, 7, "filter_row_border", check_border, "step4-weight step5-weights", NULL,
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
    int status = selftest(argc, argv, "lab9", checks, check_count, found_names);
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
    show_edges(8);
    show_edges(10);
    show_bits(0.25f);
    show_bits(0.1f);
    show_plane();
    return 0;
}
