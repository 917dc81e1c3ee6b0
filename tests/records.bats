#!/usr/bin/env bats
# What was recorded on a GPU, held against the CPU device and against what the kit promises.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    records=$PWD/tests/records/grading
}

@test "lab 9 prints on the CPU device what it printed on an H200, every sample" {
    labs/cpu/nvcc-cpu -rdc=true -O2 -I solutions/lab9 solutions/lab9/*.cu -o "$BATS_TEST_TMPDIR/program"
    # Where texels of a normalised row begin is newer than the record, and not yet run there.
    run bash -c "set -o pipefail; '$BATS_TEST_TMPDIR/program' | grep -vE '^Step 2: normalised, [0-9]+ texels, in units|^   i  |^ +[0-9]+ +[0-9.]+ +[0-9]+ +[0-9.]+$'"
    assert_success
    assert_output "$(grep -v '^step ' handouts/lab9/figures/data/lab9-h200.txt)" # checks are `make check`'s
}

@test "repeated gradings on an H200 gave one mark for each lab, and none but pending points were missing" {
    run bash -c "awk '{ print \$2, \$4, \$5 }' '$records/gradings-h200.txt' | sort | uniq -c | awk '{ print \$1, \$2, \$3 + \$4 }'"
    assert_output $'14 lab10 100\n14 lab6 100\n14 lab7 100\n14 lab8 100\n14 lab9 100'
}

# "to be run again": the case is newer than the last whole run there, or was not as expected in it.
@test "every planted mistake and every right solution ended as expected on an H200, or waits for its run" {
    local cases case
    cases=(build/wrong/*/*.patch tests/*/right/*/)
    for case in "${cases[@]}"; do
        run grep -cxE "(as expected|to be run again): $(grep -oE "lab[0-9]+" <<<"$case" | head -n 1) $(basename "$case" .patch)" "$records/mistakes-h200.txt"
        assert_output 1
    done
    assert_equal "$(wc -l <"$records/mistakes-h200.txt")" "${#cases[@]}"
}

@test "every conformance program passed on an H200, built with nvcc, or is newer than the last run there" {
    run grep -vE '^(pass|skip) |^to be run again: ' "$records/conformance-h200.txt"
    assert_output ""
    for folder in errors language programs runtime texture; do
        while read -r name; do
            run grep -cE "^(pass|skip|to be run again:) $folder/$name(:|\$)" "$records/conformance-h200.txt"
            assert_output 1
        done <"tests/conformance/$folder/baseline"
    done
}
