#!/bin/sh
# check.sh FOLDER PROGRAM [STEP]: what `make check` does, in a lab's folder: builds PROGRAM into FOLDER
# with all checks, and says what is right. $MAKE is the make that asked for it.
set -u
folder=$1 program=$2 step=${3-}
if ! mkdir -p "$folder" 2>/dev/null || [ ! -w "$folder" ]; then
    echo "Nothing can be built in $PWD, which cannot be written: make doctor says what to do."
    exit 0
fi
if ! ${MAKE:-make} --no-print-directory -j2 check-programs >"$folder/build.log" 2>&1; then
    grep -vE '^make(\[[0-9]+\])?: |^  (compile|link) ' "$folder/build.log" | head -n 30
    echo
    echo "Nothing was checked: first mend what the compiler says, from the top."
    exit 0
fi
# What the compiler only warns of, it says once, when it compiles.
grep -vE '^make(\[[0-9]+\])?: |^  (compile|link) ' "$folder/build.log"
# shellcheck disable=SC2086 # a command and its arguments
LAB_CHECK_FOLDER=$folder ${LAB_RUNNER-} "$folder/$program" check ${step:+"$step"}
case $? in
0 | 1) exit 0 ;;
*) exit 1 ;;
esac
