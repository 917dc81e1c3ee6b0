/* lab10.h - what the files of lab 10's judge share. */
#ifndef JUDGE_LAB10_H
#define JUDGE_LAB10_H

#include "judge.h"
#include "lab10/inputs.h"
#include "texture/unit.h"

enum { MOST_PIXELS = 4096 };

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

/* The picture as a texture of width x height texels. */
cpudev_texture texture_of(const struct picture *p, int width, int height, struct reading how);
float sample(const cpudev_texture *t, float x, float y);

/* Fails v, and is false, when something behind element `count` of the result was written. */
bool untouched(struct verdict *v, const char *name, const double *values, int count);

/* lab10_picture.c: step 1 */
void check_kernel(const struct run *run, struct verdict *v);
void check_whole(const struct run *run, struct verdict *v);
/* lab10_multiply.c: step 2 */
void check_global(const struct run *run, struct verdict *v);
void check_tiled(const struct run *run, struct verdict *v);
void check_texture(const struct run *run, struct verdict *v);
void check_multiply(const struct run *run, struct verdict *v);
/* lab10_types.c: step 3 */
void check_bytes(const struct run *run, struct verdict *v);
void check_colours(const struct run *run, struct verdict *v);
void check_layers(const struct run *run, struct verdict *v);
void check_map(const struct run *run, struct verdict *v);
/* lab10_rotate.c: step 4 */
void check_hardware(const struct run *run, struct verdict *v);
void check_software(const struct run *run, struct verdict *v);

#endif
