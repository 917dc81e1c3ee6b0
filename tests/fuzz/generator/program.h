/* program.h - one random program: a namespace with types, functions, kernels, and run(). */
#ifndef FUZZ_PROGRAM_H
#define FUZZ_PROGRAM_H

#include <stdint.h>

#include "fault.h"

void program(uint64_t seed, enum fault fault);

#endif
