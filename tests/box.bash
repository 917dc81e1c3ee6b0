# What sandbox.bats and cheats.bats share: a kit of its own for each test, with things to steal and
# to spoil in it, in folders that only the grader's user may enter.
#
#   $world/kit       a copy of the box, beside a solution
#   $world/other     another student's submission
#   $world/record    a record of marks
#   $work            the work folder

repo=$(cd "$BATS_TEST_DIRNAME/.." && pwd)

make_world() {
    world=$BATS_TEST_TMPDIR/world
    work=$world/work
    mkdir -p "$world"/kit/{grader,solutions,labs/cpu} "$world"/{other,record} "$work"
    chmod 700 "$world"
    make -s -C "$repo/grader/box" # a copy that builds itself would change the world
    cp -a "$repo/grader/run_student" "$repo/grader/box" "$repo/grader/common" "$world/kit/grader/"
    echo '#define SECRET_SOLUTION "stolen"' | tee "$world/kit/solutions/secret.h" >"$world/other/lab7.cu"
    echo '{"score": 0}' >"$world/record/result.json"
    printf '#!/bin/sh\necho compiled\n' >"$world/kit/labs/cpu/nvcc-cpu"
    chmod -R a+rX "$world/kit"
    chmod a+rwx "$world/kit/labs/cpu/nvcc-cpu"
    fingerprint >"$BATS_TEST_TMPDIR/before"
}

fingerprint() {
    find "$world/kit" "$world/other" "$world/record" -printf '%P %y %m %s %T@ %l\n' | sort
    find "$world/kit" "$world/other" "$world/record" -type f -print0 | sort -z | xargs -0 sha256sum
}

# run_box OPTIONS -- COMMAND: the box with small limits (but on the clock, which a busy machine stretches); output in $out and $err, report in $report.
run_box() {
    out=$BATS_TEST_TMPDIR/out err=$BATS_TEST_TMPDIR/err report=$BATS_TEST_TMPDIR/report.json
    rm -f "$out" "$err" "$report"
    run "$world/kit/grader/run_student" --wall 60 --cpu 0.5 --memory 64 --processes 16 \
        --output-limit 64 --file-limit 8 --files 200 --work "$work" \
        --stdout "$out" --stderr "$err" --report "$report" "$@"
}

# assert_status STATUS [TEXT]: the box ran, and the report names this end with this text.
assert_status() {
    assert_success
    run jq -r '.status, .message' "$report"
    assert_line --index 0 "$1"
    [[ -z ${2-} ]] || assert_line --index 1 --partial "$2"
}

# Nothing outside the work folder changed, the work folder holds plain files, and no process of a
# box is left.
assert_intact() {
    run diff "$BATS_TEST_TMPDIR/before" <(fingerprint)
    assert_success
    run find "$work" ! -type f ! -type d -o -perm /6000
    assert_output ''
    run pgrep -f -- "$world"
    assert_output ''
}

# What an attack that got nothing says.
assert_got_nothing() {
    run cat "$out" "$err"
    assert_line --partial tried
    refute_output --partial GOT
    refute_output --partial SECRET_SOLUTION
}
