#!/usr/bin/env bats
# Of what the checker finds in shared memory the source says whether a barrier is the cause that not all threads come to.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    judge=$BATS_TEST_DIRNAME/../grader/judge/build/judge-lab6
    make -s -C "$BATS_TEST_DIRNAME/../grader/judge" build/judge-lab6
    work=$BATS_TEST_TMPDIR/work
    dir=$work/run/x
    mkdir -p "$dir/said" "$work/in"
}

# barriers FINDING PLACE: the judge's name for a finding of kernel sum at a place of the file a.cu below, which stands in the
# work folder's `in`.
barriers() {
    printf '%s\n' 'words 13' 1 2 4 8 16 32 32 32 32 32 32 32 "$([[ $1 == uninit* ]] && echo 5 || echo 32)" >"$dir/said/raw" # else it reached no result
    printf '%s\tsum\t%s\t%s\n' "$1" "$2" 'reads 4 bytes that nothing has written, of __shared__ variable part' >"$dir/findings.tsv"
    echo 'exit 86' >"$dir/ended"
    "$judge" 4.3 words-answer "$dir" 1 cpu | jq -r '.diagnosis // "-"'
}

@test "a barrier in an if, in a loop or behind a return of some threads is what a finding in shared memory comes from" {
    kernel() { printf '__device__ void wait() {\n    __syncthreads();\n}\n__global__ void sum(float *a, int n) {\n    __shared__ float part[64];\n    int t = threadIdx.x, i = blockIdx.x * 64 + t;\n%s\n    a[i] = part[0];\n}\n' "$1" >"$work/in/a.cu"; }
    kernel 'for (int k = 32; k; k /= 2) { if (t < k) { part[t] += part[t + k]; __syncthreads(); } }'
    assert_equal "$(barriers shared-memory-race a.cu:7)" barrier-in-if
    kernel 'if (i < n) wait(); // a function that waits'
    assert_equal "$(barriers shared-memory-race a.cu:8)" barrier-in-if
    kernel 'for (int k = t; k < n; k += 64) { part[t] += a[k]; __syncthreads(); }'
    assert_equal "$(barriers uninitialized-read a.cu:7)" barrier-in-if
    kernel 'if (i >= n) { return; } part[t] = a[i]; __syncthreads();'
    assert_equal "$(barriers uninitialized-read a.cu:8)" return-before-barrier
    assert_equal "$(barriers shared-memory-race a.cu:8)" missing-syncthreads
}

@test "a barrier that all threads of a block come to is not told as one in an if" {
    local text
    for text in 'if (n > 64) { __syncthreads(); }' 'for (int k = 32; k; k /= 2) { if (t < k) part[t] += 1; __syncthreads(); }' \
        'if (t == 0) part[0] = 0; __syncthreads(); if (i >= n) return;' 'if (n == 0) return; __syncthreads();' \
        '/* if (t < n) { __syncthreads(); } */' 'const char *s = "if (t < n) { __syncthreads(); }";'; do
        printf '__global__ void sum(float *a, int n) {\n    __shared__ float part[64];\n    int t = threadIdx.x, i = blockIdx.x * 64 + t;\n%s\n    a[i] = part[0];\n}\n' "$text" >"$work/in/a.cu"
        assert_equal "$(barriers shared-memory-race a.cu:5)" missing-syncthreads
        run barriers uninitialized-read a.cu:5
        refute_output --partial barrier
    done
    # No text of a submission keeps the judge for long.
    barriers uninitialized-read a.cu:1
    for text in '{' '(' 'if (t' 'if (threadIdx.x) {' 't = t; ' 'for (;;' 'return '; do
        printf "__global__ void sum() { $text%.0s" $(seq 60000) >"$work/in/a.cu"
        run timeout 20 "$judge" 4.3 words-answer "$dir" 1 cpu
        assert_failure 1
    done
}
