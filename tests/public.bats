#!/usr/bin/env bats
# tests/conformance/public: a tree of programs, sorted by how they end.

# shellcheck disable=SC2154 # output and status are Bats'
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    public=$BATS_TEST_DIRNAME/conformance/public
    cd "$BATS_TEST_TMPDIR" || return
}

@test "every program of a tree is compiled with its parts, run, and counted by cause" {
    mkdir -p 'a tree/Common' 'a tree/parts' 'a tree/alone'
    echo '#ifdef __DRIVER_TYPES_H__
#define CHECK(call) if ((call) != cudaSuccess) return 1
#endif' >'a tree/Common/check_call.h'
    echo '#include <cstdio>
int run();
int main() { const int bad = run(); puts(bad ? "Test failed" : "Test passed"); return bad; }' \
        >'a tree/parts/main.cpp'
    echo '#include <check_call.h>
__global__ void k(int *p) { *p = 3; }
int run() {
    int *p, h = 0;
    CHECK(cudaMalloc(&p, 4));
    k<<<1, 1>>>(p);
    CHECK(cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost));
    return h != 3;
}' >'a tree/parts/kernel.cu'
    echo 'int main() { for (volatile int i = 0;; i++) ; }' >'a tree/alone/endless.cu'
    echo '#include <cublas_v2.h>
int main() {}' >'a tree/alone/header.cu'
    echo 'int main() { cudaGraph_t g; return cudaGraphCreate(&g, 0); }' >'a tree/alone/graph.cu'
    echo 'int main() { return 2; }' >'a tree/alone/waived.cu'
    echo '#include <cstdio>
int main() { puts("Result: FAILED"); }' >'a tree/alone/says_failed.cu'

    run "$public" --no-sandbox --time 2 'a tree'
    assert_success
    assert_line $'passed\tparts/main.cpp'
    assert_line $'slow\talone/endless.cu\tthe limit: wall'
    assert_line $'missing\talone/header.cu\tcublas_v2.h'
    assert_line $'missing\talone/graph.cu\tcudaGraphCreate'
    assert_line --partial $'waived\talone/waived.cu'
    assert_line --partial $'failed\talone/says_failed.cu'
    assert_line '    6 programs'
    assert_line '    4 compile'
    assert_line '        2 missing'
}

@test "public: help, wrong usage, and a folder without programs" {
    run "$public" --help
    assert_success
    assert_output --partial 'usage: tests/conformance/public'
    run "$public"
    assert_failure 2
    run "$public" --time soon .
    assert_failure 2
    run "$public" "$BATS_TEST_TMPDIR/nothing"
    assert_failure 2
    run "$public" "$BATS_TEST_TMPDIR"
    assert_failure 3
}
