#!/bin/sh
# hint.sh STEP [HINT]: what `make hint` does, in a lab's folder: the next of three hints for a step, or
# the one that is asked for, from hints.txt. Exit status: 0, or 2 where there is no such step.
set -u
step=${1-} hint=${2-}
steps=$(sed -n 's/^step //p' hints.txt | tr '\n' ' ')
case " $steps " in
*" ${step:-none} "*) ;;
*)
    echo "Which step? make hint STEP=n, with n one of: $steps"
    exit 2
    ;;
esac
mkdir -p build
given=build/hints-given-$step
if [ -z "$hint" ]; then
    hint=1
    if [ -f "$given" ]; then hint=$(($(cat "$given") + 1)); fi
    if [ "$hint" -gt 3 ]; then hint=3; fi
fi
echo "$hint" >"$given"
awk -v step="$step" -v hint="$hint" '
    /^step / { on = $2 == step }
    on && index($0, hint ". ") == 1 { print substr($0, 4) }' hints.txt | fold -s -w 90
if [ "$hint" -lt 3 ]; then
    echo "(hint $hint of 3 for step $step; once more says more)"
else
    echo "(hint 3 of 3 for step $step)"
fi
