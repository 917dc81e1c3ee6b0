/* grader_trace.h - included before the student's step 7: its calls that free something come to the
 * harness (release.cu), which notes what is freed and in which order. */
#ifndef GRADER_TRACE_H
#define GRADER_TRACE_H

#include <cuda_runtime.h>
#include <cstdlib>

cudaError_t trace_free(void *p);
cudaError_t trace_free_async(void *p, cudaStream_t stream);
cudaError_t trace_free_array(cudaArray_t array);
cudaError_t trace_destroy(cudaTextureObject_t tex);
cudaError_t trace_host_free(void *p);
void trace_plain_free(void *p);
cudaError_t trace_reset(void);
#define cudaFree trace_free
#define cudaFreeHost trace_host_free
#define free trace_plain_free
#define cudaDeviceReset trace_reset
#define cudaFreeAsync trace_free_async
#define cudaFreeArray trace_free_array
#define cudaDestroyTextureObject trace_destroy

#endif
