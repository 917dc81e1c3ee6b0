#!/bin/sh
# explain.sh NAME LABS LAB: what `make explain` does: what a name in brackets means, from the checker's page
# (cpu/FINDINGS.md) and the labs' pages (../handouts), as plain text: of LAB's
# page, if that explains it. LABS is the folder of the labs. Exit status: 0, or 2 where nothing has that name.
set -u
name=${1-} labs=$2 lab=$3
findings=$labs/cpu/FINDINGS.md

# The rows "name, name | meaning" of each page's table of mistakes, after the lab's number.
rows() {
    for page in "$labs"/../handouts/lab*/README.md; do
        [ -e "$page" ] || continue
        number=$(basename "$(dirname "$page")")
        # shellcheck disable=SC2016 # Markdown's quotes
        sed -n '/^| you see/,/^$/s/^| *\(`.*`\) *| *\(.*\) *|$/\1|\2/p' "$page" | sed "s/^/${number#lab}|/"
    done
}

known() {
    # shellcheck disable=SC2016 # Markdown's quotes
    sed -n 's/^## `\(.*\)`$/\1/p' "$findings"
    rows | cut -d'|' -f2 | tr -d '` ' | tr ',' '\n'
}

# Markdown as plain text: code is set in by four blanks, and lines of text are filled.
plain() {
    awk '
        function flush() { if (text != "") print text; text = "" }
        /^```/ { flush(); code = !code; if (code) print ""; else print ""; next }
        code { print "    " $0; next }
        { gsub(/`/, ""); gsub(/\*\*/, "") }
        { while (match($0, /\[[^]]*\]\([^)]*\)/)) {
              link = substr($0, RSTART, RLENGTH); word = link
              sub(/^\[/, "", word); sub(/\].*/, "", word)
              $0 = substr($0, 1, RSTART - 1) word substr($0, RSTART + RLENGTH) } }
        /^$/ { flush(); print ""; next }
        /^- / { flush() }
        { sub(/^ +/, ""); text = text (text == "" ? "" : " ") $0 }
        END { flush() }' | cat -s | fold -s -w 96 | sed 's/ *$//' | sed '/./,$!d'
}

# nearest NAME: of the names on standard input those that differ least, if they are near: a few letters, or a
# word of theirs in common.
nearest() {
    awk -v name="$1" '
        function least(a, b) { return a < b ? a : b }
        function distance(a, b,    i, j, row, left, above) {
            for (j = 0; j <= length(b); j++) row[j] = j
            for (i = 1; i <= length(a); i++) {
                left = row[0]; row[0] = i
                for (j = 1; j <= length(b); j++) {
                    above = row[j]
                    row[j] = least(least(row[j], row[j - 1]) + 1, left + (substr(a, i, 1) != substr(b, j, 1)))
                    left = above
                }
            }
            return row[length(b)]
        }
        BEGIN { near = 1 + int(length(name) / 3) }
        {
            d = distance(name, $0)
            if (length(name) > 3 && index($0, name)) d = least(d, 1)
            if (d < near) { near = d; found = $0 } else if (d == near && found) found = found ", " $0
        }
        END { print found }'
}

if [ -z "$name" ] || ! known | grep -qxF -e "$name"; then
    if [ -n "$name" ]; then
        near=$(known | sort -u | nearest "$name")
        echo "Nothing is called $name.${near:+ Do you mean $near?}"
        [ -z "$near" ] || exit 2
    fi
    echo "make explain NAME=..., with one of:"
    known | sort -u | paste -sd' ' - | fold -s -w 96 | sed 's/ $//'
    exit 2
fi
finding=$name
if [ "$name" = leak ]; then finding=memory-leak; fi
explained=$(rows | grep -F -e "\`$name\`")
own=$(printf '%s\n' "$explained" | grep "^${lab#lab}|")
[ -z "$explained" ] || printf '%s\n' "${own:-$explained}" | while IFS='|' read -r number names meaning; do
    echo "$name (lab $number)"
    echo
    printf '%s\n' "$meaning" | plain
    others=$(printf '%s\n' "$names" | tr -d '` ' | tr ',' '\n' | grep -vxF -e "$name" | paste -sd, - | sed 's/,/, /g')
    [ -z "$others" ] || printf '%s\n' "The same is said of $others." | fold -s -w 96 | sed 's/ $//'
    echo
done
text=$(awk -v heading="## \`$finding\`" '
    /^## / { on = $0 == heading; next }
    on' "$findings" | plain)
if [ -n "$text" ]; then printf '%s (what the checker found)\n\n%s\n' "$name" "$text"; fi
