/* order.c - CPU_DEVICE_ORDER: in which order blocks and threads run. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core.h"

cpudev_order_kind cpudev_order;
uint64_t cpudev_order_seed;

void cpudev_read_order(void) {
    const char *text = getenv("CPU_DEVICE_ORDER");
    if (!text || !*text || !strcmp(text, "forward"))
        return;
    if (!strcmp(text, "reverse")) {
        cpudev_order = CPUDEV_REVERSE;
        return;
    }
    if (!strncmp(text, "random", 6) && (text[6] == '\0' || text[6] == ':')) {
        cpudev_order = CPUDEV_RANDOM;
        char *end = NULL;
        if (text[6] == ':') {
            cpudev_order_seed = strtoull(text + 7, &end, 10);
            if (end != text + 7 && *end == '\0')
                return;
        } else {
            cpudev_order_seed = (uint64_t)time(NULL) * 1000003u + (uint64_t)getpid();
            return;
        }
    }
    cpudev_complain(
        "CPU_DEVICE_ORDER=%s is not an order; use forward, reverse, random or random:SEED", text);
    _exit(2);
}

static uint64_t mix(uint64_t x) {
    x ^= x >> 31;
    x *= 0x7fb5d329728ea185u;
    x ^= x >> 27;
    x *= 0x81dadef4bc2dd44du;
    return x ^ x >> 33;
}

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b) {
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

uint64_t cpudev_ordered(uint64_t position, uint64_t count, uint64_t salt) {
    if (cpudev_order == CPUDEV_FORWARD || count < 2)
        return position;
    if (cpudev_order == CPUDEV_REVERSE)
        return count - 1 - position;
    /* A step that shares no factor with count visits everything once. */
    const uint64_t random = mix(cpudev_order_seed + mix(salt + count));
    uint64_t step = random % count | 1;
    while (greatest_common_divisor(step, count) != 1)
        step = step + 1 < count ? step + 1 : 1;
    return (uint64_t)(((unsigned __int128)position * step + (random >> 17)) % count);
}
