#!/bin/sh
# watch.sh: what `make watch` does, in a lab's folder: `make check` again at each save, until Ctrl-C.
# Exit status: that of the last check (0 nothing is wrong); 1 without entr.
set -u
if ! command -v entr >/dev/null 2>&1; then
    echo "make watch needs entr. On Debian and Ubuntu: sudo apt install entr"
    exit 1
fi
mkdir -p build
checked=build/watched
rm -f "$checked"
while :; do
    # -d: it ends with status 2 when a file was added, which is then among those it looks at.
    for file in *.cu *.cuh *.h Makefile; do [ ! -e "$file" ] || echo "$file"; done |
        entr -d -c sh -c '"$@"; echo $? >build/watched' - "${MAKE:-make}" -s --no-print-directory check ${STEP:+"STEP=$STEP"}
    [ $? -eq 2 ] || break
done
[ "$(cat "$checked" 2>/dev/null)" = 0 ]
