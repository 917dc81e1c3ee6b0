#!/bin/sh
# check.sh FOLDER PROGRAM [STEP]: what `make check` does, in a lab's folder: builds PROGRAM into FOLDER
# with all checks, and says what is right. $MAKE is the make that asked for it, $SOURCES the files that the Makefile names.
# Exit status: 0 nothing is wrong (though steps may be left), 1 something is, or nothing could be checked.
set -u
folder=$1 program=$2 step=${3-}
if ! mkdir -p "$folder" 2>/dev/null || [ ! -w "$folder" ]; then
    echo "Nothing can be built in $PWD, which cannot be written: make doctor says what to do."
    exit 1
fi
missing=''
for source in ${SOURCES-}; do [ -f "$source" ] || missing="$missing $source"; done
if [ "$missing" ]; then
    echo "Not here, and among SOURCES in the Makefile:$missing"
    echo
    echo "Nothing was checked: give each file its name again, or take it out of SOURCES. The grader finds a step by the name of its file."
    exit 1
fi

build() { ${MAKE:-make} --no-print-directory -j2 check-programs 2>&1; }

# The first time takes many seconds, so what is built is shown; later on it is a file or two.
if [ -e "$folder/$program" ]; then
    build >"$folder/build.log" && built=yes
else
    echo "Building $program with all checks, the first time (it takes a while; later only what you change):"
    { build && : >"$folder/built"; } | tee "$folder/build.log" | sed -un '/^  compile /p; /^  link /p; /^nvcc-cpu: building /p'
    if [ -e "$folder/built" ]; then built=yes; fi
    rm -f "$folder/built"
    echo
fi
# What the compiler only warns of, it says once, when it compiles.
said=$(grep -vE '^make(\[[0-9]+\])?: |^  (compile|link) |^nvcc-cpu: building ' "$folder/build.log")
if [ -z "${built-}" ]; then
    printf '%s\n' "$said" | head -n 30
    echo
    echo "Nothing was checked: first mend what the compiler says, from the top."
    exit 1
fi
[ -z "$said" ] || printf '%s\n' "$said"
# shellcheck disable=SC2086 # a command and its arguments
LAB_CHECK_FOLDER=$folder ${LAB_RUNNER-} "$folder/$program" check ${step:+"$step"}
