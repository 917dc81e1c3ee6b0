// Data of the figures on texture fetches, as CSV on standard output.
//   fetch half-texel   x, what tex1D returns at x, and at x + 0.5: eight texels, linear filtering
//   fetch staircase    fraction of a cell, exact weight, weight that tex1D applies, times 256
//   fetch promote      an element of eight bits, and what it is read as normalised float, for
//                      unsigned and for signed elements
#include "../../labs/common/check.h"
#include <string.h>
#include <vector>

__global__ void read(cudaTextureObject_t tex, const float *x, float *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = tex1D<float>(tex, x[i]);
}

// What linear filtering returns from `texels` at each coordinate, clamped outside.
static std::vector<float> fetch(const std::vector<float> &texels, const std::vector<float> &x) {
    int n = (int)x.size();
    size_t bytes = n * sizeof(float);
    std::vector<float> values(n);
    float *d_x = NULL, *d_values = NULL;
    cudaArray_t array = NULL;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA_CHECK(cudaMallocArray(&array, &format, texels.size()));
    CUDA_CHECK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), texels.size() * sizeof(float),
                                   texels.size() * sizeof(float), 1, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc texture = {};
    texture.filterMode = cudaFilterModeLinear;
    texture.addressMode[0] = cudaAddressModeClamp;
    cudaTextureObject_t tex = 0;
    CUDA_CHECK(cudaCreateTextureObject(&tex, &resource, &texture, NULL));

    CUDA_CHECK(cudaMalloc(&d_x, bytes));
    CUDA_CHECK(cudaMalloc(&d_values, bytes));
    CUDA_CHECK(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));
    read<<<(n + 127) / 128, 128>>>(tex, d_x, d_values, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(values.data(), d_values, bytes, cudaMemcpyDeviceToHost));

    CUDA_CHECK(cudaFree(d_x));
    CUDA_CHECK(cudaFree(d_values));
    CUDA_CHECK(cudaDestroyTextureObject(tex));
    CUDA_CHECK(cudaFreeArray(array));
    return values;
}

static void half_texel(void) {
    const std::vector<float> texels = {1, 3, 2, 5, 6, 4, 4.5f, 2};
    std::vector<float> x, shifted;
    for (int i = 0; i <= 7 * 32; i++) {
        x.push_back(i / 32.0f);
        shifted.push_back(i / 32.0f + 0.5f);
    }
    std::vector<float> without = fetch(texels, x), with = fetch(texels, shifted);
    printf("x,texel,at x,at x + 0.5\n");
    for (size_t i = 0; i < x.size(); i++) {
        printf("%g,", x[i]);
        if (i % 32 == 0)
            printf("%g", texels[i / 32]);
        printf(",%g,%g\n", without[i], with[i]);
    }
}

static void staircase(void) {
    std::vector<float> x;
    for (int i = 0; i <= 1000; i++)
        x.push_back(0.5f + i / 1000.0f * 8.0f / 256.0f); // eight steps from the centre of texel 0
    std::vector<float> values = fetch({0.0f, 256.0f}, x);
    printf("fraction,exact,hardware\n");
    for (size_t i = 0; i < x.size(); i++)
        printf("%.7g,%.7g,%.7g\n", x[i] - 0.5f, (x[i] - 0.5f) * 256.0f, values[i]);
}

__global__ void read_all(cudaTextureObject_t tex, float *values) {
    values[threadIdx.x] = tex1Dfetch<float>(tex, threadIdx.x);
}

// All 256 elements of eight bits of this kind, read as normalised floats.
static std::vector<float> promoted(cudaChannelFormatKind kind) {
    std::vector<unsigned char> elements(256);
    for (int i = 0; i < 256; i++)
        elements[i] = (unsigned char)i;
    std::vector<float> values(256);
    void *d_elements = NULL;
    float *d_values = NULL;
    cudaTextureObject_t tex = 0;
    CUDA_CHECK(cudaMalloc(&d_elements, 256));
    CUDA_CHECK(cudaMalloc(&d_values, 256 * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_elements, elements.data(), 256, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d_elements;
    resource.res.linear.sizeInBytes = 256;
    resource.res.linear.desc = cudaCreateChannelDesc(8, 0, 0, 0, kind);
    cudaTextureDesc texture = {};
    texture.readMode = cudaReadModeNormalizedFloat;
    CUDA_CHECK(cudaCreateTextureObject(&tex, &resource, &texture, NULL));
    read_all<<<1, 256>>>(tex, d_values);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(values.data(), d_values, 256 * sizeof(float), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaDestroyTextureObject(tex));
    CUDA_CHECK(cudaFree(d_elements));
    CUDA_CHECK(cudaFree(d_values));
    return values;
}

static void promote(void) {
    std::vector<float> unsigned_floats = promoted(cudaChannelFormatKindUnsigned),
                       signed_floats = promoted(cudaChannelFormatKindSigned);
    printf("unsigned element,unsigned,signed element,signed\n");
    for (int i = 0; i < 256; i++)
        printf("%d,%.9g,%d,%.9g\n", i, unsigned_floats[i], i - 128, signed_floats[i ^ 128]);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "half-texel") == 0)
        half_texel();
    else if (argc == 2 && strcmp(argv[1], "staircase") == 0)
        staircase();
    else if (argc == 2 && strcmp(argv[1], "promote") == 0)
        promote();
    else {
        fprintf(stderr, "usage: fetch half-texel | staircase | promote\n");
        return 2;
    }
    return 0;
}
