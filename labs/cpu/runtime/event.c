/* event.c - events: a place in a stream, and the time when it was reached. */
#include <stdlib.h>
#include <time.h>

#include "cpu_device/runtime_functions.h"
#include "core.h"

struct CUevent_st {
    unsigned flags;
    bool recorded, destroyed;
    cudaStream_t stream; /* of the last record, and its place there */
    uint64_t sequence;
    uint64_t time; /* ns, when the last record was carried out */
    struct CUevent_st *next;
};
static struct CUevent_st *events; /* also destroyed ones, for handles used too late */
static const char object_name[] = "an event";
static uint64_t reached; /* records carried out, in all streams */

typedef struct {
    cpudev_operation operation;
    struct CUevent_st *event;
} record_operation;

static struct CUevent_st *event_of(cudaEvent_t handle) {
    for (struct CUevent_st *e = events; e; e = e->next)
        if (e == handle)
            return e->destroyed ? NULL : e;
    return NULL;
}

uint64_t cpudev_events_reached(void) {
    return reached;
}

static cudaError_t refuse_event(cudaEvent_t handle) {
    return cpudev_refuse(cudaErrorInvalidResourceHandle,
                         "the event %p does not exist: it was never created, or it was destroyed",
                         (void *)handle);
}

static bool is_done(const struct CUevent_st *e) {
    return !e->recorded || cpudev_stream_done(e->stream, e->sequence);
}

static void carry_out_record(cpudev_operation *operation) {
    struct CUevent_st *e = ((record_operation *)operation)->event;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    reached++;
    if (e->sequence == operation->sequence)
        e->time = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static cudaError_t create(cudaEvent_t *event, unsigned flags, const char *api, void *from) {
    if (!event)
        return cpudev_refuse_null("that gets the event");
    if (flags > (cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess))
        return cpudev_refuse(cudaErrorInvalidValue,
                             "the flags are %#x; they are 0 or a sum of cudaEventBlockingSync, "
                             "cudaEventDisableTiming and cudaEventInterprocess",
                             flags);
    struct CUevent_st *e = calloc(1, sizeof *e);
    if (!e)
        return cpudev_refuse_host_memory();
    e->flags = flags;
    e->next = events;
    events = e;
    *event = e;
    cpudev_hook_created(object_name, api, "cudaEventDestroy", (uintptr_t)e, from);
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(create(event, flags, __func__, __builtin_return_address(0)));
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(create(event, cudaEventDefault, __func__, __builtin_return_address(0)));
}

cudaError_t cudaEventDestroy(cudaEvent_t handle) {
    CPUDEV_ENTER();
    struct CUevent_st *e = event_of(handle);
    if (!e)
        return CPUDEV_RESULT(refuse_event(handle));
    e->destroyed = true;
    cpudev_hook_destroyed(object_name, (uintptr_t)e);
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaEventRecord(cudaEvent_t handle, cudaStream_t stream) {
    CPUDEV_ENTER();
    struct CUevent_st *e = event_of(handle);
    if (!e)
        return CPUDEV_RESULT(refuse_event(handle));
    if (!cpudev_valid_stream(stream))
        return CPUDEV_RESULT(cpudev_refuse_stream(stream));
    record_operation *o = calloc(1, sizeof *o);
    if (!o)
        return CPUDEV_RESULT(cpudev_refuse_host_memory());
    *o = (record_operation){.operation = {.what = "event", .carry_out = carry_out_record},
                            .event = e};
    cpudev_enqueue_operation(&o->operation, stream);
    e->recorded = true;
    e->stream = stream;
    e->sequence = o->operation.sequence;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    (void)flags;
    return cudaEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
    CPUDEV_ENTER();
    const struct CUevent_st *e = event_of(handle);
    if (!e)
        return CPUDEV_RESULT(refuse_event(handle));
    if (e->recorded)
        cpudev_drain_operation(e->stream, e->sequence);
    cpudev_hook_synchronized();
    return CPUDEV_RESULT(cpudev_sticky());
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
    if (cpudev_busy_beside())
        return cudaErrorNotReady;
    CPUDEV_ENTER();
    const struct CUevent_st *e = event_of(handle);
    if (!e)
        return CPUDEV_RESULT(refuse_event(handle));
    if (is_done(e)) {
        cpudev_hook_synchronized();
        return CPUDEV_RESULT(cudaSuccess);
    }
    cpudev_progress(e->stream);
    return cpudev_sticky() ? CPUDEV_RESULT(cpudev_sticky()) : cudaErrorNotReady;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
    CPUDEV_ENTER();
    const struct CUevent_st *a = event_of(start), *b = event_of(end);
    if (!milliseconds)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the milliseconds"));
    if (!a || !b)
        return CPUDEV_RESULT(refuse_event(a ? end : start));
    if (!a->recorded || !b->recorded)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidResourceHandle,
                                           "the %s event was never recorded; call cudaEventRecord "
                                           "before and after what is timed",
                                           a->recorded ? "second" : "first"));
    if ((a->flags | b->flags) & cudaEventDisableTiming)
        return CPUDEV_RESULT(
            cpudev_refuse(cudaErrorInvalidResourceHandle,
                          "the %s event was created with cudaEventDisableTiming, and has no time",
                          a->flags & cudaEventDisableTiming ? "first" : "second"));
    if (!is_done(a) || !is_done(b))
        return CPUDEV_RESULT(cudaErrorNotReady);
    *milliseconds = (float)((double)((int64_t)(b->time - a->time)) * 1e-6);
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t handle, unsigned flags) {
    CPUDEV_ENTER();
    const struct CUevent_st *e = event_of(handle);
    if (!e)
        return CPUDEV_RESULT(refuse_event(handle));
    if (!cpudev_valid_stream(stream))
        return CPUDEV_RESULT(cpudev_refuse_stream(stream));
    if (flags)
        return CPUDEV_RESULT(
            cpudev_refuse(cudaErrorInvalidValue, "the flags are %#x; they must be 0", flags));
    if (is_done(e))
        return CPUDEV_RESULT(cudaSuccess);
    cpudev_operation *o = calloc(1, sizeof *o);
    if (!o)
        return CPUDEV_RESULT(cpudev_refuse_host_memory());
    *o = (cpudev_operation){
        .what = "wait for event", .wait_sequence = e->sequence, .wait_stream = e->stream};
    return CPUDEV_RESULT(cpudev_enqueue_operation(o, stream));
}
