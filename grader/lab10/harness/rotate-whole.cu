// Step 4's host functions by themselves: the kernels that they launch are the reference's
// (grader_parts.h). Raw, by part: hardware.error, hardware or software.error, software (width *
// height); failing: of rotate_by_hardware or rotate_by_software, as calls= says, what failing.h
// says.
#include "harness.h"
#include "lab10.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

#ifndef OWN_PARTS // the file rotate-own.cu is this one beside the student's own functions
#define rotate_by_hardware reference_by_hardware
#define rotate_by_software reference_by_software
static cudaError_t rotate_by_hardware(const float *pixels, int width, int height, Motion motion,
                                      float border, float *out);
static cudaError_t rotate_by_software(const float *pixels, int width, int height, Motion motion,
                                      float border, float *out);
#include "step4_rotate.cu"
#undef rotate_by_hardware
#undef rotate_by_software
#endif

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
    const char *part = argument_text("part");
    if (strcmp(part, "failing") == 0) {
        const char *function = argument_text("calls");
        const bool hardware = strcmp(function, "rotate_by_hardware") == 0;
        failing(function, out, [&] {
            return (hardware ? rotate_by_hardware : rotate_by_software)(
                pixels.data(), width, height, motion, border, out.data());
        });
    } else if (write_error(
                   part, (strcmp(part, "hardware") == 0 ? rotate_by_hardware : rotate_by_software)(
                             pixels.data(), width, height, motion, border, out.data())))
        write_raw(part, out);
}
