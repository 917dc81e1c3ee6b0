// Texture objects: both forms of every fetch, names that legacy CUDA took, and objects that outlive
// their description.
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

static int texture = 3; // a name like any other since CUDA 12

__global__ void read(cudaTextureObject_t cube, cudaTextureObject_t line, cudaTextureObject_t rows,
                     float *out) {
    out[0] = tex3D<float>(cube, 0.5f, 1.5f, 2.5f);
    tex3D(&out[1], cube, 1.0f, 1.5f, 2.5f);
    out[2] = (float)tex1Dfetch<unsigned char>(line, 5);
    unsigned char element;
    tex1Dfetch(&element, line, 6);
    out[3] = (float)element;
    ushort2 pair = tex2D<ushort2>(rows, 1, 2);
    out[4] = (float)pair.x;
    tex2D<ushort2>(&pair, rows, 2, 2);
    out[5] = (float)pair.y;
    out[6] = tex1Dfetch<unsigned char>(line, 100) + tex1Dfetch<unsigned char>(line, -1); // outside
}

static cudaTextureDesc describe(cudaTextureFilterMode filter) {
    cudaTextureDesc d = {};
    d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = cudaAddressModeClamp;
    d.filterMode = filter;
    return d;
}

static cudaTextureObject_t make_cube(void) {
    float texels[27];
    for (int i = 0; i < 27; i++)
        texels[i] = (float)i;
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(3, 3, 3)));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(texels, 3 * sizeof(float), 3, 3);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(3, 3, 3);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    cudaResourceDesc resource = {cudaResourceTypeArray, {{array}}};
    cudaTextureDesc d = describe(cudaFilterModeLinear);
    cudaTextureObject_t object;
    CHECK(cudaCreateTextureObject(&object, &resource, &d, NULL));
    return object;
}

static cudaTextureObject_t make_line(void) {
    unsigned char texels[16], *memory;
    for (int i = 0; i < 16; i++)
        texels[i] = (unsigned char)(200 + i);
    CHECK(cudaMalloc(&memory, 16));
    CHECK(cudaMemcpy(memory, texels, 16, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
    resource.res.linear.sizeInBytes = 16;
    cudaTextureDesc d = describe(cudaFilterModePoint);
    cudaTextureObject_t object;
    CHECK(cudaCreateTextureObject(&object, &resource, &d, NULL));
    return object;
}

static cudaTextureObject_t make_rows(void) {
    ushort2 texels[3][4], *memory;
    size_t pitch;
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 4; x++)
            texels[y][x] = make_ushort2((unsigned short)(10 * y + x), (unsigned short)(60000 + x));
    CHECK(cudaMallocPitch(&memory, &pitch, sizeof texels[0], 3));
    CHECK(cudaMemcpy2D(memory, pitch, texels, sizeof texels[0], sizeof texels[0], 3,
                       cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<ushort2>();
    resource.res.pitch2D.width = 4;
    resource.res.pitch2D.height = 3;
    resource.res.pitch2D.pitchInBytes = pitch;
    cudaTextureDesc d = describe(cudaFilterModePoint);
    cudaTextureObject_t object;
    CHECK(cudaCreateTextureObject(&object, &resource, &d, NULL));
    return object;
}

int main() {
    cudaTextureObject_t cube = make_cube(), line = make_line(), rows = make_rows();
    float *out, result[7];
    CHECK(cudaMalloc(&out, sizeof result));
    read<<<1, 1>>>(cube, line, rows, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDestroyTextureObject(cube)); // the launched kernel still reads it
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 7; i++)
        printf("%g%c", result[i], i < 6 ? ' ' : '\n');
    if (texture < 7 && 4 > texture)
        printf("texture is %d\n", texture);
    return 0;
}
