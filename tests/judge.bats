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
    mkdir -p "$dir/said"
    printf '%s\n' 'words 13' 1 2 4 8 16 32 32 32 32 32 32 32 32 >"$dir/said/raw"
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
    assert_output --partial 'and none was told'
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

@test "a refused call is no finding, and says why a function returned its error" {
    echo CM_SIZE=16 >"$dir/arguments"
    printf 'hInitCM.error 1\n1\n' >"$dir/said/raw"
    printf 'refused-call\t\ta.cu:%s\t%s\n' 3 'cudaMemcpy returned cudaErrorInvalidValue: the source is NULL' \
        8 'cudaMallocArray returned cudaErrorInvalidValue: the width is 0' \
        9 'cudaMalloc returned cudaErrorMemoryAllocation: it is too much' >"$dir/findings.tsv"
    run "$judge" 1.1 fill "$dir" 1 cpu
    assert_failure 1
    assert_equal "$(jq -r .message <<<"$output")" \
        'hInitCM returned cudaErrorInvalidValue: cudaMallocArray at a.cu:8: the width is 0.'
    printf '%s\n' 'words 13' 1 2 4 8 16 32 32 32 32 32 32 32 32 >"$dir/said/raw"
    judged
    assert_success
}

@test "refused calls of our own sources are left out" {
    run jq -rR --slurp -f "$BATS_TEST_DIRNAME/../grader/lib/findings.jq" --args /kit/grader/harness/ <<<'{"kind": "refused-call", "file": "/kit/grader/harness/lab/a.cu", "line": 3, "text": "ours"}
{"kind": "refused-call", "file": "/there/src/a.cu", "line": 4, "text": "theirs"}
{"kind": "refused-call", "file": null, "line": 0, "text": "unknown"}
{"kind": "memory-leak", "file": "/kit/grader/harness/lab/a.cu", "line": 5, "text": "a leak"}'
    assert_output "refused-call		a.cu:4	theirs
refused-call			unknown
memory-leak		a.cu:5	a leak"
}
