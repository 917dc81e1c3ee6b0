# What is known of a run that is over: how it ended, what the checker found and counted, as tables the judge
# can read. Sourced by stage.
# shellcheck shell=bash disable=SC2154

# sort_results DIR: how the run ended, the findings and the counts, as tables the judge can read. The text of
# all of it was in the student's reach: only plain text of sane size goes on.
sort_results() {
    local dir=$1 said=$1/said account heard
    ended_of "$dir/report.json"
    account=${ended[account]}
    if [[ -f $said/findings ]]; then # with a line of its own when the checker found nothing
        head -c 1000000 "$said/findings" >"$dir/findings.part"
        trusted jq -rR --slurp -f "$GRADER/lib/findings.jq" --args "$GRADER/harness/" "$KIT/solutions/" \
            <"$dir/findings.part" >"$dir/findings.tsv" ||
            printf 'unreadable-finding\t\t\tits report could not be read\n' >>"$dir/findings.tsv"
        heard=$(trusted jq -rR --slurp --argjson profile "$(stat -c %s "$said/profile" 2>/dev/null || echo 0)" \
            -f "$GRADER/lib/heard.jq" "$dir/findings.part") || heard=open
        if [[ $heard != whole ]]; then account=$heard; fi
        rm -f -- "$dir/findings.part"
    fi
    if [[ -s $said/profile ]] && (($(stat -c %s "$said/profile") <= PROFILE_BYTES)) &&
        trusted jq -r -f "$GRADER/lib/counts.jq" "$said/profile" >"$dir/counts.part" 2>/dev/null; then
        mv -- "$dir/counts.part" "$dir/counts.tsv"
    fi
    rm -f -- "$dir/counts.part"
    how_it_ended "$dir/report.json" "$account" >"$dir/ended"
}

# how_it_ended REPORT ACCOUNT: for the judge: "ok", "exit N", or one word and the box's message. Of a program that
# ended by itself, and not with its harness's last word, "unsaid N"; "stopped N" when the checker ended it.
how_it_ended() {
    ended_of "$1"
    case $2:${ended[status]}:${ended[exit]} in
    whole:ok:*) echo ok ;;
    stopped:ok:* | stopped:exit:86) echo "stopped ${ended[exit]}" ;;
    *:ok:* | [!w]*:exit:86) echo "unsaid ${ended[exit]}" ;;
    *:exit:*) echo "exit ${ended[exit]}" ;;
    *) echo "${ended[status]} ${ended[message]//$'\t'/ }" ;;
    esac
}
