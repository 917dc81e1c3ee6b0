// What helper headers of samples ask: which of the toolkit's headers have been read, and names of
// the driver API's types beside the runtime's.
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <driver_types.h>
#include <library_types.h>
#include <nvtx3/nvToolsExt.h>

#include "../runtime/expect.h"

#if defined(__DRIVER_TYPES_H__) && defined(__CUDA_RUNTIME_H__) && defined(__CUDA_RUNTIME_API_H__)
static const char *name_of(cudaError_t e) {
    return cudaGetErrorName(e);
}
#endif
#ifdef __cuda_cuda_h__
static const char *name_of(CUresult r) {
    return r == CUDA_SUCCESS ? "CUDA_SUCCESS" : "another";
}
#endif

#if !defined(__VECTOR_TYPES_H__) || !defined(__VECTOR_FUNCTIONS_H__) ||                            \
    !defined(__DEVICE_FUNCTIONS_H__) || !defined(__MATH_FUNCTIONS_H__) ||                          \
    !defined(__CHANNEL_DESCRIPTOR_H__) || !defined(__TEXTURE_TYPES_H__) ||                         \
    !defined(__HOST_DEFINES_H__) || !defined(__DEVICE_LAUNCH_PARAMETERS_H__)
#error "a header's name is missing"
#endif

static int calls;
static void CUDART_CB on_stream(cudaStream_t, cudaError_t status, void *data) {
    calls += status == cudaSuccess ? *(int *)data : 100;
}
static void CUDART_CB on_host(void *data) {
    calls += *(int *)data;
}

int main() {
    puts(name_of(cudaErrorInvalidValue));
    puts(name_of(CUDA_SUCCESS));
    EXPECT(CUDA_ERROR_INVALID_VALUE == 1 && CUDA_ERROR_NOT_FOUND == 500);
    EXPECT((int)CUDA_ERROR_LAUNCH_FAILED == (int)cudaErrorLaunchFailure);
    EXPECT(CU_AD_FORMAT_FLOAT == 0x20 && CU_DEVICE_ATTRIBUTE_WARP_SIZE == 10);
    EXPECT(sizeof(CUdevice) == 4 && sizeof(CUdeviceptr) == 8);
    EXPECT(CUDA_R_32F == 0 && CUDA_R_16F == 2 && CUDA_C_64F == 5);
    EXPECT(CUDART_VERSION >= 13000 && CUDA_VERSION >= 13000);
    puts(cudaGetErrorString(cudaErrorStreamCaptureUnsupported));
    puts(cudaGetErrorName(cudaErrorDevicesUnavailable));

    nvtxEventAttributes_t event = {};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.colorType = NVTX_COLOR_ARGB;
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = "part";
    nvtxRangePushA("all");
    nvtxRangePushEx(&event);
    nvtxMark("here");
    const nvtxRangeId_t id = nvtxRangeStart("range");
    nvtxRangeEnd(id);
    nvtxRangePop();
    nvtxRangePop();

    cudaStream_t stream;
    int one = 1, ten = 10;
    RETURNS(cudaProfilerStart(), cudaSuccess);
    RETURNS(cudaStreamCreate(&stream), cudaSuccess);
    RETURNS(cudaStreamAddCallback(stream, on_stream, &one, 0), cudaSuccess);
    RETURNS(cudaLaunchHostFunc(stream, on_host, &ten), cudaSuccess);
    RETURNS(cudaStreamSynchronize(stream), cudaSuccess);
    RETURNS(cudaProfilerStop(), cudaSuccess);
    EXPECT(calls == 11);
    RETURNS(cudaStreamDestroy(stream), cudaSuccess);
}
