/* kernel.h - built-in variables of device code, and the template a translated kernel calls.
 *
 * The body of a kernel is inlined into run_threads, so a kernel without barriers is a plain loop
 * over the threads of a block. C++ only.
 */
#ifndef CPU_DEVICE_KERNEL_H
#define CPU_DEVICE_KERNEL_H

#include <type_traits>
#include <utility>

#include "abi.h"
#include "driver_types.h"
#include "vector_types.h"

/* Of the thread that runs now. One copy for each worker, written by the runtime and the loop below
 * alone. threadIdx is not const, or the compiler would keep its value from one thread to the next;
 * the others stay the same for as long as a function of the device runs.
 *
 * threadIdx is one variable of the whole program, but each file takes it for its own, whose address
 * nobody has: so the compiler knows that no store through a pointer changes it and that only calls
 * read it, and where a loop over threads calls nothing, it lives in a register. (The linker keeps
 * the runtime's of all these weak symbols.) */
#ifdef CPUDEV_CHECKED
extern __thread uint3 threadIdx __attribute__((__tls_model__("initial-exec")));
#else
static __thread uint3 threadIdx __asm__("threadIdx")
    __attribute__((__tls_model__("initial-exec"), __used__));
__asm__(".weak threadIdx");
#endif
extern __thread const uint3 blockIdx __attribute__((__tls_model__("initial-exec")));
#ifdef CPUDEV_CHECKED /* nothing may lie right behind a shared array */
extern __thread const dim3 blockDim __attribute__((__tls_model__("initial-exec")));
extern __thread const dim3 gridDim __attribute__((__tls_model__("initial-exec")));
#else
/* A variable of one file whose address nobody takes: the compiler knows that no store through a
 * pointer changes it, only calls may, and reads it once for many threads. (A const dim3 that is
 * extern it would read again: it has constructors.) The runtime writes the numbers. */
static __thread union {
    const dim3 blockDim = dim3(0, 0, 0);
    unsigned __numbers_of_block[3];
};
static __thread union {
    const dim3 gridDim = dim3(0, 0, 0);
    unsigned __numbers_of_grid[3];
};
#endif
constexpr int warpSize = 32;

/* k<<<grid, block, shared, stream>>>: what stands between the chevrons. */
[[__gnu__::__always_inline__]] inline void cpudev_configure(dim3 __grid, dim3 __block = 1,
                                                            size_t __shared = 0,
                                                            cudaStream_t stream = nullptr) {
    cpudev_set_configuration({__grid.x, __grid.y, __grid.z}, {__block.x, __block.y, __block.z},
                             __shared, stream);
}

namespace cpu_device {

/* What device code names in the place of std where nvcc would refuse it (translate/library.c). */
namespace [[__gnu__::__deprecated__(
    "device code calls a function of the host's standard library: nvcc refuses it; use CUDA's own "
    "(min, max, ...) or write a __device__ function, and for what is constexpr there is "
    "-expt-relaxed-constexpr")]] __host_std {
using namespace ::std;
}

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

/* One parameter in that lambda, where copying it may run code (translate/parameters.c): a value, or
 * its bytes, which each thread has its own of and knows as an object. */
template <class __T>
constexpr bool __copied_as_bytes =
    !std::is_trivially_copy_constructible_v<__T> || !std::is_trivially_destructible_v<__T>;
template <class __T> using __parameter = std::conditional_t<__copied_as_bytes<__T>, __T &, __T>;

template <class __T, bool = __copied_as_bytes<__T>> struct __bytes {
    __T __object;
    explicit __bytes(const __T &__of) : __object(__of) {}
    __T &__value() {
        return __object;
    }
};
template <class __T> struct __bytes<__T, true> {
    alignas(__T) unsigned char __copy[sizeof(__T)];
    explicit __bytes(const __T &__of) {
        __builtin_memcpy(__copy, &reinterpret_cast<const unsigned char &>(__of), sizeof(__T));
    }
    __T &__value() {
        return *reinterpret_cast<__T *>(__copy);
    }
};
template <class __T> __bytes<__T> __bytes_of(const __T &__of) {
    return __bytes<__T>(__of);
}

#ifndef CPUDEV_CHECKED
/* Threads in a row of the running block, blockDim.x; 0: it is slow, ask cpudev_next_thread. Of one
 * file like blockDim: a loop whose body calls nothing keeps it in a register. */
static __thread unsigned __row __asm__("cpudev_row");

static void __set_row(unsigned __threads) {
#ifdef CPUDEV_IN_TURNS /* nothing reads it; and this must not give way, as all code there may */
    (void)__threads;
#else
    __row = __threads;
#endif
}

static void __set_sizes(cpudev_uint3 __block, cpudev_uint3 __grid) {
    __numbers_of_block[0] = __block.x;
    __numbers_of_block[1] = __block.y;
    __numbers_of_block[2] = __block.z;
    __numbers_of_grid[0] = __grid.x;
    __numbers_of_grid[1] = __grid.y;
    __numbers_of_grid[2] = __grid.z;
}

/* As early as the runtime itself: the program's own initialisers may launch kernels. */
__attribute__((__constructor__(101))) static void __add_file() {
    static cpudev_file file = {nullptr, __set_row, __set_sizes};
    cpudev_add_file(&file);
}
#endif

/* threadIdx as a number, x fastest; the warp is that / 32, the lane that % 32. */
inline __attribute__((__always_inline__)) unsigned __thread_number() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/* The thread behind the last one of a row; false when this fiber has no more to run. */
inline __attribute__((__always_inline__)) bool __next_row() {
    const cpudev_block *const __block = &cpudev_running_block;
    if (__in_turns || __block->__slow)
        return cpudev_next_thread();
    threadIdx.x = 0;
    if (++threadIdx.y < __block->dim.y)
        return true;
    threadIdx.y = 0;
    return ++threadIdx.z < __block->dim.z;
}

/* The threads of a block in turn. While none has waited yet x is counted here, and memory is told
 * just before a thread runs, for whom it calls and, with an asm that has the store read, for a
 * fault: an increment in memory would wait for the last one. In a light kernel that store would
 * take a third of the time: for a fault memory knows the row, which is then run again
 * (runtime/seek.c). */
template <bool __Light, class __Run>
inline __attribute__((__always_inline__)) void __each_thread(__Run __run) {
    do {
#ifdef CPUDEV_IN_TURNS
        __run();
#else
        unsigned x = threadIdx.x;
        if constexpr (__Light) {
            threadIdx.x = x;
            __run();
#pragma GCC unroll 4
            for (++x; x < __row; x++) {
                threadIdx.x = x;
                __run();
            }
        } else {
            do {
                threadIdx.x = x;
                __asm__ volatile("" : : "m"(threadIdx.x));
                __run();
            } while (__builtin_expect(++x < __row, 1));
        }
#endif
    } while (__next_row());
}

/* Each thread gets a copy of the parameters, since it may change them. Turns: two files may include
 * the same kernel, of which one is compiled for turns. */
template <class __Body, bool __Turns, bool __Light>
void __run_threads(const void *__parameters_given) {
    if constexpr (std::is_trivially_copyable<__Body>::value) {
        /* A variable of ours: the compiler knows that no store of a thread changes it. */
        const __Body __given(*static_cast<const __Body *>(__parameters_given));
        __each_thread<__Light>([&__given]() __attribute__((__always_inline__)) {
            __Body __body(__given);
            __body();
        });
    } else {
        __each_thread<__Light>([__parameters_given]() __attribute__((__always_inline__)) {
            alignas(__Body) unsigned char bytes[sizeof(__Body)];
            __builtin_memcpy(bytes, __parameters_given, sizeof(__Body));
            (*reinterpret_cast<__Body *>(bytes))();
        });
    }
}

/* Calls a kernel with arguments to which a list points. */
template <class... __P, std::size_t... __I>
inline void __call_with(void (*kernel)(__P...), void **__arguments, std::index_sequence<__I...>) {
    (void)__arguments;
    kernel(*static_cast<std::remove_reference_t<__P> *>(__arguments[__I])...);
}

/* The type of a parameter without what says nothing to who calls; g++ casts no pointer to one that
 * is __restrict__. */
template <class __T> struct __unqualified { using __type = __T; };
template <class __T> struct __unqualified<__T *__restrict__> { using __type = __T *; };

/* The same where only the kernel's address is known, and from itself its parameters' types, __P. */
template <class... __P> void __by_list(const void *__function, void **__arguments) {
    void (*kernel)(typename __unqualified<std::remove_cv_t<__P>>::__type...);
    __builtin_memcpy(&kernel, &__function, sizeof kernel);
    __call_with(kernel, __arguments, std::index_sequence_for<__P...>());
}

/* Light: it has no loops, so not knowing its thread at a fault is worth something. What lay between
 * the parameters is no part of them: runtime/launch.c looks for addresses in their bytes. */
template <bool __Light = false, class __Body>
inline void __kernel(const char *name, __parameters<__Body> &&__given,
                     void (*__called)(const void *, void **) = nullptr) {
#if __has_builtin(__builtin_clear_padding) /* clang 14 has none */
    if constexpr (std::is_trivially_copyable<__Body>::value)
        __builtin_clear_padding(&__given.__body);
#endif
    static cpudev_kernel_attributes attributes = {};
    static const cpudev_kernel __descriptor = {
        name,        sizeof(__Body), __run_threads<__Body, __in_turns, __Light>,
        &attributes, __in_turns,     __Light,
        __called};
    cpudev_enqueue(&__descriptor, &__given.__body);
}

} // namespace cpu_device

#endif
