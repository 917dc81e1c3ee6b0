// Unusual but right: one template that frees a handle of any kind.
#include "lab7.h"
#include <utility>

template <class Handle, class Free> static cudaError_t drop(Handle &handle, Free free) {
    Handle old = std::exchange(handle, Handle{});
    return old ? free(old) : cudaSuccess;
}

cudaError_t release_texture(float **grid, cudaArray_t *array, cudaTextureObject_t *tex) {
    const cudaError_t errors[] = {
        drop(*tex, [](cudaTextureObject_t t) { return cudaDestroyTextureObject(t); }),
        drop(*array, [](cudaArray_t a) { return cudaFreeArray(a); }),
        drop(*grid, [](float *g) { return cudaFree(g); }),
    };
    for (cudaError_t error : errors)
        if (error != cudaSuccess)
            return error;
    return cudaSuccess;
}
