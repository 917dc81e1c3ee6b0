# What a class came to: class.json, the pages, the table. A function of the records and of what the jobs left.
# shellcheck shell=bash
# shellcheck disable=SC2154 # grader/class sets them

# choose_roster ROSTER: sets roster, the file to read; "" for none. Without ROSTER that of the last call stays, which lies beside the records;
# `none` forgets it.
choose_roster() {
    local kept=$records/roster.csv
    roster=$1
    if [[ $roster == none ]]; then
        rm -f -- "$kept"
        roster=''
    elif [[ ! $roster && -f $kept ]]; then
        roster=$kept
        complain "the roster of the last call is used, $kept; --roster FILE takes another one, --roster none forgets it."
    fi
}

# choose_due DUE: sets due, in seconds; "" for none. Without DUE the deadline of the last call stays; `none` forgets it.
choose_due() {
    due=$1
    if [[ $due == none ]]; then
        due=''
    elif [[ ! $due ]] && is_class "$records/class.json"; then
        due=$(jq -r '.due // ""' "$records/class.json")
        if [[ $due ]]; then complain "the deadline of the last call is used, $(date -d "@$due" '+%Y-%m-%d %H:%M'); --due TIME sets another one, --due none forgets it."; fi
    fi
}

# read_roster FILE: $class/roster.json, an array, or null without a FILE; a copy of FILE stays beside the records. Ends the command when it is no roster.
read_roster() {
    local why
    if [[ ! $1 ]]; then
        echo null >"$class/roster.json"
        return
    elif ! why=$(text_of "$1" | jq -R -s -c -L "$GRADER/marks" -L "$GRADER/batch" -f "$GRADER/batch/roster.jq" 2>&1 >"$class/roster.lines"); then
        complain "--roster $1: $(sed -nE 's/^jq: error[^)]*(\): |: )//p' <<<"$why" | head -n 1); is it the CSV that the platform exports?"
        exit 1
    fi
    roster_times
    if [[ $(jq length "$class/roster.json") == 0 ]]; then
        complain "--roster $1: it names nobody."
        exit 1
    fi
    if ! [[ $1 -ef $records/roster.csv ]]; then
        if ! cp -- "$1" "$records/roster.part" || ! mv -T -- "$records/roster.part" "$records/roster.csv"; then
            complain "the roster could not be kept for later calls in $records; is the disk full?"
        fi
    fi
}

# roster_times: roster.lines as roster.json, with the times of Moodle's worksheet in seconds, by this machine's clock as everywhere; says which
# were not understood.
roster_times() {
    local unread
    jq -r '.submitted, .extended | values | .time | values' "$class/roster.lines" | sort -u | seconds_of >"$class/roster.times"
    jq -s --rawfile times "$class/roster.times" '
        ($times | split("\n") | map(select(. != "") | split("\t") | {key: .[0], value: (.[1] | tonumber? // null)}) | from_entries) as $seconds
        | map(reduce ("submitted", "extended") as $when (.; if .[$when] then .[$when].seconds = $seconds[.[$when].time // ""] else . end))' \
        "$class/roster.lines" >"$class/roster.json"
    unread=$(jq -r '[.[] | .submitted, .extended | values | select(.seconds == null).text] | if . == [] then "" else
        "\(length) of its times \(if length == 1 then "is" else "are" end) not understood, for example \"\(.[0])\": write a date like 2026-05-31 23:59, or export it with Moodle in English" end' "$class/roster.json")
    if [[ $unread ]]; then complain "--roster: $unread."; fi
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

# summarize: fails when something is ours, or a record is torn.
summarize() {
    if ! write_class || { [[ $similar ]] && ! find_similar; } || ! write_pages; then
        complain "the summary could not be written to $records; is the disk full? The records are kept."
        return 1
    fi
    print_table
    [[ " ${submission_states[*]} " != *' ours '* ]] && ((${#torn[@]} == 0))
}

write_class() {
    outcomes >"$class/outcomes"
    earlier_class >"$class/earlier"
    people "$class/outcomes" "$class/earlier" >"$records/class.json.part" || return
    if [[ -d $records/class.json || -L $records/class.json ]]; then rm -rf -- "$records/class.json"; fi
    mv -- "$records/class.json.part" "$records/class.json"
    untimed
}

# earlier_class: who was in the class before: by class.json, or where that is no whole file, by the records that lie there.
earlier_class() {
    local files=() file
    if is_class "$records/class.json"; then
        cat -- "$records/class.json"
    elif [[ -e $records/class.json || -L $records/class.json ]]; then
        complain "$records/class.json is no whole file; it is made again, of the records: what was known of those who are not in this download is lost."
        for file in "$records"/*/result.json; do if [[ -f $file ]]; then files+=("${file%/*}"); fi; done
        jq -n '{submissions: [$ARGS.positional[] | split("/")[-1] | {name: ., platform: "folder", people: [{any: .}], submitted: null, late: false, late_seconds: null, attempts: 1,
            state: "graded", why: null}]}' --args -- "${files[@]}"
    fi
}

# untimed: says where the deadline has no effect, because nobody tells when something was handed in.
untimed() {
    local text
    if [[ ! $due ]]; then return; fi
    text=$(jq -r 'def clean: gsub("[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"; " ");
        [.submissions[] | select(.submitted == null)] as $none
        | (if any($none[]; .platform == "canvas") then " Canvas tells only that something is late, by its own deadline: that is taken." else "" end
           + if any($none[]; .platform == "moodle") then " Moodle: give the grading worksheet as --roster." else "" end) as $help
        | if $none == [] then empty
          elif ($none | length) == (.submissions | length) then "--due has no effect: nobody tells when the submissions were handed in." + $help
          else "--due has no effect for \($none | length) of \(.submissions | length) submissions, of which nobody tells when they were handed in: "
            + ($none[:5] | map(.name | clean) | join(", ")) + (if ($none | length) > 5 then ", ..." else "" end) + "." + $help end' "${1:-$records/class.json}")
    if [[ $text ]]; then complain "$text"; fi
}

# people OUTCOMES EARLIER: who is who, as class.json has it.
people() {
    jq -n -L "$GRADER/batch" --arg lab "$lab" --arg due "$due" --arg seed "${grading[class_seed]-0}" --arg device "${grading[device]}" \
        --argjson options "$(options_again)" --slurpfile all "$class/items/all" --rawfile outcomes "$1" --slurpfile roster "$class/roster.json" --slurpfile earlier "$2" '
        include "people";
        ($outcomes | split("\u0000")) as $words
        | {lab: $lab, due: (if $due == "" then null else $due | tonumber end), seed: ($seed | tonumber), device: $device, options: $options,
           items: [$all[] | . + {did: $words[2 * .number], why: $words[2 * .number + 1]}], roster: $roster[0],
           earlier: ($earlier[0].submissions // [])}
        | people'
}

# options_again: what of the options the same command has again, as a JSON array; roster, deadline and seed are kept.
options_again() {
    local all=(--device "$device")
    if [[ $steps ]]; then all+=(--only-step "$steps"); fi
    if [[ ! $trial ]]; then all+=(--no-nvcc); fi
    if [[ ${grading[box]} ]]; then all+=(--no-sandbox); fi
    jq -nc '$ARGS.positional' --args -- "${all[@]}"
}

# list_items: what there is to grade, whose it is, and how late: lines to read.
list_items() {
    people /dev/null /dev/null >"$class/listed"
    untimed "$class/listed"
    jq -r -L "$GRADER/batch" 'include "late"; listing' "$class/listed"
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

# write_pages: the report of each submission, and the list of all. Reads the class. Sets sound and torn (records.bash), which it tells, and
# mixed, who was judged by another rubric than the kit's now, where a class has two.
write_pages() {
    local number graded=() files=() pairs=/dev/null name
    read_class || return
    for number in "${!submission_names[@]}"; do
        name=${submission_names[number]}
        if [[ ${submission_states[number]} == graded ]]; then graded+=("$records/$name/result.json"); fi
        if [[ ${submission_states[number]} == refused ]] && jq -e '.why | type == "string"' "$records/$name/refused.json" >/dev/null 2>&1; then files+=("$records/$name/refused.json"); fi
    done
    sound_records "${graded[@]}"
    if ((${#torn[@]})); then
        mapfile -t graded < <(for name in "${torn[@]%/result.json}"; do printf '%s\n' "${name##*/}"; done)
        tell_torn "$(class_command "$records" "${graded[@]}")"
    fi
    files+=("${sound[@]}")
    if ((${#files[@]})); then write_reports "$lab" "$lateness" "${files[@]}" || return; fi
    if ((${#sound[@]})); then cat -- "${sound[@]}"; fi | jq -n -c -f "$GRADER/pages/class_rows.jq" >"$class/rows" || return
    judging_state
    mixed=()
    if (($(rubrics "${sound[@]}") > 1)); then
        mapfile -t mixed < <(jq -r --arg judged "$judging_hash" 'select(.judged != $judged).submission' "${sound[@]}")
        complain "the class has two rubrics: ${#mixed[@]} of ${#sound[@]} submissions were judged by another one than grader/$lab/$lab.bats is now ($(printf '%s, ' "${mixed[@]:0:5}" | sed 's/, $//')$( ((${#mixed[@]} <= 5)) || printf ', ...')). To judge all by one, type: grader/remark$(other_labs) $(printf %q "$output")"
    fi
    if is_list "$records/similar.json"; then pairs=$records/similar.json; fi
    write_class_page "$records/class.json" "$pairs" "$class/rows" "$records/index.html" || return
    "$GRADER/export" class-csv "$output" --lab "$lab" >"$records/marks.part" || return
    mv -- "$records/marks.part" "$records/marks.csv"
}

# is_list FILE
is_list() { [[ -f $1 && ! -L $1 ]] && jq -e 'type == "array" and all(.[]; (.one | type == "string") and (.other | type == "string"))' "$1" >/dev/null 2>&1; }

print_table() {
    printf '%s\n' "${why_ungraded[@]}" >"$class/ungraded"
    "$GRADER/report" --table --color "$color" --ungraded "$class/ungraded" -- "${sound[@]}"
    jq -r -L "$GRADER/batch" --args 'include "late"; last_lines($ARGS.positional)' -- "${aside[@]}" <"$records/class.json"
    jq -r -L "$GRADER/batch" --arg settle "$(printf 'grader/class --settle %q%s' "$output" "$(other_labs)")" 'include "late"; open_points($settle)' "$class/rows"
    if [[ ${grading[device]} == cpu && ! ${grading[trial]} ]]; then
        printf 'nvcc was not asked: what only the CPU device takes keeps its points. Where nvcc is installed the same command asks it%s.\n' \
            "$([[ ! $trial ]] && printf ', without --no-nvcc')"
    fi
    if [[ $similar ]] && is_list "$records/similar.json"; then
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
    if [[ ! $lab || ! -e $records/class.json || ! -d $class ]]; then
        complain "$output: there is no class of grader/class."
        exit 1
    elif ! is_class "$records/class.json"; then
        complain "$records/class.json is no whole file. To make it again, call the command that graded this class: grader/class --lab $lab --output $(printf %q "$output") DOWNLOAD. What is graded stays."
        exit 1
    fi
}
