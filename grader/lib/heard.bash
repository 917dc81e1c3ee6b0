# What is known of a run that is over: how it ended, what the checker found and counted, as tables the judge
# can read. All of it was in the student's reach: our filters take whatever that is, and say what it is in what
# they print. One that does not end well says nothing of the submission; it was killed, or had no memory or disk.
# Sourced by stage.
# shellcheck shell=bash disable=SC2154

# sort_results DIR: the tables of the run in DIR. Fails when one could not be made; DIR/ours says so.
sort_results() {
    local dir=$1 said=$1/said findings=$1/said/findings account heard size=0
    rm -f -- "$dir/ended" "$dir"/{findings,counts}.tsv
    ended_of "$dir/report.json" || not_heard "$dir" report.json || return
    account=${ended[account]}
    if [[ -e $said/profile ]]; then size=$(stat -c %s "$said/profile") || not_heard "$dir" profile || return; fi
    if [[ -e $said/findings ]]; then # with a line of its own when the checker found nothing
        heard=$(stat -c %s "$findings") || not_heard "$dir" findings || return
        if ((heard > 1000000)); then
            by_ours "$dir" findings head -c 1000000 -- "$findings" || return
            findings=$dir/findings
        fi
        by_ours "$dir" findings.tsv jq -rR --slurp -f "$GRADER/lib/findings.jq" "$findings" \
            --args "$GRADER/harness/" "$KIT/solutions/" || return
        by_ours "$dir" heard jq -rR --slurp --argjson profile "$size" -f "$GRADER/lib/heard.jq" "$findings" || return
        heard=$(<"$dir/heard")
        case $heard in
        whole) ;;
        stopped | open) account=$heard ;;
        *) not_heard "$dir" heard || return ;;
        esac
    fi
    if ((size > 0 && size <= PROFILE_BYTES)); then
        by_ours "$dir" counts.tsv jq -rR --slurp -f "$GRADER/lib/counts.jq" "$said/profile" || return
        if IFS= read -r heard <"$dir/counts.tsv" && [[ $heard == 'no profile' ]]; then rm -f -- "$dir/counts.tsv"; fi
    fi
    how_it_ended "$account" >"$dir/ended" || not_heard "$dir" ended
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
