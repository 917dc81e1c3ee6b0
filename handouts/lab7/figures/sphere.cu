// Lab 7's integral in more places than its own table has: data of its figures and page, as CSV.
// Linked with the solution's steps and function.cu.
//   sphere work   compare_at on grids of 32^3 and of the lecture's 320^3 nodes, 1, 2, 4 .. 4096
//                 spheres a vertex: the time of one launch among others, in milliseconds
//   sphere half   the integral exactly, and with and without the half texel on 320^3 nodes, one
//                 sphere
#include "../../../solutions/lab7/lab7.h"
#include <math.h>
#include <string.h>

enum { LECTURE_SIZE = 320 };

static void work(void) {
    printf("size,radii,hardware_ms,software_ms,ratio\n");
    for (int size : {32, (int)LECTURE_SIZE})
        for (int radii = 1; radii <= 4096; radii *= 2) {
            Comparison row = {};
            CUDA_CHECK(compare_at(size, radii, &row));
            printf("%d,%d,%.6f,%.6f,%.4f\n", size, radii, row.hardware_ms, row.software_ms,
                   row.software_ms / row.hardware_ms);
            fflush(stdout);
        }
}

// The values at the vertices, read where node i is taken to lie at i, not at i + 0.5.
__global__ void without_half(cudaTextureObject_t tex, int size, float *weighted) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < VERTCOUNT)
        weighted[i] = vertex_weight(i) * tex3D<float>(tex, grid_coordinate(vert[i].x, size),
                                                      grid_coordinate(vert[i].y, size),
                                                      grid_coordinate(vert[i].z, size));
}

static void half(void) {
    static float weighted[VERTCOUNT];
    float *grid = NULL, *d_weighted = NULL, with = 0;
    cudaArray_t array = NULL;
    cudaTextureObject_t tex = 0;
    CUDA_CHECK(init_vertices());
    CUDA_CHECK(make_grid(LECTURE_SIZE, &grid));
    CUDA_CHECK(load_texture(grid, LECTURE_SIZE, &array));
    CUDA_CHECK(tune_texture(array, &tex));
    CUDA_CHECK(integrate_hardware(tex, LECTURE_SIZE, 1, &with));
    CUDA_CHECK(cudaMalloc(&d_weighted, sizeof weighted));
    without_half<<<(VERTCOUNT + 127) / 128, 128>>>(tex, LECTURE_SIZE, d_weighted);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(weighted, d_weighted, sizeof weighted, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_weighted));
    CUDA_CHECK(release_texture(&grid, &array, &tex));
    double without = 0;
    for (float w : weighted)
        without += w;
    printf("exact,with,without,difference\n%g,%.6f,%.6f,%.2e\n", exact_integral(), with, without,
           fabs(without - with));
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "work") == 0)
        work();
    else if (argc == 2 && strcmp(argv[1], "half") == 0)
        half();
    else {
        fprintf(stderr, "usage: sphere work | half\n");
        return 2;
    }
    return 0;
}
