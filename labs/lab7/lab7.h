// Lab 7: an integral over a sphere, read through the texture unit.
//
// Each step is one file and owes the functions listed under its number; nothing else is asked.
// Every function that returns cudaError_t returns the first CUDA error it met (and then leaves its
// outputs as they were and nothing allocated), or cudaSuccess. No function ends the program.
//
// Geometry, the same in all steps:
//   cube     [-RADIUS, RADIUS]^3, in units of length, centred on the origin
//   grid     size x size x size nodes on it, size >= 2; node i of an axis lies at node_position(i);
//            the value at node (i, j, k) is element (k * size + j) * size + i: x runs fastest
//   sphere   radius RADIUS about the origin, touching the cube's faces
#ifndef LAB7_H
#define LAB7_H

#include <cuda_runtime.h>
#include "../common/check.h"

// Sizes; every one may be overridden on the command line: make DEFS="-DCOEF=16 -DFG_SIZE=20"
#ifndef FG_SIZE
#define FG_SIZE 32 // nodes along an axis of the grid that main() works on
#endif
#ifndef COEF
#define COEF 48 // nodes along psi on the sphere; 2 * COEF along phi
#endif
#ifndef RADIUS
#define RADIUS 10.0f // of the sphere
#endif
#ifndef THREADSPERBLOCK
#define THREADSPERBLOCK 256 // any number from 1 to 1024, not only powers of two
#endif

#define VERTCOUNT ((COEF) * (COEF)*2)
#define BLOCKSPERGRID ((VERTCOUNT + (THREADSPERBLOCK)-1) / (THREADSPERBLOCK))

struct Vertex {
    float x, y, z; // in units of length, from the centre of the sphere
};

// ---- Given (function.cu, main in lab7.cu) -------------------------------------------------------

// Where node i of an axis lies, in units of length: node 0 at -RADIUS, node size - 1 at RADIUS.
__host__ __device__ inline float node_position(int i, int size) {
    return (2.0f * (RADIUS)) * ((float)i / (float)(size - 1)) - (RADIUS);
}

// The inverse: position x counted in nodes. Node i gives i, the middle between it and the next one
// i + 0.5. Below 0 or above size - 1 outside the cube.
__host__ __device__ inline float grid_coordinate(float x, int size) {
    return (x + (RADIUS)) * ((float)(size - 1) / (2.0f * (RADIUS)));
}

// The factor that takes a vertex to sphere number j of `radii` concentric ones: sphere 0 is the
// sphere of radius RADIUS itself, the others shrink evenly towards, never reaching, RADIUS / 2.
__host__ __device__ inline float sphere_scale(int j, int radii) {
    return 1.0f - 0.5f * (float)j / (float)radii;
}

// The field: a product of two real spherical functions, so it depends on the direction of (x, y, z)
// alone. D_LEFT and D_RIGHT choose them.
#define D_YZ 0   // sqrt(15 / 4 pi) * y z / r^2
#define D_Z2 1   // sqrt(5 / 16 pi) * (3 z^2 - r^2) / r^2
#define D_X2Y2 2 // sqrt(15 / 16 pi) * (x^2 - y^2) / r^2
#ifndef D_LEFT
#define D_LEFT D_YZ
#endif
#ifndef D_RIGHT
#define D_RIGHT D_YZ
#endif
__device__ float func(float x, float y, float z);

// Its integral over all directions, exactly: 1 when D_LEFT and D_RIGHT are the same function, else
// 0.
float exact_integral(void);

// ---- Step 1: step1_grid.cu ----------------------------------------------------------------------

// Writes func at every node of the grid into grid[size^3] (device memory). Launched with any 1-, 2-
// or 3-dimensional grid of blocks that make_grid chooses; threads beyond the nodes do nothing.
__global__ void calc_f(float *grid, int size);

// Allocates size^3 floats of device memory, fills them with calc_f, and stores the pointer in
// *grid. The caller frees it. size < 2 is cudaErrorInvalidValue.
cudaError_t make_grid(int size, float **grid);

// ---- Step 2: step2_vertices.cu ------------------------------------------------------------------

// The nodes of the spherical grid, in constant memory. Vertex number iphi * COEF + ipsi has
//   phi = iphi * pi / COEF           (0 <= iphi < 2 COEF, angle in the x-y plane from the x axis)
//   psi = (ipsi + 0.5) * pi / COEF   (0 <= ipsi < COEF, angle from the z axis)
//   x = RADIUS sin(psi) cos(phi)   y = RADIUS sin(psi) sin(phi)   z = RADIUS cos(psi)
// Constant memory ends at 64 KiB. A COEF for which the array does not fit must stop the compiler in
// this file, by a static_assert whose message contains "64 KiB".
extern __constant__ Vertex vert[VERTCOUNT];

// Fills vert.
cudaError_t init_vertices(void);

// ---- Step 3: step3_load.cu ----------------------------------------------------------------------

// Makes a three-dimensional CUDA array of size x size x size floats, copies the grid (device
// memory) into it, and stores it in *array: texel (i, j, k) is the value at node (i, j, k). The
// grid is not changed. The caller frees the array.
cudaError_t load_texture(const float *grid, int size, cudaArray_t *array);

// ---- Step 4: step4_tune.cu ----------------------------------------------------------------------

// Makes the texture object through which the array is read: values as they are stored, coordinates
// counted in texels, linear interpolation, and outside the array the nearest texel along each axis.
cudaError_t tune_texture(cudaArray_t array, cudaTextureObject_t *tex);

// ---- Step 5: step5_hardware.cu ------------------------------------------------------------------

// The field at the point (x, y, z), in units of length, interpolated by the texture unit from an
// array of size^3 texels. A point outside the cube has the value of the cube's nearest point.
__device__ float fetch_hardware(cudaTextureObject_t tex, int size, float x, float y, float z);

// The area of the unit sphere that vertex i stands for: |sin psi| dphi dpsi. 0 <= i < VERTCOUNT. It
// follows from i alone: vert is not read.
__device__ float vertex_weight(int i);

// The sum of `value` over the threads of the block, returned to thread 0 (to the others: anything).
// Every thread of the block calls it, once. Blocks are THREADSPERBLOCK x 1 x 1.
__device__ float block_sum(float value);

// The integral over the directions, averaged over `radii` >= 1 spheres: one thread a vertex,
//   sum over j of fetch_hardware(vertex * sphere_scale(j, radii)) * vertex_weight / radii
// and partial[block] (device memory, BLOCKSPERGRID floats) gets the sum of the block's threads.
// Launched as <<<BLOCKSPERGRID, THREADSPERBLOCK>>>. Reads vert up to VERTCOUNT and not beyond.
__global__ void integral_hardware(cudaTextureObject_t tex, int size, int radii, float *partial);

// Launches integral_hardware, adds up the partial sums and stores the total in *integral. Blocks
// that the GPU cannot launch (THREADSPERBLOCK over 1024) are an error returned, not a number.
cudaError_t integrate_hardware(cudaTextureObject_t tex, int size, int radii, float *integral);

// ---- Step 6: step6_software.cu ------------------------------------------------------------------

// The same value as fetch_hardware, from the grid in global memory and in full float precision: the
// eight nodes about the point, weighted by the point's position in its cell.
__device__ float fetch_software(const float *grid, int size, float x, float y, float z);

// As integral_hardware and integrate_hardware, on fetch_software. `grid` is in device memory.
__global__ void integral_software(const float *grid, int size, int radii, float *partial);
cudaError_t integrate_software(const float *grid, int size, int radii, float *integral);

// ---- Step 7: step7_release.cu -------------------------------------------------------------------

// Frees what steps 1, 3 and 4 made, in an order in which nothing is used after it was freed, and
// sets each to 0. What is 0 already is left alone, so a second call is harmless; all that can be
// freed is freed even when one call fails.
cudaError_t release_texture(float **grid, cudaArray_t *array, cudaTextureObject_t *tex);

// ---- Step 8: step8_compare.cu -------------------------------------------------------------------

struct Comparison {
    int size, radii;                // the experiment
    float exact;                    // exact_integral()
    float hardware, software;       // what the two computed
    float hardware_ms, software_ms; // time of one launch of each kernel, in milliseconds
};

// One experiment: steps 1 to 7 on a grid of size^3 nodes with `radii` spheres, both ways. A time is
// that of the kernel alone (not of copies or allocations), averaged over at least 5 launches after
// one that is not counted. Nothing stays allocated.
cudaError_t compare_at(int size, int radii, Comparison *row);

// Writes the rows to the file `path` as CSV: the header line
//   size,radii,exact,hardware,software,hardware_error,software_error,hardware_ms,software_ms,ratio
// then one line a row; an error is |computed - exact|, the ratio software_ms / hardware_ms. Numbers
// have at least 6 significant digits. Returns 0, or -1 when the file cannot be written (errno says
// why).
int write_csv(const char *path, const Comparison *rows, int count);

#endif
