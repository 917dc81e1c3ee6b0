#include "gpu_state.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* The few functions of NVML that are used; its header is not part of every toolkit. All return 0
 * for success. */
typedef void *NvmlDevice;
typedef struct {
    unsigned gpu;
    unsigned memory;
} NvmlUtilisation;

enum { NVML_CLOCK_SM_ = 1, NVML_CLOCK_MEMORY_ = 2, NVML_TEMPERATURE_GPU_ = 0 };

typedef struct {
    int (*init)(void);
    int (*handle)(const char *bus_id, NvmlDevice *device);
    int (*clock)(NvmlDevice device, int which, unsigned *mhz);
    int (*temperature)(NvmlDevice device, int which, unsigned *celsius);
    int (*utilisation)(NvmlDevice device, NvmlUtilisation *rates);
    int (*throttle)(NvmlDevice device, unsigned long long *reasons);
} Nvml;

static bool nvml_open(Nvml *nvml) {
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
    *(void **)&nvml->init = dlsym(library, "nvmlInit_v2");
    *(void **)&nvml->handle = dlsym(library, "nvmlDeviceGetHandleByPciBusId_v2");
    *(void **)&nvml->clock = dlsym(library, "nvmlDeviceGetClockInfo");
    *(void **)&nvml->temperature = dlsym(library, "nvmlDeviceGetTemperature");
    *(void **)&nvml->utilisation = dlsym(library, "nvmlDeviceGetUtilizationRates");
    *(void **)&nvml->throttle = dlsym(library, "nvmlDeviceGetCurrentClocksThrottleReasons");
    return nvml->init && nvml->handle && nvml->clock && nvml->temperature && nvml->utilisation &&
           nvml->throttle && nvml->init() == 0;
}

GpuState gpu_state_read(const char *pci_bus_id) {
    static Nvml nvml;
    static NvmlDevice device;
    static enum { UNTRIED, OPEN, MISSING } status = UNTRIED;
    GpuState state = {.known = false};
    if (status == UNTRIED)
        status = nvml_open(&nvml) && nvml.handle(pci_bus_id, &device) == 0 ? OPEN : MISSING;
    if (status == MISSING)
        return state;
    NvmlUtilisation rates = {0, 0};
    state.known = nvml.clock(device, NVML_CLOCK_SM_, &state.sm_clock_mhz) == 0 &&
                  nvml.clock(device, NVML_CLOCK_MEMORY_, &state.memory_clock_mhz) == 0 &&
                  nvml.throttle(device, &state.throttle) == 0;
    if (nvml.temperature(device, NVML_TEMPERATURE_GPU_, &state.temperature_c) != 0)
        state.temperature_c = 0;
    if (nvml.utilisation(device, &rates) == 0)
        state.utilisation = rates.gpu;
    return state;
}

bool gpu_state_throttled(unsigned long long throttle, char *text, unsigned size) {
    static const struct {
        unsigned long long bit;
        const char *words;
    } reasons[] = {{0x4, "power limit"},
                   {0x8, "hardware slowdown"},
                   {0x20, "temperature (software)"},
                   {0x40, "temperature (hardware)"},
                   {0x80, "power brake"}};
    text[0] = '\0';
    for (unsigned i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (throttle & reasons[i].bit) {
            size_t used = strlen(text);
            snprintf(text + used, size - used, "%s%s", used ? ", " : "", reasons[i].words);
        }
    return text[0] != '\0';
}
