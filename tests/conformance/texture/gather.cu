// tex2Dgather: each component of the four texels around a place, by value and through a pointer, of
// an array made for it, of one that was not, and of pitch-linear memory.
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

__global__ void gather(cudaTextureObject_t t, uchar4 *out) {
    out[0] = tex2Dgather<uchar4>(t, 2.0f, 2.0f);
    out[1] = tex2Dgather<uchar4>(t, 3.0f, 1.0f, 1);
    tex2Dgather(&out[2], t, 1.2f, 2.9f, 2);
    out[3] = tex2Dgather<uchar4>(t, 0.2f, 0.3f, 0);           // the corner: one texel four times
    const uchar2 two = tex2Dgather<uchar2>(t, 3.0f, 1.0f, 1); // a smaller type: the first of four
    out[4] = make_uchar4(two.x, two.y, tex2Dgather<unsigned char>(t, 2.0f, 2.0f), 0);
}

static void show(const cudaResourceDesc &resource) {
    uchar4 result[5], *out;
    cudaTextureDesc texture = {};
    for (int d = 0; d < 3; d++)
        texture.addressMode[d] = cudaAddressModeClamp;
    cudaTextureObject_t object;
    CHECK(cudaCreateTextureObject(&object, &resource, &texture, NULL));
    CHECK(cudaMalloc(&out, sizeof result));
    gather<<<1, 1>>>(object, out);
    CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
    for (uchar4 v : result)
        printf("%d %d %d %d\n", v.x, v.y, v.z, v.w);
    CHECK(cudaDestroyTextureObject(object));
    CHECK(cudaFree(out));
}

int main() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    uchar4 texels[16], *pitched;
    size_t pitch;
    for (int i = 0; i < 16; i++)
        texels[i] = make_uchar4(i, 100 + i, 200 + i, 0);
    for (unsigned flags : {cudaArrayTextureGather, cudaArrayDefault}) {
        cudaArray_t array;
        CHECK(cudaMallocArray(&array, &format, 4, 4, flags));
        CHECK(cudaMemcpy2DToArray(array, 0, 0, texels, 16, 16, 4, cudaMemcpyHostToDevice));
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        show(resource);
        CHECK(cudaFreeArray(array));
    }
    CHECK(cudaMallocPitch(&pitched, &pitch, 16, 4));
    CHECK(cudaMemcpy2D(pitched, pitch, texels, 16, 16, 4, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = pitched;
    resource.res.pitch2D.desc = format;
    resource.res.pitch2D.width = 4;
    resource.res.pitch2D.height = 4;
    resource.res.pitch2D.pitchInBytes = pitch;
    show(resource);
    CHECK(cudaFree(pitched));
    return 0;
}
