// Headers of instructions that nobody uses, and of assembler text.
#if defined(__x86_64__)
#include <immintrin.h>
#include <sys/io.h>
#include <x86intrin.h>
#endif
#include <cmath>
#include <fcntl.h>
#include <linux/types.h>
#include <pthread.h>
#include <random>
#include <semaphore.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
/* # 1 "plan.txt" 1: what is to be done
 * #define _MM_HINT_T0 */
const char *raw_ = R"x(# 1 "/usr/include/stdio.h" 1)x", *marked = "<a/*b", *quoted = "\"";
#define LESS(a) ((a) < 'x' ? "<" : ">")
float half() {
    return std::sqrt(0.25f) * 1e+0f;
}
