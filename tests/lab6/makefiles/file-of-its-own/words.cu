#include "lab6.h"

__device__ int shown_words(void) {
    return CM_SIZE < 4 ? CM_SIZE : 4;
}
