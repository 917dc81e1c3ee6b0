# What a spec (labN.bats) is written with. The stages have run; here their results are judged, each
# into verdict/ID.json, where ID is the first word of the test's title.
#
#   judge CHECK RUN              CHECK, a check of the lab's judge, holds for what RUN wrote; graded on a
#                                GPU, also for what it wrote under the checker, on the CPU device
#   judge_times CHECK RUN        the same where RUN took times: those of a GPU, when there is one; of the
#                                checker only what it found
#   judge_counts CHECK RUN       the same for what only the checker counts
#   refuses NAME TEXT            the compilation NAME of the plan failed, with TEXT in a message of the
#                                student's own static_assert

# shellcheck shell=bash

# verdict STATUS MESSAGE [DIAGNOSIS]: this test's verdict; fails unless STATUS is pass.
verdict() {
    jq -n -c --arg id "$TEST_ID" --arg status "$1" --arg message "$2" --arg diagnosis "${3-}" \
        '{id: $id, status: $status, message: $message,
          diagnosis: (if $diagnosis == "" then null else $diagnosis end), measured: {}}' >"$WORK/verdict/$TEST_ID.json"
    [[ $1 == pass ]]
}

setup() {
    TEST_ID=${BATS_TEST_DESCRIPTION%%:*}
    # shellcheck source=grader/lib/common.bash
    source "$BATS_TEST_DIRNAME/lib/common.bash"
}

# built PROGRAM: the program was compiled and linked; else the test fails with the reason.
built() {
    local program=$1 units unit
    mapfile -t units < <(tail -n +2 "$WORK/needs/$program")
    for unit in "${units[@]}"; do
        compiled "${unit%/*}" "${unit#*/}" || return 1
    done
    [[ -f $WORK/bin/$program/program ]] && return
    grader_errors && box_started "bin/$program" || return 1
    verdict fail "$(limit_message "bin/$program.json" || link_message "$WORK/bin/$program.log")" \
        "$(build_diagnosis "$WORK/bin/$program.log")"
}

# compiled VARIANT UNIT
compiled() {
    local variant=$1 unit=$2
    local object=$WORK/obj/$variant/$unit note
    if [[ ! -f $WORK/src/$unit.cu ]]; then
        note=$(grep -m1 -F "$unit.cu: " "$WORK/notes") || note="$unit.cu is not in the submission"
        verdict fail "$note." || return 1
    fi
    if [[ ! -f $object/$unit.o ]]; then
        grader_errors && box_started "obj/$variant/$unit" || return 1
        verdict fail "$unit.cu does not compile. $(limit_message "obj/$variant/$unit.json" || first_message "$object.log")" \
            "$(build_diagnosis "$object.log")" || return 1
    fi
    if [[ -s $WORK/nvcc/$variant/$unit.log ]]; then
        verdict fail "The CPU device takes $unit.cu, nvcc does not: on a GPU nothing of it would run. $(first_message "$WORK/nvcc/$variant/$unit.log")" \
            "$(build_diagnosis "$WORK/nvcc/$variant/$unit.log")"
    fi
}

# What the compiler said first, with the paths of the grading taken off.
first_message() {
    local text
    text=$(first_error "$1")
    text=${text//..\/..\/..\/src\//}
    printf '%s' "${text//$WORK\/src\//}"
}

# build_diagnosis LOG: the name of a mistake that a compiler's or linker's message shows; else nothing.
build_diagnosis() {
    # nvcc-cpu's words, and those of ptxas and nvlink.
    if grep -qaiE 'bytes of constant memory are used|too much global constant data' "$1"; then
        echo table-too-large
    fi
}

# link_message LOG: what the linker's first complaint means for the one who wrote the file.
link_message() {
    local log=$1 symbol object
    symbol=$(grep -m1 -oaP '(undefined reference to|multiple definition of) .\K[^\x27]+' "$log" || true)
    object=$(grep -m1 -aP 'undefined reference|in function' "$log" || true)
    if [[ $(build_diagnosis "$log") == table-too-large ]]; then
        printf 'The constant arrays are larger than the 64 KiB there are: %s. Keep the array at its size and split the table, or read it from global memory.' "$(first_message "$log")"
    elif grep -qa 'multiple definition of' "$log"; then
        printf 'It does not link: %s is defined here, and belongs to another file of the lab. Leave it there, or make yours static.' "$symbol"
    elif [[ $symbol && $object == *"$WORK/obj/"* ]]; then
        printf 'It does not link: %s is used and not defined. A step is linked with the reference in place of the other steps, which has what the header promises and nothing else: define it in this file, static.' "$symbol"
    elif [[ $symbol ]]; then
        printf 'It does not link: %s is not defined. The header says which functions this file owes, and with which parameters.' "$symbol"
    else
        printf 'It does not link. %s' "$(first_message "$log")"
    fi
}

# limit_message REPORT: what run_student says when a limit ended a build; fails when none did.
limit_message() {
    jq -er 'select(.status != "ok" and .status != "exit") | .message' "$WORK/$1" 2>/dev/null
}

# Faults of the grader itself are never a student's failure.
grader_errors() {
    [[ ! -s $WORK/errors ]] || verdict error "$(head -n 1 "$WORK/errors")"
}

# box_started BUILD: run_student left a report of this build, so its failure is the student's.
box_started() {
    [[ -f $WORK/$1.json ]] || verdict error "$1 was not built, and no box says why: see make.log in the work folder"
}

judge() {
    judge_run "$@" || [[ $DEVICE == gpu ]] || return 1
    [[ $DEVICE != gpu ]] || join_checker all "$@"
}

judge_times() {
    judge_run "$@" || [[ $DEVICE == gpu ]] || return 1
    [[ $DEVICE != gpu ]] || join_checker findings "$@"
}

judge_counts() {
    if [[ $DEVICE == gpu ]]; then join_checker all "$@"; else judge_run "$@"; fi
}

# judge_run CHECK RUN: by what the run left in $WORK, on $DEVICE.
judge_run() {
    local check=$1 run=$2 status=0
    local dir=$WORK/run/$run
    if [[ -f $dir/program ]]; then built "$(<"$dir/program")" || return 1; fi
    if [[ -f $dir/make.log && ! -f $dir/ended ]]; then
        verdict fail "make fails. $(limit_message "run/$run/make.json" || first_message "$dir/make.log")" || return 1
    fi
    [[ -f $dir/ended ]] || verdict error "the program of $run did not run: see make.log in the work folder" || return 1
    "$JUDGE" "$TEST_ID" "$check" "$dir" "$SEED" "$DEVICE" >"$WORK/verdict/$TEST_ID.json" || status=$?
    if ((status > 1)); then
        verdict error "the judge ended with status $status in $check" || return 1
    fi
    return "$status"
}

# join_checker all|findings CHECK RUN: judges what RUN left under the checker, and makes one verdict of
# that, or of its findings alone, and of the GPU's. Where the checker is blind the GPU's stands alone, with
# a note in the record.
join_checker() {
    local joined=$WORK/verdict/$TEST_ID.json own=/dev/null status=0 of=$1
    shift
    if [[ -f $joined ]]; then own=$joined; fi
    local WORK=$WORK/checker DEVICE=cpu
    judge_run "$@" || status=$?
    if ((status)) && [[ $own != /dev/null && -f $WORK/../run/$2/ended ]] && checker_blind "$2" >>"$WORK/../unchecked"; then
        cp -- "$own" "$WORK/verdict/$TEST_ID.json"
    fi
    jq -n -c -f "$BATS_TEST_DIRNAME/lib/checker.jq" --arg of "$of" --slurpfile gpu "$own" \
        --slurpfile checker "$WORK/verdict/$TEST_ID.json" >"$joined.part"
    mv -- "$joined.part" "$joined"
    [[ $(jq -r .status "$joined") == pass ]]
}

# checker_blind RUN: says why the checker cannot speak about a run that the GPU made: the CPU device
# does not compile it, or it takes longer or more memory there than it may. Fails when it can speak.
checker_blind() {
    local run=$1 ended=not-built why=''
    [[ $(jq -r .status "$WORK/verdict/$TEST_ID.json") == fail ]] || return 1
    if [[ -f $WORK/run/$run/ended ]]; then ended=$(<"$WORK/run/$run/ended"); fi
    case $ended in
    not-built)
        why=$(jq -r .message "$WORK/verdict/$TEST_ID.json")
        # Refused by us (stage, refuse_internals): nobody turns the checker off by reaching into it.
        [[ $why != *'is inside the CPU device'* ]] || return 1
        ;;
    wall* | cpu* | memory* | processes* | output* | files*) why=${ended#* } ;;
    *) return 1 ;;
    esac
    printf '%s was not checked on the CPU device, the GPU judged it alone: %s\n' "$run" "${why//$'\n'/ }"
}

refuses() {
    local name=$1 text=$2 variant unit log=$WORK/refuse/$1.log
    { read -r variant && read -r unit; } <"$WORK/refuse/$name"
    if [[ ! -f $WORK/src/$unit.cu ]]; then compiled "$variant" "$unit" || return 1; fi
    if [[ $(<"$log") == accepted ]]; then
        verdict fail "$unit.cu compiles with $(paste -sd' ' "$WORK/variant/$variant"), which needs more constant memory than there is. $text"
    elif ! grep -aE 'static.?assert' "$log" | grep -qaF '64 KiB'; then
        verdict fail "$unit.cu has no static_assert of its own for $(paste -sd' ' "$WORK/variant/$variant"). $text"
    else
        verdict pass "The compiler stops at the right size."
    fi
}

# needs_gpu: the test is pending where no GPU answers.
needs_gpu() {
    [[ $DEVICE == gpu ]] || skip "needs a GPU: times are measured there"
}

# timed_verdict FILE STATUS REASON [DIAGNOSIS]: the verdict with what the timing measured, for
# grader/compare.
timed_verdict() {
    local file=$1 status=0 kept=$WORK/verdict/$TEST_ID.json
    verdict "${@:2}" || status=$?
    jq -c --slurpfile timing "$file" '.measured = ($timing[0] | {ratio, interval, threshold, pairs, gpu_seconds})' \
        "$kept" >"$kept.part" && mv "$kept.part" "$kept"
    return "$status"
}

# timed JOB [DIAGNOSIS ADVICE]: the timing check JOB (timing/jobs) of the submission passes on this GPU.
# When it fails by its times, not by what a timed kernel did, that is the mistake DIAGNOSIS, with this
# advice. Undecided is pending, with the reason, never a failure.
timed() {
    local file=$WORK/timing/$1.json reason diagnosis='' advice=''
    needs_gpu
    grader_errors || return 1
    [[ -s $file ]] || verdict error "the timing of $1 left no verdict" || return 1
    reason=$(jq -r '.reason // ""' "$file")
    if jq -e '.cause == null and .ratio != null' "$file" >/dev/null; then diagnosis=${2-} advice=${3-}; fi
    case $(jq -r .verdict "$file") in
    pass) timed_verdict "$file" pass "$reason" ;;
    fail) timed_verdict "$file" fail "${advice:+$advice }$reason" "$diagnosis" ;;
    undecided) skip "not decided on this GPU: $reason" ;;
    *) verdict error "$reason" ;;
    esac
}
