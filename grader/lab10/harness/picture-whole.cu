// Step 1's shift_picture by itself: what it calls of the step is the reference's (grader_parts.h).
// Raw: shift_picture.error, shift_picture (width * height); part=failing: of it what failing.h
// says.
#include "harness.h"
#include "lab10.h"
#include "inputs.h"
#include "past_end.h"
#include "failing.h"

#ifndef OWN_PARTS // the file picture-own.cu is this one beside the student's own functions
#define shift_picture reference_shift_picture
static cudaError_t shift_picture(const float *pixels, int width, int height, float shift_x,
                                 float shift_y, float *out);
#include "step1_picture.cu"
#undef shift_picture
#endif

void harness_main() {
    const uint64_t seed = hidden_seed();
    const int width = argument("width"), height = argument("height"), count = width * height;
    const float dx = hidden_shift(seed, 0), dy = hidden_shift(seed, 1);
    bounded_vector<float> pixels, out(count, LAB10_CANARY);
    pixels.reserve(count);
    for (int i = 0; i < count; i++)
        pixels.push_back(hidden_pixel(seed, i));
    if (strcmp(argument_text("part"), "failing") == 0)
        failing("shift_picture", out, [&] {
            return shift_picture(pixels.data(), width, height, 0.25f, 0.5f, out.data());
        });
    else if (write_error("shift_picture",
                         shift_picture(pixels.data(), width, height, dx, dy, out.data())))
        write_raw("shift_picture", out);
}
