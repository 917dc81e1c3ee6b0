/* messages.c - what g++ says of a translated source, as a student should read it: names from the
 * wrong side, what the CPU device has not, and no way through our headers. */
#define _GNU_SOURCE
#include <string.h>

#include "driver.h"

/* "error: 'x' is deprecated: device code ... [-W...]": names used from the wrong side, which the
 * translator lets g++ find (translate/suspects.c). Shows the line without what is g++'s. */
static bool show_wrong_side(const char *line, const char *end) {
    static const char deprecated[] = " is deprecated: ", device[] = "device code ",
                      host[] = "host code ";
    const char *at = memmem(line, (size_t)(end - line), deprecated, strlen(deprecated));
    const char *said = at ? at + strlen(deprecated) : NULL;
    if (!said ||
        (strncmp(said, device, strlen(device)) != 0 && strncmp(said, host, strlen(host)) != 0))
        return false;
    const char *quote = memmem(line, (size_t)(end - line), "\xe2\x80\x98", 3); /* a left quote */
    const char *option = memmem(said, (size_t)(end - said), " [", 2);
    while (quote && quote > line && !strchr(" m'", *quote)) /* before the quote and its colour */
        quote--;
    fprintf(stderr, "%.*s", quote ? (int)(quote + 1 - line) : 0, line);
    fprintf(stderr, "%.*s\n", (int)((option ? option : end) - said), said);
    return true;
}

/* Headers of nvcc's that the CPU device has not: how their names begin. */
static const char *missing_library(const char *header, const char *end) {
    static const struct {
        const char *begin, *library;
    } libraries[] = {
        {"cublas", "cuBLAS"},
        {"cufft", "cuFFT"},
        {"curand", "cuRAND"},
        {"cusparse", "cuSPARSE"},
        {"cusolver", "cuSOLVER"},
        {"cudnn", "cuDNN"},
        {"nvrtc", "run-time compiler"},
        {"nvjpeg", "nvJPEG"},
        {"nvml", "NVML"},
        {"npp", "NPP"},
        {"thrust/", "Thrust"},
        {"cub/", "CUB"},
        {"cuda/", "libcu++"},
        {"mma.h", "tensor cores"},
        {"cuda_gl_interop.h", "graphics interoperation"},
        {"cuda_pipeline", "asynchronous copies to shared memory"},
        {"cuda_fp8", "8-bit floats"},
        {"cudaGL.h", "graphics interoperation"},
        {"cudaEGL.h", "graphics interoperation"},
        {"cuda_egl_interop.h", "graphics interoperation"},
        {"cuda_vdpau_interop.h", "graphics interoperation"},
    };
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        const size_t length = strlen(libraries[i].begin);
        if ((size_t)(end - header) > length && strncmp(header, libraries[i].begin, length) == 0)
            return libraries[i].library;
    }
    return NULL;
}

/* "FILE:3:10: fatal error: cublas_v2.h: No such file or directory": says what is missing. */
static bool show_missing_header(const char *line, const char *end) {
    static const char before[] = "fatal error: ", after[] = ": No such file or directory";
    const size_t size = (size_t)(end - line);
    const char *close = memmem(line, size, after, strlen(after));
    const char *open = memmem(line, size, before, strlen(before));
    const char *name = open && close ? open + strlen(before) : NULL;
    while (name && *name == '\033') /* codes of a colour: ESC [ 31 m */
        name += strcspn(name, "mK\n") + 1;
    const char *stop = name;
    while (stop && stop < close && *stop != '\033')
        stop++;
    const char *library = name ? missing_library(name, stop + 1) : NULL;
    if (!library)
        return false;
    fprintf(stderr, "%.*s: the CPU device has no %s\n", (int)(close - line), line, library);
    return true;
}

static bool has_text(const char *line, const char *end, const char *words) {
    return memmem(line, (size_t)(end - line), words, strlen(words)) != NULL;
}

/* The messages without warnings: each begins with "FILE:LINE:COLUMN: warning: ", perhaps after
 * lines that say where ("In file included from ...", "FILE: In function ...:"), and lasts to the
 * next. */
char *messages_without_warnings(const char *messages) {
    char *kept = allocate(NULL, strlen(messages) + 1), *to = kept;
    const char *where =
        NULL; /* the lines that say where, of a message whose kind is not known yet */
    bool skipping = false;
    for (const char *end; *messages; messages = end) {
        end = strchrnul(messages, '\n');
        end += *end == '\n';
        const bool warning = has_text(messages, end, "warning: ");
        if (warning || has_text(messages, end, "error: ")) {
            const char *from = where ? where : messages;
            skipping = warning;
            if (!skipping)
                to = mempcpy(to, from, (size_t)(end - from));
            where = NULL;
        } else if (has_text(messages, end, "In file included from") ||
                   (*messages != ' ' && has_text(messages, end, ":\n")) || where) {
            where = where ? where : messages;
        } else if (!skipping) {
            to = mempcpy(to, messages, (size_t)(end - messages));
        }
    }
    *to = '\0';
    return kept;
}

/* "FILE:3:9: error: call to 'NAME<...>' declared with attribute error: TEXT": our headers refuse
 * NAME with TEXT. Shows both once, however often g++ met the call; is it told already? */
static bool show_refused(const char *line, const char *end, struct list *told, bool *again) {
    static const char kind[] = "error: ", attribute[] = " declared with attribute error: ";
    const size_t size = (size_t)(end - line);
    const char *said = memmem(line, size, attribute, strlen(attribute));
    const char *stop = said ? memmem(line, size, kind, strlen(kind)) : NULL;
    if (!stop)
        return false;
    said += strlen(attribute);
    stop += strlen(kind);
    while (strncmp(stop, "\033[", 2) == 0) /* codes of a colour */
        stop += strcspn(stop, "mK\n") + 1;
    const char *shown = text("%.*s%.*s", (int)(stop - line), line, (int)(end - said), said);
    *again = false;
    for (size_t i = 0; i < told->count; i++)
        *again = *again || strcmp(told->items[i], shown) == 0;
    if (!*again) {
        add(told, shown);
        fprintf(stderr, "%s\n", shown);
    }
    return true;
}

/* "In lambda function,", and lines "    inlined from 'cpu_device::...' at FILE": how our headers
 * come to call a kernel is nobody's matter. The first is told by the line behind it. */
static bool is_way_through_ours(const char *line, const char *end) {
    static const char inlined[] = "    inlined from ", ours[] = "cpu_device::";
    const char *next = *end ? end + 1 : end;
    const char *from = *line == ' ' ? line : next;
    if (strncmp(from, inlined, strlen(inlined)) != 0 || (from == next && end[-1] != ','))
        return false;
    return memmem(from, strcspn(from, "\n"), ours, strlen(ours)) != NULL;
}

/* Kernels are lambdas to g++. */
void messages_show(const char *messages) {
    static const char lambda[] = "In lambda function:", werror[] = "cc1plus: some warnings being";
    bool replaced = false, again = false;
    struct list told = {0};
    for (const char *end; *messages; messages = end + (*end == '\n')) {
        end = strchrnul(messages, '\n');
        const char *at = memmem(messages, (size_t)(end - messages), lambda, strlen(lambda));
        if (again && *messages == ' ') /* the line that was shown before */
            continue;
        again = false;
        if (end > messages && is_way_through_ours(messages, end))
            continue;
        if (show_wrong_side(messages, end))
            replaced = true;
        else if (show_missing_header(messages, end) || show_refused(messages, end, &told, &again))
            continue;
        else if (at)
            fprintf(stderr, "%.*sIn a kernel or lambda function:\n", (int)(at - messages),
                    messages);
        else if (!replaced || strncmp(messages, werror, strlen(werror)) != 0)
            fprintf(stderr, "%.*s\n", (int)(end - messages), messages);
    }
}
