/* qualifiers.h - CUDA's keywords as macros for g++.
 *
 * The translator has already dealt with what a macro cannot say: launches, kernel bodies, and which
 * declaration is a variable. What it leaves are words without meaning for one compiler, and the
 * CPUDEV_* words below, which it puts in the place of a variable's qualifiers.
 */
#ifndef CPU_DEVICE_QUALIFIERS_H
#define CPU_DEVICE_QUALIFIERS_H

#define __global__
#define __device__
#define __host__
#define __grid_constant__
#define __nv_pure__ __attribute__((__pure__))
#define __cudart_builtin__
#define __tile_static__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __align__(__n) __attribute__((__aligned__(__n)))
#define __builtin_align__(__n) __attribute__((__aligned__(__n)))
#define __forceinline__ __inline__ __attribute__((__always_inline__))
/* __noinline__ cannot be a macro, since libstdc++ writes __attribute__((__noinline__)). */
#define CPUDEV_NOINLINE __attribute__((__noinline__))
#define __inline_hint__ __inline__

/* Variables of a module. Sections hold nothing else, so that the runtime finds every symbol. */
#define CPUDEV_CONSTANT __attribute__((__section__("cpudev_constant"), __used__))
#define CPUDEV_DEVICE __attribute__((__section__("cpudev_device"), __used__))
#define CPUDEV_MANAGED __attribute__((__section__("cpudev_managed"), __used__))
#define CPUDEV_EXTERN /* defined, in its section, by another file */

/* Shared memory is the running block's: one copy for each OS thread, which runs one block at a
 * time. The alignment leaves a gap between neighbours, so that an overrun does not land in the next
 * array. The address is made in a register (the linker takes the table lookup out again): folded
 * into the instruction, an index far outside in a branch never taken does not fit and does not
 * link. Used: what nobody reads g++ would not write either, and the checker not see. */
#ifdef CPUDEV_CHECKED
#define CPUDEV_SHARED                                                                              \
    __thread __attribute__((__aligned__(64), __tls_model__("initial-exec"), __used__))
#else
#define CPUDEV_SHARED __thread __attribute__((__aligned__(64), __tls_model__("initial-exec")))
#endif
/* extern __shared__ T name[]: every such name is the launch's one dynamic block. */
#define CPUDEV_DYNAMIC_SHARED __thread
#define CPUDEV_DYNAMIC_SHARED_NAME __asm__("cpudev_dynamic_shared")

#define __constant__ CPUDEV_CONSTANT
#define __managed__ CPUDEV_MANAGED
#define __shared__ CPUDEV_SHARED

#endif
