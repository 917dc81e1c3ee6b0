/* quiet.h: device code without its debugging output, for what is timed. grader/timing/cubin
 * includes it before a source whose kernels print, and compiles that source as it is where this
 * does not fit.
 *
 * One printf in a kernel that runs for 40 us, with a thread in a thousand that comes there, costs
 * half of its time again: registers and a stack for the call. The arguments are still evaluated. */
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
