#!/usr/bin/env bats
# grader/class, killed again and again with everything that it started: nothing is torn, lost, or graded differently.

# bats file_tags=thorough
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    down=$BATS_TEST_TMPDIR/down
    mkdir "$down"
    for name in ann 'bob ñ' cy dee; do
        mkdir "$down/$name"
        cp solutions/lab6/lab6.cu "$down/$name/"
    done
    sed -i 's/-2 \* i/-3 * i/' "$down/cy/lab6.cu"
}

# class_into DIR, in a process of its own: a session, which a power cut would end as a whole.
class_into() {
    exec setsid grader/class --lab lab6 --only-step 1 --device cpu --no-nvcc --seed 5 --jobs 2 --output "$1" --color never "$down"
}

# living SESSION: its processes, without those that nobody has waited for yet.
living() { pgrep --runstates R,S,D,T --session "$1" --list-full || true; }

# What must be the same: all but how long things took.
same_part() { jq -S 'walk(if type == "object" then del(.host_ms) else . end)' "$1"; }

@test "20 times kill -9 of everything: each record is whole, and in the end all are those of an undisturbed run" {
    local round pid record kills=0
    (class_into "$BATS_TEST_TMPDIR/calm") >/dev/null
    for ((round = 0; kills < 20 && round < 60; round++)); do
        (class_into "$BATS_TEST_TMPDIR/out") >"$BATS_TEST_TMPDIR/log" 2>&1 3>&- &
        pid=$!
        sleep "0.$((RANDOM % 90 + 10))"
        if ((round % 4 == 3)); then sleep 1; fi
        if pkill -KILL -s "$pid"; then
            kills=$((kills + 1))
            wait "$pid" || true
        elif wait "$pid"; then
            rm -rf "$BATS_TEST_TMPDIR/out" # it was through, on a fast machine: from the beginning
        fi
        while IFS= read -r -d '' record; do
            jq -e '.tests | length == 2' "$record" >/dev/null || fail "$record is torn"
        done < <(find "$BATS_TEST_TMPDIR/out" -name result.json -print0 2>/dev/null)
    done
    ((kills == 20)) || fail "only $kills of $round were killed: the class was through before"
    run class_into "$BATS_TEST_TMPDIR/out"
    assert_success
    assert_line '4 of 4 submissions are graded.'
    for name in ann 'bob ñ' cy dee; do
        run diff <(same_part "$BATS_TEST_TMPDIR/calm/lab6/$name/result.json") <(same_part "$BATS_TEST_TMPDIR/out/lab6/$name/result.json")
        assert_success
        assert [ -s "$BATS_TEST_TMPDIR/out/lab6/$name/page.html" ]
        run tar --zstd -tf "$BATS_TEST_TMPDIR/out/lab6/$name/kept.tar.zst"
        assert_success
        refute [ -e "$BATS_TEST_TMPDIR/out/lab6/$name/work" ]
    done
    run find "$BATS_TEST_TMPDIR/out/lab6" -name '*.part'
    assert_output ''
}

@test "killed alone, a class takes its workers' starter with it; what that leaves asleep keeps nobody waiting" {
    local real pid asleep
    real=$(command -v parallel)
    mkdir "$BATS_TEST_TMPDIR/bin"
    # As parallel does when it counts how many processes it may have; killed then, it leaves them.
    printf '#!/bin/bash\nsleep 1000 & echo $! $$ >"%s/asleep"; exec %q "$@"\n' "$BATS_TEST_TMPDIR" "$real" >"$BATS_TEST_TMPDIR/bin/parallel"
    chmod +x "$BATS_TEST_TMPDIR/bin/parallel"
    (PATH=$BATS_TEST_TMPDIR/bin:$PATH class_into "$BATS_TEST_TMPDIR/out") >"$BATS_TEST_TMPDIR/log" 2>&1 3>&- &
    pid=$!
    until [[ -s $BATS_TEST_TMPDIR/asleep ]]; do sleep 0.02; done
    kill -KILL "$pid"
    wait "$pid" || true
    read -r asleep pid <"$BATS_TEST_TMPDIR/asleep"
    run timeout 120 grader/class --lab lab6 --only-step 1 --device cpu --no-nvcc --seed 5 --output "$BATS_TEST_TMPDIR/out" "$down"
    kill -0 "$asleep" && kill -KILL "$asleep"
    assert_success
    assert_line '4 of 4 submissions are graded.'
    run kill -0 "$pid"
    assert_failure
}

@test "ended by SIGTERM, as a service or a job is: it says how far it came, leaves no process, and goes on" {
    (class_into "$BATS_TEST_TMPDIR/out") >"$BATS_TEST_TMPDIR/log" 2>&1 3>&- &
    local pid=$! status=0 turn
    for ((turn = 0; turn < 600; turn++)); do
        if [[ $(find "$BATS_TEST_TMPDIR/out" -name result.json 2>/dev/null) ]]; then break; fi
        sleep 0.05
    done
    kill -TERM "$pid"
    wait "$pid" || status=$?
    assert_equal "$status" 143
    run grep -v '^class: lab6: 4 to look at' "$BATS_TEST_TMPDIR/log"
    assert_output --regexp '^class: stopped( after [1-3] of 4)?\. What is graded is kept; the same command goes on from there\.$'
    for ((turn = 0; turn < 100; turn++)); do # what is ended takes a moment to end
        if [[ ! $(living "$pid") ]]; then break; fi
        sleep 0.1
    done
    run living "$pid"
    assert_output ''
    run class_into "$BATS_TEST_TMPDIR/out"
    assert_success
    assert_line '4 of 4 submissions are graded.'
}
