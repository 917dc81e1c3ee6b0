#!/usr/bin/env bats
# make predict, and what make profile says of it: no answer of a student's, or of nobody, is a trap.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    kit=$(cd "$BATS_TEST_DIRNAME/.." && pwd -P)
    folder="$BATS_TEST_TMPDIR/a lab/lab"
    mkdir -p "$folder"
    ln -s "$kit/labs/common" "$BATS_TEST_TMPDIR/a lab/common"
    cd "$folder" || return
    cat >questions.txt <<'END'
# A comment | with | bars | in it.
loads | move | global loads | How many sectors does a load touch?
words | move | constant memory | How many words?
why | Why is that so?
END
    cat >table <<'END'
                     requests    lanes   in each request   most at
move, 3 launches
  global loads             96     32.0     4.00 sectors    a.cu:3
  constant memory          96     32.0     2.50 words      a.cu:3
move_other, 1 launch
  global loads             96     32.0     9.00 sectors    a.cu:3
END
}

predict() { run sh "$kit/labs/common/predict.sh" "$@"; }
answers() { printf '%s\n' "$@" | sh "$kit/labs/common/predict.sh" >"$BATS_TEST_TMPDIR/said"; }

@test "answers are asked for, written, kept, and stand beside what was counted" {
    # shellcheck disable=SC2016 # a student's words
    answers 4 2 'because $(rm -rf x) `y` | "z"'
    run cat predictions.txt
    assert_output $'loads = 4\nwords = 2\nwhy = because $(rm -rf x) `y` | "z"'
    answers '' 2,5 ''
    run cat predictions.txt
    assert_output $'loads = 4\nwords = 2,5\nwhy = because $(rm -rf x) `y` | "z"'
    predict table
    assert_success
    assert_line --regexp '^  move: global loads, sectors +4 +4.00  right$'
    assert_line --regexp '^  move: constant memory, words +2\.5 +2.50  right$'
    refute_output --partial comment
    sed -i 's/^loads = .*/loads = 32/' predictions.txt
    predict table
    assert_line --regexp '^  move: global loads, sectors +32 +4.00  off by 28.00$'
}

@test "a wrong number is asked for again; questions after the last answer stay open; a file that cannot be written is named" {
    answers many 4
    assert_equal "$(grep -c 'That is no number' "$BATS_TEST_TMPDIR/said")" 1
    run cat predictions.txt
    assert_output 'loads = 4'
    run sh "$kit/labs/common/predict.sh" </dev/null
    assert_success
    predict table
    assert_line --regexp '^  move: constant memory, words +- +2.50 *$'
    assert [ ! -e predictions.txt.new ]
    mkdir predictions.txt.new
    predict
    assert_failure 1
    assert_output 'make predict: predictions.txt.new cannot be written; is this folder yours?'
}

@test "without predictions, with strange bytes, with a large file, or where nothing ran, it says what is" {
    predict table
    assert_success
    assert_output --partial 'You have predicted nothing yet'
    printf 'loads = \033[31m4\r\nwords = x\377\n' >predictions.txt
    predict table
    assert_success
    assert_line --regexp '^  move: global loads, sectors +no number +4.00 *$'
    refute_output --partial $'\033'
    head -c 3000000 /dev/zero | tr '\0' 7 >predictions.txt
    run timeout 20 sh "$kit/labs/common/predict.sh" table
    assert_success
    echo 'loads = 4' >predictions.txt
    head -n 1 table >nothing
    predict nothing
    assert_line --regexp '^  move: global loads +4 +-  nothing of it ran$'
    rm questions.txt
    predict table
    assert_success
    assert_output ''
    predict
    assert_failure 1
    assert_output --partial 'has no questions'
}

@test "each lab asks at least three questions, one of them in words, of kernels and memory that its profile has" {
    local lab
    for lab in "$kit"/solutions/lab*/; do
        lab=$(basename "$lab")
        echo "$lab"
        assert [ "$(grep -c '^[^#].*|' "$kit/solutions/$lab/questions.txt")" -ge 3 ]
        run grep -E '^[a-z]+ \| [^|]+$' "$kit/solutions/$lab/questions.txt"
        assert_success
        assert cmp "$kit/solutions/$lab/questions.txt" "$kit/labs/$lab/questions.txt"
        mkdir "$BATS_TEST_TMPDIR/a lab/$lab"
        cp "$kit/solutions/$lab"/*.* "$kit/solutions/$lab/Makefile" "$BATS_TEST_TMPDIR/a lab/$lab/"
        sed -nE 's/^([a-z-]+) \|.*\|.*\|.*/\1 = 1/p' "$kit/solutions/$lab/questions.txt" >"$BATS_TEST_TMPDIR/a lab/$lab/predictions.txt"
        run make -s -C "$BATS_TEST_TMPDIR/a lab/$lab" DEVICE=cpu profile
        assert_success
        refute_output --partial 'nothing of it ran'
        refute_output --partial 'no number'
        assert_line --regexp '^  .*: .*, (sectors|words|conflicts) +1 +[0-9.]+  (right|off by [0-9.]+)$'
    done
}

@test "make submit packs predictions, and says when there are none" {
    cp -r "$kit/labs/lab9" "$BATS_TEST_TMPDIR/a lab/lab9"
    cd "$BATS_TEST_TMPDIR/a lab/lab9"
    rm -rf build
    run make -s DEVICE=cpu submit NAME=ada
    assert_line 'You have made no predictions: make predict. They do not change your points.'
    echo 'plane = 1' >predictions.txt
    run make -s DEVICE=cpu submit NAME=ada
    refute_output --partial 'You have made no predictions'
    refute_output --partial 'left out'
    run -0 tar -xzOf lab9-ada.tar.gz lab9-ada/predictions.txt
    assert_output 'plane = 1'
}

@test "grader/predictions collects what was predicted and explained: folders, archives, strange names and bytes" {
    local in=$BATS_TEST_TMPDIR/in
    mkdir -p "$in/ada/lab9" "$in/O'Brien (1)/sub" "$in/none" "$in/large" "$in/link"
    cp "$kit"/labs/lab9/*.cu "$in/ada/lab9/"
    printf 'plane = 1\r\nhalf = 2.5\nwhy = \033[31mcut to 1/256' >"$in/ada/lab9/predictions.txt"
    cp "$kit"/labs/lab9/*.cu "$in/O'Brien (1)/sub/"
    printf 'plane = 4\nunasked = 3\nwhy = the weight has 8 bits\n' >"$in/O'Brien (1)/sub/predictions.txt"
    cp "$kit"/labs/lab9/*.cu "$in/large/"
    head -c 200000 /dev/zero | tr '\0' x >"$in/large/predictions.txt"
    cp "$kit"/labs/lab9/*.cu "$in/link/"
    ln -s /etc/hostname "$in/link/predictions.txt"
    tar -czf "$in/bob.tar.gz" -C "$in/ada" lab9
    run -0 "$kit/grader/predictions" "$in"/*/ "$in/bob.tar.gz"
    assert_line --index 0 lab9
    assert_line '    1: 2'
    assert_line '    4: 1'
    assert_line '    bob.tar.gz: 2.5'
    assert_line '    ada: ?[31mcut to 1/256'
    assert_line "    O'Brien (1): the weight has 8 bits"
    refute_output --partial $'\033'
    assert_line '3 files of predictions in 6 submissions'
    echo 'no archive' >"$in/torn.tar.gz"
    run -1 "$kit/grader/predictions" "$in/torn.tar.gz" "$in/ada"
    assert_output --partial torn.tar.gz
    assert_line '    ada: 2.5'
    run -2 "$kit/grader/predictions"
    assert_output --partial 'Try: predictions --help'
    run -2 "$kit/grader/predictions" "$in/gone"
    run -0 "$kit/grader/predictions" --help
    assert_line --partial 'Usage: grader/predictions SUBMISSION...'
}

@test "a record has what was predicted, a report says how much of it was made, and no points change" {
    local in=$BATS_TEST_TMPDIR/in out=$BATS_TEST_TMPDIR/out name
    local grade=("$kit/grader/grade" --device cpu --only-step 3 --lab lab9 --output "$out" --seed 7)
    for name in made none garbage folder; do
        mkdir -p "$in/$name"
        cp "$kit"/solutions/lab9/*.cu "$in/$name/"
    done
    printf '%s\n' $'plane = 1\r' ' half=2.5' 'why = <b>1/256</b> & \033[31m= "cut"' 'edge =' 'plane = 32' 'nobody = asked' \
        | sed 's/[\]033/\x1b/' >"$in/made/predictions.txt"
    { head -c 40000 /dev/zero && head -c 20000 /dev/zero | tr '\0' = && printf '\nwhy =' && head -c 3000 /dev/zero | tr '\0' '\303' &&
        printf '\n%s = 1\n' edge $'x\xff' && head -c 900000 /dev/zero | tr '\0' '\n'; } >"$in/garbage/predictions.txt"
    mkdir "$in/folder/predictions.txt"
    echo 'plane = 1' >"$in/folder/predictions.txt/predictions.h"
    # A source that includes its predictions finds none.
    echo '#if __has_include("predictions.txt")
#error there
#endif' >>"$in/made/step3_half.cu"
    run -0 "${grade[@]}" "$in"/*/
    assert_line 'Predictions: 3 of 4 made; open: edge. They carry no points.'
    assert_line 'Predictions: 2 of 4 made; open: plane, half. They carry no points.'
    assert_equal "$(grep -c 'Predictions: none of 4 made (make predict). They carry no points.' <<<"$output")" 2
    run -0 jq -c '[.score, .possible]' "$out"/lab9/*/result.json
    assert_output $'[15,15]\n[15,15]\n[15,15]\n[15,15]'
    run -0 "$kit/tests/valid_record" "$out"/lab9/*/result.json
    run -0 jq -r '.predictions[] | "\(.name): \(.answer)"' "$out/lab9/made/result.json"
    assert_output $'plane: 32\nedge: null\nhalf: 2.5\nwhy: <b>1/256</b> & [31m= "cut"'
    run -0 jq -r '.predictions[] | select(.name == "why").answer | length' "$out/lab9/garbage/result.json"
    assert_output 500
    run -0 grep -c '<td>&lt;b&gt;1/256&lt;/b&gt; &amp; \[31m= &quot;cut&quot;</td>' "$out/lab9/made/page.html"
}
