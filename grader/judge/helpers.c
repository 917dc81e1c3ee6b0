#include "judge.h"

#include <math.h>
#include <stdio.h>

/* Numbers of CUDA's runtime API that the labs' mistakes lead to. */
const char *judge_error_name(double error) {
    static const struct {
        int number;
        const char *name;
    } names[] = {{0, "cudaSuccess"},
                 {1, "cudaErrorInvalidValue"},
                 {2, "cudaErrorMemoryAllocation"},
                 {9, "cudaErrorInvalidConfiguration"},
                 {12, "cudaErrorInvalidPitchValue"},
                 {13, "cudaErrorInvalidSymbol"},
                 {17, "cudaErrorInvalidDevicePointer"},
                 {18, "cudaErrorInvalidTexture"},
                 {20, "cudaErrorInvalidChannelDescriptor"},
                 {21, "cudaErrorInvalidMemcpyDirection"},
                 {26, "cudaErrorInvalidFilterSetting"},
                 {27, "cudaErrorInvalidNormSetting"},
                 {98, "cudaErrorInvalidDeviceFunction"},
                 {400, "cudaErrorInvalidResourceHandle"},
                 {700, "cudaErrorIllegalAddress"},
                 {701, "cudaErrorLaunchOutOfResources"},
                 {716, "cudaErrorMisalignedAddress"},
                 {719, "cudaErrorLaunchFailure"},
                 {801, "cudaErrorNotSupported"},
                 {999, "cudaErrorUnknown"}};
    static char other[32];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == error)
            return names[i].name;
    snprintf(other, sizeof other, "CUDA error %.9g", error);
    return other;
}

/* Fails v for what the call NAME returned, unless that is cudaSuccess. */
static enum outcome judge_error(struct verdict *v, const char *name, double error) {
    if (error == 0)
        return OUTCOME_NONE;
    if (isnan(error))
        return fail(v, NULL, "%s did not come back: the program ended inside it.", name);
    if (error == 801)
        return fail(v, NULL, "%s is still to be written: it returns cudaErrorNotSupported.", name);
    return fail(v, NULL, "%s returned %s.", name, judge_error_name(error));
}

bool judge_call_succeeded(const struct run *run, struct verdict *v, const char *written,
                          const char *name) {
    char key[100];
    snprintf(key, sizeof key, "%s.error", written);
    return judge_error(v, name, judge_number(run, key, NAN)) == OUTCOME_NONE;
}

bool judge_succeeded(const struct run *run, struct verdict *v, const char *name) {
    return judge_call_succeeded(run, v, name, name);
}
