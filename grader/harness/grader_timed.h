/* grader_timed.h - included before the student's step that takes times: what its events measure,
 * and the copies and allocations between them, come to the harness (timed.h), which notes them and
 * passes them on. */
#ifndef GRADER_TIMED_H
#define GRADER_TIMED_H

#include <cuda_runtime.h>

cudaError_t timed_record(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t timed_record_with_flags(cudaEvent_t event, cudaStream_t stream = 0, unsigned flags = 0);
cudaError_t timed_elapsed(float *ms, cudaEvent_t from, cudaEvent_t to);

/* Something that is no kernel was asked for. */
void timed_other(void);

static inline cudaError_t timed_copy(void *to, const void *from, size_t bytes,
                                     cudaMemcpyKind kind) {
    timed_other();
    return cudaMemcpy(to, from, bytes, kind);
}
static inline cudaError_t timed_copy_async(void *to, const void *from, size_t bytes,
                                           cudaMemcpyKind kind, cudaStream_t stream = 0) {
    timed_other();
    return cudaMemcpyAsync(to, from, bytes, kind, stream);
}
static inline cudaError_t timed_copy_3d(const cudaMemcpy3DParms *parms) {
    timed_other();
    return cudaMemcpy3D(parms);
}
static inline cudaError_t timed_copy_to_array(cudaArray_t to, size_t x, size_t y, const void *from,
                                              size_t pitch, size_t width, size_t height,
                                              cudaMemcpyKind kind) {
    timed_other();
    return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height, kind);
}
static inline cudaError_t timed_set(void *to, int value, size_t bytes) {
    timed_other();
    return cudaMemset(to, value, bytes);
}
static inline cudaError_t timed_set_async(void *to, int value, size_t bytes,
                                          cudaStream_t stream = 0) {
    timed_other();
    return cudaMemsetAsync(to, value, bytes, stream);
}
static inline cudaError_t timed_copy_2d(void *to, size_t to_pitch, const void *from, size_t pitch,
                                        size_t width, size_t height, cudaMemcpyKind kind) {
    timed_other();
    return cudaMemcpy2D(to, to_pitch, from, pitch, width, height, kind);
}
static inline cudaError_t timed_free_array(cudaArray_t array) {
    timed_other();
    return cudaFreeArray(array);
}
template <class T> static inline cudaError_t timed_allocate(T **p, size_t bytes) {
    timed_other();
    return cudaMalloc(p, bytes);
}
static inline cudaError_t timed_free(void *p) {
    timed_other();
    return cudaFree(p);
}

#define cudaEventRecord timed_record
#define cudaEventRecordWithFlags timed_record_with_flags
#define cudaEventElapsedTime timed_elapsed
#define cudaMemcpy timed_copy
#define cudaMemcpyAsync timed_copy_async
#define cudaMemcpy3D timed_copy_3d
#define cudaMemcpy2DToArray timed_copy_to_array
#define cudaMemset timed_set
#define cudaMemsetAsync timed_set_async
#define cudaMemcpy2D timed_copy_2d
#define cudaFreeArray timed_free_array
#define cudaMalloc timed_allocate
#define cudaFree timed_free

#endif
