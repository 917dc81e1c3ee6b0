/* launch.c - from <<<...>>> to a queued launch: configuration, limits, the closure of arguments. */
#define _GNU_SOURCE
#include <elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_device/runtime_functions.h"
#include "core.h"

extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

typedef struct {
    cpudev_operation operation;
    cpudev_launch launch;
    void *closure;
} launch_operation;

/* Of this host thread: what <<<...>>> said last, until a kernel takes it. */
static __thread struct {
    bool pending, cooperative;
    cpudev_uint3 grid, block;
    size_t shared;
    cudaStream_t stream;
    void *from; /* where, in the student's code */
} configuration;

/* cudaFuncGetAttributes and the like call the kernel's stub and only want its descriptor. */
static __thread bool query;
static __thread const cpudev_kernel *answer;

void cpudev_set_configuration(cpudev_uint3 grid, cpudev_uint3 block, size_t shared, void *stream) {
    if (configuration.pending)
        cpudev_complain("what followed an earlier <<<...>>> launched no kernel; write "
                        "kernel<<<grid, block>>>(arguments) with a __global__ function");
    configuration.pending = true;
    configuration.cooperative = false;
    configuration.grid = grid;
    configuration.block = block;
    configuration.shared = shared;
    configuration.stream = stream;
    configuration.from = __builtin_return_address(0);
}

/* A search of the program's symbols: has the function at `code` a thread loop? That of k(int *) is
 * "void cpu_device::__run_threads<k(int *)::{lambda()#1}, false, true>(void const*)". */
typedef struct {
    uintptr_t code;
    char *loop; /* "run_threads<k(int *)::{lambda", once the function is found */
    bool found;
} stub_search;

static void name_stub(const char *name, int type, uintptr_t value, size_t size, void *context) {
    stub_search *s = context;
    (void)size;
    if (type != STT_FUNC || value != s->code || s->loop)
        return;
    char *plain = __cxa_demangle(name, NULL, NULL, NULL);
    const char *signature = plain ? plain : name; /* extern "C" */
    if (strncmp(signature, "void ", 5) == 0)      /* a template's has its return type */
        signature += 5;
    if (asprintf(&s->loop, "run_threads<%s::{lambda", signature) < 0)
        s->loop = NULL;
    free(plain);
}

static void find_loop(const char *name, int type, uintptr_t value, size_t size, void *context) {
    stub_search *s = context;
    (void)value;
    (void)size;
    if (s->found || type != STT_FUNC || !strstr(name, "run_threads"))
        return;
    char *plain = __cxa_demangle(name, NULL, NULL, NULL);
    s->found = plain && strstr(plain, s->loop);
    free(plain);
}

/* Only kernels may be called to ask who they are. Some are asked again and again, at each launch by
 * their address, and a search takes its time. */
static bool is_stub(const void *function) {
    static __thread const void *known[16];
    static __thread unsigned next;
    const unsigned most = sizeof known / sizeof *known;
    for (unsigned i = 0; i < most; i++)
        if (known[i] == function)
            return true;
    stub_search s = {.code = (uintptr_t)function};
    cpudev_visit_symbols(name_stub, &s);
    if (s.loop)
        cpudev_visit_symbols(find_loop, &s);
    free(s.loop);
    if (s.found)
        known[next++ % most] = function;
    return s.found;
}

void cpudev_launch_cooperative(void) {
    configuration.cooperative = true;
}

const cpudev_kernel *cpudev_kernel_of(const void *function) {
    static const uint64_t zeros[512];
    const void *z = zeros;
    void (*stub)(const void *, const void *, const void *, const void *, const void *,
                 const void *);
    if (!function || !is_stub(function))
        return NULL;
    memcpy(&stub, &function, sizeof stub);
    query = true;
    answer = NULL;
    stub(z, z, z, z, z, z);
    query = false;
    return answer;
}

/* The sentence about a launch begins with the kernel's name. */
__attribute__((format(printf, 2, 3), cold)) static cudaError_t
refuse_launch(const cpudev_kernel *kernel, const char *format, ...) {
    char name[200], what[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    cpudev_kernel_name(kernel, name, sizeof name);
    return cpudev_refuse(cudaErrorInvalidValue, "kernel %s: %s", name, what);
}

static const char *was_negative(cpudev_uint3 d) {
    return d.x > INT32_MAX || d.y > INT32_MAX || d.z > INT32_MAX
               ? " (a negative number became so large)"
               : "";
}

static cudaError_t check_zeros(const cpudev_kernel *kernel, const char *what, cpudev_uint3 d) {
    if (d.x && d.y && d.z)
        return cudaSuccess;
    return refuse_launch(kernel,
                         "the %s is %u x %u x %u, and none of the three may be 0; a quotient such "
                         "as n / threads is 0 when n is smaller than threads: round up, (n + "
                         "threads - 1) / threads, and launch nothing when n is 0",
                         what, d.x, d.y, d.z);
}

static cudaError_t check_axes(const cpudev_kernel *kernel, const char *what, cpudev_uint3 d,
                              const enum cudaDeviceAttr limits[3]) {
    const unsigned asked[3] = {d.x, d.y, d.z};
    for (int axis = 0; axis < 3; axis++) {
        const unsigned limit = (unsigned)cpudev_attribute(limits[axis]);
        if (asked[axis] > limit)
            return refuse_launch(kernel, "the %s is %u x %u x %u%s, and its %c may be %u at most",
                                 what, d.x, d.y, d.z, was_negative(d), "xyz"[axis], limit);
    }
    return cudaSuccess;
}

static cudaError_t check_threads(const cpudev_kernel *kernel, cpudev_uint3 block) {
    const double threads = (double)block.x * block.y * block.z;
    const int most = cpudev_attribute(cudaDevAttrMaxThreadsPerBlock);
    const int bound = cpudev_max_threads(kernel);
    if (threads > most)
        return refuse_launch(kernel,
                             "the block of %u x %u x %u%s has %.0f threads, and a block has %d at "
                             "most; use smaller blocks and more of them",
                             block.x, block.y, block.z, was_negative(block), threads, most);
    if (threads > bound)
        return refuse_launch(kernel,
                             "the block of %u x %u x %u has %.0f threads, and __launch_bounds__ "
                             "promises %d at most; use smaller blocks or promise more",
                             block.x, block.y, block.z, threads, bound);
    return cudaSuccess;
}

static cudaError_t check_shared(const cpudev_kernel *kernel, size_t dynamic) {
    const size_t fixed = cpudev_static_shared(kernel);
    const size_t usual = (size_t)cpudev_attribute(cudaDevAttrMaxSharedMemoryPerBlock);
    const size_t asked = (size_t)kernel->attributes->max_dynamic_shared;
    if (dynamic + fixed <= (asked ? asked + fixed : usual))
        return cudaSuccess;
    if (asked)
        return refuse_launch(kernel,
                             "the launch asks for %zu bytes of dynamic shared memory, and "
                             "cudaFuncSetAttribute allowed this kernel %zu; allow more there or "
                             "ask for less",
                             dynamic, asked);
    return refuse_launch(
        kernel,
        "%zu bytes of dynamic shared memory and %zu of __shared__ variables are more than the %zu "
        "of a block; use smaller tiles, or allow more dynamic shared memory with "
        "cudaFuncSetAttribute and cudaFuncAttributeMaxDynamicSharedMemorySize; %zu bytes in all at "
        "most",
        dynamic, fixed, usual, (size_t)cpudev_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
}

/* The errors are CUDA 13's, as an H200 returns them (tests/conformance/errors); older versions said
 * cudaErrorInvalidConfiguration. */
static cudaError_t check_limits(const cpudev_kernel *kernel, cpudev_uint3 grid, cpudev_uint3 block,
                                size_t shared) {
    static const enum cudaDeviceAttr of_grid[3] = {cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY,
                                                   cudaDevAttrMaxGridDimZ};
    static const enum cudaDeviceAttr of_block[3] = {
        cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ};
    cudaError_t e = check_zeros(kernel, "grid", grid);
    if (!e)
        e = check_axes(kernel, "grid", grid, of_grid);
    if (!e)
        e = check_zeros(kernel, "block", block);
    if (!e)
        e = check_threads(kernel, block);
    if (!e)
        e = check_axes(kernel, "block", block, of_block);
    return e ? e : check_shared(kernel, shared);
}

/* A __device__ or __constant__ variable passed as an argument is, on a GPU, the address of the
 * host's own copy of it. true: found and explained. */
static bool passes_host_side_symbol(const cpudev_kernel *kernel, const void *closure, void *from) {
    const char *bytes = closure;
    for (size_t i = 0; i + sizeof(void *) <= kernel->closure_size; i += sizeof(void *)) {
        void *word;
        memcpy(&word, bytes + i, sizeof word);
        const cpudev_allocation *symbol = cpudev_host_side_symbol(word);
        if (!symbol)
            continue;
        char name[200], where[300];
        cpudev_kernel_name(kernel, name, sizeof name);
        cpudev_describe_code((char *)from - 1, where, sizeof where);
        cpudev_complain(
            "%s: kernel %s gets the address of %s from host code. That is the address of "
            "the host's copy, which a GPU cannot read. Name %s in the kernel itself, or "
            "ask cudaGetSymbolAddress for its address",
            where, name, symbol->name ? symbol->name : "a device variable",
            symbol->name ? symbol->name : "it");
        return true;
    }
    return false;
}

static void carry_out_launch(cpudev_operation *operation) {
    cpudev_launch *launch = &((launch_operation *)operation)->launch;
    cpudev_open_device_memory();
    cpudev_constants_protection(false);
    const cudaError_t e = cpudev_run_launch(launch);
    cpudev_close_device_memory();
    if (e)
        cpudev_sticky_error(e);
}

static void carry_out_illegal(cpudev_operation *operation) {
    (void)operation;
    cpudev_sticky_error(cudaErrorIllegalAddress);
}

static void drop_launch(cpudev_operation *operation) {
    launch_operation *o = (launch_operation *)operation;
    free(o->closure);
}

static cudaError_t enqueue(const cpudev_kernel *kernel, const void *closure, void *from) {
    static uint64_t launches;
    cudaError_t e =
        check_limits(kernel, configuration.grid, configuration.block, configuration.shared);
    if (!e)
        e = cpudev_refuse_failing(cudaErrorLaunchOutOfResources);
    if (!e)
        e = cpudev_read_texture_references();
    if (e)
        return e;
    const cpudev_uint3 grid = configuration.grid, block = configuration.block;
    const uint64_t blocks = (uint64_t)grid.x * grid.y * grid.z;
    const uint64_t most = configuration.cooperative
                              ? cpudev_resident_blocks(kernel, (int)(block.x * block.y * block.z),
                                                       configuration.shared)
                              : UINT64_MAX;
    if (blocks > most)
        return cpudev_refuse(cudaErrorCooperativeLaunchTooLarge,
                             "the grid of a cooperative launch has %llu blocks, and the device "
                             "holds %llu of this size at once; launch fewer and let each do more "
                             "(cudaOccupancyMaxActiveBlocksPerMultiprocessor tells how many)",
                             (unsigned long long)blocks, (unsigned long long)most);
    launch_operation *o = calloc(1, sizeof *o);
    void *copy = aligned_alloc(64, (kernel->closure_size + 64) / 64 * 64);
    if (!o || !copy) {
        free(o);
        free(copy);
        return cpudev_refuse_host_memory();
    }
    memcpy(copy, closure, kernel->closure_size);
    *o = (launch_operation){
        .operation = {.what = "kernel", .carry_out = carry_out_launch, .drop = drop_launch},
        .launch = {.kernel = kernel,
                   .closure = copy,
                   .grid = grid,
                   .block = block,
                   .cooperative = configuration.cooperative,
                   .dynamic_shared = configuration.shared,
                   .number = ++launches,
                   .blocks = blocks},
        .closure = copy};
    if (passes_host_side_symbol(kernel, closure, from))
        o->operation.carry_out = carry_out_illegal;
    return cpudev_enqueue_operation(&o->operation, configuration.stream);
}

static __thread cudaError_t launched; /* what the thread's last launch came to */

static cudaError_t launch(const cpudev_kernel *kernel, const void *closure, void *from) {
    CPUDEV_ENTER();
    launched = cpudev_result(enqueue(kernel, closure, from), "kernel launch", from);
    return launched;
}

cudaError_t cpudev_launched(void) {
    cpudev_hook_error_queried(); /* it is handed to the caller */
    return launched;
}

void cpudev_enqueue(const cpudev_kernel *kernel, const void *closure) {
    cpudev_take_bound(kernel);
    if (query) {
        answer = kernel;
        return;
    }
    char name[200];
    if (cpudev_self) {
        cpudev_kernel_name(kernel, name, sizeof name);
        cpudev_stop_block(
            cudaErrorNotSupported, __builtin_return_address(0),
            "device code launches kernel %s; the CPU device has no dynamic parallelism", name);
    }
    if (!configuration.pending) {
        cpudev_kernel_name(kernel, name, sizeof name);
        cpudev_refuse_aloud(
            cudaErrorMissingConfiguration,
            "kernel %s was called like a function; launch it: %s<<<grid, block>>>(...)", name,
            name);
        cpudev_result(cudaErrorMissingConfiguration, "kernel launch", __builtin_return_address(0));
        return;
    }
    configuration.pending = false;
    launch(kernel, closure, configuration.from);
}

/* The kernel's own function is called, with the arguments of the list: what it does stays its own.
 */
static cudaError_t launch_by_address(const void *function, struct dim3 grid, struct dim3 block,
                                     void **arguments, size_t shared, cudaStream_t stream,
                                     bool cooperative, void *from) {
    const cpudev_kernel *kernel = cpudev_kernel_of(function);
    char name[200];
    if (kernel == NULL)
        return cpudev_result(cpudev_refuse(cudaErrorInvalidDeviceFunction,
                                           "%p is no kernel; pass the name of a __global__ "
                                           "function, or its address",
                                           function),
                             "cudaLaunchKernel", from);
    cpudev_kernel_name(kernel, name, sizeof name);
    if (kernel->by_list == NULL)
        return cpudev_result(
            cpudev_refuse_aloud(cudaErrorNotSupported,
                                "cudaLaunchKernel: the CPU device does not know the types of %s's "
                                "parameters by its address; launch it by its name, %s<<<grid, "
                                "block>>>(...)",
                                name, name),
            "cudaLaunchKernel", from);
    cpudev_set_configuration((cpudev_uint3){grid.x, grid.y, grid.z},
                             (cpudev_uint3){block.x, block.y, block.z}, shared, stream);
    configuration.from = from;
    configuration.cooperative = cooperative;
    kernel->by_list(function, arguments);
    return cpudev_launched();
}

cudaError_t cudaLaunchKernel(const void *function, struct dim3 grid, struct dim3 block,
                             void **arguments, size_t shared, cudaStream_t stream) {
    return launch_by_address(function, grid, block, arguments, shared, stream, false,
                             __builtin_return_address(0));
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, struct dim3 grid, struct dim3 block,
                                        void **arguments, size_t shared, cudaStream_t stream) {
    return launch_by_address(function, grid, block, arguments, shared, stream, true,
                             __builtin_return_address(0));
}

cudaError_t cudaDeviceSynchronize(void) {
    CPUDEV_ENTER();
    const cudaError_t e = cpudev_drain_device();
    cpudev_hook_synchronized();
    return CPUDEV_RESULT(e);
}
