// Lab 8: texture as a read path.
//
// Each step is one file and owes the functions listed under its number. Every function that returns
// cudaError_t returns the first CUDA error it met (with nothing left allocated), or cudaSuccess. No
// function ends the program. A "word" is an int, a "quad" an int4: four words, aligned to 16 bytes.
#ifndef LAB8_H
#define LAB8_H

#include <stddef.h>
#include <cuda_runtime.h>
#include "../common/check.h"

// Every summing kernel is launched as <<<SUM_BLOCKS, SUM_THREADS>>> and writes one sum a thread.
#ifndef SUM_BLOCKS
#define SUM_BLOCKS 64
#endif
#ifndef SUM_THREADS
#define SUM_THREADS 128
#endif
#define SUMS ((SUM_BLOCKS) * (SUM_THREADS))

// Given: what word number i adds to the checksum, in unsigned arithmetic (it wraps). The factor
// 1, 3, 5 or 7 goes with the word's place in its quad, so that words exchanged are noticed.
__host__ __device__ inline unsigned share_of(int word, size_t i) {
    return (unsigned)word * (unsigned)(2 * (i % 4) + 1);
}

// ---- Step 1: step1_checksum.cu ------------------------------------------------------------------

// Makes a texture object over linear device memory: words / components elements of `components` =
// 1, 2 or 4 ints each, read as they are stored. `words` is a multiple of 4, >= 4.
cudaError_t make_words_texture(const int *words_d, size_t words, int components,
                               cudaTextureObject_t *texture);

// sums[t], t = 0 .. SUMS - 1, gets the share_of of some of the words so that all sums together are
// the checksum of `words` words: every word once. One fetch brings one element of 1, 2 or 4 words.
__global__ void sum_int(cudaTextureObject_t texture, size_t words, unsigned *sums);
__global__ void sum_int2(cudaTextureObject_t texture, size_t words, unsigned *sums);
__global__ void sum_int4(cudaTextureObject_t texture, size_t words, unsigned *sums);

// Adds SUMS sums from device memory on the CPU.
cudaError_t add_sums(const unsigned *sums_d, unsigned *total);

// The checksum of words_d[words] (device memory) through a texture of 1, 2 or 4 components; another
// number of components, or words that are no multiple of 4, is cudaErrorInvalidValue.
cudaError_t checksum(const int *words_d, size_t words, int components, unsigned *total);

// out[i] = words_d[index[i]] through a texture with one int an element, and 0 wherever the index is
// outside 0 .. words - 1: the texture unit sees to it, no `if` is needed. index, out: n >= 1
// elements of host memory.
cudaError_t fetch_words(const int *words_d, size_t words, const int *index, int n, int *out);

// ---- Step 2: step2_segments.cu ------------------------------------------------------------------

#define MAX_SEGMENTS 16

// A long range of quads seen through several textures of `quads_each` quads (the last one in use
// may hold fewer).
struct Segments {
    cudaTextureObject_t texture[MAX_SEGMENTS];
    int count;         // textures made: as many as asked for
    size_t quads_each; // quads that a full texture covers
};

// How many int4 elements one linear texture may have on this device.
cudaError_t quads_limit(size_t *quads);

// Covers words_d[words] (device memory, words a multiple of 4, >= 4) with `count` textures (1 ..
// MAX_SEGMENTS) of at most `quads_each` quads, a multiple of 32: a texture over linear memory must
// begin at a multiple of the device's textureAlignment, which is 512 bytes. Every one of the
// `count` textures is valid: those that are not needed are bound to the first segment.
// cudaErrorInvalidValue when the words do not fit all textures together; `quads_each` over the
// device's limit is the runtime's error.
cudaError_t make_segments(const int *words_d, size_t words, size_t quads_each, int count,
                          Segments *segments);
cudaError_t free_segments(Segments *segments);

// Quad number `quad` of the whole range. quad < all quads covered.
__device__ int4 fetch_quad(const Segments &segments, size_t quad);

// As sum_int4, over all segments.
__global__ void sum_segments(Segments segments, size_t words, unsigned *sums);
cudaError_t checksum_segments(const int *words_d, size_t words, size_t quads_each, int count,
                              unsigned *total);

// Memory the device can read, and the host's way to fill it.
struct Memory {
    int *device;      // valid in kernels and textures
    int *host;        // mapped host memory, or NULL when `device` is device memory
    const char *note; // "device memory", or a sentence that says why not
};

// `bytes` of device memory; when there is not so much, of mapped host memory (pinned), with a note
// that says so. An error only when neither is to be had; no error is left behind then or otherwise.
cudaError_t allocate_words(size_t bytes, Memory *memory);
cudaError_t free_words(Memory *memory);

// ---- Step 3: step3_promote.cu -------------------------------------------------------------------

// The float that a texture read as normalised float gives for this element, bit for bit: 0 .. 1 for
// unsigned types, -1 .. 1 for signed ones (which have one negative value too many).
float TexPromoteToFloat(unsigned char value);
float TexPromoteToFloat(signed char value);
float TexPromoteToFloat(unsigned short value);
float TexPromoteToFloat(short value);

// The value of a 16-bit floating-point number (1 sign, 5 exponent, 10 fraction bits) from its bits:
// zeros, subnormals, infinities included. A NaN gives a NaN.
float half_to_float(unsigned short bits);

enum Element { UNSIGNED8, SIGNED8, UNSIGNED16, SIGNED16, HALF };

// out[i] = element i as the texture unit promotes it: `elements` are n >= 1 values (host memory) of
// the type named, through a linear texture read as normalised float (HALF: as half). out: host
// memory.
cudaError_t promote_by_texture(Element type, const void *elements, int n, float *out);

// ---- Step 4: step4_host.cu ----------------------------------------------------------------------

// after[i] = in[i] + 1, for n >= 1 ints: the buffer is pinned host memory mapped into the device's
// address space, a kernel reads it through a texture and writes the results beside it, and the host
// reads them there with no copy. before[i] is what the host saw right after the launch, after[i]
// what it saw once it had waited. in, before, after: ordinary host memory.
cudaError_t increment_mapped(const int *in, int n, int *before, int *after);

// ---- Step 5: step5_paths.cu ---------------------------------------------------------------------

enum Path { THROUGH_TEXTURE, THROUGH_LDG, PLAIN };
enum Pattern { COALESCED, UNALIGNED, STRIDED, RANDOM };
#define PATHS 3
#define PATTERNS 4

// Given: which word thread i of `count` reads, count a power of two >= 32. COALESCED: word i.
// UNALIGNED: the next one. STRIDED: 32 words apart within a warp. RANDOM: anywhere, each once.
__host__ __device__ inline unsigned place_of(Pattern pattern, unsigned i, unsigned count) {
    switch (pattern) {
    case UNALIGNED:
        return (i + 1) & (count - 1);
    case STRIDED:
        return i % (count / 32) * 32 + i / (count / 32);
    case RANDOM:
        return (i * 2654435761u + 12345u) & (count - 1);
    default:
        return i;
    }
}

// out[i] = word number place_of(pattern, i, count), for 0 <= i < count, read the way the kernel's
// name says. Launched with blocks of any size x 1 x 1, at least `count` threads in all.
__global__ void read_texture(cudaTextureObject_t words, Pattern pattern, unsigned count, int *out);
__global__ void read_ldg(const int *words, Pattern pattern, unsigned count, int *out);
__global__ void read_plain(const int *words, Pattern pattern, unsigned count, int *out);

struct Bandwidth {
    Pattern pattern;
    Path path;
    int mapped;     // 0 device memory, 1 mapped host memory
    float gb_per_s; // (bytes read + bytes written) / time of one launch, in 10^9 bytes a second
};

// Measures every pattern on every path from device memory, then COALESCED on every path from mapped
// host memory: PATTERNS * PATHS + PATHS rows in this order, `count` words (a power of two). A time
// is that of the kernel alone, averaged over at least 5 launches after one that is not counted.
cudaError_t measure_paths(unsigned count, Bandwidth rows[PATTERNS * PATHS + PATHS]);

// Writes the rows to `path` as CSV: pattern,path,memory,gb_per_s with the names COALESCED ...,
// TEXTURE LDG PLAIN, and device or mapped; with count 0 the first line alone. Returns 0, or -1 when
// the file cannot be written.
int write_csv(const char *path, const Bandwidth *rows, int count);

#endif
