/* copy.h - every copy and set of the API is one box of bytes moved or filled. */
#ifndef CPUDEV_COPY_H
#define CPUDEV_COPY_H

#include "core.h"

/* One side of a copy: row y of slice z begins at data + y * pitch + z * slice. */
typedef struct {
    unsigned char *data;
    size_t pitch, slice;
    bool checked; /* a symbol or an array whose bounds the caller has checked; device memory */
} cpudev_side;

typedef struct {
    cpudev_side to, from;
    size_t width, height, depth; /* bytes, rows, slices */
    enum cudaMemcpyKind kind;
    cudaStream_t stream;
    bool async;
    const char *api;
    void *caller;
} cpudev_copy;

/* What cudaMemcpy3D does, for the call `api`. */
cudaError_t cpudev_copy_3d(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream,
                           bool async, const char *api, void *caller);
/* Checks and carries out or queues a copy. */
cudaError_t cpudev_copy_box(const cpudev_copy *copy);
/* Fills a box of device memory (kind and from are unused). */
cudaError_t cpudev_set_box(const cpudev_copy *box, int value);

#endif
