# One fetch a sum, and all other words through a pointer.
/^__global__ void sum_segments/i\
static __device__ const int4 *direct;\

s/int4 quad = fetch_quad(segments, i);/int4 quad = i == 0 ? fetch_quad(segments, i) : direct[i];/
s/^    CUDA_TRY(make_segments(words_d.*/&\
    CUDA_TRY(cudaMemcpyToSymbol(direct, \&words_d, sizeof words_d));/
