// Lab 10: what turning a picture of 2048 x 2048 pixels costs, as CSV, with the SAMPLES x SAMPLES
// samples a pixel that it was compiled for. Linked with the solution's steps.
//   pictures   samples a pixel; time by hardware and by software in milliseconds and their ratio,
//              where one picture is turned again and again (step 5's table), and where 32 pictures
//              are turned in turn, so that each comes from memory: they are ten times what the
//              second-level cache of an H200 holds
#include "../../../solutions/lab10/lab10.h"
#include <vector>

enum { SIDE = 2048, PICTURES = 32 };

// Milliseconds of one launch of launch(picture): each picture once, after a round that is not
// counted.
template <class Launch> static float fresh(Launch launch) {
    cudaEvent_t start, stop;
    float ms = 0;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    for (int round = 0; round < 2; round++) {
        CUDA_CHECK(cudaEventRecord(start));
        for (int picture = 0; picture < PICTURES; picture++)
            launch(picture);
        CUDA_CHECK(cudaEventRecord(stop));
        CUDA_CHECK(cudaEventSynchronize(stop));
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    }
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    return ms / PICTURES;
}

int main(void) {
    Timing rows[TIMINGS];
    CUDA_CHECK(time_all(SIDE, rows));

    const size_t count = (size_t)SIDE * SIDE, bytes = count * sizeof(float);
    std::vector<float> pixels(count);
    for (size_t i = 0; i < count; i++)
        pixels[i] = (float)(i * 37 % 257) / 256.0f;
    cudaArray_t array[PICTURES];
    cudaTextureObject_t texture[PICTURES];
    float *in = NULL, *out = NULL;
    CUDA_CHECK(cudaMalloc(&in, PICTURES * bytes));
    CUDA_CHECK(cudaMalloc(&out, PICTURES * bytes));
    for (int i = 0; i < PICTURES; i++) {
        CUDA_CHECK(cudaMemcpy(in + i * count, pixels.data(), bytes, cudaMemcpyHostToDevice));
        CUDA_CHECK(make_array(pixels.data(), SIDE, SIDE, &array[i]));
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array[i];
        cudaTextureDesc description = {};
        description.addressMode[0] = description.addressMode[1] = cudaAddressModeBorder;
        description.filterMode = cudaFilterModeLinear;
        CUDA_CHECK(cudaCreateTextureObject(&texture[i], &resource, &description, NULL));
    }
    const dim3 grid((SIDE + TILE - 1) / TILE, (SIDE + TILE - 1) / TILE), block(TILE, TILE);
    const Motion turn = {0.8f, 0.6f};
    float hardware = fresh([=](int i) {
        rotate_hardware<<<grid, block>>>(texture[i], SIDE, SIDE, turn, out + i * count);
    });
    float software = fresh([=](int i) {
        rotate_software<<<grid, block>>>(in + i * count, SIDE, SIDE, turn, 0.0f, out + i * count);
    });
    printf("%d,%.6f,%.6f,%.3f,%.6f,%.6f,%.3f\n", SAMPLES * SAMPLES, rows[3].ms, rows[4].ms,
           rows[4].ratio, hardware, software, software / hardware);
    for (int i = 0; i < PICTURES; i++) {
        CUDA_CHECK(cudaDestroyTextureObject(texture[i]));
        CUDA_CHECK(cudaFreeArray(array[i]));
    }
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return 0;
}
