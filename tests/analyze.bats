#!/usr/bin/env bats
# gcc's analyzer, which follows every way through a function, finds nothing in our C.
# bats file_tags=thorough
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    (($(gcc -dumpversion) >= 12)) || skip 'needs gcc 12 or newer'
}

analyzed() {
    run "$BATS_TEST_DIRNAME/analyze" "$@"
    assert_success
    assert_output ''
}

@test "analyzer: the grader's C" { analyzed grader; }
@test "analyzer: the CPU device's C" { analyzed labs/cpu; }

@test "analyzer: what it finds is shown, and fails" {
    mkdir -p "$BATS_TEST_TMPDIR/kit/"{tests,grader/common}
    cp "$BATS_TEST_DIRNAME/analyze" "$BATS_TEST_TMPDIR/kit/tests/"
    printf '#include <stdlib.h>\nvoid twice(char *p) {\n    free(p);\n    free(p);\n}\n' \
        >"$BATS_TEST_TMPDIR/kit/grader/common/twice.c"
    run "$BATS_TEST_TMPDIR/kit/tests/analyze" grader/common
    assert_failure 1
    assert_output --partial '[-Werror=analyzer-double-free]'
}
