/* turns.c - threads that go round in a loop let others run.
 *
 * CUDA promises that every thread makes progress, so a loop may wait for what another thread
 * writes. Atomics count themselves (abi.h). Files that may wait in other ways (volatile variables,
 * the compiler's own atomics; the translator finds them), and all files of checked programs, are
 * compiled with -fsanitize-coverage=trace-pc: g++ calls __sanitizer_cov_trace_pc at each step,
 * which is each basic block that is left after optimisation. A thread may give way at any of them.
 *
 * What a thread knows at a step is on its stack and in the registers that a call keeps. When it
 * comes back to a state in which it has been, it has changed nothing of its own since, and goes
 * round until memory changes: it gives way to others, as after an atomic in vain. A thread that is
 * seen in ever new states computes; it gives way too, since it may count how often it has asked,
 * but seldom, and that is progress.
 */
#include <fenv.h>
#include <time.h>

#include "block.h"
#include "context.h"

enum {
    STEPS = 32768,       /* between two looks at a thread */
    STEPS_WAITING = 256, /* the same, once it was seen waiting */
    LOOK = 128,          /* steps that a look takes: loops of as many are seen */
    COMPUTES = 8         /* looks at a thread that computes until it gives way */
};

/* 1: the next step calls look(). */
static __thread unsigned steps_left = STEPS;

static __thread struct {
    unsigned steps; /* left in this look; 0: there is none */
    uint64_t state; /* of the thread when it began */
    unsigned looks;
} seen;

__thread unsigned cpudev_asked_clock;

static clock_t cycles(void) {
#ifdef __x86_64__
    return (clock_t)__builtin_ia32_rdtsc();
#else
    clock_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#endif
}

/* clock() of .cu files (cuda_runtime.h): CUDA has one for each side. */
clock_t cpudev_clock(void);
clock_t cpudev_clock(void) {
    if (!cpudev_self)
        return clock();
    cpudev_asked_clock = 1;
    return cycles();
}

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

static uint64_t state_of(const uint64_t *registers, const uint64_t *frame) {
    const uint64_t *top = (const uint64_t *)cpudev_running_stack()->stack_top;
    uint64_t hash = 0;
    for (unsigned i = 0; i < CPUDEV_KEPT_REGISTERS; i++)
        hash = mix(hash, registers[i]);
    for (; frame < top; frame++)
        hash = mix(hash, *frame);
    return hash;
}

/* What a look costs grows with the stack, and so does what lies between two. */
static unsigned until_next_look(const uint64_t *frame) {
    const unsigned char *top = cpudev_running_stack()->stack_top;
    return STEPS + (unsigned)(top - (const unsigned char *)frame) * 8;
}

static void give_way(bool computes, void *pc) {
    const bool changed = computes || cpudev_asked_clock;
    cpudev_asked_clock = 0;
    /* A step may lie within arithmetic in a rounding mode of its own (rounding.h), which is this
     * thread's alone: a change of fibers does not keep it. */
    const int rounding = fegetround();
    fesetround(FE_TONEAREST);
    cpudev_many_atomics(changed, pc);
    fesetround(rounding);
    if (!computes)
        steps_left = STEPS_WAITING;
}

void cpudev_begin_steps(void) {
    seen.steps = seen.looks = 0;
    steps_left = STEPS;
}

static __attribute__((noinline)) void look(const uint64_t *registers, const uint64_t *frame,
                                           void *pc) {
    if (!cpudev_self) { /* host code */
        steps_left = STEPS;
        return;
    }
    const uint64_t state = state_of(registers, frame);
    steps_left = 1;
    if (!seen.steps) {
        seen.steps = LOOK;
        seen.state = state;
    } else if (seen.state == state) {
        give_way(false, pc);
    } else if (--seen.steps == 0) {
        steps_left = until_next_look(frame);
        if (++seen.looks == COMPUTES)
            give_way(true, pc);
    }
}

/* g++ calls it, and declares it. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
    uint64_t registers[CPUDEV_KEPT_REGISTERS];
    if (__builtin_expect(--steps_left != 0, 1))
        return;
    cpudev_keep_registers(registers);
    look(registers, __builtin_frame_address(0), __builtin_return_address(0));
}
