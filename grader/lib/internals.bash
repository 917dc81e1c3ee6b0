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

# symbols_of FOLDER OBJECT: those that the student's OBJECT in FOLDER uses or defines, to FOLDER.symbols.
# The object is the student's work, so it is read in a box.
symbols_of() {
    boxed "$1.symbols.json" "${COMPILE_LIMITS[@]}" --work "$1" --stdout "$1.symbols" --stderr "$1.symbols" -- \
        nm --extern-only --portability "$2"
    [[ $(jq -r .status "$1.symbols.json") == ok ]]
}

# internals_in FOLDER OBJECT: the internal names among its symbols. Fails when nm does not tell them all.
internals_in() {
    if [[ ! -s internals ]]; then
        internal_names >"internals.$$"
        mv -- "internals.$$" internals
    fi
    if [[ ! -s internals ]]; then
        echo 'grader: nm lists no names of the CPU device; is binutils whole?' >>errors
        return 1
    fi
    symbols_of "$1" "$2"
    comm -12 internals <(cut -d' ' -f1 "$1.symbols" | sort -u)
}
