/* host.c - what host code does: allocations, copies, errors nobody looked at, leaks. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checker.h"
#include "cpu_device/runtime_functions.h"

static struct {
    const cpudev_allocation *a;
    int failing; /* check_failing_call when it was made */
} * allocations; /* every one but freed registrations */
static size_t allocation_count;

/* The first failure since host code last asked for an error. */
static struct {
    cudaError_t error;
    const char *api;
    void *from;
    char why[900]; /* "": not known */
    size_t more;
} unchecked;

/* Somebody looked at the error that every call now returns. */
static bool sticky_seen;

/* ---- allocations ----------------------------------------------------------------------------- */

static bool in_heap(const cpudev_allocation *a) {
    return a->base >= cpudev_heap_base && a->base < cpudev_heap_end;
}

void cpudev_hook_allocated(const cpudev_allocation *a) {
    check_shadow_allocated(a);
    if (a->kind == CPUDEV_PINNED || a->kind == CPUDEV_MANAGED)
        check_mark_written(a->base, a->size); /* host code may write it unseen */
    if (a->kind == CPUDEV_SYMBOL || a->name)
        return;
    if (allocation_count % 256 == 0) {
        void *const grown = realloc(allocations, (allocation_count + 256) * sizeof *allocations);
        if (!grown)
            return;
        allocations = grown;
    }
    allocations[allocation_count].a = a;
    allocations[allocation_count++].failing = check_failing_call;
}

void cpudev_hook_freed(const cpudev_allocation *a) {
    check_shadow_freed(a);
    if (in_heap(a)) /* stays as a tombstone */
        return;
    for (size_t i = 0; i < allocation_count; i++)
        if (allocations[i].a == a) {
            allocations[i] = allocations[--allocation_count];
            return;
        }
}

/* An index is too large more often than it is below 0: what lies before a counts as far away. */
static size_t distance(const cpudev_allocation *a, uintptr_t p) {
    return p < a->base ? 4 * (a->base - p) : p - a->base < a->size ? 0 : p - a->base - a->size + 1;
}

const cpudev_allocation *check_closest_allocation(uintptr_t p) {
    const cpudev_allocation *best = NULL;
    for (size_t i = 0; i < allocation_count; i++)
        if (!best || distance(allocations[i].a, p) < distance(best, p))
            best = allocations[i].a;
    return best;
}

/* ---- copies ---------------------------------------------------------------------------------- */

void cpudev_hook_host_wrote(const void *p, size_t bytes, void *from) {
    check_mark_written((uintptr_t)p, bytes);
    if (check_profiling)
        profile_copy(true, bytes, from);
}

void cpudev_hook_host_read(const void *p, size_t bytes, void *from) {
    static const char kind[] = "uninitialized-read";
    if (check_profiling)
        profile_copy(false, bytes, from);
    if (!bytes || !check_never_written((uintptr_t)p, bytes) || check_repeated(kind, from))
        return;
    char what[512];
    check_describe_memory((uintptr_t)p, bytes, what, sizeof what);
    unsigned kernels, others;
    cpudev_count_pending(&kernels, &others);
    check_report(kind, from, "copies %zu bytes that nothing has written, %s%s", bytes, what,
                 kernels ? "; a kernel launched in another stream has not run yet, and nothing "
                           "waits for it"
                         : "");
}

void cpudev_hook_finding(const char *kind, void *from, const char *text) {
    check_report(kind, from, "%s", text);
    if (!strcmp(kind, "device-memory-on-host"))
        check_give_up("host code cannot reach device memory");
    if (!strcmp(kind, "endless-host-code"))
        check_give_up("its processor time is used up");
}

/* ---- errors ---------------------------------------------------------------------------------- */

void cpudev_hook_error_returned(cudaError_t e, const char *api, void *from, const char *why,
                                bool said) {
    check_failing_returned(api, from);
    if (why && !check_is_found(from)) /* a finding says it in the same words */
        check_refused(from, e, said, "%s returned %s: %s", api, cpudev_error_name(e), why);
    if (e == cudaErrorNotReady || (sticky_seen && e == cpudev_sticky()))
        return;
    if (from && strcmp(api, "kernel launch") && check_looks_at_result(from)) {
        if (e == unchecked.error)
            unchecked.error = cudaSuccess;
        sticky_seen |= e == cpudev_sticky();
        return;
    }
    if (unchecked.error == cudaSuccess) {
        unchecked.error = e;
        unchecked.api = api;
        unchecked.from = from;
        snprintf(unchecked.why, sizeof unchecked.why, "%s", why ? why : "");
    } else {
        unchecked.more++;
    }
}

void cpudev_hook_error_queried(void) {
    check_failing_asked_for();
    sticky_seen |= cpudev_sticky() != cudaSuccess;
    unchecked.error = cudaSuccess;
    unchecked.more = 0;
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Of the calls in which an allocation failed, or of the others. */
static void report_leaks_of(bool failing) {
    for (size_t i = 0; i < allocation_count; i++) {
        const cpudev_allocation *a = allocations[i].a;
        if (a->freed || (allocations[i].failing != 0) != failing)
            continue;
        check_failing_call = allocations[i].failing;
        check_report("memory-leak", a->allocated_at, "%zu bytes from %s were never freed; %s",
                     a->size, a->api,
                     a->kind == CPUDEV_ARRAY    ? "call cudaFreeArray"
                     : a->kind == CPUDEV_PINNED ? "call cudaFreeHost (or cudaHostUnregister)"
                                                : "call cudaFree");
    }
    check_report_objects(failing);
    check_failing_call = 0;
}

/* What stays behind in any call is told first, and then only what a failure leaves. */
static void report_leaks(void) {
    if (cpudev_sticky()) /* nothing could be freed any more */
        return;
    report_leaks_of(false);
    report_leaks_of(true);
}

/* A program that ends with an error of its own has noticed, and may leave memory to the system. */
void check_host_finish(int status) {
    if (status != 0)
        return;
    const cudaError_t e = unchecked.error; /* asking for its text counts as a look */
    if (e != cudaSuccess) {
        char more[64] = "";
        if (unchecked.more)
            snprintf(more, sizeof more, ", the first of %zu failures", unchecked.more + 1);
        check_report(
            "unchecked-error", unchecked.from,
            "%s failed with %s (%s)%s, and the program ended without a look at it; test what "
            "the call returns, or cudaGetLastError() after a launch",
            unchecked.api, cpudev_error_name(e),
            *unchecked.why ? unchecked.why : cudaGetErrorString(e), more);
    }
    report_leaks();
}
