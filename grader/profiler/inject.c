/* liblabprof.so: traces the CUDA program that loads it. The driver loads it when the program starts
 * CUDA, because CUDA_INJECTION64_PATH names it; the program itself is not changed.
 *
 * Each process writes one file, $LABPROF_DIR/PID.trace, in the format of trace.h. Records are
 * written as soon as CUPTI has them, ten times a second at least, so that a killed program leaves
 * what was traced; a file without an "end" line is incomplete.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "records.h"

enum {
    BUFFER_BYTES = 1 << 20,
    LINE_BYTES = 8192,
    OUT_BYTES = 1 << 16,
    FLUSH_NS = 100000000,
    PATIENCE = 50 /* turns of FLUSH_NS: 5 s, see flush_regularly */
};

static struct {
    pthread_mutex_t lock;
    int file; /* -1: nothing is written (a forked child, or no folder) */
    char text[OUT_BYTES];
    size_t used;
    size_t lines; /* ever appended */
} out = {.lock = PTHREAD_MUTEX_INITIALIZER, .file = -1};

static void out_flush(void) {
    size_t written = 0;
    while (out.file >= 0 && written < out.used) {
        ssize_t step = write(out.file, out.text + written, out.used - written);
        if (step < 0 && errno == EINTR)
            continue;
        if (step <= 0)
            break; /* a full disk: the file lacks its "end", so it counts as incomplete */
        written += (size_t)step;
    }
    out.used = 0;
}

/* Appends one line; the newline is added. out.lock is held. */
static void out_line(const char *format, ...) {
    if (out.used + LINE_BYTES > OUT_BYTES)
        out_flush();
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out.text + out.used, LINE_BYTES - 1, format, arguments);
    va_end(arguments);
    if (length > LINE_BYTES - 2)
        length = LINE_BYTES - 2; /* a kernel name of 8 KiB is cut */
    out.used += (size_t)(length > 0 ? length : 0);
    out.text[out.used++] = '\n';
    out.lines++;
}

/* ---- Records -------------------------------------------------------------------------------- */

typedef unsigned long long u64;

static void write_kernel(const KernelRecord *r) {
    out_line("kernel\t%llu\t%llu\t%u\t%u\t%u\t%d\t%d\t%d\t%d\t%d\t%d\t%u\t%d\t%d\t%u\t%s",
             (u64)r->start, (u64)r->end, r->deviceId, r->contextId, r->streamId, r->gridX, r->gridY,
             r->gridZ, r->blockX, r->blockY, r->blockZ, r->registersPerThread,
             r->staticSharedMemory, r->dynamicSharedMemory, r->correlationId,
             r->name ? r->name : "?");
}

static const char *copy_name(uint8_t kind) {
    static const char *const names[] = {"unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
                                        "AtoD",    "DtoA", "DtoD", "HtoH", "PtoP"};
    return kind < sizeof names / sizeof *names ? names[kind] : names[0];
}

static const char *memory_name(uint32_t kind) {
    static const char *const names[] = {"Unknown", "Pageable", "Pinned", "Device",
                                        "Array",   "Managed",  "Device", "Managed"};
    return kind < sizeof names / sizeof *names ? names[kind] : names[0];
}

static void write_copy(const CopyRecord *r) {
    out_line("copy\t%llu\t%llu\t%u\t%u\t%u\t%llu\t%s\t%s\t%s\t%u", (u64)r->start, (u64)r->end,
             r->deviceId, r->contextId, r->streamId, (u64)r->bytes, copy_name(r->copyKind),
             memory_name(r->srcKind), memory_name(r->dstKind), r->correlationId);
}

static void write_peer_copy(const PeerCopyRecord *r) {
    out_line("copy\t%llu\t%llu\t%u\t%u\t%u\t%llu\tPtoP\t%s\t%s\t%u", (u64)r->start, (u64)r->end,
             r->deviceId, r->contextId, r->streamId, (u64)r->bytes, memory_name(r->srcKind),
             memory_name(r->dstKind), r->correlationId);
}

static void write_set(const SetRecord *r) {
    out_line("set\t%llu\t%llu\t%u\t%u\t%u\t%llu\t%s\t%u", (u64)r->start, (u64)r->end, r->deviceId,
             r->contextId, r->streamId, (u64)r->bytes, memory_name(r->memoryKind),
             r->correlationId);
}

static void write_call(const CUpti_ActivityAPI *r) {
    bool runtime = r->kind == CUPTI_ACTIVITY_KIND_RUNTIME;
    const char *name = NULL;
    if (cuptiGetCallbackName(runtime ? CUPTI_CB_DOMAIN_RUNTIME_API : CUPTI_CB_DOMAIN_DRIVER_API,
                             r->cbid, &name) != CUPTI_SUCCESS ||
        !name)
        name = "?";
    out_line("%s\t%llu\t%llu\t%u\t%u\t%s", runtime ? "runtime" : "driver", (u64)r->start,
             (u64)r->end, r->threadId, r->correlationId, name);
}

static void write_record(const CUpti_Activity *record) {
    switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        write_kernel((const KernelRecord *)record);
        break;
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        write_copy((const CopyRecord *)record);
        break;
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
        write_peer_copy((const PeerCopyRecord *)record);
        break;
    case CUPTI_ACTIVITY_KIND_MEMSET:
        write_set((const SetRecord *)record);
        break;
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER:
        write_call((const CUpti_ActivityAPI *)record);
        break;
    case CUPTI_ACTIVITY_KIND_DEVICE: {
        const DeviceRecord *device = (const DeviceRecord *)record;
        out_line("device\t%u\t%s", device->id, device->name ? device->name : "?");
        break;
    }
    default:
        break;
    }
}

/* ---- What CUPTI calls ----------------------------------------------------------------------- */

static void CUPTIAPI buffer_requested(uint8_t **buffer, size_t *bytes, size_t *max_records) {
    *buffer = aligned_alloc(8, BUFFER_BYTES);
    *bytes = *buffer ? BUFFER_BYTES : 0;
    *max_records = 0;
}

static void CUPTIAPI buffer_completed(CUcontext context, uint32_t stream, uint8_t *buffer,
                                      size_t bytes, size_t valid) {
    (void)bytes;
    pthread_mutex_lock(&out.lock);
    if (out.file >= 0) {
        CUpti_Activity *record = NULL;
        while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS)
            write_record(record);
        size_t dropped = 0;
        if (cuptiActivityGetNumDroppedRecords(context, stream, &dropped) == CUPTI_SUCCESS &&
            dropped)
            out_line("dropped\t%zu", dropped);
        out_flush();
    }
    pthread_mutex_unlock(&out.lock);
    free(buffer);
}

/* Before a context goes (cudaDeviceReset) its records must be fetched. */
static void CUPTIAPI on_callback(void *user, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                 const void *data) {
    (void)user, (void)data;
    if (domain == CUPTI_CB_DOMAIN_RESOURCE && id == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING)
        cuptiActivityFlushAll(0);
    if (domain == CUPTI_CB_DOMAIN_RUNTIME_API) {
        const CUpti_CallbackData *call = data;
        if (call->callbackSite == CUPTI_API_ENTER)
            cuptiActivityFlushAll(0);
    }
}

/* ---- Start and end -------------------------------------------------------------------------- */

/* The signal that is to end the program, held back until its records are written; 0: none. */
static volatile sig_atomic_t ending;
static time_t ending_since;

static time_t seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* The first one waits for the records. One that comes some seconds later ends the program at once;
 * but `timeout` sends two of each, to the program and then to its group. */
static void on_end(int number) {
    if (!ending) {
        ending_since = seconds_now();
        ending = number;
    } else if (seconds_now() - ending_since >= 2) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

/* Interrupts and terminations (Ctrl-C, `timeout`) wait for the next turn of flush_regularly, unless
 * the program has a handler of its own. */
static void watch_signals(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction now, ours = {.sa_handler = on_end, .sa_flags = SA_RESTART};
        if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            sigaction(signals[i], &ours, NULL);
    }
}

static void forget_signals(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction now;
        if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler == on_end)
            signal(signals[i], SIG_DFL);
    }
}

/* A buffer with an unfinished record in it (a kernel that runs) is held back by CUPTI, with all
 * records before. Asked for all the same, it comes with that kernel lacking its time, for good. So:
 * - a program that is interrupted or terminated has it asked for at once;
 * - one that may be killed (nobody is told then) after PATIENCE idle turns, 5 s: longer than any
 *   kernel that is worth timing, shorter than the wall limits under which programs are killed. */
static void *flush_regularly(void *unused) {
    (void)unused;
    for (long idle = 0;; idle++) {
        nanosleep(&(struct timespec){.tv_nsec = FLUSH_NS}, NULL);
        size_t before = out.lines;
        cuptiActivityFlushAll(ending ? CUPTI_ACTIVITY_FLAG_FLUSH_FORCED : 0);
        if (ending) {
            forget_signals();
            kill(getpid(), ending);
        }
        if (out.lines != before)
            idle = -1;
        else if (idle == PATIENCE)
            cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    }
    return NULL;
}

static void finish(void) {
    if (out.file < 0)
        return;
    cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    pthread_mutex_lock(&out.lock);
    out_line("end");
    out_flush();
    close(out.file);
    out.file = -1;
    pthread_mutex_unlock(&out.lock);
}

/* A forked child has no CUDA of its parent's and must not write into its file. */
static void in_child(void) {
    if (out.file >= 0)
        close(out.file);
    forget_signals(); /* the thread that would end it is the parent's */
    out.file = -1;
    out.used = 0;
    pthread_mutex_init(&out.lock, NULL);
}

static bool open_trace(void) {
    const char *folder = getenv("LABPROF_DIR");
    char path[4096], program[4096];
    if (!folder)
        return false;
    snprintf(path, sizeof path, "%s/%ld.trace", folder, (long)getpid());
    out.file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (out.file < 0)
        return false;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    out_line("process\t%ld\t%s", (long)getpid(), program);
    return true;
}

/* The first CUPTI call that fails is written into the trace as an error, and ends the tracing. */
static bool good(CUptiResult code, const char *doing) {
    if (code == CUPTI_SUCCESS)
        return true;
    const char *text = NULL;
    cuptiGetResultString(code, &text);
    out_line("error\t%s: %s (the CUPTI of toolkit %d.%d; a driver older than the toolkit?)", doing,
             text ? text : "unknown CUPTI error", CUDA_VERSION / 1000, CUDA_VERSION % 1000 / 10);
    return false;
}

static bool start_tracing(void) {
    static const CUpti_ActivityKind kinds[] = {
        CUPTI_ACTIVITY_KIND_DEVICE, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
        CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMCPY2,
        CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_RUNTIME,
        CUPTI_ACTIVITY_KIND_DRIVER};
    CUpti_SubscriberHandle subscriber;
    uint32_t version = 0;
    if (!good(cuptiGetVersion(&version), "asking CUPTI for its version"))
        return false;
    if (version != CUPTI_API_VERSION) {
        out_line("error\tlabprof was built for CUPTI %d, this machine loads CUPTI %u: run "
                 "`make -C grader/profiler clean all`",
                 CUPTI_API_VERSION, version);
        return false;
    }
    if (!good(cuptiSubscribe(&subscriber, on_callback, NULL), "starting CUPTI") ||
        !good(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                                  CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING),
              "watching contexts") ||
        !good(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API,
                                  CUPTI_RUNTIME_TRACE_CBID_cudaDeviceReset_v3020),
              "watching cudaDeviceReset") ||
        !good(cuptiActivityRegisterCallbacks(buffer_requested, buffer_completed),
              "registering buffers"))
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!good(cuptiActivityEnable(kinds[i]), "enabling a kind of record"))
            return false;
    return true;
}

/* Called by the driver, once, while the program starts CUDA. */
__attribute__((visibility("default"))) int InitializeInjection(void) {
    if (out.file >= 0 || !open_trace())
        return 1;
    bool tracing = start_tracing();
    out_flush();
    pthread_atfork(NULL, NULL, in_child);
    if (!tracing)
        return 1; /* the program runs on, untraced; labprof reads the error */
    pthread_t thread;
    if (pthread_create(&thread, NULL, flush_regularly, NULL) == 0) {
        pthread_detach(thread);
        watch_signals();
    }
    atexit(finish);
    return 1;
}
