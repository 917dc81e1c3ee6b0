#!/usr/bin/env bats
# The runtime of the CPU device: what it answers (conformance/runtime), and what it says when a program
# goes wrong.

# shellcheck disable=SC2016 # the programs' text stands in single quotes
# shellcheck disable=SC2154 # run --separate-stderr sets $stderr
# shellcheck disable=SC2030,SC2031 # each test has a shell of its own
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    cd "$BATS_TEST_TMPDIR" || return
    unset CPU_DEVICE_ORDER CPU_DEVICE_THREADS CPU_DEVICE_NO_KEYS
}

conformance() {
    run "$repo/tests/conformance/run" "$@"
}

build() { # [OPTION]...: the program stands on standard input
    cat >t.cu
    run "$repo/labs/cpu/nvcc-cpu" "$@" t.cu -o t
    assert_success
}

@test "errors are those that an H200 returned" {
    run "$BATS_TEST_DIRNAME/conformance/run" errors
    assert_success
    refute_line --regexp '^fail '
}

@test "every program of conformance/runtime prints what it should" {
    conformance runtime
    assert_success
    refute_line --regexp '^fail'
}

@test "results and output do not depend on how many workers run the blocks" {
    for CPU_DEVICE_THREADS in 1 3 7; do
        export CPU_DEVICE_THREADS
        conformance runtime
        assert_success
        refute_line --regexp '^fail'
    done
}

@test "every order of blocks and threads gives the same results" {
    for CPU_DEVICE_ORDER in reverse random:1 random:2; do
        export CPU_DEVICE_ORDER
        conformance runtime
        # Lines that threads of one block print follow the order of threads.
        refute_line --regexp '^fail runtime/(p[^r]|[^p])'
    done
}

@test "device memory is closed without protection keys too" {
    export CPU_DEVICE_NO_KEYS=1
    conformance runtime
    assert_success
    build <<<'int main() { int *d; cudaMalloc(&d, 4); return *d; }'
    run ./t
    assert_failure
    assert_output --partial "device-memory-on-host: host code at t.cu:1 reads"
}

@test "contexts keep values, stacks and their alignment at every level of optimization" {
    local level flags=(-fno-omit-frame-pointer)
    [[ $(uname -m) != x86_64 ]] || flags+=(-mno-red-zone -fcf-protection=none)
    for level in -O0 -O1 -O2 -O3; do
        gcc -std=gnu11 -Wall -Wextra -Werror $level "${flags[@]}" -I "$repo/labs/cpu" \
            "$repo/tests/context/context.c" -o context
        run ./context
        assert_success
        assert_output right
    done
}

@test "a kernel rounds as a GPU does, whatever host code told its processor" {
    build <<'CU'
#include <cfenv>
#include <cstdio>
__global__ void k(float *p) { *p = 1.0f + *p; }
int main() {
    float x = 1e-9f, *d;
    cudaMalloc(&d, 4);
    cudaMemcpy(d, &x, 4, cudaMemcpyHostToDevice);
    fesetround(FE_UPWARD);
    k<<<1, 1>>>(d);
    cudaMemcpy(&x, d, 4, cudaMemcpyDeviceToHost);
    printf("%d %d\n", x == 1.0f, fegetround() == FE_UPWARD);
    cudaFree(d);
}
CU
    run ./t
    assert_output "1 1"
}

@test "a loop that asks an atomic for ever ends with its line, with and without --check" {
    local option
    for option in -O2 --check; do
        cat >t.cu <<'CU'
#include <cstdio>
__global__ void k(int *flag) {
    while (atomicAdd(flag, 0) == 0)
        ;
}
int main() {
    int *flag;
    cudaMalloc(&flag, 4);
    cudaMemset(flag, 0, 4);
    k<<<3, 40>>>(flag);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    return 3;
}
CU
        "$repo/labs/cpu/nvcc-cpu" "$option" t.cu -o t
        # with --check it is a finding
        CPU_DEVICE_SPIN_SECONDS=0.3 run "-$([[ $option == --check ]] && echo 86 || echo 3)" --separate-stderr timeout 20 ./t
        assert_output cudaErrorLaunchTimeout
        output=$stderr
        assert_output --regexp 'kernel k, block .* thread .* at t.cu:3: endless loop: .* for 0.3 seconds'
    done
    CPU_DEVICE_SPIN_SECONDS=long run ./t
    assert_failure 2
    assert_output --partial 'CPU_DEVICE_SPIN_SECONDS=long is not a number of seconds'
}

@test "threads wait for each other by volatile variables and the compiler's atomics" {
    local option
    cat >wait.h <<'CU'
__device__ __noinline__ void wait(volatile int *flag) {
    while (!*flag)
        ;
}
CU
    cat >t.cu <<'CU'
#include "wait.h"
#include <cstdio>
__global__ void block(int *p) {
    __threadfence();
    if (threadIdx.x == 40)
        *(volatile int *)p = 1;
    wait(p);
    atomicAdd(p + 1, threadIdx.x);
}
__global__ void builtin(int *p) {
    if (blockIdx.x == 3 && threadIdx.x == 5)
        __atomic_store_n(p, 1, __ATOMIC_RELEASE);
    while (!__atomic_load_n(p, __ATOMIC_ACQUIRE))
        ;
    atomicAdd(p + 1, 1);
}
__global__ void counts(volatile int *p) {
    int n = 0;
    __threadfence();
    if (blockIdx.x == 3 && threadIdx.x == 5)
        p[0] = 1;
    while (!p[0])
        n++;
    if (n >= 0)
        atomicAdd((int *)p + 1, 1);
}
int main() {
    int *p, sum;
    cudaMalloc(&p, 8);
    for (auto kernel : {block, builtin, (void (*)(int *))nullptr}) {
        cudaMemset(p, 0, 8);
        if (kernel)
            kernel<<<4, 64>>>(p);
        else
            counts<<<4, 64>>>(p);
        cudaMemcpy(&sum, p + 1, 4, cudaMemcpyDeviceToHost);
        printf("%d ", sum);
    }
    cudaFree(p);
}
CU
    for option in -O2 -O0 --check; do
        "$repo/labs/cpu/nvcc-cpu" "$option" t.cu -o t
        run -0 timeout 20 ./t
        assert_output "8064 256 256 "
    done
}

@test "a loop that waits in vain without an atomic ends with its line" {
    cat >t.cu <<'CU'
#include <cstdio>
__global__ void flag(volatile int *p, int) {
    while (!*p)
        ;
}
__global__ void sleeps(volatile int *p, int) {
    while (!*p)
        __nanosleep(100);
}
__global__ void forgets(volatile int *p, int n) {
    int i = 0, *q = (int *)p;
    while (i < n)
        q[i] = 0;
}
__global__ void computes(volatile int *p, int n) {
    float x = *p;
    for (int i = 0; i < 4000 * n; i++)
        x = x * 0.5f + 1;
    p[1] = (int)x;
}
int main(int argc, char **) {
    int *p;
    cudaMalloc(&p, 8);
    cudaMemset(p, 0, 8);
    (argc == 1 ? flag : argc == 2 ? sleeps : argc == 3 ? forgets : computes)<<<2, 40>>>(p, 1000);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    return 3;
}
CU
    local option ends
    export CPU_DEVICE_SPIN_SECONDS=0.3
    for option in -O2 --check; do
        "$repo/labs/cpu/nvcc-cpu" "$option" t.cu -o t
        ends=$([[ $option == --check ]] && echo 86 || echo 3)
        run "-$ends" timeout 20 ./t
        assert_output --regexp 'kernel flag, .* at t.cu:[34]: endless loop: .* for 0.3 seconds'
        run "-$ends" timeout 20 ./t sleeps
        assert_output --regexp 'kernel sleeps, .* at t.cu:[78]: endless loop: '
        run -3 timeout 60 ./t it only computes
        assert_output cudaSuccess
    done
    run -86 timeout 20 ./t and forgets
    assert_output --regexp 'kernel forgets, .* at t.cu:1[23]: endless loop: '
}

@test "a block that computes for long is no endless loop for those that wait for it" {
    build <<'CU'
#include <cstdio>
__global__ void k(int *flag, float *x) {
    if (blockIdx.x == 2) {
        float y = 1;
        for (int i = 0; i < 300000000; i++)
            y = y * 0.5f + 1;
        *x = y;
        atomicExch(flag, 1);
    }
    while (atomicAdd(flag, 0) == 0)
        ;
}
int main() {
    int *flag;
    cudaMalloc(&flag, 8);
    cudaMemset(flag, 0, 8);
    k<<<3, 1>>>(flag, (float *)flag + 1);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
CU
    CPU_DEVICE_SPIN_SECONDS=0.2 CPU_DEVICE_THREADS=2 run timeout 60 ./t
    assert_output cudaSuccess
}

@test "grid.sync() says when it cannot work" {
    build <<'CU'
#include <cooperative_groups.h>
#include <cstdio>
__global__ void k(bool all) {
    if (all || blockIdx.x)
        cooperative_groups::this_grid().sync();
}
int main(int argc, char **) {
    bool all = argc > 1;
    void *arguments[] = {&all};
    if (all)
        k<<<2, 32>>>(all);
    else
        cudaLaunchCooperativeKernel((void *)k, 4, 32, arguments, 0, 0);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
CU
    run ./t
    assert_line 'cudaErrorLaunchFailure'
    assert_output --partial 'blocks wait in grid.sync() for a block that has ended'
    run ./t x
    assert_line 'cudaErrorLaunchFailure'
    assert_output --partial 't.cu:5: grid.sync() in a kernel that was launched with <<<...>>>'
}

@test "the order's name is checked" {
    build <<<'int main() { return cudaFree(0); }'
    CPU_DEVICE_ORDER=sideways run ./t
    assert_failure 2
    assert_output --partial "CPU_DEVICE_ORDER=sideways is not an order"
}

@test "host code that touches device memory is named with its line and the allocation" {
    build <<'CU'
int main() {
    int *d;
    cudaMalloc(&d, 40);
    d[3] = 1;
}
CU
    run ./t
    assert_failure 139
    assert_output --partial "host code at t.cu:4 writes"
    assert_output --partial "byte 12 of the 40-byte allocation 1 made by cudaMalloc at t.cu:3"
}

# With protection keys, where the processor has them, and without.
host_write_is_named() { # PROGRAM WHERE
    build "${@:3}" <<<"$1"
    for CPU_DEVICE_NO_KEYS in '' 1; do
        export CPU_DEVICE_NO_KEYS
        run ./t
        assert_failure 139
        assert_output --partial "device-memory-on-host: host code at t.cu:$2"
        assert_output --partial "the 16-byte variable counter"
        if [[ $2 == *reads ]]; then direction=From; else direction=To; fi
        assert_output --partial "copy it with cudaMemcpy${direction}Symbol"
    done
}

@test "host code that touches a __device__ variable is named" {
    host_write_is_named '__device__ int counter[4];
        int main() {
            cudaDeviceSynchronize();
            int *p = counter;
            return *p; }' '5 reads'
}

@test "device variables are closed to host code before the first CUDA call, and before main" {
    host_write_is_named '__constant__ int counter[4];
        int main() {
            for (int i = 0; i < 4; i++)
                counter[i] = i + 1;
            return cudaDeviceSynchronize(); }' '4 writes'
    host_write_is_named '__device__ int counter[4];
        struct Early { Early() { counter[1] = 5; } };
        Early early;
        int main() { return cudaDeviceSynchronize(); }' '2 writes'
    host_write_is_named '__device__ int counter[4];
        int main() { return counter[2] = 1; }' '2 writes'
}

@test "a crash of the program's own stays an ordinary crash" {
    build <<<'int main() { cudaFree(0); volatile int *p = 0; return *p; }'
    run ./t
    assert_failure 139
    refute_output --partial "cpu-device"
}

@test "a kernel that leaves its memory is stopped at the guard page and explained" {
    build <<'CU'
#include <cstdio>
__global__ void k(int *p) {
    p[threadIdx.x * 1024] = 1;
}
int main() {
    int *d;
    cudaMalloc(&d, 4096);
    k<<<1, 4>>>(d);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
CU
    run ./t
    assert_success
    assert_output --partial "kernel k, block (0,0,0), thread (1,0,0), at t.cu:3: illegal write"
    assert_output --partial "past the end of the 4096-byte allocation 1 made by cudaMalloc at t.cu:7"
    assert_output --partial "cudaErrorIllegalAddress"
}

@test "cudaMemcpyDefault takes pinned memory for the host's, whose copies are waited for" {
    build <<'CU'
#include <cstdio>
__global__ void k(int *p, int add) { p[threadIdx.x] = threadIdx.x + add; }
int main() {
    int *d, *pinned, *mapped, *back;
    cudaMalloc(&d, 400);
    cudaMallocHost(&pinned, 400);
    cudaHostAlloc(&mapped, 400, cudaHostAllocMapped);
    cudaMallocHost(&back, 400);
    k<<<1, 100>>>(d, 1);
    cudaMemcpy(pinned, d, 400, cudaMemcpyDefault);
    printf("%d %d", pinned[0], pinned[99]);
    k<<<1, 100>>>(d, 5);
    cudaMemcpy(mapped, d, 400, cudaMemcpyDefault);
    printf(" %d %d", mapped[0], mapped[99]);
    cudaMemcpy(d, pinned, 400, cudaMemcpyDefault);
    pinned[0] = 0; // it was read before the call returned
    cudaMemcpy(back, d, 400, cudaMemcpyDefault);
    printf(" %d\n", back[0]);
}
CU
    run ./t
    assert_success
    assert_output '1 100 5 104 1'
}

@test "what lies between a kernel's arguments is none of them" {
    build <<'CU'
__device__ int d[64], e;
struct pair { long a; char b; };
__global__ void k(int *p, bool b, pair q) { *p = d[0] + e + b + q.b; }
__attribute__((noinline)) void fill(const void *word) { // the stack below
    const void *volatile words[1000];
    for (auto &w : words)
        w = word;
}
__attribute__((noinline)) void launch(int *p) { k<<<1, 1>>>(p, false, pair{1, 0}); }
int main() {
    int *p;
    cudaMalloc(&p, 4);
    for (int i = 0; i < 4; i++) { // a false and a 0 are the lowest byte of one of these
        fill((char *)d + 64 * i);
        launch(p);
    }
    return cudaDeviceSynchronize();
}
CU
    run ./t
    assert_success
    assert_output ''
}

@test "a kernel that writes constant memory is stopped, copies before and after are not" {
    local CU='#include <cstdio>
__constant__ int c[2000], d;
__global__ void k(int *out, bool writes) {
    if (writes) c[1500] = 4;
    *out = c[1500] + d;
}
int main(int n, char **arguments) {
    int *out, h, one = 1;
    cudaMalloc(&out, sizeof *out);
    for (int i = 1; i < 4; i++) {
        if (n > 1 && i == 3) {
            void *p;
            cudaGetSymbolAddress(&p, c);
            cudaMemset(p, 0, sizeof c);
        }
        cudaMemcpyToSymbol(c, &i, sizeof i, 1500 * sizeof i);
        cudaMemcpyToSymbol(d, &one, sizeof one);
        k<<<1, 1>>>(out, i == 3);
        k<<<1>>>(out, false);
        cudaMemcpy(&h, out, sizeof h, cudaMemcpyDefault);
        printf("%d %s\n", h, cudaGetErrorName(cudaGetLastError()));
    }
    cudaFree(out);
}'
    local keys options
    for options in '' --check; do
        build $options <<<"$CU"
        for keys in '' 1; do
            CPU_DEVICE_NO_KEYS=$keys run ./t
            assert_line "2 cudaSuccess"
            assert_line "3 cudaSuccess"
            assert_line "3 cudaErrorIllegalAddress"
            assert_line --partial "thread (0,0,0), at t.cu:4: illegal write"
            assert_line --partial "of the 8000-byte variable c. Kernels only read constant memory"
            # A GPU reads its cache or the memory then: what the kernel itself sees is open.
            CPU_DEVICE_NO_KEYS=$keys run ./t asked
            assert_line --regexp "^[45] cudaSuccess"
            refute_output --partial "cpu-device"
        done
    done
}

# Kernels that never end: "0" in the plain loop, "1" in a function of one thread behind a barrier, "2" with
# barriers; "3" has much to do and ends, "4" is host code.
endless() {
    build <<'CU'
#include <cstdio>
#include <cstdlib>
__global__ void countdown(int *p, unsigned n) {
    for (unsigned i = n; i >= 0; i--)
        p[i % 64] += 1;
}
__device__ __noinline__ int find(const int *p, int x) {
    int at = 0;
    while (p[at] != x)
        at += p[1] - p[0] - 1;
    return at;
}
__global__ void lookup(int *p) {
    __syncthreads();
    if (threadIdx.x == 3)
        p[5] = find(p, 99);
}
__global__ void rounds(int *p) {
    for (int step = 8; step != 3; step = step / 2 * 2 + p[0])
        __syncthreads();
}
__global__ void much(int *p) {
    for (int i = 0; i < 50000000; i++)
        p[i % 64] = i;
}
int main(int, char **arguments) {
    int *p, values[64], which = atoi(arguments[1]);
    for (int i = 0; i < 64; i++)
        values[i] = i;
    for (unsigned i = 0; which == 4; i++)
        values[i * i % 64] += i;
    cudaMalloc(&p, sizeof values);
    cudaMemcpy(p, values, sizeof values, cudaMemcpyHostToDevice);
    if (which == 0)
        countdown<<<2, 8>>>(p, 5);
    else if (which == 1)
        lookup<<<2, 8>>>(p);
    else if (which == 2)
        rounds<<<2, 8>>>(p);
    else
        much<<<1, 1>>>(p);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
CU
}

@test "a kernel that never ends is ended where it is, at a limit of processor time" {
    endless
    local line which=0
    for line in 5 10 20; do
        CPU_DEVICE_KERNEL_SECONDS=0.2 run timeout 50 ./t $which
        assert_success
        assert_output --regexp "at t.cu:($((line - 1))|$line|$((line + 1))): endless loop, .* more than 0.2 seconds"
        assert_output --partial "cudaErrorLaunchTimeout"
        which=$((which + 1))
    done
    CPU_DEVICE_KERNEL_SECONDS=20 run ./t 3
    assert_output "cudaSuccess"
    CPU_DEVICE_KERNEL_SECONDS=soon run ./t 3
    assert_failure 2
}

@test "who ends a program while a kernel runs is told where that was" {
    endless
    run bash -c 'ulimit -S -t 1; exec ./t 1'
    assert_failure 152
    assert_output --regexp "kernel lookup, block \([01],0,0\), thread \(3,0,0\), at t.cu:(9|10|11): here it was"
    ./t 2 >output 2>&1 3>&- &
    local program=$! status=0 ticks=0
    while ((ticks < 50)) && kill -0 "$program"; do # half a second of processor time: it is in the kernel
        sleep 0.1
        ticks=$(cut -d' ' -f14 "/proc/$program/stat")
    done
    kill -TERM "$program"
    wait "$program" || status=$?
    assert_equal "$status" 143
    run cat output
    assert_output --regexp "kernel rounds, block .* at t.cu:(19|20|21): here it was"
    run bash -c 'ulimit -S -t 1; exec ./t 4'
    assert_failure 152
    assert_output --regexp "endless-host-code: t.cu:(29|30|31): host code was here"
}

@test "a barrier that some threads never reach is a report, not a hang" {
    build <<'CU'
#include <cstdio>
__global__ void k() {
    if (threadIdx.x < 16)
        __syncwarp();
    __syncthreads();
}
int main() {
    k<<<2, 64>>>();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
CU
    run timeout 10 ./t
    assert_success
    assert_output --partial "block (0,0,0): deadlock: 64 of 64 threads wait for ever"
    refute_output --partial "block (1,0,0)"
    assert_output --partial "__syncwarp at t.cu:4"
    assert_output --partial "cudaErrorLaunchFailure"
}

@test "integer division by zero and a full stack are explained" {
    build <<'CU'
#include <cstdio>
__device__ int deep(int n, volatile char *p) {
    volatile char room[4096];
    room[0] = *p;
    return n == 0 ? room[0] : deep(n - 1, room) + room[0];
}
__global__ void divide(int *p, int n) { *p = 100 / n; }
__global__ void seen(int *p) { int n = 0; *p = 100 / n; }
__global__ void recurse(int *p, int n) {
    char c = 0;
    *p = deep(n, &c);
}
int main(int argc, char **) {
    int *d;
    cudaMalloc(&d, 4);
    if (argc > 2)
        seen<<<1, 1>>>(d);
    else if (argc > 1)
        recurse<<<1, 1>>>(d, 1000);
    else
        divide<<<1, 1>>>(d, 0);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
CU
    run ./t
    assert_output --partial "at t.cu:7: integer division by zero"
    assert_output --partial "cudaErrorLaunchFailure"
    run ./t seen by-the-compiler
    assert_output --partial "at t.cu:8: integer division by zero"
    assert_output --partial "cudaErrorLaunchFailure"
    run ./t deep
    assert_output --partial "stack"
    assert_output --partial "cudaErrorIllegalAddress"
}

@test "a local array larger than a thread's stack is said, and touches no other thread's" {
    local how
    build <<'CU'
#include <cstdio>
__global__ void local(int *p, int n) {
    int a[50000];
    __syncthreads();
    for (int i = 0; i < n; i++)
        a[i] = i;
    __syncthreads();
    p[threadIdx.x] = a[n - 1];
}
int main() {
    int *d;
    cudaMalloc(&d, 256);
    local<<<1, 64>>>(d, 100);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(d);
}
CU
    for how in -O0 -O2 --check; do
        run "$repo/labs/cpu/nvcc-cpu" "$how" t.cu -o t
        assert_success
        run ./t
        assert_output --partial "the thread's stack (64 KiB) is full"
        assert_output --partial "cudaErrorIllegalAddress"
    done
}

@test "a format that a GPU's printf does not know is told once, with its line" {
    build <<'CU'
#include <cstdio>
__global__ void k(size_t n) {
    printf("%zu\n", n);
    printf("%5d%% %-*.3f %llx %hd %s %p %c\n", 1, 5, .5, 2ull, (short)3, "s", (void *)4, 'c');
    printf("%.*f\n", 2, .25);
}
int main() {
    k<<<2, 3>>>(7);
    printf("%zu\n", sizeof(int));
    return cudaDeviceSynchronize();
}
CU
    run --separate-stderr ./t
    assert_success
    assert_equal "$(grep -c . <<<"$stderr")" 2
    run cat <<<"$stderr"
    assert_line --partial "cpu-device: note: t.cu:3: a GPU's printf does not know %zu:"
    assert_line --partial "cpu-device: note: t.cu:5: a GPU's printf does not know %.*f:"
}

@test "a device variable handed to a kernel by host code is explained" {
    build <<'CU'
__constant__ int c_a[4];
__global__ void k(const int *p, int *q) { *q = *p; }
int main() {
    int *d;
    cudaMalloc(&d, 4);
    k<<<1, 1>>>(c_a, d);
    return cudaDeviceSynchronize();
}
CU
    run ./t
    assert_failure
    assert_output --partial "t.cu:6: kernel k gets the address of c_a from host code"
}

@test "a program that never waits for its kernels is told so" {
    build <<'CU'
#include <cstdio>
__global__ void k() { printf("never seen\n"); }
int main() { k<<<1, 1>>>(); }
CU
    run ./t
    assert_success
    refute_output --partial "never seen"
    assert_output --partial "the program ended before 1 kernel launch ran"
}

@test "output of blocks comes in the order of blocks with many workers" {
    build <<'CU'
#include <cstdio>
__global__ void k() { printf("%d\n", blockIdx.x); }
int main() { k<<<500, 1>>>(); return cudaDeviceSynchronize(); }
CU
    CPU_DEVICE_THREADS=5 run ./t
    assert_success
    assert_output "$(seq 0 499)"
}

@test "a mask that leaves out the calling lane is an error with a remedy" {
    build <<'CU'
__global__ void k() { __syncwarp(0xfffffffe); }
int main() {
    k<<<1, 32>>>();
    return cudaDeviceSynchronize();
}
CU
    run timeout 10 ./t
    assert_output --partial "the mask 0xfffffffe of __syncwarp at t.cu:1"
    assert_output --partial "does not name the calling lane 0"
}

@test "a kernel called without <<<...>>> through a pointer is refused" {
    build <<'CU'
#include <cstdio>
__global__ void k(int *p) { *p = 1; }
int main() {
    void (*f)(int *) = k;
    f(NULL);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
CU
    run ./t
    assert_success
    assert_output --partial "kernel k was called like a function; launch it: k<<<grid, block>>>(...)"
    assert_output --partial "cudaErrorMissingConfiguration"
}

@test "CPU_DEVICE_THREADS must be a number" {
    build <<<'__global__ void k() {} int main() { k<<<2, 1>>>(); return cudaDeviceSynchronize(); }'
    CPU_DEVICE_THREADS=none run ./t
    assert_failure 2
    assert_output --partial "CPU_DEVICE_THREADS=none is not a number of threads"
}

@test "a host that polls gets its answer under --check too, and one note says why" {
    run "$repo/labs/cpu/nvcc-cpu" --check -o t "$repo/tests/conformance/runtime/polled.cu"
    assert_success
    run --separate-stderr timeout 60 ./t
    assert_success
    assert_output "$(<"$repo/tests/conformance/runtime/polled.expected")"
    assert_equal "$(grep -c 'cpu-device: ' <<<"$stderr")" 1
    assert_regex "$stderr" 'note: for a second the program has called nothing that waits for 2 queued kernel launches'
}

@test "only a host that may be waiting finds its work done without a call" {
    build <<'CUDA'
#include <stdio.h>
#include <unistd.h>
__global__ void k(volatile int *p) { *p = 1; while (*p != 2); }
int main(int argc, char **) {
    int *d, *h;
    cudaMalloc(&d, 4);
    if (argc > 1) cudaMallocHost(&h, 4);
    k<<<1, 1>>>(argc > 1 ? h : d);
    if (argc > 1) { while (*(volatile int *)h != 1); puts("seen"); return 0; } // it waits for ever
    usleep(1500000);
}
CUDA
    run --separate-stderr timeout 20 ./t
    assert_success
    assert_equal "$stderr" "cpu-device: note: the program ended before 1 kernel launch ran; call cudaDeviceSynchronize() to wait for them"
    run --separate-stderr timeout 8 ./t polls
    assert_success
    assert_output seen
    assert_equal "$(wc -l <<<"$stderr")" 1
}
