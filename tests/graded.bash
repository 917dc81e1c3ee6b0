# What cheats_graded.bats and cheats_labs.bats share: submissions that cheat, made of a skeleton and
# an attack, and what their records must say.
#
# LAB/cheats/NAME/ holds what the attack adds to the skeleton: append.UNIT.cu goes to the end
# of UNIT.cu (append.cu to that of LAB.cu), edit.UNIT.cu is a script of sed for it, `link` makes symbolic
# links, `names` empty files of these names, all else is copied. @KIT@ and @OUTPUT@ stand for the kit's folder, as it is called in the box, and the records'.
#
#   $kit $records $submissions   folders of this file's tests
# shellcheck shell=bash
# shellcheck disable=SC2154 # the tests' setup_file sets them

prepare_cheats() {
    export kit records submissions
    kit=$(cd "$BATS_TEST_DIRNAME/.." && pwd -P)
    records=$BATS_FILE_TMPDIR/records submissions=$BATS_FILE_TMPDIR/submissions
    mkdir "$submissions"
    kit_fingerprint >"$BATS_FILE_TMPDIR/before"
}

# What no submission may change: the kit's sources.
kit_fingerprint() {
    (cd "$kit" && find labs solutions grader -name build -prune -o -type f -print0 | sort -z | xargs -0 sha256sum)
}

assert_kit_unchanged() {
    run diff "$BATS_FILE_TMPDIR/before" "$BATS_FILE_TMPDIR/after"
    assert_success
    run find "$records" "$submissions" -name pwned
    assert_output ''
}

# In the box the kit is /kit.
place() { sed "s,@KIT@,/kit,g; s,@OUTPUT@,$records,g" "$1"; }

# begun FOLDER: its sources stand under an #if, so that the grader does not take the functions for those of the
# skeleton, of which it would say that they are not begun, and nothing more.
begun() {
    local file
    for file in "$1"/*.cu; do
        [[ -f $file && ! -L $file ]] || continue
        { echo '#if 1' && cat "$file" && printf '\n#endif\n'; } >"$file.begun"
        mv "$file.begun" "$file"
    done
}

# make_cheat LAB NAME [BASE]: a submission NAME, the attack LAB/cheats/NAME on the folder BASE
# (the skeleton, begun).
make_cheat() {
    local lab=$1 name=$2 base=${3-$kit/labs/$1} from file to link
    from=$BATS_TEST_DIRNAME/$lab/cheats/$name
    to=$submissions/$name
    cp -r "$base" "$to"
    if (($# < 3)); then begun "$to"; fi
    for file in "$from"/*; do
        case ${file##*/} in
        append.cu) place "$file" >>"$to/$lab.cu" ;;
        edit.*) sed -i -f "$file" "$to/${file##*/edit.}" ;;
        append.*) place "$file" >>"$to/${file##*/append.}" ;;
        link) while IFS= read -r link; do
            ln -sfn "${link#* -> }" "$to/${link%% -> *}"
        done < <(place "$file") ;;
        names) while IFS= read -r link; do : >"$to/$link"; done <"$file" ;;
        *) place "$file" >"$to/${file##*/}" ;;
        esac
    done
}

record() { printf '%s/%s/%s/result.json' "$records" "$1" "$2"; }

# assert_earns_nothing LAB NAME [TEXT]: the record is there, whole, without a point, and says TEXT.
assert_earns_nothing() {
    run jq -r '.submission, .score, .pending, .tests[].message' "$(record "$1" "$2")"
    assert_success
    assert_line --index 0 "$2"
    assert_line --index 1 0
    [[ -z ${3-} ]] || assert_output --regexp "$3"
    run jq -e 'all(.tests[] | select(.status != "pending"); (.status | IN("fail", "not-begun")) and (.message | length) > 15)
               and any(.tests[]; .status | IN("fail", "not-begun"))' "$(record "$1" "$2")"
    assert_success
}

# statuses LAB NAME: one line a test, "ID STATUS".
statuses() { jq -r '.tests[] | "\(.id) \(.status)"' "$(record "$1" "$2")"; }

# What the student's programs and Makefile of a submission printed.
printed() { cat "$records/$1/$2/work"/run/*/{stdout,stderr,make.log} 2>/dev/null || true; }
