#!/usr/bin/env bats
# The reference earns every point that the CPU device can give; the skeleton earns none.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    records=$BATS_TEST_TMPDIR
}

# Every record that a test made is what the schema says.
teardown() {
    local files
    mapfile -d '' files < <(find "$records" -name 'result*.json' -print0 2>/dev/null)
    if ((${#files[@]})); then tests/valid_record "${files[@]}"; fi
}

# grade_folder LAB FOLDER: the folder's record in $record.
grade_folder() {
    run grader/grade --lab "$1" --device cpu --no-nvcc --brief --seed "${SEED:-1}" --output "$records" "$2"
    assert_success
    record=$records/$1/$(basename "$2")/result.json
}

earns_all() {
    grade_folder "$1" "solutions/$1"
    run jq -r '.tests[] | select(.status != "pass" and .status != "pending") | "\(.id): \(.status): \(.message)"' "$record"
    assert_output ''
    run jq -e '.score + .pending == .possible and .possible == 100 and (.tests | map(.points) | add) == 100' "$record"
    assert_success
}

earns_nothing() {
    grade_folder "$1" "labs/$1"
    run jq -r '.tests[] | select(.status != "not-begun") | "\(.id): \(.status): \(.message)"' "$record"
    assert_output ''
    run jq -c '[.score, .pending]' "$record"
    assert_output '[0,0]'
}

@test "lab 6: the reference earns all" { earns_all lab6; }
@test "lab 7: the reference earns all" { earns_all lab7; }
@test "lab 8: the reference earns all" { earns_all lab8; }
@test "lab 9: the reference earns all" { earns_all lab9; }
@test "lab 10: the reference earns all" { earns_all lab10; }
@test "lab 6: the skeleton earns nothing, and nothing of it is begun" { earns_nothing lab6; }
@test "lab 7: the skeleton earns nothing, and nothing of it is begun" { earns_nothing lab7; }
@test "lab 8: the skeleton earns nothing, and nothing of it is begun" { earns_nothing lab8; }
@test "lab 9: the skeleton earns nothing, and nothing of it is begun" { earns_nothing lab9; }
@test "lab 10: the skeleton earns nothing, and nothing of it is begun" { earns_nothing lab10; }

@test "every lab that can be graded is tested above" {
    for spec in grader/lab*/lab*.bats; do
        run grep -q "earns_all $(basename "$spec" .bats);" tests/solutions.bats
        assert_success
    done
}

@test "every spec gives 100 points, and each test its step" {
    for spec in grader/lab*/lab*.bats; do
        tags=$(grep -c '^# bats test_tags=points:[0-9]*,step:[0-9]*' "$spec")
        assert_equal "$tags" "$(grep -c '^@test "step[0-9]*-[a-z0-9-]*: ' "$spec")"
        assert_equal "$(grep -oP 'test_tags=points:\K[0-9]+' "$spec" | awk '{ sum += $1 } END { print sum }')" 100
    done
}
