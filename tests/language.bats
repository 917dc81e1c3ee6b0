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

# Each of these programs is correct, so the checker must have nothing to say.
@test "the checker finds nothing in correct programs" {
    cd "$repo/tests/conformance/language"
    check() {
        "$nvcc_cpu" --check --extended-lambda "$1.cu" -o "$BATS_TEST_TMPDIR/$1" && "$BATS_TEST_TMPDIR/$1" 2>&1 | diff "$1.expected" -
    }
    export -f check
    export nvcc_cpu BATS_TEST_TMPDIR
    run parallel --will-cite -j 2 check ::: barriers builtins groups shared_dynamic shared_static variables \
        warps atomics launch_forms arguments vectors lambdas qualifiers math
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
