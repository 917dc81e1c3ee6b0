#!/usr/bin/env bats
# The language that nvcc-cpu takes: programs of conformance/language, and where it puts its messages.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    nvcc_cpu=$repo/labs/cpu/nvcc-cpu
    cd "$BATS_TEST_TMPDIR" || return
}

@test "every program of the baseline compiles and prints what it should" {
    run "$repo/tests/conformance/run" language
    assert_success
    refute_line --regexp '^fail '
}

@test "the baseline is complete: a program that is not in it does not pass" {
    for program in "$repo"/tests/conformance/language/*.cu "$repo"/tests/conformance/language/*/main.cu; do
        name=${program%/main.cu}
        name=${name##*/}
        run grep -cxF -- "${name%.cu}" "$repo/tests/conformance/language/baseline"
        assert_output 1
    done
}

# nvcc's part was asked once: tests/conformance/compare-nvcc --record.
@test "what nvcc takes is refused only for what the CPU device lacks" {
    run "$repo/tests/conformance/compare-nvcc" --recorded
    assert_success
    run bash -c 'cd "$1" && grep -l "^// fails:" tests/conformance/*/*.cu | while read -r file; do
        grep -q " $file\$" tests/conformance/refused || echo "$file"; done' - "$repo"
    assert_output ''
}

# Each of these programs is correct, so the checker must have nothing to say.
@test "the checker finds nothing in correct programs" {
    cd "$repo/tests/conformance/language"
    check() {
        "$nvcc_cpu" --check --extended-lambda "$1.cu" -o "$BATS_TEST_TMPDIR/$1" && "$BATS_TEST_TMPDIR/$1" 2>&1 | diff "$1.expected" -
    }
    export -f check
    export nvcc_cpu BATS_TEST_TMPDIR
    run parallel --will-cite -j 2 check ::: barriers builtins groups shared_dynamic shared_static variables \
        warps atomics launch_forms arguments vectors lambdas qualifiers math \
        barriers_in_loops barriers_anywhere barriers_odd_types values_across_barriers parameters_destroyed \
        rows_as_one declared_anyhow dot_products
    assert_output ""
    assert_success
}

@test "an error keeps its line and column behind every kind of rewriting" {
    cat >columns.cu <<'CU'
__constant__ float c_a[4]; int first = bad1;
__device__ int helper(int x) { return bad2; }
__global__ void k(int *p) { p[0] = bad3; }
template <typename T> __global__ void t(T *p) { __shared__ T s[4]; p[0] = s[bad4]; } int after = bad5;
int main() {
    k<<<bad6, 1>>>(bad7); int x = bad8;
    k<<<1,
        bad9>>>(nullptr); bad10();
}
CU
    run "$nvcc_cpu" -c columns.cu
    assert_failure 1
    # the position of each word is where it stands in the file
    while IFS=: read -r line word; do
        column=$(sed -n "${line}p" columns.cu | awk -v w="$word" '{ print index($0, w) }')
        assert_output --partial "columns.cu:$line:$column: error: ‘$word’ was not declared"
    done < <(grep -no 'bad[0-9]*' columns.cu)
}

@test "an error in a header keeps the header's name and line" {
    mkdir include
    printf '#pragma once\n\n__device__ int helper() { return missing; }\n' >include/helper.cuh
    printf '#include <helper.cuh>\n__global__ void k(int *p) { *p = helper(); }\n' >a.cu
    run "$nvcc_cpu" -I include -c a.cu
    assert_failure 1
    assert_output --partial "include/helper.cuh:3:34: error: ‘missing’"
    assert_output --partial "from a.cu:1"
}

@test "kernels of a file that -include names are kernels; an #include that nobody can follow is said" {
    mkdir part
    printf '__global__ void k(int *p) { *p = blockDim.x; }\n' >part/k.cuh
    printf '#define CAT(a, b) <a.b>\n#include CAT(plain,h)\n#include <cstdio>\n' >a.cu
    printf 'int main() { int *d, h; cudaMalloc(&d, 4); k<<<1, 7>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf("%%d %%d\\n", h, PLAIN); cudaFree(d); }\n' >>a.cu
    printf '#define PLAIN 5\n' >part/plain.h
    local how
    for how in -O0 --check; do
        run "$nvcc_cpu" $how -I part -include part/k.cuh a.cu -o a
        assert_success
        assert_line --regexp '^a.cu:2:10: warning: .* CUDA .* not translated'
        run ./a
        assert_success
        assert_line "7 5"
    done
    printf '#include TEXT(k.cuh)\nint main() {}\n' >b.cu # found beside the file, wherever g++ runs
    printf '#define TEXT(x) #x\n' | cat - b.cu >part/b.cu
    run "$nvcc_cpu" -c part/b.cu
    assert_success
    assert_output ""
}

# As nvcc 13.0 does it: each program was compiled with it, too. "warns" is where nvcc refuses and we are not sure.
@test "members, operators, constructors and templates of the host in device code are refused, others are not" {
    local said program
    while IFS='|' read -r said program; do
        printf '%s\n' "$program" >t.cu
        run "$nvcc_cpu" -c t.cu -o t.o
        case $said in
        refused)
            assert_failure
            assert_output --regexp "error: (device|host) code (calls|uses)|error: variable length array" ;;
        warns)
            assert_success
            assert_output --regexp "warning: device code (calls|uses)" ;;
        taken)
            assert_success
            assert_output '' ;;
        esac
    done <<'PROGRAMS'
refused|struct S { int a; int get() const { return a; } }; __global__ void k(S s, int *o) { *o = s.get(); }
refused|struct S { static int get() { return 1; } }; __global__ void k(int *o) { *o = S::get(); }
refused|template <class T> struct S { T a; T get() { return a; } }; __global__ void k(S<int> s, int *o) { *o = s.get(); }
refused|struct S { int a; S(int x) : a(x) {} }; __global__ void k(int *o) { S s(3); *o = s.a; }
refused|struct S { int a; constexpr S(int x) : a(x) {} }; __global__ void k(int *o) { S s(3); *o = s.a; }
refused|struct A { virtual int f() { return 1; } }; __global__ void k(A a, int *o) { *o = a.f(); }
refused|struct S { int a; S operator+(S b) const { return S{a + b.a}; } }; __global__ void k(S s, int *o) { *o = (s + s).a; }
refused|struct S { int a; operator int() const { return a; } }; __global__ void k(S s, int *o) { *o = s; }
refused|float3 operator+(float3 x, float3 y) { return make_float3(x.x + y.x, 0, 0); } __global__ void k(float3 *o) { *o = *o + *o; }
refused|enum E { A, B }; E operator|(E a, E b) { return E(int(a) | int(b)); } __global__ void k(int *o) { *o = A | B; }
refused|template <class T> T f(T x) { return x + 1; } __global__ void k(int *o) { *o = f(*o); }
refused|constexpr int f(int x) { return x + 1; } __global__ void k(int *o) { *o = f(2); }
warns|cudaTextureObject_t t; __global__ void k(float *o) { *o = tex2D<float>(t, 0, 0); }
refused|int m1, m2 = 3; __global__ void k(int *o) { *o = m2; }
refused|int *p; __global__ void k(int *o) { *o = p[0]; }
refused|const float table[3] = {1, 2, 3}; __global__ void k(float *o, int i) { *o = table[i]; }
refused|thread_local int t; __global__ void k(int *o) { *o = t; }
refused|__global__ void k(int *o, int n) { int a[n]; a[0] = 1; *o = a[0]; }
refused|__device__ int f(const int n) { int a[n]; a[0] = n; return a[0]; }
refused|int main() { int a = 0; atomicAdd(&a, 1); return a; }
refused|int main() { __syncthreads(); }
refused|float f(cudaTextureObject_t t) { return tex2D<float>(t, 0, 0); }
warns|struct S { int a; int get() const { return a; } }; template <class T> __global__ void k(T s, int *o) { *o = s.get(); } void f() { k<<<1, 1>>>(S{1}, nullptr); }
warns|struct S { int a; }; S s; __global__ void k(int *o) { *o = s.a; }
taken|struct S { int a; __device__ int get() const { return a; } }; __global__ void k(S s, int *o) { *o = s.get(); }
taken|struct S { int a; int get() const; }; __device__ int S::get() const { return a; } __global__ void k(S s, int *o) { *o = s.get(); }
taken|struct S { int a; __device__ int get() const; }; int S::get() const { return a; } __global__ void k(S s, int *o) { *o = s.get(); }
taken|struct S { int a = 3; S() = default; }; __global__ void k(int *o) { S s; *o = s.a; }
taken|struct S { int a; S() {} S(const S &o) : a(o.a) {} ~S() {} }; __global__ void k(S s, int *o) { *o = s.a; }
taken|struct S { int get() { return 1; } }; struct T { __device__ int get() { return 2; } }; __global__ void k(T t, int *o) { *o = t.get(); } int main() { S s; return s.get(); }
taken|struct S { int a; }; S operator+(S x, S y) { return S{x.a + y.a}; } __global__ void k(S s, int *o) { *o = s.a + s.a; }
taken|struct H { int size() { return 1; } }; __global__ void k(int *o) { auto size = [=](int x) { return x; }; *o = size(3); }
taken|constexpr int f(int x) { return x + 1; } constexpr int n = f(2); __global__ void k(int *o) { int a[n]; a[0] = sizeof(f(3)); *o = a[0] + n; }
taken|struct S { int a; }; constexpr S s = {1}; const float g = 3, h[2] = {1, 2}; enum E { A }; const E e = A; __global__ void k(float *o) { *o = s.a + g + e; }
taken|template <int M> __global__ void t(int *o) { const int q = 3; int a[M], b[q + M]; a[0] = b[0] = 1; *o = a[0]; } int main(int n, char **) { int h[n]; h[0] = 1; t<3><<<1, 1>>>(h); return h[0]; }
taken|void f(int *a) { auto __popc = [](int x) { return x; }; *a = __popc(1); }
taken|struct S { void __syncthreads() {} }; int main() { S s; s.__syncthreads(); int clock64 = 0; return min(clock64, 1) + max(1, 2); }
taken|int size, count; __global__ void k(int *o, int size) { int count = 3; *o = size + count; }
PROGRAMS
}

@test "qualifiers by a macro of an option are qualifiers" {
    printf 'struct S { int a; HD int get() const { return a; } };\nHD int f(int x) { return x; }\n%s\n' \
        '__global__ void k(S s, int *o) { *o = s.get() + f(1); } int main() { return S{0}.get() + f(0); }' >t.cu
    run "$nvcc_cpu" '-DHD=__host__ __device__' t.cu -o t
    assert_success
    assert_output ''
    run "$nvcc_cpu" -DHD= -c t.cu -o t.o
    assert_failure
    assert_output --partial "error: device code calls the host function 'get'"
}

@test "an extern __constant__ without -rdc gets nvcc's kind of warning, with it none" {
    printf 'extern __constant__ int c_a[4];\n__global__ void k(int *p) { *p = c_a[1]; }\n' >a.cu
    run "$nvcc_cpu" -c a.cu
    assert_success
    assert_line --regexp "^a.cu:1:25: warning: .*'c_a' is treated as a static definition"
    run "$nvcc_cpu" -c -w a.cu
    assert_success
    assert_output ""
    run "$nvcc_cpu" -c -Werror all-warnings a.cu
    assert_failure 1
    run "$nvcc_cpu" -rdc=true -c a.cu
    assert_success
    assert_output ""
}

@test "a symbol that no file defines is a link error that names it" {
    printf 'extern __constant__ int c_a[4];\n__global__ void k(int *p) { *p = c_a[1]; }\nint main() { k<<<1, 1>>>(0); }\n' >a.cu
    run "$nvcc_cpu" -rdc=true a.cu -o a
    assert_failure 1
    assert_output --partial "undefined reference to \`c_a'"
}

@test "constant memory is 64 KiB a file, and with -rdc 64 KiB a program" {
    printf '__constant__ char a[40000];\n__global__ void k(char *p) { *p = a[9]; }\n' >a.cu
    printf '__constant__ char b[40000];\n__global__ void l(char *p) { *p = b[9]; }\nint main() {}\n' >b.cu
    run "$nvcc_cpu" a.cu b.cu -o both
    assert_success
    run "$nvcc_cpu" -rdc=true a.cu b.cu -o both
    assert_failure 1
    assert_output --partial "80000 bytes of constant memory are used, 65536"
}

@test "one line holds kernel, launch and more, and the file ends without a newline" {
    printf '#include <cstdio>\n__global__ void k() {} int main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); puts("end"); } // no newline at the end' >a.cu
    run "$nvcc_cpu" a.cu -o a
    assert_success
    run ./a
    assert_output end
}

# ---- kernels with barriers -------------------------------------------------------------------------

@test "kernels with barriers compute the same in any order, on any number of cores" {
    cd "$repo/tests/conformance/language"
    for name in barriers_in_loops barriers_anywhere barriers_odd_types values_across_barriers; do
        "$nvcc_cpu" "$name.cu" -o "$BATS_TEST_TMPDIR/$name"
        for setting in CPU_DEVICE_ORDER=reverse CPU_DEVICE_ORDER=random:1 CPU_DEVICE_ORDER=random:2 \
            CPU_DEVICE_THREADS=1 CPU_DEVICE_THREADS=5; do
            timeout 20 env "$setting" "$BATS_TEST_TMPDIR/$name" | diff "$name.expected" -
        done
    done
    for option in -G -O3 -std=c++20 -rdc=true; do
        "$nvcc_cpu" "$option" barriers_in_loops.cu -o "$BATS_TEST_TMPDIR/a"
        timeout 20 "$BATS_TEST_TMPDIR/a" | diff barriers_in_loops.expected -
    done
}

@test "errors and warnings in a kernel with barriers are said once" {
    cat >a.cu <<'CU'
__global__ void k(int *p) {
    int unused, t = threadIdx.x;
    __syncthreads();
    for (int i = 0; i < 3u; i++) {
        __syncthreads();
        p[t] += BAD;
    }
}
CU
    run "$nvcc_cpu" -DBAD=1 -Xcompiler -Wall,-Wextra,-Wshadow,-Wsign-compare -c a.cu
    assert_success
    assert_equal "$(grep -c 'warning:' <<<"$output")" 2
    assert_line --regexp '^a.cu:2:9: warning: unused variable'
    run "$nvcc_cpu" -c a.cu
    assert_failure 1
    assert_equal "$(grep -c 'error:' <<<"$output")" 1
    assert_line --regexp "^a.cu:6:17: error: ‘BAD’ was not declared"
}

@test "a fault between barriers names its block, thread and line" {
    cat >a.cu <<'CU'
#include <cassert>
#include <cstdio>
__global__ void k(int *p, int which) {
    __shared__ int s[2][64];
    s[threadIdx.y][threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        if (i == 1 && blockIdx.x == 2 && threadIdx.y == 1 && threadIdx.x == 37) {
            assert(which != 0);
            if (which == 1)
                p[1 << 28] = 5;
            if (which == 2)
                p[0] = (int)threadIdx.x / p[1];
            if (which == 3)
                printf("thread %d\n", threadIdx.x);
        }
        __syncthreads();
    }
}
int main(int, char **argv) {
    int *p;
    cudaMalloc(&p, 64);
    cudaMemset(p, 0, 64);
    k<<<3, dim3(64, 2)>>>(p, argv[1][0] - '0');
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
CU
    "$nvcc_cpu" a.cu -o a
    run ./a 0
    assert_output --partial 'a.cu:9: block: [2,0,0], thread: [37,1,0] Assertion'
    assert_line cudaErrorAssert
    run ./a 1
    assert_output --partial 'kernel k, block (2,0,0), thread (37,1,0), at a.cu:11: illegal write'
    assert_line cudaErrorIllegalAddress
    run ./a 2
    assert_output --partial 'kernel k, block (2,0,0), thread (37,1,0), at a.cu:13: integer division by zero'
    run ./a 3
    assert_output $'thread 37\ncudaSuccess'
}

# In the plain loop of a kernel without loops memory does not know threadIdx.x: the row is run again.
@test "a fault in a light kernel is told with its thread, or with the threads of its row" {
    cat >a.cu <<'CU'
#include <cstdio>
__global__ void store(int *p, int which) {
    const int x = threadIdx.x, y = threadIdx.y;
    const int old = p[y * 64 + x];
    if (which == 1 && x == 37 && y == 1 && blockIdx.x == 2)
        p[1 << 28] = 5;
    if (which == 2)
        p[y * 64 + x] = x / (37 - x - (y ? 0 : 64));
    if (which == 3) { // run again, it is the first thread that fails
        p[y * 64 + x] = old + (1 << 28);
        if (x == 37)
            p[old + (1 << 28)] = 1;
        if (old)
            p[old] = 2;
    }
}
int main(int, char **argv) {
    int *p;
    cudaMalloc(&p, 128 * sizeof(int));
    cudaMemset(p, 0, 128 * sizeof(int));
    store<<<argv[1][0] == '3' ? 1 : 3, dim3(64, 2)>>>(p, argv[1][0] - '0');
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
CU
    for level in -O0 -O2; do
        "$nvcc_cpu" "$level" a.cu -o a
        run ./a 0
        assert_output cudaSuccess
        run ./a 1
        assert_output --partial 'kernel store, block (2,0,0), thread (37,1,0), at a.cu:6: illegal write'
        assert_line cudaErrorIllegalAddress
        run env CPU_DEVICE_THREADS=1 ./a 2
        assert_output --partial 'block (0,0,0), thread (37,1,0), at a.cu:8: integer division by zero'
        run ./a 3
        assert_output --partial \
            'block (0,0,0), one of the threads (0,0,0) to (63,0,0), at a.cu:12: illegal write'
        assert_line cudaErrorIllegalAddress
    done
}

@test "an operator may wait for the block" {
    cat >a.cu <<'CU'
#include <cstdio>
struct S {
    int x;
    __device__ S operator+(S o) const { __syncthreads(); return {x + o.x}; }
};
__global__ void k(int *p) {
    S a = {2};
    __syncthreads();
    p[threadIdx.x] = (a + a).x;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 512);
    k<<<1, 64>>>(p);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%d\n", p[9]);
}
CU
    "$nvcc_cpu" a.cu -o a
    run ./a
    assert_output $'cudaSuccess\n4'
}

@test "kernels with barriers may stand in headers, macros and templates" {
    cat >k.cuh <<'CU'
template <int N> struct Holder {
    static constexpr int size = N;
};
template <class T> __global__ void in_header(T *p) {
    __shared__ T s[Holder<64>::size];
    const unsigned t = threadIdx.x;
    s[t] = p[t];
    __syncthreads();
    p[t] = s[Holder<64>::size - 1 - t];
}
#define KERNEL(name, op)                                  \
    __global__ void name(int *p) {                        \
        __shared__ int s[64];                             \
        s[threadIdx.x] = p[threadIdx.x];                  \
        __syncthreads();                                  \
        p[threadIdx.x] = s[63 - threadIdx.x] op 2;        \
    }
KERNEL(in_macro, *)
CU
    cat >a.cu <<'CU'
#include "k.cuh"
#include <cstdio>
int main() {
    int *p;
    cudaMallocManaged(&p, 256);
    for (int i = 0; i < 64; i++)
        p[i] = i;
    in_header<<<1, 64>>>(p);
    in_macro<<<1, 64>>>(p);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%d %d\n", p[0], p[60]);
}
CU
    "$nvcc_cpu" a.cu -o a
    run ./a
    assert_output $'cudaSuccess\n0 120'
}

@test "only kernels are asked who they are: another function is never called" {
    cat >a.cu <<'CU'
#include <cstdio>
struct A {
    int x;
};
namespace n {
template <class T, int N> __global__ void in_namespace(T *, A *, A *) {}
}
extern "C" __global__ void plain(int *) {}
static __global__ void own(int *, unsigned long long) {}
template <class... T> __global__ void many(T...) {}
static void host(int *p) {
    puts("called");
    *p = 1;
}
int main() {
    cudaFuncAttributes a;
    int variable = 0;
    cudaError_t e[] = {cudaFuncGetAttributes(&a, n::in_namespace<A, 3>), cudaFuncGetAttributes(&a, plain),
                       cudaFuncGetAttributes(&a, own), cudaFuncGetAttributes(&a, many<int, A *, A *>),
                       cudaFuncGetAttributes(&a, host), cudaFuncGetAttributes(&a, (void *)&variable)};
    for (cudaError_t error : e)
        puts(cudaGetErrorName(error));
}
CU
    "$nvcc_cpu" a.cu -o a
    run ./a
    assert_output $'cudaSuccess\ncudaSuccess\ncudaSuccess\ncudaSuccess\ncudaErrorInvalidResourceHandle\ncudaErrorInvalidResourceHandle'
}

# Names that nvcc's own headers use may not be macros: x, y, z, w and f are members of CUDA's structs.
@test "a program's macros mean nothing to the headers: single letters and common words" {
    local names name
    names=({a..e} {g..v} {A..Z} buf idx len num pos tmp total result block_id tid
        Array Body Element Float From Function Integer Label Next Operation Other To Turns access alike
        arguments atomic_update away axis barrier_epoch before behind bias bits block block_linear
        block_size blocks body both bound cache_preference call_with can carveout changeable changed
        channel_of channels clamped closure closure_size component context cosine count_atomic declared
        descriptor device_flags devices down dx dy dynamic dynamic_shared element elements fetched filter
        firsts floats for_rounding free_bytes from_device from_pitch from_x from_y fused given gradient
        greatest grid high in_turns is_surface_type keep known label lane lane_bits lane_mask lane_of lanes
        launch launch_arguments launch_configuration launch_with layer_face least left levels limits
        local_guard lod loop lost low max_dynamic_shared max_threads meta_rank meta_size milliseconds
        min_grid name_of_type narrow nearest negative neighbours new_bits new_value nibble
        normalized_coordinates old old_bits old_value operation other parameters part part_of_block
        part_of_lanes pc peer pi pitched plain_loop pool preference product properties ranks raw read_mode
        red_zone reduce_by_halves refused rest rounding row run run_threads same same_bits sample
        sample_grad sample_lod saturated scale segment shared shared_of shuffle sign sincos_of_pi sine
        slice slow smallest source source_lane static_shared static_shared_known step sum surface_read
        surface_write tail tell texel texel_of texel_type texels texture_type there thread thread_linear
        thread_number threads tile_of to_device to_pitch to_x to_y toward two_over_root_pi units up
        user_data view wanted warp_epoch whole widen word words yes zero)
    local -a defines=()
    for name in "${names[@]}"; do
        defines+=("-D$name=BAD_$name 0 BAD_$name")
    done
    local how
    for how in -O1 --check; do
        run "$repo/labs/cpu/nvcc-cpu" "$how" "${defines[@]}" -o "$BATS_TEST_TMPDIR/names" \
            "$repo/tests/conformance/language/macro_names.cu"
        assert_success
        refute_output
        run timeout 20 "$BATS_TEST_TMPDIR/names"
        assert_output '548 1572 67840 cudaSuccess'
    done
}
