// Lab 10, given: checks every step, times all versions, and shows pictures.
//   lab10                           check, then the timing table at 1024 (CSV: lab10.csv)
//   lab10 SIZE                      the same at another size
//   lab10 check                     check alone; exit status 1 when a step is not right
//   lab10 shift IN OUT DX DY        step 1: the picture moved by (DX, DY) pixels
//   lab10 rotate IN OUT ANGLE SCALE step 4: turned by ANGLE degrees and scaled
// IN is a PGM file, or - for a test picture.
#include "lab10.h"
#include "picture.h"
#include <math.h>
#include <string.h>

static int failures;

// One line of the report: `what` is right when `problem` is empty.
static void report(int step, const char *what, const char *problem) {
    printf("step %d  %-18s %s\n", step, what, *problem ? problem : "ok");
    failures += *problem != '\0';
}

// Compares two pictures of `width` columns; the first difference goes to problem.
static void compare(char *problem, size_t size, const std::vector<float> &got,
                    const std::vector<float> &expected, int width) {
    for (size_t i = 0; i < got.size() && !*problem; i++)
        if (!(got[i] == expected[i]))
            snprintf(problem, size, "element (x, y) = (%d, %d) is %.9g, expected %.9g",
                     (int)(i % width), (int)(i / width), got[i], expected[i]);
}

static void note(char *problem, size_t size, const char *what, cudaError_t error) {
    if (error != cudaSuccess && !*problem)
        snprintf(problem, size, "%s: %s", what, cudaGetErrorString(error));
}

static void check_shift(void) {
    char problem[200] = "";
    const int width = 12, height = 7; // not square, not powers of two
    Picture picture = test_picture(width, height);
    std::vector<float> out(picture.pixels.size()), expected(out.size());
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            expected[y * width + x] =
                picture.pixels[(y + 2) % height * width + (x + width - 3) % width];
    note(problem, sizeof problem, "shift_picture",
         shift_picture(picture.pixels.data(), width, height, -3.0f, 2.0f, out.data()));
    compare(problem, sizeof problem, out, expected, width);
    report(1, "shift_picture", problem);
}

static void check_multiply(void) {
    const char *const names[] = {"multiply_global", "multiply_tiled", "multiply_texture"};
    for (int version = GLOBAL; version <= TEXTURE; version++) {
        char problem[200] = "";
        const int m = 19, k = 33, n = 7;
        std::vector<float> a(m * k), b(k * n), c(m * n), expected(m * n);
        for (int i = 0; i < m * k; i++)
            a[i] = (float)(i * 7 % 31 - 15);
        for (int i = 0; i < k * n; i++)
            b[i] = (float)(i * 5 % 29 - 14);
        for (int i = 0; i < m * n; i++)
            for (int j = 0; j < k; j++)
                expected[i] += a[i / n * k + j] * b[j * n + i % n];
        note(problem, sizeof problem, names[version],
             multiply((Version)version, a.data(), b.data(), c.data(), m, k, n));
        compare(problem, sizeof problem, c, expected, n);
        report(2, names[version], problem);
    }
}

static void check_types(void) {
    char problem[200] = "";
    const int width = 21, height = 13, count = width * height;
    std::vector<unsigned char> bytes(count);
    std::vector<float> out(count), expected(count);
    for (int i = 0; i < count; i++) {
        bytes[i] = (unsigned char)i;
        expected[i] = (float)bytes[i] / 255.0f;
    }
    note(problem, sizeof problem, "read_bytes",
         read_bytes(bytes.data(), width, height, out.data()));
    compare(problem, sizeof problem, out, expected, width);
    report(3, "read_bytes", problem);

    *problem = '\0';
    std::vector<float4> colours(count), back(count);
    for (int i = 0; i < count; i++)
        colours[i] = make_float4((float)i, -(float)i, 0.5f * (float)i, 1.0f);
    note(problem, sizeof problem, "read_colours",
         read_colours(colours.data(), width, height, back.data()));
    if (!*problem && memcmp(colours.data(), back.data(), count * sizeof(float4)) != 0)
        snprintf(problem, sizeof problem, "the colours read differ from those stored");
    report(3, "read_colours", problem);

    *problem = '\0';
    const int n = 5, layers = 3;
    std::vector<float> a(n * n * layers), b(a.size()), c(a.size()), product(a.size());
    for (size_t i = 0; i < a.size(); i++) {
        a[i] = (float)((int)i % 11 - 5);
        b[i] = (float)((int)i % 7 - 3);
    }
    for (int l = 0; l < layers; l++)
        for (int i = 0; i < n * n; i++)
            for (int j = 0; j < n; j++)
                product[l * n * n + i] +=
                    a[l * n * n + i / n * n + j] * b[l * n * n + j * n + i % n];
    note(problem, sizeof problem, "multiply_layers",
         multiply_layers(a.data(), b.data(), c.data(), n, layers));
    compare(problem, sizeof problem, c, product, n);
    report(3, "multiply_layers", problem);
}

static Motion motion_of(float degrees, float scale) {
    double radians = degrees * 3.14159265358979323846 / 180.0;
    return {(float)(cos(radians) / scale), (float)(sin(radians) / scale)};
}

static void check_rotate(void) {
    char problem[200] = "";
    const int width = 37, height = 22;
    Picture picture = test_picture(width, height);
    std::vector<float> hardware(picture.pixels.size()), software(hardware.size());
    Motion motion = motion_of(27.0f, 1.3f);
    note(problem, sizeof problem, "rotate_by_hardware",
         rotate_by_hardware(picture.pixels.data(), width, height, motion, 0.25f, hardware.data()));
    note(problem, sizeof problem, "rotate_by_software",
         rotate_by_software(picture.pixels.data(), width, height, motion, 0.25f, software.data()));
    compare(problem, sizeof problem, software, hardware, width);
    if (!*problem && hardware == picture.pixels)
        snprintf(problem, sizeof problem, "the picture was not turned");
    report(4, "rotate, both ways", problem);
}

static int print_table(int size) {
    Timing rows[TIMINGS];
    cudaError_t error = time_all(size, rows);
    if (error != cudaSuccess) {
        printf("step 5  %-18s %s\n", "time_all", cudaGetErrorString(error));
        return 1;
    }
    printf("\n%-18s %6s %12s %8s\n", "kernel", "size", "ms", "ratio");
    for (const Timing &row : rows)
        printf("%-18s %6d %12.5f %8.3f\n", row.name, row.size, row.ms, row.ratio);
    if (write_csv("lab10.csv", rows, TIMINGS) != 0) {
        perror("lab10: lab10.csv");
        return 1;
    }
    return 0;
}

// The picture-to-picture commands: argv is COMMAND IN OUT NUMBER NUMBER.
static int show(char **argv) {
    Picture in;
    if (strcmp(argv[2], "-") == 0)
        in = test_picture(256, 160);
    else if (const char *problem = read_pgm(argv[2], &in)) {
        fprintf(stderr, "lab10: %s %s\n", argv[2], problem);
        return 1;
    }
    Picture out = in;
    float p = strtof(argv[4], NULL), q = strtof(argv[5], NULL);
    if (strcmp(argv[1], "shift") == 0)
        CUDA_CHECK(shift_picture(in.pixels.data(), in.width, in.height, p, q, out.pixels.data()));
    else
        CUDA_CHECK(rotate_by_hardware(in.pixels.data(), in.width, in.height, motion_of(p, q), 0.0f,
                                      out.pixels.data()));
    if (write_pgm(argv[3], out) != 0) {
        perror(argv[3]);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 6 && (strcmp(argv[1], "shift") == 0 || strcmp(argv[1], "rotate") == 0))
        return show(argv);
    bool check_only = argc == 2 && strcmp(argv[1], "check") == 0;
    int size = argc == 2 ? atoi(argv[1]) : 1024;
    if (argc > 2 || (!check_only && (size < 1 || size > 16384))) {
        fprintf(stderr, "usage: lab10 [check | SIZE | shift IN OUT DX DY | rotate IN OUT ANGLE "
                        "SCALE]\n");
        return 2;
    }
    check_shift();
    check_multiply();
    check_types();
    check_rotate();
    if (!check_only)
        failures += print_table(size);
    return failures > 0;
}
