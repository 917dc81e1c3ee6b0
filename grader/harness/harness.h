/* harness.h - what the harnesses share: main, their arguments and the raw numbers. A harness, that
 * is harness_main, calls what the student owes on hidden inputs and writes what came out; whether
 * it is right is not its business. It is started as: PROGRAM NAME=VALUE..., and raw goes where
 * account.h says. */
#ifndef HARNESS_H
#define HARNESS_H

#include <cuda_runtime.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <vector>
#include "account.h"
#include "draws.h"

static int harness_argc;
static char **harness_argv;
static const char *harness_prefix = ""; /* of the names in raw */

/* The text of the argument PREFIX NAME=VALUE; NULL: there is none. */
static inline const char *argument_of(const char *prefix, const char *name) {
    const size_t before = strlen(prefix), length = strlen(name);
    for (int i = 1; i < harness_argc; i++)
        if (strncmp(harness_argv[i], prefix, before) == 0 &&
            strncmp(harness_argv[i] + before, name, length) == 0 &&
            harness_argv[i][before + length] == '=')
            return harness_argv[i] + before + length + 1;
    return NULL;
}

/* The text of the argument NAME=VALUE, in this call; NULL: there is none. */
static inline const char *argument_if_any(const char *name) {
    const char *text = argument_of(harness_prefix, name);
    return text != NULL ? text : argument_of("", name);
}

static inline const char *argument_text(const char *name) {
    const char *text = argument_if_any(name);
    if (text != NULL)
        return text;
    fprintf(stderr, "harness: no argument %s\n", name);
    exit(2);
}

static inline int argument(const char *name) {
    return atoi(argument_text(name));
}

static inline uint64_t hidden_seed() {
    return strtoull(argument_text("seed"), NULL, 10);
}

/* Memory of the caller's, which a function of the student's must leave alone, and what stands in
 * it. A reset in the last destructor takes it too, and leaks with it: raw says kept 0 then. */
struct harness_memory {
    void *p = NULL;
    uintptr_t turned = 0; // p with all bits turned: host memory that is overwritten is no reset
    unsigned char mark[16] = {};
    ~harness_memory();
};
static harness_memory harness_kept;

/* A call that resets the device takes all memory of the program: "reset". */
static inline void write_reset() {
    cudaPointerAttributes what;
    if (harness_kept.p == NULL || ~(uintptr_t)harness_kept.p != harness_kept.turned ||
        cudaPointerGetAttributes(&what, harness_kept.p) != cudaSuccess ||
        what.type != cudaMemoryTypeUnregistered) {
        cudaGetLastError();
        return;
    }
    harness_kept.p = NULL;
    account_line("reset 1\n1\n");
    account_send();
}

inline harness_memory::~harness_memory() {
    unsigned char now[sizeof mark];
    write_reset();
    if (p == NULL || ~(uintptr_t)p != turned)
        return;
    if (cudaMemcpy(now, p, sizeof now, cudaMemcpyDeviceToHost) != cudaSuccess)
        cudaGetLastError(); /* a kernel has failed before: nothing can be read any more */
    else if (memcmp(now, mark, sizeof now) != 0)
        account_line("kept 1\n0\n");
    cudaFree(p);
}

static inline void harness_keep() {
    if (getrandom(harness_kept.mark, sizeof harness_kept.mark, 0) < 0 ||
        cudaMalloc(&harness_kept.p, 256) != cudaSuccess)
        harness_kept.p = NULL;
    if (harness_kept.p && cudaMemcpy(harness_kept.p, harness_kept.mark, sizeof harness_kept.mark,
                                     cudaMemcpyHostToDevice) != cudaSuccess)
        harness_kept.p = NULL;
    harness_kept.turned = ~(uintptr_t)harness_kept.p;
}

void harness_main();
static inline void write_number(const char *name, double value);

#ifdef CPUDEV_CHECKED
extern "C" void check_disturb(const char *what);

/* A program that compares its results with the host's may end itself where they are disturbed. */
static void harness_aborted(int) {
    exit(1);
}
#endif

/* With means=WHAT all is done once more while WHAT (textures, or the name of a constant variable)
 * delivers something else; raw has that as disturbed.NAME. Results that came from there have
 * changed by it (judge_follows). Before, it is done again as it was, as again0.NAME and so on, a
 * number of times that nobody knows: who counts calls does not know which one is disturbed. On the
 * CPU device alone. */
static inline void harness_disturbed() {
#ifdef CPUDEV_CHECKED
    const char *what = argument_if_any("means");
    if (what == NULL || cudaDeviceSynchronize() != cudaSuccess)
        return;
    unsigned char times = 0;
    if (getrandom(&times, sizeof times, 0) < 0)
        return;
    static char prefix[20];
    harness_prefix = prefix;
    for (int i = 0; i <= times % 3; i++) {
        snprintf(prefix, sizeof prefix, "again%d.", i);
        write_number("asked", 1);
        check_disturb("");
        harness_main();
        if (cudaDeviceSynchronize() != cudaSuccess)
            return;
    }
    snprintf(prefix, sizeof prefix, "disturbed.");
    write_number("asked", 1);
    check_disturb(what);
    void (*const before)(int) = signal(SIGABRT, harness_aborted);
    account_may_end();
    harness_main();
    cudaDeviceSynchronize();
    signal(SIGABRT, before);
    check_disturb(NULL);
    harness_prefix = "";
#endif
}

template <class T> static void write_raw(const char *name, const T *values, size_t count);
static inline void write_number(const char *name, double value);

/* Are calls to be made beyond the first ones? Not in the calls that repeat these, and not where a
 * GPU's launches are traced (traced=1): the profile is that of the first ones. */
static inline bool harness_goes_on() {
    return *harness_prefix == '\0' && argument_if_any("traced") == NULL;
}

/* While there is one, the CPU device counts nothing: counts and profile are those of the first
 * calls. Where harness_goes_on(). */
struct harness_uncounted {
    harness_uncounted() {
        count(false);
    }
    ~harness_uncounted() {
        count(true);
    }

  private:
    static void count(bool on) {
        if (cudaDeviceSynchronize() != cudaSuccess) /* what was launched has run, or never will */
            cudaGetLastError();
#ifdef CPUDEV_CHECKED
        check_disturb(on ? NULL : "");
#else
        (void)on;
#endif
    }
};

/* With arguments other.NAME=VALUE all is done once more with these, in the same process: raw has
 * that as other.NAME, between other.asked and other.returned. What is kept from one call to the
 * next, or right for one size alone, shows. */
static inline void harness_other() {
    static char prefix[] = "other.";
    bool asked = false;
    for (int i = 1; i < harness_argc; i++)
        asked |= strncmp(harness_argv[i], prefix, strlen(prefix)) == 0;
    if (!asked || !harness_goes_on() || cudaDeviceSynchronize() != cudaSuccess)
        return;
    harness_uncounted uncounted;
    harness_prefix = prefix;
    write_number("asked", 1);
    harness_main();
    write_number("returned", 1);
    harness_prefix = "";
}

int main(int argc, char **argv) {
    harness_argc = argc;
    harness_argv = argv;
    account_start();
    harness_keep();
    harness_main();
    harness_other();
    harness_disturbed();
    account_returned();
    return 0;
}

template <class T> static void write_raw(const char *name, const T *values, size_t count) {
    account_line("%s%s %zu\n", harness_prefix, name, count);
    for (size_t i = 0; i < count; i++)
        account_line("%.17g\n", (double)values[i]);
    account_send(); /* what follows may crash */
}

template <class T, class A>
static void write_raw(const char *name, const std::vector<T, A> &values) {
    write_raw(name, values.data(), values.size());
}

static inline void write_number(const char *name, double value) {
    write_raw(name, &value, 1);
}

/* What a call of the student's returned, as "NAME.error". True when it is cudaSuccess. What the
 * call left behind for cudaGetLastError goes to "NAME.left": it must not be found by a later
 * call. */
static inline bool write_error(const char *name, cudaError_t error) {
    char key[100];
    snprintf(key, sizeof key, "%s.error", name);
    write_number(key, (double)(int)error);
    snprintf(key, sizeof key, "%s.left", name);
    write_number(key, (double)(int)cudaGetLastError());
    write_reset();
    return error == cudaSuccess;
}

/* Ends the harness when a CUDA call of its own fails; the student's code before it broke
 * something. */
static inline void must(cudaError_t error, const char *what) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    account_returned(); /* by ourselves: after a fault of a kernel all calls fail */
    exit(3);
}
#define MUST(call) must((call), #call)

/* Waits for a kernel that the harness launched; its errors are the student's: "NAME.error". */
static inline bool launched(const char *name) {
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    return write_error(name, error);
}

/* Device memory with a copy of host data, and back. */
template <class T, class A> static T *to_device(const std::vector<T, A> &values) {
    T *p = NULL;
    MUST(cudaMalloc((void **)&p, values.size() * sizeof(T)));
    MUST(cudaMemcpy(p, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

template <class T> static std::vector<T> to_host(const T *p, size_t count) {
    std::vector<T> values(count);
    MUST(cudaMemcpy(values.data(), p, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
}

#endif
