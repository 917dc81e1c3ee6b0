/* sanitizer.h - what g++ passes to UBSan's functions, for this folder alone: the layout is its
 * interface. */
#ifndef CPUDEV_CHECK_SANITIZER_H
#define CPUDEV_CHECK_SANITIZER_H

#include <stdint.h>

#include "checker.h"

typedef struct {
    const char *file;
    uint32_t line, column;
} source_location;

typedef struct {
    uint16_t kind, info; /* kind 0: an integer, info: 2 log2(bits) + signed; 1: a float, bits */
    char name[];         /* quoted: 'float [16][17]' */
} type_descriptor;

static inline check_source place(const source_location *where) {
    return check_source_named(where->file, where->line);
}

#endif
