/* fault.c - signals raised by touching memory: explained, and in device code turned into an
 * error. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "core.h"

__thread cpudev_fault cpudev_fault_state;
__thread cpudev_moving cpudev_moving_state;

void cpudev_stop_block(cudaError_t error, void *pc, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cpudev_fault_state.text, sizeof cpudev_fault_state.text, format, arguments);
    va_end(arguments);
    cpudev_fault_state.error = error;
    cpudev_fault_state.pc = pc;
    cpudev_tell_thread();
    siglongjmp(cpudev_fault_state.resume, 1);
}

void cpudev_trap(void) {
    cpudev_stop_block(cudaErrorLaunchFailure, (char *)__builtin_return_address(0) - 1,
                      "__trap() was called");
}

/* assert() of a file that calls it: libc's message for host code, CUDA's for device code. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));
void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
    if (!cpudev_self) {
        fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, assertion);
        abort();
    }
    cpudev_tell_thread();
    const cpudev_thread *t = cpudev_self;
    fprintf(stderr, "%s:%u: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
            line, t->block.x, t->block.y, t->block.z, t->thread.x, t->thread.y, t->thread.z,
            assertion);
    cpudev_stop_block(cudaErrorAssert, (char *)__builtin_return_address(0) - 1, "assert(%s) failed",
                      assertion);
}

/* A function that owes a result came to its end without one: -fsanitize=return has g++ call this
 * where it would else go on in whatever code comes next. */
typedef struct {
    const char *file;
    unsigned line, column;
} source_location;
void __ubsan_handle_missing_return(const source_location *function) __attribute__((noreturn));
void __ubsan_handle_missing_return(const source_location *function) {
    static const char finding[] = "missing-return";
    void *const behind_call = __builtin_return_address(0);
    if (cpudev_self) {
        cpudev_fault_state.finding = finding;
        cpudev_stop_block(cudaErrorLaunchFailure, (char *)behind_call - 1,
                          "the function that begins at %s:%u owes a result and ended without a "
                          "return; on a GPU the caller gets any number",
                          function->file, function->line);
    }
    fflush(stdout);
    cpudev_hook_finding(finding, behind_call,
                        "host code: a function that owes a result ended without a return");
    cpudev_complain(
        "host code: the function that begins at %s:%u owes a result and ended without a "
        "return",
        function->file, function->line);
    abort();
}

#if defined(__x86_64__)
static void *code_address(const ucontext_t *context) {
    return (void *)context->uc_mcontext.gregs[REG_RIP];
}

static bool is_write(const ucontext_t *context) {
    return context->uc_mcontext.gregs[REG_ERR] & 2;
}
#else /* AArch64 */
static void *code_address(const ucontext_t *context) {
    return (void *)context->uc_mcontext.pc;
}

/* The exception's syndrome knows it too, but qemu-user hands on none. */
static bool is_write(const ucontext_t *context) {
    const uint64_t pc = context->uc_mcontext.pc;
    if (pc == context->uc_mcontext.fault_address) /* it jumped there */
        return false;
    const uint32_t code = *(const uint32_t *)pc, loads = code >> 22 & 1, how = code >> 22 & 3;
    if ((code & 0x3A000000) == 0x38000000) { /* one register */
        const bool atomic = (code & 0x3F200C00) == 0x38200000;
        const bool whole_vector = (code & 0xFE800000) == 0x3C800000;
        return atomic || how == 0 || (whole_vector && how == 2);
    }
    if ((code & 0x3F207C00) == 0x08207C00) /* compare and swap */
        return true;
    if ((code & 0x3A000000) == 0x28000000 || /* two registers */
        (code & 0x3F000000) == 0x08000000 || /* exclusive, ordered */
        (code & 0xBE000000) == 0x0C000000)   /* vectors element by element */
        return !loads;
    return false;
}
#endif

static void device_fault(int signal, const siginfo_t *info, const ucontext_t *context) {
    char where[300];
    void *pc = code_address(context);
    cpudev_fault_state.how = CPUDEV_FAULTED;
    if (signal == SIGFPE)
        cpudev_stop_block(cudaErrorLaunchFailure, pc,
                          "integer division by zero, or of the smallest integer by -1");
    if (signal == SIGILL)
        cpudev_stop_block(cudaErrorIllegalInstruction, pc, "illegal instruction");
    if (cpudev_is_stack_guard(info->si_addr))
        cpudev_stop_block(
            cudaErrorIllegalAddress, pc,
            "the thread's stack (64 KiB) is full: local arrays or recursion too deep");
    if (info->si_code == SI_KERNEL) /* a non-canonical address; the kernel does not tell which */
        cpudev_stop_block(cudaErrorIllegalAddress, pc,
                          "illegal access through a pointer that is no address: it was never set, "
                          "or overwritten, as an array does that is written past its end");
    cpudev_describe_address(info->si_addr, where, sizeof where);
    cpudev_stop_block(cudaErrorIllegalAddress, pc, "illegal %s of address %p: %s%s",
                      is_write(context) ? "write" : "read", info->si_addr, where,
                      cpudev_is_constant(info->si_addr)
                          ? ". Kernels only read constant memory (nvcc refuses to compile this); "
                            "the host writes it, by cudaMemcpyToSymbol"
                          : "");
}

/* A copy that goes on where host memory ends. */
static void copy_crash(const siginfo_t *info, bool write) {
    char where[300];
    cpudev_describe_code((char *)cpudev_moving_state.caller - 1, where, sizeof where);
    cpudev_complain("%s at %s copies %zu bytes, and host memory ends before (a segmentation "
                    "fault): it %s address 0x%zx, where there is no memory%s",
                    cpudev_moving_state.api, where, cpudev_moving_state.bytes,
                    write ? "writes" : "reads", (size_t)info->si_addr,
                    (uintptr_t)info->si_addr < 4096
                        ? "; the pointer is NULL"
                        : ". Its size counts the bytes that are there, and no more");
}

/* An ordinary crash, which the checker explains: where it is, and what a debugger would say
 * first. */
static void host_crash(int signal, const siginfo_t *info, const ucontext_t *context) {
    char where[300], what[200] = "";
    if (!CPUDEV_CHECKED || info->si_code <= 0) /* not above 0: a process sent it */
        return;
    if (signal == SIGSEGV && code_address(context) == info->si_addr) {
        cpudev_complain("host code jumps to address %p, where there is no code: a function's way "
                        "back, on the stack, was overwritten, as an array does that is written "
                        "past its end",
                        info->si_addr);
        return;
    }
    if (signal == SIGSEGV && cpudev_moving_state.api) {
        copy_crash(info, is_write(context));
        return;
    }
    if (cpudev_has_line(code_address(context)))
        cpudev_describe_code(code_address(context), where, sizeof where);
    else
        snprintf(where, sizeof where, "no known line (in a library's function, perhaps)");
    if (signal == SIGSEGV && info->si_code == SI_KERNEL)
        snprintf(what, sizeof what,
                 " through a pointer that is no address: it was never set, or overwritten, as an "
                 "array does that is written past its end");
    else if (signal == SIGSEGV)
        snprintf(what, sizeof what, ": it %s address 0x%zx, where there is no memory%s",
                 is_write(context) ? "writes" : "reads", (size_t)info->si_addr,
                 (uintptr_t)info->si_addr < 4096 ? "; the pointer is NULL" : "");
    cpudev_complain("host code at %s %s%s", where,
                    signal == SIGSEGV  ? "breaks off (a segmentation fault)"
                    : signal == SIGBUS ? "breaks off (a bus error)"
                    : signal == SIGFPE ? "divides a whole number by 0"
                                       : "comes to an instruction that is none",
                    what);
}

static void host_fault(const siginfo_t *info, const ucontext_t *context) {
    char what[300], where[300];
    if (!cpudev_nearest_allocation(info->si_addr)) {
        host_crash(SIGSEGV, info, context);
        return;
    }
    cpudev_describe_address(info->si_addr, what, sizeof what);
    cpudev_describe_code(code_address(context), where, sizeof where);
    fflush(stdout);
    cpudev_hook_finding("device-memory-on-host", code_address(context), what);
    const bool write = is_write(context), symbol = cpudev_find_symbol(info->si_addr) != NULL;
    cpudev_complain(
        "device-memory-on-host: host code at %s %s address %p: %s. Host code cannot touch device "
        "memory; copy it with %s",
        where, write ? "writes" : "reads", info->si_addr, what,
        !symbol ? "cudaMemcpy"
        : write ? "cudaMemcpyToSymbol"
                : "cudaMemcpyFromSymbol");
}

static void handler(int signal, siginfo_t *info, void *context) {
    if (cpudev_fault_state.active && cpudev_self)
        device_fault(signal, info, context);
    /* Die of the same signal, as returning repeats the access, or at once of one in here. */
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(signal, &action, NULL);
    if (signal == SIGSEGV)
        host_fault(info, context);
    else
        host_crash(signal, info, context);
}

void cpudev_install_fault_stack(void) {
    enum { SIZE = 128 * 1024 };
    void *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED)
        sigaltstack(&(stack_t){.ss_sp = memory, .ss_size = SIZE}, NULL);
}

void cpudev_install_fault_handler(void) {
    cpudev_install_fault_stack();
    struct sigaction action = {.sa_sigaction = handler,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    for (unsigned i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaction(caught[i], &action, NULL);
}
