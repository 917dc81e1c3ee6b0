/* watch.c - says where a program is that runs for too long, or is asked to end.
 *
 * A launch may take CPU_DEVICE_KERNEL_SECONDS of processor time, all workers together: a timer
 * looks at their clocks, so neither a busy machine nor host code that computes beside it counts.
 * Then the launch ends with an error, as by a fault. SIGINT, SIGTERM and SIGXCPU (ulimit -t) end
 * the program as ever, and the kernel that runs is named before; where host code computes when the
 * processor time is used up, its place is.
 *
 * A block is ended from a signal's handler, at the instruction that it interrupts, which must not
 * be one of the runtime's or of libc's: they may hold a lock. The Makefile puts the runtime's code
 * in a section of its own. Elsewhere the handler comes again a little later.
 */
#define _GNU_SOURCE
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "core.h"

/* Of the linker: the program's code, and the runtime's in it. */
extern char __executable_start[], etext[];
extern char __start_cpudev_text[], __stop_cpudev_text[];

enum { AGAIN_MS = 2, PATIENCE = 250 }; /* looks, until a program that is to end does so unsaid */

typedef struct {
    atomic_bool here; /* it runs blocks */
    pthread_t thread;
    clockid_t clock;
    double before; /* what the clock showed when it began with this launch */
    double spent;  /* on this launch, once it has ended its part */
} watched;

enum { MOST_WORKERS = 1025 };
static watched workers[MOST_WORKERS];
static atomic_uint worker_count;
static __thread watched *mine;

static timer_t timer; /* of the process's processor time */
static bool has_timer;
static double limit; /* s; 0: none */
static const char *limit_text;
static atomic_bool over;  /* the launch is to end where it is */
static atomic_int ending; /* the program is, by this signal */

static double seconds(clockid_t clock) {
    struct timespec now;
    return clock_gettime(clock, &now) ? 0 : (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double used_by_launch(void) {
    double sum = 0;
    for (unsigned w = 0; w < worker_count && w < MOST_WORKERS; w++)
        sum += workers[w].here ? seconds(workers[w].clock) - workers[w].before : workers[w].spent;
    return sum;
}

static void set_timer(double after) {
    const struct itimerspec when = {
        .it_value = {(time_t)after, (long)((after - (double)(time_t)after) * 1e9) + 1}};
    if (has_timer)
        timer_settime(timer, 0, &when, NULL);
}

static bool is_programs_own(const void *pc) {
    const char *p = pc;
    return p >= __executable_start && p < etext &&
           !(p >= __start_cpudev_text && p < __stop_cpudev_text);
}

static void *interrupted(const ucontext_t *context) {
#if defined(__x86_64__)
    return (void *)context->uc_mcontext.gregs[REG_RIP];
#else
    return (void *)context->uc_mcontext.pc;
#endif
}

static void die(int signal) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t all;
    sigemptyset(&all);
    sigaddset(&all, signal);
    sigaction(signal, &action, NULL);
    pthread_sigmask(SIG_UNBLOCK, &all, NULL);
    raise(signal);
}

/* Every worker that runs device code is to end it. false: there is none. */
static bool tell_workers(void) {
    bool any = false;
    for (unsigned w = 0; w < worker_count && w < MOST_WORKERS; w++)
        if (workers[w].here) {
            any = true;
            if (!pthread_equal(workers[w].thread, pthread_self()))
                pthread_kill(workers[w].thread, SIGXCPU);
        }
    return any;
}

/* This thread's device code ends at pc, if that can be. */
static void end_here(void *pc) {
    if (!over || !mine || !mine->here || !cpudev_fault_state.active || !cpudev_self ||
        !is_programs_own(pc))
        return;
    cpudev_fault_state.how = CPUDEV_INTERRUPTED;
    if (ending)
        cpudev_stop_block(cudaErrorLaunchTimeout, pc, "here it was when the program was ended (%s)",
                          strsignal(ending));
    cpudev_fault_state.finding = "endless-kernel";
    cpudev_stop_block(cudaErrorLaunchTimeout, pc,
                      "endless loop, or far too much work: this launch has used more than %s "
                      "seconds of processor time (CPU_DEVICE_KERNEL_SECONDS)",
                      limit_text);
}

/* Where host code is, which the signal interrupted at pc: the innermost of its functions that is
 * not out of a system's header. */
static void *place_of_host_code(void *pc) {
    enum { FRAMES = 64 };
    void *frames[FRAMES];
    const int count = backtrace(frames, FRAMES);
    int i = 0;
    while (i < count && frames[i] != pc)
        i++;
    if (cpudev_has_line(pc))
        return pc;
    for (i++; i < count; i++) /* return addresses: the calls are right before them */
        if (is_programs_own(frames[i]) && cpudev_has_line((char *)frames[i] - 1))
            return (char *)frames[i] - 1;
    return pc;
}

static void tell_host_code(void *pc, const char *text) {
    char where[300];
    fflush(stdout);
    cpudev_hook_finding("endless-host-code", (char *)pc + 1, text);
    cpudev_describe_code(pc, where, sizeof where);
    cpudev_complain("endless-host-code: %s: %s", where, text);
}

/* The processor time is used up in a launch that has not taken much of it: one of very many. */
static void tell_launches(void) {
    if (ending == SIGXCPU && cpudev_last_call && limit > 0 && used_by_launch() < limit / 2)
        tell_host_code((char *)cpudev_last_call - 1,
                       "this was the last of the host's calls when the program had used up its "
                       "processor time (ulimit -t), launch after launch; an endless loop around "
                       "them, or far too much work");
}

static void look(void *pc) {
    static atomic_int looks;
    const double used = used_by_launch();
    if (!over && !ending && limit > 0 && used > 0) {
        if (used < limit) {
            set_timer(limit - used);
            return;
        }
        over = true;
    }
    if (!over)
        return;
    const bool device_code = tell_workers();
    const bool of_host = ending == SIGXCPU && !device_code; /* its own code computes */
    if (of_host && is_programs_own(pc)) {
        /* No lock is held where the program's own code was interrupted. */
        tell_host_code(place_of_host_code(pc),
                       "host code was here when the program had used up its processor time "
                       "(ulimit -t); an endless loop, or far too much work");
        die(ending);
    }
    if (ending && ((!device_code && !of_host) || ++looks > PATIENCE))
        die(ending);
    set_timer(AGAIN_MS * 1e-3);
    end_here(pc);
}

static void on_signal(int signal, siginfo_t *info, void *context) {
    void *pc = interrupted(context);
    if (info->si_code == SI_TIMER) {
        look(pc);
    } else if (info->si_code == SI_TKILL && info->si_pid == getpid() && over) {
        end_here(pc); /* another thread looked */
    } else {
        ending = signal;
        over = true;
        look(pc);
    }
}

/* ---- what the runtime tells ---- */

void cpudev_watch_start(void) {
    static const int caught[] = {SIGINT, SIGTERM, SIGXCPU};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGXCPU};
    has_timer = timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0;
    struct sigaction action = {.sa_sigaction = on_signal,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof caught / sizeof *caught; i++) {
        struct sigaction before;
        if (!sigaction(caught[i], NULL, &before) && before.sa_handler == SIG_DFL)
            sigaction(caught[i], &action, NULL);
    }
}

static void read_limit(void) {
    static bool known;
    const char *text = getenv("CPU_DEVICE_KERNEL_SECONDS");
    char *end;
    if (known)
        return;
    known = true;
    if (!text || !*text)
        return;
    limit = strtod(text, &end);
    limit_text = text;
    if (!(limit > 0) || *end) {
        cpudev_complain("CPU_DEVICE_KERNEL_SECONDS=%s is not a number of seconds", text);
        _exit(2);
    }
}

void cpudev_watch_launch(void) {
    read_limit();
    for (unsigned w = 0; w < worker_count && w < MOST_WORKERS; w++)
        workers[w].spent = 0;
    if (!ending)
        over = false;
    if (limit > 0)
        set_timer(limit);
}

void cpudev_watch_launch_end(void) {
    const struct itimerspec never = {0};
    if (has_timer)
        timer_settime(timer, 0, &never, NULL);
    if (ending) {
        tell_launches();
        die(ending);
    }
}

void cpudev_watch_worker(void) {
    if (!mine) {
        const unsigned w = worker_count++;
        if (w >= MOST_WORKERS)
            return;
        mine = &workers[w];
        mine->thread = pthread_self();
        pthread_getcpuclockid(mine->thread, &mine->clock);
    }
    mine->before = limit > 0 ? seconds(mine->clock) : 0;
    mine->here = true;
}

void cpudev_watch_worker_end(void) {
    if (!mine)
        return;
    mine->spent = limit > 0 ? seconds(mine->clock) - mine->before : 0;
    mine->here = false;
}
