// Step 1. part=kernel: read_picture on a grid larger than the picture; raw: make_array.error,
// make_texture.error, normalized (of the texture object), read_picture.error, read_picture (width *
// height + LAB10_PAST_END).
// part=whole: raw: shift_picture.error, shift_picture (width * height). part=failing: of
// make_array, make_texture and shift_picture what failing.h says.
#include "harness.h"
#include "lab10.h"
#include "lab10/inputs.h"
#include "past_end.h"
#include "failing.h"

static void test_failing(const float *pixels, int width, int height, float *out) {
    cudaArray_t array = NULL;
    cudaTextureObject_t texture = 0;
    failing("make_array", [&] {
        const cudaError_t error = make_array(pixels, width, height, &array);
        if (error == cudaSuccess)
            cudaFreeArray(array);
        return error;
    });
    if (make_array(pixels, width, height, &array) == cudaSuccess) {
        failing("make_texture", [&] {
            const cudaError_t error = make_texture(array, &texture);
            if (error == cudaSuccess)
                cudaDestroyTextureObject(texture);
            return error;
        });
        cudaFreeArray(array);
    }
    failing("shift_picture", out, width * height,
            [&] { return shift_picture(pixels, width, height, 0.25f, 0.5f, out); });
}

void harness_main() {
    uint64_t seed = hidden_seed();
    int width = argument("width"), height = argument("height"), count = width * height;
    float dx = hidden_shift(seed, 0), dy = hidden_shift(seed, 1);
    bounded_vector<float> pixels, out(count, LAB10_CANARY);
    pixels.reserve(count);
    for (int i = 0; i < count; i++)
        pixels.push_back(hidden_pixel(seed, i));
    if (strcmp(argument_text("part"), "failing") == 0) {
        test_failing(pixels.data(), width, height, out.data());
        return;
    }
    if (strcmp(argument_text("part"), "whole") == 0) {
        if (write_error("shift_picture",
                        shift_picture(pixels.data(), width, height, dx, dy, out.data())))
            write_raw("shift_picture", out);
        return;
    }
    cudaArray_t array = NULL;
    cudaTextureObject_t texture = 0;
    if (!write_error("make_array", make_array(pixels.data(), width, height, &array)) ||
        !write_error("make_texture", make_texture(array, &texture)))
        return;
    cudaTextureDesc made = {};
    if (cudaGetTextureObjectTextureDesc(&made, texture) == cudaSuccess)
        write_number("normalized", made.normalizedCoords != 0);
    cudaGetLastError(); // no texture object: the kernel tells
    float *out_d = to_device(std::vector<float>(count + LAB10_PAST_END, LAB10_CANARY));
    dim3 block(16, 8), grid(width / 16 + 2, height / 8 + 3);
    read_picture<<<grid, block>>>(texture, width, height, dx, dy, out_d);
    if (launched("read_picture"))
        write_raw("read_picture", to_host(out_d, count + LAB10_PAST_END));
    MUST(cudaFree(out_d));
    MUST(cudaDestroyTextureObject(texture));
    MUST(cudaFreeArray(array));
}
