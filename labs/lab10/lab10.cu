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
#ifdef LAB_CHECK
#include "../common/intervals.h"
#endif
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

// Step 1's array of the picture.
static cudaArray_t array_of(const Picture &picture) {
    cudaArray_t array = NULL;
    returned(make_array(picture.pixels.data(), picture.width, picture.height, &array),
             "make_array");
    if (!array)
        mistake(NULL, "make_array stores no array");
    return array;
}

static void check_array(void) {
    for (auto [width, height, shift_x, shift_y] : shifts) {
        (void)shift_x, (void)shift_y;
        const Picture picture = test_picture(width, height);
        cudaArray_t array = NULL;
        const cudaError_t error = make_array(picture.pixels.data(), width, height, &array);
        if (error == cudaErrorInvalidPitchValue)
            mistake("pitch-in-elements",
                    "make_array returned cudaErrorInvalidPitchValue\n"
                    "Pitch and row length of a copy count bytes, its height counts rows.");
        returned(error, "make_array");
        if (!array)
            mistake(NULL, "make_array stores no array");
        cudaChannelFormatDesc format;
        cudaExtent extent = {};
        unsigned flags = 0;
        CUDA_CHECK(cudaArrayGetInfo(&format, &extent, &flags, array));
        if (extent.width != (size_t)width || extent.height != (size_t)height)
            mistake(extent.width == (size_t)height && extent.height == (size_t)width
                        ? "width-height-exchanged"
                        : NULL,
                    "the array of a %d x %d picture is %zu x %zu elements\n"
                    "cudaMallocArray takes the width first, and both in elements.",
                    width, height, extent.width, extent.height);
        if (format.x != 32 || format.y != 0 || format.f != cudaChannelFormatKindFloat)
            mistake(NULL, "the array's elements are not one float each");
        std::vector<float> out(picture.pixels.size(), -77.0f);
        CUDA_CHECK(cudaMemcpy2DFromArray(out.data(), width * sizeof(float), array, 0, 0,
                                         width * sizeof(float), height, cudaMemcpyDeviceToHost));
        CUDA_CHECK(cudaFreeArray(array));
        compare("the array", out, picture.pixels, width);
    }
}

__global__ void read_points(cudaTextureObject_t texture, const float2 *at, int n, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex2D<float>(texture, at[i].x, at[i].y);
}

// The texture at these places.
static std::vector<float> read_at(cudaTextureObject_t texture, const std::vector<float2> &at) {
    float2 *at_d = to_device_memory(at);
    float *out_d = to_device_memory(std::vector<float>(at.size(), -77.0f));
    read_points<<<((int)at.size() + 127) / 128, 128>>>(texture, at_d, (int)at.size(), out_d);
    launched("a kernel that reads the texture");
    std::vector<float> out = from_device_memory(out_d, at.size());
    CUDA_CHECK(cudaFree(at_d));
    CUDA_CHECK(cudaFree(out_d));
    return out;
}

// What the texture object says of itself: normalised, as stored, filtered so.
static cudaTextureDesc check_object(const char *function, cudaTextureObject_t texture,
                                    cudaTextureFilterMode filter) {
    cudaTextureDesc made = {};
    if (!texture)
        mistake(NULL, "%s stores no texture object", function);
    CUDA_CHECK(cudaGetTextureObjectTextureDesc(&made, texture));
    if (!made.normalizedCoords)
        mistake(filter == cudaFilterModeLinear ? "wrap-on-unnormalized" : NULL,
                "%s: the texture's coordinates count texels\n"
                "They are to be normalised: set normalizedCoords to 1.",
                function);
    if (made.filterMode != filter)
        mistake(filter == cudaFilterModeLinear ? "point-filter" : NULL,
                "%s: the filter mode is %s, expected %s", function,
                made.filterMode == cudaFilterModePoint ? "point" : "linear",
                filter == cudaFilterModePoint ? "point" : "linear");
    if (made.readMode != cudaReadModeElementType)
        mistake(NULL, "%s: the read mode is normalised float, expected element type", function);
    return made;
}

static void check_modes(const char *function, const cudaTextureDesc &made, cudaTextureAddressMode x,
                        cudaTextureAddressMode y) {
    static const char *const modes[] = {"wrap", "clamp", "mirror", "border"};
    if (made.addressMode[0] == y && made.addressMode[1] == x && x != y)
        mistake("axes-exchanged",
                "%s: the address modes are exchanged: addressMode[0] is that of x, addressMode[1] "
                "that of y",
                function);
    for (int axis = 0; axis < 2; axis++) {
        const cudaTextureAddressMode expected = axis == 0 ? x : y, got = made.addressMode[axis];
        if (got != expected)
            mistake("wrong-address-mode", "%s: along %c the address mode is %s, expected %s",
                    function, "xy"[axis], got >= 0 && got <= 3 ? modes[got] : "none",
                    modes[expected]);
    }
}

static void check_texture_object(void) {
    for (auto [width, height, shift_x, shift_y] : shifts) {
        const Picture picture = test_picture(width, height);
        cudaArray_t array = array_of(picture);
        cudaTextureObject_t texture = 0;
        returned(make_texture(array, &texture), "make_texture");
        check_modes("make_texture", check_object("make_texture", texture, cudaFilterModeLinear),
                    cudaAddressModeWrap, cudaAddressModeWrap);
        std::vector<float2> at;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                at.push_back(make_float2(((float)x + 0.5f + shift_x) / (float)width,
                                         ((float)y + 0.5f + shift_y) / (float)height));
        const std::vector<float> out = read_at(texture, at);
        CUDA_CHECK(cudaDestroyTextureObject(texture));
        CUDA_CHECK(cudaFreeArray(array));
        compare("make_texture", out, moved(picture, shift_x, shift_y), width, 0.006f);
    }
}

// What read_picture or shift_picture may do otherwise: where pixel (x, y) of the result comes from,
// counted in texels, the picture repeated without end.
static const struct {
    const char *name, *text;
    void (*place)(float *x, float *y, float shift_x, float shift_y, float width, float height);
} other_places[] = {
    {"no-half-texel", "half a pixel off: the centre of pixel x is at x + 0.5f",
     [](float *x, float *y, float dx, float dy, float, float) {
         *x += dx - 0.5f, *y += dy - 0.5f;
     }},
    {"no-half-texel", "half a pixel off along x: the centre of pixel x is at x + 0.5f",
     [](float *x, float *y, float dx, float dy, float, float) { *x += dx - 0.5f, *y += dy; }},
    {"no-half-texel", "half a pixel off along y: the centre of pixel y is at y + 0.5f",
     [](float *x, float *y, float dx, float dy, float, float) { *x += dx, *y += dy - 0.5f; }},
    {"half-texel-twice", "half a pixel off: half a pixel is added twice",
     [](float *x, float *y, float dx, float dy, float, float) {
         *x += dx + 0.5f, *y += dy + 0.5f;
     }},
    {"shift-not-divided", "the shift is in pixels: divide it by the size with the rest",
     [](float *x, float *y, float dx, float dy, float w, float h) { *x += w * dx, *y += h * dy; }},
    {"axes-exchanged", "the shifts are exchanged: x moves by shift_x, y by shift_y",
     [](float *x, float *y, float dx, float dy, float, float) { *x += dy, *y += dx; }},
    {"axes-exchanged", "x and y are exchanged in the fetch: tex2D takes x first",
     [](float *x, float *y, float dx, float dy, float w, float h) {
         const float u = (*x + 0.5f + dx) / w, v = (*y + 0.5f + dy) / h;
         *x = v * w - 0.5f, *y = u * h - 0.5f;
     }},
    {"width-height-exchanged", "x is divided by the height, y by the width",
     [](float *x, float *y, float dx, float dy, float w, float h) {
         *x = (*x + 0.5f + dx) / h * w - 0.5f, *y = (*y + 0.5f + dy) / w * h - 0.5f;
     }},
    {"coordinates-in-texels", "the coordinates count pixels: divide them by the size",
     [](float *x, float *y, float dx, float dy, float w, float h) {
         *x = (*x + 0.5f + dx) * w - 0.5f, *y = (*y + 0.5f + dy) * h - 0.5f;
     }},
    {NULL, "the picture moves the other way: the shift is added",
     [](float *x, float *y, float dx, float dy, float, float) { *x -= dx, *y -= dy; }},
    {NULL, "the picture is not moved: the shift is missing",
     [](float *, float *, float, float, float, float) {}}};

// The texture's value at (u, v), counted from the centre of texel 0, repeated without end.
static float repeated_at(const Picture &p, double u, double v) {
    double sum = 0.0;
    for (int j = (int)floor(v); j <= (int)floor(v) + 1; j++)
        for (int i = (int)floor(u); i <= (int)floor(u) + 1; i++) {
            int column = (i % p.width + p.width) % p.width;
            int row = (j % p.height + p.height) % p.height;
            sum += (1.0 - fabs(u - i)) * (1.0 - fabs(v - j)) * p.pixels[row * p.width + column];
        }
    return (float)sum;
}

// Compares with the moved picture; names what was done in its place, when one thing explains all.
static void compare_moved(const char *what, const std::vector<float> &out, const Picture &p,
                          float shift_x, float shift_y) {
    const std::vector<float> expected = moved(p, shift_x, shift_y);
    bool right = true, transposed = p.width != p.height, row_major = true;
    for (int i = 0; i < p.width * p.height; i++) {
        right = right && fabsf(out[i] - expected[i]) <= 0.006f;
        transposed =
            transposed && fabsf(out[i % p.width * p.height + i / p.width] - expected[i]) <= 0.006f;
        row_major = row_major && out[i] != -77.0f;
    }
    if (right)
        return;
    if (transposed)
        mistake("transposed-output",
                "%s: the result is written column by column: pixel (x, y) is number y * width + x",
                what);
    for (const auto &other : other_places) {
        bool fits = row_major;
        for (int i = 0; i < p.width * p.height && fits; i++) {
            float x = (float)(i % p.width), y = (float)(i / p.width);
            other.place(&x, &y, shift_x, shift_y, (float)p.width, (float)p.height);
            fits = fabsf(out[i] - repeated_at(p, x, y)) <= 0.01f;
        }
        if (fits)
            mistake(other.name, "%s: %s", what, other.text);
    }
    compare(what, out, expected, p.width, 0.006f);
}

// read_picture on blocks of 16 x 8 threads, and what lies behind the picture.
static std::vector<float> read_on(dim3 grid, const Picture &picture, float shift_x, float shift_y) {
    const size_t count = picture.pixels.size() + 64;
    cudaArray_t array = array_of(picture);
    cudaTextureObject_t texture = 0;
    returned(make_texture(array, &texture), "make_texture");
    float *out_d = to_device_memory(std::vector<float>(count, -77.0f));
    read_picture<<<grid, dim3(16, 8)>>>(texture, picture.width, picture.height, shift_x, shift_y,
                                        out_d);
    launched("read_picture");
    std::vector<float> out = from_device_memory(out_d, count);
    CUDA_CHECK(cudaFree(out_d));
    CUDA_CHECK(cudaDestroyTextureObject(texture));
    CUDA_CHECK(cudaFreeArray(array));
    bool untouched = true;
    for (float value : out)
        untouched = untouched && value == -77.0f;
    if (untouched)
        not_begun();
    return out;
}

// Whole blocks: what threads outside the picture do is the next check's.
static void check_kernel(void) {
    static const struct {
        int width, height;
        float x, y;
    } whole[] = {{48, 40, -5.75f, 3.5f}, {80, 24, 0.5f, -0.25f}, {16, 56, -40.25f, 5.5f}};
    for (auto [width, height, shift_x, shift_y] : whole) {
        const Picture picture = test_picture(width, height);
        launch_has(NO_SPARE_THREADS);
        compare_moved("read_picture",
                      read_on(dim3(width / 16, height / 8), picture, shift_x, shift_y), picture,
                      shift_x, shift_y);
    }
}

static void check_guard(void) {
    for (auto [width, height, shift_x, shift_y] : shifts) {
        const size_t count = (size_t)width * height;
        const Picture picture = test_picture(width, height);
        launch_has(SPARE_THREADS);
        const std::vector<float> out =
            read_on(dim3(width / 16 + 2, height / 8 + 3), picture, shift_x, shift_y);
        for (size_t i = count; i < out.size(); i++)
            if (out[i] != -77.0f)
                mistake("missing-bounds-guard",
                        "read_picture writes element %zu, and there are %zu\n"
                        "Let a thread work only if x < width and y < height.",
                        i, count);
        compare_moved("read_picture on a larger grid", out, picture, shift_x, shift_y);
    }
}

static void check_whole(void) {
    float *kept = to_device_memory(std::vector<float>(64));
    for (auto [width, height, shift_x, shift_y] : shifts) {
        Picture picture = test_picture(width, height);
        std::vector<float> out(picture.pixels.size(), -77.0f);
        returned(shift_picture(picture.pixels.data(), width, height, shift_x, shift_y, out.data()),
                 "shift_picture");
        compare_moved("shift_picture", out, picture, shift_x, shift_y);
    }
    cudaPointerAttributes what;
    if (cudaPointerGetAttributes(&what, kept) != cudaSuccess || what.type != cudaMemoryTypeDevice)
        mistake("device-reset", "shift_picture resets the device: memory of its caller's is gone\n"
                                "Free and destroy what the function itself made.");
    CUDA_CHECK(cudaFree(kept));
}

static void check_errors_1(void) {
    const Picture picture = test_picture(9, 5);
    std::vector<float> out(picture.pixels.size());
    errors("make_array", [&] {
        cudaArray_t array = NULL;
        const cudaError_t error = make_array(picture.pixels.data(), 9, 5, &array);
        if (error == cudaSuccess)
            cudaFreeArray(array);
        return error;
    });
    cudaArray_t array = array_of(picture);
    errors("make_texture", [&] {
        cudaTextureObject_t texture = 0;
        const cudaError_t made = make_texture(array, &texture);
        if (made == cudaSuccess)
            cudaDestroyTextureObject(texture);
        return made;
    });
    CUDA_CHECK(cudaFreeArray(array));
    errors("shift_picture", out,
           [&] { return shift_picture(picture.pixels.data(), 9, 5, 0.25f, 0.5f, out.data()); });
}

// ---- Step 2 -------------------------------------------------------------------------------------

static const char *const versions[] = {"multiply_global", "multiply_tiled", "multiply_texture"};
static const char *const calls[] = {"multiply(GLOBAL)", "multiply(TILED)", "multiply(TEXTURE)"};
static const struct {
    int m, k, n;
} products[] = {{19, 33, 7}, {5, 70, 41}, {1, 1, 1}, {50, 3, 49}, {33, 21, 161}};

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

// The name of what makes these products, or NULL.
static const char *product_name(const std::vector<float> &c, const std::vector<float> &a,
                                const std::vector<float> &b, int m, int k, int n) {
    bool last_term = k > 1, last_tile = k > TILE && k % TILE != 0, transposed = m != n;
    const std::vector<float> right = product_of(a.data(), b.data(), m, k, n);
    for (int i = 0; i < m * n; i++) {
        const int row = i / n, column = i % n;
        float rest = 0.0f;
        for (int j = k / TILE * TILE; j < k; j++)
            rest += a[row * k + j] * b[j * n + column];
        last_term = last_term && c[i] == right[i] - a[row * k + k - 1] * b[(k - 1) * n + column];
        last_tile = last_tile && c[i] == right[i] - rest;
        transposed = transposed && c[column * m + row] == right[i];
    }
    return last_tile    ? "last-tile-dropped"
           : last_term  ? "last-term-dropped"
           : transposed ? "transposed-output"
                        : NULL;
}

static void compare_product(const char *what, const std::vector<float> &c,
                            const std::vector<float> &a, const std::vector<float> &b, int m, int k,
                            int n) {
    std::vector<float> expected = product_of(a.data(), b.data(), m, k, n);
    for (size_t i = expected.size(); i < c.size(); i++)
        if (c[i] != -77.0f)
            mistake("missing-bounds-guard",
                    "%s writes element %zu, and there are %d x %d\n"
                    "Let a thread work only if row < m and column < n.",
                    what, i, m, n);
    if (std::equal(expected.begin(), expected.end(), c.begin()))
        return;
    if (const char *name = product_name(c, a, b, m, k, n))
        mistake(name, "%s: (%d x %d)(%d x %d): element (0, 0) is %g, expected %g", what, m, k, k, n,
                c[0], expected[0]);
    expected.resize(c.size(), -77.0f);
    compare(what, c, expected, n);
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
        compare_product(versions[version], c, a, b, m, k, n);
    }
}

static void check_matrix(void) {
    for (auto [m, k, n] : products) {
        (void)n;
        const std::vector<float> a = whole_numbers(m * k, 7, 15);
        cudaArray_t array = NULL;
        cudaTextureObject_t texture = 0;
        returned(make_matrix(a.data(), m, k, &array, &texture), "make_matrix");
        if (!array)
            mistake(NULL, "make_matrix stores no array");
        check_object("make_matrix", texture, cudaFilterModePoint);
        std::vector<float2> at;
        for (int i = 0; i < m * k; i++)
            at.push_back(make_float2(((float)(i % k) + 0.5f) / (float)k,
                                     ((float)(i / k) + 0.5f) / (float)m));
        const std::vector<float> out = read_at(texture, at);
        CUDA_CHECK(cudaDestroyTextureObject(texture));
        CUDA_CHECK(cudaFreeArray(array));
        compare("make_matrix", out, a, k);
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
            compare_product(calls[version], c, a, b, m, k, n);
        }
}

// Which kernel each version launches: where all three are launched their first launches come in the
// order of the calls.
static void check_versions(void) {
    std::vector<int> order;
    for (const CountedLaunch &launch : counted_launches())
        for (int kernel = 0; kernel < 3; kernel++)
            if (launch.kernel == versions[kernel] &&
                std::find(order.begin(), order.end(), kernel) == order.end())
                order.push_back(kernel);
    for (int version = 0; version < 3 && order.size() == 3; version++)
        if (order[version] != version)
            mistake(NULL, "%s launches %s, expected %s", calls[version], versions[order[version]],
                    versions[version]);
}

static void check_errors_2(void) {
    const int m = 9, k = 7, n = 5;
    const std::vector<float> a = whole_numbers(m * k, 7, 15), b = whole_numbers(k * n, 5, 14);
    std::vector<float> c(m * n);
    errors("make_matrix", [&] {
        cudaArray_t array = NULL;
        cudaTextureObject_t texture = 0;
        const cudaError_t error = make_matrix(a.data(), m, k, &array, &texture);
        if (error == cudaSuccess) {
            cudaDestroyTextureObject(texture);
            cudaFreeArray(array);
        }
        return error;
    });
    for (Version version : {GLOBAL, TILED, TEXTURE})
        errors(calls[version], c,
               [&] { return multiply(version, a.data(), b.data(), c.data(), m, k, n); });
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
    bool stored = true, by_256 = true;
    for (int i = 0; i < count; i++) {
        stored = stored && out[i] == (float)bytes[i];
        by_256 = by_256 && out[i] == (float)bytes[i] / 256.0f;
    }
    if (stored)
        mistake("read-as-stored", "read_bytes: byte %d is read as %g, expected %g", bytes[1],
                out[1], expected[1]);
    if (by_256)
        mistake("divided-by-256", "read_bytes: byte %d is read as %.9g, expected %.9g", bytes[1],
                out[1], expected[1]);
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

static void check_layers_of(int n, int layers) {
    const int count = n * n;
    std::vector<float> a = whole_numbers(count * layers, 7, 15),
                       b = whole_numbers(count * layers, 5, 14);
    for (int i = 0; i < count * layers; i++)
        a[i] += (float)(i / count); // or layers may be alike
    std::vector<float> c(count * layers, -77.0f), expected;
    returned(multiply_layers(a.data(), b.data(), c.data(), n, layers), "multiply_layers");
    for (int l = 0; l < layers; l++)
        for (float value : product_of(&a[l * count], &b[l * count], n, n, n))
            expected.push_back(value);
    bool first = layers > 1, next = layers > 1;
    for (int i = 0; i < count * layers; i++) {
        const int after = i / count + 1 < layers ? i + count : i;
        first = first && c[i] == expected[i % count];
        next = next && c[i] == expected[after];
    }
    if (first)
        mistake("one-layer", "multiply_layers: all %d products are that of layer 0", layers);
    if (next)
        mistake("layer-out-of-range",
                "multiply_layers: product l is that of layer l + 1: layers count from 0");
    compare("multiply_layers, one layer below the other", c, expected, n);
}

static void check_layers(void) {
    check_layers_of(5, 3);
    check_layers_of(TILE + 5, 9);
    check_layers_of(1, 1);
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
    check_modes("make_map", check_object("make_map", map, cudaFilterModeLinear),
                cudaAddressModeWrap, cudaAddressModeClamp);
    const std::vector<float> out = read_at(map, at);
    CUDA_CHECK(cudaDestroyTextureObject(map));
    CUDA_CHECK(cudaFreeArray(array));
    for (size_t i = 0; i < at.size(); i++)
        if (fabsf(out[i] - expected[i]) > 0.5f)
            mistake(NULL, "a map of %d x %d: at (%.4g, %.4g) it is %g, expected %g", width, height,
                    at[i].x, at[i].y, out[i], expected[i]);
}

static void check_errors_3(void) {
    const int width = 9, height = 5, count = width * height, n = 9, layers = 2;
    const std::vector<unsigned char> bytes(count, 9);
    const std::vector<float4> colours(count, make_float4(1.0f, 2.0f, 3.0f, 4.0f));
    const std::vector<float> a(n * n * layers, 2.0f);
    std::vector<float> out(count), c(a.size());
    std::vector<float4> back(count);
    errors("read_bytes", out, [&] { return read_bytes(bytes.data(), width, height, out.data()); });
    errors("read_colours", &back[0].x, 4 * back.size(),
           [&] { return read_colours(colours.data(), width, height, back.data()); });
    errors("multiply_layers", c,
           [&] { return multiply_layers(a.data(), a.data(), c.data(), n, layers); });
    cudaArray_t array = NULL;
    if (make_array(test_picture(width, height).pixels.data(), width, height, &array) != cudaSuccess)
        waits_for(1);
    errors("make_map", [&] {
        cudaTextureObject_t map = 0;
        const cudaError_t error = make_map(array, &map);
        if (error == cudaSuccess)
            cudaDestroyTextureObject(map);
        return error;
    });
    CUDA_CHECK(cudaFreeArray(array));
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

// A texture on the picture as lab10.h says of step 4, or with another border or address mode.
struct Turned {
    cudaArray_t array = NULL;
    cudaTextureObject_t texture = 0;

    Turned(const Picture &p, float border, cudaTextureAddressMode mode = cudaAddressModeBorder) {
        if (make_array(p.pixels.data(), p.width, p.height, &array) != cudaSuccess)
            waits_for(1);
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        cudaTextureDesc description = {};
        description.addressMode[0] = description.addressMode[1] = mode;
        description.borderColor[0] = border;
        description.filterMode = cudaFilterModeLinear;
        CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    }
    ~Turned() {
        CUDA_CHECK(cudaDestroyTextureObject(texture));
        CUDA_CHECK(cudaFreeArray(array));
    }
};

// All samples of all pixels as the texture unit gives them, `more` texels further.
static std::vector<float> samples_of(const Picture &p, Motion motion, cudaTextureObject_t texture,
                                     float more = 0.0f) {
    std::vector<float2> at;
    for (int y = 0; y < p.height; y++)
        for (int x = 0; x < p.width; x++)
            for (int s = 0; s < SAMPLES * SAMPLES; s++) {
                float2 place = source_of(x, y, s % SAMPLES, s / SAMPLES, p.width, p.height, motion);
                at.push_back(make_float2(place.x + more, place.y + more));
            }
    return read_at(texture, at);
}

// The means of those samples of each pixel that `taken` says; sums of multiples of 1/256 are exact.
template <class Taken>
static std::vector<float> means_of(const std::vector<float> &samples, Taken taken) {
    const int side = SAMPLES, all = side * side;
    std::vector<float> means(samples.size() / all);
    for (size_t i = 0; i < means.size(); i++) {
        float sum = 0.0f;
        int count = 0;
        for (int s = 0; s < all; s++)
            if (taken(s % side, s / side)) {
                sum += samples[i * all + s];
                count++;
            }
        means[i] = sum / (float)count;
    }
    return means;
}

static std::vector<float> means_of_all(const std::vector<float> &samples) {
    return means_of(samples, [](int, int) { return true; });
}

static bool alike(const std::vector<float> &got, const std::vector<float> &other) {
    for (size_t i = 0; i < other.size(); i++)
        if (!(fabsf(got[i] - other[i]) <= 2e-6f))
            return false;
    return true;
}

// Compares with the unit's means, bit for bit; names what was done in their place when it is known.
static void compare_turned(const char *what, const std::vector<float> &out, const Picture &p,
                           Motion motion, float border) {
    const Turned turned(p, border);
    const std::vector<float> samples = samples_of(p, motion, turned.texture);
    std::vector<float> expected = means_of_all(samples), sums = expected;
    for (size_t i = expected.size(); i < out.size(); i++)
        if (out[i] != -77.0f)
            mistake("missing-bounds-guard",
                    "%s writes element %zu, and there are %zu\n"
                    "Let a thread work only if x < width and y < height.",
                    what, i, expected.size());
    if (std::equal(expected.begin(), expected.end(), out.begin()))
        return;
    for (float &sum : sums)
        sum *= SAMPLES * SAMPLES;
    if (SAMPLES > 1 && alike(out, sums))
        mistake("sum-not-mean", "%s: each pixel is the sum of its samples, expected their mean",
                what);
    if (alike(out, means_of_all(samples_of(p, motion, turned.texture, 0.5f))))
        mistake("spurious-half-texel",
                "%s: all samples lie half a texel off: source_of gives the place itself", what);
    if (alike(out, means_of_all(samples_of(p, motion, Turned(p, 0.0f).texture))))
        mistake("border-colour-missing",
                "%s: outside the picture it is black, expected the border's %g\n"
                "Set borderColor, and addressMode to cudaAddressModeBorder.",
                what, border);
    if (alike(out,
              means_of_all(samples_of(p, motion, Turned(p, 0.0f, cudaAddressModeClamp).texture))))
        mistake("wrong-address-mode",
                "%s: outside the picture its edge goes on, expected the border's %g", what, border);
    const bool row = alike(out, means_of(samples, [](int, int j) { return j == 0; }));
    const bool column = alike(out, means_of(samples, [](int i, int) { return i == 0; }));
    const bool diagonal = alike(out, means_of(samples, [](int i, int j) { return i == j; }));
    if (SAMPLES > 1 && (row || column || diagonal))
        mistake("not-all-samples",
                "%s: of each pixel's samples only %s is taken: there are SAMPLES x SAMPLES", what,
                row      ? "the first row"
                : column ? "the first column"
                         : "the diagonal");
    compare(what, out, expected, p.width);
}

// One of the kernels on a grid that is larger than the picture, and what lies behind it.
static void check_turning(const char *what, bool hardware) {
    const int spare = 64;
    for (auto [width, height, degrees, scale, border] : turns) {
        const Picture p = test_picture(width, height);
        const Motion motion = motion_of(degrees, scale);
        const dim3 block(TILE, TILE), grid(width / TILE + 2, height / TILE + 2);
        float *out_d = to_device_memory(std::vector<float>(width * height + spare, -77.0f));
        if (hardware) {
            const Turned turned(p, border);
            rotate_hardware<<<grid, block>>>(turned.texture, width, height, motion, out_d);
            launched(what);
        } else {
            float *pixels_d = to_device_memory(p.pixels);
            rotate_software<<<grid, block>>>(pixels_d, width, height, motion, border, out_d);
            launched(what);
            CUDA_CHECK(cudaFree(pixels_d));
        }
        const std::vector<float> out = from_device_memory(out_d, width * height + spare);
        CUDA_CHECK(cudaFree(out_d));
        bool untouched = true;
        for (float value : out)
            untouched = untouched && value == -77.0f;
        if (untouched)
            not_begun();
        if (!hardware) { // weights in full: near the unit's, and not the same
            bool near = true;
            for (int i = 0; i < width * height; i++) {
                double sum = 0.0;
                for (int s = 0; s < SAMPLES * SAMPLES; s++)
                    sum += sample_of(p,
                                     source_of(i % width, i / width, s % SAMPLES, s / SAMPLES,
                                               width, height, motion),
                                     border);
                near = near && fabs(out[i] - sum / (SAMPLES * SAMPLES)) < 1e-5;
            }
            if (near && degrees != 0.0f)
                mistake("weight-not-cut",
                        "%s: near the texture unit's, and not the same: the coordinate less 1/2 "
                        "counts 256ths",
                        what);
        }
        compare_turned(what, out, p, motion, border);
    }
}

static void check_hardware(void) {
    check_turning("rotate_hardware", true);
}

static void check_software(void) {
    check_turning("rotate_software", false);
}

static void check_turned(const char *what,
                         cudaError_t (*rotate)(const float *, int, int, Motion, float, float *)) {
    for (auto [width, height, degrees, scale, border] : turns) {
        const Picture p = test_picture(width, height);
        const Motion motion = motion_of(degrees, scale);
        std::vector<float> out(p.pixels.size(), -77.0f);
        returned(rotate(p.pixels.data(), width, height, motion, border, out.data()), what);
        compare_turned(what, out, p, motion, border);
    }
}

static void check_by_hardware(void) {
    check_turned("rotate_by_hardware", rotate_by_hardware);
}

static void check_by_software(void) {
    check_turned("rotate_by_software", rotate_by_software);
}

static void check_errors_4(void) {
    const Picture p = test_picture(9, 5);
    const Motion motion = motion_of(27.0f, 1.3f);
    std::vector<float> out(p.pixels.size());
    errors("rotate_by_hardware", out,
           [&] { return rotate_by_hardware(p.pixels.data(), 9, 5, motion, 0.25f, out.data()); });
    errors("rotate_by_software", out,
           [&] { return rotate_by_software(p.pixels.data(), 9, 5, motion, 0.25f, out.data()); });
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

static void check_rows(void) {
    const int size = 3 * TILE + 5;
    const char *const names[TIMINGS] = {"multiply_global", "multiply_tiled", "multiply_texture",
                                        "rotate_hardware", "rotate_software"};
    Timing rows[TIMINGS] = {};
    returned(time_all(size, rows), "time_all");
    for (int row = 0; row < TIMINGS; row++) {
        const Timing &r = rows[row];
        if (!r.name || strcmp(r.name, names[row]) != 0 || r.size != size)
            mistake(NULL, "row %d is not %s at size %d", row, names[row], size);
        const float ratio = r.ms / rows[row < 3 ? 0 : 3].ms;
        if (!(r.ms > 0.0f) || !(ratio > 0.0f))
            continue; // the next check's
        if (fabsf(r.ratio * ratio - 1.0f) < 1e-3f && fabsf(ratio - 1.0f) > 1e-2f)
            mistake("ratio-upside-down", "%s: the ratio is %g, expected %g", names[row], r.ratio,
                    ratio);
        if (!(fabsf(r.ratio - ratio) <= 1e-3f * ratio))
            mistake(NULL, "%s: the ratio is %g, expected %g", names[row], r.ratio, ratio);
    }
}

static int times_size(void) {
    return 3 * TILE + 5;
}

static void check_times(void) {
    float own = 1e9f;
    Timing rows[TIMINGS] = {};
    bool plausible = false;
    for (int attempt = 0; attempt < TIMING_ATTEMPTS && !plausible; attempt++) {
        measure_anew();
        returned(time_all(times_size(), rows), "time_all");
        own = fminf(own, multiply_once(times_size()));
        plausible = rows[0].ms >= own / 4.0f && rows[0].ms <= own * 6.0f;
    }
    for (const Timing &row : rows)
        if (!(row.ms > 0.0f))
            mistake(NULL,
                    "%s: the time is %g ms\n"
                    "Did the clock wait for the kernels, and does it count fractions of a "
                    "millisecond?",
                    row.name ? row.name : "a row", row.ms);
    std::vector<double> ms;
    for (const Timing &row : rows)
        ms.push_back(row.ms);
    check_units("time_all", ms);
    if (plausible || (rows[0].ms > own && own < 0.5f))
        return;
    mistake(rows[0].ms < own / 5000.0f ? "timed-without-sync" : NULL,
            "multiply_global: %.3g ms, and a launch takes about %.3g: %s", rows[0].ms, own,
            rows[0].ms < own
                ? "did the clock wait for the kernels? Are seconds taken for milliseconds?"
                : "is this the time of all launches?");
}

// In a second process: what is launched and measured in one call.
static void check_times_launches(void) {
    Timing rows[TIMINGS] = {};
    std::vector<double> ms;
    measure_anew();
    returned(time_all(times_size(), rows), "time_all");
    for (const Timing &row : rows)
        ms.push_back(row.ms);
    int launches = launches_of("multiply_tiled");
    if (launches >= 0 && launches < 6)
        mistake(NULL,
                "multiply_tiled is launched %d times: a time is the mean of at least 5 launches "
                "after one that is not counted",
                launches);
    check_intervals("time_all", ms, false);
}

static void check_errors_5(void) {
    Timing rows[TIMINGS];
    errors("time_all", [&] { return time_all(9, rows); });
}

static void check_csv(void) {
    const Timing rows[] = {{"multiply_global", 1024, 1.2345678e-5f, 1.0f},
                           {"rotate_software", 17, 123456.78f, 2.3456789f}};
    const char *const starts[] = {"multiply_global,1024,", "rotate_software,17,"};
    std::vector<std::string> lines = csv_lines(
        [&](const char *path) { return write_csv(path, rows, 2); }, 2, "kernel,size,ms,ratio");
    csv_lines([&](const char *path) { return write_csv(path, rows, 0); }, 0,
              "kernel,size,ms,ratio");
    if (write_csv("/dev/full", rows, 2) != -1)
        mistake("full-disk", "write_csv must return -1 where the disk is full: fclose tells");
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

// What findings of the checker's mean here, as the grader names it.
static const std::vector<FindingName> found_names = {
    {"use-after-free", "", "array-freed-early"},
    {"out-of-bounds-read", "kernel multiply_tiled,", "missing-bounds-guard"},
};

static const Check checks[] = {
    {"step1-array", 1, 4, "make_array", check_array, NULL, NULL, NULL},
    {"step1-texture", 1, 4, "make_texture", check_texture_object, "step1-array", NULL, NULL},
    {"step1-kernel", 1, 5, "read_picture", check_kernel, "step1-texture", NULL, NULL},
    {"step1-guard", 1, 2, "read_picture: guard", check_guard, "step1-texture", NULL, NULL},
    {"step1-whole", 1, 3, "shift_picture", check_whole, "step1-kernel step1-guard", NULL, NULL},
    {"step1-errors", 1, 2, "step 1: errors", check_errors_1, NULL, NULL, NULL},
    {"step2-global", 2, 5, "multiply_global", check_global, NULL, NULL, NULL},
    {"step2-tiled", 2, 6, "multiply_tiled", check_tiled, NULL, NULL, NULL},
    {"step2-matrix", 2, 3, "make_matrix", check_matrix, NULL, NULL, NULL},
    {"step2-texture", 2, 5, "multiply_texture", check_texture, "step2-matrix", NULL, NULL},
    {"step2-whole", 2, 4, "multiply", check_multiply, "step2-global step2-tiled step2-texture",
     NULL, check_versions},
    {"step2-errors", 2, 2, "step 2: errors", check_errors_2, NULL, NULL, NULL},
    {"step3-bytes", 3, 4, "read_bytes", check_bytes, NULL, NULL, NULL},
    {"step3-colours", 3, 4, "read_colours", check_colours, NULL, NULL, NULL},
    {"step3-layers", 3, 5, "multiply_layers", check_layers, NULL, NULL, NULL},
    {"step3-map", 3, 5, "make_map", check_map, NULL, NULL, NULL},
    {"step3-errors", 3, 2, "step 3: errors", check_errors_3, NULL, NULL, NULL},
    {"step4-hardware", 4, 4, "rotate_hardware", check_hardware, NULL, NULL, NULL},
    {"step4-by-hardware", 4, 3, "rotate_by_hardware", check_by_hardware, "step4-hardware", NULL,
     NULL},
    {"step4-software", 4, 5, "rotate_software", check_software, NULL, NULL, NULL},
    {"step4-by-software", 4, 2, "rotate_by_software", check_by_software, "step4-software", NULL,
     NULL},
    {"step4-errors", 4, 2, "step 4: errors", check_errors_4, NULL, NULL, NULL},
    {"step4-time", 4, 3, "rotate_hardware: time", NULL, NULL, NULL, NULL},
    {"step4-advantage", 4, 2, "hardware's advantage", NULL, NULL, NULL, NULL},
    {"step5-rows", 5, 3, "time_all: rows", check_rows,
     "step2-global step2-tiled step2-texture step4-hardware", NULL, NULL},
    {"step5-times", 5, 5, "time_all: times", check_times,
     "step2-global step2-tiled step2-texture step4-hardware", NULL, check_times_launches},
    {"step5-csv", 5, 4, "write_csv", check_csv, NULL, NULL, NULL},
    {"step5-errors", 5, 2, "step 5: errors", check_errors_5,
     "step2-global step2-tiled step2-texture step4-hardware", NULL, NULL},
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
    int status = selftest(argc, argv, "lab10", checks, check_count, found_names);
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
