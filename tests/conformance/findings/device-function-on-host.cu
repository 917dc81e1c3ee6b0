// Host code reads a texture over memory that it may touch, by a function that both sides may call.
#include <cstdio>

__host__ __device__ float texel(cudaTextureObject_t texture, float x) {
    return tex2D<float>(texture, x, 0.5f); // FINDS: device-function-on-host
}

int main() {
    float *p;
    cudaMallocManaged(&p, 512);
    for (int i = 0; i < 8; i++)
        p[i] = (float)i;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = p;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = 8;
    resource.res.pitch2D.height = 1;
    resource.res.pitch2D.pitchInBytes = 512;
    cudaTextureDesc reading = {};
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &reading, NULL);
    printf("%g\n", texel(texture, 3.5f));
    cudaDestroyTextureObject(texture);
    cudaFree(p);
}
