# May a program made of a submission's objects run? Asked when it is linked: what its objects use, define
# and hold is on a list (admit/allowed.txt), and the text they were compiled from has no word that changes how
# they are checked, placed or bound. Sourced by stage.
# shellcheck shell=bash disable=SC2154

# internal_names: the names that the runtime defines for itself, sorted: the texture unit's arithmetic and
# the checker, which no header tells of. Names of the compiler's and of the C library's, which it defines
# too, are anybody's.
internal_names() {
    local defined told
    # All of them or none: whoever is not in the list may be called.
    defined=$(nm --extern-only --defined-only --portability "$KIT"/labs/cpu/build/libcpudev-check.a 2>/dev/null) || return
    defined=$(grep -oE '^(cpudev|check|profile)_[A-Za-z0-9_]+' <<<"$defined" | sort -u) || return
    told=$(grep -rhoE '(cpudev|check|profile)_[A-Za-z0-9_]+' "$KIT/labs/cpu/include" | sort -u) || return
    comm -23 <(printf '%s\n' "$defined") <(printf '%s\n' "$told")
}

# known_parts: the options of admit that are the same for all programs of this grading, one word a line.
known_parts() {
    local library nvcc admit cpu SEEN
    seen "$GRADER/admit" && admit=$SEEN
    seen "$KIT/labs/cpu" && cpu=$SEEN
    printf '%s\n' --allowed "$admit/allowed.txt" --headers /usr --headers "$cpu/include" --precompiled "$cpu/build/precompiled"
    if [[ $device == gpu ]]; then
        nvcc=$(command -v "${grading[toolkit_folder]:+${grading[toolkit_folder]}/bin/}nvcc")
        printf '%s\n' --headers "$(toolkit_folder "$nvcc")"
        library=$(toolkit_library "$nvcc" libcudart_static.a)
        if [[ -f $library ]]; then printf '%s\n' --runtime "$library"; fi
        if [[ -f $KIT/labs/cpu/build/libcpudev.a ]]; then printf '%s\n' --runtime "$cpu/build/libcpudev.a"; fi
    else
        printf '%s\n' --runtime "$cpu/build/libcpudev-check.a"
    fi
    printf '%s\n' --open "$(g++ -print-file-name=libm.so.6)"
    for library in libc.so.6 libstdc++.so.6 libgcc_s.so.1; do
        printf '%s\n' --system "$(g++ -print-file-name="$library")"
    done
}

# once FILE COMMAND: what COMMAND prints, kept in FILE by the job that comes first.
once() {
    local file=$1
    shift
    (
        flock 8
        if [[ -s $file ]]; then exit 0; fi
        "$@" >"$file.part" && [[ -s $file.part ]] && mv -- "$file.part" "$file"
    ) 8>"$file.lock" && return
    echo "grader: $1 found nothing; is binutils whole?" >>errors
    return 1
}

# admit_program PROGRAM OBJECT...: bin/PROGRAM/linked becomes bin/PROGRAM/program when it may run, in one
# move, so that no grading that is killed leaves a program nobody looked at; else bin/PROGRAM.refused has
# the sentence.
admit_program() {
    local name=$1 object unit text cache options=() units=() sources=() bind=() folder kept SEEN
    shift
    for folder in src added; do
        if [[ -d $folder ]]; then sources+=(--sources "$here/$folder") bind+=(--bind-ro "$folder"); fi
    done
    cache=$(kept_reference "$name")
    seen "$cache" && kept=$SEEN
    once internals internal_names
    once parts known_parts
    mapfile -t options <parts
    seen "$KIT/labs/cpu/build/libcpudev.a"
    if [[ -d own/$name ]]; then options+=(--runtime "$SEEN"); fi # it is linked without the checker
    for object in "$@"; do
        case $object in
        ref/*) options+=(--part "$kept/${object##*/}") ;;
        *)
            unit=${object%.o}
            for text in "$unit.ii" "$unit.cudafe1.cpp"; do
                if [[ -f $text ]]; then break; fi
            done
            units+=("${unit##*/}.cu" "$here/$object" "$here/$text")
            ;;
        esac
    done
    seen "$GRADER/admit/build/admit"
    boxed "bin/$name.admit.json" "${ADMIT_LIMITS[@]}" --work "bin/$name" --bind-ro "$cache" --bind-ro obj "${bind[@]}" \
        --bind-ro internals --bind-ro "$GRADER/admit" --stdout "bin/$name.admitted" --stderr "bin/$name.admit.log" -- \
        "$SEEN" "${options[@]}" --internal "$here/internals" "${sources[@]}" --blank "$here/bin/$name/linked" "${units[@]}"
    if ! ended_of "bin/$name.admit.json"; then return 1; fi
    case "${ended[status]} ${ended[exit]}" in
    'ok 0')
        mv -- "bin/$name/linked" "bin/$name/program"
        return
        ;;
    'exit 1')
        head -c 4000 "bin/$name.admitted" | sed 's,^\(\.\./\)*src/,,' | trusted c++filt >"bin/$name.refused" ||
            echo "grader: $name is refused, and why could not be read" >>errors
        ;;
    'exit 3') cat "bin/$name.admit.log" >>errors ;;
    *) printf '%s: error: its objects could not be looked through: %s\n' "${units[0]}" \
        "${ended[message]}" >"bin/$name.refused" ;;
    esac
    rm -f -- "bin/$name/linked"
    return 1
}
