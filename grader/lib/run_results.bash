# What is known of a run that is over: how it ended, what the checker found and counted, as tables the judge
# can read. All of it was in the student's reach: our filters take whatever that is, and say what it is in what
# they print. One that does not end well says nothing of the submission; it was killed, or had no memory or disk.
# Sourced by stage.
# shellcheck shell=bash disable=SC2154

# sort_results DIR...: the tables of the runs in these folders. Fails when one could not be made; DIR/ours says so. One start
# of jq for all: each takes longer than most runs. Where that does not end well each run is read by itself, and so is one with
# many launches: its counts take as long as all the others.
sort_results() {
    local dir inputs together=() alone=() status=0
    rm -f -- "${@/%//ended}" "${@/%//findings.tsv}" "${@/%//counts.tsv}"
    for dir; do
        run_inputs "$dir" || {
            status=1
            continue
        }
        mapfile -t inputs <"$dir/inputs"
        if ((inputs[2] > PROFILE_BYTES)); then alone+=("$dir"); else together+=("$dir"); fi
    done
    if ((${#together[@]} > 1)) && read_runs "${together[@]}"; then
        for dir in "${together[@]}"; do run_tables "$dir" || status=1; done
    else
        alone+=("${together[@]}")
    fi
    for dir in "${alone[@]}"; do
        if ! { read_runs "$dir" || not_heard "$dir" heard; } || ! run_tables "$dir"; then status=1; fi
    done
    rm -f -- "${@/%//inputs}" "${@/%//heard}" "${@/%//heard.all}"
    return "$status"
}

# run_inputs DIR: DIR/inputs is what there is to read of the run, three lines: the file of findings, that of the profile, and the
# bytes of the profile that came. An empty line stands for no file.
run_inputs() {
    local dir=$1 said=$1/said findings='' profile='' bytes size=0
    ended_of "$dir/report.json" || not_heard "$dir" report.json || return
    if [[ -e $said/profile ]]; then
        size=$(stat -c %s "$said/profile") || not_heard "$dir" profile || return
        if ((size > 0 && size <= PROFILE_BYTES)) || { ((size <= COUNTS_BYTES)) && is_roomy "$said/profile" "$size"; }; then
            profile=$said/profile
        fi
    fi
    if [[ -e $said/findings ]]; then # with a line of its own when the checker found nothing
        findings=$said/findings
        bytes=$(stat -c %s "$findings") || not_heard "$dir" findings || return
        if ((bytes > 1000000)); then
            by_ours "$dir" findings head -c 1000000 -- "$findings" || return
            findings=$dir/findings
        fi
    fi
    printf '%s\n' "$findings" "$profile" "$size" >"$dir/inputs" || not_heard "$dir" inputs
}

# read_runs DIR...: DIR/heard is what run_results.jq says of each run. Fails when it does not say it of all.
read_runs() {
    local dir inputs sizes='' options=() number=0
    for dir; do
        mapfile -t inputs <"$dir/inputs"
        options+=(--rawfile "findings$number" "${inputs[0]:-/dev/null}" --rawfile "profile$number" "${inputs[1]:-/dev/null}")
        sizes+=${sizes:+,}${inputs[2]}
        number=$((number + 1))
    done
    read_by_jq "$1/heard.all" --argjson sizes "[$sizes]" "${options[@]}" || return
    # shellcheck disable=SC2016 # awk's
    LC_ALL=C trusted awk '
        BEGIN { for (n = 2; n < ARGC; n++) { file[n] = ARGV[n]; delete ARGV[n] } n = 2 }
        $0 != "end of run" { print >file[n]; next }
        { if (close(file[n++])) exit 3 }
        END { if (n != ARGC) exit 3 }' "$1/heard.all" "${@/%//heard}"
}

# read_by_jq FILE OPTION...: what run_results.jq prints becomes FILE. Tried twice.
read_by_jq() {
    local file=$1
    shift
    for _ in 1 2; do
        if trusted jq -nr -L "$GRADER/lib" -f "$GRADER/lib/run_results.jq" "$@" \
            --args "${ours-$KIT}/grader/" "${ours-$KIT}/solutions/" >"$file"; then return; fi
    done
    return 1
}

# run_tables DIR: findings.tsv, counts.tsv and, last, `ended` of a run of which DIR/heard is there.
run_tables() {
    local dir=$1 inputs word lines table account
    ended_of "$dir/report.json" || not_heard "$dir" report.json || return
    account=${ended[account]}
    mapfile -t inputs <"$dir/inputs"
    {
        { read -r word && [[ $word == @(whole|stopped|open) ]] && read -r lines && [[ $lines =~ ^[0-9]+$ ]]; } ||
            not_heard "$dir" heard || return
        if [[ ${inputs[0]} ]]; then
            if [[ $word != whole ]]; then account=$word; fi
            table=()
            if ((lines > 0)); then mapfile -n "$lines" table; fi
            printf '%s' "${table[@]}" >"$dir/findings.tsv" || not_heard "$dir" findings.tsv || return
        fi
        if [[ ${inputs[1]} ]]; then
            mapfile table
            if [[ ${table[0]-} != $'no profile\n' ]]; then
                printf '%s' "${table[@]}" >"$dir/counts.tsv" || not_heard "$dir" counts.tsv || return
            fi
        fi
    } <"$dir/heard"
    how_it_ended "$account" >"$dir/ended" || not_heard "$dir" ended
}

# is_roomy FILE BYTES: has it names and blanks between its values, as every profile, and so no more values than jq can hold?
is_roomy() {
    local values
    values=$(tr -cd '[{,' <"$1" | wc -c) && ((values * 12 <= $2))
}

# by_ours DIR FILE COMMAND ARG...: what COMMAND prints becomes DIR/FILE. Tried twice.
by_ours() {
    local dir=$1 file=$2
    shift 2
    for _ in 1 2; do
        if trusted "$@" >"$dir/$file"; then return; fi
    done
    not_heard "$dir" "$file"
}

# not_heard DIR WHAT: fails; without `ended` the run is as if it had not been.
not_heard() {
    rm -rf -- "$1/ended"
    echo "grader: what ${1##*/} said could not be read ($2), by a fault of the grader or of this machine: is its memory or disk full?" >"$1/ours"
    return 1
}

# how_it_ended ACCOUNT: the run of ended_of, for the judge: "ok", "exit N", or one word and the box's message. Of a
# program that ended by itself, and not with its harness's last word, "unsaid N"; "stopped N" when the checker ended it.
how_it_ended() {
    case $1:${ended[status]}:${ended[exit]} in
    whole:ok:*) echo ok ;;
    stopped:ok:* | stopped:exit:86) echo "stopped ${ended[exit]}" ;;
    *:ok:* | [!w]*:exit:86) echo "unsaid ${ended[exit]}" ;;
    *:exit:*) echo "exit ${ended[exit]}" ;;
    *) echo "${ended[status]} ${ended[message]//$'\t'/ }" ;;
    esac
}
