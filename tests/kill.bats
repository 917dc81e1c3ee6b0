#!/usr/bin/env bats
# Killing the grader and filling its disk at random moments leaves no torn record, no process and no other
# marks. `tests/kill` does so as often as one likes.

# bats file_tags=thorough
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

@test "two kills, two full disks, two pairs of graders" {
    run "$BATS_TEST_DIRNAME/kill" 2
    assert_success
    assert_output --partial '0 torn records, 0 records with other marks, 0 rounds with processes left, 0 other marks afterwards'
}
