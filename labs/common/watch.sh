#!/bin/sh
# watch.sh: what `make watch` does, in a lab's folder: `make check` again at each save, until Ctrl-C.
set -u
if ! command -v entr >/dev/null 2>&1; then
    echo "make watch needs entr. On Debian and Ubuntu: sudo apt install entr"
    exit 0
fi
while :; do
    # -d: it ends with status 2 when a file was added, which is then among those it looks at.
    for file in *.cu *.cuh *.h Makefile; do [ ! -e "$file" ] || echo "$file"; done |
        entr -d -c "${MAKE:-make}" -s --no-print-directory check ${STEP:+"STEP=$STEP"}
    [ $? -eq 2 ] || exit 0
done
