// Lab 10, given: times all versions, and shows pictures. `make check` tries every step, with
// another size of the blocks (CHECK_SIZES in the Makefile).
//   lab10                           the timing table (CSV: PROGRAM.csv) at a size that suits the
//                                   device
//   lab10 SIZE                      the same at this size
//   lab10 shift IN OUT DX DY        step 1: the picture moved by (DX, DY) pixels
//   lab10 rotate IN OUT ANGLE SCALE step 4: turned by ANGLE degrees and scaled
// IN is a PGM file, or - for a test picture.
#include "lab10.h"
#include "../common/selftest.h"
#include "picture.h"
#include <math.h>
#include <string.h>
#include <time.h>

static Motion motion_of(float degrees, float scale) {
    double radians = degrees * 3.14159265358979323846 / 180.0;
    return {(float)(cos(radians) / scale), (float)(sin(radians) / scale)};
}

#ifdef LAB_CHECK

// Compares two pictures of `width` columns.
static void compare(const char *what, const std::vector<float> &got,
                    const std::vector<float> &expected, int width, float tolerance = 0.0f) {
    bool same = true;
    for (float value : got)
        same = same && value == got[0];
    bool flat = same && !got.empty() && (got[0] == -77.0f);
    if (flat)
        not_begun();
    for (size_t i = 0; i < got.size(); i++)
        if (!(fabsf(got[i] - expected[i]) <= tolerance))
            mistake(NULL, "%s: element (x, y) = (%d, %d) is %.9g, expected %.9g", what,
                    (int)(i % width), (int)(i / width), got[i], expected[i]);
}

// ---- Step 1 -------------------------------------------------------------------------------------

// The picture moved by (shift_x, shift_y) pixels, without end: every pixel counts by how near it
// is.
static std::vector<float> moved(const Picture &p, float shift_x, float shift_y) {
    std::vector<float> out(p.pixels.size());
    for (int y = 0; y < p.height; y++)
        for (int x = 0; x < p.width; x++) {
            double u = x + (double)shift_x, v = y + (double)shift_y, sum = 0.0;
            for (int j = (int)floor(v); j <= (int)floor(v) + 1; j++)
                for (int i = (int)floor(u); i <= (int)floor(u) + 1; i++) {
                    int column = (i % p.width + p.width) % p.width;
                    int row = (j % p.height + p.height) % p.height;
                    sum += (1.0 - fabs(u - i)) * (1.0 - fabs(v - j)) *
                           p.pixels[row * p.width + column];
                }
            out[y * p.width + x] = (float)sum;
        }
    return out;
}

static const struct {
    int width, height;
    float x, y;
} shifts[] = {
    {12, 7, -3.0f, 2.0f}, {37, 21, 0.5f, -0.25f}, {21, 37, -40.25f, 5.5f}, {16, 16, 0.0f, 0.0f}};

static void check_kernel(void) {
    for (auto [width, height, shift_x, shift_y] : shifts) {
        const int count = width * height, spare = 64;
        Picture picture = test_picture(width, height);
        cudaArray_t array = NULL;
        cudaTextureObject_t texture = 0;
        returned(make_array(picture.pixels.data(), width, height, &array), "make_array");
        returned(make_texture(array, &texture), "make_texture");
        if (!array || !texture)
            mistake(NULL, "no array or no texture object is stored");
        float *out_d = to_device_memory(std::vector<float>(count + spare, -77.0f));
        dim3 block(TILE, TILE);
        dim3 grid((width + TILE - 1) / TILE + 1, (height + TILE - 1) / TILE + 1);
        read_picture<<<grid, block>>>(texture, width, height, shift_x, shift_y, out_d);
        launched("read_picture");
        std::vector<float> out = from_device_memory(out_d, count + spare);
        CUDA_CHECK(cudaFree(out_d));
        CUDA_CHECK(cudaDestroyTextureObject(texture));
        CUDA_CHECK(cudaFreeArray(array));
        std::vector<float> expected = moved(picture, shift_x, shift_y);
        expected.resize(count + spare, -77.0f);
        compare("read_picture", out, expected, width, 0.006f);
    }
}

static void check_whole(void) {
    for (auto [width, height, shift_x, shift_y] : shifts) {
        Picture picture = test_picture(width, height);
        std::vector<float> out(picture.pixels.size(), -77.0f);
        returned(shift_picture(picture.pixels.data(), width, height, shift_x, shift_y, out.data()),
                 "shift_picture");
        compare("shift_picture", out, moved(picture, shift_x, shift_y), width, 0.006f);
    }
}

// ---- Step 2 -------------------------------------------------------------------------------------

static const char *const versions[] = {"multiply_global", "multiply_tiled", "multiply_texture"};
static const struct {
    int m, k, n;
} products[] = {{19, 33, 7}, {5, 70, 41}, {1, 1, 1}, {50, 3, 49}};

static std::vector<float> whole_numbers(int count, int factor, int from) {
    std::vector<float> values(count);
    for (int i = 0; i < count; i++)
        values[i] = (float)(i * factor % (2 * from + 1) - from);
    return values;
}

static std::vector<float> product_of(const float *a, const float *b, int m, int k, int n) {
    std::vector<float> c((size_t)m * n);
    for (int i = 0; i < m * n; i++)
        for (int j = 0; j < k; j++)
            c[i] += a[i / n * k + j] * b[j * n + i % n];
    return c;
}

static void check_product(Version version) {
    for (auto [m, k, n] : products) {
        const int spare = 64;
        std::vector<float> a = whole_numbers(m * k, 7, 15), b = whole_numbers(k * n, 5, 14);
        float *a_d = to_device_memory(a), *b_d = to_device_memory(b);
        float *c_d = to_device_memory(std::vector<float>(m * n + spare, -77.0f));
        cudaArray_t arrays[2] = {};
        cudaTextureObject_t textures[2] = {};
        dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE + 1, (m + TILE - 1) / TILE + 1);
        if (version == TEXTURE) {
            returned(make_matrix(a.data(), m, k, &arrays[0], &textures[0]), "make_matrix");
            returned(make_matrix(b.data(), k, n, &arrays[1], &textures[1]), "make_matrix");
            multiply_texture<<<grid, block>>>(textures[0], textures[1], c_d, m, k, n);
        } else if (version == TILED)
            multiply_tiled<<<grid, block>>>(a_d, b_d, c_d, m, k, n);
        else
            multiply_global<<<grid, block>>>(a_d, b_d, c_d, m, k, n);
        launched(versions[version]);
        std::vector<float> c = from_device_memory(c_d, m * n + spare);
        for (int i = 0; i < 2 && version == TEXTURE; i++) {
            CUDA_CHECK(cudaDestroyTextureObject(textures[i]));
            CUDA_CHECK(cudaFreeArray(arrays[i]));
        }
        for (float *memory : {a_d, b_d, c_d})
            CUDA_CHECK(cudaFree(memory));
        std::vector<float> expected = product_of(a.data(), b.data(), m, k, n);
        expected.resize(m * n + spare, -77.0f);
        compare(versions[version], c, expected, n);
    }
}

static void check_global(void) {
    check_product(GLOBAL);
}

static void check_tiled(void) {
    check_product(TILED);
}

static void check_texture(void) {
    check_product(TEXTURE);
}

static void check_multiply(void) {
    for (Version version : {GLOBAL, TILED, TEXTURE})
        for (auto [m, k, n] : products) {
            std::vector<float> a = whole_numbers(m * k, 7, 15), b = whole_numbers(k * n, 5, 14);
            std::vector<float> c(m * n, -77.0f);
            returned(multiply(version, a.data(), b.data(), c.data(), m, k, n), "multiply");
            compare(versions[version], c, product_of(a.data(), b.data(), m, k, n), n);
        }
}

// ---- Step 3 -------------------------------------------------------------------------------------

static void check_bytes(void) {
    const int width = 21, height = 13, count = width * height;
    std::vector<unsigned char> bytes(count);
    std::vector<float> out(count, -77.0f), expected(count);
    for (int i = 0; i < count; i++) {
        bytes[i] = (unsigned char)(i * 7);
        expected[i] = (float)bytes[i] / 255.0f;
    }
    returned(read_bytes(bytes.data(), width, height, out.data()), "read_bytes");
    compare("read_bytes", out, expected, width);
}

static void check_colours(void) {
    const int width = 21, height = 13, count = width * height;
    std::vector<float4> colours(count), back(count);
    for (int i = 0; i < count; i++)
        colours[i] = make_float4((float)i, -(float)i, 0.5f * (float)i, 1.0f);
    returned(read_colours(colours.data(), width, height, back.data()), "read_colours");
    for (int i = 0; i < count; i++)
        if (memcmp(&colours[i], &back[i], sizeof back[i]) != 0)
            mistake(NULL, "pixel (%d, %d) is (%g, %g, %g, %g), expected (%g, %g, %g, %g)",
                    i % width, i / width, back[i].x, back[i].y, back[i].z, back[i].w, colours[i].x,
                    colours[i].y, colours[i].z, colours[i].w);
}

static void check_layers(void) {
    const int n = 5, layers = 3, count = n * n;
    std::vector<float> a = whole_numbers(count * layers, 7, 15),
                       b = whole_numbers(count * layers, 5, 14);
    std::vector<float> c(count * layers, -77.0f), expected;
    returned(multiply_layers(a.data(), b.data(), c.data(), n, layers), "multiply_layers");
    for (int l = 0; l < layers; l++)
        for (float value : product_of(&a[l * count], &b[l * count], n, n, n))
            expected.push_back(value);
    compare("multiply_layers, one layer below the other", c, expected, n);
}

__global__ void read_points(cudaTextureObject_t texture, const float2 *at, int n, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex2D<float>(texture, at[i].x, at[i].y);
}

static void check_map(void) {
    const int width = 10, height = 6;
    Picture p = test_picture(width, height);
    for (int i = 0; i < width * height; i++)
        p.pixels[i] = (float)(i * i % 61);
    cudaArray_t array = NULL;
    cudaTextureObject_t map = 0;
    if (make_array(p.pixels.data(), width, height, &array) != cudaSuccess)
        waits_for(1);
    returned(make_map(array, &map), "make_map");
    std::vector<float2> at;
    std::vector<float> expected;
    for (int y = -7; y < height + 7; y++)
        for (int x = -12; x < 2 * width; x++)
            for (float half : {0.5f, 1.0f}) {
                at.push_back(make_float2((x + half) / width, (y + 0.5f) / height));
                int row = y < 0 ? 0 : y >= height ? height - 1 : y;
                float left = p.pixels[row * width + (x + 20 * width) % width];
                float right = p.pixels[row * width + (x + 1 + 20 * width) % width];
                expected.push_back(half == 0.5f ? left : 0.5f * (left + right));
            }
    float2 *at_d = to_device_memory(at);
    float *out_d = to_device_memory(std::vector<float>(at.size(), -77.0f));
    read_points<<<((int)at.size() + 127) / 128, 128>>>(map, at_d, (int)at.size(), out_d);
    launched("a kernel that reads the map");
    std::vector<float> out = from_device_memory(out_d, at.size());
    CUDA_CHECK(cudaFree(at_d));
    CUDA_CHECK(cudaFree(out_d));
    CUDA_CHECK(cudaDestroyTextureObject(map));
    CUDA_CHECK(cudaFreeArray(array));
    for (size_t i = 0; i < at.size(); i++)
        if (fabsf(out[i] - expected[i]) > 0.5f)
            mistake(NULL, "a map of %d x %d: at (%.4g, %.4g) it is %g, expected %g", width, height,
                    at[i].x, at[i].y, out[i], expected[i]);
}

// ---- Step 4 -------------------------------------------------------------------------------------

static const struct {
    int width, height;
    float degrees, scale, border;
} turns[] = {
    {37, 22, 27.0f, 1.3f, 0.25f}, {20, 31, -130.0f, 0.4f, 0.75f}, {16, 16, 0.0f, 1.0f, 0.5f}};

// One sample: every pixel counts by how near it is, and outside lies the border.
static double sample_of(const Picture &p, float2 at, float border) {
    double u = (double)at.x - 0.5, v = (double)at.y - 0.5, sum = 0.0;
    for (int j = (int)floor(v); j <= (int)floor(v) + 1; j++)
        for (int i = (int)floor(u); i <= (int)floor(u) + 1; i++) {
            bool inside = i >= 0 && i < p.width && j >= 0 && j < p.height;
            sum += (1.0 - fabs(u - i)) * (1.0 - fabs(v - j)) *
                   (inside ? p.pixels[j * p.width + i] : border);
        }
    return sum;
}

static void check_hardware(void) {
    for (auto [width, height, degrees, scale, border] : turns) {
        Picture p = test_picture(width, height);
        Motion motion = motion_of(degrees, scale);
        std::vector<float> out(p.pixels.size(), -77.0f), expected(out.size());
        returned(rotate_by_hardware(p.pixels.data(), width, height, motion, border, out.data()),
                 "rotate_by_hardware");
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                double sum = 0.0;
                for (int s = 0; s < SAMPLES * SAMPLES; s++)
                    sum += sample_of(
                        p, source_of(x, y, s % SAMPLES, s / SAMPLES, width, height, motion),
                        border);
                expected[y * width + x] = (float)(sum / (SAMPLES * SAMPLES));
            }
        compare("rotate_by_hardware", out, expected, width, 0.006f);
    }
}

static void check_software(void) {
    for (auto [width, height, degrees, scale, border] : turns) {
        Picture p = test_picture(width, height);
        Motion motion = motion_of(degrees, scale);
        std::vector<float> hardware(p.pixels.size()), software(hardware.size(), -77.0f);
        if (rotate_by_hardware(p.pixels.data(), width, height, motion, border, hardware.data()) !=
            cudaSuccess)
            waits_for(4);
        returned(
            rotate_by_software(p.pixels.data(), width, height, motion, border, software.data()),
            "rotate_by_software");
        compare("rotate_by_software, expected is the unit's", software, hardware, width);
    }
}

// ---- Step 5 -------------------------------------------------------------------------------------

// Milliseconds of one launch of multiply_global, until the device has done it.
static float multiply_once(int size) {
    const int grid = (size + TILE - 1) / TILE;
    std::vector<float> zeros((size_t)size * size);
    float *a = to_device_memory(zeros), *b = to_device_memory(zeros), *c = to_device_memory(zeros);
    float best = 1e9f;
    for (int i = 0; i < 4; i++) {
        double start = selftest_seconds();
        multiply_global<<<dim3(grid, grid), dim3(TILE, TILE)>>>(a, b, c, size, size, size);
        CUDA_CHECK(cudaDeviceSynchronize());
        best = fminf(best, 1e3f * (float)(selftest_seconds() - start));
    }
    for (float *memory : {a, b, c})
        CUDA_CHECK(cudaFree(memory));
    return best;
}

static void check_table(void) {
    const int size = 3 * TILE + 5;
    const char *const names[TIMINGS] = {"multiply_global", "multiply_tiled", "multiply_texture",
                                        "rotate_hardware", "rotate_software"};
    float best = 1e9f;
    Timing rows[TIMINGS] = {};
    bool plausible = false;
    for (int attempt = 0; attempt < TIMING_ATTEMPTS && !plausible; attempt++) {
        best = fminf(best, multiply_once(size));
        returned(time_all(size, rows), "time_all");
        plausible = rows[0].ms >= best / 4.0f && rows[0].ms <= best * 6.0f;
    }
    for (int row = 0; row < TIMINGS; row++) {
        const Timing &r = rows[row];
        if (!r.name || strcmp(r.name, names[row]) != 0 || r.size != size)
            mistake(NULL, "row %d is not %s at size %d", row, names[row], size);
        if (!(r.ms > 0.0f))
            mistake(NULL, "%s: the time is %g ms", names[row], r.ms);
        float ratio = r.ms / rows[row < 3 ? 0 : 3].ms;
        if (fabsf(r.ratio * ratio - 1.0f) < 1e-3f && fabsf(ratio - 1.0f) > 1e-2f)
            mistake("ratio-upside-down", "%s: the ratio is %g, expected %g", names[row], r.ratio,
                    ratio);
        if (fabsf(r.ratio - ratio) > 1e-3f * ratio)
            mistake(NULL, "%s: the ratio is %g, expected %g", names[row], r.ratio, ratio);
    }
    if (rows[0].ms < best / 4.0f)
        mistake("timed-without-sync",
                "multiply_global: %.3g ms, and a launch takes about %.3g: did the "
                "clock wait for the kernels?",
                rows[0].ms, best);
    if (rows[0].ms > best * 6.0f && best > 0.5f)
        mistake("not-averaged",
                "multiply_global: %.3g ms, and a launch takes about %.3g: is this the "
                "time of all launches?",
                rows[0].ms, best);
}

static void check_table_launches(void) {
    int launches = launches_of("multiply_tiled");
    if (launches >= 0 && launches < 6)
        mistake(NULL,
                "multiply_tiled is launched %d times: a time is the mean of at least 5 launches "
                "after one that is not counted",
                launches);
}

static void check_csv(void) {
    const Timing rows[] = {{"multiply_global", 1024, 1.2345678e-5f, 1.0f},
                           {"rotate_software", 17, 123456.78f, 2.3456789f}};
    const char *const starts[] = {"multiply_global,1024,", "rotate_software,17,"};
    std::vector<std::string> lines = csv_lines(
        [&](const char *path) { return write_csv(path, rows, 2); }, 2, "kernel,size,ms,ratio");
    for (int i = 0; i < 2; i++) {
        double ms = 0.0, ratio = 0.0;
        if (lines[i + 1].compare(0, strlen(starts[i]), starts[i]) != 0 ||
            sscanf(lines[i + 1].c_str() + strlen(starts[i]), "%lf,%lf", &ms, &ratio) != 2)
            mistake(NULL, "line %d is \"%s\", expected \"%s\" and two numbers", i + 2,
                    lines[i + 1].c_str(), starts[i]);
        check_digits(i + 1, "ms", ms, rows[i].ms);
        check_digits(i + 1, "ratio", ratio, rows[i].ratio);
    }
}

static const Check checks[] = {
    {"step1-kernel", 1, 10, "read_picture", check_kernel, NULL, NULL, NULL},
    {"step1-whole", 1, 10, "shift_picture", check_whole, NULL, NULL, NULL},
    {"step2-global", 2, 6, "multiply_global", check_global, NULL, NULL, NULL},
    {"step2-tiled", 2, 7, "multiply_tiled", check_tiled, NULL, NULL, NULL},
    {"step2-texture", 2, 8, "multiply_texture", check_texture, NULL, NULL, NULL},
    {"step2-whole", 2, 4, "multiply", check_multiply, "step2-global step2-tiled step2-texture",
     NULL, NULL},
    {"step3-bytes", 3, 5, "read_bytes", check_bytes, NULL, NULL, NULL},
    {"step3-colours", 3, 4, "read_colours", check_colours, NULL, NULL, NULL},
    {"step3-layers", 3, 6, "multiply_layers", check_layers, NULL, NULL, NULL},
    {"step3-map", 3, 5, "make_map", check_map, NULL, NULL, NULL},
    {"step4-hardware", 4, 8, "rotate_by_hardware", check_hardware, NULL, NULL, NULL},
    {"step4-software", 4, 8, "rotate_by_software", check_software, "step4-hardware", NULL, NULL},
    {"step4-time", 4, 3, "rotate_hardware: time", NULL, NULL, NULL, NULL},
    {"step4-advantage", 4, 2, "hardware's advantage", NULL, NULL, NULL, NULL},
    {"step5-table", 5, 9, "time_all", check_table,
     "step2-global step2-tiled step2-texture step4-hardware", NULL, check_table_launches},
    {"step5-csv", 5, 5, "write_csv", check_csv, NULL, NULL, NULL},
};
static const int check_count = sizeof checks / sizeof *checks;

#endif

// ---- Tables and pictures ------------------------------------------------------------------------

// Does a processor stand in for the GPU?
static bool on_cpu_device(void) {
    int device;
    cudaDeviceProp properties;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
    return strcmp(properties.name, "CPU device") == 0;
}

// Says what is coming, and for how long where that is more than a moment: by a small table, for the
// work grows with the cube of the size.
static cudaError_t announce(int size) {
    const int small = 64;
    printf("\ntiming 5 kernels at %d x %d", size, size);
    fflush(stdout);
    if (on_cpu_device() && size > 2 * small) {
        Timing rows[TIMINGS];
        const clock_t start = clock();
        cudaError_t error = time_all(small, rows);
        if (error != cudaSuccess)
            return error;
        const double times = (double)size / small;
        printf(": about %.0f s of processor time on the CPU device",
               times * times * times * (double)(clock() - start) / CLOCKS_PER_SEC);
    }
    printf(" ...\n");
    fflush(stdout);
    return cudaSuccess;
}

static int print_table(int size, const std::string &csv) {
    Timing rows[TIMINGS];
    cudaError_t error = announce(size);
    if (error == cudaSuccess)
        error = time_all(size, rows);
    if (error != cudaSuccess) {
        fprintf(stderr, "lab10: time_all: %s\n", cudaGetErrorString(error));
        return 1;
    }
    printf("%s\n%-18s %6s %12s %8s\n", TIMES_NOTE, "kernel", "size", "ms", "ratio");
    for (const Timing &row : rows)
        printf("%-18s %6d %12.5f %8.3f\n", row.name, row.size, row.ms, row.ratio);
    if (write_csv(csv.c_str(), rows, TIMINGS) != 0) {
        perror(csv.c_str());
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
#ifdef LAB_CHECK
    int status = selftest(argc, argv, "lab10", checks, check_count);
    if (status >= 0)
        return status;
#endif
    if (argc == 6 && (strcmp(argv[1], "shift") == 0 || strcmp(argv[1], "rotate") == 0))
        return show(argv);
    int size = argc == 2 ? atoi(argv[1]) : on_cpu_device() ? 128 : 1024;
    if (argc > 2 || size < 1 || size > 16384) {
        fprintf(stderr, "usage: lab10 [SIZE | shift IN OUT DX DY | rotate IN OUT ANGLE SCALE]; "
                        "`make check` tries every step\n");
        return 2;
    }
    return print_table(size, std::string(argv[0]) + ".csv");
}
