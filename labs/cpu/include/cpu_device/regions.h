// clang-format off
/* regions.h - a kernel with barriers as loops over the threads of a block. C++ only; kernel.h
 * includes it.
 *
 * Switching between the threads of a block at each barrier costs far more than what they do between
 * two of them. So where the translator can tell the barriers apart, it writes a second version of
 * the kernel (translate/regions.c):
 *
 *     s[threadIdx.x] = 1;              block.each([&](uint3 threadIdx) { s[threadIdx.x] = 1; });
 *     for (int d = n; d; d /= 2) {     for (int d = n; d; d /= 2) {
 *         __syncthreads();                 block.barrier();
 *         work(threadIdx.x, d);            block.each([&](uint3 threadIdx) { work(threadIdx.x, d); });
 *     }                                }
 *
 * What the translator cannot know of a program's names and types is left to the compiler: where
 * such a version could mean something else, it does not compile, and nvcc-cpu does without.
 */
// clang-format on
#ifndef CPU_DEVICE_REGIONS_H
#define CPU_DEVICE_REGIONS_H

/* What macros of this file bring into a program is nothing to warn of. */
#pragma GCC system_header

#include <type_traits>

#include "abi.h"
#include "vector_types.h"

extern __thread uint3 threadIdx __attribute__((tls_model("initial-exec")));
extern __thread dim3 blockDim __attribute__((tls_model("initial-exec")));

namespace cpu_device {

/* What the lambdas of a regions version return: a `return;` hidden in a macro does not compile. */
struct region_end {};

/* The type of threadIdx between regions, and of what waits anywhere: any use does not compile. */
struct not_here {};

class regions {
    const unsigned width = ::blockDim.x, height = ::blockDim.y, depth = ::blockDim.z;
    unsigned left = width * height * depth; /* threads that have not returned */
    bool *returned = nullptr;

    template <class Visit>
    inline __attribute__((always_inline)) void all_threads(const Visit &visit) const {
        unsigned i = 0;
        for (unsigned z = 0; z < depth; z++) {
            ::threadIdx.z = z;
            for (unsigned y = 0; y < height; y++) {
                ::threadIdx.y = y;
                for (unsigned x = 0; x < width; x++) {
                    ::threadIdx.x = x;
                    /* A fault asks which thread runs: memory must know. */
                    __asm__ volatile("" : : "m"(::threadIdx));
                    visit(uint3{x, y, z}, i++);
                }
            }
        }
        ::threadIdx = uint3{0, 0, 0};
    }

  public:
    /* Runs a region for every thread. */
    template <class Region>
    inline __attribute__((always_inline)) void each(const Region &region) const {
        all_threads([&](uint3 thread, unsigned i)
                        __attribute__((always_inline)) { region(thread, i); });
    }

    /* The same in a kernel whose threads may return: buffer number 0 holds who has. */
    void may_return() {
        returned = static_cast<bool *>(cpudev_slots(0, left * sizeof(bool)));
        for (unsigned i = 0; i < left; i++)
            returned[i] = false;
    }
    template <class Region>
    inline __attribute__((always_inline)) void each_left(const Region &region) const {
        all_threads([&](uint3 thread, unsigned i) __attribute__((always_inline)) {
            if (!returned[i])
                region(thread, i);
        });
    }
    region_end leave(unsigned i) {
        returned[i] = true;
        left--;
        return {};
    }
    bool all_returned() const {
        return left == 0;
    }

    template <class T> void fill(T *slots, const T &value) const {
        for (unsigned i = 0; i < width * height * depth; i++)
            slots[i] = value;
    }
    /* All threads have come: nothing to do, but no memory may be kept in registers. */
    inline __attribute__((always_inline)) void barrier() const {
        __asm__ volatile("" : : : "memory");
    }
    /* One T for each thread. */
    template <class T> T *slots(unsigned number) const {
        static_assert(std::is_trivially_copyable<T>::value &&
                          std::is_trivially_default_constructible<T>::value,
                      "a variable that lives across a barrier must be plain data");
        return static_cast<T *>(cpudev_slots(number, sizeof(T) * width * height * depth));
    }
};

template <class T> inline __attribute__((always_inline)) void keep(T &to, const T &from) {
    __builtin_memcpy(&to, &from, sizeof to);
}

} // namespace cpu_device

/* At the head of a regions version. */
#define CPUDEV_BETWEEN_REGIONS                                                                     \
    const uint3 blockIdx = ::blockIdx;                                                             \
    const dim3 blockDim = ::blockDim, gridDim = ::gridDim;                                         \
    constexpr ::cpu_device::not_here threadIdx{}, __syncthreads{}, __syncthreads_count{},          \
        __syncthreads_and{}, __syncthreads_or{}, __syncwarp{}, __shfl_sync{}, __shfl_up_sync{},    \
        __shfl_down_sync{}, __shfl_xor_sync{}, __ballot_sync{}, __any_sync{}, __all_sync{},        \
        __activemask{}, __match_any_sync{}, __match_all_sync{}, __reduce_add_sync{},               \
        __reduce_min_sync{}, __reduce_max_sync{}, __reduce_and_sync{}, __reduce_or_sync{},         \
        __reduce_xor_sync{}, __nanosleep{};

/* A variable whose end has no effect. */
#define CPUDEV_PLAIN_DATA(name)                                                                    \
    static_assert(std::is_trivially_destructible<decltype(name)>::value,                           \
                  "a class of its own may do something when it ends")

#endif
