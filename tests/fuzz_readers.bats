#!/usr/bin/env bats
# What reads what a student wrote (the grader the results, the translator the source), on inputs nobody
# thought of: a short run of the fuzzers in tests/fuzz/readers, the same inputs each time.
# `make fuzz MINUTES=60` is the long one.
# bats file_tags=thorough
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

fuzz() {
    run "$BATS_TEST_DIRNAME/fuzz/readers/run" --runs "$@"
    assert_success
    refute_line --regexp ' [1-9][0-9]* crashes'
}

@test "fuzz: the trace reader, the judge's readers, the box's and admit's" { fuzz 5000 trace readers box admit; }
@test "fuzz: the translator of nvcc-cpu, on source text" { fuzz 5000 translate; }
@test "fuzz: the checks of every lab's judge, on any numbers" {
    fuzz 320 checks-lab6 checks-lab7 checks-lab8 checks-lab9 checks-lab10
}

@test "a fuzzer that finds something says so and fails" {
    kit=$BATS_TEST_TMPDIR/kit
    mkdir -p "$kit/tests" "$kit/labs/cpu/check"
    cp "$BATS_TEST_DIRNAME/../labs/cpu/check/json.h" "$kit/labs/cpu/check/"
    cp -r "$BATS_TEST_DIRNAME/fuzz" "$kit/tests/"
    cp -r "$BATS_TEST_DIRNAME/../grader" "$kit/"
    sed -i 's/^void box_report_print(.*/&\n    if (strlen(out->message) > 20)\n        ((char *)out)[-1] = 1;/' "$kit/grader/box/report.c"
    run "$kit/tests/fuzz/readers/run" --runs 5000 box
    assert_failure 1
    assert_line --partial 'fuzz: box: '
    assert_line --regexp '^box .* 1 crashes'
}
