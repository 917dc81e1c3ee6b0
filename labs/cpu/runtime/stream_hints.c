/* stream_hints.c - attributes of streams: kept and given back, for none of them changes what a
 * program computes. There is no cache to persist in. */
#include "cpu_device/runtime_functions.h"
#include "core.h"

static cudaError_t refuse_attribute(enum cudaLaunchAttributeID attribute) {
    return cpudev_refuse(cudaErrorNotSupported,
                         "the attribute %d: the CPU device keeps "
                         "cudaStreamAttributeAccessPolicyWindow and "
                         "cudaStreamAttributeSynchronizationPolicy, and gets "
                         "cudaStreamAttributePriority",
                         (int)attribute);
}

static cudaError_t check_window(const struct cudaAccessPolicyWindow *w) {
    if (!(w->hitRatio >= 0 && w->hitRatio <= 1))
        return cpudev_refuse(cudaErrorInvalidValue, "hitRatio is %g; it is a part, from 0 to 1",
                             (double)w->hitRatio);
    if (w->missProp == cudaAccessPropertyPersisting)
        return cpudev_refuse(cudaErrorInvalidValue,
                             "missProp is cudaAccessPropertyPersisting; what misses is normal or "
                             "streaming");
    return cudaSuccess;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value) {
    CPUDEV_ENTER();
    cpudev_stream_hints *const hints = cpudev_hints_of(stream);
    if (!hints || !value)
        return CPUDEV_RESULT(hints ? cpudev_refuse_null("with the value")
                                   : cpudev_refuse_stream(stream));
    if (attribute == cudaStreamAttributeAccessPolicyWindow) {
        const cudaError_t e = check_window(&value->accessPolicyWindow);
        if (e == cudaSuccess)
            hints->window = value->accessPolicyWindow;
        return CPUDEV_RESULT(e);
    }
    if (attribute != cudaStreamAttributeSynchronizationPolicy)
        return CPUDEV_RESULT(refuse_attribute(attribute));
    hints->policy = value->syncPolicy;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue *value) {
    CPUDEV_ENTER();
    const cpudev_stream_hints *const hints = cpudev_hints_of(stream);
    if (!hints || !value)
        return CPUDEV_RESULT(hints ? cpudev_refuse_null("that gets the value")
                                   : cpudev_refuse_stream(stream));
    if (attribute == cudaStreamAttributeAccessPolicyWindow)
        value->accessPolicyWindow = hints->window;
    else if (attribute == cudaStreamAttributeSynchronizationPolicy)
        value->syncPolicy = hints->policy ? hints->policy : cudaSyncPolicyAuto;
    else if (attribute == cudaStreamAttributePriority)
        return CPUDEV_RESULT(cudaStreamGetPriority(stream, &value->priority));
    else
        return CPUDEV_RESULT(refuse_attribute(attribute));
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
    CPUDEV_ENTER();
    cpudev_stream_hints *const target = cpudev_hints_of(to), *const given = cpudev_hints_of(from);
    if (!target || !given)
        return CPUDEV_RESULT(cpudev_refuse_stream(target ? from : to));
    *target = *given;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaCtxResetPersistingL2Cache(void) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(cudaSuccess);
}
