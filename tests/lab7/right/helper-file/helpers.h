// What release_texture is made of.
#pragma once

#include "lab7.h"

cudaError_t give_back_texture(cudaTextureObject_t *tex);
cudaError_t give_back_array(cudaArray_t *array);
cudaError_t give_back_memory(float **memory);
