/* kernel.h - built-in variables of device code, and the template a translated kernel calls.
 *
 * The body of a kernel is inlined into run_threads, so a kernel without barriers is a plain loop
 * over the threads of a block. C++ only.
 */
#ifndef CPU_DEVICE_KERNEL_H
#define CPU_DEVICE_KERNEL_H

#include <new>

#include "abi.h"
#include "driver_types.h"
#include "vector_types.h"

/* Of the thread that runs now. One copy for each worker, written by the runtime alone: not const,
 * or the compiler would keep a value across a barrier. */
extern __thread uint3 threadIdx __attribute__((tls_model("initial-exec")));
extern __thread uint3 blockIdx __attribute__((tls_model("initial-exec")));
extern __thread dim3 blockDim __attribute__((tls_model("initial-exec")));
extern __thread dim3 gridDim __attribute__((tls_model("initial-exec")));
constexpr int warpSize = 32;

/* k<<<grid, block, shared, stream>>>: what stands between the chevrons. */
inline void cpudev_configure(dim3 grid, dim3 block, size_t shared = 0,
                             cudaStream_t stream = nullptr) {
    cpudev_set_configuration({grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared, stream);
}

namespace cpu_device {

/* Goes on to the next thread of the block; false when this fiber has no more to run. */
inline __attribute__((always_inline)) bool next_thread(cpudev_thread *self, cpudev_block *block) {
#ifdef CPUDEV_CHECKED
    return cpudev_next_thread(); /* always slow there, and reading that is an access to check */
#endif
    if (__builtin_expect(block->slow, 0))
        return cpudev_next_thread();
    self->thread_linear++;
    threadIdx.x = ++self->thread.x;
    if (__builtin_expect(self->thread.x < block->dim.x, 1))
        return true;
    threadIdx.x = self->thread.x = 0;
    threadIdx.y = ++self->thread.y;
    if (self->thread.y < block->dim.y)
        return true;
    threadIdx.y = self->thread.y = 0;
    threadIdx.z = ++self->thread.z;
    return self->thread.z < block->dim.z;
}

template <class Body> void run_threads(const void *closure) {
    cpudev_thread *const self = cpudev_self;
    cpudev_block *const block = &cpudev_running_block;
    do {
        Body body(*static_cast<const Body *>(closure)); /* a thread may change its parameters */
        body();
    } while (next_thread(self, block));
}

template <class Body> inline void kernel(const char *name, const Body &body) {
    static cpudev_kernel_attributes attributes = {};
    static const cpudev_kernel descriptor = {
        name,
        sizeof(Body),
        run_threads<Body>,
        [](void *to, const void *from) { new (to) Body(*static_cast<const Body *>(from)); },
        [](void *closure) { static_cast<Body *>(closure)->~Body(); },
        &attributes,
    };
    cpudev_enqueue(&descriptor, &body);
}

} // namespace cpu_device

#endif
