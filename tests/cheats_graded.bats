#!/usr/bin/env bats
# Whole submissions that cheat, graded: a skeleton of lab 6 with an attack from cheats/graded earns
# nothing and is told something true, and an honest submission graded after them gets its points.
#
# cheats/graded/NAME/ holds what the attack adds to the skeleton: append.cu goes to the end of
# lab6.cu, `link` makes symbolic links, `names` empty files of these names, all else is copied.
# @KIT@ and @OUTPUT@ stand for the kit's folder and the records'.

# shellcheck disable=SC2016 # names with a $ in them
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

STEP1=(constructor tap not-a-number handout-numbers huge-raw link-as-raw include-solution incbin symlinked
    hijack shadow-headers odd-names fork-bomb memory-flood output-flood disk-flood kill-parents daemon spy spoil)
STEP3=(makefile-shell makefile-link)

setup_file() {
    export kit records submissions
    kit=$(cd "$BATS_TEST_DIRNAME/.." && pwd -P)
    records=$BATS_FILE_TMPDIR/records submissions=$BATS_FILE_TMPDIR/submissions
    mkdir "$submissions"
    local name
    for name in endless "${STEP1[@]}" "${STEP3[@]}"; do make_submission "$name"; done
    cp -r "$kit/solutions/lab6" "$submissions/honest"
    cp -r "$kit/solutions/lab6" "$submissions/honest-too"
    fingerprint >"$BATS_FILE_TMPDIR/before"
    cd "$submissions" || return
    export BATS_SECRET=1
    local grade=("$kit/grader/grade" --lab lab6 --device cpu --no-nvcc --seed 5 --brief --output "$records")
    # beside the others: it waits for its limit all the while
    "${grade[@]}" --only-step 1 endless 3>&- &
    "${grade[@]}" --only-step 1 honest "${STEP1[@]}" honest-too || return
    "${grade[@]}" --only-step 3 "${STEP3[@]}" || return
    wait || return
    fingerprint >"$BATS_FILE_TMPDIR/after"
}

make_submission() {
    local from=$BATS_TEST_DIRNAME/cheats/graded/$1 to=$submissions/$1 file name
    cp -r "$kit/labs/lab6" "$to"
    for file in "$from"/*; do
        case ${file##*/} in
        append.cu) sed "s,@KIT@,$kit,g; s,@OUTPUT@,$records,g" "$file" >>"$to/lab6.cu" ;;
        link) while IFS= read -r name; do
            ln -sfn "${name#* -> }" "$to/${name%% -> *}"
        done < <(sed "s,@KIT@,$kit,g" "$file") ;;
        names) while IFS= read -r name; do : >"$to/$name"; done <"$file" ;;
        *) sed "s,@KIT@,$kit,g; s,@OUTPUT@,$records,g" "$file" >"$to/${file##*/}" ;;
        esac
    done
}

# What no submission may change: the kit's sources.
fingerprint() {
    (cd "$kit" && find labs solutions grader -name build -prune -o -type f -print0 | sort -z | xargs -0 sha256sum)
}

record() { printf '%s/lab6/%s/result.json' "$records" "$1"; }

# assert_earns_nothing NAME [TEXT]: the record is there, whole, without a point, and says TEXT.
assert_earns_nothing() {
    run jq -r '.submission, .score, .pending, .tests[].message' "$(record "$1")"
    assert_success
    assert_line --index 0 "$1"
    assert_line --index 1 0
    assert_line --index 2 0
    [[ -z ${2-} ]] || assert_output --regexp "$2"
    run jq -e 'all(.tests[]; .status == "fail" and (.message | length) > 20)' "$(record "$1")"
    assert_success
}

# What the student's programs and Makefile of a submission printed.
printed() { cat "$records/lab6/$1/work"/run/*/{stdout,stderr,make.log} 2>/dev/null || true; }

@test "honest submissions, graded before and after the cheats, get their points" {
    run jq -c '[.score, .possible]' "$(record honest)" "$(record honest-too)"
    assert_output $'[12,12]\n[12,12]'
}

@test "no cheat changed the kit" {
    run diff "$BATS_FILE_TMPDIR/before" "$BATS_FILE_TMPDIR/after"
    assert_success
    run find "$records" "$submissions" -name pwned
    assert_output ''
}

@test "a constructor that ends with success" {
    assert_earns_nothing constructor
}

@test "TAP on every descriptor, and forged verdicts and records" {
    assert_earns_nothing tap
}

@test "NaN in place of every number" {
    assert_earns_nothing not-a-number
}

@test "the handout's numbers" {
    assert_earns_nothing handout-numbers
}

@test "fifty megabytes of results" {
    assert_earns_nothing huge-raw
}

@test "a link and a pipe in place of results" {
    assert_earns_nothing link-as-raw
}

@test "#include of the solution" {
    assert_earns_nothing include-solution 'No such file'
}

@test ".incbin of the solution" {
    assert_earns_nothing incbin 'compile|file not found'
}

@test "a source that is a link to the solution" {
    assert_earns_nothing symlinked
    run jq -r '.notes[]' "$(record symlinked)"
    assert_output --partial 'lab6.cu: left out, it is a symbolic link'
}

@test "main and output functions of its own" {
    assert_earns_nothing hijack
}

@test "headers in place of the contract's and the harness'" {
    assert_earns_nothing shadow-headers
}

@test "file names that are commands" {
    assert_earns_nothing odd-names
    run jq -r '.notes[]' "$(record odd-names)"
    assert_output --partial '$(shell touch pwned).cu: left out'
}

@test "endless waiting" {
    assert_earns_nothing endless 'ran longer than [0-9]+ s'
}

@test "fork bomb" {
    assert_earns_nothing fork-bomb 'more than [0-9]+ processes'
}

@test "memory flood" {
    assert_earns_nothing memory-flood 'more than [0-9.]+ MiB of memory'
}

@test "output flood" {
    assert_earns_nothing output-flood 'printed more than 1 MiB'
}

@test "disk flood" {
    assert_earns_nothing disk-flood 'MiB of files'
}

@test "killing the parents" {
    assert_earns_nothing kill-parents
}

@test "a daemon that mends the results afterwards" {
    assert_earns_nothing daemon
    local raw
    raw=$(find "$records/lab6/daemon/work/run" -name raw)
    assert [ -s "$raw" ]
    run grep -c . "$raw"
    refute_output 0
    refute grep -qx -- -2 "$raw"
}

@test "spying on solutions, records, environment" {
    assert_earns_nothing spy
    run printed spy
    refute_output --partial GOT
}

@test "writing over records, compiler and solutions" {
    assert_earns_nothing spoil
    run printed spoil
    refute_output --partial GOT
}

@test "\$(shell ...) in the submission's Makefile" {
    assert_earns_nothing makefile-shell
    run printed makefile-shell
    # files of its own box it may write, they are not the grader's
    assert_line --regexp '^GOT:( GOT [.][.]/[^ ]*| )*$'
}

@test "a Makefile whose program is a link" {
    assert_earns_nothing makefile-link
}
