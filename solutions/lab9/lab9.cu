// Lab 9, given: prints what each step shows, and checks the steps against the texture unit.
//   lab9               the readouts of all steps, then the checks
//   lab9 check         the checks alone; exit status 1 when a step is not right
//   lab9 bits FILE     CSV for the staircase of weights: x, hardware, emulated, exact
//   lab9 plane FILE    CSV for two dimensions: a, b, hardware, product, emulated (weight of (1,1))
#include "lab9.h"
#include <math.h>
#include <string.h>
#include <vector>

static int failures;

// One line of the report: `what` is right when `problem` is empty.
static void report(int step, const char *what, const char *problem) {
    printf("step %d  %-18s %s\n", step, what, *problem ? problem : "ok");
    failures += *problem != '\0';
}

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

// ---- What the steps show
// --------------------------------------------------------------------------

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

// ---- Checks
// ---------------------------------------------------------------------------------------

static void check_readout(void) {
    char problem[200] = "";
    std::vector<float2> s =
        samples_of(identity(8), {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0}, 0.0f, 1.0f, 9);
    if (s.empty())
        snprintf(problem, sizeof problem, "make_row or read_row returned an error");
    for (int i = 0; i < (int)s.size() && !*problem; i++) {
        float expected = i == 0 ? 0.0f : i == 8 ? 7.0f : (float)i - 0.5f;
        if (s[i].x != (float)i || s[i].y != expected)
            snprintf(problem, sizeof problem, "sample %d is (%g, %g), expected (%d, %g)", i, s[i].x,
                     s[i].y, i, expected);
    }
    report(1, "make_row, read_row", problem);
}

static void check_addresses(void) {
    char problem[200] = "";
    const cudaTextureAddressMode modes[] = {cudaAddressModeWrap, cudaAddressModeClamp,
                                            cudaAddressModeMirror, cudaAddressModeBorder};
    const char *const names[] = {"wrap", "clamp", "mirror", "border"};
    for (int count : {1, 5, 8})
        for (int normalized = 0; normalized < 2; normalized++)
            for (cudaTextureAddressMode mode : modes) {
                Reading reading = {cudaFilterModePoint, mode, normalized, (float)OUTSIDE};
                float step = normalized ? 0.037f : 0.31f;
                for (float2 s : samples_of(identity(count), reading, -60 * step, step, 121)) {
                    int texel = texel_at(s.x, count, mode, normalized);
                    if (texel != (int)s.y && !*problem)
                        snprintf(problem, sizeof problem,
                                 "%s, %s, %d texels: at %.9g the unit reads %d, texel_at says %d",
                                 names[mode], normalized ? "normalised" : "unnormalised", count,
                                 s.x, (int)s.y, texel);
                }
            }
    report(2, "texel_at", problem);
}

static void check_centres(void) {
    char problem[200] = "";
    const int count = 13;
    std::vector<float> texels(count), back(count, -1.0f);
    for (int i = 0; i < count; i++)
        texels[i] = (float)(i * i + 3);
    for (int normalized = 0; normalized < 2 && !*problem; normalized++) {
        Row row = {};
        Reading reading = {cudaFilterModeLinear, cudaAddressModeClamp, normalized, 0};
        cudaError_t error = make_row(texels.data(), count, reading, &row);
        if (error == cudaSuccess) {
            error = read_texels(row.texture, count, normalized, back.data());
            free_row(&row);
        }
        if (error != cudaSuccess)
            snprintf(problem, sizeof problem, "%s", cudaGetErrorString(error));
        for (int i = 0; i < count && !*problem; i++)
            if (back[i] != texels[i])
                snprintf(problem, sizeof problem, "texel %d reads %g, it is %g", i, back[i],
                         texels[i]);
    }
    report(3, "read_texels", problem);
}

static void check_bits(void) {
    char problem[200] = "";
    std::vector<float> texels = {0.0f, 3.0f, 0.25f, 512.5f, 8.0f, 8.0f};
    for (float2 s : samples_of(texels, {cudaFilterModeLinear, cudaAddressModeClamp, 0, 0}, 0.0f,
                               0.0123f, 480)) {
        float emulated = filter_row(texels.data(), (int)texels.size(), s.x);
        if (emulated != s.y && !*problem)
            snprintf(problem, sizeof problem, "at %.9g the unit gives %.9g, filter_row %.9g", s.x,
                     s.y, emulated);
    }
    report(4, "filter_row", problem);
}

static void check_plane(void) {
    char problem[200] = "";
    for (int a = 0; a < 256 && !*problem; a += 17)
        for (int b = 0; b < 256 && !*problem; b += 15) {
            float w[4] = {};
            int e[4];
            plane_weights(a, b, e);
            cudaError_t error = read_plane_weights(a, b, w);
            if (error != cudaSuccess)
                snprintf(problem, sizeof problem, "%s", cudaGetErrorString(error));
            for (int i = 0; i < 4 && !*problem; i++)
                if (256 * w[i] != (float)e[i])
                    snprintf(problem, sizeof problem,
                             "a = %d, b = %d: weight %d is %g/256, plane_weights says %d", a, b, i,
                             256 * w[i], e[i]);
        }
    report(5, "plane_weights", problem);

    *problem = '\0';
    std::vector<float> texels = {1.0f, 6.0f, 2.5f};
    for (float2 s : samples_of(texels, {cudaFilterModeLinear, cudaAddressModeBorder, 0, 4.0f},
                               -2.0f, 0.0625f, 113)) {
        float emulated = filter_row_border(texels.data(), (int)texels.size(), 4.0f, s.x);
        if (emulated != s.y && !*problem)
            snprintf(problem, sizeof problem, "at %g the unit gives %.9g, filter_row_border %.9g",
                     s.x, s.y, emulated);
    }
    report(5, "filter_row_border", problem);
}

// ---- CSV for the handout's figures
// ------------------------------------------------------------------

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
    if (argc == 3 && strcmp(argv[1], "bits") == 0)
        return write_csv(argv[2], write_bits);
    if (argc == 3 && strcmp(argv[1], "plane") == 0)
        return write_csv(argv[2], write_plane);
    bool check_only = argc == 2 && strcmp(argv[1], "check") == 0;
    if (argc > 1 && !check_only) {
        fprintf(stderr, "usage: lab9 [check | bits FILE | plane FILE]\n");
        return 2;
    }
    if (!check_only) {
        show_readouts();
        show_bits(0.25f);
        show_bits(0.1f);
        show_plane();
    }
    check_readout();
    check_addresses();
    check_centres();
    check_bits();
    check_plane();
    return failures > 0;
}
