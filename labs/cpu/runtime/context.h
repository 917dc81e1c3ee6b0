/* context.h - switching from one stack to another.
 *
 * The switch is inlined: who switches loses all registers but the stack and frame pointers, and
 * only what lives across the switch is saved, by the compiler. A called function that comes back
 * elsewhere upsets the processor's prediction of returns, which costs more than the rest. A
 * suspended context is the stack pointer, which points to the code to go on with; the frame pointer
 * follows.
 *
 * The words that control floating-point arithmetic (rounding, flush to zero) belong to the OS
 * thread: CUDA has nothing that changes them, workers.c sets them for a launch, and saving them
 * would cost as much as the rest of a barrier.
 *
 * Processors with a shadow stack of return addresses (CET) must not use it: the Makefile compiles
 * without -fcf-protection, and one such object turns it off for the program.
 *
 * cpudev_keep_registers writes down the registers that a called function must not change, but for
 * the frame pointer. Comes before any other use of them in its function.
 */
#ifndef CPUDEV_CONTEXT_H
#define CPUDEV_CONTEXT_H

#include <stdint.h>

#if defined(__x86_64__)

/* A context whose first switch calls entry, which must not return, on the stack below top (aligned
 * 16). */
static inline void *cpudev_new_context(void *top, void (*entry)(void)) {
    uint64_t *stack = top;
    *--stack = 0; /* where entry would return to: a debugger stops here */
    *--stack = (uint64_t)(uintptr_t)entry;
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

enum { CPUDEV_KEPT_REGISTERS = 5 };
static inline __attribute__((always_inline)) void cpudev_keep_registers(uint64_t *to) {
    __asm__ volatile("movq %%rbx, (%0)\n\t"
                     "movq %%r12, 8(%0)\n\t"
                     "movq %%r13, 16(%0)\n\t"
                     "movq %%r14, 24(%0)\n\t"
                     "movq %%r15, 32(%0)"
                     :
                     : "r"(to)
                     : "memory");
}

#elif defined(__aarch64__)

static inline void *cpudev_new_context(void *top, void (*entry)(void)) {
    uint64_t *stack = (uint64_t *)top - 2; /* as much as a switch takes off again */
    stack[0] = (uint64_t)(uintptr_t)entry;
    stack[1] = 0; /* frame pointer: a debugger stops here */
    return stack;
}

/* x16, because a branch through it may enter a function where branches are guarded (BTI); hint 38
 * says that the label is entered by one. x30 = 0: entry returns nowhere. */
static inline __attribute__((always_inline)) void cpudev_switch(void **save, void *to) {
    register void **kept __asm__("x0") = save;
    register void *other __asm__("x1") = to;
    __asm__ volatile("adr x9, 1f\n\t"
                     "stp x9, x29, [sp, #-16]!\n\t"
                     "mov x9, sp\n\t"
                     "str x9, [x0]\n\t"
                     "mov sp, x1\n\t"
                     "ldp x16, x29, [sp], #16\n\t"
                     "mov x30, xzr\n\t"
                     "br x16\n"
                     "1:\n\t"
                     "hint #38"
                     : "+r"(kept), "+r"(other)
                     :
                     : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13",
                       "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24",
                       "x25", "x26", "x27", "x28", "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6",
                       "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17",
                       "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28",
                       "v29", "v30", "v31", "cc", "memory");
}

enum { CPUDEV_KEPT_REGISTERS = 18 };
static inline __attribute__((always_inline)) void cpudev_keep_registers(uint64_t *to) {
    __asm__ volatile("stp x19, x20, [%0]\n\t"
                     "stp x21, x22, [%0, #16]\n\t"
                     "stp x23, x24, [%0, #32]\n\t"
                     "stp x25, x26, [%0, #48]\n\t"
                     "stp x27, x28, [%0, #64]\n\t"
                     "stp d8, d9, [%0, #80]\n\t"
                     "stp d10, d11, [%0, #96]\n\t"
                     "stp d12, d13, [%0, #112]\n\t"
                     "stp d14, d15, [%0, #128]"
                     :
                     : "r"(to)
                     : "memory");
}

#else
#error "the CPU device runs on x86-64 and AArch64; for another processor write its switch here"
#endif
#endif
