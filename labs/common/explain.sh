#!/bin/sh
# explain.sh NAME LABS: what `make explain` does: what a name in brackets means, from the checker's page
# (cpu/FINDINGS.md) and the labs' pages (../handouts). LABS is the folder of the labs.
set -u
name=${1-} labs=$2
pages=$(for page in "$labs"/../handouts/lab*.md; do printf '%s\n' "$page"; done)
known() {
    # shellcheck disable=SC2016 # Markdown's quotes
    sed -n 's/^## `\(.*\)`$/\1/p' "$labs/cpu/FINDINGS.md"
    printf '%s\n' "$pages" | while IFS= read -r page; do
        sed -n '/^| you see/,$s/^| *\(`[^|]*\) |.*/\1/p' "$page" | tr -d '`' | tr ',' '\n' | tr -d ' '
    done
}
if [ -z "$name" ] || ! known | grep -qxF -e "$name"; then
    [ -z "$name" ] || echo "Nothing is called $name."
    echo "make explain NAME=..., with one of:"
    known | sort -u | paste -sd' ' | fold -s -w 90
    exit 0
fi
finding=$name
if [ "$name" = leak ]; then finding=memory-leak; fi
printf '%s\n' "$pages" | while IFS= read -r page; do
    sed -n '/^| you see/,$p' "$page" | grep -F -e "\`$name\`" | while IFS='|' read -r _ names meaning _; do
        printf '%s (lab %s):%s\n' "$name" "$(basename "$page" .md | tr -cd 0-9)" "$meaning"
        [ "$(printf '%s' "$names" | tr -cd ,)" = "" ] || echo "  Together with:$names"
    done
done
awk -v heading="## \`$finding\`" '
    /^## / { on = $0 == heading; if (on) print "" }
    on' "$labs/cpu/FINDINGS.md"
