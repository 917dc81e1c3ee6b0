// Stores and loads that the checker does not see: no race, no overrun, no access that is counted.
// refused: _mm_stream_si32 is an instruction of this machine's processor
#include <emmintrin.h>
__global__ void k(int *out) {
    _mm_stream_si32(out + threadIdx.x, 3);
}
