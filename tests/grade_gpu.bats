#!/usr/bin/env bats
# shellcheck disable=SC2016 # the single quotes hold programs of jq
# Grading on a GPU: outputs and times are the GPU's, findings and counts the checker's on the CPU device.
# Most of it is tried with a stand-in for a GPU (stand_in.bash); on_gpu.bats has what needs a real one.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"
load stand_in

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    kit=$PWD
    folder=$BATS_TEST_TMPDIR/student
    out=$BATS_TEST_TMPDIR/out
    make_stand_in "$BATS_TEST_TMPDIR/gpu" "$kit"
}

# Every record that a test made is what the schema says.
teardown() {
    local files
    mapfile -d '' files < <(find "$out" -name 'result*.json' -print0 2>/dev/null)
    if ((${#files[@]})); then tests/valid_record "${files[@]}"; fi
}

# submit LAB [PATCH]: the lab's solution, with a planted mistake, as $folder.
submit() {
    mkdir -p "$folder"
    find "solutions/$1" -maxdepth 1 -type f -exec cp -t "$folder" {} +
    [[ -z ${2-} ]] || patch -s -p1 -d "$folder" <"build/wrong/$1/$2.patch"
}

# grade LAB ARG...: on the stand-in, with its record in $record.
grade() {
    record=$out/$1/student/result.json
    PATH=$BATS_TEST_TMPDIR/gpu/bin:$PATH run -0 grader/grade --device gpu --lab "$1" --seed 1 --output "$out" \
        --color never "${@:2}" "$folder"
}

# of ID FILTER: what the record says of this test.
of() { jq -c --arg id "$1" ".tests[] | select(.id == \$id) | $2" "$record"; }

# joined GPU CHECKER [findings]: the verdict that lib/checker.jq makes of these two, as status,
# diagnosis, found_on and message. A verdict is given as "STATUS DIAGNOSIS MESSAGE"; - is no diagnosis.
joined() {
    local name of=${3:-all}
    for name in own checker; do
        jq -nc --arg words "$1" '$words | split(" ") | {id: "x", status: .[0], message: (.[2:] | join(" ")),
            diagnosis: (if .[1] == "-" then null else .[1] end), measured: {}}' >"$BATS_TEST_TMPDIR/$name"
        shift
    done
    jq -nr -f grader/lib/checker.jq --arg of "$of" --slurpfile gpu "$BATS_TEST_TMPDIR/own" --slurpfile checker "$BATS_TEST_TMPDIR/checker" |
        jq -r '[.status, .diagnosis // "-", .found_on // "-", .message] | join(" | ")'
}

# ---- one verdict of two ---------------------------------------------------------------------------

@test "the GPU's verdict stands unless the checker knows more" {
    run joined 'pass - Right.' 'pass - Also right.'
    assert_output 'pass | - | - | Right.'
    run joined 'fail point-filter Points.' 'pass - Right.'
    assert_output 'fail | point-filter | - | Points.'
    run joined 'fail point-filter Points.' 'fail leak The CPU device found: memory-leak'
    assert_output 'fail | point-filter | - | Points.'
    run joined 'fail - Wrong.' 'fail - Wrong in another way.'
    assert_output 'fail | - | - | Wrong.'
}

@test "what the checker alone found fails the test, and says where it was found" {
    run joined 'pass - Right.' 'fail leak Free it. The CPU device found: memory-leak'
    assert_output 'fail | leak | CPU device | Free it. The CPU device found: memory-leak'
    run joined 'pass - Right.' 'fail timed-without-sync Too short.'
    assert_output 'fail | timed-without-sync | CPU device | On the CPU device: Too short.'
}

@test "where times are judged they are the GPU's, and the checker's findings count all the same" {
    run joined 'pass - Right.' 'fail timed-without-sync Too short.' findings
    assert_output 'pass | - | - | Right.'
    run joined 'pass - Right.' 'fail leak The CPU device found: memory-leak' findings
    assert_output 'fail | leak | CPU device | The CPU device found: memory-leak'
}

@test "a mistake that the GPU shows without a name gets the checker's, and keeps the GPU's words" {
    run joined 'fail - Sum wrong.' 'fail missing-syncthreads Put a barrier. The CPU device found: shared-memory-race'
    assert_output 'fail | missing-syncthreads | CPU device | Put a barrier. The CPU device found: shared-memory-race On the GPU: Sum wrong.'
    run joined 'fail - Sum wrong.' 'fail - The CPU device found: uninitialized-read'
    assert_output --partial 'found: uninitialized-read On the GPU: Sum wrong.'
}

@test "a fault of the grader on either device is never the student's" {
    run joined 'error - No box.' 'fail leak Leak.'
    assert_output 'error | - | - | No box.'
    run joined 'pass - Right.' 'error - The harness does not compile.'
    assert_output 'error | - | CPU device | On the CPU device: The harness does not compile.'
    run joined 'fail - Wrong.' 'error - The harness does not compile.'
    assert_output 'fail | - | - | Wrong.'
}

# ---- a grading ------------------------------------------------------------------------------------

@test "the reference: all points but the timing's, which say why they are pending; the checker's counts" {
    submit lab6
    grade lab6
    run jq -r '.tests[] | select(.status != "pass" and .status != "pending") | "\(.id) \(.status): \(.message)"' "$record"
    assert_output ''
    run jq -c '[.device, .device_name, .score, .pending, .possible, ([.tests[] | select(has("found_on"))] | length)]' "$record"
    assert_output '["gpu","Stand-in",95,5,100,0]'
    run of step4-time '[.status, .message]'
    assert_output --partial '["pending","not decided on this GPU: lab6-broadcast was never calibrated on a GPU of this family'
    run of step4-uniform .measured.words_per_request
    assert_output 1
    run jq -c '[.checked.device_name, .checked.profile.launches[0].kernel]' "$record"
    assert_output '["CPU device","gDivergent"]'
}

@test "a profile that cannot be traced costs no point, and the record says why there is none" {
    submit lab9
    grade lab9 --only-step 1,5
    assert_output --partial 'Note: No profile of the GPU: nothing was traced'
    run jq -c '[.score, .possible, .profile, (.profile_missing | type)]' "$record"
    assert_output '[45,45,null,"string"]'
    grade lab9 --only-step 5
    run jq -r .profile_missing "$record"
    assert_output 'its step was not graded'
}

@test "a profile that is traced is in the record, apart from the run that is judged, and compare shows it" {
    make_stand_in "$BATS_TEST_TMPDIR/gpu" "$kit" --check # labprof profiles what the CPU device checks
    submit lab9
    grade lab9 --only-step 1
    run jq -c '[.profile.schema, .profile.kernels[0].name, .profile.kernels[0].calls, has("profile_missing")]' "$record"
    assert_output '["gpu-memory-labs/profile/1","sample_row",1,false]'
    run -0 grader/compare "$record" "$record"
    assert_line --regexp '^Kernel sample_row -'
    assert_line --regexp '^  launches +1 +1$'
}

@test "a leak, which no GPU shows: the checker's finding fails the test, by its name" {
    submit lab9 readout-leak
    grade lab9 --only-step 1
    assert_output --partial '[leak]'
    run of step1-free '[.status, .diagnosis, .found_on]'
    assert_output '["fail","leak","CPU device"]'
    assert_equal "$(jq '[.tests[] | select(.id != "step1-free").status] | unique[]' "$record")" '"pass"'
}

@test "counts of words are the checker's: a uniform read that is not fails its test" {
    submit lab6 broadcast-divergent-index
    grade lab6 --only-step 4
    run of step4-uniform '[.status, .diagnosis, .found_on]'
    assert_output '["fail","divergent-index","CPU device"]'
}

@test "what the CPU device cannot compile or finish is not checked: pending where it is right on the GPU, else failed" {
    submit lab9
    sed -i '1i #ifndef STAND_IN\n#error the CPU device does not know this\n#endif' "$folder/step5_plane.cu"
    cat >>"$folder/step4_bits.cu" <<'CODE'
#ifndef STAND_IN
#include <stdlib.h>
#include <string.h>
struct Hog {
    Hog() {
        for (;;)
            memset(malloc(64 << 20), 1, 64 << 20);
    }
} hog;
#endif
CODE
    grade lab9 --only-step 4,5
    assert_equal "$(jq -c '[.score, .pending, .possible]' "$record")" '[0,45,45]'
    run jq -r '.tests[0].message' "$record"
    assert_output --partial 'Not checked: what is written on the GPU is right so far'
    assert_output --partial 'of memory'
    run jq -r '.notes[]' "$record"
    assert_line --regexp '^plane-weights was not checked on the CPU device: step5_plane.cu does not compile'
    assert_line --regexp '^bits-weight was not checked on the CPU device: .*memory'
}

@test "who reaches into the checker is not freed of it" {
    submit lab9 readout-leak
    cat >>"$folder/step1_readout.cu" <<'CODE'
#ifndef STAND_IN
extern "C" void check_leaks(void);
void reach() {
    check_leaks();
}
#endif
CODE
    sed -i "s/check_leaks/$(checker_function)/" "$folder/step1_readout.cu"
    grade lab9 --only-step 1
    assert_equal "$(jq .score "$record")" 0
    run of step1-point '[.status, .found_on, .message]'
    assert_output --partial '["fail","CPU device"'
    assert_output --partial 'is inside the CPU device'
}

# checker_function: the name of a function of the checker's.
checker_function() {
    nm --extern-only --defined-only --portability labs/cpu/build/libcpudev-check.a | grep -oE '^check_[a-z_]+ T' | head -n 1 | cut -d' ' -f1
}

# bats test_tags=thorough
@test "lab 7's comparison is large enough on a GPU, and small under the checker" {
    submit lab7 compare-timed-without-sync
    # A GPU's size on a processor: fewer launches, or they take the 30 s that a run has.
    sed -i 's/launches = 10;/launches = 6;/' "$folder/step8_compare.cu"
    grep -qF 'launches = 6;' "$folder/step8_compare.cu"
    grade lab7 --only-step 8
    run -0 grep -xhE 'radii=[0-9]+' "$out"/lab7/student/work/{run,checker/run}/compare/arguments
    assert_output $'radii=8192\nradii=4'
    of step8-times .message # if it is another one
    run of step8-times '[.status, .diagnosis, .found_on]'
    assert_output '["fail","timed-without-sync",null]'
}

@test "a grading on the CPU device has no part of this" {
    submit lab9 readout-leak
    record=$out/lab9/student/result.json
    run -0 grader/grade --device cpu --no-nvcc --lab lab9 --only-step 1 --seed 1 --output "$out" "$folder"
    refute [ -e "$out/lab9/student/work/checker" ]
    run jq -c '[has("checked"), has("profile_missing"), ([.tests[] | select(has("found_on"))] | length)]' "$record"
    assert_output '[false,false,0]'
}

# ---- timing points --------------------------------------------------------------------------------

# spec_says VERDICT_FILE: what lab 7's step5-time becomes with this verdict of the timing.
spec_says() {
    local work=$BATS_TEST_TMPDIR/work
    mkdir -p "$work"/{timing,verdict}
    rm -f "$work"/verdict/*
    printf '%s\n' lab=lab7 device=gpu seed=1 >"$work/context"
    cp "$1" "$work/timing/lab7-hardware.json"
    GRADING=$work bats --formatter tap -f '^step5-time' grader/lab7/lab7.bats >"$work/tap" || true
    jq -r '[.status, .diagnosis // "-", (.measured.ratio | tostring), .message] | join(" | ")' "$work"/verdict/*.json
}

@test "recorded verdicts of an H200: too slow is a mistake with a name, a ratio and advice" {
    run spec_says tests/records/timing/smoke-slower10.json
    assert_output --regexp '^fail \| slow-hardware \| 1\.10[0-9]* \| One fetch .* 1\.10 times as long'
    run spec_says tests/records/timing/smoke-same.json
    assert_output --regexp '^pass \| - \| (1|0\.99)'
}

@test "a timed kernel that is wrong or never ends has no such name; undecided is pending, ours an error" {
    jq -n '{verdict: "fail", cause: "wrong-output", reason: "partial[3] differs"}' >"$BATS_TEST_TMPDIR/v"
    run spec_says "$BATS_TEST_TMPDIR/v"
    assert_output 'fail | - | null | partial[3] differs'
    jq -n '{verdict: "undecided", cause: "disagreement", reason: "two processes disagree"}' >"$BATS_TEST_TMPDIR/v"
    run spec_says "$BATS_TEST_TMPDIR/v"
    assert_output 'pending | - | null | not decided on this GPU: two processes disagree'
    jq -n '{verdict: "error", cause: "gpu-lost", reason: "the GPU is gone"}' >"$BATS_TEST_TMPDIR/v"
    run spec_says "$BATS_TEST_TMPDIR/v"
    assert_output --regexp '^error \| - \|.*the GPU is gone'
}

# ---- traces ---------------------------------------------------------------------------------------

@test "a trace recorded on an H200 goes into a record as it is, and compare adds the checker's counts" {
    make -s -C grader/profiler build/print
    grader/profiler/build/print --json tests/records/profiler/plain.trace | jq -f grader/lib/traced.jq >"$BATS_TEST_TMPDIR/profile"
    for words in 32 128; do
        jq -n --slurpfile profile "$BATS_TEST_TMPDIR/profile" --argjson words "$words" '
            {schema: "gpu-memory-labs/result/1", lab: "lab6", submission: "s\($words)", device_name: "NVIDIA H200", score: 1,
             possible: 1, tests: [], profile: $profile[0], checked: {device_name: "CPU device", profile:
               {schema: "gpu-memory-labs/cpu-profile/1", copies: [], launches: [{launch: 1, kernel: "scale",
                grid: [4096, 1, 1], block: [256, 1, 1], constant: {requests: 32, words: $words}}]}}}' >"$BATS_TEST_TMPDIR/$words"
    done
    run -0 grader/compare --width 100 "$BATS_TEST_TMPDIR/32" "$BATS_TEST_TMPDIR/128"
    assert_line --regexp '^  registers +16 +16$'
    assert_line --regexp '^  time +[0-9]\.[0-9]+ us +[0-9]\.[0-9]+ us$'
    assert_line --regexp '^\* constant: words per request +1 +4$'
    assert_line --regexp '^  grid +4096 x 1 x 1 +4096 x 1 x 1$'
    assert_line --partial 'CUDA memcpy HtoD'
}

@test "compare tells which record has no trace, and why" {
    jq -n '{schema: "gpu-memory-labs/result/1", lab: "lab6", submission: "a", device_name: "G", score: 1, possible: 1,
        tests: [], profile: null, profile_missing: "labprof does not build", checked: {profile: null}}' >"$BATS_TEST_TMPDIR/a"
    jq '.profile_missing = null | .submission = "b"' "$BATS_TEST_TMPDIR/a" >"$BATS_TEST_TMPDIR/b"
    run -0 grader/compare --width 100 "$BATS_TEST_TMPDIR/a" "$BATS_TEST_TMPDIR/b"
    assert_line --regexp '^\* traced on the GPU +no +yes$'
    assert_output --partial 'A has no trace: labprof does not build.'
}

@test "what a program wrote in place of a trace does not reach the record" {
    for text in 'no JSON' '[]' '{"schema": 1}' '{"schema": "gpu-memory-labs/profile/1", "kernels": [], "copies": []}' \
        '{"schema": "gpu-memory-labs/profile/1", "kernels": [{"name": "k"}], "copies": 3}'; do
        run jq -e -f grader/lib/traced.jq <<<"$text"
        assert_failure
    done
    run -0 jq -c -f grader/lib/traced.jq <<<'{"schema": "gpu-memory-labs/profile/1", "extra": 1, "copies": [{"name": 5}],
        "kernels": [{"name": "k", "calls": 1, "time_ns": "x", "grid": [1, {}], "counts": {"a": 1, "b": []}}]}'
    assert_output --partial '"kernels":[{"name":"k","calls":1,"grid":[1,null],"block":null,"shapes":null,"counts":{"a":1},"time_ns":null'
    refute_output --partial extra
}

# ---- the tests on a GPU ---------------------------------------------------------------------------

@test "tests/run on a GPU: what takes times comes last and alone, and the sums are of all" {
    local name
    for name in timing another; do
        printf '@test "%s" { %s; echo %s >>%q; }\n' $name "$([[ $name == timing ]] && echo true || echo sleep 2)" $name \
            "$BATS_TEST_TMPDIR/order" >"$BATS_TEST_TMPDIR/$name.bats"
    done
    printf '@test "skipped" { skip "no reason"; }\n' >>"$BATS_TEST_TMPDIR/timing.bats"
    DEVICE=gpu PATH=$BATS_TEST_TMPDIR/gpu/bin:$PATH run tests/run "$BATS_TEST_TMPDIR"/{timing,another}.bats
    assert_success
    assert_line '2 passed, 0 failed, 1 skipped'
    assert_equal "$(<"$BATS_TEST_TMPDIR/order")" $'another\ntiming'
    echo '@test "fails" { false; }' >>"$BATS_TEST_TMPDIR/another.bats"
    DEVICE=gpu PATH=$BATS_TEST_TMPDIR/gpu/bin:$PATH run tests/run "$BATS_TEST_TMPDIR"/{timing,another}.bats
    assert_failure 1
    assert_line '2 passed, 1 failed, 1 skipped'
}

@test "tests/run refuses DEVICE=gpu where no GPU answers" {
    printf '#!/bin/sh\nexit 9\n' >"$BATS_TEST_TMPDIR/gpu/bin/nvidia-smi"
    DEVICE=gpu PATH=$BATS_TEST_TMPDIR/gpu/bin:$PATH run tests/run tests/compare.bats
    assert_failure 2
    assert_output --partial 'no GPU answers here'
}

@test "a GPU that answers too late is no missing GPU: nothing is graded, and on no other device" {
    local wanted
    printf '#!/bin/sh\nsleep 30\n' >"$BATS_TEST_TMPDIR/gpu/bin/nvidia-smi"
    for wanted in auto gpu; do
        GPU_SECONDS=1 PATH=$BATS_TEST_TMPDIR/gpu/bin:$PATH run grader/grade --device "$wanted" --lab lab6 --output "$BATS_TEST_TMPDIR/late" solutions/lab6
        assert_failure 1
        assert_output --partial 'the GPU does not answer: nvidia-smi did not end in 1 s'
        assert [ ! -e "$BATS_TEST_TMPDIR/late/lab6/lab6/result.json" ]
    done
}
