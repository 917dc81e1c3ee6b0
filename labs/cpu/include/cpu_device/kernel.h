/* kernel.h - built-in variables of device code, and the template a translated kernel calls.
 *
 * The body of a kernel is inlined into run_threads, so a kernel without barriers is a plain loop
 * over the threads of a block. C++ only.
 */
#ifndef CPU_DEVICE_KERNEL_H
#define CPU_DEVICE_KERNEL_H

#include <type_traits>

#include "abi.h"
#include "driver_types.h"
#include "vector_types.h"

/* Of the thread that runs now. One copy for each worker, written by the runtime and the loop below
 * alone. threadIdx is not const, or the compiler would keep its value from one thread to the next;
 * the others stay the same for as long as a function of the device runs. */
extern __thread uint3 threadIdx __attribute__((__tls_model__("initial-exec")));
extern __thread const uint3 blockIdx __attribute__((__tls_model__("initial-exec")));
extern __thread const dim3 blockDim __attribute__((__tls_model__("initial-exec")));
extern __thread const dim3 gridDim __attribute__((__tls_model__("initial-exec")));
constexpr int warpSize = 32;

/* k<<<grid, block, shared, stream>>>: what stands between the chevrons. */
[[__gnu__::__always_inline__]] inline void
cpudev_configure(dim3 __grid, dim3 __block, size_t __shared = 0, cudaStream_t stream = nullptr) {
    cpudev_set_configuration({__grid.x, __grid.y, __grid.z}, {__block.x, __block.y, __block.z},
                             __shared, stream);
}

namespace cpu_device {

#ifdef CPUDEV_IN_TURNS /* a thread may give way at any step, also of the loop over threads */
constexpr bool __in_turns = true;
#else
constexpr bool __in_turns = false;
#endif

/* A kernel's parameters: captured by the lambda that its body has become. On a GPU they are bytes,
 * copied to the device and to each thread without a constructor, and only the host destroys what
 * the caller made. So nothing here destroys them; building the lambda in a union sees to that. */
template <class __Body> union __parameters {
    __Body __body;
    ~__parameters() {}
};
template <class __Body> __parameters(__Body) -> __parameters<__Body>;

/* threadIdx as a number, x fastest; the warp is that / 32, the lane that % 32. */
inline __attribute__((__always_inline__)) unsigned __thread_number() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/* The threads of a block in turn. While none has waited yet they are counted here, and memory is
 * told no more than threadIdx, just before a thread runs: an increment in memory would wait for the
 * last one. */
class __plain_loop {
    const cpudev_block *const __block = &cpudev_running_block;
    unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;

  public:
    inline __attribute__((__always_inline__)) void __tell() const {
#ifndef CPUDEV_IN_TURNS
        threadIdx.x = x;
#endif
    }
    /* Goes on to the next thread of the block; false when this fiber has no more to run. */
    inline __attribute__((__always_inline__)) bool next() {
#ifdef CPUDEV_IN_TURNS
        return cpudev_next_thread(); /* always slow there, and reading that is an access to check */
#endif
        if (__builtin_expect(++x < __block->__row, 1))
            return true;
        if (__block->__slow) {
            const bool any = cpudev_next_thread();
            x = threadIdx.x;
            return any;
        }
        x = 0;
        threadIdx.y = ++y;
        if (y < __block->dim.y)
            return true;
        threadIdx.y = y = 0;
        threadIdx.z = ++z;
        return z < __block->dim.z;
    }
};

/* Each thread gets a copy of the parameters, since it may change them. Turns: two files may include
 * the same kernel, of which one is compiled for turns. */
template <class __Body, bool __Turns> void __run_threads(const void *__closure) {
    __plain_loop __loop;
    if constexpr (std::is_trivially_copyable<__Body>::value) {
        /* A variable of ours: the compiler knows that no store of a thread changes it. */
        const __Body __given(*static_cast<const __Body *>(__closure));
        do {
            __loop.__tell();
            __Body __body(__given);
            __body();
        } while (__loop.next());
    } else {
        do {
            __loop.__tell();
            alignas(__Body) unsigned char bytes[sizeof(__Body)];
            __builtin_memcpy(bytes, __closure, sizeof(__Body));
            (*reinterpret_cast<__Body *>(bytes))();
        } while (__loop.next());
    }
}

template <class __Body>
inline void __kernel(const char *name, const __parameters<__Body> &__given) {
    static cpudev_kernel_attributes attributes = {};
    static const cpudev_kernel __descriptor = {
        name, sizeof(__Body), __run_threads<__Body, __in_turns>, &attributes, __in_turns};
    cpudev_enqueue(&__descriptor, &__given.__body);
}

} // namespace cpu_device

#endif
