#!/usr/bin/env bats
# The names that real programs use: headers, functions and types beyond the labs' own.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    cd "$BATS_TEST_TMPDIR" || return
}

@test "every program of conformance/programs prints what it should" {
    run "$repo/tests/conformance/run" programs
    assert_success
    refute_line --regexp '^fail'
    for program in "$repo"/tests/conformance/programs/*.cu; do
        run grep -cxF -- "$(basename "$program" .cu)" "$repo/tests/conformance/programs/baseline"
        assert_output 1
    done
}
