#pragma once
#include "lab7.h"

__device__ float fetch_hardware(cudaTextureObject_t tex, int size, float x, float y, float z) {
    // Texel i is centred on coordinate i + 0.5: there, linear filtering returns the texel itself.
    return tex3D<float>(tex, grid_coordinate(x, size) + 0.5f, grid_coordinate(y, size) + 0.5f,
                        grid_coordinate(z, size) + 0.5f);
}
