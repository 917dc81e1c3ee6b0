// The reference's step 2 under names of its own that no other object can reach: what is not judged
// stands beside what is.
#ifndef LAB8_REFERENCE_SEGMENTS_H
#define LAB8_REFERENCE_SEGMENTS_H

#include "lab8.h"

#define quads_limit reference_quads_limit
#define make_segments reference_make_segments
#define free_segments reference_free_segments
#define fetch_quad reference_fetch_quad
#define sum_segments reference_sum_segments
#define checksum_segments reference_checksum_segments
#define allocate_words reference_allocate_words
#define free_words reference_free_words
namespace {
cudaError_t free_segments(Segments *segments);
#include "step2_segments.cu"
} // namespace
#undef quads_limit
#undef make_segments
#undef free_segments
#undef fetch_quad
#undef sum_segments
#undef checksum_segments
#undef allocate_words
#undef free_words

#endif
