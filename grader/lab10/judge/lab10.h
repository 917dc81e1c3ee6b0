/* lab10.h - what the files of lab 10's judge share. */
#ifndef JUDGE_LAB10_H
#define JUDGE_LAB10_H

#include "judge.h"
#include "../harness/inputs.h"
#include "texture/unit.h"

enum { MOST_PIXELS = 4096 };

/* Of a finding's text. */
#define DYNAMIC_SHARED "bytes of dynamic shared memory that the launch asked for"

struct picture {
    int width, height, count;
    float pixels[MOST_PIXELS];
};

/* The hidden picture of a run with width and height. */
struct picture hidden_picture(const struct run *run);

/* How a picture is read. */
struct reading {
    bool linear, normalized;
    cpudev_address_mode x, y;
    float border;
};

/* width x height floats as a texture, and the picture's pixels as one. */
cpudev_texture float_texture(const float *texels, int width, int height, struct reading how);
cpudev_texture texture_of(const struct picture *p, int width, int height, struct reading how);
float sample(const cpudev_texture *t, float x, float y);

/* The pixel that stands in place i of the result. */
struct pixel {
    int x, y;
};
struct pixel pixel_at(int x, int y);
struct pixel written_pixel(struct choice *c, int width, int height, int i);

/* Fails when something behind element `count` of the result was written. */
void check_untouched(const char *name, const double *values, int count);

/* Fails when the results that are not written are those that another index of the result leaves
 * out, such as y * height + x, or another number of the thread. right: the right results. */
void explain_writes(const struct run *run, const char *name, const double *values,
                    const double *right, int width, int height);

/* picture.c: step 1 */
void check_array(const struct run *run);
void check_texture_object(const struct run *run);
void check_kernel(const struct run *run);
void check_guard(const struct run *run);
void check_whole(const struct run *run);
/* multiply.c: step 2 */
void check_global(const struct run *run);
void check_tiled(const struct run *run);
void check_matrix(const struct run *run);
void check_texture(const struct run *run);
void check_multiply(const struct run *run);
/* types.c: step 3 */
void check_bytes(const struct run *run);
void check_colours(const struct run *run);
void check_layers(const struct run *run);
void check_map(const struct run *run);
/* rotate.c: step 4 */
void check_hardware(const struct run *run);
void check_software(const struct run *run);
void check_hardware_kernel(const struct run *run);
void check_software_kernel(const struct run *run);

#endif
