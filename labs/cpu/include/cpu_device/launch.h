/* launch.h - two constructs that the translator cannot write with the language alone. C++ only.
 *
 * Dynamic shared memory in a function; and a launch whose kernel and chevrons come from different
 * macros:
 *   #define LAUNCH(g, b) <<<g, b>>>          k LAUNCH(1, 32)(x);
 * The translator cannot see the kernel's name beside the chevrons, so it writes
 *   k ->* cpu_device::__launch_with(1, 32) (x)
 * Kernels with overloads or default arguments need the ordinary form.
 */
#ifndef CPU_DEVICE_LAUNCH_H
#define CPU_DEVICE_LAUNCH_H

#include <tuple>
#include <utility>

#include "kernel.h"

/* __launch_bounds__: how many blocks shall fit and how many may form a cluster is for the compiler
 * of a GPU. */
inline void cpudev_launch_bounds(int __max_threads, int = 0, int = 0) {
    cpudev_bound_next_kernel(__max_threads);
}

namespace cpu_device {

/* Converts to a reference to the launch's dynamic shared memory, as an array or a variable. */
struct __dynamic_shared {
    template <class __T> operator __T &() const {
        return reinterpret_cast<__T &>(cpudev_dynamic_shared);
    }
};

template <class... __A> struct __launch_arguments {
    dim3 __grid, __block;
    size_t __shared;
    cudaStream_t stream;
    std::tuple<__A...> __arguments;
};

struct __launch_configuration {
    dim3 __grid, __block;
    size_t __shared;
    cudaStream_t stream;
    template <class... __A> __launch_arguments<__A &&...> operator()(__A &&...__a) const {
        return {__grid, __block, __shared, stream,
                std::tuple<__A &&...>(std::forward<__A>(__a)...)};
    }
};

inline __launch_configuration __launch_with(dim3 __grid, dim3 __block, size_t __shared = 0,
                                            cudaStream_t stream = nullptr) {
    return {__grid, __block, __shared, stream};
}

template <class... __P, class... __A>
void operator->*(void (*__k)(__P...), __launch_arguments<__A...> &&__launch) {
    ::cpudev_configure(__launch.__grid, __launch.__block, __launch.__shared, __launch.stream);
    std::apply(__k, std::move(__launch.__arguments));
}

} // namespace cpu_device

#endif
