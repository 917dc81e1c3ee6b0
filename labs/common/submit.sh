#!/bin/sh
# submit.sh LAB NAME FOLDER PROGRAM: what `make submit` does, in a lab's folder: tries what is handed in
# as the grader does, shows the points that can be known, and packs LAB-NAME.tar.gz.
# Exit status: 0 packed, and nothing is wrong (though steps may be left); 1 something is wrong, or nothing was packed; 2 no
# NAME.
set -eu
lab=$1 name=$2 folder=$3 program=$4
case $name in
'' | *[!A-Za-z0-9._-]*)
    echo "Who hands this in? make submit NAME=your-name (letters, digits, . _ -, no blanks)"
    exit 2
    ;;
esac
wrong=''
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/$lab-$name"
find . -name build -prune -o -name '.?*' -prune -o -type f \( -name '*.cu' -o -name '*.cuh' -o -name '*.h' -o -name '*.hpp' \
    -o -name '*.inl' -o -name '*.c' -o -name '*.cpp' -o -name '*.mk' -o -name Makefile \) -print >"$scratch/files"
while IFS= read -r file; do
    case $file in
    *[!A-Za-z0-9._/-]*)
        echo "left out: $file (its name has blanks or special characters; rename it)"
        continue
        ;;
    esac
    mkdir -p "$scratch/$lab-$name/$(dirname "$file")"
    cp "$file" "$scratch/$lab-$name/$file"
done <"$scratch/files"
if [ -f predictions.txt ]; then
    cp predictions.txt "$scratch/$lab-$name/"
    echo ./predictions.txt >>"$scratch/files"
elif [ -f questions.txt ]; then
    echo "You have made no predictions: make predict. They do not change your points."
fi
find . -name build -prune -o -name '.?*' -prune -o -type f ! -name hints.txt ! -name profile.txt ! -name questions.txt ! -name '*.csv' ! -name '*.tar.gz' ! -name '*.pgm' \
    -print | grep -vxFf "$scratch/files" | sed 's/^/left out: /;s/$/ (no source)/' || :
for source in *.cu; do
    case " $SOURCES " in
    *" $source "*) ;;
    *) echo "beware: $source is not among SOURCES in the Makefile: it is not compiled" ;;
    esac
done
for source in $SOURCES; do
    [ -f "$source" ] || {
        echo "beware: $source is among SOURCES in the Makefile, and is not here"
        wrong=yes
    }
done
if command -v nvcc >/dev/null 2>&1; then
    if ! ${MAKE:-make} --no-print-directory DEVICE=gpu >"$scratch/nvcc.log" 2>&1; then
        echo "beware: nvcc does not compile it:"
        grep -m 5 error "$scratch/nvcc.log" || :
        wrong=yes
    fi
fi
[ -e "$folder/$program" ] || echo "Building $program with all checks, the first time (it takes a while) ..."
if ${MAKE:-make} --no-print-directory -j2 check-programs >"$scratch/build.log" 2>&1; then
    # shellcheck disable=SC2086 # a command and its arguments
    LAB_CHECK_FOLDER=$folder ${LAB_RUNNER-} "$folder/$program" check >"$scratch/checked" || wrong=yes
    grep -v ' ok$' "$scratch/checked" || :
else
    grep -m 10 error "$scratch/build.log" || :
    echo "beware: it does not compile here: the grader tries each step's file by itself"
    wrong=yes
fi
tar -czf "$lab-$name.tar.gz" -C "$scratch" "$lab-$name"
echo "Hand in $lab-$name.tar.gz ($(tar -tzf "$lab-$name.tar.gz" | grep -vc '/$') files)"
if [ "$wrong" ]; then
    echo "Something in it is wrong, as said above: mend it and type this again, or hand it in as it is."
    exit 1
fi
