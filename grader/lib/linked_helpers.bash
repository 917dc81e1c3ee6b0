# What a step uses of the submission's other files. A step is linked with the reference in place of the
# other steps; when a name is missing then, and another file of the student's defines it, that file is
# linked too: one that the lab does not have is added, another step's takes the place of the reference's.
# Sourced by stage, which has the compiler and the device.
# shellcheck shell=bash disable=SC2154

# link_with_more PROGRAM OBJECT...: tries again with one more of the student's files as long as that
# helps. bin/PROGRAM.lent lists those that were taken.
link_with_more() {
    local name=$1 variant own with log=bin/$1.log objects missing units unit found taken=' '
    shift
    objects=("$@")
    { read -r variant && IFS=/ read -r own _; } <"needs/$name"
    while [[ ! -f bin/$name/linked && -f bin/$name.json ]]; do
        missing=$(missing_name "$log") || not_looked "$name"
        [[ $missing ]] || return 0
        units=$(trusted grep -lawF -- "$missing" src/*.cu) || (($? == 1)) || not_looked "$name"
        found=''
        while IFS= read -r unit; do
            if [[ ! $unit || $taken == *" $unit "* || " ${objects[*]} " == *"/$unit/$unit.o "* ]]; then continue; fi
            taken+="$unit "
            # A file of the student's own belongs to the units that are graded: the harness sees its calls, too.
            with=$own
            if [[ " ${objects[*]} " == *" ref/$variant/$unit.o "* ]]; then with=$variant; fi
            if lent_object "$with" "$unit" "$missing"; then
                found=$unit
                break
            fi
        done < <(sed 's,.*/,,; s,\.cu$,,' <<<"$units")
        [[ $found ]] || return 0
        objects=("${objects[@]/#"ref/$variant/$found.o"/}")
        mapfile -t objects < <(printf '%s\n' "${objects[@]}" "obj/$with/$found/$found.o" | grep .)
        cp -- "$log" "bin/$name.first.log"
        link_boxed "$name" "${objects[@]}"
        if [[ -f bin/$name/linked || $(missing_name "$log") != "$missing" ]]; then printf '%s\n' "$found" >>"bin/$name.lent"; fi
    done
    # The first complaint is the one to show.
    if [[ ! -f bin/$name/linked && -f bin/$name.first.log ]]; then cp -- "bin/$name.first.log" "$log"; fi
}

# not_looked PROGRAM: ends this stage, by a fault of ours.
not_looked() {
    echo "grader: nobody could look for what $1 lacks: is the memory of this machine or its disk full?" >>errors
    exit 3
}

# missing_name LOG: the name, without parameters and scope, that a linker's log says is defined nowhere.
missing_name() {
    local symbol
    symbol=$(trusted grep -m1 -oaiP "undefined reference to [\`'\"]\K[^'\"]{1,300}" "$1") || (($? == 1)) || return
    symbol=$(trusted c++filt <<<"$symbol") || return
    symbol=${symbol%%(*}
    symbol=${symbol%%<*}
    symbol=${symbol##*::}
    symbol=${symbol##* }
    if [[ $symbol =~ ^[A-Za-z_][A-Za-z0-9_]*$ ]]; then printf '%s' "$symbol"; fi
}

# lent_object VARIANT UNIT NAME: compiles it; does it define NAME?
lent_object() {
    local into=obj/$1/$2
    compile_flags "$1"
    compile_once "$into" "$2" || return
    (
        flock 7
        if [[ -f $into.names ]]; then exit 0; fi
        symbols_of "$into" "$2.o" || exit 1
        if ! head -c 4000000 "$into.symbols" | trusted c++filt >"$into.part" || ! mv -- "$into.part" "$into.names"; then not_looked "$2"; fi
    ) 7>"$into.lock" || return
    asks trusted grep -qawF -- "$3" "$into.names"
}

# symbols_of FOLDER OBJECT: those that the student's OBJECT in FOLDER uses or defines, to FOLDER.symbols.
# The object is the student's work, so it is read in a box.
symbols_of() {
    boxed "$1.symbols.json" "${COMPILE_LIMITS[@]}" --work "$1" --stdout "$1.symbols" --stderr "$1.symbols" -- \
        nm --extern-only --portability "$2"
    ended_of "$1.symbols.json" && [[ ${ended[status]} == ok ]]
}
