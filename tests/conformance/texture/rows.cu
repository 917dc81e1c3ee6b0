// An array one texel high is read with tex1D and with tex2D alike, whichever of the two it was made
// for.
#include <cstdio>

__global__ void line(cudaTextureObject_t t, float *out) {
    out[threadIdx.x] = tex1D<float>(t, threadIdx.x * 0.5f - 0.75f);
}

__global__ void plane(cudaTextureObject_t t, float *out, float y) {
    out[threadIdx.x] = tex2D<float>(t, threadIdx.x * 0.5f - 0.75f, y);
}

static void print(const char *what, float *d) {
    float h[20];
    printf("%s %s:", what, cudaGetErrorName(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost)));
    for (float v : h)
        printf(" %g", v);
    puts("");
}

int main() {
    const float texels[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    float *d;
    cudaMalloc(&d, 20 * sizeof *d);
    for (int height = 0; height < 2; height++)
        for (int linear = 0; linear < 2; linear++) {
            cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
            cudaArray_t array;
            cudaMallocArray(&array, &format, 8, height);
            cudaMemcpy2DToArray(array, 0, 0, texels, sizeof texels, sizeof texels, 1,
                                cudaMemcpyHostToDevice);
            cudaResourceDesc resource = {};
            resource.resType = cudaResourceTypeArray;
            resource.res.array.array = array;
            cudaTextureDesc how = {};
            how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
            how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
            cudaTextureObject_t t;
            cudaCreateTextureObject(&t, &resource, &how, nullptr);
            printf("height %d, linear %d\n", height, linear);
            line<<<1, 20>>>(t, d);
            print("tex1D", d);
            plane<<<1, 20>>>(t, d, 0.5f);
            print("tex2D", d);
            plane<<<1, 20>>>(t, d, -3.25f);
            print("tex2D above", d);
            cudaDestroyTextureObject(t);
            cudaFreeArray(array);
        }
    cudaFree(d);
}
