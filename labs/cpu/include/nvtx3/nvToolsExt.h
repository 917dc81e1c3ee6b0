/* nvtx3/nvToolsExt.h - marks and ranges for NVIDIA's profilers. No profiler reads them here: every
 * function does nothing and returns what it returns on a GPU without a profiler. C and C++. */
#ifndef NVTX_VERSION
#define NVTX_VERSION 3

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };
enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3
};
enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6
};
#ifndef __cplusplus
typedef enum nvtxColorType_t nvtxColorType_t;
typedef enum nvtxMessageType_t nvtxMessageType_t;
typedef enum nvtxPayloadType_t nvtxPayloadType_t;
#endif

typedef uint64_t nvtxRangeId_t;
typedef struct cpudev_nvtx_domain *nvtxDomainHandle_t;
typedef struct cpudev_nvtx_string *nvtxStringHandle_t;

typedef union {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef struct {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_NO_PUSH_POP_TRACKING (-2)

/* CPUDEV_NVTX(type, name, (parameters), result) */
#define CPUDEV_NVTX(type, name, __parameters, __result)                                            \
    __attribute__((__unused__)) static inline type name __parameters {                             \
        return __result;                                                                           \
    }
#define CPUDEV_NVTX_VOID(name, __parameters)                                                       \
    __attribute__((__unused__)) static inline void name __parameters {}

#ifdef __cplusplus
#define CPUDEV_UNNAMED(type, name) type
#else /* C11 names its parameters */
#define CPUDEV_UNNAMED(type, name) type name __attribute__((__unused__))
#endif
#define CPUDEV_DOMAIN CPUDEV_UNNAMED(nvtxDomainHandle_t, domain)
#define CPUDEV_EVENT CPUDEV_UNNAMED(const nvtxEventAttributes_t *, event)
#define CPUDEV_TEXT CPUDEV_UNNAMED(const char *, text)
#define CPUDEV_WIDE CPUDEV_UNNAMED(const wchar_t *, text)
#define CPUDEV_RANGE CPUDEV_UNNAMED(nvtxRangeId_t, range)
#define CPUDEV_NUMBER CPUDEV_UNNAMED(uint32_t, number)

CPUDEV_NVTX_VOID(nvtxInitialize, (CPUDEV_UNNAMED(const void *, reserved)))
CPUDEV_NVTX_VOID(nvtxMarkA, (CPUDEV_TEXT))
CPUDEV_NVTX_VOID(nvtxMarkW, (CPUDEV_WIDE))
CPUDEV_NVTX_VOID(nvtxMarkEx, (CPUDEV_EVENT))
CPUDEV_NVTX_VOID(nvtxDomainMarkEx, (CPUDEV_DOMAIN, CPUDEV_EVENT))
CPUDEV_NVTX(nvtxRangeId_t, nvtxRangeStartA, (CPUDEV_TEXT), 0)
CPUDEV_NVTX(nvtxRangeId_t, nvtxRangeStartW, (CPUDEV_WIDE), 0)
CPUDEV_NVTX(nvtxRangeId_t, nvtxRangeStartEx, (CPUDEV_EVENT), 0)
CPUDEV_NVTX(nvtxRangeId_t, nvtxDomainRangeStartEx, (CPUDEV_DOMAIN, CPUDEV_EVENT), 0)
CPUDEV_NVTX_VOID(nvtxRangeEnd, (CPUDEV_RANGE))
CPUDEV_NVTX_VOID(nvtxDomainRangeEnd, (CPUDEV_DOMAIN, CPUDEV_RANGE))
CPUDEV_NVTX(int, nvtxRangePushA, (CPUDEV_TEXT), NVTX_NO_PUSH_POP_TRACKING)
CPUDEV_NVTX(int, nvtxRangePushW, (CPUDEV_WIDE), NVTX_NO_PUSH_POP_TRACKING)
CPUDEV_NVTX(int, nvtxRangePushEx, (CPUDEV_EVENT), NVTX_NO_PUSH_POP_TRACKING)
CPUDEV_NVTX(int, nvtxDomainRangePushEx, (CPUDEV_DOMAIN, CPUDEV_EVENT), NVTX_NO_PUSH_POP_TRACKING)
CPUDEV_NVTX(int, nvtxRangePop, (void), NVTX_NO_PUSH_POP_TRACKING)
CPUDEV_NVTX(int, nvtxDomainRangePop, (CPUDEV_DOMAIN), NVTX_NO_PUSH_POP_TRACKING)
CPUDEV_NVTX(nvtxDomainHandle_t, nvtxDomainCreateA, (CPUDEV_TEXT), NULL)
CPUDEV_NVTX(nvtxDomainHandle_t, nvtxDomainCreateW, (CPUDEV_WIDE), NULL)
CPUDEV_NVTX_VOID(nvtxDomainDestroy, (CPUDEV_DOMAIN))
CPUDEV_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringA, (CPUDEV_DOMAIN, CPUDEV_TEXT), NULL)
CPUDEV_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringW, (CPUDEV_DOMAIN, CPUDEV_WIDE), NULL)
CPUDEV_NVTX_VOID(nvtxNameCategoryA, (CPUDEV_NUMBER, CPUDEV_TEXT))
CPUDEV_NVTX_VOID(nvtxNameCategoryW, (CPUDEV_NUMBER, CPUDEV_WIDE))
CPUDEV_NVTX_VOID(nvtxDomainNameCategoryA, (CPUDEV_DOMAIN, CPUDEV_NUMBER, CPUDEV_TEXT))
CPUDEV_NVTX_VOID(nvtxDomainNameCategoryW, (CPUDEV_DOMAIN, CPUDEV_NUMBER, CPUDEV_WIDE))
CPUDEV_NVTX_VOID(nvtxNameOsThreadA, (CPUDEV_NUMBER, CPUDEV_TEXT))
CPUDEV_NVTX_VOID(nvtxNameOsThreadW, (CPUDEV_NUMBER, CPUDEV_WIDE))

#undef CPUDEV_NUMBER
#undef CPUDEV_RANGE
#undef CPUDEV_WIDE
#undef CPUDEV_TEXT
#undef CPUDEV_EVENT
#undef CPUDEV_DOMAIN
#undef CPUDEV_UNNAMED
#undef CPUDEV_NVTX_VOID
#undef CPUDEV_NVTX

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#endif

#endif
