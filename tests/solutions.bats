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

# labs: those that can be graded.
labs() {
    local spec
    for spec in grader/lab*/lab*.bats; do basename "$spec" .bats; done | sort -V
}

# undeclared LAB: each name in what the runs of the last grading wrote (raw) that no first comment of its harness says: its own, or that
# of a header or a harness that it takes in or names. NAME.error and the like, and what is done once more (again1.NAME), are
# harness.h's and failing.h's.
undeclared() {
    local work run program file said
    work=$(dirname "$record")/work
    for run in "$work"/run/*/; do
        if [[ ! -s $run/said/raw || ! -f grader/$1/harness/$(<"$run/program").cu ]]; then continue; fi
        program=$(<"$run/program")
        said=$(comment "grader/$1/harness/$program.cu" && comment grader/harness/harness.h)
        while IFS= read -r file; do
            for file in "grader/$1/harness/$file" "grader/harness/$file"; do
                if [[ -f $file ]]; then said+=$'\n'$(comment "$file"); fi
            done
        done < <(grep -ohE '[a-z_-]+\.(cu|h)\b' "grader/$1/harness/$program.cu" | sort -u)
        awk '/^[^ ]+ [0-9]+$/ { print $1 }' "$run/said/raw" |
            sed -E 's/^([a-z]+[0-9]*\.)?([A-Za-z_-]+)[0-9]*(\.[a-z]+[0-9]*)?$/\2/' | sort -u | while IFS= read -r name; do
            if ! grep -qE -- "(^|[^A-Za-z_])$name([^a-z_]|\$)" <<<"$said"; then printf '%s: %s\n' "$1/harness/$program.cu" "$name"; fi
        done
    done | sort -u
}

# comment FILE: its comments.
comment() { grep -E '^ *(//|/?\*)' "$1"; }

@test "each reference earns all, and its harnesses write what they declare" {
    local lab
    for lab in $(labs); do
        echo "$lab"
        earns_all "$lab"
        run undeclared "$lab"
        assert_output ''
    done
}

@test "each skeleton earns nothing, and nothing of it is begun" {
    local lab
    for lab in $(labs); do
        echo "$lab"
        earns_nothing "$lab"
    done
}

@test "every spec gives 100 points, and each test its step" {
    for spec in grader/lab*/lab*.bats; do
        tags=$(grep -c '^# bats test_tags=points:[0-9]*,step:[0-9]*' "$spec")
        assert_equal "$tags" "$(grep -c '^@test "step[0-9]*-[a-z0-9-]*: ' "$spec")"
        assert_equal "$(grep -oP 'test_tags=points:\K[0-9]+' "$spec" | awk '{ sum += $1 } END { print sum }')" 100
    done
}
