#!/usr/bin/env bats
# A planted case whose inputs are those of an earlier run is judged again without running (replay.bash): only then, and never
# with another verdict than a run.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() { cd "$BATS_TEST_DIRNAME/.." || return; }

# replayed LINE: what tests/mistake says of lab 9's wrong address mode is this line, and so does REPLAYED.
replayed() {
    : >"$REPLAYED"
    run -0 tests/mistake lab9/readout-wrong-address-mode
    assert_output 'as expected: lab9 readout-wrong-address-mode'
    assert_equal "$(<"$REPLAYED")" "$1 lab9 readout-wrong-address-mode"
}

@test "a case whose inputs are the same is judged again without running; another seed, file or record is run; one drawn is compared" {
    local -x DEVICE=cpu REPLAY=$BATS_TEST_TMPDIR/kept REPLAYED=$BATS_TEST_TMPDIR/replayed ONE_IN=1000000
    local folder=$REPLAY/lab9/readout-wrong-address-mode
    edit() { jq "$1" "$folder/result.json" >"$folder/part" && mv "$folder/part" "$folder/result.json"; } # the kept record
    replayed run
    replayed replayed
    # The judge's sources changed since: the outputs are read again, and the record that comes of it is the same.
    echo another >"$folder/judged"
    edit '(.tests[] | select(.status == "fail")) |= (.status = "pass" | .message = "Right.")'
    replayed replayed
    # A record that is not as expected confirms nothing.
    edit '.tests = []'
    (
        # shellcheck source=/dev/null
        source tests/replay.bash
        kit=$PWD replay_state lab9 cpu | cut -d' ' -f2 >"$folder/judged"
    )
    replayed run
    SEED=2 replayed run
    SEED=2 replayed replayed
    # Run afresh, with another verdict than that kept, which would pass for the one expected.
    edit '(.tests[] | select(.status == "pass")).message = "Right by another way."'
    SEED=2 ONE_IN=1 run tests/mistake lab9/readout-wrong-address-mode
    assert_failure 1
    assert_line 'not as expected: lab9 readout-wrong-address-mode (seed 2)'
    assert_line --partial '  judged again: ["step1-'
    assert_line --partial '  run afresh: ["step1-'
}

@test "what a kept case depends on: the kit's own files, but those that judge apart, and its own" {
    local kit=$PWD
    # shellcheck source=/dev/null
    source tests/replay.bash
    mkdir "$BATS_TEST_TMPDIR/case"
    echo 1 >"$BATS_TEST_TMPDIR/case/a.cu"
    local key
    key=$(replay_key "$BATS_TEST_TMPDIR/case" state --seed 1)
    assert_equal "$(replay_key "$BATS_TEST_TMPDIR/case" state --seed 1)" "$key"
    refute [ "$(replay_key "$BATS_TEST_TMPDIR/case" state --seed 2)" = "$key" ]
    refute [ "$(replay_key "$BATS_TEST_TMPDIR/case" other --seed 1)" = "$key" ]
    echo 2 >"$BATS_TEST_TMPDIR/case/a.cu"
    refute [ "$(replay_key "$BATS_TEST_TMPDIR/case" state --seed 1)" = "$key" ]
    # In a copy of the kit, a file of each part changed.
    kit=$BATS_TEST_TMPDIR/kit
    mkdir "$kit"
    cp -r solutions labs grader tests "$kit"
    local now file
    now=$(replay_state lab9 cpu)
    for file in grader/lab9/plan.bash grader/lab9/harness/inputs.h labs/cpu/runtime/launch.c labs/common/selftest.h solutions/lab9/lab9.h grader/lib/stage grader/box/launch.c tests/mistake; do
        assert [ -f "$kit/$file" ]
        echo >>"$kit/$file"
        refute [ "$(replay_state lab9 cpu | cut -d' ' -f1)" = "${now% *}" ]
        now=$(replay_state lab9 cpu)
    done
    for file in grader/lab9/judge/lab9.c grader/lab9/lab9.bats grader/judge/verdict.c grader/lib/record.jq; do
        assert [ -f "$kit/$file" ]
        echo '#' >>"$kit/$file"
        assert_equal "$(replay_state lab9 cpu | cut -d' ' -f1)" "${now% *}"
        refute [ "$(replay_state lab9 cpu)" = "$now" ]
        now=$(replay_state lab9 cpu)
    done
    # Another lab's files are nothing to it.
    echo >>"$kit/grader/lab7/plan.bash"
    assert_equal "$(replay_state lab9 cpu)" "$now"
}
