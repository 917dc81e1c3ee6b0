# What a spec (labN.bats) is written with. The stages have run; here their results are judged, each
# into verdict/ID.json, where ID is the first word of the test's title.
#
#   judge CHECK RUN              CHECK, a check of the lab's judge, holds for what RUN wrote; graded on a
#                                GPU, also for what it wrote under the checker, on the CPU device
#   judge_either CHECK RUN OTHER CHECK holds for RUN or for OTHER. A function is judged beside the reference's kernels,
#                                so that a mistake in a kernel costs that kernel's test alone; beside the
#                                student's own it may launch them in a shape of its own
#   judge_times CHECK RUN        the same where RUN took times: those of a GPU, when there is one; of the
#                                checker only what it found and counted
#   judge_counts CHECK RUN       the same for what only the checker counts
#   accepts VARIANT UNIT TEXT    UNIT, which a program of the plan needs in VARIANT, compiles
#   refuses NAME TEXT            the compilation NAME of the plan failed, with TEXT in a message of the
#                                student's own static_assert

# shellcheck shell=bash disable=SC2153

# GRADING, the one variable that comes from outside, is the work folder; its context says the rest. A test's
# outcome is its verdict and nothing else: what Bats prints of it is read by nobody. Only what is no verdict
# yet becomes one: a test that breaks off after a pass is an error, and so is one without a verdict.

setup() {
    trap - DEBUG # Bats' record of the line in which a test fails costs twice what the test does
    if ! declare -F context_read >/dev/null; then
        # shellcheck source=grader/lib/common.bash
        source "$BATS_TEST_DIRNAME/../lib/common.bash"
        # shellcheck source=grader/lib/context.bash
        source "$GRADER/lib/context.bash"
        # shellcheck source=grader/lib/boxed.bash
        source "$GRADER/lib/boxed.bash"
    fi
    context_read "$GRADING/context"
    test_id=${BATS_TEST_DESCRIPTION%%:*}
    work=$GRADING # whose results are judged: the device's, or the checker's
}

teardown() {
    if [[ ! ${BATS_TEST_COMPLETED-} ]] && said pass; then
        verdict error 'The spec broke off in this test: see spec.log in the work folder.'
    fi
}

# verdict STATUS MESSAGE [DIAGNOSIS [WAITS]]: this test's verdict; WAITS: who has still to be asked.
verdict() {
    jq -n -c --arg id "$test_id" --arg status "$1" --arg message "${2:0:4000}" --arg diagnosis "${3-}" --arg waits "${4-}" \
        '{id: $id, status: $status, message: $message,
          diagnosis: (if $diagnosis == "" then null else $diagnosis end), measured: {}}
         + (if $waits == "" then {} else {waits_for: $waits} end)' >"$work/verdict/$test_id.json"
}

# said STATUS: is that the verdict?
said() {
    local text
    # Quotes of a message are escaped in JSON: these stand for the field alone.
    [[ -f $work/verdict/$test_id.json ]] && text=$(<"$work/verdict/$test_id.json") && [[ $text =~ \"status\":\ ?\"$1\" ]]
}

# built PROGRAM: was it compiled and linked? If not the verdict says why.
built() {
    local program=$1 units unit
    mapfile -t -s 1 units <"$work/needs/$program"
    for unit in "${units[@]}"; do
        if ! compiled "${unit%/*}" "${unit#*/}"; then return 1; fi
    done
    if [[ -f $work/bin/$program/program ]]; then
        return 0
    elif [[ -f $work/bin/$program.refused ]]; then
        verdict fail "It is not run. $(head -n 1 "$work/bin/$program.refused")"
        return 1
    fi
    if ! fault_of_ours "bin/$program"; then
        verdict fail "$(limit_message "bin/$program.json" || link_message "$work/bin/$program.log")" \
            "$(build_diagnosis "$work/bin/$program.log")"
    fi
    return 1
}

# compiled VARIANT UNIT: was it? If not the verdict says why.
compiled() {
    local variant=$1 unit=$2 note
    local object=$work/obj/$variant/$unit refused=$work/nvcc/$variant/$unit.log
    if [[ ! -f $work/src/$unit.cu ]]; then
        note=$(grep -m1 -F "$unit.cu: " "$work/notes") || note="$unit.cu is not in the submission"
        verdict fail "$note."
    elif [[ ! -f $object/$unit.o ]]; then
        if fault_of_ours "obj/$variant/$unit"; then
            return 1
        elif [[ -f $refused && ! -s $refused ]]; then # legal CUDA: what it meets is the CPU device's limit
            verdict pending "needs a GPU: nvcc takes $unit.cu. $(limit_message "obj/$variant/$unit.json" || first_message "$object.log")"
        else
            verdict fail "$unit.cu does not compile. $(limit_message "obj/$variant/$unit.json" || first_message "$object.log")$(replaced)" \
                "$(build_diagnosis "$object.log")" "$(who_was_not_asked)"
        fi
    elif [[ -s $refused ]]; then
        verdict fail "The CPU device takes $unit.cu, nvcc does not: on a GPU nothing of it would run. $(first_message "$refused")" \
            "$(build_diagnosis "$refused")"
    elif [[ ${grading[trial]} && ! -f $refused && $variant != own-* ]]; then
        verdict error "$(head -qn 1 "$work/nvcc/$variant/$unit.ours" "$work/errors" 2>/dev/null | grep . ||
            echo "$unit.cu was not tried with nvcc: see make.log in the work folder")"
    else
        return 0
    fi
    return 1
}

# who_was_not_asked: of a file that the CPU device does not compile, where nvcc is not installed or not wanted: it may be legal CUDA.
who_was_not_asked() {
    if [[ ${grading[device]} == cpu && ${grading[part]} == device && ! ${grading[trial]} ]]; then printf nvcc; fi
}

# replaced: which file of the student's is not the one it was compiled with.
replaced() {
    local note
    note=$(grep -m1 ': the one of the lab takes its place' "$work/notes") || return 0
    printf ' (%s.)' "$note"
}

# fault_of_ours BUILD: the build failed for a reason that is not the student's; the verdict says which, when
# it can be written: on a full disk none is better than the student's.
fault_of_ours() {
    local why
    if [[ -e $work/errors ]]; then
        why=$(head -n 1 "$work/errors")
        why=${why:-a step of the grader failed, and could not say why: is the disk full?}
    elif [[ ! -f $work/$1.json ]]; then
        why="$1 was not built, and no box says why: see make.log in the work folder"
    elif [[ $1 != run/* ]] && broken_off "$1.json"; then
        why="$1 was built, and is not there: see make.log in the work folder"
    elif [[ ! -s $work/$1.log ]] && ! limit_message "$1.json" >/dev/null; then
        why="$1 was not built, and nothing says why: is the disk full?" # who refuses a student's file has a reason
    else
        return 1
    fi
    verdict error "$why" || true
}

# broken_off REPORT: what it reports ended well.
broken_off() {
    ended_of "$work/$1" && [[ ${ended[status]} == ok ]]
}

# What the compiler said first, with the paths of the grading taken off.
first_message() {
    local text here
    text=$(first_error "$1")
    text=${text//..\/..\/..\/src\//}
    seen_here
    printf '%s' "${text//"$here/src/"/}"
}

# build_diagnosis LOG: the name of a mistake that a compiler's or linker's message shows; else nothing.
build_diagnosis() {
    # nvcc-cpu's words, and those of ptxas and nvlink.
    if grep -qaiE 'bytes of constant memory are used|too much global constant data' "$1"; then
        echo table-too-large
    fi
}

# seen_here: sets here, what compilers called the work folder (boxed.bash).
seen_here() {
    here=/grading
    if [[ ${grading[box]} ]]; then here=$work; fi
}

# hidden_by_static NAME: which file of the student's makes NAME static; fails when none does.
hidden_by_static() {
    local file
    [[ $1 =~ ^[A-Za-z_][A-Za-z_0-9]*$ ]] || return 1
    file=$(cd "$work/src" && grep -rlaP -m1 --include='*.cu' "^[^/]*\bstatic\b[^;{}=()]*\b$1\b" .) || return 1
    file=${file%%$'\n'*}
    printf '%s' "${file#./}"
}

# link_message LOG: what the linker's first complaint means for the one who wrote the file.
link_message() {
    local log=$1 symbol object hidden here
    seen_here
    symbol=$(grep -m1 -oaP '(undefined reference to|multiple definition of) .\K[^\x27]{1,300}' "$log" || true)
    object=$(grep -m1 -aP 'undefined reference|in function' "$log" || true)
    if [[ $(build_diagnosis "$log") == table-too-large ]]; then
        printf 'The constant arrays are larger than the 64 KiB there are: %s. Keep the array at its size and split the table, or read it from global memory.' "$(first_message "$log")"
    elif grep -qa 'multiple definition of' "$log"; then
        printf 'It does not link: %s is defined here, and belongs to another file of the lab. Leave it there, or make yours static.' "$symbol"
    elif [[ $symbol && $object == *"$here/obj/"* ]]; then
        printf 'It does not link: %s is used and not defined. A step is linked with the reference in place of the other steps, which has what the header promises and nothing else: define it in this file, static.' "$symbol"
    elif hidden=$(hidden_by_static "${symbol%%(*}"); then
        printf 'It does not link: %s is static in %s, which hides it from the other files of the lab. Leave static out.' "$symbol" "$hidden"
    elif [[ $symbol ]]; then
        printf 'It does not link: %s is not defined. The header says which functions this file owes, and with which parameters.' "$symbol"
    else
        printf 'It does not link. %s' "$(first_message "$log")"
    fi
}

# limit_message REPORT: what run_student says when a limit ended a build; fails when none did.
limit_message() {
    ended_of "$work/$1" && [[ ${ended[status]} != @(ok|exit) ]] && printf '%s' "${ended[message]}"
}

judge() { judge_both all "$@"; }

judge_times() { judge_both findings "$@"; }

judge_either() {
    local first
    if judge "$1" "$2"; then return 0; fi
    said fail || return 1
    first=$(<"$work/verdict/$test_id.json")
    if judge "$1" "$3"; then return 0; fi
    if said fail; then printf '%s\n' "$first" >"$work/verdict/$test_id.json"; fi
    return 1
}

judge_counts() {
    if [[ ${grading[device]} == gpu ]]; then
        join_checker all "$@"
    else
        judge_run "$@"
    fi
    said pass
}

# judge_both all|findings CHECK RUN: the device's run, and on a GPU the checker's or its findings.
judge_both() {
    judge_run "${@:2}"
    if [[ ${grading[device]} == gpu ]]; then join_checker "$@"; fi
    said pass
}

# judge_run CHECK RUN: the verdict on what the run left in $work.
judge_run() {
    local check=$1 run=$2 status=0 dir=$work/run/$2
    if [[ -f $dir/unbuilt ]]; then
        verdict fail "$(tail -n +2 "$dir/unbuilt")" "$(head -n 1 "$dir/unbuilt")"
    elif [[ -f $dir/program ]] && ! built "$(<"$dir/program")"; then
        return 0
    elif [[ -f $dir/make.log && ! -f $dir/ended ]] && ! [[ -s $dir/ours ]]; then
        if ! fault_of_ours "run/$run/make"; then
            verdict fail "make fails. $(limit_message "run/$run/make.json" || first_message "$dir/make.log")"
        fi
    elif [[ ! -d $dir ]]; then
        verdict error "The spec asks for the run $run, and the plan of this lab (grader/${grading[lab]}/plan.bash) makes none of this name. It makes: $(cd -- "$work/run" && printf '%s\n' * | paste -sd, | sed 's/,/, /g')."
    elif [[ ! -f $dir/ended ]]; then
        verdict error "$(cat "$dir/ours" 2>/dev/null || echo "the program of $run did not run: see make.log in the work folder")"
    else
        if ask_judge "$work/verdict/$test_id.json" "$check" "$dir" "${grading[seed]}"; then prove "$check" "$run"; fi
    fi
}

# ask_judge FILE CHECK DIR SEED [CLAIM WHY]: the judge's verdict on the run in DIR, to FILE. Fails when it gave none; then this test's
# verdict is an error.
ask_judge() {
    local file=$1 status=0
    # it reads no more than a stated part of any file
    for _ in 1 2; do # once more when somebody killed it
        status=0
        (ulimit -t 60 && exec timeout -k 1 900 "$GRADER/judge/build/judge-${grading[lab]}" "$test_id" "${@:2:3}" "${grading[device]}" "${@:5}") >"$file" || status=$?
        if ((status != 137)); then break; fi
    done
    if ((status > 1)); then
        verdict error "the judge ended with status $status in $2"
        return 1
    fi
}

# claim_of FILE: what the verdict there claims from the numbers (judge.h); empty: nothing.
claim_of() { jq -r '.claim // ""' "$1"; }

# prove CHECK RUN: what the verdict claims must hold for the same program with other hidden inputs too (stage prove). Before
# these runs were made the claim is noted, so that they are. A record of before there were any keeps its names.
prove() {
    local check=$1 run=$2 file=$work/verdict/$test_id.json proof=$work/run/$2.proof other=$work/verdict/other seed claim here
    if ! grep -q '"claim": "' "$file"; then return; fi
    if [[ ! -f $work/proof_seed ]]; then
        printf '%s %s\n' "$test_id" "$run" >>"$work/claims"
        return
    elif [[ -f $proof/no_other ]]; then
        return
    fi
    here=$(claim_of "$file") seed=$(<"$work/proof_seed")
    if [[ ! -f $proof/ended ]]; then
        ask_judge "$file" "$check" "$work/run/$run" "${grading[seed]}" '' \
            'A run with other hidden inputs, which would show more, did not come about.' || true
        return
    fi
    ask_judge "$other" "$check" "$proof" "$seed" || return 0
    claim=$(claim_of "$other")
    if [[ $claim != "$here" ]] && ! same_fact "$other" "$file"; then
        # Does what explains these numbers account for the others too, or the other way round?
        ask_judge "$other.agreed" "$check" "$proof" "$seed" "$here" '' || return 0
        if [[ $(claim_of "$other.agreed") != "$here" ]]; then
            ask_judge "$file" "$check" "$work/run/$run" "${grading[seed]}" "$claim" "$(seen_there "$other" "$proof")" || return 0
        fi
    fi
    rm -f -- "$other" "$other.agreed"
}

# same_fact VERDICT CLAIMING: does VERDICT say by a fact, which needs no claim, what the other one claims?
same_fact() {
    jq -e -n --slurpfile verdict "$1" --slurpfile claiming "$2" \
        '$verdict[0] | .status == "fail" and .diagnosis == $claiming[0].diagnosis and .diagnosis != null and (.claim // "") == ""' >/dev/null
}

# seen_there VERDICT PROOF: what the run with other inputs showed that goes with no claim.
seen_there() {
    local how
    how=$(<"$2/ended")
    if [[ $how == budget* ]]; then
        printf 'There was no time left for a run with other hidden inputs, which would show more.'
    elif grep -q '"status": "pass"' "$1"; then
        printf 'With other hidden inputs the results are right: it shows for some values or sizes alone.'
    elif grep -q '"claim": "' "$1"; then
        printf 'What would explain these results does not explain those for other hidden inputs.'
    else
        jq -r '"With other hidden inputs: \(.message)"' "$1"
    fi
}

# join_checker all|findings CHECK RUN: judges what RUN left under the checker, and makes one verdict of
# that, or of its findings alone, and of the GPU's. Where the checker is blind a pass is none: a program that
# sees that it is on the CPU device could close the checker's eyes, and do on the GPU what it likes.
join_checker() {
    local of=$1 joined=$GRADING/verdict/$test_id.json own=/dev/null found=$GRADING/checker/verdict/$test_id.json why=''
    shift
    if [[ -f $joined ]]; then own=$joined; fi
    work=$GRADING/checker
    context_read "$work/context"
    judge_run "$@"
    if [[ -f $GRADING/run/$2/ended ]]; then why=$(checker_blind "$2") || why=''; fi
    work=$GRADING
    context_read "$work/context"
    if [[ $why ]]; then
        printf '%s was not checked on the CPU device: %s\n' "$2" "$why" >>"$work/unchecked"
        if [[ $own == /dev/null ]] || said pass; then
            verdict pending "Not checked: what is written on the GPU is right so far, but leaks, races and by which means it came about only the CPU device sees, and it did not see this run to its end: ${why%.}. Whoever grades reads the code; make it run there to have it checked."
        fi
        return
    fi
    jq -n -c -f "$GRADER/lib/checker.jq" --arg of "$of" --slurpfile gpu "$own" --slurpfile checker "$found" >"$joined.part"
    mv -- "$joined.part" "$joined"
}

# checker_blind RUN: says why the checker cannot speak about a run that the GPU made: the CPU device
# does not compile it, or it takes longer or more memory there than it may. Fails when it can speak.
checker_blind() {
    local run=$1 how=not-built why=''
    said fail || return 1
    if [[ -f $work/run/$run/ended ]]; then how=$(<"$work/run/$run/ended"); fi
    case $how in
    not-built)
        why=$(jq -r .message "$work/verdict/$test_id.json")
        # Refused by us (admit.bash): nobody turns the checker off by reaching into it.
        [[ ! -f $work/bin/$(<"$work/run/$run/program").refused ]] || return 1
        ;;
    wall* | cpu* | memory* | processes* | output* | files*) why=${how#* } ;;
    *) return 1 ;;
    esac
    printf '%s' "${why//$'\n'/ }"
}

refuses() {
    local name=$1 text=$2 variant unit log=$work/refuse/$1.log
    { read -r variant && read -r unit; } <"$work/refuse/$name"
    if [[ ! -f $work/src/$unit.cu ]]; then
        if compiled "$variant" "$unit"; then return 1; fi
    elif [[ ! -f $log ]]; then
        verdict error "the compilation $name left no word: see make.log in the work folder"
    elif [[ $(<"$log") == accepted ]]; then
        verdict fail "$unit.cu compiles with $(paste -sd' ' "$work/variant/$variant"), and must not. $text"
    elif ! LC_ALL=C asks trusted awk '/static.?assert/ && /64 KiB/ { found = 1; exit } END { exit !found }' "$log"; then
        verdict fail "$unit.cu has no static_assert of its own for $(paste -sd' ' "$work/variant/$variant"). $text"
    else
        verdict pass "The compiler stops at the right size."
    fi
    said pass
}

# accepts VARIANT UNIT TEXT: UNIT compiles in a size that must be possible. TEXT says why it must.
accepts() {
    if compiled "$1" "$2"; then return 0; fi
    if said fail; then
        verdict fail "$(jq -r .message "$work/verdict/$test_id.json") $3" \
            "$(jq -r '.diagnosis // ""' "$work/verdict/$test_id.json")" "$(jq -r '.waits_for // ""' "$work/verdict/$test_id.json")"
    fi
    return 1
}

# timed JOB [DIAGNOSIS ADVICE]: the timing check JOB (LAB/timing/JOB.json) of the submission passes on this GPU.
# When it fails by its times, not by what a timed kernel did, that is the mistake DIAGNOSIS, with this
# advice. Undecided is pending, with the reason, never a failure; so is a time where no GPU answers.
timed() {
    local file=$work/timing/$1.json reason diagnosis='' advice=''
    if [[ ${grading[device]} != gpu ]]; then
        verdict pending 'needs a GPU: times are measured there'
        return
    elif [[ ! -s $file ]]; then
        verdict error "$(head -n 1 "$work/errors" 2>/dev/null || echo "the timing of $1 left no verdict")"
        return
    fi
    reason=$(jq -r '.reason // ""' "$file")
    if jq -e '.cause == null and .ratio != null' "$file" >/dev/null; then diagnosis=${2-} advice=${3-}; fi
    case $(jq -r .verdict "$file") in
    pass) timed_verdict "$file" pass "$reason" ;;
    fail) timed_verdict "$file" fail "${advice:+$advice }$reason" "$diagnosis" ;;
    undecided) verdict pending "not decided on this GPU: $reason" ;;
    *) verdict error "$reason" ;;
    esac
}

# timed_verdict FILE STATUS MESSAGE [DIAGNOSIS]: the verdict with what the timing measured, for
# grader/compare.
timed_verdict() {
    local file=$1 kept=$work/verdict/$test_id.json
    verdict "${@:2}"
    jq -c --slurpfile timing "$file" '.measured = ($timing[0] | {ratio, interval, threshold, pairs, gpu_seconds})' \
        "$kept" >"$kept.part"
    mv -- "$kept.part" "$kept"
}

# Nobody grades at the moment: somebody typed bats.
if [[ ! ${GRADING-} ]]; then
    # shellcheck source=grader/lib/by_hand.bash
    source "${BASH_SOURCE[0]%/*}/by_hand.bash"
fi
