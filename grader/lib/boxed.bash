# Student code in its box, as the stages start it: what every call needs, the time that a submission has,
# and whose fault it is when a box does not come to its end.
# shellcheck shell=bash

# shellcheck disable=SC2034 # for the stages
COMPILE_LIMITS=(--wall 120 --cpu 40 --memory 3072 --processes 40 --output-limit 20480)
# shellcheck disable=SC2034
RUN_LIMITS=(--wall 100 --idle 20 --cpu 30 --memory 1024 --processes 40 --output-limit 1024)
# shellcheck disable=SC2034
CPU_DEVICE_FLAGS=(--check -O1 -g -rdc=true)
# shellcheck disable=SC2034
ADMIT_LIMITS=(--wall 30 --cpu 20 --memory 512 --processes 4 --output-limit 64)
# What is larger is no profile of a lab's run.
# shellcheck disable=SC2034
PROFILE_BYTES=2000000
# Some 25,000 launches of the CPU device's counts: a mean over a thousand launches of each kernel.
# shellcheck disable=SC2034
COUNTS_BYTES=32000000
# What all builds and runs of a submission may take together, in seconds; and so long they may wait, doing nothing.
SUBMISSION_SECONDS=300
WAITING_SECONDS=60

# seen PATH: sets SEEN, the place of PATH in the box. Compilers and Makefiles do not take every name that a folder may
# have: there the kit is /kit, the work folder /grading and the cache /cache, whatever they are called here. Messages
# and objects are the same everywhere, too. Without a box all is where it is.
seen() {
    SEEN=$1
    if [[ $SEEN != /* ]]; then SEEN=$PWD/$SEEN; fi
    if [[ ${grading[box]} ]]; then return; fi
    case $SEEN in
    "$PWD" | "$PWD"/*) SEEN=/grading${SEEN#"$PWD"} ;;
    "${CACHE:-$GRADER/build}"/*) SEEN=/cache${SEEN#"${CACHE:-$GRADER/build}"} ;;
    "$KIT"/*) SEEN=/kit${SEEN#"$KIT"} ;;
    esac
}

# boxed REPORT ARG...: run_student, which leaves REPORT; each folder of --work and --bind-ro that no --at goes before is
# where `seen` says. The time of what is OURS is not the submission's. Builds, and readers of ours, that were killed from outside
# are tried again; runs by who called (killed_outside): status 5 when run_student itself was killed. Fails, with a word
# in `errors` and without REPORT, when the box or this machine is at fault.
boxed() {
    local report=$1 flags=() options=() status kills precompiled over SEEN
    shift
    if [[ -e $report || -e $report.words ]]; then rm -f -- "$report" "$report.words"; fi
    if [[ ! ${OURS-} ]] && time_is_over; then
        printf '%s\n' budget 0 '' 0 0 '' "$over" >"$report.words"
        jq -n --arg message "$over" '{status: "budget", exit: 0, signal: null, seconds: 0, $message}' >"$report"
        return
    fi
    if [[ ${grading[box]} ]]; then flags+=("${grading[box]}"); fi
    if [[ ${grading[toolkit_folder]} ]]; then flags+=(--bind-ro "${grading[toolkit_folder]}"); fi
    set -- --bind-ro "$KIT/labs/cpu" "$@"
    if [[ ${grading[precompiled]-} && ! ${grading[box]} && -d $KIT/labs/cpu/build/precompiled ]]; then
        precompiled=$(precompiled_folder)
        if [[ -d $precompiled ]]; then options+=(--at /kit/labs/cpu/build/precompiled --bind-ro "$precompiled"); fi
    fi
    while [[ $1 != -- ]]; do
        case $1 in
        --at) options+=("${@:1:4}") && shift 2 ;;
        --work | --bind-ro)
            seen "$2"
            if [[ ! ${grading[box]} ]]; then options+=(--at "$SEEN"); fi
            options+=("$1" "$2")
            ;;
        *=* | --gpu)
            options+=("$1") && shift
            continue
            ;;
        *) options+=("$1" "$2") ;;
        esac
        shift 2
    done
    set -- "${options[@]}" "$@"
    for _ in 1 2; do
        status=0 kills=$([[ " $* " != *'/calls '* ]] || oom_kills)
        "$GRADER/run_student" "${flags[@]}" --report "$report" "$@" || status=$?
        if ((status == 137)); then
            rm -f -- "$report" "$report.words"
            if [[ " $* " == *' --account '* ]]; then return 5; fi
            continue
        fi
        if ((status)) || ! ended_of "$report"; then
            echo "grader: run_student could not do its work (status $status): see make.log in the work folder" >>errors
            rm -f -- "$report" "$report.words"
            return 1
        fi
        if [[ ! ${OURS-} ]]; then time_spent "$@" >>"${grading[spent]}"; fi
        if [[ " $* " == *' --account '* ]] || ! build_killed "$kills" "$@"; then return 0; fi
    done
    echo "grader: a compiler, what reads its objects, or their box was killed twice, and not by the box: is this machine short of memory?" >>errors
    rm -f -- "$report" "$report.words"
    return 1
}

# ended_of REPORT: how the box that left it came to its end, to ended[status], [exit], [signal], [seconds],
# [dropped] (bytes of output), [account], [message], [cpu] and [waited]. Fails when there is no whole report.
declare -gA ended
ended_of() {
    local words=()
    ended=()
    if [[ ! -f $1 || ! -f $1.words ]]; then return 1; fi
    mapfile -t words <"$1.words"
    if ((${#words[@]} < 7)) || [[ ! ${words[0]} ]]; then return 1; fi
    ended=([status]=${words[0]} [exit]=${words[1]} [signal]=${words[2]} [seconds]=${words[3]} [dropped]=${words[4]}
        [account]=${words[5]} [message]=${words[6]} [cpu]=${words[7]-} [waited]=${words[8]-})
}

# undisturbed SECONDS: as they would be if nobody else worked on this machine: on a busy one the clock says
# how busy it is, not what a submission takes. Seconds have three decimals, load two.
undisturbed() {
    local load milliseconds processors=${grading[processors]:-1}
    read -r load _ </proc/loadavg || load=0.00
    load=$((10#${load/./})) milliseconds=$((10#${1/./}))
    if ((load > 100)); then
        if ((load > processors * 100)); then milliseconds=$((milliseconds * processors * 100 / load)); fi
    fi
    printf '%d.%03d\n' $((milliseconds / 1000)) $((milliseconds % 1000))
}

# time_spent ARG...: what the box that ended_of was asked of took of the submission's time, worked and waited: what it
# did itself, however busy this machine is. A GPU's work shows in no process: there the clock counts.
time_spent() {
    local worked waited
    if [[ ! ${ended[cpu]} || " $* " == *' --gpu '* ]]; then
        printf '%s 0.000\n' "$(undisturbed "${ended[seconds]}")"
        return
    fi
    waited=$((10#${ended[waited]/./})) worked=$((10#${ended[seconds]/./} - waited))
    if ((worked > 10#${ended[cpu]/./})); then worked=$((10#${ended[cpu]/./})); fi
    if ((worked < 0)); then worked=0; fi
    printf '%d.%03d %d.%03d\n' $((worked / 1000)) $((worked % 1000)) $((waited / 1000)) $((waited % 1000))
}

# time_is_over: sets over, the sentence, when that is so.
time_is_over() {
    local worked waited sums=(0 0)
    while read -r worked waited; do
        sums=($((sums[0] + 10#${worked/./})) $((sums[1] + 10#${waited/./})))
    done <"${grading[spent]}"
    if ((sums[0] >= SUBMISSION_SECONDS * 1000)); then
        over="it was not started: the builds and runs before it took the $((SUBMISSION_SECONDS / 60)) minutes that a submission has"
    elif ((sums[1] >= WAITING_SECONDS * 1000)); then
        over="it was not started: the builds and runs before it waited for $WAITING_SECONDS s, doing nothing, which is all that a submission may"
    else
        return 1
    fi
}

# killed_outside REPORT OOM_KILLS: the run was ended by a SIGKILL that neither the box sent nor the program itself: by the
# kernel, mostly, on a machine that is out of memory. What it printed says nothing of that. The box lets no program send
# itself one (box/filter.c); where it has no filter, the kernel's count must have grown, from OOM_KILLS.
killed_outside() {
    ended_of "$1" && [[ ${ended[status]} == signal && ${ended[signal]} == SIGKILL ]] || return
    [[ ! $2 || ! -e $GRADER/box/build/unfiltered && ! ${grading[box]} || $(oom_kills) != "$2" ]]
}

# build_killed OOM_KILLS ARG...: the same of the build that was started with these options of run_student, and of
# which ended_of was asked just now. A submission's Makefile may kill make, or print a compiler's last words: there
# the kernel's count of what it killed for memory must have grown, from OOM_KILLS, where it keeps one.
build_killed() {
    local before=$1 log=
    shift
    while (($#)) && [[ $1 != -- ]]; do
        if [[ $1 == --stderr ]]; then log=$2; fi
        shift
    done
    if [[ ${2-} == */calls && $before && $(oom_kills) == "$before" ]]; then return 1; fi
    if [[ ${ended[status]} == signal && ${ended[signal]} == SIGKILL ]]; then return; fi
    [[ $log && ${ended[status]} != ok ]] && compiler_killed "$log"
}

# oom_kills: the kernel's count of what it killed for memory, "oom_kill N"; nothing where it keeps none.
oom_kills() {
    local line lines
    if [[ ! -r /proc/vmstat ]]; then return; fi
    mapfile -t lines </proc/vmstat
    for line in "${lines[@]}"; do
        if [[ $line == 'oom_kill '* ]]; then printf '%s\n' "$line"; fi
    done
}

# compiler_killed LOG: it tells of one. These words begin a line only when the compiler's driver says them, or when a
# source does, in a static_assert or a name with an end of line in it; then the compiler has found an error there.
compiler_killed() {
    [[ -s $1 ]] && asks trusted grep -qaE '^([a-z+0-9-]*(g\+\+|gcc|c\+\+)(-[0-9]+)?: fatal error: Killed signal terminated program|nvcc-cpu: fatal error: Killed signal|collect2: fatal error: [a-z.0-9-]+ terminated with signal 9|nvcc error *: .*died due to signal 9)' "$1" &&
        ! source_error "$1"
}

# source_error LOG: a compiler or linker says what is wrong with the files that it was given.
source_error() {
    [[ -s $1 ]] && asks trusted grep -qaE '(:[0-9]+:|\([0-9]+\) *:) *([a-z]+ )?error|undefined reference|multiple definition|bytes of constant memory|^nvcc-cpu: error' "$1"
}

# not_theirs LOG [FOLDER]: prints the first complaint of a compiler's or linker's LOG when it is nobody's mistake: the compiler
# itself failed, or it does not find a file that is there (in FOLDER, src) or that no file of the submission names. Fails for
# all others.
not_theirs() {
    local log=$1 folder=${2-src} line missing
    if [[ ! -s $log ]]; then return 1; fi
    # The first alone: a source can have the words of any other one printed.
    # shellcheck disable=SC2016 # awk's
    line=$(LC_ALL=C trusted awk '/error *(:|#)|fatal|cannot (find|open)/ { print substr($0, 1, 400); exit }' "$log")
    if [[ $line =~ internal\ compiler\ error ]] && ! [[ $line =~ [^l]\ compiler\ error|(error|warning):.*internal ]]; then
        tell_plainly "the compiler itself failed: $line"
        return
    elif [[ $line =~ ^[^\ ]*ld:\ cannot\ (find|open) || $line =~ ^(g\+\+|nvcc|nvcc-cpu|cc1plus)( ?fatal)?\ *:\ (fatal\ )?error:\ .*:\ No\ such\ file ]]; then
        tell_plainly "a file of the grader's is missing: $line"
        return
    elif [[ $line =~ ^[^\ ]*:\ fatal\ error:\ (.+):\ No\ such\ file\ or\ directory$ || $line =~ ^[^\ ]*:\ .*cannot\ open\ source\ file\ \"([^\"]+)\" ]]; then
        missing=${BASH_REMATCH[1]}
        if [[ ! -f $folder/$missing && ! -f common/$missing && ! -f $KIT/labs/cpu/include/$missing ]] &&
            LC_ALL=C grep -rqaF -- "${missing##*/}" in; then
            return 1
        fi
        tell_plainly "a compiler does not find $missing, a file of the grader's or of the system: $line"
        return
    fi
    return 1
}

tell_plainly() { LC_ALL=C tr -cd '\40-\176' <<<"$1" | cut -c 1-300; }

# not_theirs_too REPORT LOG [FOLDER]: the same as a word in `errors`; how the build ended is then forgotten.
not_theirs_too() {
    local why
    why=$(not_theirs "${@:2}") || return
    printf 'grader: %s\n' "$why" >>errors
    rm -f -- "$1" "$1.words"
}
