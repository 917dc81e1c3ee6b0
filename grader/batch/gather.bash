# One student's files, of whatever was handed in: folders, archives, loose files become one folder; what has almost a lab's file's
# name becomes that file where nothing else can be meant. All that was done is a note in the record.
# shellcheck shell=bash

GATHER_BYTES=$((8 << 20)) # a larger file is no source
GATHER_FILES=3000
GATHER_SUM=$((64 << 20)) # of all together, as of an archive

# source_hash ITEM: what the files of an item are: changes when one of them does.
source_hash() {
    local item=$1 source
    {
        jq -cS '{files: [.files[].called], notes}' "$item/item.json"
        for source in "$item"/source/*; do
            source=$(realpath -- "$source")
            if [[ -d $source ]]; then
                (cd -- "$source" && find . \( -name .git -o -name build -o -name __MACOSX \) -prune -o \
                    \( ! -type d -printf '%P %y %s\0' \) | sort -z | head -z -n "$GATHER_FILES" | sha256sum)
                (cd -- "$source" && looked_at f | xargs -0 sha256sum 2>&1 | sha256sum) || true
            else
                sha256sum <"$source"
            fi
        done
    } | sha256sum | cut -d' ' -f1
}

# looked_at KINDS: the files (f), or these and the links (f,l), of this folder that are looked at, each ended by a zero byte: so
# many, and so large. Links are not followed.
looked_at() {
    find . -mindepth 1 \( -name .git -o -name build -o -name __MACOSX \) -prune -o \
        -type "$1" -size "-$((GATHER_BYTES / 512 + 1))" -printf '%p\0%s\0' | paste -z - - | LC_ALL=C sort -z |
        head -z -n "$GATHER_FILES" | tr '\n\0' '\0\n' |
        LC_ALL=C awk -F '\t' -v most="$GATHER_SUM" '{ sum += $NF; sub(/\t[0-9]+$/, ""); if (sum <= most) print }' | tr '\n\0' '\0\n'
}

# gather ITEM TREE NOTES SCRATCH: TREE is made of the item's files. Fails, with a sentence on standard output, when they cannot be
# used; with status 3 when that is nobody's fault but ours.
gather() {
    local item=$1 tree=$2 notes=$3 scratch=$4 number=0 source as into status why
    mkdir -p -- "$tree"
    jq -r '.notes[]' "$item/item.json" >>"$notes"
    while IFS= read -r as; do
        number=$((number + 1))
        source=$(realpath -- "$item/source/$number") || return 3
        if [[ -d $source ]]; then
            copy_folder "$source" "$tree" "$notes" || return 3
        elif is_archive "$as"; then
            into=$tree
            if (($(jq '.files | length' "$item/item.json") > 1)); then into=$tree/${as%%.*}-$number; fi
            status=0
            why=$(unpack "$source" "$into" "$scratch" "${STUDENT_LIMITS[@]}") || status=$?
            if ((status)); then
                printf '%s: %s' "$(plain "$as")" "$why"
                return "$status"
            fi
            note_dropped "$scratch.report" >>"$notes"
        else
            cp --no-dereference -- "$source" "$tree/$as" || return 3
        fi
    done < <(jq -r '.files[].called' "$item/item.json")
    # An archive in a folder, or in an archive: people pack twice.
    for _ in 1 2; do
        if [[ $(units_in "$tree") ]]; then break; fi
        unpack_inner "$tree" "$notes" "$scratch" || return
    done
}

# copy_folder FROM TREE NOTES: links stay links, which intake leaves out by name; what is large is no source.
copy_folder() {
    local from=$1 tree=$2 count
    find "$from" -mindepth 1 \( -name .git -o -name build -o -name __MACOSX \) -prune -o -type f \
        -size "+$((GATHER_BYTES / 512))" -printf '%P: left out, %k KiB is more than a source has\n' | tr -d '\000-\011\013-\037' |
        head -n 20 >>"$3"
    count=$(find "$from" -mindepth 1 \( -name .git -o -name build -o -name __MACOSX \) -prune -o -type f -printf x | head -c 1000000 | wc -c)
    if ((count > GATHER_FILES)); then
        echo "Of $count files the first $GATHER_FILES were looked at" >>"$3"
    fi
    if [[ $(cd -- "$from" && looked_at f,l | tr -cd '\0' | wc -c) != $(cd -- "$from" && GATHER_SUM=1e18 looked_at f,l | tr -cd '\0' | wc -c) ]]; then
        echo "Of its files the first $((GATHER_SUM >> 20)) MiB were looked at" >>"$3"
    fi
    (cd -- "$from" && looked_at f,l |
        tar --null --no-recursion --files-from - --create --file - --ignore-failed-read --sparse 2>/dev/null) |
        tar --extract --file - --directory "$tree" --no-same-owner --no-same-permissions
    chmod -R u+rwX -- "$tree"
}

# note_dropped REPORT: what the box did not let out of an archive.
note_dropped() { jq -r '.dropped[:20][] | "\(gsub("[\u0000-\u001f]"; "?")): left out, hand in the file itself"' "$1"; }

# units_in TREE: paths of the lab's files there, by their names or almost.
units_in() {
    find "$1" \( -name .git -o -name __MACOSX -o -name build \) -prune -o -type f -iname '*.cu*' -print -quit
}

# unpack_inner TREE NOTES SCRATCH: the archives in it, each to a folder beside it.
unpack_inner() {
    local archive why status started=$SECONDS
    while IFS= read -r -d '' archive; do
        if ! is_archive "$archive"; then continue; fi
        # All of them together get what one alone may take.
        if ((SECONDS - started > 60 || $(du -s --block-size=1 -- "$1" | cut -f1) > 2 * GATHER_SUM)); then
            printf '%s: not unpacked, those before it took all the time or room that a submission has\n' "$(plain "${archive#"$1"/}")" >>"$2"
            continue
        fi
        status=0
        why=$(unpack "$archive" "${archive%.*}.unpacked" "$3" "${STUDENT_LIMITS[@]}") || status=$?
        if ((status == 3)); then
            printf '%s' "$why"
            return 3
        elif ((status)); then
            printf '%s: %s\n' "$(plain "${archive#"$1"/}")" "$why" >>"$2"
        else
            printf '%s: unpacked\n' "$(plain "${archive#"$1"/}")" >>"$2"
            note_dropped "$3.report" >>"$2"
        fi
        rm -f -- "$archive"
    done < <(find "$1" \( -name .git -o -name __MACOSX -o -name build \) -prune -o -type f -print0 | sort -z | head -z -n 20)
}

# tidy TREE LAB NOTES: encodings and line ends as compilers and make take them, and the lab's names.
tidy() {
    local tree=$1 file
    while IFS= read -r -d '' file; do
        if iconv -f UTF-16 -t UTF-8 -- "$file" >"$3.text" 2>/dev/null; then
            cp -- "$3.text" "$file"
            printf '%s: was UTF-16, taken as UTF-8\n' "$(plain "${file#"$tree"/}")" >>"$3"
        fi
    done < <(sources_with "$tree" $'^\xff\xfe' $'^\xfe\xff')
    while IFS= read -r -d '' file; do
        LC_ALL=C sed -i $'1s/^\xef\xbb\xbf//' -- "$file"
        printf '%s: a byte order mark before its first line was taken away\n' "$(plain "${file#"$tree"/}")" >>"$3"
    done < <(sources_with "$tree" $'^\xef\xbb\xbf')
    while IFS= read -r -d '' file; do
        LC_ALL=C sed -i 's/\r$//' -- "$file"
        printf '%s: lines ended as in Windows (CRLF), taken as LF\n' "$(plain "${file#"$tree"/}")" >>"$3"
    done < <(sources_with "$tree" $'\r$')
    rm -f -- "$3.text"
    restore_names "$@"
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
    local -A missing=() stands_for=() files_of=()
    while IFS= read -r unit; do
        if [[ ! $(find "$tree" -name "$unit" -print -quit) ]]; then missing[$unit]=1; fi
    done < <(lab_units "$lab")
    if ((${#missing[@]} == 0)); then return 0; fi
    while IFS= read -r -d '' file; do
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
