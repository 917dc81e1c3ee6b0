// A stack of rows: three layers of a one-dimensional layered array. A read is filtered within its
// layer and never between layers. The layer is an int that is held inside as an unsigned number:
// one too high is the last, and so is one below 0. With a border a row alone is half border (it is
// read as a picture one texel high), a layer is not.
#include <stdio.h>

enum { COUNT = 4, LAYERS = 3, SAMPLES = 9 };

texture<float, cudaTextureType1DLayered, cudaReadModeElementType> stack;
texture<float, 1, cudaReadModeElementType> alone;

__global__ void read_layer(float *out, int layer) {
    out[threadIdx.x] = tex1DLayered(stack, 0.5f * threadIdx.x, layer);
}

__global__ void read_alone(float *out) {
    out[threadIdx.x] = tex1D(alone, 0.5f * threadIdx.x);
}

static void print(const char *what, const float *out) {
    cudaDeviceSynchronize();
    printf("%-25s", what);
    for (int i = 0; i < SAMPLES; i++)
        printf(" %6.2f", out[i]);
    printf("\n");
}

// Both as they are set now.
static void print_all(const char *how, float *out) {
    for (int layer = -1; layer <= LAYERS; layer++) {
        char what[32];
        snprintf(what, sizeof what, "%s, layer %d", how, layer);
        read_layer<<<1, SAMPLES>>>(out, layer);
        print(what, out);
    }
    char what[32];
    snprintf(what, sizeof what, "%s, alone", how);
    read_alone<<<1, SAMPLES>>>(out);
    print(what, out);
}

int main() {
    float values[LAYERS][COUNT], *out;
    for (int layer = 0; layer < LAYERS; layer++)
        for (int i = 0; i < COUNT; i++)
            values[layer][i] = (float)(100 * layer + 10 + i);
    cudaMallocHost(&out, SAMPLES * sizeof(float));
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();

    cudaArray *rows, *row;
    cudaExtent extent = make_cudaExtent(COUNT, 0, LAYERS); // a row has no height
    cudaMalloc3DArray(&rows, &format, extent, cudaArrayLayered);
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(values, COUNT * sizeof(float), COUNT, 1);
    copy.dstArray = rows;
    copy.extent = make_cudaExtent(COUNT, 1, LAYERS); // a copy of one has 1
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    cudaMallocArray(&row, &format, COUNT);
    cudaMemcpyToArray(row, 0, 0, values[0], sizeof values[0], cudaMemcpyHostToDevice);
    cudaBindTextureToArray(stack, rows, format);
    cudaBindTextureToArray(alone, row, format);

    const char *const how[] = {"point, clamp", "linear, clamp", "linear, border"};
    for (int i = 0; i < 3; i++) {
        stack.filterMode = alone.filterMode = i == 0 ? cudaFilterModePoint : cudaFilterModeLinear;
        for (int axis = 0; axis < 2; axis++)
            stack.addressMode[axis] = alone.addressMode[axis] =
                i == 2 ? cudaAddressModeBorder : cudaAddressModeClamp;
        print_all(how[i], out);
    }
    cudaUnbindTexture(stack);
    cudaUnbindTexture(alone);
    cudaFreeArray(rows);
    cudaFreeArray(row);
    cudaFreeHost(out);
    return 0;
}
