/* inputs.h - lab @N@'s hidden inputs, for the harness and the judge. */
#ifndef LABN_INPUTS_H
#define LABN_INPUTS_H

#include "draws.h"

/* Element i, and the number it is multiplied by: small whole numbers, so that products are exact.
 */
static inline float hidden_element(uint64_t seed, int i) {
    return (float)draw_int(seed, 1, (uint64_t)i, 1, 4095);
}
static inline float hidden_factor(uint64_t seed) {
    return (float)draw_int(seed, 2, 0, 3, 999);
}
/* What the harness puts into results before the call. */
#define LABN_UNWRITTEN (-7777.0f)

#endif
