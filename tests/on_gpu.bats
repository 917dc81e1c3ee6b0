#!/usr/bin/env bats
# What only a real GPU can show of the kit as a whole. Skipped elsewhere; timing.bats and profiler.bats
# have their own such tests, and with DEVICE=gpu mistakes.bats grades every planted mistake there.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    grader/timing/family >/dev/null || skip 'needs a GPU: none answers here'
    [[ -x $(command -v nvcc || echo /usr/local/cuda/bin/nvcc) ]] || skip 'needs the CUDA toolkit: no nvcc here'
}

# grade LAB: the reference's record in $record.
grade() {
    record=$BATS_TEST_TMPDIR/$1/$1/result.json
    run -0 grader/grade --device gpu --lab "$1" --brief --output "$BATS_TEST_TMPDIR" "solutions/$1"
}

# has_all LAB: all points on this GPU, none pending; the traced profile beside the checker's counts.
has_all() {
    grade "$1"
    run jq -r '.tests[] | select(.status != "pass") | "\(.id): \(.status): \(.message)"' "$record"
    assert_output ''
    run jq -c '[.device, .score, .pending, .possible]' "$record"
    assert_output '["gpu",100,0,100]'
    run jq -r '.profile_missing // "traced"' "$record"
    assert_output traced
    run jq -e '(.profile.kernels | length > 0 and all(.time_ns > 0 and .registers > 0 and (.grid | length) == 3))
        and ([.profile.kernels[].name | sub("^void "; "") | sub("\\(.*$"; "")]
             | contains([$checked])) ' --arg checked "$(jq -r '.checked.profile.launches[0].kernel' "$record")" "$record"
    assert_success
}

@test "on this GPU: lab 6's reference has all points, and a profile" { has_all lab6; }
@test "on this GPU: lab 7's reference has all points, and a profile" { has_all lab7; }
@test "on this GPU: lab 8's reference has all points, and a profile" { has_all lab8; }
@test "on this GPU: lab 9's reference has all points, and a profile" { has_all lab9; }
@test "on this GPU: lab 10's reference has all points, and a profile" { has_all lab10; }

@test "on this GPU: compare shows a planted mistake's kernels beside the reference's" {
    local student=$BATS_TEST_TMPDIR/student name words
    cp -r solutions/lab6 "$student"
    patch -s -p1 -d "$student" <build/wrong/lab6/broadcast-divergent-index.patch
    for name in student solutions/lab6; do
        [[ $name == student ]] && name=$student
        run -0 grader/grade --device gpu --lab lab6 --only-step 4 --seed 1 --brief --output "$BATS_TEST_TMPDIR/out" "$name"
    done
    run -0 grader/compare --json "$BATS_TEST_TMPDIR"/out/lab6/{student,lab6}/result.json
    words=$(jq -r '[.sections[] | select(.title | startswith("Kernel ")) | .rows[].name] | unique | join(" ")' <<<"$output")
    for name in time_ns registers launches grid block static_shared 'constant: words per request'; do
        [[ $words == *"$name"* ]] || fail "no $name among: $words"
    done
}

@test "on this GPU: the conformance programs say what they say on the CPU device" {
    run tests/conformance/run --device gpu errors language programs runtime texture
    refute_line --regexp '^fail'
    assert_success
}
