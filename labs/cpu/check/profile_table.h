/* profile_table.h - the counts as a table for people: CPU_DEVICE_PROFILE_TABLE=FILE. */
#ifndef CPUDEV_CHECK_PROFILE_TABLE_H
#define CPUDEV_CHECK_PROFILE_TABLE_H

#include <stdio.h>

#include "requests.h"

/* One place in the code, over all launches of a kernel; file is NULL where no line is known. */
typedef struct {
    const char *kernel;
    uint64_t launches; /* of the kernel */
    const char *file;
    unsigned line;
    profile_class class;
    const profile_totals *totals;
} profile_place;

/* Writes the places, which are sorted by kernel: of each kernel a line a kind of memory. */
void profile_write_table(FILE *out, const profile_place *places, size_t count);

#endif
