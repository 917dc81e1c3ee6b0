/* seek.c - which thread was stopped.
 *
 * In the plain loop of a light kernel only calls are told threadIdx.x (kernel.h), so a signal finds
 * no more than the row. The row is then run again, with each thread told, until the same fault
 * comes. It need not come: a kernel may have changed what it reads. Then the row is all that is
 * said, and never a guess. What the second run writes nobody sees: after a fault the device's
 * memory is lost.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"

typedef struct {
    bool active;
    cudaError_t error;
    void *pc;
    const char *finding;
    char text[sizeof cpudev_fault_state.text];
    cpudev_uint3 row; /* a thread of it */
    cpudev_output printed;
} search;

static __thread search sought;

static void begin_search(void) {
    sought.active = true;
    sought.error = cpudev_fault_state.error;
    sought.pc = cpudev_fault_state.pc;
    sought.finding = cpudev_fault_state.finding;
    memcpy(sought.text, cpudev_fault_state.text, sizeof sought.text);
    sought.row = cpudev_self->thread;
    cpudev_printf_swap(&sought.printed);
}

/* What the program is told is the first stop, in any case. */
static void end_search(void) {
    sought.active = false;
    cpudev_fault_state.error = sought.error;
    cpudev_fault_state.pc = sought.pc;
    cpudev_fault_state.finding = sought.finding;
    memcpy(cpudev_fault_state.text, sought.text, sizeof sought.text);
    cpudev_printf_swap(&sought.printed);
    free(sought.printed.text);
    sought.printed = (cpudev_output){0};
}

/* The same access of the same line: the instruction may be another copy of it in the loop. */
static bool is_sought(void) {
    char line[300], sought_line[300];
    cpudev_describe_code(cpudev_fault_state.pc, line, sizeof line);
    cpudev_describe_code(sought.pc, sought_line, sizeof sought_line);
    return cpudev_fault_state.how == CPUDEV_FAULTED && cpudev_fault_state.error == sought.error &&
           strcmp(cpudev_fault_state.text, sought.text) == 0 && strcmp(line, sought_line) == 0;
}

static bool is_known(void) {
    return cpudev_fault_state.how == CPUDEV_CALLED || cpudev_running_block.slow ||
           !cpudev_self->kernel->is_light;
}

/* Is cpudev_self the one that was stopped? */
static bool find(void) {
    bool found = false;
    if (sought.active) { /* the row was run again, and stopped */
        found = is_sought();
    } else if (is_known()) {
        return true;
    } else {
        begin_search();
        if (cpudev_fault_state.how == CPUDEV_FAULTED) /* else it may never end */
            cpudev_go_on(cpudev_repeat_row());
        cpudev_self = &cpudev_running_now->scheduler.owner.self; /* this block's, if no thread's */
    }
    end_search();
    return found;
}

void cpudev_name_stopped(char *text, size_t size) {
    const bool found = find();
    const cpudev_uint3 t = found ? cpudev_self->thread : sought.row;
    if (found)
        snprintf(text, size, "thread (%u,%u,%u)", t.x, t.y, t.z);
    else
        snprintf(text, size, "one of the threads (0,%u,%u) to (%u,%u,%u)", t.y, t.z,
                 cpudev_running_block.dim.x - 1, t.y, t.z);
    cpudev_fault_state.how = CPUDEV_CALLED;
}
