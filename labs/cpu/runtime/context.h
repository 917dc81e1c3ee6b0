/* context.h - switching from one stack to another.
 *
 * On x86-64 a few instructions, inlined: a called function that comes back elsewhere, as
 * Boost.Context's jump_fcontext does, upsets the CPU's prediction of returns and costs 50 ns a
 * switch where this costs less than 10. Elsewhere Boost.Context does it (its header is C++, so its
 * C functions are named here).
 */
#ifndef CPUDEV_CONTEXT_H
#define CPUDEV_CONTEXT_H

#include <stddef.h>

#if defined(__x86_64__) && !defined(CPUDEV_BOOST)

/* A context whose first switch calls entry, which must not return, on the stack below top (aligned
 * 16). */
static inline void *cpudev_new_context(void *top, size_t size, void (*entry)(void)) {
    (void)size;
    void **stack = top;
    *--stack = NULL; /* where entry would return to */
    *--stack = (void *)entry;
    return stack;
}

/* Leaves the running context in *save and goes on in `to`, until somebody switches to *save. What
 * calls this is compiled without red zone. */
static inline __attribute__((always_inline)) void cpudev_switch(void **save, void *to) {
    __asm__ volatile("pushq %%rbp\n\t"
                     "leaq 1f(%%rip), %%rax\n\t"
                     "pushq %%rax\n\t"
                     "movq %%rsp, (%0)\n\t"
                     "movq %1, %%rsp\n\t"
                     "popq %%rax\n\t"
                     "jmpq *%%rax\n"
                     "1:\n\t"
                     "popq %%rbp"
                     : "+D"(save), "+S"(to)
                     :
                     : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
                       "r15", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
                       "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "cc",
                       "memory");
}

#else

typedef struct {
    void *context; /* of who switched to us */
    void *data;
} cpudev_transfer;
extern void *make_fcontext(void *top, size_t size, void (*entry)(cpudev_transfer));
extern cpudev_transfer jump_fcontext(void *to, void *data);

/* Who is switched to stores the context of who switched. */
static __thread void (*cpudev_entry)(void);
static inline void cpudev_arrive(cpudev_transfer t) {
    *(void **)t.data = t.context;
}
static void cpudev_first_switch(cpudev_transfer t) {
    cpudev_arrive(t);
    cpudev_entry();
}
static inline void *cpudev_new_context(void *top, size_t size, void (*entry)(void)) {
    cpudev_entry = entry;
    return make_fcontext(top, size, cpudev_first_switch);
}
static inline void cpudev_switch(void **save, void *to) {
    cpudev_arrive(jump_fcontext(to, save));
}

#endif
#endif
