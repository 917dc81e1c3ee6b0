// Step 4. Raw, by part: hardware.error, hardware or software.error, software (width * height);
// kernel.error, kernel (width * height + LAB10_PAST_END): rotate_software alone on a grid larger
// than the picture. part=failing: of the function that calls= names what failing.h says.
#include "harness.h"
#include "lab10.h"
#include "lab10/inputs.h"
#include "past_end.h"
#include "failing.h"

void harness_main() {
    uint64_t seed = hidden_seed();
    int width = argument("width"), height = argument("height"), count = width * height;
    bounded_vector<float> pixels, out(count, LAB10_CANARY);
    pixels.reserve(count);
    for (int i = 0; i < count; i++)
        pixels.push_back(hidden_pixel(seed, i));
    Motion motion;
    hidden_motion(seed, &motion.cosine, &motion.sine);
    float border = hidden_border(seed);
    if (argument_if_any("negative") && argument("negative"))
        border = -border;
    if (strcmp(argument_text("part"), "failing") == 0) {
        const char *function = argument_text("calls");
        const bool hardware = strcmp(function, "rotate_by_hardware") == 0;
        failing(function, out, [&] {
            return (hardware ? rotate_by_hardware : rotate_by_software)(
                pixels.data(), width, height, motion, border, out.data());
        });
        return;
    }
    if (strcmp(argument_text("part"), "hardware") == 0) {
        if (write_error("hardware", rotate_by_hardware(pixels.data(), width, height, motion, border,
                                                       out.data())))
            write_raw("hardware", out);
        return;
    }
    if (strcmp(argument_text("part"), "software") == 0) {
        if (write_error("software", rotate_by_software(pixels.data(), width, height, motion, border,
                                                       out.data())))
            write_raw("software", out);
        return;
    }
    float *pixels_d = to_device(pixels);
    float *out_d = to_device(std::vector<float>(count + LAB10_PAST_END, LAB10_CANARY));
    dim3 block(TILE, TILE), grid(width / TILE + 2, height / TILE + 2);
    rotate_software<<<grid, block>>>(pixels_d, width, height, motion, border, out_d);
    if (launched("kernel"))
        write_raw("kernel", to_host(out_d, count + LAB10_PAST_END));
    MUST(cudaFree(pixels_d));
    MUST(cudaFree(out_d));
}
