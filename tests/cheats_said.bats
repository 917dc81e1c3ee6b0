#!/usr/bin/env bats
# What a run says of itself, and programs that would have it say something else: that end before their
# harness's last word, or forge it, or reach for where it is kept. Each is a right solution with a leak.

# shellcheck disable=SC2154 # graded.bash sets kit, records and submissions
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"
load graded

setup_file() {
    local name
    prepare_cheats
    for name in end-early end-forged end-reset header-added names unit-on-host stream-as-account; do make_cheat lab9 "$name" "$kit/solutions/lab9"; done
    cd "$submissions" || return
    local grade=("$kit/grader/grade" --device cpu --no-nvcc --seed 5 --brief --output "$records")
    "${grade[@]}" --lab lab9 end-early end-forged || return
    "${grade[@]}" --lab lab9 --only-step 1,2 end-reset || return
    "${grade[@]}" --lab lab9 --only-step 2 header-added names unit-on-host stream-as-account || return
}

# assert_told LAB NAME STEP TEXT: of this step the tests of the function with the attack failed and say TEXT. In lab 9's
# step 1 that may be make_row alone: samples, guard and read judge functions beside it, and may pass. What is said where calls are
# let fail is judged by itself.
assert_told() {
    run jq -r --argjson step "$3" --arg text "$4" '[.tests[] | select(.step == $step and (.id | test("-errors$") | not))
        | select(.status != "fail" or (.message | test($text) | not))
        | select((.id | IN("step1-samples", "step1-guard", "step1-read")) and .status == "pass" | not)] | length' "$(record "$1" "$2")"
    assert_output 0
}

@test "a program that leaves by exit, a signal's handler or a thread is not believed" {
    local step
    for step in 1 2 3; do assert_told lab9 end-early "$step" "without its harness's last word"; done
}

@test "no program closes the descriptor of its account" {
    assert_told lab9 end-early 4 'memory-leak: 1000 bytes'
}

@test "the program's own file names nothing of the checker's, nor of what the harness keeps" {
    run printed lab9 names
    assert_line --regexp '^read [1-9][0-9]{2,} names$'
    refute_output --partial GOT
}

@test "a stream whose number is the account's says and hears nothing" {
    assert_told lab9 stream-as-account 2 'memory-leak: 1000 bytes'
    run printed lab9 stream-as-account
    assert_line tried
    refute_output --partial GOT
}

@test "a texture that host code reads, with no launch, is found" {
    assert_told lab9 unit-on-host 2 'device-function-on-host'
}

@test "a line marker in what is added to the lab's header hides nothing" {
    assert_told lab9 header-added 2 'lab9.h:[0-9]+: error: a line marker'
}

@test "a last word with a number of its own is none" {
    assert_told lab9 end-early 5 "without its harness's last word"
}

@test "no program opens its own memory by name, or its descriptors once more" {
    assert_told lab9 end-forged 1 'memory-leak: 1000 bytes .* step1_readout.cu:'
    assert_told lab9 end-forged 2 'memory-leak: 1000 bytes'
    run printed lab9 end-forged
    assert_line tried
    refute_output --partial GOT
}

@test "files in place of the account, another environment and an end within the end hide nothing" {
    assert_told lab9 end-forged 3 'memory-leak: 1000 bytes'
    assert_told lab9 end-forged 4 'memory-leak: 1000 bytes'
}

@test "the key of the last word lies where no pointer reads" {
    assert_told lab9 end-forged 5 'memory-leak: 1000 bytes|SIGSEGV'
}

@test "a reset in a last destructor or handler takes no leak away" {
    assert_told lab9 end-reset 1 'calls cudaDeviceReset'
    assert_told lab9 end-reset 2 'calls cudaDeviceReset|memory-leak'
}
