# The downloads of a class become items (layouts.jq): CLASS/items/all, a line of JSON each, and for the one that grades it a folder
# CLASS/items/N: its name; called and paths, what its files are called and where they lie, each ended by a zero byte; and notes, lines.
# shellcheck shell=bash

# collect CLASS LAB DUE DOWNLOAD...: sets aside: names of entries that belong to nobody. Fails, with a message, when a download
# cannot be read.
collect() {
    local class=$1 lab=$2 due=$3 download number=0 why status unit into downloads=()
    shift 3
    for download; do downloads+=("$(realpath -m -- "$download")"); done
    paths=()
    mapfile -t lab_files < <(while IFS= read -r unit; do lab_units "$unit"; done < <(labs))
    : >"$class/entries" && : >"$class/metadata" && : >"$class/times"
    mkdir -p -- "$class/downloads"
    for download; do
        number=$((number + 1))
        if [[ -d $download ]]; then
            real_path download -- "$download"
        elif [[ -f $download ]]; then
            if ! is_archive "$download"; then
                complain "$download: neither a folder nor an archive (zip, tar.gz, tar.xz, 7z, ...)."
                return 1
            fi
            status=0
            begins "unpacking ${download##*/} ..."
            # A download that is one submission is called as the archive is.
            into=${download##*/}
            into=$class/downloads/$number/${into%%.*}
            why=$(unpack "$download" "$into" "$class/tmp/unpack" "${CLASS_LIMITS[@]}") || status=$?
            clear_progress
            if ((status)); then
                complain "$download: $why."
                return 1
            fi
            download=$into
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
    jq -n --arg lab "$lab" --arg units "$(lab_units "$lab")" --arg due "$due" --rawfile times "$class/times" --rawfile metadata "$class/metadata" \
        --rawfile entries "$class/entries" -L "$GRADER/batch" '
        include "layouts";
        def number: if . == "" then null else tonumber end;
        {$lab, units: ($units | split("\n")), due: ($due | number), downloads: $ARGS.positional,
         entries: ($entries | split("\u0000") | [range(0; length - 1; 6) as $n | .[$n:$n + 6]] | to_entries
           | map(.key as $i | .value | {$i, name: .[0], kind: .[1], git: (.[2] != ""), download: .[3],
               committed: (.[4] | number), head: (if .[5] == "" then null else .[5] end)})),
         times: ($times | split("\n") | map(select(. != "") | split("\t") | {key: .[0], value: (.[1] | number)}) | from_entries),
         gradescope: (reduce ($metadata | split("\n")[] | select(. != "") | split("\t")) as [$download, $folder, $key, $value] ({};
            .[$download][$folder] |= (. // {people: []}
              | if $key == "created_at" then .submitted = $value
                elif $key == "person" then .people += [{}]
                else .people[-1][$key] = $value end)))}
        | layout' --args -- "${downloads[@]}" >"$class/layout.json" || return
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
    while LC_ALL=C IFS= read -r -d '' inner; do
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
    local path=$2 name=${2##*/} kind=file git='' committed='' head=''
    if [[ -d $path ]]; then
        kind=folder
        if [[ -d $path/.git ]]; then
            git=1
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
    printf '%s\0' "$name" "$kind" "$git" "$1" "$committed" "$head" >>"$class/entries"
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

# make_items CLASS: the items, by layout.json and the paths of the entries; sets aside.
make_items() {
    local class=$1 number=0 count text name notes files i called
    rm -rf -- "$class/items"
    mkdir -p -- "$class/items"
    # One start of jq for all items; each field ends by a zero byte.
    jq -j 'def field: "\(.)\u0000";
        (.items | length | field), (.aside | (length, .[]) | field),
        (.items | to_entries[] | (.value + {number: .key} | tojson | field),
           (.value | (.name, (.notes | join("\n")), (.files | length) | field), (.files[] | .i, .called | field)))' \
        "$class/layout.json" >"$class/items/fields" || return
    {
        LC_ALL=C IFS= read -r -d '' count && LC_ALL=C IFS= read -r -d '' files
        # shellcheck disable=SC2034 # for the summary
        if ((files)); then mapfile -d '' -t -n "$files" aside; else aside=(); fi
        (cd -- "$class/items" && seq 0 $((count - 1)) | xargs -r mkdir --)
        while LC_ALL=C IFS= read -r -d '' text && LC_ALL=C IFS= read -r -d '' name && LC_ALL=C IFS= read -r -d '' notes && LC_ALL=C IFS= read -r -d '' files; do
            printf '%s\n' "$text" >&6
            printf '%s' "$name" >"$class/items/$number/name"
            printf '%s' "$notes" >"$class/items/$number/notes"
            while ((files-- > 0)) && LC_ALL=C IFS= read -r -d '' i && LC_ALL=C IFS= read -r -d '' called; do
                printf '%s\0' "$called" >&7
                printf '%s\0' "${paths[i]}" >&8
            done 7>"$class/items/$number/called" 8>"$class/items/$number/paths"
            number=$((number + 1))
        done
    } <"$class/items/fields" 6>"$class/items/all"
}
