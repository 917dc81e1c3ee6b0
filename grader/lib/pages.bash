# The pages about records: what each is made of stands in pages/. They are functions of the records.
# shellcheck shell=bash

# highlighted RECORD...: the lines of all excerpts as HTML with their words marked, {LINES: [HTML of each]}, by pandoc's highlighter where
# pandoc is installed; else, or where what it gives is not these lines, nothing.
highlighted() {
    local excerpts
    excerpts=$(jq -c -L "$GRADER/pages" 'include "page"; .excerpts // [] | shown | .[].text' "$@" | sort -u) || return
    if [[ ! $excerpts ]] || ! command -v pandoc >/dev/null; then
        echo '{}'
        return
    fi
    # No line of an excerpt is as long as this fence.
    jq -r '("~" * 400) as $fence | "", $fence + " {.cpp}", .[], $fence' <<<"$excerpts" |
        trusted pandoc --from markdown --to html --wrap=none | jq -R -n --slurpfile excerpts <(printf '%s' "$excerpts") -f "$GRADER/pages/highlighted.jq"
}

# report_copies LAB LATE RECORD...: the reports of records or refusals of a lab, both copies in one text (report.jq). LATE: JSON,
# {NAME: a sentence}. HANDOUTS: the address of the handouts' pages; where it is not set, those that `make handouts` left in the kit.
report_copies() {
    local handout=$KIT/handouts/$1/README.md built=$KIT/handouts/build/$1.html
    if [[ ! -f $handout ]]; then handout=/dev/null; fi
    if [[ -v HANDOUTS || ! -f $built ]]; then built=''; fi
    jq -n -r -L "$GRADER/pages" --rawfile style <(cat -- "$GRADER/pages/style.css" "$GRADER/pages/report.css") --rawfile handout "$handout" \
        --arg handouts "${HANDOUTS:+${HANDOUTS%/}/$1.html}" --arg built "$built" --arg here "$PWD" --slurpfile highlighted <(highlighted "${@:3}" || echo '{}') \
        --slurpfile late <(printf '%s' "$2") -f "$GRADER/pages/report.jq" "${@:3}"
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

# script_of FILE...: the script of a page: these of pages/, behind the library of charts where it is installed, with its licence.
script_of() {
    local uplot=$GRADER/pages/build/node_modules/uplot
    if [[ -f $uplot/dist/uPlot.iife.min.js ]]; then
        printf '/*\n'
        cat -- "$uplot/LICENSE"
        printf '*/\n'
        cat -- "$uplot/dist/uPlot.iife.min.js"
    fi
    (cd -- "$GRADER/pages" && cat -- "$@")
}

# style_of FILE...: the style of a page, with that of the charts.
style_of() {
    cat -- "$GRADER/pages/style.css" "$GRADER/pages/build/node_modules/uplot/dist/uPlot.min.css" 2>/dev/null || true
    (cd -- "$GRADER/pages" && cat -- "$@")
}

# policy_of SCRIPT: what lets exactly this script run.
policy_of() {
    local hex
    hex=$(sha256sum <"$1")
    # shellcheck disable=SC2001,SC2059 # bytes by their numbers
    printf "; script-src 'sha256-%s'" "$(printf "$(sed 's/../\\x&/g' <<<"${hex%% *}")" | base64)"
}

# write_class_page CLASS SIMILAR ROWS PAGE: PAGE, of class.json, the pairs that are alike (may be /dev/null) and ROWS, what
# class_rows.jq says of the records. Appears whole or not at all.
write_class_page() {
    script_of plot.js class.js >"$4.js" || return
    jq -r -L "$GRADER/pages" -L "$GRADER/batch" --rawfile style <(style_of class.css) --rawfile script "$4.js" --arg policy "$(policy_of "$4.js")" \
        --slurpfile records "$3" --slurpfile similar "$2" -f "$GRADER/pages/class.jq" "$1" >"$4.part" || return
    rm -f -- "$4.js"
    mv -- "$4.part" "$4"
}

# with_timeline ARG...: a page with a timeline, by jq with these arguments.
with_timeline() {
    local script status=0
    script=$(mktemp) || return
    script_of plot.js timeline.js >"$script"
    jq -r -L "$GRADER/pages" --rawfile style <(style_of profile.css) --rawfile script "$script" --arg policy "$(policy_of "$script")" "$@" || status=$?
    rm -f -- "$script"
    return "$status"
}

# profile_page CHROME PROFILE: the page of labprof's JSON in PROFILE, with the timeline in CHROME.
profile_page() { with_timeline --slurpfile chrome "$1" -f "$GRADER/pages/labprof.jq" "$2"; }

# compare_page COMPARISONS RECORD...: the page of what compare.jq says of the first record with each of the others, in one array.
compare_page() { with_timeline --slurpfile inputs <(cat -- "${@:2}") -f "$GRADER/pages/compare.jq" "$1"; }
