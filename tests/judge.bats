#!/usr/bin/env bats
# The judge believes a run only when it came to its end and says what the checker saw.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

# A run of lab 6's words-answer that is right in every number.
setup() {
    judge=$BATS_TEST_DIRNAME/../grader/judge/build/judge-lab6
    make -s -C "$BATS_TEST_DIRNAME/../grader/judge" build/judge-lab6
    dir=$BATS_TEST_TMPDIR/run
    mkdir -p "$dir/box"
    printf '%s\n' 'words 13' 1 2 4 8 16 32 32 32 32 32 32 32 32 >"$dir/box/raw"
    echo ok >"$dir/ended"
    : >"$dir/findings.tsv"
}

judged() { run "$judge" 4.3 words-answer "$dir" 1 "${1-cpu}"; }

@test "a run that ends well and has no findings passes" {
    judged
    assert_success
    [[ $(jq -r .status <<<"$output") == pass ]]
}

@test "a run whose findings file is gone does not pass; on a GPU no run has one" {
    rm "$dir/findings.tsv"
    judged
    assert_failure 1
    assert_output --partial 'what the CPU device saw in it is missing'
    judged gpu
    assert_success
}

@test "exit status 86 without findings is no end without findings" {
    echo 'exit 86' >"$dir/ended"
    judged
    assert_failure 1
    assert_output --partial 'its findings are gone'
    printf 'memory-leak\t\ta.cu:3\tp is never freed\n' >"$dir/findings.tsv"
    judged
    assert_failure 1
    [[ $(jq -r .diagnosis <<<"$output") == leak ]]
}

@test "a line of the findings that is cut or no finding counts as one" {
    jq -rR --slurp -f "$BATS_TEST_DIRNAME/../grader/lib/findings.jq" <<<'{"kind": "memory-l' >"$dir/findings.tsv"
    judged
    assert_failure 1
    assert_output --partial 'overwritten or cut short'
}

@test "a message shows no control characters of a program's output" {
    echo 'exit 3' >"$dir/ended"
    printf 'a\e[31mb\377\n' >"$dir/stderr"
    judged
    assert_failure 1
    jq -e '.message | test("[\u0000-\u0009\u000b-\u001f\u007f]") | not' <<<"$output"
}
