// A CUDA array in five steps: describe a channel, allocate, copy, choose the reference's
// attributes, bind. Normalised coordinates, so that wrap works; then one picture a layer.
#include <stdio.h>

enum { WIDTH = 4, HEIGHT = 2, LAYERS = 3 };

texture<float, 2, cudaReadModeElementType> picture;
texture<float, cudaTextureType2DLayered, cudaReadModeElementType> stack;

__global__ void read_picture(float *out, float moved) {
    float u = (threadIdx.x + 0.5f) / WIDTH, v = (threadIdx.y + 0.5f) / HEIGHT;
    out[threadIdx.y * WIDTH + threadIdx.x] = tex2D(picture, u + moved, v);
}

__global__ void read_layer(float *out, int layer) {
    out[threadIdx.y * WIDTH + threadIdx.x] =
        tex2DLayered(stack, threadIdx.x + 0.5f, threadIdx.y + 0.5f, layer);
}

static void print(const char *what, const float *out) {
    cudaDeviceSynchronize();
    printf("%-16s", what);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        printf("%s %.1f", i == WIDTH ? "  |" : "", out[i]);
    printf("\n");
}

int main() {
    float values[LAYERS][HEIGHT][WIDTH], *out;
    for (int i = 0; i < LAYERS * HEIGHT * WIDTH; i++)
        values[0][0][i] = (float)(i + 10 * (i / (HEIGHT * WIDTH)));
    cudaMallocHost(&out, HEIGHT * WIDTH * sizeof(float));
    dim3 threads(WIDTH, HEIGHT);

    cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray *array;
    cudaMallocArray(&array, &format, WIDTH, HEIGHT);
    cudaMemcpyToArray(array, 0, 0, values[0], sizeof values[0], cudaMemcpyHostToDevice);
    picture.normalized = true;
    picture.filterMode = cudaFilterModeLinear;
    picture.addressMode[0] = cudaAddressModeWrap;
    picture.addressMode[1] = cudaAddressModeClamp;
    cudaBindTextureToArray(picture, array, format);
    read_picture<<<1, threads>>>(out, 0);
    print("as stored", out);
    read_picture<<<1, threads>>>(out, 0.25f);
    print("moved by one", out);
    read_picture<<<1, threads>>>(out, 0.125f);
    print("by half a texel", out);
    cudaUnbindTexture(picture);
    cudaFreeArray(array);

    cudaExtent extent = make_cudaExtent(WIDTH, HEIGHT, LAYERS);
    cudaMalloc3DArray(&array, &format, extent, cudaArrayLayered);
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(values, WIDTH * sizeof(float), WIDTH, HEIGHT);
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    cudaBindTextureToArray(stack, array, format);
    for (int layer = 0; layer < LAYERS; layer++) {
        char what[16];
        snprintf(what, sizeof what, "layer %d", layer);
        read_layer<<<1, threads>>>(out, layer);
        print(what, out);
    }
    cudaUnbindTexture(stack);
    cudaFreeArray(array);
    cudaFreeHost(out);
    return 0;
}
