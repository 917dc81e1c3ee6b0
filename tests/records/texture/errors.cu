// Prints the error that the CUDA runtime returns for valid and invalid textures, one line a case:
// NAME ERROR-NAME. Run on a GPU it gives errors.txt; on the CPU device it must print the same
// lines.
//
//   nvcc -arch=native -o errors errors.cu && ./errors >errors.txt
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

static cudaResourceDesc resource;
static cudaTextureDesc texture;
static cudaArray_t array_f32, array_u8, array_s32, array_3d;
static char *memory; // 1 MiB of device memory

static void report(const char *name, cudaError_t error) {
    printf("%s %s\n", name, cudaGetErrorName(error));
    cudaGetLastError();
}

static void create(const char *name) {
    cudaTextureObject_t object = 0;
    cudaError_t error = cudaCreateTextureObject(&object, &resource, &texture, NULL);
    report(name, error);
    if (error == cudaSuccess)
        cudaDestroyTextureObject(object);
}

static void reset_texture(void) {
    memset(&texture, 0, sizeof texture);
    texture.addressMode[0] = texture.addressMode[1] = texture.addressMode[2] = cudaAddressModeClamp;
}

static void array(cudaArray_t a) {
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = a;
    reset_texture();
}

static void linear(cudaChannelFormatDesc desc, void *pointer, size_t bytes) {
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = pointer;
    resource.res.linear.desc = desc;
    resource.res.linear.sizeInBytes = bytes;
    reset_texture();
}

static void pitch(cudaChannelFormatDesc desc, void *pointer, size_t width, size_t height,
                  size_t bytes) {
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = pointer;
    resource.res.pitch2D.desc = desc;
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = bytes;
    reset_texture();
}

static void arrays(void) {
    array(array_f32);
    create("array-float-point");
    texture.filterMode = cudaFilterModeLinear;
    create("array-float-linear");
    texture.readMode = cudaReadModeNormalizedFloat;
    create("array-float-normalized-read");
    array(array_u8);
    texture.filterMode = cudaFilterModeLinear;
    create("array-uchar-element-linear");
    texture.readMode = cudaReadModeNormalizedFloat;
    create("array-uchar-normalized-linear");
    array(array_s32);
    create("array-int-point");
    texture.filterMode = cudaFilterModeLinear;
    create("array-int-linear");
    texture.filterMode = cudaFilterModePoint;
    texture.readMode = cudaReadModeNormalizedFloat;
    create("array-int-normalized-read");
    texture.filterMode = cudaFilterModeLinear;
    create("array-int-normalized-linear");

    array(array_f32);
    texture.addressMode[0] = cudaAddressModeWrap;
    create("array-wrap-unnormalized");
    texture.addressMode[0] = cudaAddressModeMirror;
    create("array-mirror-unnormalized");
    texture.addressMode[0] = (cudaTextureAddressMode)7;
    create("array-address-mode-7");
    array(array_f32);
    texture.addressMode[2] = (cudaTextureAddressMode)7;
    create("array-2d-address-mode-7-unused-axis");
    array(array_f32);
    texture.filterMode = (cudaTextureFilterMode)5;
    create("array-filter-mode-5");
    array(array_f32);
    texture.readMode = (cudaTextureReadMode)5;
    create("array-read-mode-5");
    array(array_u8);
    texture.sRGB = 1;
    create("array-uchar-srgb-element");
    texture.readMode = cudaReadModeNormalizedFloat;
    create("array-uchar-srgb-normalized");
    array(array_f32);
    texture.maxAnisotropy = 17;
    create("array-anisotropy-17");
    array(array_f32);
    texture.mipmapFilterMode = cudaFilterModeLinear;
    texture.maxMipmapLevelClamp = 2;
    create("array-mipmap-fields");
    array(array_f32);
    texture.normalizedCoords = 5;
    create("array-normalized-5");
    array(array_f32);
    texture.seamlessCubemap = 1;
    create("array-seamless-cubemap");
    array(NULL);
    create("array-null");
    array(array_3d);
    texture.addressMode[2] = (cudaTextureAddressMode)7;
    create("array-3d-address-mode-7");
    array(array_f32);
    resource.resType = (cudaResourceType)9;
    create("resource-type-9");
}

static void linears(void) {
    cudaChannelFormatDesc f32 = cudaCreateChannelDesc<float>(),
                          f4 = cudaCreateChannelDesc<float4>();
    cudaChannelFormatDesc u8 = cudaCreateChannelDesc<unsigned char>();
    linear(f32, memory, 4096);
    create("linear-float");
    linear(f4, memory, 4096);
    create("linear-float4");
    static const int offsets[] = {1, 4, 16, 32, 64, 128, 256, 512};
    for (int i = 0; i < 8; i++) {
        char name[64];
        snprintf(name, sizeof name, "linear-float-offset-%d", offsets[i]);
        linear(f32, memory + offsets[i], 4096);
        create(name);
        snprintf(name, sizeof name, "pitch-float-offset-%d", offsets[i]);
        pitch(f32, memory + offsets[i], 64, 16, 512);
        create(name);
    }
    linear(f32, memory, 4096);
    texture.filterMode = cudaFilterModeLinear;
    create("linear-filter-linear");
    linear(u8, memory, 4096);
    texture.filterMode = cudaFilterModeLinear;
    create("linear-uchar-filter-linear-element");
    linear(f32, memory, 4096);
    texture.normalizedCoords = 1;
    create("linear-normalized");
    linear(f32, memory, 4096);
    texture.addressMode[0] = cudaAddressModeWrap;
    create("linear-wrap");
    linear(f32, memory, 4096);
    texture.addressMode[0] = cudaAddressModeBorder;
    create("linear-border");
    linear(cudaCreateChannelDesc<int>(), memory, 4096);
    texture.readMode = cudaReadModeNormalizedFloat;
    create("linear-int-normalized-read");
    linear(u8, memory, 4096);
    texture.readMode = cudaReadModeNormalizedFloat;
    create("linear-uchar-normalized-read");
    linear(f32, memory, 0);
    create("linear-size-0");
    linear(f32, memory, 3);
    create("linear-size-3");
    linear(f32, memory, 4097);
    create("linear-size-4097");
    linear(f32, memory, 16 << 20);
    create("linear-size-beyond-allocation");
    linear(f32, NULL, 4096);
    create("linear-null");
    static float host[1024];
    linear(f32, (void *)(((size_t)host + 511) / 512 * 512), 512);
    create("linear-host-pointer");
    void *freed;
    cudaMalloc(&freed, 64 << 20);
    cudaFree(freed);
    linear(f32, freed, 4096);
    create("linear-freed");
    linear(cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned), memory, 4096);
    create("linear-3-channels");
    linear(cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindUnsigned), memory, 4096);
    create("linear-unequal-channels");
    linear(cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindUnsigned), memory, 4096);
    create("linear-no-channels");
    linear(cudaCreateChannelDesc(24, 0, 0, 0, cudaChannelFormatKindUnsigned), memory, 4096);
    create("linear-24-bits");
    linear(cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindFloat), memory, 4096);
    create("linear-float-8-bits");
    linear(cudaCreateChannelDesc(64, 0, 0, 0, cudaChannelFormatKindFloat), memory, 4096);
    create("linear-float-64-bits");
    linear(cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone), memory, 4096);
    create("linear-kind-none");
    linear(cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat), memory, 4096);
    create("linear-half");

    // Too wide: at the limit the device states for the element, and one element beyond it.
    cudaChannelFormatDesc widths[] = {u8, cudaCreateChannelDesc<short>(), f32,
                                      cudaCreateChannelDesc<int2>(), cudaCreateChannelDesc<int4>()};
    for (int i = 0; i < 5; i++) {
        size_t limit = 0;
        cudaError_t error = cudaDeviceGetTexture1DLinearMaxWidth(&limit, &widths[i], 0);
        printf("linear-max-width-%d-bytes %zu %s\n", 1 << i, limit, cudaGetErrorName(error));
        char name[64];
        snprintf(name, sizeof name, "linear-at-limit-%d-bytes", 1 << i);
        linear(widths[i], memory, limit << i);
        create(name);
        snprintf(name, sizeof name, "linear-over-limit-%d-bytes", 1 << i);
        linear(widths[i], memory, (limit + 1) << i);
        create(name);
    }
    size_t limit;
    cudaChannelFormatDesc three = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
    report("max-width-3-channels", cudaDeviceGetTexture1DLinearMaxWidth(&limit, &three, 0));
    report("max-width-null", cudaDeviceGetTexture1DLinearMaxWidth(NULL, &f32, 0));
    report("max-width-device-99", cudaDeviceGetTexture1DLinearMaxWidth(&limit, &f32, 99));
}

static void pitches(void) {
    cudaChannelFormatDesc f32 = cudaCreateChannelDesc<float>();
    pitch(f32, memory, 64, 16, 512);
    create("pitch-float");
    texture.filterMode = cudaFilterModeLinear;
    create("pitch-float-linear");
    texture.normalizedCoords = 1;
    texture.addressMode[0] = cudaAddressModeWrap;
    create("pitch-wrap-normalized");
    texture.normalizedCoords = 0;
    create("pitch-wrap-unnormalized");
    texture.addressMode[0] = cudaAddressModeBorder;
    create("pitch-border");
    pitch(cudaCreateChannelDesc<int>(), memory, 64, 16, 512);
    texture.filterMode = cudaFilterModeLinear;
    create("pitch-int-linear");
    static const int pitches[] = {256, 257, 260, 272, 288, 320, 384, 255, 240, 0};
    for (int i = 0; i < 10; i++) {
        char name[64];
        snprintf(name, sizeof name, "pitch-64-floats-pitch-%d", pitches[i]);
        pitch(f32, memory, 64, 16, (size_t)pitches[i]);
        create(name);
    }
    pitch(f32, memory, 0, 16, 512);
    create("pitch-width-0");
    pitch(f32, memory, 64, 0, 512);
    create("pitch-height-0");
    pitch(f32, NULL, 64, 16, 512);
    create("pitch-null");
    cudaChannelFormatDesc u8 = cudaCreateChannelDesc<unsigned char>();
    int max_width = 0, max_height = 0, max_pitch = 0;
    cudaDeviceGetAttribute(&max_width, cudaDevAttrMaxTexture2DLinearWidth, 0);
    cudaDeviceGetAttribute(&max_height, cudaDevAttrMaxTexture2DLinearHeight, 0);
    cudaDeviceGetAttribute(&max_pitch, cudaDevAttrMaxTexture2DLinearPitch, 0);
    char *wide;
    size_t bytes = (size_t)256 << 20;
    cudaMalloc(&wide, bytes);
    pitch(u8, wide, max_width, 4, max_width);
    create("pitch-width-at-limit");
    pitch(u8, wide, max_width + 1, 4, max_width + 32);
    create("pitch-width-over-limit");
    pitch(u8, wide, 16, max_height, 32);
    create("pitch-height-at-limit");
    pitch(u8, wide, 16, max_height + 1, 32);
    create("pitch-height-over-limit");
    pitch(u8, wide, 16, 4, max_pitch);
    create("pitch-pitch-at-limit");
    pitch(u8, wide, 16, 4, (size_t)max_pitch + 32);
    create("pitch-pitch-over-limit");
    pitch(u8, memory, 1024, 4096, 1024);
    create("pitch-beyond-allocation");
    cudaFree(wide);
}

static void handles(void) {
    cudaTextureObject_t object = 0;
    array(array_f32);
    report("null-object", cudaCreateTextureObject(NULL, &resource, &texture, NULL));
    report("null-resource", cudaCreateTextureObject(&object, NULL, &texture, NULL));
    report("null-texture", cudaCreateTextureObject(&object, &resource, NULL, NULL));
    report("destroy-0", cudaDestroyTextureObject(0));
    cudaCreateTextureObject(&object, &resource, &texture, NULL);
    cudaResourceDesc r;
    cudaTextureDesc t;
    cudaResourceViewDesc v;
    report("get-resource", cudaGetTextureObjectResourceDesc(&r, object));
    report("get-texture", cudaGetTextureObjectTextureDesc(&t, object));
    report("get-view-none", cudaGetTextureObjectResourceViewDesc(&v, object));
    report("destroy", cudaDestroyTextureObject(object));
    report("get-resource-destroyed", cudaGetTextureObjectResourceDesc(&r, object));
    report("destroy-twice", cudaDestroyTextureObject(object));
}

static void allocate(const char *name, cudaChannelFormatDesc desc, size_t w, size_t h, size_t d,
                     unsigned flags) {
    cudaArray_t a = NULL;
    cudaError_t error = cudaMalloc3DArray(&a, &desc, make_cudaExtent(w, h, d), flags);
    report(name, error);
    if (error == cudaSuccess)
        cudaFreeArray(a);
}

static void array_allocations(void) {
    cudaChannelFormatDesc f32 = cudaCreateChannelDesc<float>();
    allocate("allocate-1d", f32, 16, 0, 0, 0);
    allocate("allocate-2d", f32, 16, 16, 0, 0);
    allocate("allocate-3d", f32, 16, 16, 16, 0);
    allocate("allocate-1d-layered", f32, 16, 0, 3, cudaArrayLayered);
    allocate("allocate-2d-layered", f32, 16, 16, 3, cudaArrayLayered);
    allocate("allocate-layered-no-layers", f32, 16, 16, 0, cudaArrayLayered);
    allocate("allocate-width-0", f32, 0, 16, 16, 0);
    allocate("allocate-height-0-depth-3", f32, 16, 0, 3, 0);
    allocate("allocate-1d-131072", f32, 131072, 0, 0, 0);
    allocate("allocate-1d-131073", f32, 131073, 0, 0, 0);
    allocate("allocate-2d-131072x1", f32, 131072, 1, 0, 0);
    allocate("allocate-2d-131073x1", f32, 131073, 1, 0, 0);
    allocate("allocate-2d-1x65536", f32, 1, 65536, 0, 0);
    allocate("allocate-2d-1x65537", f32, 1, 65537, 0, 0);
    allocate("allocate-3d-16384x1x1", f32, 16384, 1, 1, 0);
    allocate("allocate-3d-16385x1x1", f32, 16385, 1, 1, 0);
    allocate("allocate-1d-layers-2048", f32, 4, 0, 2048, cudaArrayLayered);
    allocate("allocate-1d-layers-2049", f32, 4, 0, 2049, cudaArrayLayered);
    allocate("allocate-1d-layered-32769", f32, 32769, 0, 1, cudaArrayLayered);
    allocate("allocate-3-channels",
             cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat), 16, 16, 0, 0);
    allocate("allocate-double", cudaCreateChannelDesc(64, 0, 0, 0, cudaChannelFormatKindFloat), 16,
             16, 0, 0);
    allocate("allocate-no-channels", cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindFloat),
             16, 16, 0, 0);
    allocate("allocate-unequal", cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindSigned),
             16, 16, 0, 0);
    allocate("allocate-flags-64", f32, 16, 16, 0, 64);
    cudaArray_t a;
    report("malloc-array-null-desc", cudaMallocArray(&a, NULL, 4, 4));
    report("malloc-array-null-pointer", cudaMallocArray(NULL, &f32, 4, 4));
    report("malloc-array-width-0", cudaMallocArray(&a, &f32, 0, 4));
    report("free-array-null", cudaFreeArray(NULL));
}

static void attributes(void) {
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("textureAlignment %zu\n", p.textureAlignment);
    printf("texturePitchAlignment %zu\n", p.texturePitchAlignment);
    printf("maxTexture1D %d\n", p.maxTexture1D);
    printf("maxTexture2D %d %d\n", p.maxTexture2D[0], p.maxTexture2D[1]);
    printf("maxTexture2DLinear %d %d %d\n", p.maxTexture2DLinear[0], p.maxTexture2DLinear[1],
           p.maxTexture2DLinear[2]);
    printf("maxTexture3D %d %d %d\n", p.maxTexture3D[0], p.maxTexture3D[1], p.maxTexture3D[2]);
    printf("maxTexture1DLayered %d %d\n", p.maxTexture1DLayered[0], p.maxTexture1DLayered[1]);
    printf("maxTexture2DLayered %d %d %d\n", p.maxTexture2DLayered[0], p.maxTexture2DLayered[1],
           p.maxTexture2DLayered[2]);
}

// Last, and apart: a handle that is not one may end the process on a GPU.
static void dangling(void) {
    report("destroy-unknown", cudaDestroyTextureObject(0x123456));
    cudaChannelFormatDesc f32 = cudaCreateChannelDesc<float>();
    cudaArray_t freed;
    cudaMallocArray(&freed, &f32, 16, 16);
    cudaFreeArray(freed);
    array(freed);
    create("array-freed");
    report("free-array-twice", cudaFreeArray(freed));
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    cudaChannelFormatDesc f32 = cudaCreateChannelDesc<float>(),
                          u8 = cudaCreateChannelDesc<uchar4>();
    cudaChannelFormatDesc s32 = cudaCreateChannelDesc<int>();
    cudaMallocArray(&array_f32, &f32, 64, 64);
    cudaMallocArray(&array_u8, &u8, 64, 64);
    cudaMallocArray(&array_s32, &s32, 64, 64);
    cudaMalloc3DArray(&array_3d, &f32, make_cudaExtent(8, 8, 8), 0);
    cudaMalloc(&memory, 1 << 20);
    arrays();
    linears();
    pitches();
    handles();
    array_allocations();
    attributes();
    dangling();
    return 0;
}
