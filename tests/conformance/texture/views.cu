// Resource views that show an array as it is: its own format and extent, all levels and layers.
#include <cstdio>

static const char *name(cudaError_t e) {
    return cudaGetErrorName(e);
}
__global__ void read(cudaTextureObject_t plane, cudaTextureObject_t bytes,
                     cudaTextureObject_t layers, float *out) {
    out[0] = tex2D<float>(plane, 1.5f, 2.5f);
    const float4 texel = tex1D<float4>(bytes, 2.5f);
    out[1] = texel.x * 255 + texel.w * 255;
    out[2] = tex2DLayered<float>(layers, 1.5f, 0.5f, 2);
}
template <class T>
static cudaTextureObject_t of(cudaArray_t array, cudaResourceViewDesc view,
                              cudaTextureReadMode mode, const char *what) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how = {};
    how.readMode = mode;
    cudaTextureObject_t texture = 0;
    printf("%s: %s\n", what, name(cudaCreateTextureObject(&texture, &resource, &how, &view)));
    return texture;
}
int main() {
    float plane[4 * 4], layered[3 * 2 * 2];
    for (int i = 0; i < 16; i++)
        plane[i] = (float)i;
    for (int i = 0; i < 12; i++)
        layered[i] = 100.0f + (float)i;
    uchar4 line[5];
    for (int i = 0; i < 5; i++)
        line[i] = make_uchar4((unsigned char)(10 * i), 0, 0, 1);

    cudaArray_t of_plane, of_line, of_layers;
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>(),
                          bytes = cudaCreateChannelDesc<uchar4>();
    cudaMallocArray(&of_plane, &floats, 4, 4);
    cudaMallocArray(&of_line, &bytes, 5);
    cudaMalloc3DArray(&of_layers, &floats, make_cudaExtent(2, 2, 3), cudaArrayLayered);
    cudaMemcpy2DToArray(of_plane, 0, 0, plane, 16, 16, 4, cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(of_line, 0, 0, line, sizeof line, sizeof line, 1, cudaMemcpyHostToDevice);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(layered, 2 * sizeof(float), 2, 2);
    copy.dstArray = of_layers;
    copy.extent = make_cudaExtent(2, 2, 3);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);

    cudaResourceViewDesc view = {};
    view.format = cudaResViewFormatFloat1;
    view.width = view.height = 4;
    const cudaTextureObject_t a =
        of<float>(of_plane, view, cudaReadModeElementType, "float, 4 x 4");
    cudaResourceViewDesc told;
    printf("asked: %s", name(cudaGetTextureObjectResourceViewDesc(&told, a)));
    printf(", %d %d %d\n", told.format == cudaResViewFormatFloat1, (int)told.width,
           (int)told.height);
    view = {};
    view.format = cudaResViewFormatUnsignedChar4;
    view.width = 5;
    const cudaTextureObject_t b =
        of<uchar4>(of_line, view, cudaReadModeNormalizedFloat, "uchar4, 5");
    view = {};
    view.format = cudaResViewFormatFloat1;
    view.width = view.height = 2;
    view.depth = 3;
    view.lastLayer = 2;
    const cudaTextureObject_t c =
        of<float>(of_layers, view, cudaReadModeElementType, "float, layers");

    float *out, h[3];
    cudaMalloc(&out, sizeof h);
    read<<<1, 1>>>(a, b, c, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %.0f %g\n", h[0], h[1], h[2]);

    cudaResourceDesc linear = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = out;
    linear.res.linear.desc = floats;
    linear.res.linear.sizeInBytes = sizeof h;
    cudaTextureDesc how = {};
    cudaTextureObject_t none;
    printf("of linear memory: %s\n", name(cudaCreateTextureObject(&none, &linear, &how, &view)));
    cudaGetLastError();
    for (cudaTextureObject_t texture : {a, b, c})
        cudaDestroyTextureObject(texture);
    cudaFree(out);
    cudaFreeArray(of_plane);
    cudaFreeArray(of_line);
    cudaFreeArray(of_layers);
    return 0;
}
