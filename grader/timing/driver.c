#include "driver.h"

#include <dlfcn.h>
#include <stdio.h>

Driver driver;

static char message[512];

bool driver_open(const char **reason) {
    *reason = message;
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(message, sizeof message,
                 "no CUDA driver here (%s): run this on a machine with an NVIDIA GPU", dlerror());
        return false;
    }
#define DRIVER_LOAD(field, symbol, parameters)                                                     \
    *(void **)&driver.field = dlsym(library, symbol);                                              \
    if (!driver.field) {                                                                           \
        snprintf(message, sizeof message,                                                          \
                 "the CUDA driver has no %s: it is older than CUDA 12.4; update the driver",       \
                 symbol);                                                                          \
        return false;                                                                              \
    }
    DRIVER_FUNCTIONS(DRIVER_LOAD)
#undef DRIVER_LOAD
    CUresult code = driver.init(0);
    if (code != CUDA_SUCCESS) {
        snprintf(message, sizeof message,
                 "the CUDA driver does not start (%s): see whether nvidia-smi shows a GPU",
                 driver_error(code));
        return false;
    }
    return true;
}

const char *driver_error(CUresult code) {
    const char *text = NULL;
    if (!driver.error_string || driver.error_string(code, &text) != CUDA_SUCCESS || !text)
        return "unknown CUDA error";
    return text;
}
