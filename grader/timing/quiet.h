/* quiet.h: device code without its debugging output, for what is timed. grader/timing/cubin
 * includes it before a source whose kernels print, and compiles that source as it is where this
 * does not fit.
 *
 * On an H200 a right integral_hardware (lab 7), one thread of whose blocks prints, took 1.52 times
 * the reference's time in the check step5-time. The arguments are still evaluated. */
#include <cstdio>

#ifdef __CUDA_ARCH__
template <typename... Arguments>
__host__ __device__ inline int grader_quiet_printf(const char *, Arguments...) {
    return 0;
}
namespace std {
using ::grader_quiet_printf;
}
#define printf grader_quiet_printf
#endif
