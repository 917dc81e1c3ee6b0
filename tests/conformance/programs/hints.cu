// Pointers to const that memory is allocated for, flags of old, attributes of streams.
#include <cstdio>
#define TRY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

int main() {
    const float *constant, *pinned, *managed, *pitched, *seen;
    float *in = nullptr;
    size_t pitch;
    TRY(cudaSetDeviceFlags(cudaDeviceBlockingSync));
    TRY(cudaMalloc(&constant, 64));
    TRY(cudaMallocHost(&pinned, 64));
    TRY(cudaMallocManaged(&managed, 64));
    TRY(cudaMallocPitch(&pitched, &pitch, 64, 2));
    TRY(cudaHostGetDevicePointer(&seen, (void *)pinned, 0));
    TRY(cudaMalloc(&in, 64));

    cudaStream_t stream, other;
    TRY(cudaStreamCreate(&stream));
    TRY(cudaStreamCreate(&other));
    cudaStreamAttrValue value = {}, back = {};
    value.accessPolicyWindow.base_ptr = in;
    value.accessPolicyWindow.num_bytes = 64;
    value.accessPolicyWindow.hitRatio = 0.5f;
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    TRY(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
    TRY(cudaStreamCopyAttributes(other, stream));
    TRY(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &back));
    printf("%d %g %d\n", back.accessPolicyWindow.base_ptr == in, back.accessPolicyWindow.hitRatio,
           back.accessPolicyWindow.hitProp);
    TRY(cudaCtxResetPersistingL2Cache());
    TRY(cudaStreamDestroy(stream));
    TRY(cudaStreamDestroy(other));
}
