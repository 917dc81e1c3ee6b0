// Words of the language and of attributes, where they mean nothing, and attributes that do no harm.
#include <cuda_runtime.h>
#include <cstdio>
#undef __builtin_expect_more
#undef strcpy
struct __attribute__((aligned(16), packed)) P {
    int a;
};
[[nodiscard]] static int f() {
    return 1;
}
__attribute__((noinline, unused)) static int section(int optimize) {
    return optimize;
}
#pragma unroll
#pragma GCC diagnostic ignored "-Wunused"
const char *alias = "asm volatile"; /* __attribute__((constructor)) asm("nop") */
// # 1 "/usr/include/stdio.h" 1
const char *raw = R"(
# 1 "/usr/include/stdio.h" 1
)";
#line 300 "generated.y"
float step = 1, error = 2;
int wait_ = 3, visibility = 1'000;
template <class T> struct S { static T t; };
template <class T> T S<T>::t = 3;
template struct S<int>;
int g() {
    int a[3] = {1, 2, 3};
    return a[0] + section(visibility) + f();
}
