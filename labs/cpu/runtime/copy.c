/* copy.c - checks a copy or set of a box of bytes, and carries it out now or queues it. */
#include "copy.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    cpudev_operation operation;
    cpudev_copy copy;
    int value;             /* of a set */
    unsigned char *staged; /* snapshot of pageable source memory; or NULL */
} copy_operation;

static size_t span(const cpudev_side *side, const cpudev_copy *c) {
    return (c->depth - 1) * side->slice + (c->height - 1) * side->pitch + c->width;
}

/* The checker counts it as a finding; whoever else asks hears the same words. */
static cudaError_t refuse(const cpudev_copy *c, const char *kind, const char *text) {
    cpudev_hook_finding(kind, c->caller, text);
    return cpudev_refuse(cudaErrorInvalidValue, "%s", text);
}

static bool is_host_kind(const cpudev_allocation *a) {
    return !a || a->kind == CPUDEV_PINNED || a->kind == CPUDEV_MANAGED;
}

static bool inside_heap(const void *p) {
    return (uintptr_t)p >= cpudev_heap_base && (uintptr_t)p < cpudev_heap_end;
}

/* Is the side memory of the kind it must be, and large enough? */
static cudaError_t check_side(const cpudev_copy *c, const cpudev_side *side, bool device,
                              const char *role) {
    char text[700], what[500];
    if (side->checked) {
        if (device)
            return cudaSuccess;
        snprintf(text, sizeof text, "%s: the %s must be host memory, but it is device memory",
                 c->api, role);
        return refuse(c, "wrong-side-copy", text);
    }
    if (!side->data)
        return cpudev_refuse(cudaErrorInvalidValue,
                             "the %s is NULL; allocate it first, and look whether that succeeded",
                             role);
    const cpudev_allocation *symbol = cpudev_host_side_symbol(side->data);
    if (symbol)
        return cpudev_refuse_aloud(cudaErrorInvalidValue,
                                   "%s: the %s is the host's address of the variable %s; copy with "
                                   "cudaMemcpyToSymbol or cudaMemcpyFromSymbol",
                                   c->api, role, symbol->name ? symbol->name : "(no name)");
    const cpudev_allocation *a = cpudev_find_allocation(side->data);
    const bool ours = a || inside_heap(side->data);
    if (device ? !ours : ours && !is_host_kind(a)) {
        snprintf(text, sizeof text, "%s: the %s %p must be %s memory, but it is %s memory%s",
                 c->api, role, (void *)side->data, device ? "device" : "host",
                 device ? "host" : "device",
                 c->kind == cudaMemcpyDefault ? "" : "; is the direction right?");
        return refuse(c, "wrong-side-copy", text);
    }
    if (!ours)
        return cudaSuccess;
    if (!a || a->freed || (uintptr_t)side->data - a->base + span(side, c) > a->size) {
        cpudev_describe_address(side->data, what, sizeof what);
        snprintf(text, sizeof text, "%s: %zu bytes from the %s %p do not fit: it is %s", c->api,
                 span(side, c), role, (void *)side->data, what);
        return refuse(c, a && a->freed ? "use-after-free" : "copy-overflow", text);
    }
    return cudaSuccess;
}

static bool is_device_side(const cpudev_side *side) {
    const cpudev_allocation *a = side->checked ? NULL : cpudev_find_allocation(side->data);
    return side->checked || inside_heap(side->data) || (a && a->kind != CPUDEV_PINNED);
}

/* What cudaMemcpyDefault takes a pointer for. Pinned memory lies among the device's, and is the
 * host's. */
static bool is_guessed_device(const cpudev_side *side) {
    const cpudev_allocation *a = side->checked ? NULL : cpudev_find_allocation(side->data);
    return a ? a->kind != CPUDEV_PINNED : is_device_side(side);
}

static void rows(const cpudev_side *side, const cpudev_copy *c,
                 void (*hook)(const void *, size_t, void *)) {
    if (!is_device_side(side))
        return;
    for (size_t z = 0; z < c->depth; z++)
        for (size_t y = 0; y < c->height; y++)
            hook(side->data + z * side->slice + y * side->pitch, c->width, c->caller);
}

static void open_for(const cpudev_copy *c) {
    cpudev_open_device_memory();
    if (cpudev_is_constant(c->to.data))
        cpudev_constants_protection(true);
}

static void move(const cpudev_copy *c) {
    open_for(c);
    cpudev_moving_state = (cpudev_moving){c->api, c->caller, c->width * c->height * c->depth};
    const bool whole =
        (c->height == 1 || (c->to.pitch == c->width && c->from.pitch == c->width)) && c->depth == 1;
    if (whole)
        memmove(c->to.data, c->from.data, c->width * c->height);
    else
        for (size_t z = 0; z < c->depth; z++)
            for (size_t y = 0; y < c->height; y++)
                memmove(c->to.data + z * c->to.slice + y * c->to.pitch,
                        c->from.data + z * c->from.slice + y * c->from.pitch, c->width);
    cpudev_moving_state.api = NULL;
    cpudev_close_device_memory();
    rows(&c->from, c, cpudev_hook_host_read);
    rows(&c->to, c, cpudev_hook_host_wrote);
}

static void carry_out_move(cpudev_operation *operation) {
    move(&((copy_operation *)operation)->copy);
}

static void carry_out_set(cpudev_operation *operation) {
    const copy_operation *o = (const copy_operation *)operation;
    const cpudev_copy *c = &o->copy;
    open_for(c);
    for (size_t z = 0; z < c->depth; z++)
        for (size_t y = 0; y < c->height; y++)
            memset(c->to.data + z * c->to.slice + y * c->to.pitch, o->value, c->width);
    cpudev_close_device_memory();
    rows(&c->to, c, cpudev_hook_host_wrote);
}

static void drop_copy(cpudev_operation *operation) {
    free(((copy_operation *)operation)->staged);
}

static cudaError_t enqueue(const cpudev_copy *c, void (*carry_out)(cpudev_operation *), int value,
                           unsigned char *staged) {
    copy_operation *o = calloc(1, sizeof *o);
    if (!o) {
        free(staged);
        return cpudev_refuse_host_memory();
    }
    *o = (copy_operation){.operation = {.what = c->api, .carry_out = carry_out, .drop = drop_copy},
                          .copy = *c,
                          .value = value,
                          .staged = staged};
    return cpudev_enqueue_operation(&o->operation, c->stream);
}

/* An asynchronous copy out of pageable memory reads it before the call returns. */
static cudaError_t enqueue_staged(const cpudev_copy *c) {
    unsigned char *staged = malloc(c->width * c->height * c->depth);
    if (!staged)
        return cpudev_refuse_host_memory();
    cpudev_copy rest = *c;
    rest.from = (cpudev_side){staged, c->width, c->width * c->height, false};
    cpudev_moving_state = (cpudev_moving){c->api, c->caller, c->width * c->height * c->depth};
    for (size_t z = 0; z < c->depth; z++)
        for (size_t y = 0; y < c->height; y++)
            memcpy(staged + (z * c->height + y) * c->width,
                   c->from.data + z * c->from.slice + y * c->from.pitch, c->width);
    cpudev_moving_state.api = NULL;
    return enqueue(&rest, carry_out_move, 0, staged);
}

cudaError_t cpudev_copy_box(const cpudev_copy *copy) {
    cpudev_copy c = *copy;
    if ((unsigned)c.kind > cudaMemcpyDefault)
        return cpudev_refuse(
            cudaErrorInvalidMemcpyDirection,
            "the kind of the copy is %d; it must be one of cudaMemcpyHostToDevice, "
            "cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, "
            "cudaMemcpyHostToHost and cudaMemcpyDefault",
            (int)c.kind);
    if (!cpudev_valid_stream(c.stream))
        return cpudev_refuse_stream(c.stream);
    if (!c.width || !c.height || !c.depth)
        return cudaSuccess;
    const bool guess = c.kind == cudaMemcpyDefault;
    const bool to_device =
        guess ? is_guessed_device(&c.to)
              : c.kind == cudaMemcpyHostToDevice || c.kind == cudaMemcpyDeviceToDevice;
    const bool from_device =
        guess ? is_guessed_device(&c.from)
              : c.kind == cudaMemcpyDeviceToHost || c.kind == cudaMemcpyDeviceToDevice;
    cudaError_t e = check_side(&c, &c.to, to_device, "destination");
    if (!e)
        e = check_side(&c, &c.from, from_device, "source");
    if (!e)
        e = cpudev_refuse_failing(cudaErrorUnknown);
    if (e)
        return e;
    const bool pageable_to = !to_device && !cpudev_find_allocation(c.to.data);
    const bool pageable_from = !from_device && !cpudev_find_allocation(c.from.data);
    if (to_device && from_device) /* not even the blocking form waits for the device */
        return enqueue(&c, carry_out_move, 0, NULL);
    if (c.async && !pageable_to)
        return pageable_from ? enqueue_staged(&c) : enqueue(&c, carry_out_move, 0, NULL);
    e = cpudev_drain_stream(c.stream);
    if (!e)
        move(&c);
    cpudev_hook_synchronized();
    return e;
}

cudaError_t cpudev_set_box(const cpudev_copy *box, int value) {
    if (!cpudev_valid_stream(box->stream))
        return cpudev_refuse_stream(box->stream);
    if (!box->width || !box->height || !box->depth)
        return cudaSuccess;
    cudaError_t e = check_side(box, &box->to, true, "destination");
    if (!e)
        e = cpudev_refuse_failing(cudaErrorUnknown);
    if (e)
        return e;
    return enqueue(box, carry_out_set, value, NULL);
}
