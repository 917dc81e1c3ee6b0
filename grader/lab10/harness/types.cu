// Step 3. Raw, by part: bytes.error, bytes (width * height); colours.error, colours (4 a pixel);
// layers.error, layers (layers * n * n); map.error, map (LAB10_PLACES);
// part=failing: of read_bytes, read_colours, multiply_layers or make_map, as calls= says, what
// failing.h says.
#include "harness.h"
#include "lab10.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

static int width, height;

static std::vector<float> hidden_picture() {
    std::vector<float> pixels;
    for (int i = 0; i < width * height; i++)
        pixels.push_back(hidden_pixel(hidden_seed(), i));
    return pixels;
}

static void test_bytes() {
    bounded_vector<unsigned char> pixels;
    bounded_vector<float> out(width * height, LAB10_CANARY);
    pixels.reserve(width * height);
    for (int i = 0; i < width * height; i++)
        pixels.push_back(hidden_byte(hidden_seed(), i));
    if (write_error("bytes", read_bytes(pixels.data(), width, height, out.data())))
        write_raw("bytes", out);
}

static void test_colours() {
    int count = width * height;
    bounded_vector<float4> pixels,
        out(count, make_float4(LAB10_CANARY, LAB10_CANARY, LAB10_CANARY, LAB10_CANARY));
    pixels.reserve(count);
    for (int i = 0; i < count; i++)
        pixels.push_back(make_float4(hidden_pixel(hidden_seed(), i), (float)i, -(float)i, 0.5f));
    if (write_error("colours", read_colours(pixels.data(), width, height, out.data())))
        write_raw("colours", &out[0].x, 4 * count);
}

static void test_layers() {
    int n = argument("n"), layers = argument("layers"), count = n * n * layers;
    bounded_vector<float> a, b, c(count, LAB10_CANARY);
    a.reserve(count);
    b.reserve(count);
    for (int i = 0; i < count; i++) {
        a.push_back(hidden_element(hidden_seed(), 0, i));
        b.push_back(hidden_element(hidden_seed(), 1, i));
    }
    if (write_error("layers", multiply_layers(a.data(), b.data(), c.data(), n, layers)))
        write_raw("layers", c);
}

__global__ static void read_map(cudaTextureObject_t map, const float *x, const float *y,
                                float *out) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < LAB10_PLACES)
        out[i] = tex2D<float>(map, x[i], y[i]);
}

static void test_map() {
    cudaArray_t array = NULL;
    cudaTextureObject_t map = 0;
    std::vector<float> x, y;
    for (int i = 0; i < LAB10_PLACES; i++) {
        x.push_back(hidden_place(hidden_seed(), 0, i));
        y.push_back(hidden_place(hidden_seed(), 1, i));
    }
    MUST(make_array(hidden_picture().data(), width, height, &array));
    if (write_error("map", make_map(array, &map))) {
        float *x_d = to_device(x), *y_d = to_device(y), *out_d = to_device(x);
        read_map<<<LAB10_PLACES / 100, 100>>>(map, x_d, y_d, out_d);
        MUST(cudaDeviceSynchronize());
        write_raw("map", to_host(out_d, LAB10_PLACES));
        MUST(cudaDestroyTextureObject(map));
        MUST(cudaFree(x_d));
        MUST(cudaFree(y_d));
        MUST(cudaFree(out_d));
    }
    MUST(cudaFreeArray(array));
}

static void test_failing(const char *function) {
    const int count = width * height, n = 9, layers = 2;
    const std::vector<float> pixels = hidden_picture();
    std::vector<float> out(count);
    if (strcmp(function, "read_bytes") == 0) {
        const std::vector<unsigned char> bytes(count, 9);
        failing(function, out, [&] { return read_bytes(bytes.data(), width, height, out.data()); });
    } else if (strcmp(function, "read_colours") == 0) {
        const std::vector<float4> colours(count, make_float4(1, 2, 3, 4));
        std::vector<float4> read(count);
        failing(function, &read[0].x, 4 * read.size(),
                [&] { return read_colours(colours.data(), width, height, read.data()); });
    } else if (strcmp(function, "multiply_layers") == 0) {
        const std::vector<float> a(n * n * layers, 2.0f);
        std::vector<float> c(a.size());
        failing(function, c,
                [&] { return multiply_layers(a.data(), a.data(), c.data(), n, layers); });
    } else {
        cudaArray_t array = NULL;
        MUST(make_array(pixels.data(), width, height, &array));
        failing(function, [&] {
            cudaTextureObject_t map = 0;
            const cudaError_t error = make_map(array, &map);
            if (error == cudaSuccess)
                cudaDestroyTextureObject(map);
            return error;
        });
        MUST(cudaFreeArray(array));
    }
}

void harness_main() {
    width = argument("width"), height = argument("height");
    const char *part = argument_text("part");
    if (strcmp(part, "failing") == 0)
        test_failing(argument_text("calls"));
    if (strcmp(part, "bytes") == 0)
        test_bytes();
    if (strcmp(part, "colours") == 0)
        test_colours();
    if (strcmp(part, "layers") == 0)
        test_layers();
    if (strcmp(part, "map") == 0)
        test_map();
}
