# The pages about records: what each is made of stands in pages/. They are functions of the records.
# shellcheck shell=bash

# report_copies LAB LATE RECORD...: the reports of records or refusals of a lab, both copies in one text (report.jq). LATE: JSON,
# {NAME: a sentence}.
report_copies() {
    local handout=$KIT/handouts/$1.md
    if [[ ! -f $handout ]]; then handout=/dev/null; fi
    jq -n -r -L "$GRADER/pages" --rawfile style <(cat -- "$GRADER/pages/style.css" "$GRADER/pages/report.css") --rawfile handout "$handout" \
        --arg handouts "${HANDOUTS:+${HANDOUTS%/}/$1.html}" --slurpfile late <(printf '%s' "$2") -f "$GRADER/pages/report.jq" "${@:3}"
}

# one_copy full|student: of what report_copies prints about one record.
one_copy() {
    local own=$'\1' other=$'\2'
    if [[ $1 == student ]]; then own=$'\2' other=$'\1'; fi
    LC_ALL=C sed -e "/^[$other"$'\3'"]/d" -e "s/^$own//"
}

# write_reports LAB LATE RECORD...: report.html, for who grades, and page.html, for the student, beside each record. Each appears
# whole or not at all.
write_reports() {
    local part parts
    parts=$(report_copies "$@" | LC_ALL=C awk -f "$GRADER/pages/copies.awk") || return
    while IFS= read -r part; do mv -- "$part" "${part%.part}" || return; done <<<"$parts"
}
