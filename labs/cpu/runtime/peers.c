/* peers.c - other devices and other processes. There is one device, and its memory is this
 * process's own: every call answers as on a machine where that is so. */
#include "cpu_device/runtime_functions.h"
#include "copy.h"

static cudaError_t refuse_peer(void) {
    return cpudev_refuse(cudaErrorInvalidDevice, "there is one device, and it has no peers; ask "
                                                 "cudaDeviceCanAccessPeer first");
}

/* Handles for other processes. */
static cudaError_t refuse_sharing(bool complete) {
    if (!complete)
        return cpudev_refuse_null("for the handle or for what it is of");
    return cpudev_refuse(cudaErrorNotSupported,
                         "the CPU device shares nothing with other processes");
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    CPUDEV_ASK();
    if (!can)
        return CPUDEV_ANSWER(cpudev_refuse_null("that gets the answer"));
    if (device != 0 || peer != 0)
        return CPUDEV_ANSWER(cpudev_refuse_device(device ? device : peer));
    *can = 0;
    return CPUDEV_ANSWER(cudaSuccess);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from,
                                      int to) {
    CPUDEV_ENTER();
    (void)from, (void)to;
    if (!value || attribute < cudaDevP2PAttrPerformanceRank ||
        attribute > cudaDevP2PAttrOnlyPartialNativeAtomicSupported)
        return CPUDEV_RESULT(
            cpudev_refuse(cudaErrorInvalidValue,
                          "the attribute is %d; it must be one of cudaDevP2PAttr..., and "
                          "there must be a place for its value",
                          (int)attribute));
    return CPUDEV_RESULT(refuse_peer());
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    CPUDEV_ENTER();
    if (flags)
        return CPUDEV_RESULT(
            cpudev_refuse(cudaErrorInvalidValue, "the flags are %#x; they must be 0", flags));
    if (peer == 0)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorPeerAccessUnsupported,
                                           "device 0 is asked for access to itself; it has that "
                                           "without a call"));
    return CPUDEV_RESULT(refuse_peer());
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    CPUDEV_ENTER();
    (void)peer;
    return CPUDEV_RESULT(refuse_peer());
}

static cudaError_t copy_box(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream,
                            bool asynchronous, const char *api, void *caller) {
    if (!p)
        return cpudev_refuse_null("with the parameters");
    if (p->srcDevice != 0 || p->dstDevice != 0)
        return cpudev_refuse_device(p->srcDevice ? p->srcDevice : p->dstDevice);
    const cudaMemcpy3DParms box = {
        .srcArray = p->srcArray,
        .srcPos = p->srcPos,
        .srcPtr = p->srcPtr,
        .dstArray = p->dstArray,
        .dstPos = p->dstPos,
        .dstPtr = p->dstPtr,
        .extent = p->extent,
        .kind = cudaMemcpyDeviceToDevice,
    };
    return cpudev_copy_3d(&box, stream, asynchronous, api, caller);
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parameters) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(copy_box(parameters, NULL, false, __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *parameters,
                                  cudaStream_t stream) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(copy_box(parameters, stream, true, __func__, __builtin_return_address(0)));
}

/* ---- memory and events of other processes ---- */

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(refuse_sharing(handle && pointer));
}

cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned flags) {
    CPUDEV_ENTER();
    (void)handle, (void)flags;
    return CPUDEV_RESULT(refuse_sharing(pointer));
}

cudaError_t cudaIpcCloseMemHandle(void *pointer) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(refuse_sharing(pointer));
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(refuse_sharing(handle && event));
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle) {
    CPUDEV_ENTER();
    (void)handle;
    return CPUDEV_RESULT(refuse_sharing(event));
}
