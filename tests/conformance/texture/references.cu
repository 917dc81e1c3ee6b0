// device: cpu
// Legacy texture references in every form of declaration and binding.
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

enum { N = 4 };

texture<float, 3, cudaReadModeElementType> volume;
static texture<unsigned char, 2, cudaReadModeNormalizedFloat> image;
texture<int4> line; // one dimension, element type
texture<float, cudaTextureType2DLayered> layers;
texture<float2, cudaTextureType1D, cudaReadModeElementType> curve(1, cudaFilterModeLinear,
                                                                  cudaAddressModeWrap);

__global__ void read(float *out, int4 *element, int offset) {
    out[0] = tex3D(volume, 1.5f, 1.0f, 0.5f);
    out[1] = tex2D(image, 0.5f, 0.5f);
    out[2] = tex2DLayered(layers, 1.5f, 0.5f, 1);
    float2 wrapped = tex1D(curve, 1.0f);
    out[3] = wrapped.x + wrapped.y;
    *element = tex1Dfetch(line, 3 + offset);
}

int main() {
    float host[N * N * N];
    for (int i = 0; i < N * N * N; i++)
        host[i] = (float)i;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaExtent extent = make_cudaExtent(N, N, N);
    cudaArray *cube, *stack, *row;
    CHECK(cudaMalloc3DArray(&cube, &format, extent));
    CHECK(cudaMalloc3DArray(&stack, &format, extent, cudaArrayLayered));
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(host, N * sizeof(float), N, N);
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    copy.dstArray = cube;
    CHECK(cudaMemcpy3D(&copy));
    copy.dstArray = stack;
    CHECK(cudaMemcpy3D(&copy));

    volume.normalized = false;
    volume.filterMode = cudaFilterModeLinear;
    volume.addressMode[0] = volume.addressMode[1] = volume.addressMode[2] = cudaAddressModeClamp;
    CHECK(cudaBindTextureToArray(volume, cube, format));
    CHECK(cudaBindTextureToArray(layers, stack));

    cudaChannelFormatDesc pair = cudaCreateChannelDesc<float2>();
    CHECK(cudaMallocArray(&row, &pair, N));
    CHECK(cudaMemcpyToArray(row, 0, 0, host, N * sizeof(float2), cudaMemcpyHostToDevice));
    CHECK(cudaBindTextureToArray(&curve, row, &pair));

    unsigned char *bytes;
    size_t pitch, offset;
    CHECK(cudaMallocPitch(&bytes, &pitch, 8, 8));
    CHECK(cudaMemset2D(bytes, pitch, 51, 8, 8));
    CHECK(cudaBindTexture2D(&offset, image, bytes, image.channelDesc, 8, 8, pitch));
    printf("offset of the image %zu\n", offset);

    int4 *elements, values[10];
    for (int i = 0; i < 10; i++)
        values[i] = make_int4(i, 10 * i, 100 * i, 1000 * i);
    CHECK(cudaMalloc(&elements, sizeof values));
    CHECK(cudaMemcpy(elements, values, sizeof values, cudaMemcpyHostToDevice));
    printf("unaligned without an offset: %s\n",
           cudaGetErrorName(cudaBindTexture(NULL, line, elements + 2, sizeof(int4))));
    cudaGetLastError();
    CHECK(cudaBindTexture(&offset, line, elements + 2, 8 * sizeof(int4)));
    size_t again;
    CHECK(cudaGetTextureAlignmentOffset(&again, line));
    printf("offset of the line %zu, asked again %zu\n", offset, again);

    float *out, result[4];
    int4 *element, e;
    CHECK(cudaMalloc(&out, sizeof result));
    CHECK(cudaMalloc(&element, sizeof e));
    read<<<1, 1>>>(out, element, (int)(offset / sizeof(int4)));
    CHECK(cudaGetLastError());
    CHECK(cudaUnbindTexture(image)); // the launched kernel still reads it
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&e, element, sizeof e, cudaMemcpyDeviceToHost));
    printf("%g %g %g %g\n", result[0], result[1], result[2], result[3]);
    printf("%d %d %d %d\n", e.x, e.y, e.z, e.w);
    return 0;
}
