/* grader_init.h - included before the student's lab6.cu where step 2 is tested, so that a step 1
 * that is not done costs nothing here: the student's hInitCM becomes weak, however it is written,
 * and the linker takes the harness's (multiply.cu) for every call. A compiler does not inline a
 * weak function. */
#ifndef GRADER_INIT_H
#define GRADER_INIT_H

#include <cuda_runtime.h>

__attribute__((weak)) cudaError_t hInitCM(void);

#endif
