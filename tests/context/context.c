/* context.c - are contexts (labs/cpu/runtime/context.h) switched as a compiler expects? Prints
 * "right" or what is wrong.  usage: context [SWITCHES]  then also nanoseconds a switch */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/context.h"

enum { SIZE = 64 * 1024, CONTEXTS = 3, ROUNDS = 1000 };

static void *context[CONTEXTS + 1]; /* the last is main's */
static int running, wrong;
static unsigned long sum[CONTEXTS];

/* Inlined, as in the runtime: a register that the switch forgets to name would keep a value. */
static inline __attribute__((always_inline)) void switch_to(int next) {
    const int me = running;
    running = next;
    cpudev_switch(&context[me], context[next]);
}

static void expect(int is_so, const char *what) {
    if (!is_so && !wrong++)
        printf("wrong: %s\n", what);
}

/* More values alive across a switch than there are registers of either kind, in a frame that must
 * be aligned. */
static __attribute__((noinline)) void keep_values(int me, int round) {
    unsigned long i[16];
    double d[24];
    char aligned[64] __attribute__((aligned(64)));
    for (int k = 0; k < 16; k++)
        i[k] = (unsigned long)(me * 1000003 + round * 101 + k);
    for (int k = 0; k < 24; k++)
        d[k] = me * 0.5 + round + k * 0.25;
    memset(aligned, me, sizeof aligned);
    expect((uintptr_t)aligned % 64 == 0, "the stack is not aligned");
    switch_to((me + 1) % CONTEXTS);
    for (int k = 0; k < 16; k++)
        expect(i[k] == (unsigned long)(me * 1000003 + round * 101 + k), "an integer is lost");
    for (int k = 0; k < 24; k++)
        expect(d[k] == me * 0.5 + round + k * 0.25, "a number is lost");
    expect(aligned[me] == me && aligned[63] == me, "memory is lost");
    sum[me] += i[3];
}

static void body(void) {
    const int me = running;
    expect((uintptr_t)__builtin_frame_address(0) % 16 == 0, "a new stack is not aligned");
    for (int round = 0; round < ROUNDS; round++)
        keep_values(me, round);
    if (me + 1 < CONTEXTS)
        switch_to(me + 1);
    switch_to(CONTEXTS);
    abort();
}

static void *first, *second;
static void answer(void) {
    for (;;)
        cpudev_switch(&second, first);
}

static __attribute__((noinline)) double nanoseconds(long switches) {
    struct timespec a, b;
    second = cpudev_new_context((char *)aligned_alloc(64, SIZE) + SIZE, answer);
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (long i = 0; i < switches / 2; i++)
        cpudev_switch(&first, second);
    clock_gettime(CLOCK_MONOTONIC, &b);
    return ((double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec)) /
           (double)switches;
}

int main(int argc, char **argv) {
    for (int c = 0; c < CONTEXTS; c++)
        context[c] = cpudev_new_context((char *)aligned_alloc(64, SIZE) + SIZE, body);
    running = CONTEXTS;
    switch_to(0);
    for (int c = 0; c < CONTEXTS; c++)
        expect(sum[c] == ROUNDS * (c * 1000003ul + 3) + 101ul * ROUNDS * (ROUNDS - 1) / 2,
               "a context did not run to its end");
    if (argc > 1)
        printf("%.2f ns a switch\n", nanoseconds(atol(argv[1])));
    if (!wrong)
        puts("right");
    return wrong != 0;
}
