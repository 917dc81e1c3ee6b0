/* Cubins and the kernels in them. */
#ifndef GRADER_TIMING_MODULES_H
#define GRADER_TIMING_MODULES_H

#include <stdbool.h>
#include "driver.h"
#include "job.h"

typedef struct {
    CUmodule handle;
    bool student;     /* whose fault it is when something is missing */
    const char *path; /* for messages */
} Module;

/* Loads a cubin file. Ends the process when that fails. */
Module module_open(const char *path, bool student);

/* The kernel of this demangled name (without return type and parameters; "sum", "sum<4>"), with the
 * arguments of this side: a kernel with other parameters, or a block too large for it, ends the
 * process. */
CUfunction module_kernel(const Module *module, const char *name, const JobSide *side);

/* Address of a symbol that holds exactly this many bytes. Ends the process otherwise, except that
 * an absent symbol gives 0 when it is not required. */
CUdeviceptr module_symbol(const Module *module, const char *name, size_t bytes, bool required);

/* Bytes of an argument of this kind: 4 or 8. */
size_t module_argument_bytes(JobArgKind kind);

/* Ends the process unless code is success; doing says what was tried: "allocating memory". */
void module_check(CUresult code, const char *doing);

/* The same for what the student's code can be the cause of: "running kernel sum". */
void module_check_student(CUresult code, bool student, const char *doing, const char *what);

#endif
