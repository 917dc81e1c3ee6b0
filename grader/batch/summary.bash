# What a class came to: class.json, the pages, the table. A function of the records and of what the jobs left.
# shellcheck shell=bash
# shellcheck disable=SC2154 # grader/class sets them

# read_roster FILE: $class/roster.json, an array, or null without a FILE. Ends the command when it is no roster.
read_roster() {
    local why
    if [[ ! $1 ]]; then
        echo null >"$class/roster.json"
    elif ! why=$(text_of "$1" | jq -R -s -c -L "$GRADER/marks" -f "$GRADER/batch/roster.jq" 2>&1 >"$class/roster.lines"); then
        complain "--roster $1: $(sed -nE 's/^jq: error[^)]*(\): |: )//p' <<<"$why" | head -n 1); is it the CSV that the platform exports?"
        exit 1
    else
        jq -s . "$class/roster.lines" >"$class/roster.json"
        if [[ $(jq length "$class/roster.json") == 0 ]]; then
            complain "--roster $1: it names nobody."
            exit 1
        fi
    fi
}

# outcomes: what came of every item, in their order, did and why of each ended by a zero byte; one whose job left no word is ours.
outcomes() {
    local number words count
    count=$(wc -l <"$class/items/all")
    for ((number = 0; number < count; number++)); do
        words=()
        if [[ -s $class/done/$number ]]; then mapfile -d '' -t words <"$class/done/$number"; fi
        if ((${#words[@]} != 2)); then words=(ours 'its grading was ended from outside: is the memory enough, or the disk full?'); fi
        printf '%s\0' "${words[@]}"
    done
}

# summarize: fails when something is ours.
summarize() {
    local records=$output/$lab
    if ! write_class || { [[ $similar ]] && ! find_similar; } || ! write_pages; then
        complain "the summary could not be written to $records; is the disk full? The records are kept."
        return 1
    fi
    print_table
    [[ " ${submission_states[*]} " != *' ours '* ]]
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
    jq -n -L "$GRADER/batch" --arg lab "$lab" --arg due "$due" --arg seed "${grading[class_seed]-0}" --arg device "${grading[device]}" \
        --slurpfile all "$class/items/all" --rawfile outcomes "$1" --slurpfile roster "$class/roster.json" --slurpfile earlier "$2" '
        include "people";
        ($outcomes | split("\u0000")) as $words
        | {lab: $lab, due: (if $due == "" then null else $due | tonumber end), seed: ($seed | tonumber), device: $device,
           items: [$all[] | . + {did: $words[2 * .number], why: $words[2 * .number + 1]}], roster: $roster[0],
           earlier: ($earlier[0].submissions // [])}
        | people'
}

# list_items: what there is to grade, whose it is, and how late: lines to read.
list_items() {
    people /dev/null /dev/null | jq -r -L "$GRADER/batch" 'include "late"; listing'
    jq -r '.aside[] | gsub("[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"; " ") | "-; left aside, a loose file: \(.)"' "$class/layout.json"
}

# read_class: of class.json submission_names and submission_states, what is to be said of those without a record (why), and lateness, what
# the pages say of it.
read_class() {
    local fields number
    mapfile -d '' -t fields < <(jq -j -L "$GRADER/batch" --arg lab "$lab" 'include "late"; def field: "\(.)\u0000";
        ([.submissions[] | {key: .name, value: late_text}] | from_entries | tojson | field),
        (.submissions[] | (.name, .state | field), (if .state == "graded" then ""
           else {$lab, submission: .name, why: (if .state == "ours" then "OURS: " else "" end + .why)} | tojson end | field))' "$records/class.json")
    wait $! || return
    lateness=${fields[0]} submission_names=() submission_states=() why_ungraded=()
    for ((number = 1; number < ${#fields[@]}; number += 3)); do
        submission_names+=("${fields[number]}") submission_states+=("${fields[number + 1]}")
        if [[ ${fields[number + 2]} ]]; then why_ungraded+=("${fields[number + 2]}"); fi
    done
}

# write_pages: the report of each submission, and the list of all. Reads the class.
write_pages() {
    local number files=() pairs=/dev/null file
    read_class || return
    for number in "${!submission_names[@]}"; do
        case ${submission_states[number]} in
        graded) file=$records/${submission_names[number]}/result.json ;;
        refused) file=$records/${submission_names[number]}/refused.json ;;
        *) continue ;;
        esac
        if [[ -f $file ]]; then files+=("$file"); fi
    done
    if ((${#files[@]})); then write_reports "$lab" "$lateness" "${files[@]}" || return; fi
    find "$records" -mindepth 2 -maxdepth 2 -name result.json -exec cat {} + | jq -n -c -f "$GRADER/pages/class_rows.jq" >"$class/rows" || return
    if [[ -f $records/similar.json ]]; then pairs=$records/similar.json; fi
    write_class_page "$records/class.json" "$pairs" "$class/rows" "$records/index.html" || return
    "$GRADER/export" csv "$output" --lab "$lab" >"$records/marks.part" || return
    mv -- "$records/marks.part" "$records/marks.csv"
}

print_table() {
    local files=() number
    for number in "${!submission_names[@]}"; do
        if [[ ${submission_states[number]} == graded ]]; then files+=("$records/${submission_names[number]}/result.json"); fi
    done
    printf '%s\n' "${why_ungraded[@]}" >"$class/ungraded"
    "$GRADER/report" --table --color "$color" --ungraded "$class/ungraded" -- "${files[@]}"
    jq -r -L "$GRADER/batch" --args 'include "late"; last_lines($ARGS.positional)' -- "${aside[@]}" <"$records/class.json"
    jq -r -L "$GRADER/batch" --arg settle "$(printf 'grader/class --settle %q%s' "$output" "$(other_labs)")" 'include "late"; open_points($settle)' "$class/rows"
    if [[ ${grading[device]} == cpu && ! ${grading[trial]} ]]; then
        printf 'nvcc was not asked: what only the CPU device takes keeps its points. Where nvcc is installed the same command asks it%s.\n' \
            "$([[ ! $trial ]] && printf ', without --no-nvcc')"
    fi
    if [[ $similar && -f $records/similar.json ]]; then
        jq -r 'def clean: gsub("[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"; " ");
            if . == [] then "No two submissions are alike." else "Alike, for a person to look at:", (.[] | "  \(.percent) %  \(.one | clean)  \(.other | clean)") end' \
            "$records/similar.json"
    fi
    printf 'Records and pages: %s/NAME/. Marks: grader/export FORMAT %q\n' "$records" "$output"
}

# other_labs: the option that tells this class from the others in the same folder.
other_labs() {
    local found=("$output"/*/class.json)
    if ((${#found[@]} > 1)); then printf ' --lab %s' "$lab"; fi
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



