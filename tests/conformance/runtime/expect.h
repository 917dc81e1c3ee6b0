/* expect.h - one line for each fact that a program checks; the line says what was seen when it
 * fails. */
#ifndef EXPECT_H
#define EXPECT_H

#include <cstdio>

#define EXPECT(condition) printf("%s: %s\n", (condition) ? "ok" : "WRONG", #condition)

/* The name of the error a call returns. */
#define RETURNS(call, error)                                                                       \
    do {                                                                                           \
        const cudaError_t got = (call);                                                            \
        if (got == (error))                                                                        \
            printf("ok: %s: %s\n", #call, #error);                                                 \
        else                                                                                       \
            printf("WRONG: %s: %s, expected %s\n", #call, cudaGetErrorName(got), #error);          \
    } while (0)

#endif
