#!/usr/bin/env bats
# A mark does not depend on where and how somebody grades: the table in tests/surroundings, in two parts that run side by side.

# bats file_tags=thorough
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"
load kit_copy

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
}

@test "folders, shells, users and machines change no verdict, or are refused with the remedy: one half" {
    run tests/surroundings --part 1/2
    assert_success
    refute_line --partial DIFFERENT
}

@test "folders, shells, users and machines change no verdict, or are refused with the remedy: the other half" {
    run tests/surroundings --part 2/2
    assert_success
    refute_line --partial DIFFERENT
}

@test "a grader that lifts no limit, refuses nothing, or lets a name into the box is found out" {
    local kit=$BATS_TEST_TMPDIR/kit
    copy_kit "$kit"
    mkdir "$kit/tests" && cp -r tests/surroundings tests/kit_copy.bash tests/planted tests/lab* "$kit/tests/"
    sed -i 's/^    lift_limits$/    :/; s/^    look_at_limits$/    :/' "$kit/grader/lib/surroundings.bash"
    run "$kit/tests/surroundings" 'ulimit -S -v' 'ulimit -v' 'a blank'
    assert_failure 1
    assert_line --regexp '^DIFFERENT +ulimit -S -v '
    assert_line --regexp '^DIFFERENT +ulimit -v '
    command -v nvcc >/dev/null || [[ -x /usr/local/cuda/bin/nvcc ]] || skip 'nvcc, which takes not every name, is not installed'
    sed -i "s/^    if \[\[ \${grading\[box\]} \]\]; then return; fi\$/    return/; s/if \[\[ ! \${grading\[box\]} \]\]; then options+=(--at \"\$SEEN\"); fi/:/" "$kit/grader/lib/boxed.bash"
    run "$kit/tests/surroundings" 'apostrophe, nvcc'
    assert_failure 1
    assert_line --regexp '^DIFFERENT +apostrophe, nvcc \(lab6\)'
    assert_output --partial ' error 0 ' # and not a fail
}
