#!/usr/bin/env bats
# The checker of the CPU device: every KIND is found where it is, with its line, and programs that only
# look wrong are left alone. Programs and marks: conformance/findings/README.md.

# shellcheck disable=SC2030,SC2031 # each test has a shell of its own
# shellcheck disable=SC2034,SC2154 # options, findings, messages are shared with findings.bash
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

load findings.bash

setup() {
    repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    to_findings
}

@test "out-of-bounds-read" { finds out-of-bounds-read; }
@test "out-of-bounds-write" { finds out-of-bounds-write; }
@test "a launch that nothing waits for" { finds launched-at-the-end; }
@test "functions with a second result write it" { finds two-results; }
@test "near-miss: last elements, flattened rows, end pointers" { finds_nothing in-bounds; }
@test "use-after-free" { finds use-after-free; }
@test "near-miss: freed after the launch" { finds_nothing free-after-launch; }
@test "uninitialized-read" { finds uninitialized-read; }
@test "near-miss: written in any way, gaps in structs" { finds_nothing initialized; }
@test "misaligned-access" { finds misaligned-access; }
@test "near-miss: vectors at multiples of their size" { finds_nothing aligned; }
@test "host-memory-in-kernel" { finds host-memory-in-kernel; }
@test "near-miss: pinned, mapped, managed, parameters" { finds_nothing host-memory-for-both; }
@test "device-memory-on-host" { finds device-memory-on-host; }
@test "device-memory-on-host: a __constant__ variable" { finds device-variable-on-host; }
@test "device-function-on-host" { finds device-function-on-host; }
@test "host-function-on-device" { finds host-function-on-device; }
@test "near-miss: what nvcc takes of C and C++ in device code" { finds_nothing device-functions-of-c; }
@test "copies that g++ has a name of its own for" { finds builtin-copies; }
@test "near-miss: device memory by copy" { finds_nothing device-memory-by-copy; }
@test "shared-memory-race" { finds_in_any_order shared-memory-race; }
@test "a race of lanes names __syncwarp(), never a barrier in their branch; the sum of older books has its name" {
    finds warp-synchronous
    run grep shared-memory-race: "$messages"
    assert_output --partial 'a __syncwarp() between them would'
    assert_output --partial 'warp-synchronous code of older books'
    refute_output --partial '__syncthreads'
}
@test "the warp-synchronous sum of older books is warned of without --check, its right forms are not" {
    cd "$BATS_TEST_TMPDIR"
    cat >sums.cu <<'CU'
template <unsigned N> __device__ void halves(volatile int *v, unsigned t) {
    if (N >= 64) v[t] += v[t + 32];
    if (N >= 32) v[t] += v[t + 16];
    if (N >= 16) v[t] += v[t + 8];
}
__device__ void with_variable(int *s, unsigned t, int sum) {
    volatile int *v = s;
    if (blockDim.x >= 64) v[t] = sum = sum + v[t + 32];
    if (blockDim.x >= 32) v[t] = sum = sum + v[t + 16];
}
__global__ void loop() {
    __shared__ volatile int s[64];
    for (int d = 32; d > 0; d >>= 1)
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    halves<64>(s, threadIdx.x);
    with_variable((int *)s, threadIdx.x, 1);
}
__global__ void right(int *own) {
    __shared__ volatile int s[64];
    for (int d = 32; d > 0; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    s[threadIdx.x] += s[threadIdx.x + 2];
    __syncwarp();
    s[threadIdx.x] += s[threadIdx.x + 1];
    own[0] += own[2];
    own[0] += own[1];
}
int main() {
    int a[9] = {};
    volatile int i = 1;
    a[i] += a[i + 2];
    a[i] += a[i + 1];
    loop<<<1, 64>>>();
    right<<<1, 64>>>(a);
}
CU
    run "$repo/labs/cpu/nvcc-cpu" -c sums.cu
    assert_success
    assert_equal "$(grep -o 'sums.cu:[0-9]*:[0-9]*: warning: steps of a warp on volatile .[vs].' <<<"$output")" \
        "sums.cu:3:18: warning: steps of a warp on volatile 'v'
sums.cu:9:27: warning: steps of a warp on volatile 'v'
sums.cu:14:30: warning: steps of a warp on volatile 's'"
    assert_equal "$(grep -c 'warning:' <<<"$output")" 3
}
@test "shared-memory-race: what nobody reads" { finds_in_any_order never-read; }
@test "near-miss: shared memory in order" { finds_nothing shared-memory-ordered; }
@test "global-memory-race" { finds_in_any_order global-memory-race; }
@test "near-miss: global memory in order" { finds_nothing global-memory-ordered; }
@test "near-miss: threads and blocks that wait for each other by flags" { finds_nothing blocks-in-turn; }
@test "near-miss: threads and blocks that wait for each other by atomics" {
    cd ../runtime
    finds_nothing spin
}
@test "near-miss: data handed from thread to thread and block to block" { finds_nothing handed-over; }
@test "global-memory-race: volatile data, scopes that are too small, locks without a fence" {
    local order kernels
    finds handed-over-wrongly
    kernels=$(found .kernel)
    assert_equal "$kernels" "$(sed -n 's/^__global__ void \([a-z_]*\)(.*/\1/p' handed-over-wrongly.cu | LC_ALL=C sort)"
    for order in reverse random:1 random:7; do
        CPU_DEVICE_ORDER=$order execute 86
        assert_equal "$(found .kernel)" "$kernels"
    done
}
@test "divergent-barrier" { finds divergent-barrier; }
@test "near-miss: barriers in loops, functions, after early returns" { finds_nothing uniform-barrier; }
@test "barrier-never-reached" { finds barrier-never-reached; }
@test "missing-return" { finds missing-return; }
@test "endless-kernel" { finds endless-kernel; }
@test "endless-host-code" { finds endless-host-code; }
@test "endless-host-code: launch after launch" { finds endless-launches; }
@test "near-miss: threads that return count as arrived" { finds_nothing barrier-reached; }
@test "copy-overflow" { finds copy-overflow; }
@test "wrong-side-copy" { finds wrong-side-copy; }
@test "near-miss: copies that fit" { finds_nothing copies-that-fit; }
@test "invalid-free" { finds invalid-free; }
@test "double-free" { finds double-free; }
@test "memory-leak" { finds memory-leak; }
@test "near-miss: freed at the end" { finds_nothing memory-freed; }
@test "object-leak" { finds object-leak; }
@test "near-miss: every object destroyed" { finds_nothing objects-destroyed; }
@test "near-miss: parameters copied and freed" { finds_nothing parameter-copies; }
@test "unchecked-error" { finds unchecked-error; }
@test "near-miss: errors somebody looked at" { finds_nothing checked-error; }
@test "local-overrun" { finds local-overrun; }
@test "near-miss: local arrays to their last element" { finds_nothing local-fits; }
@test "local-overrun through pointers" { finds local-overrun-pointer; }
@test "memcpy is checked with _FORTIFY_SOURCE too, which some systems' compilers define" {
    options=(-O2 -Xcompiler -D_FORTIFY_SOURCE=3)
    finds local-overrun-pointer
}
@test "near-miss: local arrays as people write them" { finds_nothing local-forms; }
@test "near-miss: local arrays through pointers, in every kind of scope" { finds_nothing local-pointers; }

# Each line with a mark NOTE is said once, nothing else is, and none of it is a finding.
notes() {
    local source=$1 line words
    build "$source"
    execute 0
    assert_equal "$(found .kind)" ''
    assert_equal "$(grep -c '^cpu-device: ' "$messages")" "$(grep -c '// NOTE: ' "$source.cu")"
    while IFS=: read -r line words; do
        run grep -F "$source.cu:$line: $words" "$messages"
        assert_success
    done < <(sed -n 's|^\([0-9]*\):.*// NOTE: |\1:|p' <(grep -n NOTE: "$source.cu"))
}

@test "what C++ leaves open and a GPU has a rule for is said once for each place, and is no finding" {
    options=(-O2)
    notes open-arithmetic
}
@test "shuffles from lanes that take no part are said once for each line, and are no finding" { notes shuffle-of-nobody; }

@test "plain reads that are first guesses are said once for each line, in every order, and are no finding" {
    local order
    notes guesses
    cp "$messages" "$BATS_TEST_TMPDIR/forward"
    for order in reverse random:1 random:7; do
        CPU_DEVICE_ORDER=$order execute 0
        run diff "$messages" "$BATS_TEST_TMPDIR/forward"
        assert_success
    done
}

@test "every KIND of FINDINGS.md has a program that must trigger it, and nothing else is a KIND" {
    run diff <(awk -F '`' '/^## `/ { print $2 }' "$repo/labs/cpu/FINDINGS.md" | sort -u) \
        <(for f in *.cu; do marks "${f%.cu}"; done | awk '{ print $2 }' | sort -u)
    assert_success
}

@test "an unfinished function ends its launch with words of its own without --check too, and in host code" {
    cd "$BATS_TEST_TMPDIR"
    cat >todo.cu <<'CU'
#include <cstdio>
__device__ int f(int i) { /* TODO */ }
int g(int i) { /* TODO */ }
__global__ void k(int *out) { out[threadIdx.x] = f(threadIdx.x); }
int main(int count, char **) {
    int *out;
    cudaMalloc(&out, 128);
    k<<<1, 32>>>(out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    fflush(stdout);
    return g(count);
}
CU
    local check
    for check in '' --check; do
        run "$repo/labs/cpu/nvcc-cpu" ${check:+"$check"} todo.cu -o todo
        assert_success
        run -134 ./todo
        assert_line cudaErrorLaunchFailure
        assert_line --partial 'error: kernel k, block (0,0,0), thread (0,0,0), at todo.cu:2: the function that begins at todo.cu:2 owes a result and ended without a return'
        assert_line 'cpu-device: error: host code: the function that begins at todo.cu:3 owes a result and ended without a return'
    done
    assert_line --partial 'missing-return: todo.cu:2: '
    assert_line --partial 'missing-return: todo.cu:3: '
}

@test "a finding is reported once and counted" {
    build host-memory-in-kernel
    execute 86
    assert_equal "$(grep -c '^cpu-device: host-memory-in-kernel: .*kernel from_malloc' "$messages")" 1
    assert_equal "$(jq 'select(.kernel == "from_malloc").count' "$findings")" 32
    run grep 'host-memory-in-kernel at host-memory-in-kernel.cu:5, 32 times' "$messages"
    assert_success
}

@test "a finding names kernel, block, thread and where the memory came from" {
    build out-of-bounds-read
    execute 86
    run grep 'out-of-bounds-read.cu:11: ' "$messages"
    assert_output --partial 'right behind the end of the 400 bytes from cudaMalloc at out-of-bounds-read.cu:'
    assert_output --partial 'kernel past_the_end, block (1,0,0), thread (36,0,0)'
    run jq -c 'select(.line == 11) | [.kernel, .block, .thread]' "$findings"
    assert_output '["past_the_end",[1,0,0],[36,0,0]]'
}

@test "what lies before the start of an allocation is named as that, the first one's and another's" {
    cd "$BATS_TEST_TMPDIR"
    cat >before.cu <<'CU'
#include <cstdio>
#include <cstdlib>
__global__ void k(float *p, int n) { p[32 + threadIdx.x] = p[(int)threadIdx.x - n]; }
int main(int, char **argument) {
    float *first, *second;
    cudaMalloc(&first, 4096);
    cudaMalloc(&second, 4096);
    cudaMemset(first, 0, 4096);
    cudaMemset(second, 0, 4096);
    k<<<1, 32>>>(atoi(argument[1]) == 1 ? first : second, atoi(argument[2]));
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDeviceReset();
}
CU
    local check which bytes
    for check in '' --check; do
        run "$repo/labs/cpu/nvcc-cpu" ${check:+"$check"} before.cu -o before
        assert_success
        for which in 1 2; do
            for bytes in 1024 8192; do
                run ./before $which $((bytes / 4))
                assert_output --partial "before.cu:3: ${check:+reads 4 bytes $bytes bytes before the start of the 4096 bytes from cudaMalloc at before.cu:$((5 + which))}"
                assert_output --partial "$bytes bytes before the start of the 4096-byte allocation $which made by cudaMalloc at before.cu:$((5 + which))"
            done
        done
    done
}

@test "a local overrun names the array, its type, its declaration and the element" {
    build local-overrun-pointer
    execute 86
    run grep 'local-overrun-pointer.cu:36: ' "$messages"
    assert_output --partial 'reads 4 bytes, 4 bytes past the end of the local array m of type const int [2][3]'
    assert_output --partial '(24 bytes, local-overrun-pointer.cu:33); that is m[2][1]; kernel rows, block (0,0,0), thread (0,0,0)'
    build local-overrun
    execute 86
    run grep 'local-overrun.cu:5: ' "$messages"
    assert_output --partial 'index 4 is outside the local array window (local-overrun.cu:3) of type float [4]; '
}

@test "a variable of another file has its name, and is no local array" {
    cd "$BATS_TEST_TMPDIR"
    cat >user.cu <<'CU'
extern __constant__ int n[4];
__global__ void k(int *out, int c) {
    int sum = 0;
    for (int i = 0; i <= n[c + 4]; i++)
        sum += i;
    out[threadIdx.x] = sum;
}
int main() {
    int *out;
    cudaMalloc(&out, 128);
    k<<<1, 2>>>(out, 1);
    cudaDeviceSynchronize();
    return cudaFree(out) != cudaSuccess;
}
CU
    echo '__constant__ int n[4] = {1, 2, 3, 4};' >owner.cu
    run "$repo/labs/cpu/nvcc-cpu" --check -rdc=true user.cu owner.cu -o program
    assert_success
    program=./program
    execute 86
    assert_equal "$(found '"\(.line) \(.kind)"')" '4 out-of-bounds-read'
    run grep 'user.cu:4: index 5 is outside n of type int \[4\]' "$messages"
    assert_success
}

@test "red zones bring no warnings to a file" {
    run "$repo/labs/cpu/nvcc-cpu" --check -Xcompiler -Wall,-Wextra,-Wno-implicit-fallthrough \
        local-pointers.cu -o "$BATS_TEST_TMPDIR/program"
    assert_success
    assert_output ''
}

@test "a local array that no red zone can surround is compiled as it stands" {
    cd "$BATS_TEST_TMPDIR"
    cat >flat.cu <<'CU'
__global__ void k(float *out, int n) {
    float2 v[] = {1, 2, 3, 4};
    out[threadIdx.x] = v[n].x;
}
int main() {
    float *out;
    cudaMalloc(&out, 128);
    k<<<1, 32>>>(out, 1);
    return cudaDeviceSynchronize() != cudaSuccess || cudaFree(out) != cudaSuccess;
}
CU
    run "$repo/labs/cpu/nvcc-cpu" -v --check flat.cu -o flat
    assert_success
    assert_output --partial 'without extras'
    program=./flat
    execute 0
}

@test "the same run finds the same, and says which order it was" {
    build shared-memory-race
    CPU_DEVICE_ORDER=random:5 execute 86
    cp "$messages" "$BATS_TEST_TMPDIR/first"
    CPU_DEVICE_ORDER=random:5 execute 86
    run diff "$messages" "$BATS_TEST_TMPDIR/first"
    assert_success
    run grep -c 'CPU_DEVICE_ORDER=random:5$' "$messages"
    assert_output 1
}

@test "a plain write races with others' atomics, whichever comes first" {
    local order
    build shared-total-race
    for order in forward reverse random:3; do
        CPU_DEVICE_ORDER=$order execute 86
        run grep -E 'shared-memory-race: shared-total-race.cu:[56]: ' "$messages"
        assert_success
        assert_output --regexp 'writes in line [56]'
    done
}

@test "a race names the other access's line" {
    build shared-memory-race
    execute 86
    run grep 'shared-memory-race.cu:5: ' "$messages"
    assert_output --partial 'writes in line 4'
}

refuses() { # NAME: each marked call is refused with its words, in a line and in the findings file; no other
    build "$1"
    execute 0
    local line words calls=0
    while IFS=: read -r line words; do
        run grep -F "cpu-device: refused: $1.cu:$line: " "$messages"
        assert_success
        assert_output --partial "$words"
        run jq -r "select(.line == $line and .kind == \"refused-call\").text" "$findings"
        assert_output --partial "$words"
        ((calls += 1))
    done < <(refusals "$1")
    assert_equal "$(grep -c '^cpu-device: ' "$messages")" "$calls"
    assert_equal "$(jq -s length "$findings")" "$calls"
}

@test "a call that is refused says which argument is wrong, and is no finding" { refuses refused-calls; }
@test "arrays, textures and surfaces that are refused say which argument is wrong" { refuses refused-textures; }

@test "the plain build says why a call is refused when CPU_DEVICE_EXPLAIN=1 asks, and nothing else" {
    build refused-calls
    execute 0
    cp "$messages" "$BATS_TEST_TMPDIR/checked"
    run "$repo/labs/cpu/nvcc-cpu" -g refused-calls.cu -o "$program"
    assert_success
    execute 0
    assert_equal "$(cat "$messages")" ''
    CPU_DEVICE_EXPLAIN=1 execute 0
    # Addresses differ from run to run, and a line says it again each time.
    run diff <(sed 's/0x[0-9a-f]*/ADDRESS/g' "$BATS_TEST_TMPDIR/checked") \
        <(sed 's/0x[0-9a-f]*/ADDRESS/g' "$messages" | uniq)
    assert_success
}

@test "a call that is refused again and again is shown once and counted; the last words are kept" {
    cd "$BATS_TEST_TMPDIR"
    cat >again.cu <<'CU'
#include <cstdio>
int main() {
    int *p;
    for (int i = 1; i <= 5; i++)
        if (cudaMalloc(&p, (size_t)i << 50) != cudaSuccess)
            puts("no");
    return cudaGetLastError() == cudaSuccess;
}
CU
    build again
    execute 0
    assert_equal "$(grep -c refused "$messages")" 1
    assert_equal "$(jq '[.line, .count] | @text' -r "$findings")" '[5,5]'
    assert_equal "$(jq -r .text "$findings" | grep -o '[0-9]* bytes are asked for')" "$((5 << 50)) bytes are asked for"
}

@test "an unchecked error says in the same words why the call was refused" {
    build unchecked-error
    execute 86
    run grep 'unchecked-error.cu:9: ' "$messages"
    assert_line --regexp '^cpu-device: refused: .*the block of 4096 x 1 x 1 has 4096 threads'
    assert_line --regexp '^cpu-device: unchecked-error: .*the block of 4096 x 1 x 1 has 4096 threads'
}

@test "without findings the program's own exit status stays" {
    cat >"$BATS_TEST_TMPDIR/three.cu" <<<'int main() { int *p; cudaMalloc(&p, 4); return 3; }'
    cd "$BATS_TEST_TMPDIR"
    build three
    execute 3
}
