// Arrays, textures and surfaces that the device refuses, and for each a sentence that names the
// argument.
#include <cstdio>

static void fails(cudaError_t e) {
    if (e != cudaSuccess)
        puts(cudaGetErrorName(e));
    cudaGetLastError();
}

int main() {
    const cudaChannelFormatDesc f = cudaCreateChannelDesc<float>(),
                                ints = cudaCreateChannelDesc<int>();
    const cudaChannelFormatDesc three = cudaCreateChannelDesc<float3>();
    cudaArray_t a, whole;
    cudaTextureObject_t texture;
    cudaSurfaceObject_t surface;
    float *d;
    fails(cudaMalloc(&d, 4096));
    fails(cudaMallocArray(&whole, &ints, 8, 8));
    cudaResourceDesc array = {}, linear = {}, pitched = {}, nothing = {};
    array.resType = cudaResourceTypeArray;
    array.res.array.array = whole;
    nothing.resType = (cudaResourceType)9;
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = d + 1;
    linear.res.linear.desc = f;
    linear.res.linear.sizeInBytes = 64;
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D.devPtr = d;
    pitched.res.pitch2D.desc = f;
    pitched.res.pitch2D.width = 64;
    pitched.res.pitch2D.height = 4;
    pitched.res.pitch2D.pitchInBytes = 64;
    cudaTextureDesc filtered = {}, normed = {}, moded = {}, plain = {};
    filtered.filterMode = cudaFilterModeLinear;
    normed.readMode = cudaReadModeNormalizedFloat;
    moded.addressMode[1] = (cudaTextureAddressMode)17;
    // clang-format off
    fails(cudaMallocArray(&a, &f, 0, 0));                     // REFUSED: the width is 0
    fails(cudaMallocArray(&a, &f, 1 << 20, 8));               // REFUSED: the width is 1048576, and that of a 2-D array may be 131072 at most
    fails(cudaMallocArray(&a, &f, 8, 8, cudaArrayLayered));   // REFUSED: layered arrays are made by cudaMalloc3DArray
    fails(cudaMallocArray(&a, &three, 8, 8));                 // REFUSED: it must have 1, 2 or 4 of one size
    fails(cudaMalloc3DArray(&a, &f, make_cudaExtent(8, 0, 8))); // REFUSED: the height is 0 and the depth 8
    fails(cudaMalloc3DArray(&a, &f, make_cudaExtent(8, 8, 0), cudaArrayLayered)); // REFUSED: it counts the layers
    fails(cudaMalloc3DArray(&a, &f, make_cudaExtent(8, 4, 6), cudaArrayCubemap)); // REFUSED: must be squares
    fails(cudaMalloc3DArray(&a, &f, make_cudaExtent(8, 8, 1 << 20)));  // REFUSED: the depth is 1048576
    fails(cudaMemcpy2DToArray(nullptr, 0, 0, d, 32, 32, 8, cudaMemcpyDeviceToDevice)); // REFUSED: the array is NULL
    fails(cudaCreateTextureObject(&texture, &array, &filtered, nullptr)); // REFUSED: texels of 32-bit integers cannot be filtered
    fails(cudaCreateTextureObject(&texture, &array, &normed, nullptr));   // REFUSED: it is for integers of 8 and 16 bits
    fails(cudaCreateTextureObject(&texture, &array, &moded, nullptr));    // REFUSED: addressMode[1] is 17
    fails(cudaCreateTextureObject(&texture, &linear, &plain, nullptr));   // REFUSED: it must be a multiple of 512 bytes
    fails(cudaCreateTextureObject(&texture, &pitched, &plain, nullptr));  // REFUSED: pitchInBytes is 64
    fails(cudaCreateTextureObject(&texture, &nothing, &plain, nullptr));  // REFUSED: resType is 9
    fails(cudaCreateSurfaceObject(&surface, &linear));                    // REFUSED: a surface is of an array
    // clang-format on
    fails(cudaFreeArray(whole));
    return cudaFree(d) != cudaSuccess;
}
