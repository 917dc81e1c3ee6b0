/* What the GPU was doing while it was timed: clocks, reasons for throttling, other load. Read
 * through NVML, loaded when needed; a machine without it is timed all the same. */
#ifndef GRADER_TIMING_GPU_STATE_H
#define GRADER_TIMING_GPU_STATE_H

#include <stdbool.h>

typedef struct {
    bool known;                  /* false: NVML is missing or did not answer */
    unsigned sm_clock_mhz;       /* now */
    unsigned memory_clock_mhz;   /* now */
    unsigned temperature_c;      /* of the chip */
    unsigned utilisation;        /* percent of the last sampling period (up to 1 s) */
    unsigned long long throttle; /* reasons, NVML's bits */
} GpuState;

/* State of the GPU with this PCI bus id. */
GpuState gpu_state_read(const char *pci_bus_id);

/* Writes the throttle reasons that slow a kernel down, in words separated by ", ", into text of
 * this size. Returns false when there is none (idle and application clocks are not reasons). */
bool gpu_state_throttled(unsigned long long throttle, char *text, unsigned size);

#endif
