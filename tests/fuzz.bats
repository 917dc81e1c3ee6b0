#!/usr/bin/env bats
# Random programs (tests/fuzz): all ways of running them agree, and planted mistakes are named.
# `make fuzz MINUTES=60` goes on where this ends.

# bats file_tags=thorough
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    fuzz=$BATS_TEST_DIRNAME/fuzz
}

# fixed.expected, on an NVIDIA H200: tests/fuzz/differ --ways gpu --outputs tests/fuzz/fixed.expected 1 200
@test "200 fixed programs print at -O0 and under the checker what an H200 printed" {
    run "$fuzz/differ" --ways 'O0 check' --batch 40 --outputs "$BATS_TEST_TMPDIR/outputs" 1 200
    assert_success
    assert_output --regexp '^200 programs the same'
    run diff "$fuzz/fixed.expected" "$BATS_TEST_TMPDIR/outputs"
    assert_output ''
    assert_success
}

@test "20 new programs print the same in every way" {
    run "$fuzz/differ" --batch 10 "$(date +%s)000" 20
    assert_success
    assert_output --regexp '^20 programs the same'
}

@test "44 planted mistakes are named at their lines" {
    run "$fuzz/planted" 1 44
    assert_success
    refute_line --partial missed
}

@test "a program that differs is told, with its number" {
    mkdir "$BATS_TEST_TMPDIR/tests"
    cp -r "$fuzz" "$BATS_TEST_TMPDIR/tests/"
    ln -s "$BATS_TEST_DIRNAME/../labs" "$BATS_TEST_TMPDIR/labs"
    sed -i 's|^static int run_programs.*|&\n    if (getenv("CPU_DEVICE_ORDER"))\n        puts("p7 k9 other");|' \
        "$BATS_TEST_TMPDIR/tests/fuzz/fuzz.cuh"
    run "$BATS_TEST_TMPDIR/tests/fuzz/differ" --ways plain 7 1
    assert_failure 1
    assert_line --partial 'differs 7: reverse, exit status 0: 0a1 > p7 k9 other'
    assert_line --partial '0 programs the same (0 kernels), 1 differ'
    assert_line --regexp '^repeat one: tests/fuzz/differ --keep FOLDER SEED 1'
}
