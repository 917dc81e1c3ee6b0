/* The bench: memory, textures and constants of a job on the GPU, and the launches between them.
 *
 * A sample is one batch of `sets` launches, each on its own copy of inputs and outputs, so that a
 * result remembered from an earlier launch is of no use; bench_refill() draws new inputs before
 * every pair. Expected outputs come from the reference's kernels and lie masked in memory while a
 * student's kernel runs. All functions end the process (end.h) when CUDA or the student's code
 * fails.
 */
#ifndef GRADER_TIMING_BENCH_H
#define GRADER_TIMING_BENCH_H

#include <stdint.h>
#include "modules.h"

enum { BENCH_MAX_SETS = 64 };

/* Copies of one buffer. An output has four instances: of side A, of side B, expected of A, of B. */
enum { INSTANCE_EXPECTED = JOB_SIDES, INSTANCES = 2 * JOB_SIDES };
typedef struct {
    CUdeviceptr base[INSTANCES]; /* inputs use [0] alone */
    size_t stride;               /* words from one copy to the next */
    size_t sets;
} BenchArray;

typedef struct {
    CUarray array[BENCH_MAX_SETS];
    CUtexObject object[BENCH_MAX_SETS];
} BenchTexture;

typedef struct {
    CUfunction fill_word, fill_int, fill_float, checksum, mask, check, hold;
} TrustedKernels;

typedef struct {
    const Job *job;
    CUdevice device;
    CUstream stream;
    Module student, reference;
    TrustedKernels trusted;
    CUfunction kernel[JOB_SIDES], expect[JOB_SIDES];
    size_t sets;
    BenchArray arrays[JOB_BUFFERS];
    BenchTexture textures[JOB_TEXTURES];
    CUevent start, end;
    volatile int *go; /* host memory that the GPU reads: the batch is queued */
    CUdeviceptr go_device;
    CUdeviceptr scratch; /* checksum, then findings */
    double seconds;      /* of GPU time spent in samples and in filling and checking them */
} Bench;

/* Opens the GPU and the three cubins, fills constants with the key. */
void bench_open(Bench *bench, const Job *job, const char *student, const char *reference,
                const char *trusted, uint64_t key);

/* Makes room for batches of this many launches, instead of what there was. */
void bench_reserve(Bench *bench, size_t sets);

/* New inputs, noise (or zeros) in the outputs, expected outputs computed and masked. */
void bench_refill(Bench *bench, uint64_t key);

/* Runs one batch of a side and returns how long it took, in us. */
double bench_sample(Bench *bench, int side);

/* The same for the reference's kernel that says what is right for this side. */
double bench_sample_expected(Bench *bench, int side);

/* One number for all inputs: moves when any of them is written. */
uint64_t bench_checksum(Bench *bench);

/* Ends the process unless the side's outputs are what the reference computed, and nothing was
 * written beside them. key: the one given to bench_refill. */
void bench_check(Bench *bench, int side, uint64_t key);

/* Overwrites the side's outputs. */
void bench_wipe(Bench *bench, int side);

/* Bytes of all copies of the buffers that one side's sample touches. */
size_t bench_footprint(const Bench *bench);

#endif
