#!/usr/bin/env bats
# The CPU device and its checker on AArch64 Linux, whose programs qemu-user runs. On such a machine
# all other tests say the same, and more.
# shellcheck disable=SC2034 # compiler and runner are for findings.bash

# bats file_tags=thorough
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"
load findings.bash

emulator=(qemu-aarch64 -R 0x400000000 -L /usr/aarch64-linux-gnu)

can_try() { [[ $(uname -m) != aarch64 ]] && command -v aarch64-linux-gnu-g++ && command -v qemu-aarch64; }

setup_file() {
    can_try >/dev/null || return 0
    make -s -C "$BATS_TEST_DIRNAME/../labs/cpu" libraries BUILD=build/aarch64 CC=aarch64-linux-gnu-gcc \
        AR=aarch64-linux-gnu-ar
}

setup() {
    if [[ $(uname -m) == aarch64 ]]; then skip 'this machine is one: the other tests run on it'; fi
    can_try >/dev/null ||
        skip 'needs g++-aarch64-linux-gnu and qemu-user: grader/setup --for test installs them where there are such packages'
    repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    export NVCC_CPU_BUILD=$repo/labs/cpu/build/aarch64
}

@test "contexts keep values, stacks and their alignment at every level of optimization" {
    local level
    cd "$BATS_TEST_TMPDIR"
    for level in -O0 -O1 -O2 -O3; do
        aarch64-linux-gnu-gcc -std=gnu11 -Wall -Wextra -Werror $level -fno-omit-frame-pointer \
            -I "$repo/labs/cpu" "$repo/tests/context/context.c" -o context
        run "${emulator[@]}" ./context
        assert_success
        assert_output right
    done
}

# One program of each kind of work; `tests/conformance/run --device aarch64` runs all, in minutes.
@test "programs print what they print elsewhere" {
    local name
    cd "$repo/tests/conformance"
    for name in language/integers programs/groups_passed programs/half runtime/warps runtime/deferred \
        runtime/freed texture/lines; do
        run ./run-one aarch64 "$name"
        assert_output "pass $name"
    done
}

# FULL=1: all eight steps. Each check is a process of its own, which qemu translates anew.
@test "lab 7's make check passes, for the step that needs most of the others" {
    local step=(STEP=7) last=release_texture
    if [[ ${FULL-} ]]; then step=() last=write_csv; fi
    cp -r "$repo/solutions/lab7" "$BATS_TEST_TMPDIR/lab7"
    rm -rf "$BATS_TEST_TMPDIR/lab7/build"
    ln -s "$repo/labs/common" "$repo/labs/cpu" "$BATS_TEST_TMPDIR"
    run timeout ${FULL:+3}600 make -s -C "$BATS_TEST_TMPDIR/lab7" DEVICE=cpu RUNNER="${emulator[*]}" \
        NVCC='../cpu/nvcc-cpu -ccbin aarch64-linux-gnu-g++' check "${step[@]}"
    assert_success
    assert_line --regexp "^step [78] .*$last +ok\$"
    refute_output --partial cpu-device:
}

@test "the checker finds what it finds elsewhere, with its line, and nothing in a right program" {
    local name
    to_findings
    compiler+=(-ccbin aarch64-linux-gnu-g++) runner=("${emulator[@]}")
    for name in out-of-bounds-write shared-memory-race uninitialized-read device-memory-on-host \
        local-overrun unchecked-error; do
        finds "$name"
    done
    finds_nothing checked-error
}
