// Prints the errors of valid and invalid surfaces, cubemaps, gathers and mipmaps, the extents of
// levels, and the limits: one line a case, NAME ERROR-NAME or NAME NUMBERS.
//
//   nvcc -arch=native -o refusals refusals.cu && ./refusals >refusals.txt
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

static cudaChannelFormatDesc f32, u8;

static void report(const char *name, cudaError_t error) {
    printf("%s %s\n", name, cudaGetErrorName(error));
    cudaGetLastError();
}

static cudaArray_t allocate(const char *name, cudaChannelFormatDesc format, int w, int h, int d,
                            unsigned flags) {
    cudaArray_t a = NULL;
    cudaError_t error = cudaMalloc3DArray(&a, &format, make_cudaExtent(w, h, d), flags);
    if (name)
        report(name, error);
    return error ? NULL : a;
}

static void attempt(const char *name, cudaChannelFormatDesc format, int w, int h, int d,
                    unsigned flags) {
    cudaArray_t a = allocate(name, format, w, h, d, flags);
    if (a) {
        cudaExtent extent;
        unsigned got;
        cudaArrayGetInfo(NULL, &extent, &got, a);
        printf("%s-info %zu %zu %zu %u\n", name, extent.width, extent.height, extent.depth, got);
        cudaFreeArray(a);
    }
}

static void arrays(void) {
    const unsigned cube = cudaArrayCubemap, layered = cudaArrayLayered,
                   surface = cudaArraySurfaceLoadStore, gather = cudaArrayTextureGather;
    attempt("cube", f32, 16, 16, 6, cube);
    attempt("cube-not-square", f32, 16, 8, 6, cube);
    attempt("cube-depth-5", f32, 16, 16, 5, cube);
    attempt("cube-depth-12", f32, 16, 16, 12, cube);
    attempt("cube-depth-0", f32, 16, 16, 0, cube);
    attempt("cube-height-0", f32, 16, 0, 6, cube);
    attempt("cube-layered", f32, 16, 16, 12, cube | layered);
    attempt("cube-layered-depth-7", f32, 16, 16, 7, cube | layered);
    attempt("cube-layered-depth-0", f32, 16, 16, 0, cube | layered);
    attempt("cube-32768", u8, 32768, 32768, 6, cube);
    attempt("cube-32769", u8, 32769, 32769, 6, cube);
    attempt("cube-layered-2046", u8, 4, 4, 2046, cube | layered);
    attempt("cube-layered-2052", u8, 4, 4, 2052, cube | layered);
    attempt("cube-surface", f32, 16, 16, 6, cube | surface);
    attempt("cube-gather", f32, 16, 16, 6, cube | gather);
    attempt("surface-1d", f32, 16, 0, 0, surface);
    attempt("surface-2d", f32, 16, 16, 0, surface);
    attempt("surface-3d", f32, 16, 16, 16, surface);
    attempt("surface-1d-layered", f32, 16, 0, 3, surface | layered);
    attempt("surface-2d-layered", f32, 16, 16, 3, surface | layered);
    attempt("surface-1d-32768", u8, 32768, 0, 0, surface);
    attempt("surface-1d-32769", u8, 32769, 0, 0, surface);
    attempt("surface-2d-131072", u8, 131072, 1, 0, surface);
    attempt("surface-2d-131073", u8, 131073, 1, 0, surface);
    attempt("surface-3d-16384", u8, 16384, 1, 1, surface);
    attempt("surface-3d-16385", u8, 16385, 1, 1, surface);
    attempt("gather-1d", f32, 16, 0, 0, gather);
    attempt("gather-2d", f32, 16, 16, 0, gather);
    attempt("gather-3d", f32, 16, 16, 16, gather);
    attempt("gather-layered", f32, 16, 16, 3, gather | layered);
    attempt("gather-surface", f32, 16, 16, 0, gather | surface);
    attempt("gather-32768", u8, 32768, 4, 0, gather);
    attempt("gather-32769", u8, 32769, 4, 0, gather);
    attempt("gather-height-32769", u8, 4, 32769, 0, gather);
    attempt("flag-16", f32, 16, 16, 0, 0x10);
    attempt("flag-32", f32, 16, 16, 0, 0x20);
    attempt("flag-128", f32, 16, 16, 0, 0x80);
    cudaArray_t a;
    report("malloc-array-cube", cudaMallocArray(&a, &f32, 16, 16, cube));
    report("malloc-array-surface", cudaMallocArray(&a, &f32, 16, 16, surface));
    report("malloc-array-gather", cudaMallocArray(&a, &f32, 16, 16, gather));
    report("malloc-array-gather-1d", cudaMallocArray(&a, &f32, 16, 0, gather));
}

static void attempt_mipmap(const char *name, int w, int h, int d, unsigned levels, unsigned flags) {
    cudaMipmappedArray_t m = NULL;
    cudaError_t error = cudaMallocMipmappedArray(&m, &f32, make_cudaExtent(w, h, d), levels, flags);
    report(name, error);
    if (error)
        return;
    for (unsigned l = 0; l < 24; l++) {
        cudaArray_t a = NULL;
        error = cudaGetMipmappedArrayLevel(&a, m, l);
        if (error) {
            printf("%s-level-%u %s\n", name, l, cudaGetErrorName(error));
            cudaGetLastError();
            break;
        }
        cudaExtent extent;
        unsigned got;
        cudaChannelFormatDesc format;
        cudaArrayGetInfo(&format, &extent, &got, a);
        printf("%s-level-%u %zu %zu %zu %u %d\n", name, l, extent.width, extent.height,
               extent.depth, got, format.x);
    }
    report("free-mipmap", cudaFreeMipmappedArray(m));
}

static void mipmaps(void) {
    attempt_mipmap("mipmap-1d", 37, 0, 0, 9, 0);
    attempt_mipmap("mipmap-2d", 37, 12, 0, 9, 0);
    attempt_mipmap("mipmap-2d-3-levels", 37, 12, 0, 3, 0);
    attempt_mipmap("mipmap-2d-0-levels", 37, 12, 0, 0, 0);
    attempt_mipmap("mipmap-2d-1-level", 37, 12, 0, 1, 0);
    attempt_mipmap("mipmap-2d-100-levels", 37, 12, 0, 100, 0);
    attempt_mipmap("mipmap-3d", 8, 16, 5, 9, 0);
    attempt_mipmap("mipmap-1d-layered", 9, 0, 5, 9, cudaArrayLayered);
    attempt_mipmap("mipmap-2d-layered", 9, 17, 5, 9, cudaArrayLayered);
    attempt_mipmap("mipmap-cube", 16, 16, 6, 9, cudaArrayCubemap);
    attempt_mipmap("mipmap-cube-layered", 16, 16, 12, 9, cudaArrayCubemap | cudaArrayLayered);
    attempt_mipmap("mipmap-surface", 16, 16, 0, 9, cudaArraySurfaceLoadStore);
    attempt_mipmap("mipmap-gather", 16, 16, 0, 9, cudaArrayTextureGather);
    attempt_mipmap("mipmap-width-0", 0, 16, 0, 9, 0);
    attempt_mipmap("mipmap-1d-16384", 16384, 0, 0, 1, 0);
    attempt_mipmap("mipmap-1d-16385", 16385, 0, 0, 1, 0);
    attempt_mipmap("mipmap-1d-32769", 32769, 0, 0, 1, 0);
    attempt_mipmap("mipmap-2d-32768", 32768, 1, 0, 1, 0);
    attempt_mipmap("mipmap-2d-32769", 32769, 1, 0, 1, 0);
    attempt_mipmap("mipmap-2d-65536", 65536, 1, 0, 1, 0);
    cudaMipmappedArray_t m;
    cudaExtent extent = make_cudaExtent(16, 16, 0);
    report("mipmap-null", cudaMallocMipmappedArray(NULL, &f32, extent, 2));
    report("mipmap-null-format", cudaMallocMipmappedArray(&m, NULL, extent, 2));
    cudaChannelFormatDesc three = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
    report("mipmap-3-channels", cudaMallocMipmappedArray(&m, &three, extent, 2));
    report("mipmap-free-null", cudaFreeMipmappedArray(NULL));
    cudaMallocMipmappedArray(&m, &f32, extent, 2);
    cudaArray_t a;
    report("mipmap-level-null", cudaGetMipmappedArrayLevel(NULL, m, 0));
    report("mipmap-level-of-null", cudaGetMipmappedArrayLevel(&a, NULL, 0));
    cudaGetMipmappedArrayLevel(&a, m, 1);
    report("mipmap-free-level", cudaFreeArray(a));
}

static void surfaces(void) {
    cudaResourceDesc resource;
    cudaSurfaceObject_t object = 0;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = allocate(NULL, f32, 16, 16, 0, cudaArraySurfaceLoadStore);
    report("surface-object", cudaCreateSurfaceObject(&object, &resource));
    cudaResourceDesc got;
    memset(&got, 0, sizeof got);
    report("surface-resource", cudaGetSurfaceObjectResourceDesc(&got, object));
    printf("surface-resource-same %d\n",
           got.resType == resource.resType && got.res.array.array == resource.res.array.array);
    report("surface-resource-null", cudaGetSurfaceObjectResourceDesc(NULL, object));
    report("surface-destroy", cudaDestroySurfaceObject(object));
    report("surface-resource-destroyed", cudaGetSurfaceObjectResourceDesc(&got, object));
    report("surface-destroy-twice", cudaDestroySurfaceObject(object));
    report("surface-destroy-0", cudaDestroySurfaceObject(0));
    report("surface-null-object", cudaCreateSurfaceObject(NULL, &resource));
    report("surface-null-resource", cudaCreateSurfaceObject(&object, NULL));
    resource.res.array.array = NULL;
    report("surface-null-array", cudaCreateSurfaceObject(&object, &resource));
    static const unsigned flags[] = {0, cudaArrayTextureGather};
    for (int i = 0; i < 2; i++) {
        resource.res.array.array = allocate(NULL, f32, 16, 16, 0, flags[i]);
        char name[64];
        snprintf(name, sizeof name, "surface-of-flags-%u", flags[i]);
        report(name, cudaCreateSurfaceObject(&object, &resource));
    }
    void *memory;
    cudaMalloc(&memory, 4096);
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = f32;
    resource.res.linear.sizeInBytes = 4096;
    report("surface-of-linear", cudaCreateSurfaceObject(&object, &resource));
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = f32;
    resource.res.pitch2D.width = 16;
    resource.res.pitch2D.height = 16;
    resource.res.pitch2D.pitchInBytes = 64;
    report("surface-of-pitch", cudaCreateSurfaceObject(&object, &resource));
    cudaMipmappedArray_t m;
    cudaMallocMipmappedArray(&m, &f32, make_cudaExtent(16, 16, 0), 3, cudaArraySurfaceLoadStore);
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = m;
    report("surface-of-mipmap", cudaCreateSurfaceObject(&object, &resource));
    resource.resType = cudaResourceTypeArray;
    cudaGetMipmappedArrayLevel(&resource.res.array.array, m, 1);
    report("surface-of-level", cudaCreateSurfaceObject(&object, &resource));
}

static cudaResourceDesc of_array(cudaArray_t a) {
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = a;
    return resource;
}

static cudaResourceDesc of_mipmap(int w, int h, int d, unsigned flags) {
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeMipmappedArray;
    cudaMallocMipmappedArray(&resource.res.mipmap.mipmap, &f32, make_cudaExtent(w, h, d), 3, flags);
    return resource;
}

static void texture(const char *name, const cudaResourceDesc &resource, cudaTextureDesc desc) {
    cudaTextureObject_t object = 0;
    report(name, cudaCreateTextureObject(&object, &resource, &desc, NULL));
}

static void textures(void) {
    cudaTextureDesc plain, normal;
    memset(&plain, 0, sizeof plain);
    for (int d = 0; d < 3; d++)
        plain.addressMode[d] = cudaAddressModeClamp;
    normal = plain;
    normal.normalizedCoords = 1;
    const cudaResourceDesc cube = of_array(allocate(NULL, f32, 16, 16, 6, cudaArrayCubemap)),
                           mipmap = of_mipmap(16, 16, 0, 0), mipmap3d = of_mipmap(16, 16, 16, 0),
                           flat = of_array(allocate(NULL, f32, 16, 16, 0, 0));
    texture("texture-cube", cube, normal);
    texture("texture-cube-unnormalized", cube, plain);
    cudaTextureDesc t = normal;
    t.seamlessCubemap = 1;
    texture("texture-cube-seamless", cube, t);
    t.filterMode = cudaFilterModeLinear;
    texture("texture-cube-seamless-linear", cube, t);
    t.normalizedCoords = 0;
    texture("texture-cube-seamless-unnormalized", cube, t);
    for (int mode = 0; mode < 4; mode++) {
        char name[64];
        snprintf(name, sizeof name, "texture-cube-address-mode-%d", mode);
        t = normal;
        for (int d = 0; d < 3; d++)
            t.addressMode[d] = (cudaTextureAddressMode)mode;
        texture(name, cube, t);
        t.seamlessCubemap = 1;
        snprintf(name, sizeof name, "texture-cube-seamless-address-mode-%d", mode);
        texture(name, cube, t);
    }
    texture("texture-mipmap", mipmap, normal);
    texture("texture-mipmap-unnormalized", mipmap, plain);
    texture("texture-mipmap-3d", mipmap3d, normal);
    t = normal;
    t.seamlessCubemap = 1;
    texture("texture-mipmap-seamless", mipmap, t);
    texture("texture-3d-seamless", mipmap3d, t);
    t = normal;
    t.mipmapFilterMode = (cudaTextureFilterMode)5;
    texture("texture-mipmap-filter-5", mipmap, t);
    texture("texture-array-mipmap-filter-5", flat, t);
    t = normal;
    t.maxAnisotropy = 16;
    texture("texture-mipmap-anisotropy-16", mipmap, t);
    t.maxAnisotropy = 17;
    texture("texture-mipmap-anisotropy-17", mipmap, t);
    t = normal;
    t.mipmapLevelBias = 100.0f;
    texture("texture-mipmap-bias-100", mipmap, t);
    t = normal;
    t.minMipmapLevelClamp = -5.0f;
    t.maxMipmapLevelClamp = -7.0f;
    texture("texture-mipmap-clamps-below-0", mipmap, t);
    texture("texture-mipmap-null", of_mipmap(0, 0, 0, 0), normal);
}

static void limits(void) {
    static const struct {
        const char *name;
        cudaDeviceAttr attribute;
    } list[] = {{"cube-width", cudaDevAttrMaxTextureCubemapWidth},
                {"cube-layered-width", cudaDevAttrMaxTextureCubemapLayeredWidth},
                {"cube-layered-layers", cudaDevAttrMaxTextureCubemapLayeredLayers},
                {"gather-width", cudaDevAttrMaxTexture2DGatherWidth},
                {"gather-height", cudaDevAttrMaxTexture2DGatherHeight},
                {"mipmapped-1d", cudaDevAttrMaxTexture1DMipmappedWidth},
                {"mipmapped-2d-width", cudaDevAttrMaxTexture2DMipmappedWidth},
                {"mipmapped-2d-height", cudaDevAttrMaxTexture2DMipmappedHeight},
                {"surface-1d", cudaDevAttrMaxSurface1DWidth},
                {"surface-2d-width", cudaDevAttrMaxSurface2DWidth},
                {"surface-2d-height", cudaDevAttrMaxSurface2DHeight},
                {"surface-3d-width", cudaDevAttrMaxSurface3DWidth},
                {"surface-3d-height", cudaDevAttrMaxSurface3DHeight},
                {"surface-3d-depth", cudaDevAttrMaxSurface3DDepth},
                {"surface-1d-layered-width", cudaDevAttrMaxSurface1DLayeredWidth},
                {"surface-1d-layered-layers", cudaDevAttrMaxSurface1DLayeredLayers},
                {"surface-2d-layered-width", cudaDevAttrMaxSurface2DLayeredWidth},
                {"surface-2d-layered-height", cudaDevAttrMaxSurface2DLayeredHeight},
                {"surface-2d-layered-layers", cudaDevAttrMaxSurface2DLayeredLayers},
                {"surface-cube-width", cudaDevAttrMaxSurfaceCubemapWidth},
                {"surface-cube-layered-width", cudaDevAttrMaxSurfaceCubemapLayeredWidth},
                {"surface-cube-layered-layers", cudaDevAttrMaxSurfaceCubemapLayeredLayers}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        int value = -1;
        cudaDeviceGetAttribute(&value, list[i].attribute, 0);
        printf("limit-%s %d\n", list[i].name, value);
    }
}

// Fetches that do not fit their texture, last: they may end the device. One an invocation.
__global__ void misfit(int kind, cudaTextureObject_t t, float *out) {
    float4 g;
    switch (kind) {
    case 0: // an array without cudaArrayTextureGather
        g = tex2Dgather<float4>(t, 3.0f, 4.0f);
        break;
    case 1: // a cubemap by tex2DLayered
        g = make_float4(tex2DLayered<float>(t, 0.3f, 0.4f, 4), 0, 0, 0);
        break;
    case 2: // a cubemap by tex2D
        g = make_float4(tex2D<float>(t, 0.3f, 0.4f), 0, 0, 0);
        break;
    case 3: // a 2-D array by texCubemap
        g = make_float4(texCubemap<float>(t, 0.3f, 0.4f, 1.0f), 0, 0, 0);
        break;
    case 4: // no levels
        g = make_float4(tex2DLod<float>(t, 0.3f, 0.4f, 1.0f), 0, 0, 0);
        break;
    default: // pitch-linear memory
        g = tex2Dgather<float4>(t, 3.0f, 4.0f);
        break;
    }
    out[0] = g.x;
    out[1] = g.y;
    out[2] = g.z;
    out[3] = g.w;
}

static void misfits(int kind) {
    const bool cube = kind == 1 || kind == 2;
    cudaArray_t a = allocate(NULL, f32, 16, 16, cube ? 6 : 0, cube ? cudaArrayCubemap : 0);
    float texels[6 * 256], *out, *pitched, result[4] = {0};
    for (int i = 0; i < 6 * 256; i++)
        texels[i] = (float)i;
    cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof copy);
    copy.srcPtr = make_cudaPitchedPtr(texels, 64, 16, 16);
    copy.dstArray = a;
    copy.extent = make_cudaExtent(16, 16, cube ? 6 : 1);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    cudaResourceDesc resource = of_array(a);
    cudaMalloc(&pitched, 1024);
    cudaMemcpy(pitched, texels, 1024, cudaMemcpyHostToDevice);
    if (kind == 5) {
        memset(&resource, 0, sizeof resource);
        resource.resType = cudaResourceTypePitch2D;
        resource.res.pitch2D.devPtr = pitched;
        resource.res.pitch2D.desc = f32;
        resource.res.pitch2D.width = 16;
        resource.res.pitch2D.height = 16;
        resource.res.pitch2D.pitchInBytes = 64;
    }
    cudaTextureDesc desc;
    memset(&desc, 0, sizeof desc);
    desc.normalizedCoords = kind > 0 && kind < 5;
    cudaTextureObject_t object = 0;
    cudaCreateTextureObject(&object, &resource, &desc, NULL);
    cudaMalloc(&out, 16);
    misfit<<<1, 1>>>(kind, object, out);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(result, out, 16, cudaMemcpyDeviceToHost);
    printf("misfit-%d %s %g %g %g %g\n", kind, cudaGetErrorName(error), result[0], result[1],
           result[2], result[3]);
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    f32 = cudaCreateChannelDesc<float>();
    u8 = cudaCreateChannelDesc<unsigned char>();
    if (argc > 1) { // misfit 0 .. 5
        misfits(argv[1][0] - '0');
        return 0;
    }
    limits();
    arrays();
    textures();
    surfaces();
    mipmaps(); // frees a level, last
    return 0;
}
