# The records of a class as files that somebody may have cut off, emptied, replaced or copied: which can be used, what is wrong with the
# others, by which rubric each was judged, and what to type where some have to be graded again.
# shellcheck shell=bash

# What everything that reads records relies on.
# shellcheck disable=SC2016 # jq's
IS_RECORD='def is_record:
    def text: type == "string"; def number: type == "number"; def list: type == "array";
    type == "object" and .schema == "gpu-memory-labs/result/1"
    and (.lab | text) and (.submission | text) and (.score | number) and (.pending | number) and (.possible | number) and (.notes | list)
    and (.tests | list and length > 0 and all(.[]; type == "object" and (.id | text) and (.name | text) and (.step | number) and (.points | number)
        and (.score | number) and (.status | text) and (.message | text) and (.diagnosis | . == null or text) and (.measured | type == "object")));'

# not_a_record FILE: prints what is wrong with it, "is empty"; fails when it is a record. In a class a link is none; where somebody names a
# file it may be one, with links_too=1.
not_a_record() {
    if [[ -L $1 && ! ${links_too-} ]]; then
        echo 'is a symbolic link'
    elif [[ -d $1 ]]; then
        echo 'is a folder'
    elif [[ ! -e $1 ]]; then
        echo 'is missing'
    elif [[ ! -f $1 || ! -r $1 ]]; then
        echo 'cannot be read'
    elif [[ ! -s $1 ]]; then
        echo 'is empty'
    elif ! jq . "$1" >/dev/null 2>&1; then
        echo 'is no JSON: it was cut off, or edited'
    elif ! jq -n -e "$IS_RECORD"' [inputs | is_record] == [true]' "$1" >/dev/null 2>&1; then
        echo 'is no whole record (schema gpu-memory-labs/result/1)'
    else
        return 1
    fi
}

# sound_records FILE...: sets sound, the files that are records, and of the others torn and, in the same order, torn_why.
sound_records() {
    local file why
    sound=() torn=() torn_why=()
    for file; do
        if [[ -f $file && -r $file && -s $file && (! -L $file || ${links_too-}) ]]; then sound+=("$file"); else torn+=("$file") torn_why+=("$(not_a_record "$file")"); fi
    done
    # One start of jq for all; only where something is wrong, one each.
    if ((${#sound[@]} == 0)) ||
        jq -n -e --argjson count "${#sound[@]}" "$IS_RECORD"' [inputs | is_record] | length == $count and all' "${sound[@]}" >/dev/null 2>&1; then
        return
    fi
    set -- "${sound[@]}"
    sound=()
    for file; do
        if why=$(not_a_record "$file"); then torn+=("$file") torn_why+=("$why"); else sound+=("$file"); fi
    done
}

# tell_torn REMEDY: a line for each file that is none.
tell_torn() {
    local number
    for number in "${!torn[@]}"; do complain "${torn[number]} ${torn_why[number]}. It is left out; the others are used."; done
    if ((${#torn[@]})) && [[ $1 ]]; then complain "To make it again, type: $1"; fi
}

# record_files RECORDS: to files, the records that RECORDS/class.json speaks of; where there is none, all that lie there. Fails when class.json is torn.
record_files() {
    local name
    files=()
    if [[ -e $1/class.json || -L $1/class.json ]]; then
        if ! is_class "$1/class.json"; then return 1; fi
        while IFS= read -r -d '' name; do files+=("$1/$name/result.json"); done < <(jq -j '.submissions[] | select(.state == "graded").name | "\(.)\u0000"' "$1/class.json")
    else
        mapfile -d '' files < <(find "$1" -mindepth 2 -maxdepth 2 -name result.json -print0 | LC_ALL=C sort -z)
    fi
}

# is_class FILE
is_class() {
    [[ -f $1 && ! -L $1 ]] && jq -n -e '[inputs] | length == 1 and (.[0] | .schema == "gpu-memory-labs/class/1" and (.lab | type == "string")
        and (.submissions | type == "array" and all(.[]; .name | type == "string")) and (.people | type == "array"))' "$1" >/dev/null 2>&1
}

# class_command RECORDS [NAME...]: the command that grades these again, and judges the others again: the last one of this class, for the downloads
# that these came from.
class_command() {
    local records=$1
    shift
    if ! is_class "$records/class.json"; then
        printf 'grader/class --lab LAB --output %q DOWNLOAD...' "$(dirname -- "$records")"
        return
    fi
    jq -r --arg output "$(dirname -- "$records")" '
        def quoted: if test("^[A-Za-z0-9_./:=@%+,-]+$") then . else @sh end;
        ($ARGS.positional | map({key: ., value: true}) | from_entries) as $these
        | ([.submissions[] | select($these == {} or $these[.name]) | .download // "DOWNLOAD"] | unique | if . == [] then ["DOWNLOAD"] else . end) as $downloads
        | ["grader/class", "--lab", .lab, "--output", $output, (.options // [])[], $downloads[]] | map(quoted) | join(" ")' \
        "$records/class.json" --args "$@"
}

# rubrics FILE...: how many rubrics these records were judged by.
rubrics() {
    if (($#)); then jq -r '.judged // "unknown"' "$@" | sort -u | wc -l; else echo 0; fi
}
