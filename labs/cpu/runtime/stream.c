/* stream.c - streams: queues of operations, carried out when something synchronises and not before.
 *
 * Within a stream operations run in order. The legacy default stream and the blocking streams wait
 * for each other, by order of enqueueing. What nothing orders runs in the order CPU_DEVICE_ORDER
 * says.
 */
#include <stdlib.h>
#include <string.h>

#include "cpu_device/runtime_functions.h"
#include "core.h"

struct CUstream_st {
    struct CUstream_st *next; /* of all streams */
    cpudev_operation *head, *tail;
    uint64_t last_enqueued, last_done; /* sequence numbers */
    unsigned flags;
    int priority;
    bool running, destroyed;
    cpudev_stream_hints hints;
};

static struct CUstream_st legacy;
static struct CUstream_st *streams = &legacy; /* the legacy stream is always the last */
static uint64_t last_sequence;

/* One that is destroyed, too, whose work may still be to be done. */
static struct CUstream_st *record_of(cudaStream_t handle) {
    if (handle == NULL || handle == cudaStreamLegacy || handle == cudaStreamPerThread)
        return &legacy;
    for (struct CUstream_st *s = streams; s; s = s->next)
        if (s == handle)
            return s;
    return NULL;
}

static struct CUstream_st *stream_of(cudaStream_t handle) {
    struct CUstream_st *s = record_of(handle);
    return s && !s->destroyed ? s : NULL;
}

bool cpudev_valid_stream(cudaStream_t handle) {
    return stream_of(handle) != NULL;
}

uint64_t cpudev_last_sequence(cudaStream_t handle) {
    const struct CUstream_st *s = stream_of(handle);
    return s ? s->last_enqueued : 0;
}

static bool is_blocking(const struct CUstream_st *s) {
    return s != &legacy && !(s->flags & cudaStreamNonBlocking);
}

static void call_host(cpudev_operation *operation);

cudaError_t cpudev_enqueue_operation(cpudev_operation *o, cudaStream_t handle) {
    struct CUstream_st *s = stream_of(handle);
    if (!s) {
        if (o->drop)
            o->drop(o);
        free(o);
        return cpudev_refuse_stream(handle);
    }
    o->next = NULL;
    o->sequence = s->last_enqueued = ++last_sequence;
    o->stream = s;
    if (s->head)
        s->tail->next = o;
    else
        s->head = o;
    s->tail = o;
    cpudev_note_queued();
    cpudev_watch_queue(o->carry_out == call_host);
    return cudaSuccess;
}

static void drop_head(struct CUstream_st *s) {
    cpudev_operation *o = s->head;
    s->head = o->next;
    s->last_done = o->sequence;
    cpudev_note_gone();
    if (o->drop)
        o->drop(o);
    free(o);
}

static void drain_up_to(struct CUstream_st *s, uint64_t sequence);

/* What must be done before the head of s. */
static void drain_dependencies(const struct CUstream_st *s) {
    const cpudev_operation *o = s->head;
    if (o->wait_sequence) {
        struct CUstream_st *other = record_of(o->wait_stream);
        if (other && other != s)
            drain_up_to(other, o->wait_sequence);
    }
    if (s == &legacy) {
        for (struct CUstream_st *other = streams; other; other = other->next)
            if (is_blocking(other))
                drain_up_to(other, o->sequence);
    } else if (is_blocking(s)) {
        drain_up_to(&legacy, o->sequence);
    }
}

static void run_head(struct CUstream_st *s) {
    drain_dependencies(s);
    cpudev_operation *o = s->head;
    s->running = true;
    /* After a sticky error nothing runs any more. */
    if (!cpudev_sticky() && o->carry_out)
        o->carry_out(o);
    s->running = false;
    drop_head(s);
}

static void drain_up_to(struct CUstream_st *s, uint64_t sequence) {
    if (!s->head || s->running)
        return;
    cpudev_open_for_queue();
    while (s->head && s->head->sequence <= sequence && !s->running)
        run_head(s);
    cpudev_close_after_queue();
}

cudaError_t cpudev_drain_operation(cudaStream_t handle, uint64_t sequence) {
    struct CUstream_st *s = record_of(handle);
    if (s)
        drain_up_to(s, sequence);
    return cpudev_sticky();
}

cudaError_t cpudev_drain_stream(cudaStream_t handle) {
    struct CUstream_st *s = stream_of(handle);
    if (!s)
        return cpudev_refuse_stream(handle);
    if (s == &legacy)
        for (struct CUstream_st *other = streams; other; other = other->next)
            if (is_blocking(other))
                drain_up_to(other, UINT64_MAX);
    drain_up_to(s, UINT64_MAX);
    return cpudev_sticky();
}

/* The stream whose head goes next when nothing orders them: the oldest, the newest, any. */
static struct CUstream_st *choose_stream(void) {
    static uint64_t turn;
    struct CUstream_st *chosen = NULL;
    uint64_t pending = 0;
    for (struct CUstream_st *s = streams; s; s = s->next)
        pending += s->head != NULL;
    uint64_t skip = cpudev_order == CPUDEV_RANDOM ? cpudev_ordered(0, pending, ++turn) : 0;
    for (struct CUstream_st *s = streams; s; s = s->next) {
        if (!s->head)
            continue;
        if (cpudev_order == CPUDEV_RANDOM) {
            if (skip-- == 0)
                return s;
        } else if (!chosen || (s->head->sequence > chosen->head->sequence) ==
                                  (cpudev_order == CPUDEV_REVERSE)) {
            chosen = s;
        }
    }
    return chosen;
}

cudaError_t cpudev_drain_device(void) {
    struct CUstream_st *s = choose_stream();
    if (s) {
        cpudev_open_for_queue();
        for (; s; s = choose_stream())
            run_head(s);
        cpudev_close_after_queue();
    }
    return cpudev_sticky();
}

bool cpudev_stream_done(cudaStream_t handle, uint64_t sequence) {
    const struct CUstream_st *s = record_of(handle);
    return !s || s->last_done >= sequence;
}

void cpudev_carry_out_head(cudaStream_t handle) {
    struct CUstream_st *s = record_of(handle);
    if (s && s->head && !s->running)
        run_head(s);
}

bool cpudev_carry_out_next(void) {
    struct CUstream_st *s = choose_stream();
    if (!s || s->running)
        return false;
    run_head(s);
    return true;
}

void cpudev_progress(cudaStream_t handle) {
    if (!cpudev_want_beside(handle))
        cpudev_carry_out_head(handle);
}

void cpudev_count_pending(unsigned *kernels, unsigned *others) {
    *kernels = *others = 0;
    for (const struct CUstream_st *s = streams; s; s = s->next)
        for (const cpudev_operation *o = s->head; o; o = o->next)
            ++*(strcmp(o->what, "kernel") ? others : kernels);
}

void cpudev_drop_streams(void) {
    for (struct CUstream_st *s = streams; s; s = s->next) {
        while (s->head)
            drop_head(s);
        s->destroyed = s != &legacy;
    }
}

/* ---- the API ---- */

static const char object_name[] = "a stream";

static cudaError_t create(cudaStream_t *stream, unsigned flags, int priority, const char *api,
                          void *from) {
    if (!stream)
        return cpudev_refuse_null("that gets the stream");
    if (flags > cudaStreamNonBlocking)
        return cpudev_refuse(
            cudaErrorInvalidValue,
            "the flags are %#x; they are cudaStreamDefault or cudaStreamNonBlocking", flags);
    struct CUstream_st *s = calloc(1, sizeof *s);
    if (!s)
        return cpudev_refuse_host_memory();
    s->flags = flags;
    s->priority = priority < -5 ? -5 : priority > 0 ? 0 : priority;
    s->next = streams;
    streams = s;
    *stream = s;
    cpudev_hook_created(object_name, api, "cudaStreamDestroy", (uintptr_t)s, from);
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(create(stream, flags, priority, __func__, __builtin_return_address(0)));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(create(stream, flags, 0, __func__, __builtin_return_address(0)));
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(
        create(stream, cudaStreamDefault, 0, __func__, __builtin_return_address(0)));
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
    CPUDEV_ENTER();
    struct CUstream_st *s = stream_of(handle);
    if (!s)
        return CPUDEV_RESULT(cpudev_refuse_stream(handle));
    if (s == &legacy)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidResourceHandle,
                                           "the default stream cannot be destroyed"));
    /* CUDA lets the work finish after the call: what follows in the default stream waits for it,
     * or, where the stream is non-blocking, nothing but the whole device or an event. The record
     * stays, for that and for a handle used after its end. */
    if (is_blocking(s))
        drain_up_to(s, UINT64_MAX);
    s->destroyed = true;
    cpudev_hook_destroyed(object_name, (uintptr_t)s);
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    CPUDEV_ENTER();
    const cudaError_t e = cpudev_drain_stream(stream);
    cpudev_hook_synchronized();
    return CPUDEV_RESULT(e);
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
    if (cpudev_busy_beside())
        return cudaErrorNotReady;
    CPUDEV_ENTER();
    struct CUstream_st *s = stream_of(handle);
    if (!s)
        return CPUDEV_RESULT(cpudev_refuse_stream(handle));
    if (!s->head) {
        cpudev_hook_synchronized();
        return CPUDEV_RESULT(cudaSuccess);
    }
    cpudev_progress(handle);
    return cpudev_sticky() ? CPUDEV_RESULT(cpudev_sticky()) : cudaErrorNotReady;
}

cpudev_stream_hints *cpudev_hints_of(cudaStream_t handle) {
    struct CUstream_st *s = stream_of(handle);
    return s ? &s->hints : NULL;
}

cudaError_t cudaStreamGetFlags(cudaStream_t handle, unsigned *flags) {
    CPUDEV_ENTER();
    const struct CUstream_st *s = stream_of(handle);
    if (!s || !flags)
        return CPUDEV_RESULT(s ? cpudev_refuse_null("that gets the flags")
                               : cpudev_refuse_stream(handle));
    *flags = s->flags;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaStreamGetPriority(cudaStream_t handle, int *priority) {
    CPUDEV_ENTER();
    const struct CUstream_st *s = stream_of(handle);
    if (!s || !priority)
        return CPUDEV_RESULT(s ? cpudev_refuse_null("that gets the priority")
                               : cpudev_refuse_stream(handle));
    *priority = s->priority;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaStreamGetDevice(cudaStream_t handle, int *device) {
    CPUDEV_ENTER();
    const struct CUstream_st *s = stream_of(handle);
    if (!s || !device)
        return CPUDEV_RESULT(s ? cpudev_refuse_null("that gets the device")
                               : cpudev_refuse_stream(handle));
    *device = 0;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long *id) {
    CPUDEV_ENTER();
    const struct CUstream_st *s = stream_of(handle);
    if (!s || !id)
        return CPUDEV_RESULT(s ? cpudev_refuse_null("that gets the number")
                               : cpudev_refuse_stream(handle));
    *id = (uintptr_t)s; /* records of streams stay for good: no other stream has it */
    return CPUDEV_RESULT(cudaSuccess);
}

/* ---- host functions in a stream ---- */

typedef struct {
    cpudev_operation operation;
    cudaHostFn_t function;
    cudaStreamCallback_t callback; /* or this one */
    void *user_data;
} host_operation;

static void call_function(void *operation) {
    const host_operation *o = operation;
    if (o->function)
        o->function(o->user_data);
    else
        o->callback(o->operation.stream == &legacy ? NULL : o->operation.stream, cpudev_sticky(),
                    o->user_data);
}

static void call_host(cpudev_operation *operation) {
    cpudev_with_closed_memory(call_function, operation);
}

static cudaError_t enqueue_host(cudaStream_t stream, cudaHostFn_t function,
                                cudaStreamCallback_t callback, void *user_data) {
    host_operation *o = calloc(1, sizeof *o);
    if (!o)
        return cpudev_refuse_host_memory();
    *o = (host_operation){.operation = {.what = "host function", .carry_out = call_host},
                          .function = function,
                          .callback = callback,
                          .user_data = user_data};
    return cpudev_enqueue_operation(&o->operation, stream);
}

static cudaError_t refuse_no_function(void) {
    return cpudev_refuse(cudaErrorInvalidValue, "the function to call is NULL");
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user_data) {
    CPUDEV_ENTER();
    if (!function)
        return CPUDEV_RESULT(refuse_no_function());
    return CPUDEV_RESULT(enqueue_host(stream, function, NULL, user_data));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *user_data, unsigned flags) {
    CPUDEV_ENTER();
    if (!callback)
        return CPUDEV_RESULT(refuse_no_function());
    if (flags)
        return CPUDEV_RESULT(
            cpudev_refuse(cudaErrorInvalidValue, "the flags are %#x; they must be 0", flags));
    return CPUDEV_RESULT(enqueue_host(stream, NULL, callback, user_data));
}
