#!/usr/bin/env bats
# What make check and make submit promise is what the grader gives on the CPU device.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() { cd "$BATS_TEST_DIRNAME/.." || return; }

# agrees CASE...: nobody is missed or accused, and the points promised are those given.
agrees() {
    run tests/check-finds "$@"
    assert_success
    refute_output --partial 'promised '
}

# bats test_tags=thorough
@test "the references: make check promises all points, and the grader gives them" {
    agrees reference
    local labs=(solutions/lab*)
    assert_equal "$(grep -c $'^right\t' <<<"$output")" "${#labs[@]}"
}

@test "two mistakes of each lab: the points promised are those given" {
    local mistakes=(lab6/link-no-rdc lab6/broadcast-divergent-index lab7/csv-fixed-decimals lab7/csv-no-header
        lab8/csv-full-disk lab8/paths-digits-lost lab9/bits-truncated-weight lab9/centre-of-ints
        lab10/table-digits-lost lab10/rotate-clamped)
    agrees "${mistakes[@]}"
}

# Another tenth each day; tests/check-finds all tries all of them.
# bats test_tags=thorough
@test "a tenth of all mistakes: make check finds what the grader takes points for" {
    run tests/check-finds sample
    echo "$output"
    assert_success
}

@test "check-finds: wrong usage, a case that is none, and a tenth by number" {
    run tests/check-finds
    assert_failure 2
    run tests/check-finds no/such/case
    assert_failure 2
    JOBS=many run tests/check-finds all
    assert_failure 2
}
