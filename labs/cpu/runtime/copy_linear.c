/* copy_linear.c - cudaMemcpy, cudaMemset and their relatives on plain memory and on symbols. */
#include <stdio.h>

#include "copy.h"
#include "cpu_device/runtime_functions.h"

static cudaError_t copy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                        cudaStream_t stream, bool async, const char *api, void *caller) {
    return cpudev_copy_box(&(cpudev_copy){.to = {.data = to},
                                          .from = {.data = (unsigned char *)from},
                                          .width = size,
                                          .height = 1,
                                          .depth = 1,
                                          .kind = kind,
                                          .stream = stream,
                                          .async = async,
                                          .api = api,
                                          .caller = caller});
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind) {
    CPUDEV_ASK();
    if (cpudev_sticky())
        return size ? CPUDEV_RESULT(cpudev_sticky()) : cudaSuccess;
    return CPUDEV_RESULT(
        copy(to, from, size, kind, NULL, false, __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(
        copy(to, from, size, kind, stream, true, __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t size) {
    CPUDEV_ENTER();
    if (to_device != 0 || from_device != 0)
        return CPUDEV_RESULT(cpudev_refuse_device(to_device ? to_device : from_device));
    return CPUDEV_RESULT(copy(to, from, size, cudaMemcpyDeviceToDevice, NULL, false, __func__,
                              __builtin_return_address(0)));
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t size, cudaStream_t stream) {
    CPUDEV_ENTER();
    if (to_device != 0 || from_device != 0)
        return CPUDEV_RESULT(cpudev_refuse_device(to_device ? to_device : from_device));
    return CPUDEV_RESULT(copy(to, from, size, cudaMemcpyDeviceToDevice, stream, true, __func__,
                              __builtin_return_address(0)));
}

static cudaError_t refuse_pitch(size_t pitch, size_t width) {
    return cpudev_refuse(cudaErrorInvalidValue,
                         "the width is %zu bytes and the pitch %zu; rows must not overlap: the "
                         "pitch is that of cudaMallocPitch, and the width counts bytes",
                         width, pitch);
}

static cudaError_t set(void *to, int value, size_t pitch, size_t slice, size_t width, size_t height,
                       size_t depth, cudaStream_t stream, const char *api, void *caller) {
    return cpudev_set_box(&(cpudev_copy){.to = {.data = to, .pitch = pitch, .slice = slice},
                                         .width = width,
                                         .height = height,
                                         .depth = depth,
                                         .stream = stream,
                                         .api = api,
                                         .caller = caller},
                          value);
}

cudaError_t cudaMemset(void *to, int value, size_t size) {
    CPUDEV_ASK();
    if (cpudev_sticky())
        return size ? CPUDEV_RESULT(cpudev_sticky()) : cudaSuccess;
    return CPUDEV_RESULT(
        set(to, value, size, 0, size, 1, 1, NULL, __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t size, cudaStream_t stream) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(
        set(to, value, size, 0, size, 1, 1, stream, __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
    CPUDEV_ENTER();
    if (width > pitch && height > 1)
        return CPUDEV_RESULT(refuse_pitch(pitch, width));
    return CPUDEV_RESULT(
        set(to, value, pitch, 0, width, height, 1, stream, __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
    CPUDEV_ENTER();
    if (width > pitch && height > 1)
        return CPUDEV_RESULT(refuse_pitch(pitch, width));
    return CPUDEV_RESULT(
        set(to, value, pitch, 0, width, height, 1, NULL, __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                              cudaStream_t stream) {
    CPUDEV_ENTER();
    if (extent.width > to.pitch)
        return CPUDEV_RESULT(refuse_pitch(to.pitch, extent.width));
    return CPUDEV_RESULT(set(to.ptr, value, to.pitch, to.pitch * to.ysize, extent.width,
                             extent.height, extent.depth, stream, __func__,
                             __builtin_return_address(0)));
}

cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
    CPUDEV_ENTER();
    if (extent.width > to.pitch)
        return CPUDEV_RESULT(refuse_pitch(to.pitch, extent.width));
    return CPUDEV_RESULT(set(to.ptr, value, to.pitch, to.pitch * to.ysize, extent.width,
                             extent.height, extent.depth, NULL, __func__,
                             __builtin_return_address(0)));
}

/* ---- symbols: the C++ templates of runtime_api.h pass the variable's address ---- */

cudaError_t cudaGetSymbolAddress(void **address, const void *symbol) {
    CPUDEV_ENTER();
    if (!address)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the address"));
    return CPUDEV_RESULT(cpudev_symbol_address(address, symbol, NULL));
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol) {
    CPUDEV_ENTER();
    if (!size)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the size"));
    return CPUDEV_RESULT(cpudev_symbol_address(NULL, symbol, size));
}

static const char *kind_name(enum cudaMemcpyKind kind) {
    static const char *const names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                        "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                        "cudaMemcpyDefault"};
    return (unsigned)kind <= cudaMemcpyDefault ? names[kind] : "unknown";
}

static cudaError_t copy_symbol(const void *symbol, void *memory, bool to_symbol, size_t size,
                               size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream,
                               bool async, const char *api, void *caller) {
    size_t whole;
    const cudaError_t e = cpudev_symbol_address(NULL, symbol, &whole);
    if (e)
        return e;
    if (kind == (to_symbol ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice) ||
        kind == cudaMemcpyHostToHost)
        return cpudev_refuse(cudaErrorInvalidMemcpyDirection,
                             "the kind of the copy is %s; a symbol is device memory: leave the "
                             "kind away, or write %s",
                             kind_name(kind),
                             to_symbol ? "cudaMemcpyHostToDevice" : "cudaMemcpyDeviceToHost");
    if (offset > whole || size > whole - offset) {
        char text[200];
        snprintf(text, sizeof text,
                 "%s: %zu bytes from offset %zu end behind the end of the symbol, which has %zu "
                 "bytes",
                 api, size, offset, whole);
        cpudev_hook_finding("copy-overflow", caller, text);
        return cpudev_refuse(cudaErrorInvalidValue, "%s", text);
    }
    const cpudev_side inside = {.data = (unsigned char *)symbol + offset, .checked = true};
    const cpudev_side outside = {.data = memory};
    return cpudev_copy_box(&(cpudev_copy){.to = to_symbol ? inside : outside,
                                          .from = to_symbol ? outside : inside,
                                          .width = size,
                                          .height = 1,
                                          .depth = 1,
                                          .kind = kind,
                                          .stream = stream,
                                          .async = async,
                                          .api = api,
                                          .caller = caller});
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t size, size_t offset,
                               enum cudaMemcpyKind kind) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(copy_symbol(symbol, (void *)from, true, size, offset, kind, NULL, false,
                                     __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t size,
                                    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(copy_symbol(symbol, (void *)from, true, size, offset, kind, stream, true,
                                     __func__, __builtin_return_address(0)));
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t size, size_t offset,
                                 enum cudaMemcpyKind kind) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(copy_symbol(symbol, to, false, size, offset, kind, NULL, false, __func__,
                                     __builtin_return_address(0)));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t size, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(copy_symbol(symbol, to, false, size, offset, kind, stream, true, __func__,
                                     __builtin_return_address(0)));
}
