/* A timing job: what is launched on which data. It is written as JSON (grader/timing/README.md),
 * checked and turned into lines by job.jq, and read from those lines here. */
#ifndef GRADER_TIMING_JOB_H
#define GRADER_TIMING_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "stats.h"

enum {
    JOB_NAME = 96,      /* longest name, with its final 0 */
    JOB_BUFFERS = 16,   /* most buffers and constants together */
    JOB_TEXTURES = 8,   /* most textures */
    JOB_ARGUMENTS = 32, /* most arguments of a kernel */
    JOB_SIDES = 2       /* A and B: the ratio is time A / time B */
};

typedef enum { JOB_INT, JOB_FLOAT } JobType; /* both of 4 bytes */

typedef enum {
    JOB_IN,      /* filled before every pair, one copy a launch, must not be written */
    JOB_TABLE,   /* likewise, but one copy for all launches of a sample */
    JOB_OUT,     /* one copy a launch and side; holds noise before the launch */
    JOB_ZEROED,  /* like out, but holds zeros: for kernels that add to their output */
    JOB_CONSTANT /* a symbol in constant or global memory of each module; filled once a process */
} JobRole;

typedef enum { JOB_RANDOM, JOB_VALUES } JobFill;

typedef struct {
    char name[JOB_NAME]; /* of a constant: its symbol */
    JobType type;
    JobRole role;
    size_t count; /* elements */
    JobFill fill;
    double low, high; /* JOB_RANDOM: uniform, both ends included for integers */
    float *values;    /* JOB_VALUES: value_count values, repeated to count */
    size_t value_count;
} JobBuffer;

/* A texture of floats made from an "in" buffer (x fastest), one a launch: 3-D, or 2-D where its
 * extent along z is 1. */
typedef struct {
    char name[JOB_NAME];
    int source;       /* index of the buffer */
    size_t extent[3]; /* texels in x, y, z */
    bool linear;      /* filter mode: linear or point */
    bool normalised;  /* coordinates in [0, 1) or in texels */
    char address[8];  /* clamp, wrap, mirror, border; the same in all dimensions */
} JobTexture;

typedef enum {
    JOB_ARG_BUFFER,
    JOB_ARG_TEXTURE,
    JOB_ARG_INT,
    JOB_ARG_LONG,
    JOB_ARG_FLOAT,
    JOB_ARG_FLOAT2 /* a struct of two floats */
} JobArgKind;

typedef struct {
    JobArgKind kind;
    int index;     /* of the buffer or texture */
    double value;  /* of a number */
    double second; /* the other one of a float2 */
} JobArgument;

typedef struct {
    bool student;          /* module: the student's or the reference */
    char kernel[JOB_NAME]; /* demangled, without parameters */
    char expect[JOB_NAME]; /* the reference's kernel that says what is right */
    unsigned grid[3], block[3], shared_bytes;
    JobArgument arguments[JOB_ARGUMENTS];
    size_t argument_count;
} JobSide;

typedef struct {
    char check[JOB_NAME];
    StatsSense sense;
    double threshold; /* on time A / time B; 0: none given */
    double sample_us; /* a sample (one batch of launches) lasts at least this long */
    double bytes;     /* each launch must move at least this much; 0: unknown */
    double absolute;  /* floats of the output may differ by absolute + relative * |expected| */
    double relative;
    JobBuffer buffers[JOB_BUFFERS];
    size_t buffer_count;
    JobTexture textures[JOB_TEXTURES];
    size_t texture_count;
    JobSide sides[JOB_SIDES];
} Job;

/* Reads a job from the lines that job.jq wrote. On failure false, and *reason says which line and
 * what is wrong with it (a static string). */
bool job_read(FILE *in, Job *job, const char **reason);

#endif
