// Gives back one thing each, and sets it to 0.
#include "helpers.h"

cudaError_t give_back_texture(cudaTextureObject_t *tex) {
    cudaError_t e = *tex ? cudaDestroyTextureObject(*tex) : cudaSuccess;
    *tex = 0;
    return e;
}

cudaError_t give_back_array(cudaArray_t *array) {
    cudaError_t e = *array ? cudaFreeArray(*array) : cudaSuccess;
    *array = 0;
    return e;
}

cudaError_t give_back_memory(float **m) {
    cudaError_t e = *m ? cudaFree(*m) : cudaSuccess;
    *m = 0;
    return e;
}
