#!/usr/bin/env bats
# make new-lab: a lab that is graded at once, from grader/template, in a kit of its own.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"
load kit_copy

setup_file() {
    export kit=$BATS_FILE_TMPDIR/kit
    cd "$BATS_TEST_DIRNAME/.." || return
    copy_kit "$kit"
    cp -r handouts Makefile "$kit/"
    mkdir "$kit/tests"
    cp -r tests/{mistake,planted,valid_record,costs} tests/lab9 "$kit/tests/"
    make -s -C "$kit" new-lab LAB=lab90 >"$kit/said"
    make -s -C "$kit/grader/judge" WERROR=-Werror build/judge-lab90
}

setup() { cd "$kit" || return; }

@test "a new lab's solution is graded 100 of 100, its skeleton 0, and nothing of that is a mistake" {
    run cat said
    assert_line --partial 'lab90 is there: solutions/lab90, labs/lab90, grader/lab90, handouts/lab90, tests/lab90.'
    run -0 grader/grade --device cpu --no-nvcc --brief --output "$BATS_TEST_TMPDIR/out" solutions/lab90
    assert_line --regexp '^lab90 +lab90 +100 +0 +100$'
    run -0 grader/grade --device cpu --no-nvcc --brief --output "$BATS_TEST_TMPDIR/skeleton" labs/lab90
    run -0 jq -c '[.score, ([.tests[].status] | unique)]' "$BATS_TEST_TMPDIR/skeleton/lab90/lab90/result.json"
    assert_output '[0,["not-begun"]]'
}

@test "its five planted mistakes fail what they say, its unusual right one nothing, and make check is right" {
    local names
    mapfile -t names < <(tests/planted lab90)
    assert_equal "${#names[@]}" 5
    run tests/mistake --parallel 2 "${names[@]}" tests/lab90/right/grid-stride
    assert_success
    assert_equal "$(grep -c '^as expected' <<<"$output")" 6
    run -0 tests/costs lab90
    run -0 make -s -C solutions/lab90 DEVICE=cpu check
    assert_line --partial 'lab90: 1 of 1 steps, 100 of 100 points'
    run -0 solutions/make-skeletons --check lab90
    run -0 grader/points --check
}

@test "nothing is written over, a name that is none is refused, and a check that there is not is told with those that are" {
    run -1 grader/new-lab lab90
    assert_output --partial 'solutions/lab90 is there already'
    local name
    for name in '' eleven lab lab011 ../lab12 'lab12 x'; do
        run -2 grader/new-lab "$name"
        assert_output --partial 'make new-lab LAB=lab<number>'
    done
    assert [ ! -e solutions/lab12 ]
    # In a kit of its own: the other tests grade with the file's at the same time.
    cp -r "$kit" "$BATS_TEST_TMPDIR/kit"
    cd "$BATS_TEST_TMPDIR/kit"
    sed -i 's/judge kernel kernel/judge kernal kernel/' grader/lab90/lab90.bats
    run -1 grader/grade --device cpu --no-nvcc --output "$BATS_TEST_TMPDIR/out" solutions/lab90
    run -0 jq -r '.tests[0].message' "$BATS_TEST_TMPDIR/out/lab90/lab90/result.json"
    assert_output --partial "The spec asks for the check kernal, and this lab's judge has none of this name. It has: kernel, host, failing"
}

@test "a template of at most 300 lines" {
    run -0 find "$BATS_TEST_DIRNAME/../grader/template" -type f -exec cat {} +
    assert [ "${#lines[@]}" -gt 0 ]
    assert [ "$(wc -l <<<"$output")" -le 300 ]
}
