# The downloads of a class become items: CLASS/items/N, one a submission, with item.json (layouts.jq says what is in it) and
# source/1, source/2, ...: links to its files, in the order of item.json.
# shellcheck shell=bash

# collect CLASS LAB DUE DOWNLOAD...: sets aside: names of entries that belong to nobody. Fails, with a message, when a download
# cannot be read.
collect() {
    local class=$1 lab=$2 due=$3 download number=0 why status unit
    shift 3
    paths=()
    mapfile -t lab_files < <(while IFS= read -r unit; do lab_units "$unit"; done < <(labs))
    : >"$class/entries" && : >"$class/metadata" && : >"$class/times"
    mkdir -p -- "$class/downloads"
    for download; do
        number=$((number + 1))
        if [[ -d $download ]]; then
            download=$(realpath -- "$download")
        elif [[ -f $download ]]; then
            if ! is_archive "$download"; then
                complain "$download: neither a folder nor an archive (zip, tar.gz, tar.xz, 7z, ...)."
                return 1
            fi
            status=0
            progress "unpacking ${download##*/}"
            why=$(unpack "$download" "$class/downloads/$number" "$class/tmp/unpack" "${CLASS_LIMITS[@]}") || status=$?
            clear_progress
            if ((status)); then
                complain "$download: $why."
                return 1
            fi
            # A folder that holds one submission is called as the archive is.
            download=$class/downloads/$number
        else
            complain "$download: there is no such folder or archive."
            return 1
        fi
        if [[ ! -r $download || ! -x $download ]]; then
            complain "$download: the folder cannot be read (permissions)."
            return 1
        fi
        add_download "$number" "$download"
    done
    jq -R -n --arg lab "$lab" --argjson units "$(lab_units "$lab" | jq -R . | jq -s .)" --arg due "$due" --rawfile times "$class/times" \
        --rawfile metadata "$class/metadata" '
        def number: if . == "" then null else tonumber end;
        {$lab, $units, due: ($due | number),
         entries: [inputs | fromjson],
         times: ($times | split("\n") | map(select(. != "") | split("\t") | {key: .[0], value: (.[1] | number)}) | from_entries),
         gradescope: (reduce ($metadata | split("\n")[] | select(. != "") | split("\t")) as [$download, $folder, $key, $value] ({};
            .[$download][$folder] |= (. // {people: []}
              | if $key == "created_at" then .submitted = $value
                elif $key == "person" then .people += [{}]
                else .people[-1][$key] = $value end)))}' "$class/entries" | jq -f "$GRADER/batch/layouts.jq" >"$class/layout.json" || return
    # shellcheck disable=SC2034 # for the summary
    mapfile -t aside < <(jq -r '.aside[]' "$class/layout.json")
    make_items "$class"
}

# add_download NUMBER FOLDER: its entries, to the arrays (paths, lab_files) and files of collect. A folder that is a submission itself is one
# entry; one around everything, as archives have it, is looked through.
add_download() {
    local number=$1 folder=$2 inner metadata
    metadata=$(gradescope_metadata "$folder")
    if [[ $metadata ]]; then folder=${metadata%/*}; fi
    for _ in 1 2 3; do
        mapfile -d '' inner < <(find "$folder" -mindepth 1 -maxdepth 1 ! -name '.*' ! -name __MACOSX -print0)
        if [[ $metadata ]] || ((${#inner[@]} != 1)) || [[ ! -d ${inner[0]} || -d ${inner[0]}/.git || ${inner[0]##*/} == *_assignsubmission_* ]] ||
            is_submission "${inner[0]}" || [[ ! $(find "${inner[0]}" -mindepth 1 -maxdepth 1 \( -type d -o -name '*.*' \) -print -quit) ]]; then
            break
        fi
        # One person's folder with one folder in it, or the whole class's? A class has several entries, or a platform's names.
        if (($(find "${inner[0]}" -mindepth 1 -maxdepth 1 ! -name '.*' -printf x | wc -c) < 2)); then break; fi
        folder=${inner[0]}
    done
    if [[ $metadata ]]; then
        LC_ALL=C.UTF-8 awk -f "$GRADER/batch/gradescope.awk" "$metadata" >"$class/yml"
        sed "s/^/$number\t/" "$class/yml" >>"$class/metadata"
        awk -F '\t' '$2 == "created_at" { print $3 }' "$class/yml" | seconds_of >>"$class/times"
    fi
    if [[ -d $folder/.git ]] || is_submission "$folder"; then
        add_entry "$number" "$folder"
        return
    fi
    while IFS= read -r -d '' inner; do
        if [[ ${inner##*/} != submission_metadata.yml ]]; then add_entry "$number" "$inner"; fi
    done < <(find "$folder" -mindepth 1 -maxdepth 1 ! -name '.*' ! -name __MACOSX \( -type d -o -type f \) -print0 | sort -z)
}

# gradescope_metadata FOLDER: the file that says who handed in what, right there or in the only folder of it: anywhere
# else it may be a student's own.
gradescope_metadata() {
    local folder=$1 inner
    for _ in 1 2 3; do
        if [[ -f $folder/submission_metadata.yml && ! -L $folder/submission_metadata.yml ]]; then
            printf '%s' "$folder/submission_metadata.yml"
            return
        fi
        mapfile -d '' inner < <(find "$folder" -mindepth 1 -maxdepth 1 ! -name '.*' ! -name __MACOSX -print0)
        if ((${#inner[@]} != 1)) || [[ ! -d ${inner[0]} || -L ${inner[0]} ]]; then return; fi
        folder=${inner[0]}
    done
}

# is_submission FOLDER: files of a lab are right there.
is_submission() {
    local unit
    for unit in "${lab_files[@]}"; do
        if [[ -f $1/$unit ]]; then return 0; fi
    done
    return 1
}

# add_entry NUMBER PATH
add_entry() {
    local path=$2 name=${2##*/} kind=file git=false committed='' head=''
    if [[ -d $path ]]; then
        kind=folder
        if [[ -d $path/.git ]]; then
            git=true
            committed=$(commit_time "$path")
        fi
    elif is_archive "$name"; then
        kind=archive
    elif [[ $name == *_attempt_*.txt ]]; then
        head=$(head -c 400 -- "$path" | head -n 1 | tr -d '\000\r')
    fi
    if [[ $name =~ _attempt_([0-9]{4})-([0-9]{2})-([0-9]{2})-([0-9]{2})-([0-9]{2})-([0-9]{2})(_|\.txt$|$) ]]; then
        # Blackboard names its files by the clock of the institution: this machine's, that is.
        printf '%s-%s-%s-%s-%s-%s\t%s\n' "${BASH_REMATCH[@]:1:6}" "$(date -d "${BASH_REMATCH[1]}-${BASH_REMATCH[2]}-${BASH_REMATCH[3]} \
${BASH_REMATCH[4]}:${BASH_REMATCH[5]}:${BASH_REMATCH[6]}" +%s 2>/dev/null)" >>"$class/times"
    fi
    jq -nc --argjson i "${#paths[@]}" --arg name "$name" --arg kind "$kind" --argjson git "$git" --arg head "$head" \
        --arg download "$1" --arg committed "$committed" '
        {$i, $name, $kind, $git, $download, head: (if $head == "" then null else $head end),
         committed: (if $committed == "" then null else $committed | tonumber end)}' >>"$class/entries"
    paths+=("$path")
}

# seconds_of: lines of dates, as DATE <tab> SECONDS.
seconds_of() {
    local line
    while IFS= read -r line; do printf '%s\t%s\n' "$line" "$(date -d "$line" +%s 2>/dev/null)"; done
}

# commit_time REPOSITORY: when its last commit was made, in seconds, as the committer's machine had it. A repository may tell git
# to run programs, so git reads a copy in the box.
commit_time() {
    local scratch=$class/tmp/git
    rm -rf -- "$scratch"
    mkdir -p -- "$scratch"
    if [[ -L $1/.git ]] || (($(du -sk -- "$1/.git" | cut -f1) > 200000)); then return; fi
    cp -r --no-dereference -- "$1/.git" "$scratch/.git" 2>/dev/null || return 0
    "$GRADER/run_student" --wall 20 --file-limit 256 --files 20000 --work "$scratch" --stdout "$scratch.time" --stderr /dev/null \
        --report "$scratch.report" -- git -c safe.directory='*' --no-pager cat-file commit HEAD 2>/dev/null || return 0
    sed -n 's/^committer .*> \([0-9]\{1,12\}\) [-+][0-9]*$/\1/p;/^$/q' "$scratch.time" | head -n 1
}

# make_items CLASS: the folders, by layout.json and the paths in entries.
make_items() {
    local class=$1 number i place
    rm -rf -- "$class/items"
    mkdir -p -- "$class/items"
    jq -c '.items | to_entries[] | .value + {number: .key}' "$class/layout.json" >"$class/items/all"
    while IFS=$'\t' read -r number place i; do
        mkdir -p -- "$class/items/$number/source"
        ln -sfn -- "${paths[i]}" "$class/items/$number/source/$place"
    done < <(jq -r '.number as $n | .files | to_entries[] | "\($n)\t\(.key + 1)\t\(.value.i)"' "$class/items/all")
    while IFS= read -r number; do
        printf '%s\n' "$number" >"$class/items/$(jq -r .number <<<"$number")/item.json"
    done <"$class/items/all"
}
