/* peers.c - other devices and other processes. There is one device, and its memory is this
 * process's own: every call answers as on a machine where that is so. */
#include "cpu_device/runtime_functions.h"
#include "core.h"

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    CPUDEV_ENTER();
    if (!can)
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    if (device != 0 || peer != 0)
        return CPUDEV_RESULT(cudaErrorInvalidDevice);
    *can = 0;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from,
                                      int to) {
    CPUDEV_ENTER();
    (void)from, (void)to;
    if (!value || attribute < cudaDevP2PAttrPerformanceRank ||
        attribute > cudaDevP2PAttrOnlyPartialNativeAtomicSupported)
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    return CPUDEV_RESULT(cudaErrorInvalidDevice); /* it asks for two different devices */
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    CPUDEV_ENTER();
    (void)peer;
    return CPUDEV_RESULT(flags ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    CPUDEV_ENTER();
    (void)peer;
    return CPUDEV_RESULT(cudaErrorInvalidDevice);
}

static cudaError_t copy_box(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream,
                            bool asynchronous) {
    if (!p)
        return cudaErrorInvalidValue;
    if (p->srcDevice != 0 || p->dstDevice != 0)
        return cudaErrorInvalidDevice;
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
    return asynchronous ? cudaMemcpy3DAsync(&box, stream) : cudaMemcpy3D(&box);
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parameters) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(copy_box(parameters, NULL, false));
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *parameters,
                                  cudaStream_t stream) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(copy_box(parameters, stream, true));
}

/* ---- memory and events of other processes ---- */

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(handle && pointer ? cudaErrorNotSupported : cudaErrorInvalidValue);
}

cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned flags) {
    CPUDEV_ENTER();
    (void)handle, (void)flags;
    return CPUDEV_RESULT(pointer ? cudaErrorNotSupported : cudaErrorInvalidValue);
}

cudaError_t cudaIpcCloseMemHandle(void *pointer) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(pointer ? cudaErrorNotSupported : cudaErrorInvalidValue);
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(handle && event ? cudaErrorNotSupported : cudaErrorInvalidValue);
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle) {
    CPUDEV_ENTER();
    (void)handle;
    return CPUDEV_RESULT(event ? cudaErrorNotSupported : cudaErrorInvalidValue);
}
