/* refuse.c - why a call is refused: one sentence that names the argument, its value, what is
 * allowed and what to do. CPUDEV_RESULT hands it to the checker; CPU_DEVICE_EXPLAIN=1 prints it
 * without one.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

static __thread struct {
    cudaError_t error; /* cudaSuccess: no reason was given */
    bool said;         /* it stands on standard error already */
    char text[900];
} reason;

static void set_reason(cudaError_t e, bool said, const char *format, va_list arguments) {
    reason.error = e;
    reason.said = said;
    vsnprintf(reason.text, sizeof reason.text, format, arguments);
}

cudaError_t cpudev_refuse(cudaError_t e, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_reason(e, false, format, arguments);
    va_end(arguments);
    return e;
}

cudaError_t cpudev_refuse_aloud(cudaError_t e, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set_reason(e, true, format, arguments);
    va_end(arguments);
    cpudev_complain("%s", reason.text);
    return e;
}

cudaError_t cpudev_refuse_null(const char *argument) {
    return cpudev_refuse(cudaErrorInvalidValue,
                         "the argument %s is NULL; pass the address of a variable", argument);
}

cudaError_t cpudev_refuse_device(int device) {
    return cpudev_refuse(cudaErrorInvalidDevice, "there is no device %d; the only one is number 0",
                         device);
}

cudaError_t cpudev_refuse_stream(cudaStream_t stream) {
    return cpudev_refuse(cudaErrorInvalidResourceHandle,
                         "the stream %p does not exist: it was never created, or it was destroyed; "
                         "use 0 or one of cudaStreamCreate",
                         (void *)stream);
}

cudaError_t cpudev_refuse_host_memory(void) {
    return cpudev_refuse(cudaErrorMemoryAllocation, "the host has no memory left for the record");
}

cudaError_t cpudev_refuse_failing(cudaError_t e) {
    const int trial = cpudev_hook_failing(e);
    if (!trial)
        return cudaSuccess;
    return cpudev_refuse(e, "it is let fail here, in trial %d", trial);
}

void cpudev_forget_reason(void) {
    reason.error = cudaSuccess;
}

#ifndef CPUDEV_CHECK
/* The plain build says nothing by itself: a correct program may try what is refused. */
static bool wants_explanation(void) {
    const char *wish = getenv("CPU_DEVICE_EXPLAIN");
    return wish && *wish && strcmp(wish, "0") != 0;
}
#endif

/* What the program called, where a template of the headers stands between. */
static const char *called(const char *api) {
    static const char *const names[][2] = {
        {"cpudev_bind_texture", "cudaBindTexture"},
        {"cpudev_bind_texture_2d", "cudaBindTexture2D"},
        {"cpudev_bind_texture_to_array", "cudaBindTextureToArray"},
        {"cpudev_unbind_texture", "cudaUnbindTexture"},
        {"cpudev_texture_alignment_offset", "cudaGetTextureAlignmentOffset"},
        {"cpudev_mem_prefetch", "cudaMemPrefetchAsync"},
        {"cpudev_mem_advise", "cudaMemAdvise"},
        {"cpudev_max_potential_block_size", "cudaOccupancyMaxPotentialBlockSize"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(api, names[i][0]))
            return names[i][1];
    return api;
}

void cpudev_explain(cudaError_t e, const char *inner, void *from) {
    const char *api = called(inner);
    const char *why = reason.error == e ? reason.text : NULL;
    const bool said = why && reason.said;
    cpudev_hook_error_returned(e, api, from, why, said);
#ifndef CPUDEV_CHECK
    if (why && !said && wants_explanation()) {
        char where[300];
        cpudev_describe_code((char *)from - 1, where, sizeof where);
        fprintf(stderr, "cpu-device: refused: %s: %s returned %s: %s\n", where, api,
                cpudev_error_name(e), why);
    }
#endif
    cpudev_forget_reason();
}
