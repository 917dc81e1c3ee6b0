# What a submission may not reach into: the CPU device has the texture unit's arithmetic and the checker
# inside, under names that no header tells. On a GPU there is nothing of the kind. Sourced by stage.
# shellcheck shell=bash

# internal_names: the names that the runtime defines for itself, sorted. Names of the compiler's and of
# the C library's, which it defines too, are anybody's.
internal_names() {
    comm -23 <(nm --extern-only --defined-only --portability "$KIT"/labs/cpu/build/libcpudev-check.a 2>/dev/null |
        grep -oE '^(cpudev|check|profile)_[A-Za-z0-9_]+' | sort -u) \
        <(grep -rhoE '(cpudev|check|profile)_[A-Za-z0-9_]+' "$KIT/labs/cpu/include" | sort -u)
}

# internals_in FOLDER OBJECT: those of them that the student's OBJECT in FOLDER uses or defines. The
# object is the student's work, so it is read in a box.
internals_in() {
    if [[ ! -s $WORK/internals ]]; then
        internal_names >"$WORK/internals.$$"
        mv -- "$WORK/internals.$$" "$WORK/internals"
    fi
    [[ -s $WORK/internals ]] || echo 'grader: nm lists no names of the CPU device; is binutils whole?' >>errors
    in_box "${COMPILE_LIMITS[@]}" --work "$WORK/$1" --stdout "$1.symbols" --stderr "$1.symbols" \
        --report "$1.symbols.json" -- nm --extern-only --portability "$2" || box_failed
    comm -12 "$WORK/internals" <(cut -d' ' -f1 "$1.symbols" | sort -u)
}
