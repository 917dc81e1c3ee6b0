// Step 4: tune_texture. Raw: tune_texture.error, stored (0: *tex is still 0), samples
// (HIDDEN_POINTS): what the texture object returns half a texel beyond each point, which is right
// when its settings are; read.error: of the kernel that reads it. part=failing: of tune_texture
// what failing.h says.
#include "texture.h"
#include "failing.h"

__global__ static void sample(cudaTextureObject_t tex, const float3 *points, float *out) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < HIDDEN_POINTS)
        out[n] = tex3D<float>(tex, points[n].x + 0.5f, points[n].y + 0.5f, points[n].z + 0.5f);
}

void harness_main() {
    uint64_t seed = hidden_seed();
    int size = argument("size");
    cudaArray_t array = hidden_array(seed, size);
    cudaTextureObject_t tex = 0;
    if (strcmp(argument_text("part"), "failing") == 0) {
        failing("tune_texture", [&] {
            const cudaError_t error = tune_texture(array, &tex);
            if (error == cudaSuccess)
                cudaDestroyTextureObject(tex);
            return error;
        });
        MUST(cudaFreeArray(array));
        return;
    }
    bool made = write_error("tune_texture", tune_texture(array, &tex));
    cudaGetLastError();
    if (made)
        write_number("stored", tex != 0);
    if (made && tex) {
        float3 *points = to_device(hidden_points(seed, size, 0));
        float *out = to_device(std::vector<float>(HIDDEN_POINTS, 0));
        sample<<<(HIDDEN_POINTS + 63) / 64, 64>>>(tex, points, out);
        if (launched("read"))
            write_raw("samples", to_host(out, HIDDEN_POINTS));
        MUST(cudaFree(points));
        MUST(cudaFree(out));
        MUST(cudaDestroyTextureObject(tex));
    }
    MUST(cudaFreeArray(array));
}
