# One student's files, of whatever was handed in: folders, archives, loose files become one folder; what has almost a lab's file's
# name becomes that file where nothing else can be meant. All that was done is a note in the record.
# shellcheck shell=bash

GATHER_BYTES=$((8 << 20)) # a larger file is no source
GATHER_FILES=3000
GATHER_SUM=$((64 << 20)) # of all together, as of an archive

# read_item ITEM: what make_items left there, to item_called and item_paths, one of each a file of it, and item_notes.
read_item() {
    mapfile -d '' item_called <"$1/called"
    mapfile -d '' item_paths <"$1/paths"
    item_notes=$(<"$1/notes")
}

# item_state: what is hashed to see whether an item changed: names, sizes and what the files hold that are looked at.
item_state() {
    local path
    printf '%s\0' "${item_called[@]}" "$item_notes"
    for path in "${item_paths[@]}"; do
        if [[ -d $path ]]; then
            look_at "$path"
            printf '%s\0' "${found[@]:0:GATHER_FILES}"
            if ((${#looked[@]})); then (cd -- "$path" && printf './%s\0' "${looked[@]}" | xargs -0 sha256sum 2>&1) || true; fi
        else
            sha256sum <"$path"
        fi
    done
}

# look_at FOLDER: what is in it, in an order of its own: found, "PATH <tab> TYPE <tab> SIZE" of whatever is no folder; of these
# looked, the paths of regular files, as many and as large as a submission has; left_out, lines that say what is not among them,
# links too, of which what follows would write and read through; and unreadable, what of it nobody here may read.
look_at() {
    local entry kind size path count=0 sum=0 large=0 links=0
    if [[ $1 == "${looked_into-}" ]]; then return; fi
    found=() looked=() left_out='' unreadable='' looked_into=$1
    mapfile -d '' found < <(find "$1" -mindepth 1 \( -name .git -o -name build -o -name __MACOSX \) -prune -o \
        ! -type d -printf '%P\t%y\t%s\0' | LC_ALL=C sort -z)
    wait $! || unreadable='a folder in it'
    for entry in "${found[@]}"; do
        size=${entry##*$'\t'} entry=${entry%$'\t'*}
        kind=${entry##*$'\t'} path=${entry%$'\t'*}
        case $kind in
        f)
            count=$((count + 1))
            if ((size > GATHER_BYTES)); then
                large=$((large + 1))
                if ((large <= 20)); then left_out+="$(plain "$path"): left out, $((size >> 10)) KiB is more than a source has"$'\n'; fi
                continue
            fi
            ;;
        l)
            links=$((links + 1))
            if ((links <= 20)); then left_out+="$(plain "$path"): left out, it is a symbolic link; hand in the file itself"$'\n'; fi
            continue
            ;;
        *) continue ;;
        esac
        sum=$((sum + size))
        if ((${#looked[@]} >= GATHER_FILES || sum > GATHER_SUM)); then continue; fi
        looked+=("$path")
        if [[ ! -r $1/$path ]]; then unreadable=$path; fi
    done
    if ((count > GATHER_FILES)); then left_out+="Of $count files the first $GATHER_FILES were looked at"$'\n'; fi
    if ((sum > GATHER_SUM)); then left_out+="Of its files the first $((GATHER_SUM >> 20)) MiB were looked at"$'\n'; fi
}

# gather TREE NOTES SCRATCH: TREE is made of the files of the item that was read. Fails, with a sentence on standard output, when
# they cannot be used; with status 3 when that is nobody's fault but ours.
gather() {
    local tree=$1 notes=$2 scratch=$3 number source as into status why not_unpacked=''
    mkdir -p -- "$tree"
    : >"$notes" # there when nothing is to be noted, too
    if [[ $item_notes ]]; then printf '%s\n' "$item_notes" >>"$notes"; fi
    for number in "${!item_paths[@]}"; do
        source=${item_paths[number]} as=${item_called[number]}
        if [[ -d $source ]]; then
            copy_folder "$source" "$tree" "$notes" || return 3
        elif is_archive "$as"; then
            into=$tree
            if ((${#item_paths[@]} > 1)); then into=$(free_name "$tree/${as%%.*}-$((number + 1))"); fi
            status=0
            why=$(unpack "$source" "$into" "$scratch" "${STUDENT_LIMITS[@]}") || status=$?
            if ((status)); then
                printf '%s: %s' "$(plain "$as")" "$why"
                return "$status"
            fi
            note_dropped "$scratch.report" >>"$notes"
        else
            cp --no-dereference -- "$source" "$(free_name "$tree/$as")" || return 3
        fi
    done
    # An archive in a folder, or in an archive: people pack twice.
    for _ in 1 2; do
        if [[ $(units_in "$tree") ]]; then break; fi
        unpack_inner "$tree" "$notes" "$scratch" || return
    done
    if [[ $not_unpacked && ! $(units_in "$tree") ]]; then
        printf '%s' "$not_unpacked"
        return 1
    fi
}

# free_name PATH: PATH, or one like it that is not taken: by another file of the submission, which may be a folder.
free_name() {
    local path=$1
    while [[ -e $path || -L $path ]]; do path+=~; done
    printf '%s' "$path"
}

# copy_folder FROM TREE NOTES. What cannot be read would be missing by no fault of the student's.
copy_folder() {
    local from=$1 tree=$2
    look_at "$from"
    if [[ $unreadable ]]; then
        printf '%s cannot be read (permissions)' "$(plain "$unreadable")"
        return 3
    fi
    printf '%s' "$left_out" >>"$3"
    if ((${#looked[@]} == 0)); then return 0; fi
    (cd -- "$from" && printf './%s\0' "${looked[@]}" |
        tar --null --no-recursion --files-from - --create --file - --sparse) |
        tar --extract --file - --directory "$tree" --no-same-owner --no-same-permissions
    chmod -R u+rwX -- "$tree"
}

# note_dropped REPORT: what the box did not let out of an archive.
note_dropped() { jq -r '.dropped[:20][] | "\(gsub("[\u0000-\u001f]"; "?")): left out, hand in the file itself"' "$1"; }

# units_in TREE: one of the files there that may be a lab's; most often it is on top, and a start of find saved.
units_in() {
    local on_top=("$1"/*.cu)
    if [[ -f ${on_top[0]} ]]; then
        printf '%s' "${on_top[0]}"
        return
    fi
    find "$1" \( -name .git -o -name __MACOSX -o -name build \) -prune -o -type f -iname '*.cu*' -print -quit
}

# unpack_inner TREE NOTES SCRATCH: the archives in it, each to a folder beside it; not_unpacked says which could not be, and why.
unpack_inner() {
    local archive why status started=$SECONDS
    while LC_ALL=C IFS= read -r -d '' archive; do
        if ! is_archive "$archive"; then continue; fi
        # All of them together get what one alone may take.
        if ((SECONDS - started > 60 || $(du -s --block-size=1 -- "$1" | cut -f1) > 2 * GATHER_SUM)); then
            printf '%s: not unpacked, those before it took all the time or room that a submission has\n' "$(plain "${archive#"$1"/}")" >>"$2"
            continue
        fi
        status=0
        why=$(unpack "$archive" "$(free_name "${archive%.*}.unpacked")" "$3" "${STUDENT_LIMITS[@]}") || status=$?
        if ((status == 3)); then
            printf '%s' "$why"
            return 3
        elif ((status)); then
            why="$(plain "${archive#"$1"/}"): $why"
            printf '%s\n' "$why" >>"$2"
            not_unpacked+="${not_unpacked:+; }$why"
        else
            printf '%s: unpacked\n' "$(plain "${archive#"$1"/}")" >>"$2"
            note_dropped "$3.report" >>"$2"
        fi
        rm -f -- "$archive"
    done < <(find "$1" \( -name .git -o -name __MACOSX -o -name build \) -prune -o -type f -print0 | sort -z | head -z -n 20)
}

# tidy TREE LAB NOTES: encodings and line ends as compilers and make take them, and the lab's names.
tidy() {
    local tree=$1
    if LC_ALL=C read -r -d '' _ < <(sources_with "$tree" $'^\xff\xfe' $'^\xfe\xff' $'^\xef\xbb\xbf' $'\r$'); then as_unix "$tree" "$3"; fi
    restore_names "$@"
    lift_deep "$@"
}

# lift_deep TREE LAB NOTES: where the lab's files lie in one folder, and deeper than intake looks, that folder becomes the tree.
lift_deep() {
    local tree=$1 path paths=("$1"/*/)
    local -A unit=() folders=()
    if [[ ! -d ${paths[0]} ]]; then return 0; fi
    mapfile -d '' -t paths < <(find "$tree" -mindepth $((INTAKE_DEPTH + 2)) \( -name .git -o -name __MACOSX -o -name build \) -prune -o -type f -printf '%P\0')
    if ((${#paths[@]} == 0)); then return 0; fi
    while IFS= read -r path; do unit[$path]=1; done < <(lab_units "$2")
    mapfile -d '' -t paths < <(find "$tree" \( -name .git -o -name __MACOSX -o -name build \) -prune -o -type f -printf '%P\0')
    for path in "${paths[@]}"; do
        if [[ ${unit[${path##*/}]-} ]]; then
            if [[ $path != */* ]]; then return 0; fi
            folders[${path%/*}]=1
        fi
    done
    if ((${#folders[@]} != 1)); then return 0; fi
    path=${!folders[*]}
    if [[ $path != */*/*/* ]]; then return 0; fi
    mv -- "$tree/$path" "$tree.lifted"
    rm -rf -- "$tree"
    mv -- "$tree.lifted" "$tree"
    printf 'The files of the lab were found in the folder %s, and nothing beside it was looked at\n' "$(plain "$path")" >>"$3"
}

# as_unix TREE NOTES: UTF-8, without a byte order mark, with lines that end as here.
as_unix() {
    local tree=$1 file
    while LC_ALL=C IFS= read -r -d '' file; do
        if iconv -f UTF-16 -t UTF-8 -- "$file" >"$2.text" 2>/dev/null; then
            cp -- "$2.text" "$file"
            printf '%s: was UTF-16, taken as UTF-8\n' "$(plain "${file#"$tree"/}")" >>"$2"
        fi
    done < <(sources_with "$tree" $'^\xff\xfe' $'^\xfe\xff')
    while LC_ALL=C IFS= read -r -d '' file; do
        LC_ALL=C sed -i $'1s/^\xef\xbb\xbf//' -- "$file"
        printf '%s: a byte order mark before its first line was taken away\n' "$(plain "${file#"$tree"/}")" >>"$2"
    done < <(sources_with "$tree" $'^\xef\xbb\xbf')
    while LC_ALL=C IFS= read -r -d '' file; do
        LC_ALL=C sed -i 's/\r$//' -- "$file"
        printf '%s: lines ended as in Windows (CRLF), taken as LF\n' "$(plain "${file#"$tree"/}")" >>"$2"
    done < <(sources_with "$tree" $'\r$')
    rm -f -- "$2.text"
}

# sources_with TREE PATTERN...: sources that match, each ended by a zero byte.
sources_with() {
    local tree=$1 patterns=() pattern
    shift
    for pattern; do patterns+=(-e "$pattern"); done
    LC_ALL=C grep -rlaZ "${patterns[@]}" --include='*.[cC][uU]' --include='*.cuh' --include='*.h' --include='*.hh' --include='*.hpp' \
        --include='*.inl' --include='*.c' --include='*.cc' --include='*.cpp' --include='*.mk' --include='[Mm]akefile*' \
        --include='*.cu.txt' --include=GNUmakefile -- "$tree" || true
}

# restore_names TREE LAB NOTES: a file of the lab that is nowhere, and that exactly one file can be, becomes that file.
restore_names() {
    local tree=$1 lab=$2 notes=$3 unit file name plain_name candidates
    local -A missing=() stands_for=() files_of=() there=()
    while IFS= read -r unit; do
        if [[ ! -e $tree/$unit ]]; then missing[$unit]=1; fi
    done < <(lab_units "$lab")
    if ((${#missing[@]} == 0)); then return 0; fi
    while LC_ALL=C IFS= read -r -d '' name; do there["$name"]=1; done < <(find "$tree" -mindepth 1 -printf '%f\0')
    for unit in "${!missing[@]}"; do
        if [[ ${there[$unit]-} ]]; then unset "missing[$unit]"; fi
    done
    if ((${#missing[@]} == 0)); then return 0; fi
    while LC_ALL=C IFS= read -r -d '' file; do
        name=${file##*/}
        if [[ -e $KIT/solutions/$lab/$name ]]; then continue; fi
        name=${name%.[tT][xX][tT]}
        plain_name=$(sed -E 's/-[0-9]{1,2}(\.[A-Za-z]+)$/\1/' <<<"$name") # a learning platform's number
        for unit in "${!missing[@]}"; do
            if [[ $(bare "$name") == "$(bare "$unit")" || $(bare "$plain_name") == "$(bare "$unit")" ]]; then
                stands_for[$file]+="$unit "
                files_of[$unit]+=$file$'\n'
            fi
        done
    done < <(find "$tree" \( -name .git -o -name __MACOSX -o -name build \) -prune -o -type f \
        ! -name $'*\n*' \( -iname '*.cu' -o -iname '*.cu.txt' \) -print0 | sort -z | head -z -n 100)
    for unit in "${!files_of[@]}"; do
        mapfile -t candidates <<<"${files_of[$unit]%$'\n'}"
        if (($(sha256sum -- "${candidates[@]}" | cut -d' ' -f1 | sort -u | wc -l) == 1)) && [[ ${stands_for[${candidates[0]}]} == "$unit " ]]; then
            mv -- "${candidates[0]}" "${candidates[0]%/*}/$unit"
            printf '%s: handed in as "%s", taken under the name of the lab\n' "$unit" "$(plain "${candidates[0]#"$tree"/}")" >>"$notes"
        else
            printf '%s: not in the submission under its name, and it is not clear which file it is (%s)\n' "$unit" \
                "$(for file in "${candidates[@]}"; do printf '"%s" ' "$(plain "${file#"$tree"/}")"; done | sed 's/ $//')" >>"$notes"
        fi
    done
}
