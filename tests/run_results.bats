#!/usr/bin/env bats
# What a run said is read by programs of ours. One that is killed, finds no memory or disk, or prints nothing
# says nothing of the submission: the test is an error, never a fail.
# shellcheck disable=SC2016 # other shells' programs

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    work=$BATS_TEST_TMPDIR/work run=$BATS_TEST_TMPDIR/work/run/row
    mkdir -p "$run/said" "$BATS_TEST_TMPDIR/bin" "$work/verdict"
    printf '%s\n' ok 0 '' 0.1 0 whole '' >"$run/report.json.words"
    echo '{}' >"$run/report.json"
    printf '{"launches": [{"kernel": "k", "launch": 1}]}' >"$run/said/profile"
    printf '{"kind": "end", "findings": 0, "profile": %d, "gave_up": false}\n' "$(stat -c %s "$run/said/profile")" >"$run/said/findings"
}

# failing NAME WORD HOW: from now on the program NAME, started with WORD among its arguments, does HOW instead.
failing() {
    printf '#!/bin/bash\ncase " $* " in *%q*) %s ;; esac\nexec %s "$@"\n' "$2" "$3" "$(command -v "$1")" >"$BATS_TEST_TMPDIR/bin/$1"
    chmod +x "$BATS_TEST_TMPDIR/bin/$1"
}

# sorted: how sort_results ends on the run.
sorted() {
    PATH=$BATS_TEST_TMPDIR/bin:$PATH run bash -euc 'for part in common context boxed run_results; do source "grader/lib/$part.bash"; done
        sort_results "$1"' - "$run"
}

assert_fault() {
    sorted
    assert_failure
    assert [ ! -e "$run/ended" ]
    assert [ "$(wc -l <"$run/ours")" = 1 ]
    run cat "$run/ours"
    assert_output --partial 'by a fault of the grader or of this machine'
}

@test "an honest run is heard whole" {
    sorted
    assert_success
    assert_equal "$(<"$run/ended")" ok
    assert_equal "$(<"$run/counts.tsv")" $'k\t0\tlaunch\t1'
    assert [ -f "$run/findings.tsv" ] && assert [ ! -s "$run/findings.tsv" ]
}

@test "a filter that is killed, ends badly, prints nothing or cannot be started is a fault of ours" {
    local how
    for how in 'kill -9 $$' 'exit 2' 'exit 0' 'echo nonsense; exit 0' 'echo whole; exit 0' 'echo whole; echo some; exit 0'; do
        failing jq run_results.jq "$how"
        assert_fault
    done
    rm "$BATS_TEST_TMPDIR/bin/jq"
    head -c 1000001 /dev/zero >>"$run/said/findings"
    failing head said/findings 'exit 1'
    assert_fault
}

@test "a filter that is killed once is started again" {
    failing jq run_results.jq "if mkdir '$BATS_TEST_TMPDIR/once' 2>/dev/null; then kill -9 \$\$; fi"
    sorted
    assert_success
    assert_equal "$(<"$run/ended")" ok
}

@test "a disk that is full while a run is sorted is a fault of ours, or leaves nothing" {
    failing rm counts.tsv "ln -sf /dev/full '$run/counts.tsv'; exit 0"
    assert_fault
    rm "$run/counts.tsv"
    failing rm ended "ln -sf /dev/full '$run/ended'; exit 0"
    sorted
    assert_failure
    rm "$run/ended" "$BATS_TEST_TMPDIR/bin/rm"
    failing stat said/profile 'exit 1'
    assert_fault
}

@test "what a program said that is none of its harness's stays its own fault" {
    local text
    echo 'no JSON' >>"$run/said/findings"
    sorted
    assert_success
    assert_equal "$(<"$run/ended")" 'unsaid 0'
    assert_equal "$(cut -f1 "$run/findings.tsv")" unreadable-finding
    for text in '{"launches": 3}' '{"launches": ["k"]}' '{}{}' '[' "$(head -c 300000 /dev/zero | tr '\0' '[')" $'\xff\xfe'; do
        printf '%s' "$text" >"$run/said/profile"
        sorted
        assert_success
        assert [ ! -e "$run/counts.tsv" ]
    done
}

# profile: what profile_of says of the run, and how it ends.
profile() {
    printf row >"$work/profile_run"
    PATH=$BATS_TEST_TMPDIR/bin:$PATH run bash -euc 'for part in common context boxed verdicts; do source "grader/lib/$part.bash"; done
        profile_of "$1"' - "$work"
}

@test "a profile that is none is left out of the record; one that nobody could read is a fault of ours" {
    profile
    assert_success
    assert_output "$run/said/profile"
    failing jq said/profile "if mkdir '$BATS_TEST_TMPDIR/once' 2>/dev/null; then kill -9 \$\$; fi"
    profile
    assert_success
    assert_output "$run/said/profile"
    failing jq said/profile 'kill -9 $$'
    profile
    assert_failure 3
    rm "$BATS_TEST_TMPDIR/bin/jq"
    printf '{"launches": [' >"$run/said/profile"
    profile
    assert_success
    assert_output /dev/null
}

@test "a judge that cannot read what is there, or write what it found, comes to no verdict" {
    make -s -C grader/judge build/judge-lab9
    local judge=(grader/judge/build/judge-lab9 step1-row point "$run" 1 cpu)
    sorted
    : >"$run/ended"
    run "${judge[@]}"
    assert_failure 3
    assert_output --partial 'nothing says how the run'
    echo 'exit 7' >"$run/ended"
    run "${judge[@]}"
    assert_failure 1
    run bash -c '"$@" >/dev/full' - "${judge[@]}"
    assert_failure 3
    rm "$run/findings.tsv" && mkdir "$run/findings.tsv"
    run "${judge[@]}"
    assert_failure 3
    assert_output --partial 'cannot read'
}

@test "a program that answers yes or no, and was killed, gave no answer" {
    run bash -euc 'source grader/lib/common.bash; if asks false; then echo yes; else echo no; fi; asks true; echo yes; if ! asks bash -c "kill -9 \$\$"; then echo wrong; fi'
    assert_failure 3
    assert_line --index 0 no
    assert_line --index 1 yes
    refute_output --partial wrong
}

@test "a compiler or reader that is killed from outside is started again, then a fault of ours; its own end is not" {
    cat >"$BATS_TEST_TMPDIR/killed" <<TEXT
source grader/lib/common.bash; source grader/lib/context.bash; source grader/lib/boxed.bash
cd "$work"; : >spent; grading=([box]= [toolkit_folder]= [spent]=spent)
mkdir -p box; status=0
boxed one.json --work box --stdout log --stderr log -- bash -c "\$1" || status=\$?
echo "\$status \$(cat errors 2>/dev/null | cut -c 1-70)"
TEXT
    run bash "$BATS_TEST_TMPDIR/killed" 'kill -9 $$'
    assert_output '1 grader: a compiler, what reads its objects, or their box was killed tw'
    rm "$work/errors"
    run bash "$BATS_TEST_TMPDIR/killed" 'exit 1'
    assert_output '0 '
    run bash "$BATS_TEST_TMPDIR/killed" 'kill -11 $$'
    assert_output '0 '
}

@test "a box whose run_student is killed is made again, then a fault of ours; a run says so to who called" {
    mkdir -p "$BATS_TEST_TMPDIR/kit/grader"
    cat >"$BATS_TEST_TMPDIR/kit/grader/run_student" <<TEXT
#!/bin/sh
echo x >>"$BATS_TEST_TMPDIR/started"
if [ "\$(wc -l <"$BATS_TEST_TMPDIR/started")" -le "\$(cat "$BATS_TEST_TMPDIR/kills")" ]; then kill -9 \$\$; fi
exec "$PWD/grader/run_student" "\$@"
TEXT
    chmod +x "$BATS_TEST_TMPDIR/kit/grader/run_student"
    cat >"$BATS_TEST_TMPDIR/killed" <<TEXT
source grader/lib/common.bash; source grader/lib/context.bash; source grader/lib/boxed.bash
GRADER=$BATS_TEST_TMPDIR/kit/grader; rm -f "$BATS_TEST_TMPDIR/started"
cd "$work"; : >spent; rm -f errors; grading=([box]= [toolkit_folder]= [spent]=spent)
mkdir -p box said; status=0
boxed one.json --work box --stdout log --stderr log "\$@" -- true || status=\$?
echo "\$status \$(wc -l <"$BATS_TEST_TMPDIR/started") \$(cat errors 2>/dev/null | cut -c 1-70)"
TEXT
    echo 1 >"$BATS_TEST_TMPDIR/kills"
    run bash "$BATS_TEST_TMPDIR/killed"
    assert_line '0 2 '
    echo 2 >"$BATS_TEST_TMPDIR/kills"
    run bash "$BATS_TEST_TMPDIR/killed"
    assert_line '1 2 grader: a compiler, what reads its objects, or their box was killed tw'
    run bash "$BATS_TEST_TMPDIR/killed" --account "$work/said"
    assert_line '5 1 '
}

@test "runs are read together; where that fails, and of one with many launches, each by itself" {
    local other=$work/run/other large=$work/run/large count=$BATS_TEST_TMPDIR/starts
    cp -r "$run" "$other"
    cp -r "$run" "$large"
    { printf '{"launches": [{"kernel": "k", "launch": 1}], "sites": ["' && head -c 2100000 /dev/zero | tr '\0' ' ' && printf '"]}'; } >"$large/said/profile"
    printf '{"kind": "end", "findings": 0, "profile": %d, "gave_up": false}\n' "$(stat -c %s "$large/said/profile")" >"$large/said/findings"
    echo 'no JSON' >>"$other/said/findings"
    failing jq run_results.jq "echo >>'$count'; exec $(command -v jq) \"\$@\""
    all() {
        PATH=$BATS_TEST_TMPDIR/bin:$PATH run -0 bash -euc 'for part in common context boxed run_results; do source "grader/lib/$part.bash"; done
            sort_results "$@"' - "$run" "$other" "$large"
        assert_equal "$(cat "$run/ended" "$other/ended" "$large/ended")" $'ok\nunsaid 0\nok'
        assert_equal "$(cat "$run/counts.tsv" "$large/counts.tsv")" $'k\t0\tlaunch\t1\nk\t0\tlaunch\t1'
        assert_equal "$(cut -f1 "$other/findings.tsv")" unreadable-finding
        run find "$work/run" -name 'heard*' -o -name inputs
        assert_output ''
    }
    all
    assert_equal "$(wc -l <"$count")" 2
    # Whenever two are asked for at once it is killed.
    rm "$count"
    failing jq findings1 'kill -9 $$'
    all
}
