#!/usr/bin/env bats
# The kit's own sources keep to its style.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
}

needs() {
    command -v "$1" >/dev/null || skip "$1 is not installed: make setup"
}

@test "shellcheck finds nothing in our scripts and specs" {
    needs shellcheck
    run bash -c 'tests/sources bash | sort -u | xargs -d "\n" shellcheck --severity=style --external-sources'
    assert_success
}

@test "clang-format would change none of our C, C++ and CUDA" {
    needs clang-format
    run bash -c 'tests/sources c | xargs -d "\n" clang-format --dry-run --Werror'
    assert_success
}

@test "the top level holds what the README names and nothing else" {
    run bash -c 'git ls-files | cut -d/ -f1 | LC_ALL=C sort -u | grep -v "^\." | paste -sd" "'
    assert_output "LICENSE Makefile README.md grader handouts labs solutions tests"
}

@test "no text of NVIDIA's and no path of a machine is in the repository" {
    run git grep -nIiE 'NVIDIA CORPORATION|NVIDIA Corporation and its licensors|all rights reserved' -- . ':!tests/lint.bats'
    assert_failure 1
    run git grep -nIE '(^|[^A-Za-z0-9_.])/(work|root|home/[a-z]+)/' -- . ':!tests/lint.bats'
    assert_failure 1
}

@test "make help lists every task and exits 0" {
    run make --no-print-directory help
    assert_success
    for task in grade test setup doctor cpu labs dist handouts bench-cpu clean; do
        assert_line --regexp "^  $task +[a-z]"
    done
}

@test "nothing in the grader's engine names a lab" {
    # Comments may; the specs, the labs' harnesses, judges, timing jobs and measured thresholds are the labs' own.
    run bash -c 'tests/sources bash | grep ^grader/ >"$1"; git ls-files "grader/*.jq" "grader/*.c" "grader/*.h" "grader/*Makefile" >>"$1"
        grep -vE "^grader/lab[0-9]+/" "$1" | xargs grep -nE "lab ?[0-9]+|sphere" |
        grep -vE "^[^:]+:[0-9]+: *(#|//|\*|/\*)"' - "$BATS_TEST_TMPDIR/engine"
    assert_output ''
}

@test "the page of guards names tests that the rubrics have" {
    local lab='' line test
    while IFS= read -r line; do
        if [[ $line =~ ^'| lab '([0-9]+)' |' ]]; then lab=lab${BASH_REMATCH[1]}; fi
        [[ $line == '| `step'* ]] || continue
        while IFS= read -r test; do
            grep -q "^@test \"$test: " "grader/$lab/$lab.bats" || { echo "$lab has no $test" >&2 && return 1; }
        done < <(grep -oE 'step[0-9]+-[a-z0-9-]+' <<<"$line")
    done <grader/GUARDS.md
    assert_equal "$lab" lab11
}
