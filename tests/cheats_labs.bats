#!/usr/bin/env bats
# Submissions of labs 7 to 10 that cheat, graded: what there is to gain in lab 7 (its times, its
# integrals, its reference), and attacks of lab 6's (cheats_graded.bats) in every other lab.

# shellcheck disable=SC2154 # graded.bash sets kit, records and submissions
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"
load graded

setup_file() {
    local name
    prepare_cheats
    make_cheat lab7 verdict
    make_cheat lab7 spy
    for name in own-events own-clock own-times exact-results; do make_cheat lab7 "$name" "$kit/solutions/lab7"; done
    make_cheat lab9 unit-inside "$kit/solutions/lab9"
    cp -r "$kit/solutions/lab7" "$submissions/honest"
    for name in constructor kill-parents fork-bomb memory-flood output-flood spoil; do borrow lab7 step5_hardware "$name"; done
    for name in output-flood kill-parents; do borrow lab8 step1_checksum "$name"; done
    for name in constructor fork-bomb; do borrow lab9 step1_readout "$name"; done
    for name in kill-parents spoil; do borrow lab10 step1_picture "$name"; done
    cd "$submissions" || return
    grade lab7 8 honest verdict own-events own-clock own-times exact-results || return
    grade lab7 6 spy || return
    grade lab7 5 lab7-* || return
    grade lab9 4 unit-inside || return
    for name in lab8 lab9 lab10; do grade "$name" 1 "$name"-* || return; done
    kit_fingerprint >"$BATS_FILE_TMPDIR/after"
}

# borrow LAB UNIT NAME: the submission LAB-NAME: lab 6's attack at the end of UNIT.
borrow() {
    cp -r "$kit/labs/$1" "$submissions/$1-$3"
    begun "$submissions/$1-$3"
    place "$BATS_TEST_DIRNAME/lab6/cheats/$3/append.cu" >>"$submissions/$1-$3/$2.cu"
}

# grade LAB STEP SUBMISSION...
grade() {
    "$kit/grader/grade" --lab "$1" --only-step "$2" --device cpu --no-nvcc --seed 5 --brief \
        --output "$records" "${@:3}"
}

@test "lab 7: an honest submission, graded before the cheats, gets its points" {
    run statuses lab7 honest
    assert_output $'step8-results pass\nstep8-times pass\nstep8-csv pass\nstep8-errors pass\nstep8-advantage pending'
}

@test "no cheat changed the kit" {
    assert_kit_unchanged
}

@test "lab 7: the verdict on every descriptor and in files" {
    assert_earns_nothing lab7 verdict 'still to be written'
    run printed lab7 verdict
    assert_line '1..1' # it did speak
}

@test "lab 7: events that always say 5 ms" {
    assert_earns_nothing lab7 own-events 'cudaEventElapsedTime is defined here'
}

@test "lab 7: invented times, and a clock that agrees with them" {
    assert_earns_nothing lab7 own-clock 'It is not run. step8_compare.cu:[0-9]+: .*clock_gettime is defined here'
}

@test "lab 7: invented times lose the times alone" {
    run statuses lab7 own-times
    assert_output $'step8-results pass\nstep8-times fail\nstep8-csv pass\nstep8-errors pass\nstep8-advantage pending'
    run jq -r '.tests[] | select(.id == "step8-times") | .diagnosis, .message' "$(record lab7 own-times)"
    assert_line --index 0 timed-without-sync
    assert_line --index 1 --partial 'hardware_ms is 0.001 ms, and one launch takes about'
}

@test "lab 7: the exact integral in place of two computed ones" {
    run statuses lab7 exact-results
    assert_output $'step8-results fail\nstep8-times fail\nstep8-csv pass\nstep8-errors fail\nstep8-advantage pending'
}

@test "lab 7: a search for the reference, on the disk and in the program" {
    assert_earns_nothing lab7 spy
    run printed lab7 spy
    assert_line spied
    refute_output --partial GOT
}

@test "lab 7: a constructor that ends with success, one that kills its parents, one that spoils the kit" {
    assert_earns_nothing lab7 lab7-constructor
    assert_earns_nothing lab7 lab7-kill-parents
    assert_earns_nothing lab7 lab7-spoil
    run printed lab7 lab7-spoil
    refute_output --partial GOT
}

@test "lab 7: bombs and floods end at the limits" {
    assert_earns_nothing lab7 lab7-fork-bomb 'more than [0-9]+ processes'
    assert_earns_nothing lab7 lab7-memory-flood 'more than [0-9.]+ [MG]iB of memory'
    assert_earns_nothing lab7 lab7-output-flood 'printed more than 256 MiB'
}

@test "lab 8: an output flood, and killing the parents" {
    assert_earns_nothing lab8 lab8-output-flood 'printed more than 256 MiB'
    assert_earns_nothing lab8 lab8-kill-parents
}

@test "lab 9: a constructor that ends with success, and a fork bomb" {
    assert_earns_nothing lab9 lab9-constructor
    assert_earns_nothing lab9 lab9-fork-bomb 'more than [0-9]+ processes'
}

@test "lab 9: the texture unit's arithmetic out of the CPU device" {
    assert_earns_nothing lab9 unit-inside 'cpudev_texture_[a-z]+ is inside the CPU device, and not part of CUDA'
}

@test "lab 10: killing the parents, and writing over the kit" {
    assert_earns_nothing lab10 lab10-kill-parents
    assert_earns_nothing lab10 lab10-spoil
    run printed lab10 lab10-spoil
    refute_output --partial GOT
}
