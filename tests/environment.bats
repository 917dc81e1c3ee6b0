#!/usr/bin/env bats
# What the environment of whoever grades holds for other programs, and names that the grader uses itself, change no verdict.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
}

# graded NAME=VALUE...: the line of the table for the solution of lab 9, step 2, with this environment.
graded() {
    run env "$@" grader/grade --device cpu --no-nvcc --brief --seed 3 --lab lab9 --only-step 2 --output "$BATS_TEST_TMPDIR/records" solutions/lab9
    assert_success
    assert_line --regexp '^lab9 +lab9 +20 +0 +20$'
}

@test "names of the grader's own, in somebody's environment" {
    graded GRADER=anna KIT=/none GRADING=/none grading=x work=/none lab=lab6 BATS_TEST_DESCRIPTION=x STAGE_ERRORS=/none/x
}

@test "options of shells and of make" {
    # shellcheck disable=SC2016 # make's
    printf '$(error mine)\n' >"$BATS_TEST_TMPDIR/makefile"
    graded SHELLOPTS=noglob:posix BASHOPTS=nullglob POSIXLY_CORRECT=1 MAKEFILES="$BATS_TEST_TMPDIR/makefile" MAKEFLAGS=n GLOBIGNORE='*'
}

@test "options of compilers, and of the CPU device" {
    mkdir "$BATS_TEST_TMPDIR/headers"
    printf '#error mine\n' | tee "$BATS_TEST_TMPDIR"/headers/{string,math,vector}.h >"$BATS_TEST_TMPDIR/headers/vector"
    graded CC=/bin/false CXX=/bin/false CFLAGS=-nonsense NVCC_CPU_CXX=/bin/false NVCC_CPU_BUILD=/none CPATH="$BATS_TEST_TMPDIR/headers" \
        CPLUS_INCLUDE_PATH="$BATS_TEST_TMPDIR/headers" LIBRARY_PATH="$BATS_TEST_TMPDIR" CPU_DEVICE_KERNEL_SECONDS=nonsense CPU_DEVICE_MEMORY=1 NVCC_APPEND_FLAGS=-nonsense
}

@test "an option is no value of another one, in any command" {
    local words
    for words in 'grader/grade --lab --brief' 'grader/class --settle --help' 'grader/export csv --lab --all' 'grader/export canvas x --file --all' \
        'grader/remark --jobs --list' 'grader/report --color --html' 'grader/compare --html --json a b' 'grader/labprof --log-file --json true' \
        'grader/calibrate --output --list' 'grader/setup --for --list' 'grader/setup --for' 'grader/timing/cubin --out --arch' \
        'grader/timing/verdict --job --student' 'solutions/make-skeletons --output --check' 'tests/fuzz/differ --jobs --gpu' 'tests/fuzz/planted --jobs' \
        'tests/conformance/public --jobs --summary'; do
        # shellcheck disable=SC2086 # several words
        run $words
        assert_equal "$words $status" "$words 2"
    done
    run grader/export csv "--lab=lab6" "$BATS_TEST_TMPDIR"
    assert_failure 1
    assert_output --partial 'no records of grader/class'
    run grader/remark --jobs=0 "$BATS_TEST_TMPDIR"
    assert_output --partial "a number of at least 1, not '0'"
}
