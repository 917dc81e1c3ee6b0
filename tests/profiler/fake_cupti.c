/* A CUPTI without a GPU, as far as liblabprof.so (grader/profiler/inject.c) uses one: kernels begin
 * and end when a program says so (fake.h), and an unfinished one holds its buffer back, as the real
 * one does. Compiled against the headers of the toolkit that labprof is built for. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fake.h"
#include "records.h"

#ifndef FAKE_VERSION
#define FAKE_VERSION CUPTI_API_VERSION
#endif

static CUpti_BuffersCallbackRequestFunc request;
static CUpti_BuffersCallbackCompleteFunc complete;
static uint8_t *buffer;
static size_t buffer_bytes, used;

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static KernelRecord *kernel_at(size_t offset) {
    return (KernelRecord *)(void *)(buffer + offset);
}

void fake_kernel_begin(const char *name) {
    size_t most;
    if (!buffer)
        request(&buffer, &buffer_bytes, &most);
    if (!buffer || used + sizeof(KernelRecord) > buffer_bytes)
        abort();
    KernelRecord *r = kernel_at(used);
    memset(r, 0, sizeof *r);
    r->kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    r->start = now();
    r->gridX = r->gridY = r->gridZ = r->blockX = r->blockY = r->blockZ = 1;
    r->registersPerThread = 11;
    r->name = name;
    used += sizeof *r;
}

void fake_kernel_end(void) {
    if (buffer) /* else it was given away unfinished */
        kernel_at(used - sizeof(KernelRecord))->end = now();
}

CUptiResult cuptiActivityFlushAll(uint32_t flag) {
    bool forced = flag & CUPTI_ACTIVITY_FLAG_FLUSH_FORCED;
    if (!buffer || used == 0)
        return CUPTI_SUCCESS;
    KernelRecord *last = kernel_at(used - sizeof *last);
    if (last->end == 0 && !forced)
        return CUPTI_SUCCESS;
    if (last->end == 0)
        last->start = 0;
    uint8_t *full = buffer;
    size_t valid = used;
    buffer = NULL;
    used = 0;
    complete(NULL, 0, full, buffer_bytes, valid);
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityGetNextRecord(uint8_t *from, size_t valid, CUpti_Activity **record) {
    size_t next = *record ? (size_t)((uint8_t *)*record - from) + sizeof(KernelRecord) : 0;
    if (next >= valid)
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = (CUpti_Activity *)(void *)(from + next);
    return CUPTI_SUCCESS;
}

CUptiResult cuptiGetVersion(uint32_t *version) {
    *version = FAKE_VERSION;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc ask,
                                           CUpti_BuffersCallbackCompleteFunc give) {
    request = ask;
    complete = give;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext context, uint32_t stream, size_t *dropped) {
    (void)context, (void)stream;
    *dropped = 0;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiSubscribe(CUpti_SubscriberHandle *subscriber, CUpti_CallbackFunc call,
                           void *user) {
    (void)subscriber, (void)call, (void)user;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiEnableCallback(uint32_t on, CUpti_SubscriberHandle subscriber,
                                CUpti_CallbackDomain domain, CUpti_CallbackId id) {
    (void)on, (void)subscriber, (void)domain, (void)id;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind) {
    (void)kind;
    return CUPTI_SUCCESS;
}

CUptiResult cuptiGetCallbackName(CUpti_CallbackDomain domain, uint32_t id, const char **name) {
    (void)domain, (void)id;
    *name = "fake";
    return CUPTI_SUCCESS;
}

CUptiResult cuptiGetResultString(CUptiResult result, const char **text) {
    (void)result;
    *text = "fake";
    return CUPTI_SUCCESS;
}
