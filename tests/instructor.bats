#!/usr/bin/env bats
# What is for teachers alone: students do not receive it, its answers are there for every question, and its numbers are right.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup_file() {
    cd "$BATS_TEST_DIRNAME/.." || return
    grader/dist "$BATS_FILE_TMPDIR/kit.tar.gz"
    mkdir "$BATS_FILE_TMPDIR/received"
    tar -xzf "$BATS_FILE_TMPDIR/kit.tar.gz" -C "$BATS_FILE_TMPDIR/received"
}

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    # Lines of the answers that are long enough to be nobody else's.
    grep -hE '.{50}' handouts/instructor/{answers,quiz}.md | grep -v '^#' | sort -u >"$BATS_TEST_TMPDIR/answers"
}

# leaks FOLDER: what of the instructor's lies in a folder that students get, or what leads there.
leaks() {
    find "$1" -path '*/instructor*' -printf 'file: %P\n'
    find "$1" -mindepth 1 \( -path '*/solutions' -o -path '*/tests' -o -path '*/grader/*' ! -path '*/grader/labprof' \
        ! -path '*/grader/profiler*' ! -path '*/grader/common*' \) -printf 'folder: %P\n'
    grep -rIlFf "$BATS_TEST_TMPDIR/answers" "$1" | sed 's/^/answer: /'
    grep -rIlE '\(([^) ]*/)?instructor/|href="[^"]*instructor|handouts/instructor' "$1" | sed 's/^/link: /'
}

@test "students receive nothing of the instructor's pages, and no page of theirs leads there" {
    assert [ "$(wc -l <"$BATS_TEST_TMPDIR/answers")" -gt 100 ]
    assert [ -f "$BATS_FILE_TMPDIR/received/gpu-memory-labs/handouts/README.md" ]
    run -0 leaks "$BATS_FILE_TMPDIR/received"
    assert_output ''
}

@test "a leak is found: a page, a page of another name, an answer in a student's page, a link, solutions" {
    local received
    plant() {
        received=$BATS_TEST_TMPDIR/$1
        cp -r "$BATS_FILE_TMPDIR/received/gpu-memory-labs" "$received"
    }
    plant page
    mkdir "$received/handouts/instructor"
    echo 'x' >"$received/handouts/instructor/README.md"
    run leaks "$received"
    assert_line 'file: handouts/instructor/README.md'

    plant name
    cp handouts/instructor/quiz.md "$received/handouts/more.md"
    run leaks "$received"
    assert_line "answer: $received/handouts/more.md"

    plant answer
    shuf -n 1 --random-source=/dev/zero "$BATS_TEST_TMPDIR/answers" >>"$received/handouts/README.md"
    run leaks "$received"
    assert_output "answer: $received/handouts/README.md"

    plant link
    echo '[answers](instructor/answers.md)' >>"$received/handouts/README.md"
    run leaks "$received"
    assert_output "link: $received/handouts/README.md"

    plant solutions
    mkdir "$received/solutions"
    run leaks "$received"
    assert_output 'folder: solutions'
}

@test "what is packed would hold the pages, were they not left out" {
    # The rule of grader/dist is what keeps them away: without it they would be packed.
    local kit=$BATS_TEST_TMPDIR/kit
    mkdir "$kit" "$BATS_TEST_TMPDIR/leaked"
    cp -r LICENSE .devcontainer handouts "$kit"
    mkdir -p "$kit/labs" "$kit/grader"
    cp -r grader/{labprof,profiler,common} "$kit/grader/"
    sed 's, -path handouts/instructor -prune -o,,' grader/dist >"$kit/grader/dist"
    run -1 cmp -s grader/dist "$kit/grader/dist"
    chmod +x "$kit/grader/dist"
    sed -i 's/command -v pandoc/command -v no-such-pandoc/' "$kit/grader/dist"
    "$kit/grader/dist" "$BATS_TEST_TMPDIR/leaked.tar.gz"
    tar -xzf "$BATS_TEST_TMPDIR/leaked.tar.gz" -C "$BATS_TEST_TMPDIR/leaked"
    run leaks "$BATS_TEST_TMPDIR/leaked"
    assert_line 'file: gpu-memory-labs/handouts/instructor/answers.md'
}

@test "the students' pages, as text and as HTML, do not show the instructor's, which are in no list of pages" {
    local pages
    mapfile -d '' pages < <(find handouts -name '*.md' ! -path 'handouts/instructor/*' -print0)
    assert [ "${#pages[@]}" -ge 7 ]
    run -1 grep -nE '\(([^) ]*/)?instructor/' "${pages[@]}"
    run -1 grep -n 'instructor' handouts/make handouts/pages/filter.lua
}

@test "every question on a lab's page has a model answer" {
    local page lab asked missing=''
    for page in handouts/lab*/README.md; do
        lab=${page#handouts/lab} lab=${lab%/*}
        asked=$(awk '/^#/ { on = /^## Questions/ } on && /^[0-9]+\. / { n++ } END { print n + 0 }' "$page")
        answered=$(awk -v head="## Lab $lab" '/^## / { on = $0 == head } on && /^[0-9]+\. \*/ { n++ } END { print n + 0 }' handouts/instructor/answers.md)
        ((asked == answered)) || missing+=" lab $lab: $asked questions, $answered answers;"
    done
    assert_equal "$missing" ''
}

@test "the quiz: 40 questions or more, each with an answer and a page that is there" {
    local quiz=handouts/instructor/quiz.md questions page
    questions=$(grep -cE '^\*\*[0-9]+\.\*\* ' "$quiz")
    assert [ "$questions" -ge 40 ]
    assert_equal "$(grep -oE '^\*\*[0-9]+' "$quiz" | tr -d '*' | paste -sd ' ')" "$(seq -s ' ' "$questions")"
    assert_equal "$(grep -c '^\*Answer:\*' "$quiz")" "$questions"
    assert_equal "$(grep -o '\*Page:\* \[lab [0-9]*\](' "$quiz" | wc -l)" "$questions"
    while IFS= read -r page; do
        # A lab that this kit does not have yet has no page either.
        [[ -e handouts/instructor/$page || ! -d solutions/$(basename "$(dirname "$page")") ]] || fail "$page is not there"
    done < <(grep -oP '\]\(\K[^)]+(?=\))' "$quiz" | sort -u)
}

# numbers_of N: the answer to question N, its words on lines.
numbers_of() {
    awk -v head="**$1.**" '/^\*\*[0-9]+\.\*\* / { on = index($0, head " ") == 1; answer = 0 } /^\*Answer:/ { answer = 1 } on && answer' \
        handouts/instructor/quiz.md | grep -oE -- '-?[0-9][0-9A-F.]*' | sed 's/\.$//'
}

@test "the quiz has the numbers that the CPU device gives" {
    run -0 handouts/instructor/measure
    assert [ "${#lines[@]}" -ge 25 ]
    local line number wrong=''
    for line in "${lines[@]}"; do
        read -ra found <<<"$line"
        for number in "${found[@]:1}"; do
            numbers_of "${found[0]}" | grep -qxF -- "$number" || wrong+=" question ${found[0]}: $number;"
        done
    done
    assert_equal "$wrong" ''
    run numbers_of 55
    assert_line 31
    refute_line 30
}

@test "the sphere's program prints the errors that the answers name" {
    gcc -Wall -Wextra -Werror -O2 handouts/instructor/sphere.c -lm -o "$BATS_TEST_TMPDIR/sphere"
    run -0 "$BATS_TEST_TMPDIR/sphere"
    assert_line --regexp '^ +64 +1.37e-05$'
    assert_line --regexp '^ +0 +-1.01e-06$'
}

@test "the slides hold the pages' figures and sentences, and need no network" {
    command -v pandoc >/dev/null || skip 'pandoc is not installed: make setup'
    run -0 handouts/instructor/slides --html "$BATS_TEST_TMPDIR/out of the kit"
    assert_output --regexp "slides: $BATS_TEST_TMPDIR/out of the kit/slides.html, [1-9][0-9] slides"
    local slides="$BATS_TEST_TMPDIR/out of the kit/slides.html"
    run -0 grep -c 'src="data:image/svg' "$slides"
    assert [ "$output" -ge 8 ]
    run -1 grep -nE '(src|href)="[^d#]' "$slides"
    run -0 grep -o 'Constant memory is 64 KiB' "$slides"
}

@test "a slide that names what its page no longer has stops the slides" {
    command -v pandoc >/dev/null || skip 'pandoc is not installed: make setup'
    mkdir "$BATS_TEST_TMPDIR/handouts"
    cp -r handouts/{instructor,lab*} "$BATS_TEST_TMPDIR/handouts"
    cd "$BATS_TEST_TMPDIR"
    sed -i 's/^Constant memory is 64 KiB/Constant memory has 64 KiB/' handouts/lab6/README.md
    run -1 handouts/instructor/slides --html out
    assert_output --partial 'slides.md: no sentence of lab6 begins with: Constant memory is 64 KiB'
    run -2 handouts/instructor/slides --pages
    assert_output --partial 'Usage: handouts/instructor/slides'
}

@test "the page of sources names tests, listings and steps that there are, and every row says what is graded or why not" {
    local line lab test listing rows=0
    while IFS= read -r line; do
        [[ $line == '| '* && $line != '| item '* ]] || continue
        rows=$((rows + 1))
        assert [ "$(grep -o ' | ' <<<"$line" | wc -l)" -eq 3 ]
        lab=''
        while IFS= read -r test; do
            if [[ $test == lab* ]]; then
                lab=lab${test#lab }
            else
                grep -q "^@test \"$test: " "grader/$lab/$lab.bats" || fail "$lab has no $test: $line"
            fi
        done < <(grep -oE 'lab [0-9]+|step[0-9]+-[a-z0-9-]+' <<<"${line##* | }")
        # shellcheck disable=SC2016 # a backquote of the page
        while IFS= read -r listing; do
            assert [ -e "handouts/listings/$listing" ]
        done < <(grep -oP 'listing `\K[^`]+' <<<"$line")
    done <handouts/instructor/sources.md
    assert [ "$rows" -gt 35 ]
}
