# What a class came to: class.json, the pages, the table. A function of the records and of what the jobs left.
# shellcheck shell=bash
# shellcheck disable=SC2154 # grader/class sets them

# read_roster FILE: $class/roster.json, an array, or null without a FILE. Ends the command when it is no roster.
read_roster() {
    local why
    if [[ ! $1 ]]; then
        echo null >"$class/roster.json"
    elif ! why=$(text_of "$1" | jq -R -s -c -L "$GRADER/marks" -f "$GRADER/batch/roster.jq" 2>&1 >"$class/roster.lines"); then
        complain "--roster $1: ${why#*: }"
        exit 1
    else
        jq -s . "$class/roster.lines" >"$class/roster.json"
        if [[ $(jq length "$class/roster.json") == 0 ]]; then
            complain "--roster $1: it names nobody."
            exit 1
        fi
    fi
}

# outcomes: what came of every item, a JSON line each; one whose job left no word is ours.
outcomes() {
    local number
    while IFS= read -r number; do
        if [[ -s $class/done/$number ]]; then
            cat -- "$class/done/$number"
        else
            jq -nc --argjson item "$number" '{$item, did: "ours", why: "its grading was ended from outside: is the memory enough, or the disk full?"}'
        fi
    done < <(jq -r .number "$class/items/all")
}

# summarize: fails when something is ours.
summarize() {
    local records=$output/$lab
    if ! write_class || { [[ $similar ]] && ! find_similar; } || ! write_pages; then
        complain "the summary could not be written to $records; is the disk full? The records are kept."
        return 1
    fi
    print_table
    ! jq -e 'any(.submissions[]; .state == "ours")' "$records/class.json" >/dev/null
}

write_class() {
    local earlier=/dev/null
    outcomes >"$class/outcomes"
    if [[ -f $records/class.json ]]; then earlier=$records/class.json; fi
    people "$class/outcomes" "$earlier" >"$records/class.json.part" || return
    mv -- "$records/class.json.part" "$records/class.json"
}

# people OUTCOMES EARLIER: who is who, as class.json has it.
people() {
    jq -n --arg lab "$lab" --arg due "$due" --arg seed "${grading[class_seed]-0}" --arg device "${grading[device]}" \
        --slurpfile all "$class/items/all" --slurpfile outcomes "$1" --slurpfile roster "$class/roster.json" \
        --slurpfile earlier "$2" '
        ($outcomes | map({key: (.item | tostring), value: .}) | from_entries) as $of
        | {lab: $lab, due: (if $due == "" then null else $due | tonumber end), seed: ($seed | tonumber), device: $device,
           items: [$all[] | . + ($of[.number | tostring] | {did, why})], roster: $roster[0],
           earlier: ($earlier[0].submissions // [])}' |
        jq -f "$GRADER/batch/people.jq"
}

# list_items: what there is to grade, whose it is, and how late: lines to read.
list_items() {
    people /dev/null /dev/null | jq -r -L "$GRADER/batch" 'include "late"; listing'
    jq -r '.aside[] | gsub("[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]"; " ") | "-; left aside, a loose file: \(.)"' "$class/layout.json"
}

# write_pages: the report of each submission, and the list of all.
write_pages() {
    local name state files=() pairs=/dev/null
    while IFS=$'\t' read -r name state; do
        if [[ $state == graded && -f $records/$name/result.json ]]; then
            files+=("$records/$name/result.json")
        elif [[ $state == refused && -f $records/$name/refused.json ]]; then
            files+=("$records/$name/refused.json")
        fi
    done < <(jq -r '.submissions[] | [.name, .state] | @tsv' "$records/class.json")
    if ((${#files[@]})); then
        write_reports "$lab" "$(jq -c -L "$GRADER/batch" 'include "late"; [.submissions[] | {key: .name, value: late_text}] | from_entries' "$records/class.json")" \
            "${files[@]}" || return
    fi
    record_rows | jq -s 'from_entries' >"$class/rows" || return
    if [[ -f $records/similar.json ]]; then pairs=$records/similar.json; fi
    write_class_page "$records/class.json" "$pairs" "$class/rows" "$records/index.html" || return
    "$GRADER/export" csv "$output" --lab "$lab" >"$records/marks.part" || return
    mv -- "$records/marks.part" "$records/marks.csv"
}

# record_rows: of every record what the class page needs, a line each.
record_rows() {
    find "$records" -mindepth 2 -maxdepth 2 -name result.json -exec jq -c -f "$GRADER/pages/class_rows.jq" {} +
}

print_table() {
    local files=() name
    while IFS= read -r name; do files+=("$records/$name/result.json"); done < <(jq -r '.submissions[] | select(.state == "graded").name' "$records/class.json")
    jq -c --arg lab "$lab" '.submissions[] | select(.state != "graded") | {lab: $lab, submission: .name, why: (if .state == "ours" then "OURS: " else "" end + .why)}' \
        "$records/class.json" >"$class/ungraded"
    "$GRADER/report" --table --color "$color" --ungraded "$class/ungraded" -- "${files[@]}"
    jq -r -L "$GRADER/batch" --args 'include "late"; last_lines($ARGS.positional)' "${aside[@]}" <"$records/class.json"
    if [[ $similar && -f $records/similar.json ]]; then
        jq -r 'def clean: gsub("[\u0000-\u001f\u007f-\u009f]"; " ");
            if . == [] then "No two submissions are alike." else "Alike, for a person to look at:", (.[] | "  \(.percent) %  \(.one | clean)  \(.other | clean)") end' \
            "$records/similar.json"
    fi
    printf 'Records and pages: %s/NAME/. Marks: grader/export FORMAT %q\n' "$records" "$output"
}

# find_class: of output and lab (which may be empty), records and class. Ends the command when there is no class there.
find_class() {
    local found
    mapfile -t found < <(find "$output" -mindepth 2 -maxdepth 2 -name class.json -printf '%P\n' 2>/dev/null | cut -d/ -f1 | sort)
    if [[ $lab ]]; then found=("$lab"); fi
    if ((${#found[@]} > 1)); then fail_usage "$output has classes of ${found[*]}: say which with --lab."; fi
    output=$(realpath -m -- "$output")
    lab=${found[0]-} records=$output/${found[0]-}
    class=$records/.class
    if [[ ! $lab || ! -f $records/class.json || ! -d $class ]]; then
        complain "$output: there is no class of grader/class."
        exit 1
    fi
}



