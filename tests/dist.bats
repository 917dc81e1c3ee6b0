#!/usr/bin/env bats
# What a student receives: complete, without a solution, and it builds and checks on its own.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup_file() {
    cd "$BATS_TEST_DIRNAME/.." || return
    grader/dist "$BATS_FILE_TMPDIR/kit.tar.gz"
}

setup() {
    # A folder each: one test builds what another must not find built.
    mkdir "$BATS_TEST_TMPDIR/a student's folder"
    tar -xzf "$BATS_FILE_TMPDIR/kit.tar.gz" -C "$BATS_TEST_TMPDIR/a student's folder"
    cd "$BATS_TEST_TMPDIR/a student's folder/gpu-memory-labs" || return
}

@test "the tarball holds labs, handouts and the licence, and no solution, spec or built file" {
    run ls
    assert_output $'LICENSE\ngrader\nhandouts\nlabs'
    run ls grader
    assert_output $'common\nlabprof\nprofiler'
    assert cmp LICENSE "$BATS_TEST_DIRNAME/../LICENSE"
    assert [ -f .devcontainer/devcontainer.json ]
    run find labs -name '.*'
    assert_output ""
    run bash -c 'find . -name build -o -name "*.o" -o -name "*.bats" -o -name "*.a"'
    assert_output ""
    run grep -rnE '^[[:space:]]*#[[:space:]]*(ifdef|ifndef|if).*(SOLUTION|SKELETON)' labs
    assert_failure 1
}

# The lines of the solutions that stand between the marks, as lines of code of some length: none of them
# is in anything shipped, whatever the file.
@test "nothing shipped holds a line that only a solution has" {
    local kit=$BATS_TEST_DIRNAME/..
    find "$kit/solutions" -name '*.cu' -o -name '*.h' | while IFS= read -r source; do
        unifdef -t -DSOLUTION -USKELETON "$source" || (($? == 1))
    done | sed 's/^[[:space:]]*//;s/[[:space:]]*$//' | grep -E '.{25}' | grep -vE '^(//|\*|/\*|#include)' | sort -u >"$BATS_TEST_TMPDIR/solved"
    find "$kit"/labs/lab* "$kit/labs/common" -type f -exec cat {} + | sed 's/^[[:space:]]*//;s/[[:space:]]*$//' | sort -u >"$BATS_TEST_TMPDIR/handed"
    comm -23 "$BATS_TEST_TMPDIR/solved" "$BATS_TEST_TMPDIR/handed" >"$BATS_TEST_TMPDIR/answers"
    assert [ "$(wc -l <"$BATS_TEST_TMPDIR/answers")" -gt 300 ]
    # C of the CPU device and of labprof is no lab's: it may say "return cudaErrorInvalidValue;" too.
    run grep -rnIFf "$BATS_TEST_TMPDIR/answers" --include='*' --exclude-dir={driver,translate,runtime,check,texture,profiler} .
    assert_output ""
}

@test "it says where to begin, and what the page names is there" {
    run cat labs/README.md
    assert_success
    assert_line --partial 'make check'
    for path in cpu/README.md lab7/lab7.h ../handouts; do
        assert_output --partial "$path"
        assert [ -e "labs/$path" ]
    done
}

@test "labprof in it profiles a program, away from the kit" {
    printf '__global__ void fill(int *a) { a[threadIdx.x] = 1; }\nint main() { int *a; cudaMalloc(&a, 128); fill<<<1, 32>>>(a); return cudaFree(a); }\n' >fill.cu
    labs/cpu/nvcc-cpu --check fill.cu -o fill
    run grader/labprof ./fill
    assert_success
    assert_output --partial 'fill'
    assert_output --partial 'sectors'
    run grader/labprof --html page.html ./fill
    assert_failure 2
    assert_output --partial 'needs the whole kit'
}

@test "every skeleton in it builds on the CPU device, away from the kit" {
    for lab in labs/lab*/; do
        run make -C "$lab" DEVICE=cpu
        assert_success
    done
}

@test "bad usage of grader/dist is named" {
    run "$BATS_TEST_DIRNAME/../grader/dist"
    assert_failure 2
    assert_output --partial "Usage: grader/dist FILE.tar.gz"
    run "$BATS_TEST_DIRNAME/../grader/dist" --unknown
    assert_failure 2
}
