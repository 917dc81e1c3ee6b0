// Step 1, each function by itself, beside the reference's others. Raw, by part:
//   array    make_array.error, array (what the reference reads through the student's array)
//   texture  make_texture.error, normalized (of the texture object), texture (what the reference
//            reads through it)
//   kernel   read_picture.error, read_picture: on a grid that covers the picture and no more (width
//            * height + LAB10_PAST_END)
//   guard    the same on a larger grid
//   failing  of make_array and make_texture what failing.h says
#include "harness.h"
#include "reference_picture.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

static int width, height;
static float dx, dy;
static bounded_vector<float> pixels;

static void test_failing() {
    cudaArray_t array = NULL;
    cudaTextureObject_t texture = 0;
    failing("make_array", [&] {
        const cudaError_t error = make_array(pixels.data(), width, height, &array);
        if (error == cudaSuccess)
            cudaFreeArray(array);
        return error;
    });
    MUST(reference_make_array(pixels.data(), width, height, &array));
    failing("make_texture", [&] {
        const cudaError_t error = make_texture(array, &texture);
        if (error == cudaSuccess)
            cudaDestroyTextureObject(texture);
        return error;
    });
    MUST(cudaFreeArray(array));
}

// The moved picture as the reference reads it, as `name`.
static void write_moved(const char *name, cudaTextureObject_t texture) {
    const int count = width * height;
    float *out_d = to_device(std::vector<float>(count, LAB10_CANARY));
    const dim3 block(16, 8), grid((width + 15) / 16, (height + 7) / 8);
    reference_read_picture<<<grid, block>>>(texture, width, height, dx, dy, out_d);
    if (launched(name))
        write_raw(name, to_host(out_d, count));
    MUST(cudaFree(out_d));
}

static void test_array() {
    cudaArray_t array = NULL;
    cudaTextureObject_t texture = 0;
    if (!write_error("make_array", make_array(pixels.data(), width, height, &array)))
        return;
    if (!write_error("array", reference_make_texture(array, &texture)))
        return;
    write_moved("array", texture);
    MUST(cudaDestroyTextureObject(texture));
    MUST(cudaFreeArray(array));
}

static void test_texture() {
    cudaArray_t array = NULL;
    cudaTextureObject_t texture = 0;
    MUST(reference_make_array(pixels.data(), width, height, &array));
    if (write_error("make_texture", make_texture(array, &texture))) {
        cudaTextureDesc made = {};
        if (cudaGetTextureObjectTextureDesc(&made, texture) == cudaSuccess)
            write_number("normalized", made.normalizedCoords != 0);
        cudaGetLastError(); // no texture object: the kernel tells
        write_moved("texture", texture);
        MUST(cudaDestroyTextureObject(texture));
    }
    MUST(cudaFreeArray(array));
}

static void test_kernel(const dim3 &grid) {
    const int count = width * height;
    cudaArray_t array = NULL;
    cudaTextureObject_t texture = 0;
    MUST(reference_make_array(pixels.data(), width, height, &array));
    MUST(reference_make_texture(array, &texture));
    float *out_d = to_device(std::vector<float>(count + LAB10_PAST_END, LAB10_CANARY));
    read_picture<<<grid, dim3(16, 8)>>>(texture, width, height, dx, dy, out_d);
    if (launched("read_picture"))
        write_raw("read_picture", to_host(out_d, count + LAB10_PAST_END));
    MUST(cudaFree(out_d));
    MUST(cudaDestroyTextureObject(texture));
    MUST(cudaFreeArray(array));
}

void harness_main() {
    const uint64_t seed = hidden_seed();
    const char *part = argument_text("part");
    width = argument("width"), height = argument("height");
    dx = hidden_shift(seed, 0), dy = hidden_shift(seed, 1);
    pixels.clear();
    pixels.reserve(width * height);
    for (int i = 0; i < width * height; i++)
        pixels.push_back(hidden_pixel(seed, i));
    if (strcmp(part, "failing") == 0)
        test_failing();
    else if (strcmp(part, "array") == 0)
        test_array();
    else if (strcmp(part, "texture") == 0)
        test_texture();
    else if (strcmp(part, "kernel") == 0)
        test_kernel(dim3((width + 15) / 16, (height + 7) / 8));
    else
        test_kernel(dim3(width / 16 + 2, height / 8 + 3));
}
