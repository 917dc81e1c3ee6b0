// Step 2's checksum_segments, with sum_segments and fetch_quad: the textures are the reference's
// (grader_parts.h). Raw, by part:
//   sums     splitI.error, splitI (the checksum with split I)
//   failing  of checksum_segments what failing.h says
#include "harness.h"
#include "lab8.h"
#include "inputs.h"
#include "failing.h"

#define quads_limit reference_quads_limit
#define fetch_quad reference_fetch_quad
#define sum_segments reference_sum_segments
#define checksum_segments reference_checksum_segments
#define allocate_words reference_allocate_words
#define free_words reference_free_words
static cudaError_t quads_limit(size_t *quads);
__device__ static int4 fetch_quad(const Segments &segments, size_t quad);
__global__ static void sum_segments(Segments segments, size_t words, unsigned *sums);
static cudaError_t checksum_segments(const int *words_d, size_t words, size_t quads_each, int count,
                                     unsigned *total);
static cudaError_t allocate_words(size_t bytes, Memory *memory);
static cudaError_t free_words(Memory *memory);
#include "step2_segments.cu"
#undef quads_limit
#undef fetch_quad
#undef sum_segments
#undef checksum_segments
#undef allocate_words
#undef free_words

void harness_main() {
    const size_t words = 4 * (size_t)argument("quads");
    std::vector<int> memory;
    for (size_t i = 0; i < words; i++)
        memory.push_back(hidden_word(hidden_seed(), i));
    int *words_d = to_device(memory);
    unsigned total = 0;
    if (strcmp(argument_text("part"), "failing") == 0)
        failing("checksum_segments", &total, 1, [&] {
            return checksum_segments(words_d, words, words / 8, LAB8_SEGMENTS, &total);
        });
    else
        for (int i = 0; i < LAB8_SPLITS; i++) {
            char name[20];
            snprintf(name, sizeof name, "split%d", i);
            if (write_error(name, checksum_segments(words_d, words, hidden_split(words / 4, i),
                                                    LAB8_SEGMENTS, &total)))
                write_number(name, total);
        }
    MUST(cudaFree(words_d));
}
