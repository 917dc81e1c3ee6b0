#!/usr/bin/env bats
# Right submissions that a seed put together (tests/rightgen): none loses a point.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
}

# drawn LAB SEED: one submission of LAB, graded whole.
drawn() {
    # make test says DEVICE=auto where nobody asks for a GPU.
    if [[ ${DEVICE-} != gpu ]]; then local -x DEVICE=cpu; fi
    OUT=$BATS_TEST_TMPDIR NVCC=no JOBS=1 run tests/rightgen/run 1 "$2" "$1"
    assert_success
    assert_output '1 graded, 0 lost a point, 0 errors'
}

@test "a drawn submission of lab 6 loses no point" { drawn lab6 11; }
@test "a drawn submission of lab 7 loses no point" { drawn lab7 12; }
@test "a drawn submission of lab 8 loses no point" { drawn lab8 13; }
@test "a drawn submission of lab 9 loses no point" { drawn lab9 14; }
@test "a drawn submission of lab 10 loses no point" { drawn lab10 15; }
@test "a drawn submission of lab 11 loses no point" { drawn lab11 16; }

@test "the same seed writes the same submission, another one another" {
    for folder in first second; do
        run tests/rightgen/make lab8 5 "$BATS_TEST_TMPDIR/$folder"
        assert_success
        assert_output --partial 'lab8 5: '
    done
    tests/rightgen/make lab8 6 "$BATS_TEST_TMPDIR/other"
    run diff -r "$BATS_TEST_TMPDIR/first" "$BATS_TEST_TMPDIR/second"
    assert_output ''
    run diff -rq "$BATS_TEST_TMPDIR/first" "$BATS_TEST_TMPDIR/other"
    assert_failure 1
}

@test "a way that is wrong is found" {
    mkdir -p "$BATS_TEST_TMPDIR/ways/lab8"
    cp -r tests/lab8/ways "$BATS_TEST_TMPDIR/ways/lab8/"
    sed -i 's/^float half_to_float(unsigned short bits) {/&\n    bits ^= 1;/' "$BATS_TEST_TMPDIR/ways/lab8/ways/step3_promote.ways"
    FROM=$BATS_TEST_TMPDIR/ways run tests/rightgen/each lab8/step3_promote/half_to_float=bits
    assert_failure 1
    assert_output --partial 'fail step3-half'
}
