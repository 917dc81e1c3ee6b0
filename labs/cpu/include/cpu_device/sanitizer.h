/* sanitizer.h - what g++ passes to UBSan's functions: the layout is its interface. */
#ifndef CPU_DEVICE_SANITIZER_H
#define CPU_DEVICE_SANITIZER_H

#include <stdint.h>

typedef struct {
    const char *file;
    uint32_t line, column;
} source_location;

typedef struct {
    uint16_t kind, info; /* kind 0: an integer, info: 2 log2(bits) + signed; 1: a float, bits */
    char name[];         /* quoted: 'float [16][17]' */
} type_descriptor;

#endif
