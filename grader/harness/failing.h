/* failing.h - a function of the student's where one of its CUDA calls fails (that allocates,
 * copies, sets or launches), as on a device that is full or broken. What these calls leave
 * allocated the checker finds. On the CPU device alone. labs/common/selftest.h does the same at
 * home. */
#ifndef HARNESS_FAILING_H
#define HARNESS_FAILING_H

#include <algorithm>
#include <time.h>
#include "harness.h"

#ifdef CPUDEV_CHECKED
extern "C" {
cudaError_t check_failing(int nth);
int check_failing_calls(void);
int check_failing_choice(int count, int trial);
bool check_failing_asked(void);
extern int check_failing_call;
}
#endif

/* FAILING_NONE: more calls than there are: nothing fails, and findings are marked as those of a
 * second call. FAILING_SECONDS: of processor, after which no further call is tried. */
enum { FAILING_UNTOUCHED = 0x5A, FAILING_NONE = 999999, FAILING_SECONDS = 5 };

/* Raw, of the function NAME that call() calls: NAME.first (what it returns undisturbed; where that
 * is an error, nothing more); NAME.calls (how many CUDA calls it made); then of each trial T, from
 * 0, in which one of these fails (of very many calls some are tried): NAME.trialT (the number by
 * which the checker knows it), and when call() has returned NAME.resultT: what NAME returned, the
 * error with which the call failed (0: it did not come to it), 1 when the `count` results are yet
 * those of the first call (to float's precision, for sums may come in another order), and 1 when
 * the last error was asked for after the failure. NAME.after (0: undisturbed once more all is as at
 * first; else the error, or -1: other results). call() itself gives back what the function handed
 * out; fetch() brings the results from where call() leaves them. */
template <class T, class Call, class Fetch>
void failing(const char *name, T *results, size_t count, Call call, Fetch fetch) {
#ifdef CPUDEV_CHECKED
    char key[100];
    const size_t bytes = count * sizeof(T);
    std::vector<T> first(count);
    cudaError_t failed = cudaSuccess;
    int calls = 0;
    auto again = [&](int nth, int trial) {
        if (bytes > 0)
            memset((void *)results, FAILING_UNTOUCHED, bytes);
        check_failing(nth);
        if (trial >= 0) {
            snprintf(key, sizeof key, "%s.trial%d", name, trial);
            write_number(key, check_failing_call);
        }
        const cudaError_t error = call();
        calls = check_failing_calls();
        failed = check_failing(-1);
        cudaGetLastError();
        if (cudaDeviceSynchronize() == cudaSuccess) /* else a kernel broke, and all calls fail */
            fetch();
        return error;
    };
    auto as_first = [&] {
        bool right = count > 0;
        for (size_t i = 0; i < count; i++)
            right &= fabs((double)results[i] - (double)first[i]) <= 1e-4 * fabs((double)first[i]);
        return right;
    };
    harness_uncounted uncounted; /* nobody asks for the counts of so many launches */
    check_failing(-1);
    const cudaError_t undisturbed = again(-1, -1);
    snprintf(key, sizeof key, "%s.first", name);
    write_number(key, (double)(int)undisturbed);
    if (undisturbed != cudaSuccess)
        return;
    const int of_these = calls;
    snprintf(key, sizeof key, "%s.calls", name);
    write_number(key, of_these);
    std::copy(results, results + count, first.begin());
    again(FAILING_NONE, -1);
    const bool steady = as_first(); /* else it is wrong without any error */
    const clock_t start = clock();
    double longest = 0;
    for (int trial = 0, nth; (nth = check_failing_choice(of_these, trial)) >= 0; trial++) {
        const clock_t before = clock();
        const cudaError_t error = again(nth, trial);
        const double result[] = {(double)(int)error, (double)(int)failed, (double)as_first(),
                                 (double)check_failing_asked()};
        snprintf(key, sizeof key, "%s.result%d", name, trial);
        write_raw(key, result, 4);
        if (failed != cudaSuccess && error != failed && !(error == cudaSuccess && as_first()))
            break; /* an error that is lost: enough is known */
        longest = std::max(longest, (double)(clock() - before) / CLOCKS_PER_SEC);
        if ((double)(clock() - start) / CLOCKS_PER_SEC + longest > FAILING_SECONDS)
            break;
    }
    const cudaError_t after = again(-1, -1);
    snprintf(key, sizeof key, "%s.after", name);
    write_number(key, after != cudaSuccess ? (double)(int)after : steady && !as_first() ? -1 : 0);
#else
    (void)name, (void)results, (void)count, (void)call, (void)fetch;
#endif
}

/* Where call() itself leaves the results. */
template <class T, class Call> void failing(const char *name, T *results, size_t count, Call call) {
    failing(name, results, count, call, [] {});
}

/* The same for a function that hands out arrays, textures or memory and computes nothing. */
template <class Call> void failing(const char *name, Call call) {
    failing(name, (int *)NULL, 0, call);
}

/* The same for results that lie in a vector. */
template <class T, class A, class Call>
void failing(const char *name, std::vector<T, A> &results, Call call) {
    failing(name, results.data(), results.size(), call);
}

#endif
