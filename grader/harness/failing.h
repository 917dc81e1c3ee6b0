/* failing.h - a function of the student's where one of its CUDA calls fails (that allocates,
 * copies, sets or launches), as on a device that is full or broken: it is called once for each of
 * them. What these calls leave allocated the checker finds. On the CPU device alone. */
#ifndef HARNESS_FAILING_H
#define HARNESS_FAILING_H

#include <algorithm>
#include "harness.h"

#ifdef CPUDEV_CHECKED
extern "C" cudaError_t check_failing(int nth);
#endif

/* FAILING_NONE: more calls than there are; findings are marked with it and one more. */
enum { FAILING_MOST = 64, FAILING_UNTOUCHED = 0x5A, FAILING_NONE = 999999 };

/* Raw, of the function NAME that call() calls: NAME.first (what it returns undisturbed; where that
 * is an error, nothing more); NAME.count (its CUDA calls); for each of them: NAME.given (the error
 * with which that one failed), NAME.codes (what NAME returned then) and NAME.same (1: and yet the
 * `count` results are those of the first call, to float's precision, for sums may come in another
 * order); NAME.after (0: undisturbed once more all is as at first; else the error, or -1: other
 * results). call() itself gives back what the function handed out; fetch() brings the results from
 * where call() leaves them. */
template <class T, class Call, class Fetch>
void failing(const char *name, T *results, size_t count, Call call, Fetch fetch) {
#ifdef CPUDEV_CHECKED
    char key[100];
    const size_t bytes = count * sizeof(T);
    std::vector<T> first(count);
    std::vector<int> codes, given, same;
    auto again = [&](int nth, cudaError_t *failed) {
        if (bytes > 0)
            memset((void *)results, FAILING_UNTOUCHED, bytes);
        check_failing(nth);
        const cudaError_t error = call();
        *failed = check_failing(-1);
        cudaGetLastError();
        fetch();
        return error;
    };
    auto as_first = [&] {
        bool right = count > 0;
        for (size_t i = 0; i < count; i++)
            right &= fabs((double)results[i] - (double)first[i]) <= 1e-4 * fabs((double)first[i]);
        return right;
    };
    cudaError_t failed = cudaSuccess;
    const cudaError_t undisturbed = again(-1, &failed);
    snprintf(key, sizeof key, "%s.first", name);
    write_number(key, (double)(int)undisturbed);
    if (undisturbed != cudaSuccess)
        return;
    std::copy(results, results + count, first.begin());
    again(FAILING_NONE, &failed);
    const bool steady = as_first(); /* else it is wrong without any error */
    for (int nth = 0; nth < FAILING_MOST; nth++) {
        const cudaError_t error = again(nth, &failed);
        if (failed == cudaSuccess)
            break;
        codes.push_back((int)error);
        given.push_back((int)failed);
        same.push_back(as_first());
    }
    snprintf(key, sizeof key, "%s.count", name);
    write_number(key, (double)codes.size());
    snprintf(key, sizeof key, "%s.codes", name);
    write_raw(key, codes);
    snprintf(key, sizeof key, "%s.given", name);
    write_raw(key, given);
    snprintf(key, sizeof key, "%s.same", name);
    write_raw(key, same);
    const cudaError_t after = again(-1, &failed);
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
