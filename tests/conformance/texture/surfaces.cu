// Surface objects: reads and writes of every shape, in bytes, inside and beyond the edges.
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t e_ = (call);                                                                   \
        if (e_ != cudaSuccess) {                                                                   \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_));                               \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static cudaSurfaceObject_t surface_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface;
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    cudaResourceDesc got;
    CHECK(cudaGetSurfaceObjectResourceDesc(&got, surface));
    if (got.res.array.array != array)
        printf("another array\n");
    return surface;
}

static cudaArray_t arrays[7];
static int array_count;

static cudaArray_t array_of(cudaChannelFormatDesc format, cudaExtent extent, unsigned flags) {
    cudaArray_t array;
    CHECK(cudaMalloc3DArray(&array, &format, extent, flags | cudaArraySurfaceLoadStore));
    arrays[array_count++] = array;
    return array;
}

__global__ void fill(cudaSurfaceObject_t line, cudaSurfaceObject_t plane, cudaSurfaceObject_t box,
                     cudaSurfaceObject_t lines, cudaSurfaceObject_t planes,
                     cudaSurfaceObject_t cube, cudaSurfaceObject_t cubes) {
    int x = threadIdx.x, y = threadIdx.y;
    if (y == 0)
        surf1Dwrite((unsigned char)(x + 1), line, x);
    surf2Dwrite(make_float2(x, y), plane, x * (int)sizeof(float2), y);
    for (int z = 0; z < 3; z++) {
        surf3Dwrite<short>(x + 10 * y + 100 * z, box, x * 2, y, z);
        if (y == 0)
            surf1DLayeredwrite(x + 10 * z, lines, x * 4, z);
        surf2DLayeredwrite(make_uchar4(x, y, z, 7), planes, x * 4, y, z);
    }
    for (int face = 0; face < 6; face++)
        surfCubemapwrite(x + 10.0f * y + 100.0f * face, cube, x * 4, y, face);
    for (int face = 0; face < 12; face++)
        surfCubemapLayeredwrite(make_int4(x, y, face, -1), cubes, x * 16, y, face);
}

__global__ void read(cudaSurfaceObject_t line, cudaSurfaceObject_t plane, cudaSurfaceObject_t box,
                     cudaSurfaceObject_t lines, cudaSurfaceObject_t planes,
                     cudaSurfaceObject_t cube, cudaSurfaceObject_t cubes, float *out) {
    unsigned char byte;
    surf1Dread(&byte, line, 3);
    *out++ = byte;
    *out++ = surf2Dread<float2>(plane, 2 * 8, 1).x;
    *out++ = surf3Dread<short>(box, 3 * 2, 2, 1);
    *out++ = surf1DLayeredread<int>(lines, 1 * 4, 2);
    *out++ = surf2DLayeredread<uchar4>(planes, 2 * 4, 3, 1).y;
    *out++ = surfCubemapread<float>(cube, 1 * 4, 2, 5);
    *out++ = surfCubemapLayeredread<int4>(cubes, 1 * 16, 2, 11).z;
    // Beyond the edges.
    *out++ = surf2Dread<float2>(plane, -8, 1, cudaBoundaryModeZero).y;
    const float2 last = surf2Dread<float2>(plane, 100 * 8, 1, cudaBoundaryModeClamp);
    *out++ = 10 * last.x + last.y; // both: nvcc makes a read of four bytes where only x is used
    *out++ = surf2Dread<float2>(plane, 8, -5, cudaBoundaryModeClamp).y;
    surf2Dwrite(make_float2(50, 60), plane, 4 * 8, 0, cudaBoundaryModeZero);
    *out++ = surf2Dread<float2>(plane, 3 * 8, 0).x;
}

int main() {
    cudaArray_t plane_array =
        array_of(cudaCreateChannelDesc<float2>(), make_cudaExtent(4, 4, 0), 0);
    cudaSurfaceObject_t surfaces[7] = {
        surface_of(array_of(cudaCreateChannelDesc<unsigned char>(), make_cudaExtent(4, 0, 0), 0)),
        surface_of(plane_array),
        surface_of(array_of(cudaCreateChannelDesc<short>(), make_cudaExtent(4, 4, 3), 0)),
        surface_of(
            array_of(cudaCreateChannelDesc<int>(), make_cudaExtent(4, 0, 3), cudaArrayLayered)),
        surface_of(
            array_of(cudaCreateChannelDesc<uchar4>(), make_cudaExtent(4, 4, 3), cudaArrayLayered)),
        surface_of(
            array_of(cudaCreateChannelDesc<float>(), make_cudaExtent(4, 4, 6), cudaArrayCubemap)),
        surface_of(array_of(cudaCreateChannelDesc<int4>(), make_cudaExtent(4, 4, 12),
                            cudaArrayCubemap | cudaArrayLayered))};
    fill<<<1, dim3(4, 4)>>>(surfaces[0], surfaces[1], surfaces[2], surfaces[3], surfaces[4],
                            surfaces[5], surfaces[6]);
    float *out, result[11];
    CHECK(cudaMalloc(&out, sizeof result));
    read<<<1, 1>>>(surfaces[0], surfaces[1], surfaces[2], surfaces[3], surfaces[4], surfaces[5],
                   surfaces[6], out);
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    for (float v : result)
        printf("%g ", v);
    float2 texels[16];
    CHECK(cudaMemcpy2DFromArray(texels, 32, plane_array, 0, 0, 32, 4, cudaMemcpyDeviceToHost));
    printf("%g %g\n", texels[7].x, texels[7].y);
    for (cudaSurfaceObject_t surface : surfaces)
        CHECK(cudaDestroySurfaceObject(surface));
    for (cudaArray_t array : arrays)
        CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
    cudaResourceDesc none;
    printf("%s\n", cudaGetErrorName(cudaGetSurfaceObjectResourceDesc(&none, surfaces[0])));
    return 0;
}
