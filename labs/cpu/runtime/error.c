/* error.c - the last error of a host thread, sticky errors, their names, and the runtime's lock. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "cpu_device/runtime_functions.h"
#include "core.h"

static __thread cudaError_t last_error;
static cudaError_t sticky_error;
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

int cpudev_lock(void) {
    pthread_mutex_lock(&lock);
    cpudev_start();
    cpudev_forget_reason();
    return 1;
}

bool cpudev_try_lock(void) {
    return pthread_mutex_trylock(&lock) == 0;
}

void cpudev_unlock(const int *locked) {
    (void)locked;
    pthread_mutex_unlock(&lock);
}

cudaError_t cpudev_sticky(void) {
    return sticky_error;
}

cudaError_t cpudev_error(cudaError_t e) {
    if (e == cudaSuccess)
        e = sticky_error;
    if (e != cudaSuccess)
        last_error = e;
    return e;
}

cudaError_t cpudev_sticky_error(cudaError_t e) {
    if (sticky_error == cudaSuccess)
        sticky_error = e;
    return cpudev_error(sticky_error);
}

void cpudev_sticky_reset(void) {
    if (sticky_error != cudaSuccess)
        sticky_error = cudaErrorDevicesUnavailable;
}

void *cpudev_last_call;

cudaError_t cpudev_result(cudaError_t e, const char *api, void *from) {
    cpudev_last_call = from;
    /* "Not ready" is an answer, not a failure: CUDA does not record it. */
    if (e == cudaErrorNotReady)
        return e;
    return cpudev_answer(cpudev_error(e), api, from);
}

cudaError_t cpudev_answer(cudaError_t e, const char *api, void *from) {
    cpudev_last_call = from;
    if (e == cudaSuccess)
        return e;
    last_error = e;
    cpudev_explain(e, api, from);
    return e;
}

void cpudev_complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    flockfile(stderr);
    fputs("cpu-device: error: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    funlockfile(stderr);
    va_end(arguments);
}

cudaError_t cudaGetLastError(void) {
    cpudev_hook_error_queried();
    /* A sticky error is forgotten here too, and every other call returns it again. */
    const cudaError_t e = last_error;
    last_error = cudaSuccess;
    return e;
}

cudaError_t cudaPeekAtLastError(void) {
    cpudev_hook_error_queried();
    return last_error;
}

const char *cpudev_error_name(cudaError_t e) {
    switch (e) {
#define CPUDEV_ERROR(name, number, text)                                                           \
    case name:                                                                                     \
        return #name;
#include "cpu_device/errors.def"
#undef CPUDEV_ERROR
    }
    return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t e) {
    if (e != cudaSuccess)
        cpudev_hook_error_queried(); /* who wants it in words has looked */
    return cpudev_error_name(e);
}

const char *cudaGetErrorString(cudaError_t e) {
    if (e != cudaSuccess)
        cpudev_hook_error_queried(); /* who wants it in words has looked */
    switch (e) {
#define CPUDEV_ERROR(name, number, text)                                                           \
    case name:                                                                                     \
        return text;
#include "cpu_device/errors.def"
#undef CPUDEV_ERROR
    }
    return "unrecognized error code";
}
