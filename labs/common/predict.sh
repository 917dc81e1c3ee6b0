#!/bin/sh
# predict.sh: what `make predict` does, in a lab's folder: asks the questions of questions.txt and writes the answers to
# predictions.txt, which may be written with an editor too (NAME = ANSWER, a line each). Enter keeps the answer there is.
# predict.sh TABLE: what `make profile` says behind its table: each prediction beside what was counted.
# A line of questions.txt: NAME | KERNEL | KIND OF MEMORY | QUESTION, where the answer is what a request of it costs in the table;
# or NAME | QUESTION, to be answered in words.
# Exit status: 0; 1 where there is nothing to ask, or predictions.txt cannot be written.
set -u
answers=predictions.txt
if [ ! -f questions.txt ]; then
    [ $# -gt 0 ] && exit 0
    echo "make predict: this lab has no questions (questions.txt)" >&2
    exit 1
fi

# answer NAME: the last one there is.
answer() {
    [ -f "$answers" ] || return 0
    tr -d '\r' <"$answers" | LC_ALL=C sed -n "s/^ *$1 *= *//p" | tail -n 1 | LC_ALL=C tr -d '\000-\037\177' | cut -c 1-500 | sed 's/ *$//'
}

trim() { printf '%s\n' "$1" | sed 's/^ *//; s/ *$//'; }
is_number() { printf '%s\n' "$1" | grep -qE '^[0-9]{1,9}([.,][0-9]{1,6})?$'; }

if [ $# -gt 0 ]; then
    echo
    if [ ! -f "$answers" ]; then
        echo "You have predicted nothing yet. Next time first: make predict"
        exit 0
    fi
    echo "Your predictions                                       predicted    counted"
    grep '^[^#].*|.*|.*|' questions.txt | while IFS='|' read -r name kernel kind _; do
        name=$(trim "$name") kernel=$(trim "$kernel") kind=$(trim "$kind")
        said=$(answer "$name" | tr , .)
        LC_ALL=C awk -v kernel="$kernel" -v kind="$kind" -v said="$said" '
            /^[^ ].*, [0-9]+ launch(es)?$/ { here = index($0, kernel ",") == 1 }
            here && index($0, "  " kind " ") == 1 { split(substr($0, length(kind) + 3), words, " "); found = words[3]; unit = words[4] }
            END {
                number = said ~ /^[0-9]+(\.[0-9]+)?$/
                off = said - found
                if (off < 0) off = -off
                verdict = found == "" ? "nothing of it ran" : !number ? "" : off <= 0.05 + 0.03 * found ? "right" : sprintf("off by %.2f", off)
                printf "  %-50.50s %11.11s %10.10s  %s\n", kernel ": " kind (unit == "" ? "" : ", " unit), said == "" ? "-" : number ? said : "no number", found == "" ? "-" : found, verdict
            }' "$1"
    done
    exit 0
fi

# true, not ":", whose failed redirection would end the shell.
if ! { true >"$answers.new"; } 2>/dev/null; then
    echo "make predict: $answers.new cannot be written; is this folder yours?" >&2
    exit 1
fi
trap 'rm -f "$answers.new"' EXIT
echo "Before you run it: what do you expect? Enter keeps the answer in brackets. Your answers do not change your points."
while IFS= read -r line <&3; do
    case $line in
    '' | '#'*) continue ;;
    esac
    name=$(trim "${line%%|*}") question=$(trim "${line##*|}")
    was=$(answer "$name")
    while :; do
        printf '\n%s\n  [%s] ' "$question" "$was"
        IFS= read -r said || {
            said=$was # nobody answers any more
            break
        }
        said=$(printf '%s' "$said" | LC_ALL=C tr -d '\000-\037\177' | cut -c 1-500)
        said=${said:-$was}
        case $line in
        *'|'*'|'*'|'*)
            if [ -z "$said" ] || is_number "$said"; then break; fi
            echo "  That is no number. Type one, such as 4 or 2.5."
            ;;
        *) break ;;
        esac
    done
    if [ "$said" ]; then printf '%s = %s\n' "$name" "$said" >>"$answers.new"; fi
done 3<questions.txt
mv "$answers.new" "$answers"
echo
echo "Written to $answers. Now look: make profile"
