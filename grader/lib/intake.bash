# Taking a submission in: where its files are, which lab they answer, and a private copy of its sources.
# shellcheck shell=bash

INTAKE_FILES=200          # a submission with more files is refused
INTAKE_BYTES=$((1 << 20)) # a larger file is left out
INTAKE_DEPTH=3            # so many folders below the one that is given the lab's files may lie

# lab_units LAB: the names of the .cu files by which a lab is known, one a line. main.cu and what several
# labs have tell nothing.
lab_units() {
    local file unit
    for file in "$KIT/solutions/$1"/*.cu; do
        unit=${file##*/}
        if [[ $unit != main.cu && $(compgen -G "$KIT/solutions/*/$unit" | wc -l) == 1 ]]; then printf '%s\n' "$unit"; fi
    done
}

# labs_in FOLDER: the labs that have a file of theirs right there, one a line.
labs_in() {
    local lab unit
    while IFS= read -r lab; do
        while IFS= read -r unit; do
            if [[ -e $1/$unit || -L $1/$unit ]]; then
                printf '%s\n' "$lab"
                break
            fi
        done < <(lab_units "$lab")
    done < <(labs)
}

# folders_with FOLDER LAB: the folders in and below FOLDER that hold files of LAB (of any when it is
# empty), each ended by a zero byte.
folders_with() {
    local folder found
    while IFS= read -r -d '' folder; do
        found=$(labs_in "$folder")
        if [[ $2 && $'\n'$found$'\n' == *$'\n'"$2"$'\n'* ]] || [[ ! $2 && $found ]]; then printf '%s\0' "$folder"; fi
    done < <(find "$1" -maxdepth "$INTAKE_DEPTH" \( -name '.?*' -o -name build -o -name __MACOSX \) ! -path "$1" -prune \
        -o -type d -print0 2>/dev/null | sort -z)
}

# bare NAME: as people, browsers and archives change it: case, blanks, numbers in brackets, "copy".
bare() {
    local name=${1,,} ending
    ending=${name##*.}
    name=${name%.*}
    name=$(sed -E 's/[ _-]*\([0-9]+\)$//; s/[ _-]*(copy|kopie|copie)( *[0-9]*)$//; s/[ _-]//g' <<<"$name")
    printf '%s.%s' "$name" "$ending"
}

# lookalikes FOLDER LAB: for each file of LAB that is not in FOLDER and has one there of almost its name, a
# note, a line each.
lookalikes() {
    local unit name path
    while IFS= read -r unit; do
        if [[ -e $1/$unit || -L $1/$unit ]]; then continue; fi
        for path in "$1"/*; do
            name=${path##*/}
            if [[ ${name,,} == *.cu* && $(bare "${name%.txt}") == "$(bare "$unit")" ]]; then
                printf '%s: not in the submission; "%s" looks like it, rename it to %s\n' "$unit" "$(plain "$name")" "$unit"
            fi
        done
    done < <(lab_units "$2")
}

# look_at_number COUNT: refuses what is no submission by its number of files.
look_at_number() {
    if (($1 > INTAKE_FILES)); then
        refuse "$1 files are no submission of a lab (at most $INTAKE_FILES). Give the folder that holds the lab's files alone."
    fi
}

# take_in FOLDER INTO NOTES: copies the sources of a submission to INTO, keeping folders; what is left
# out, and why, goes to NOTES, a line each. Symbolic links are never followed, objects and programs never
# taken. Refuses what cannot be used as a whole.
take_in() {
    local folder=$1 into=$2 notes=$3 files file name size
    mkdir -p "$into"
    find "$folder" -mindepth 1 -maxdepth 4 \( -name '.*' -o -name build \) -prune -o ! -type d -printf '%P\0' \
        2>"$into.unread" >"$into.found" || true
    if [[ -s $into.unread ]]; then
        if grep -qv 'Permission denied' "$into.unread"; then cat "$into.unread" >&2 && return 1; fi
        echo 'A folder of the submission cannot be read (permissions): what is in it is left out' >>"$notes"
    fi
    sort -z -o "$into.found" "$into.found"
    mapfile -d '' files <"$into.found"
    if ((${#files[@]} == 0)); then refuse 'the submission is empty.'; fi
    look_at_number "${#files[@]}"
    for name in "${files[@]}"; do
        file=$folder/$name
        case ${name##*/} in
        *.cu | *.cuh | *.h | *.hh | *.hpp | *.inl | *.c | *.cc | *.cpp | *.mk | [Mm]akefile | GNUmakefile) ;;
        *) continue ;; # answers, objects, pictures: nothing that is built
        esac
        # A name that make or a compiler's command line would take for something else.
        if [[ $name == *[[:space:][:cntrl:]]* || $name == *[\$\#%:\;\|\&\'\"\\\*\?\<\>\(\)\`]* || $name == -* || $name == */-* ]]; then
            printf '%s\n' "$(plain "$name"): left out, rename it (blanks and special characters)" >>"$notes"
        elif [[ -L $file ]]; then
            printf '%s\n' "$name: left out, it is a symbolic link; hand in the file itself" >>"$notes"
        elif [[ ! -f $file ]]; then
            printf '%s\n' "$name: left out, it is not a regular file" >>"$notes"
        elif [[ ! -r $file ]]; then
            printf '%s\n' "$name: left out, it cannot be read (permissions)" >>"$notes"
        elif size=$(stat -c %s -- "$file") && ((size > INTAKE_BYTES)); then
            printf '%s\n' "$name: left out, $((size >> 10)) KiB is more than the $((INTAKE_BYTES >> 10)) KiB a source may have" >>"$notes"
        else
            mkdir -p "$into/$(dirname "$name")"
            cp --no-dereference -- "$file" "$into/$name"
            chmod 644 "$into/$name"
        fi
    done
}
