// Unusual but right: what frees stands in a file of its own.
#include "helpers.h"

cudaError_t release_texture(float **grid, cudaArray_t *array, cudaTextureObject_t *tex) {
    cudaError_t a = give_back_texture(tex), b = give_back_array(array), c = give_back_memory(grid);
    return a ? a : b ? b : c;
}
