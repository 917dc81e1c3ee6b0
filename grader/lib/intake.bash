# Taking a submission in: where its files are, which lab they answer, and a private copy of its sources.
# shellcheck shell=bash

INTAKE=$GRADER/intake/build/intake
INTAKE_FILES=200 # a submission with more files is refused
PREDICTIONS_BYTES=65536 # what is more of predictions.txt is not read
INTAKE_DEPTH=3   # so many folders below the one that is given the lab's files may lie

# lab_units LAB: the names of the .cu files by which a lab is known, one a line. main.cu and what several
# labs have tell nothing.
lab_units() {
    local file unit same
    for file in "$KIT/solutions/$1"/*.cu; do
        unit=${file##*/}
        same=("$KIT"/solutions/*/"$unit")
        if [[ $unit != main.cu ]] && ((${#same[@]} == 1)); then printf '%s\n' "$unit"; fi
    done
}

# look_into GIVEN: what is in the folder GIVEN, as it is now, to entries, "T PATH" each (intake/intake.c); refuses
# what is no folder that can be read. Whose file belongs to which lab goes to lab_of.
look_into() {
    local list why='' unit lab status=0
    list=$(mktemp)
    "$INTAKE" list "$1" >"$list" || status=$?
    if ((status == 1)); then why=$(<"$list"); fi
    mapfile -d '' entries <"$list"
    rm -f -- "$list"
    if ((status == 1)); then refuse "$why"; fi
    ((status == 0))
    declare -gA lab_of=()
    while IFS= read -r lab; do
        while IFS= read -r unit; do lab_of[$unit]=$lab; done < <(lab_units "$lab")
    done < <(labs)
}

# in_lab FOLDER: is this path below the submission one where the lab's files may lie?
in_lab() {
    local slashes=${1//[!\/]/}
    [[ $1 == . ]] || ((${#slashes} < INTAKE_DEPTH)) && [[ /$1/ != */__MACOSX/* ]]
}

# labs_in FOLDER: the labs that have a file of theirs right there, one a line.
labs_in() {
    local entry path folder
    for entry in "${entries[@]}"; do
        path=${entry:2} folder=.
        if [[ $path == */* ]]; then folder=${path%/*}; fi
        if [[ $entry != d* && $folder == "$1" && ${lab_of[${path##*/}]-} ]]; then printf '%s\n' "${lab_of[${path##*/}]}"; fi
    done | sort -uV
}

# folders_with LAB: the folders of the submission that hold files of LAB (of any when it is empty), each
# ended by a zero byte; "." is the submission itself.
folders_with() {
    local entry path folder owner
    for entry in "${entries[@]}"; do
        path=${entry:2} folder=.
        if [[ $path == */* ]]; then folder=${path%/*}; fi
        owner=${lab_of[${path##*/}]-}
        if [[ $entry != d* && $owner && (! $1 || $1 == "$owner") ]] && in_lab "$folder"; then printf '%s\0' "$folder"; fi
    done | LC_ALL=C sort -zu
}

# same_sources GIVEN FOLDER...: these folders of it hold the same files right there, as a folder and an archive of it do.
same_sources() {
    local given=$1 first='' sums folder
    shift
    for folder; do
        sums=$(cd -- "$given/$folder" && find . -maxdepth 1 -type f -size -8192k -exec sha256sum -- {} + | LC_ALL=C sort) || return
        if [[ ${first:=$sums} != "$sums" ]]; then return 1; fi
    done
}

# files_in FOLDER: how many files are in it and below, as far down as sources are taken.
files_in() {
    local entry path slashes count=0
    for entry in "${entries[@]}"; do
        path=${entry:2}
        if [[ $1 != . ]]; then
            if [[ $path != "$1"/* ]]; then continue; fi
            path=${path#"$1"/}
        fi
        slashes=${path//[!\/]/}
        if [[ $entry != d* ]] && ((${#slashes} < 4)); then count=$((count + 1)); fi
    done
    printf '%s' "$count"
}

# bare NAME: as people, browsers and archives change it: case, blanks, numbers in brackets, "copy".
bare() {
    local name=${1,,} ending
    ending=${name##*.}
    name=${name%.*}
    if [[ $name =~ ^(.*)\([0-9]+\)$ ]]; then name=${BASH_REMATCH[1]}; fi
    if [[ $name =~ ^(.*)(copy|kopie|copie)\ *[0-9]*$ ]]; then name=${BASH_REMATCH[1]}; fi
    printf '%s.%s' "${name//[ _-]/}" "$ending"
}

# lookalikes FOLDER LAB: for each file of LAB that is not in FOLDER and has one there of almost its name, a
# note, a line each.
lookalikes() {
    local unit entry path name
    local -A here=()
    for entry in "${entries[@]}"; do
        path=${entry:2}
        if [[ $1 == . && $path != */* ]] || [[ $1 != . && $path == */* && ${path%/*} == "$1" ]]; then here[${path##*/}]=1; fi
    done
    while IFS= read -r unit; do
        if [[ ${here[$unit]-} ]]; then continue; fi
        for name in "${!here[@]}"; do
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

# take_in GIVEN FOLDER INTO NOTES PREDICTIONS: copies the sources of a submission, those in its FOLDER, to INTO, keeping
# folders; what is left out, and why, goes to NOTES, a line each, and the lines of its predictions.txt to PREDICTIONS.
# Refuses what cannot be used as a whole.
take_in() {
    local count status=0
    count=$(files_in "$2")
    if ((count == 0)); then refuse 'the submission is empty.'; fi
    look_at_number "$count"
    mkdir -p "$3"
    "$INTAKE" take "$1" "$2" "$3" >"$3.notes" || status=$?
    if ((status == 1)); then refuse "$(<"$3.notes")"; fi
    ((status == 0))
    cat "$3.notes" >>"$4"
    : >"$5"
    if [[ -f $3/predictions.txt ]]; then
        # Lines NAME = ANSWER alone, of characters that show, the last ones where there are too many.
        head -c "$PREDICTIONS_BYTES" "$3/predictions.txt" | LC_ALL=C tr -cd '\12\40-\176\200-\377' |
            LC_ALL=C sed -n 's/^ *\([a-z-]\{1,40\}\) *= *\(.*\)$/\1=\2/p' | LC_ALL=C cut -b -2000 | tail -n 200 >"$5"
        rm -- "$3/predictions.txt" # no source includes it
    fi
}
