/* launch.h - two constructs that the translator cannot write with the language alone. C++ only.
 *
 * Dynamic shared memory in a function; and a launch whose kernel and chevrons come from different
 * macros:
 *   #define LAUNCH(g, b) <<<g, b>>>          k LAUNCH(1, 32)(x);
 * The translator cannot see the kernel's name beside the chevrons, so it writes
 *   k ->* cpu_device::launch_with(1, 32) (x)
 * Kernels with overloads or default arguments need the ordinary form.
 */
#ifndef CPU_DEVICE_LAUNCH_H
#define CPU_DEVICE_LAUNCH_H

#include <tuple>
#include <utility>

#include "kernel.h"

/* __launch_bounds__: how many blocks shall fit and how many may form a cluster is for the compiler
 * of a GPU. */
inline void cpudev_launch_bounds(int max_threads, int = 0, int = 0) {
    cpudev_bound_next_kernel(max_threads);
}

namespace cpu_device {

/* Converts to a reference to the launch's dynamic shared memory, as an array or a variable. */
struct dynamic_shared {
    template <class T> operator T &() const {
        return reinterpret_cast<T &>(cpudev_dynamic_shared);
    }
};

template <class... A> struct launch_arguments {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    std::tuple<A...> arguments;
};

struct launch_configuration {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    template <class... A> launch_arguments<A &&...> operator()(A &&...a) const {
        return {grid, block, shared, stream, std::tuple<A &&...>(std::forward<A>(a)...)};
    }
};

inline launch_configuration launch_with(dim3 grid, dim3 block, size_t shared = 0,
                                        cudaStream_t stream = nullptr) {
    return {grid, block, shared, stream};
}

template <class... P, class... A>
void operator->*(void (*k)(P...), launch_arguments<A...> &&launch) {
    ::cpudev_configure(launch.grid, launch.block, launch.shared, launch.stream);
    std::apply(k, std::move(launch.arguments));
}

} // namespace cpu_device

#endif
