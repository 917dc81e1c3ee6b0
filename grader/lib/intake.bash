# Taking a submission in: what it is, which lab it answers, and a private copy of its sources.
# shellcheck shell=bash

INTAKE_FILES=200            # a submission with more files is refused
INTAKE_BYTES=$((1 << 20))   # a larger file is left out

# lab_units LAB: the names of the lab's .cu files, one a line.
lab_units() {
    local file
    for file in "$KIT/solutions/$1"/*.cu; do basename "$file"; done
}

# lab_files LAB: how many of FOLDER's top-level files are named as the lab's .cu files.
count_lab_files() {
    local lab=$1 folder=$2 unit count=0
    while IFS= read -r unit; do
        # main.cu and the like belong to several labs and tell nothing.
        [[ $(compgen -G "$KIT/solutions/*/$unit" | wc -l) == 1 ]] || continue
        if [[ -e $folder/$unit || -L $folder/$unit ]]; then count=$((count + 1)); fi
    done < <(lab_units "$lab")
    printf '%d' "$count"
}

# submission_folder FOLDER: FOLDER itself, or the one folder in it when it holds nothing else (that
# is how archives often unpack).
submission_folder() {
    local folder=$1 entries
    mapfile -d '' entries < <(find "$folder" -mindepth 1 -maxdepth 1 ! -name '.*' ! -name __MACOSX -print0)
    if ((${#entries[@]} == 1)) && [[ -d ${entries[0]} && ! -L ${entries[0]} ]]; then
        folder=${entries[0]}
    fi
    printf '%s' "$folder"
}

# guess_lab FOLDER: prints the lab that the files in FOLDER answer; else says why not and fails.
guess_lab() {
    local folder=$1 lab found=()
    while IFS= read -r lab; do
        if (($(count_lab_files "$lab" "$folder") > 0)); then found+=("$lab"); fi
    done < <(labs)
    case ${#found[@]} in
    1) printf '%s' "${found[0]}" ;;
    0)
        complain "$folder: no file here belongs to a lab (a lab's files are those in labs/labN, by name)." \
            "Give the folder that holds them, or name the lab with --lab."
        return 1
        ;;
    *)
        complain "$folder: holds files of several labs (${found[*]}). Name the one to grade with --lab," \
            "or put each lab in a folder of its own."
        return 1
        ;;
    esac
}

# take_in FOLDER INTO NOTES: copies the sources of a submission to INTO, keeping folders; what is left
# out, and why, goes to NOTES, a line each. Symbolic links are never followed, objects and programs
# never taken. Fails, with a message, when the folder as a whole cannot be used.
take_in() {
    local folder=$1 into=$2 notes=$3 files file name size
    : >"$notes"
    mkdir -p "$into"
    mapfile -d '' files < <(find "$folder" -mindepth 1 -maxdepth 4 \( -name '.*' -o -name build \) -prune \
        -o ! -type d -printf '%P\0' 2>/dev/null | sort -z)
    if ((${#files[@]} == 0)); then
        complain "$folder: the submission is empty."
        return 1
    fi
    if ((${#files[@]} > INTAKE_FILES)); then
        complain "$folder: ${#files[@]} files are no submission of a lab (at most $INTAKE_FILES)." \
            "Give the folder that holds the lab's files alone."
        return 1
    fi
    for name in "${files[@]}"; do
        file=$folder/$name
        case ${name##*/} in
        *.cu | *.cuh | *.h | *.hh | *.hpp | *.inl | *.c | *.cc | *.cpp | *.mk | [Mm]akefile | GNUmakefile) ;;
        *) continue ;; # answers, objects, pictures: nothing that is built
        esac
        # A name that make or a compiler's command line would take for something else.
        if [[ $name == *[$' \t\n']* || $name == *[\$\#%:\;\|\&\'\"\\\*\?]* ]]; then
            printf '%s\n' "${name//[$'\n']/ }: left out, rename it (blanks and special characters)" >>"$notes"
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
