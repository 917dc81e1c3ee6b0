# What is known of a run that is over: how it ended, what the checker found and counted, as tables the judge
# can read. All of it was in the student's reach: our filters take whatever that is, and say what it is in what
# they print. One that does not end well says nothing of the submission; it was killed, or had no memory or disk.
# Sourced by stage.
# shellcheck shell=bash disable=SC2154

# sort_results DIR: the tables of the run in DIR. Fails when one could not be made; DIR/ours says so.
sort_results() {
    local dir=$1 said=$1/said findings=$1/said/findings profile=/dev/null account bytes size=0
    rm -f -- "$dir/ended" "$dir"/{findings,counts}.tsv
    ended_of "$dir/report.json" || not_heard "$dir" report.json || return
    account=${ended[account]}
    if [[ -e $said/profile ]]; then
        size=$(stat -c %s "$said/profile") || not_heard "$dir" profile || return
        if ((size > 0 && size <= PROFILE_BYTES)) || { ((size <= COUNTS_BYTES)) && is_roomy "$said/profile" "$size"; }; then
            profile=$said/profile
        fi
    fi
    if [[ -e $findings ]]; then # with a line of its own when the checker found nothing
        bytes=$(stat -c %s "$findings") || not_heard "$dir" findings || return
        if ((bytes > 1000000)); then
            by_ours "$dir" findings head -c 1000000 -- "$findings" || return
            findings=$dir/findings
        fi
    else
        findings=/dev/null
    fi
    if [[ $findings != /dev/null || $profile != /dev/null ]]; then read_tables || return; fi
    how_it_ended "$account" >"$dir/ended" || not_heard "$dir" ended
}

# read_tables: findings.tsv and counts.tsv of what sort_results has there, and its account. One start of jq: each
# takes longer than most runs.
read_tables() {
    local word lines table
    by_ours "$dir" heard jq -nr -L "$GRADER/lib" -f "$GRADER/lib/run_results.jq" --argjson size "$size" \
        --rawfile findings "$findings" --rawfile profile "$profile" --args "${ours-$KIT}/grader/" "${ours-$KIT}/solutions/" || return
    {
        { read -r word && [[ $word == @(whole|stopped|open) ]] && read -r lines && [[ $lines =~ ^[0-9]+$ ]]; } ||
            not_heard "$dir" heard || return
        if [[ $findings != /dev/null ]]; then
            if [[ $word != whole ]]; then account=$word; fi
            table=()
            if ((lines > 0)); then mapfile -n "$lines" table; fi
            printf '%s' "${table[@]}" >"$dir/findings.tsv" || not_heard "$dir" findings.tsv || return
        fi
        if [[ $profile != /dev/null ]]; then
            mapfile table
            if [[ ${table[0]-} != $'no profile\n' ]]; then
                printf '%s' "${table[@]}" >"$dir/counts.tsv" || not_heard "$dir" counts.tsv || return
            fi
        fi
    } <"$dir/heard"
    printf '%s\n' "$word" >"$dir/heard" || not_heard "$dir" heard
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
