// The integral of a function over a sphere, from its values on a grid: lab 7's eight steps as the
// lecture has them, with a texture reference. The texture unit interpolates between the nodes.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 32, COEF = 24, THREADS = 128 };
enum { ROWS = 2 * COEF, COLUMNS = COEF, VERTICES = ROWS * COLUMNS };

struct Vertex {
    float x, y, z, weight;
};

texture<float, 3, cudaReadModeElementType> field;
__constant__ Vertex vert[VERTICES];

// Step 1: the function at the nodes, over a cube of side 2. Its integral over the unit sphere is
// 4 pi / 3: the mean of z^2 is 1/3.
static float function(float, float, float z) {
    return z * z;
}

static void make_grid(float *grid) {
    for (int k = 0; k < SIZE; k++)
        for (int j = 0; j < SIZE; j++)
            for (int i = 0; i < SIZE; i++)
                grid[(k * SIZE + j) * SIZE + i] =
                    function(-1 + 2.0f * i / (SIZE - 1), -1 + 2.0f * j / (SIZE - 1),
                             -1 + 2.0f * k / (SIZE - 1));
}

// Step 2: vertices at the middles of equal steps of both angles, with sin(psi) dphi dpsi as weight.
static void init_vertices(void) {
    static Vertex vertices[VERTICES];
    const float pi = 3.14159265f, dphi = 2 * pi / ROWS, dpsi = pi / COLUMNS;
    for (int i = 0; i < VERTICES; i++) {
        float phi = (i / COLUMNS) * dphi, psi = (i % COLUMNS + 0.5f) * dpsi;
        vertices[i] = {sinf(psi) * cosf(phi), sinf(psi) * sinf(phi), cosf(psi),
                       sinf(psi) * dphi * dpsi};
    }
    cudaMemcpyToSymbol(vert, vertices, sizeof vertices);
}

// Step 3: the grid in an array; step 4: how it is read; both before the first launch.
static cudaArray *load_texture(const float *grid) {
    cudaArray *array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaExtent extent = make_cudaExtent(SIZE, SIZE, SIZE);
    cudaMalloc3DArray(&array, &format, extent);
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr((void *)grid, SIZE * sizeof(float), SIZE, SIZE);
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    cudaBindTextureToArray(field, array, format);
    return array;
}

static void tune_texture(void) {
    field.normalized = false;
    field.filterMode = cudaFilterModeLinear;
    for (cudaTextureAddressMode &mode : field.addressMode)
        mode = cudaAddressModeClamp;
}

// From -1 .. 1 to texels: node i lies at i + 0.5.
__device__ static float texel(float x) {
    return (x + 1) * 0.5f * (SIZE - 1) + 0.5f;
}

// Steps 5 and 6: the texture unit interpolates, or eight reads and seven mixtures do.
__device__ static float by_hardware(const Vertex &v, const float *) {
    return tex3D(field, texel(v.x), texel(v.y), texel(v.z));
}

__device__ static float by_software(const Vertex &v, const float *grid) {
    float at[3] = {texel(v.x) - 0.5f, texel(v.y) - 0.5f, texel(v.z) - 0.5f}, sum = 0;
    int low[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = min((int)at[axis], SIZE - 2);
        at[axis] -= low[axis];
    }
    for (int corner = 0; corner < 8; corner++) {
        float weight = 1;
        int place[3];
        for (int axis = 0; axis < 3; axis++) {
            int upper = corner >> axis & 1;
            place[axis] = low[axis] + upper;
            weight *= upper ? at[axis] : 1 - at[axis];
        }
        sum += weight * grid[(place[2] * SIZE + place[1]) * SIZE + place[0]];
    }
    return sum;
}

template <float sample(const Vertex &, const float *)>
__global__ void integrate(const float *grid, float *sums) {
    __shared__ float cache[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    cache[threadIdx.x] = i < VERTICES ? vert[i].weight * sample(vert[i], grid) : 0;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = cache[0];
}

int main() {
    const int blocks = (VERTICES + THREADS - 1) / THREADS;
    const size_t bytes = SIZE * SIZE * SIZE * sizeof(float);
    float *grid = (float *)malloc(bytes), *d_grid, *sums;
    make_grid(grid);
    init_vertices();
    cudaArray *array = load_texture(grid);
    tune_texture();
    cudaMalloc(&d_grid, bytes);
    cudaMemcpy(d_grid, grid, bytes, cudaMemcpyHostToDevice);
    cudaMallocHost(&sums, blocks * sizeof(float));

    // Step 8: both, side by side.
    printf("exact     %.4f\n", 4 * 3.14159265 / 3);
    for (int way = 0; way < 2; way++) {
        if (way == 0)
            integrate<by_hardware><<<blocks, THREADS>>>(NULL, sums);
        else
            integrate<by_software><<<blocks, THREADS>>>(d_grid, sums);
        cudaDeviceSynchronize();
        double integral = 0;
        for (int b = 0; b < blocks; b++)
            integral += sums[b];
        printf("%s  %.4f\n", way == 0 ? "hardware" : "software", integral);
    }

    // Step 7.
    cudaUnbindTexture(field);
    cudaFreeArray(array);
    cudaFree(d_grid);
    cudaFreeHost(sums);
    free(grid);
    return 0;
}
