#!/usr/bin/env bats
# Every planted mistake (tests/wrong) loses exactly its points and is told what it is; every unusual
# right solution (tests/right) loses none. tests/mistake is the command for one of them. With DEVICE=gpu
# they are graded on a GPU, and each case where that expects something else says so in its header.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
}

# The work of a lab in two halves, so that two processors share it whatever runs beside; on a machine
# with more of them each half has several cases at work.
cases() {
    local lab=$1 half=$2 all
    all=(tests/wrong/"$lab"/*.patch tests/right/"$lab"/*/)
    printf '%s\n' "${all[@]}" | awk -v half="$half" 'NR % 2 == half'
}

as_expected() {
    local all
    mapfile -t all < <(cases "$1" "$2")
    [[ ${#all[@]} -gt 0 && -e ${all[0]} ]] || fail "there are no cases of $1"
    run tests/mistake --parallel $((($(nproc) + 7) / 8)) "${all[@]}"
    printf '%s\n' "$output" >"build/mistakes-$1-$2.txt" # what records/grading keeps of a GPU
    refute_line --partial 'not as expected'
    assert_success
    assert_equal "$(grep -c '^as expected' <<<"$output")" "${#all[@]}"
}

@test "lab 6: mistakes and right solutions, first half" { as_expected lab6 0; }
@test "lab 6: mistakes and right solutions, second half" { as_expected lab6 1; }
@test "lab 7: mistakes and right solutions, first half" { as_expected lab7 0; }
@test "lab 7: mistakes and right solutions, second half" { as_expected lab7 1; }
@test "lab 8: mistakes and right solutions, first half" { as_expected lab8 0; }
@test "lab 8: mistakes and right solutions, second half" { as_expected lab8 1; }
@test "lab 9: mistakes and right solutions, first half" { as_expected lab9 0; }
@test "lab 9: mistakes and right solutions, second half" { as_expected lab9 1; }
@test "lab 10: mistakes and right solutions, first half" { as_expected lab10 0; }
@test "lab 10: mistakes and right solutions, second half" { as_expected lab10 1; }

@test "every lab with planted mistakes is tested above" {
    for folder in tests/wrong/lab* tests/right/lab*; do
        run grep -q "as_expected ${folder##*/} 1" tests/mistakes.bats
        assert_success
    done
}

# planted FILE LINE...: a mistake with these lines as its header: lab 9's wrong address mode.
planted() {
    local patch=tests/wrong/lab9/readout-wrong-address-mode.patch file=$BATS_TEST_TMPDIR/lab9/$1.patch
    mkdir -p "${file%/*}"
    { printf '%s\n' "${@:2}" '' && sed -n '/^--- /,$p' "$patch"; } >"$file"
    run tests/mistake "$file"
}

@test "tests/mistake tells what is different: tests, names, messages, points that are not pending" {
    local -x DEVICE=cpu
    planted a 'Expect-fail: none'
    assert_failure 1
    assert_line 'not as expected: lab9 a (seed 1)'
    assert_line --regexp '^  step1-reading failed: \[wrong-address-mode\]'
    planted b 'Expect-fail: step1-reading step1-free' 'Expect-diagnosis: leak' 'Expect-message: no such words'
    assert_failure 1
    assert_line --partial '  step1-free did not fail, but is pass'
    assert_line --partial '  no test is told leak, but: [wrong-address-mode]'
    assert_line '  no message contains "no such words"'
    planted c 'Expect-fail: step1-reading' 'GPU-fail: step1-reading step1-point' 'GPU-why: a trial'
    assert_failure 1
    assert_line '  step1-point is not pending'
}

@test "a case that expects something else on a GPU has to say why" {
    planted a 'Expect-fail: step1-reading' 'GPU-diagnosis: leak'
    assert_failure 1
    assert_output --partial 'has no GPU-why'
    planted b 'GPU-fail: step1-reading'
    assert_failure 1
    assert_output --partial 'it has no Expect-fail'
}

@test "what is only slow is planted for each timing check, and is right otherwise" {
    for spec in grader/lab*.bats; do
        lab=$(basename "$spec" .bats)
        while read -r id; do
            run grep -lE "^GPU-fail:.* $id( |\$)" tests/wrong/"$lab"/*-slow-*.patch
            assert_success
        done < <(grep -A1 'needs:gpu' "$spec" | sed -n 's/^@test "\([^:]*\):.*/\1/p')
    done
    run grep -LE '^Expect-fail: none$' tests/wrong/*/*-slow-*.patch
    assert_output ''
}

@test "every diagnosis that lab 6 and lab 7 promise is proven by a planted mistake" {
    for name in no-rdc copied-after-launch count-instead-of-bytes symbol-as-pointer missing-bounds-guard \
        divergent-index table-too-large no-half-texel half-texel-in-software x-z-swapped extent-in-bytes \
        pitch-in-elements wrong-copy-kind point-filter normalized-coordinates wrong-address-mode \
        weights-one-eighth fraction-from-other-axis cell-x-minus-1 missing-syncthreads barrier-in-if \
        power-of-two-reduction last-block-dropped constant-overrun missing-sin-psi phi-psi-exchanged \
        array-freed-early leak unchecked-launch timed-without-sync constants-printed; do
        run grep -lx "Expect-diagnosis: $name" -r tests/wrong/lab6 tests/wrong/lab7
        assert_success
    done
}
