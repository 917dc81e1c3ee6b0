/* sanitizer.h - where in the student's source a call of UBSan's functions stands. */
#ifndef CPUDEV_CHECK_SANITIZER_H
#define CPUDEV_CHECK_SANITIZER_H

#include "checker.h"
#include "cpu_device/sanitizer.h"

static inline check_source place(const source_location *where) {
    return check_source_named(where->file, where->line);
}

#endif
