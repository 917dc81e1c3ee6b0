// Step 4's kernels by themselves, on a grid larger than the picture. Raw: rotate_hardware.error or
// rotate_software.error, and under the kernel's name width * height + LAB10_PAST_END results.
#include "harness.h"
#include "lab10.h"
#include "inputs.h"
#include "past_end.h"

// The texture that lab10.h says: coordinates counted in texels, linear filtering, the border
// colour.
static cudaTextureObject_t border_texture(cudaArray_t array, float border) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeBorder;
    description.borderColor[0] = border;
    description.filterMode = cudaFilterModeLinear;
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    MUST(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    return texture;
}

void harness_main() {
    const uint64_t seed = hidden_seed();
    const char *part = argument_text("part");
    const bool hardware = strcmp(part, "rotate_hardware") == 0;
    const int width = argument("width"), height = argument("height"), count = width * height;
    std::vector<float> pixels;
    for (int i = 0; i < count; i++)
        pixels.push_back(hidden_pixel(seed, i));
    Motion motion;
    hidden_motion(seed, &motion.cosine, &motion.sine);
    float border = hidden_border(seed);
    if (argument_if_any("negative") && argument("negative"))
        border = -border;
    float *out_d = to_device(std::vector<float>(count + LAB10_PAST_END, LAB10_CANARY));
    const dim3 block(TILE, TILE), grid(width / TILE + 2, height / TILE + 2);
    if (hardware) {
        cudaArray_t array = NULL;
        MUST(make_array(pixels.data(), width, height, &array)); // step 1 is the reference's
        const cudaTextureObject_t texture = border_texture(array, border);
        rotate_hardware<<<grid, block>>>(texture, width, height, motion, out_d);
        if (launched(part))
            write_raw(part, to_host(out_d, count + LAB10_PAST_END));
        MUST(cudaDestroyTextureObject(texture));
        MUST(cudaFreeArray(array));
    } else {
        float *pixels_d = to_device(pixels);
        rotate_software<<<grid, block>>>(pixels_d, width, height, motion, border, out_d);
        if (launched(part))
            write_raw(part, to_host(out_d, count + LAB10_PAST_END));
        MUST(cudaFree(pixels_d));
    }
    MUST(cudaFree(out_d));
}
