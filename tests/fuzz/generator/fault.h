/* fault.h - one mistake of a known kind, planted in the first kernel of a program or in its host
 * code. The lines that may be named carry the comment FAULT: KIND (labs/cpu/FINDINGS.md). */
#ifndef FUZZ_FAULT_H
#define FUZZ_FAULT_H

enum fault {
    NO_FAULT,
    SHARED_RACE,
    GLOBAL_RACE,
    READ_BEHIND,
    WRITE_BEHIND,
    WRITE_BEHIND_SHARED,
    READ_BEHIND_DYNAMIC,
    READ_BEHIND_CONSTANT,
    LOCAL_OVERRUN,
    UNWRITTEN_SHARED,
    MISSING_COPY,
    MISALIGNED,
    DIVERGENT_BARRIER,
    BARRIER_NEVER_REACHED,
    HOST_POINTER,
    USE_AFTER_FREE,
    DOUBLE_FREE,
    LEAK,
    INVALID_FREE,
    COPY_OVERFLOW,
    WRONG_SIDE_COPY,
    DEVICE_MEMORY_ON_HOST,
    LAUNCH_TOO_BIG,
    FAULTS
};

/* By its name, or -1. */
int fault_named(const char *name);
const char *fault_name(enum fault fault);

void fault_shape(void); /* changes the launch to one that shows it */
void fault_declarations(enum fault fault);
void fault_statement(enum fault fault); /* in the kernel, where all threads come */
void fault_before_launch(enum fault fault);
void fault_after_launch(enum fault fault);

#endif
