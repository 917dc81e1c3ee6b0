#!/usr/bin/env bats
# The handouts as pages: they are made, open in a browser without a complaint, lead where their links say,
# and explain every name that a student can be told.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

mapfile -t LABS < <(cd "$BATS_TEST_DIRNAME/../solutions" && printf '%s\n' lab* | sort -V)

setup_file() {
    cd "$BATS_TEST_DIRNAME/.." || return
    export built=$BATS_FILE_TMPDIR/'pages of the kit'
    command -v pandoc >/dev/null || return 0
    local -a how=(--html)
    ! can_print || how=()
    handouts/make "${how[@]}" "$built" >"$BATS_FILE_TMPDIR/said" 2>&1 || {
        cat "$BATS_FILE_TMPDIR/said" >&2
        return 1
    }
}

setup() {
    command -v pandoc >/dev/null || skip 'pandoc is not installed: make setup'
    cd "$BATS_TEST_DIRNAME/.." || return
}

can_print() { [[ -n ${CHROMIUM-} ]] || command -v chromium >/dev/null; }

needs_browser() {
    can_print || skip 'chromium is not installed: make setup'
    tests/browser/install --check || skip 'tests/browser/install has not been run: make setup'
}

@test "make handouts says where the pages are" {
    run -0 cat "$BATS_FILE_TMPDIR/said"
    assert_output --regexp "^handouts: $built/index.html and $((${#LABS[@]} + 3)) more pages"
    run -0 make -n --no-print-directory handouts
    assert_line 'handouts/make'
}

@test "the pages have nothing against them: HTML, accessibility, console, requests, width, with and without JavaScript" {
    needs_browser
    run -0 node tests/browser/check.js "$built"/*.html
    assert_output ''
}

@test "every link leads to a page and an anchor that are there" {
    needs_browser
    run -0 node tests/browser/handouts.js "$built"
    assert_output --regexp "^[1-9][0-9]+ links in $((${#LABS[@]} + 4)) pages, 0 lead nowhere\$"
}

@test "a link that leads nowhere, and a page that is not as it should be, are found" {
    needs_browser
    mkdir "$BATS_TEST_TMPDIR/wrong"
    sed 's|<h1>|<a href="#nowhere">x</a><a href="lab6.html">y</a><img src="x.png"><h1>|' "$built/index.html" >"$BATS_TEST_TMPDIR/wrong/index.html"
    run -1 node tests/browser/handouts.js "$BATS_TEST_TMPDIR/wrong"
    assert_line 'index.html: #nowhere leads nowhere'
    assert_line 'index.html: lab6.html leads nowhere'
    run -1 node tests/browser/check.js "$BATS_TEST_TMPDIR/wrong/index.html"
    assert_line --regexp '^index.html, 1366 px, light: request: .*/x.png$'
    assert_line --partial 'image-alt'
    assert_line --partial 'missing required "alt" attribute'
}

@test "the PDFs hold the pages' text, contents and inner links, and no path of a machine" {
    can_print || skip 'chromium is not installed: make setup'
    local lab
    for lab in "${LABS[@]}"; do
        run -0 pdftotext -layout "$built/$lab.pdf" -
        assert_output --regexp "Lab ${lab#lab}: "
        assert_line --partial 'Reading the report'
        refute_output --partial "$built"
    done
    run -0 pdfinfo -dests "$built/lab7.pdf"
    assert_output --partial '"no-half-texel"' || assert_output --partial 'the-task'
    run -0 pdfinfo -url "$built/lab7.pdf"
    refute_output --partial 'file:'
    # shellcheck disable=SC2016 # awk's
    run -0 awk '/\/Type ?\/Outlines/ { found = 1 } END { print found + 0 }' <(tr -d '\0' <"$built/lab7.pdf")
    assert_output 1
}

# shellcheck disable=SC2016 # Markdown's quotes
findings() { grep -oP '^## `\K[^`]+' labs/cpu/FINDINGS.md; } # of the CPU device's checker

# names LAB: every name of a mistake that this lab's judge, spec, planted cases and draws can say.
names() {
    {
        grep -hoE '"[a-z0-9]+(-[a-z0-9]+)+"' grader/"$1"/judge/*.[ch] | tr -d '"'
        grep -hoP '^ *timed [a-z0-9-]+ \K[a-z0-9-]+' "grader/$1/$1.bats"
        grep -rhoP '^(Expect|GPU)-diagnosis: *\K.+' "build/wrong/$1"
        cat "tests/draws/$1.names" 2>/dev/null
    } | sort -u | comm -23 - <({
        grep -hoP '^ *judge(_times|_counts)? \K[a-z0-9-]+' "grader/$1/$1.bats"
        findings
    } | sort -u)
}

@test "every name that a report of a lab can say has an entry of its own on the lab's page, where a link finds it" {
    local lab name missing=''
    for lab in "${LABS[@]}"; do
        assert [ "$(names "$lab" | wc -l)" -gt 20 ]
        while IFS= read -r name; do
            grep -q "<code id=\"$name\">$name</code>" "$built/$lab.html" || missing+=" $lab#$name"
        done < <(names "$lab")
    done
    assert_equal "$missing" ''
}

@test "names that all labs share, and the checker's, have an entry on some page" {
    local name missing=''
    while IFS= read -r name; do
        grep -q "<code id=\"$name\">\|<h2 id=\"$name\">" "$built"/*.html || missing+=" $name"
    done < <({
        # refused-call, and -elsewhere in what is not the student's, is how the checker writes down what CUDA
        # refused, unreadable-finding what somebody wrote over; no report says them.
        find grader/judge -maxdepth 1 -name '*.c' ! -name 'lab*' -exec grep -hoE '"[a-z0-9]+(-[a-z0-9]+)+"' {} + | tr -d '"'
        grep -hoP '^ *echo \K[a-z]+(-[a-z]+)+$' grader/lib/spec.bash
        findings
    } | sort -u | grep -vx "refused-call\|refused-elsewhere\|unreadable-finding")
    assert_equal "$missing" ''
}

@test "no page explains a name that nobody is told" {
    local lab name idle=''
    for lab in "${LABS[@]}"; do
        while IFS= read -r name; do
            grep -rqF -- "\"$name\"" grader/judge/*.[ch] grader/lab*/judge labs/cpu/check solutions/"$lab" labs/common grader/lib ||
                grep -rqwF -- "$name" "grader/$lab/$lab.bats" grader/lib/spec.bash build/wrong/"$lab" || idle+=" $lab#$name"
        done < <(grep -oP '<code id="\K[^"]+' "$built/$lab.html")
    done
    assert_equal "$idle" ''
}

@test "the tables of mistakes tell steps and examples of the planted cases" {
    run -0 grep -A1 '<code id="no-half-texel">' "$built/lab7.html"
    assert_line --partial 'For example: tex3D is given the coordinate in nodes.'
    run -0 handouts/pages/mistakes lab7
    run -0 jq -c '.["leak"].steps' <<<"$output"
    assert_output '[3,5,7,8]'
    cd handouts
    run -2 pages/mistakes lab77
    assert_line 'Usage: handouts/pages/mistakes LAB'
    refute_output --partial sed
}

@test "figures that answer: mouse, keyboard and every control give what an H200 and the CPU device gave" {
    needs_browser
    run -0 node tests/browser/figures.js "$built"
    refute_line --partial FAILS
    assert [ "$(grep -c '^holds: ' <<<"$output")" -eq 7 ]
}

@test "the texture unit in the pages returns every sample that was recorded on an H200, bit for bit" {
    local group file=$BATS_TEST_TMPDIR/inputs
    command -v wasm-ld >/dev/null || skip 'lld is not installed: make setup'
    command -v node >/dev/null || skip 'nodejs is not installed: make setup'
    mkdir "$BATS_TEST_TMPDIR/recorded"
    for group in modes special float3d half3d signed8 border wide; do
        xz -dc "tests/records/texture/$group.bin.xz" >"$BATS_TEST_TMPDIR/recorded/$group.bin"
    done
    "${CC:-gcc}" -std=gnu11 -O2 -Wall -Wextra -Werror -Wno-unused-function -Ilabs/cpu -o "$file.program" tests/records/texture/inputs.c -lm
    "$file.program" >"$file"
    handouts/pages/build-unit "$BATS_TEST_TMPDIR/unit.wasm"
    # It is the module that the pages hold.
    run -0 grep -cF "$(base64 -w 0 "$BATS_TEST_TMPDIR/unit.wasm")" "$built/lab7.html"
    run -0 node tests/records/texture/module.mjs "$BATS_TEST_TMPDIR/unit.wasm" "$file" "$BATS_TEST_TMPDIR/recorded"
    assert [ "$(grep -cE '^[a-z0-9]+: [1-9][0-9]+ samples, 0 differ$' <<<"$output")" -eq 7 ]
    # One bit of one record is another.
    printf '\001' | dd of="$BATS_TEST_TMPDIR/recorded/border.bin" bs=1 seek=20 conv=notrunc status=none
    run -1 node tests/records/texture/module.mjs "$BATS_TEST_TMPDIR/unit.wasm" "$file" "$BATS_TEST_TMPDIR/recorded"
    assert_line --regexp '^border: [0-9]+ samples, 1 differ$'
}

@test "an index that a reader types is computed as C computes it: 400 random ones" {
    command -v node >/dev/null || skip 'nodejs is not installed: make setup'
    run -0 node tests/browser/expressions.js 400 7 "$BATS_TEST_TMPDIR"
    # The text is random: what looks odd in it is meant.
    "${CC:-gcc}" -std=gnu11 -fwrapv -w -o "$BATS_TEST_TMPDIR/indices" "$BATS_TEST_TMPDIR/indices.c"
    "$BATS_TEST_TMPDIR/indices" >"$BATS_TEST_TMPDIR/printed"
    run -0 diff "$BATS_TEST_TMPDIR/expected" "$BATS_TEST_TMPDIR/printed"
    assert [ "$(wc -l <"$BATS_TEST_TMPDIR/expected")" -eq 400 ]
}

@test "the numbers in the texts are those of the figures' data, and one that is not is found" {
    run -0 handouts/numbers --check
    assert_output ''
    local copy="$BATS_TEST_TMPDIR/a copy" before
    mkdir -p "$copy"
    cp -r handouts/numbers handouts/numbers.jq handouts/lab* "$copy/"
    sed -i '/^RANDOM,TEXTURE,device,/s/[0-9.]*$/123.4/' "$copy/lab8/figures/data/lab8-paths-h200.csv"
    run -1 "$copy/numbers" --check
    assert_line --partial "handouts/lab8/README.md: its numbers are not those of its figures/data"
    assert_line --regexp '^> .*0\.12 at random'
    before=$(<"$copy/lab10/README.md")
    run -0 "$copy/numbers"
    run -0 "$copy/numbers" --check
    run -0 grep -c '0.12 at random' "$copy/lab8/README.md"
    assert_equal "$(<"$copy/lab10/README.md")" "$before"
    sed -i 's/at random places/anywhere/' "$copy/lab8/README.md"
    run -1 "$copy/numbers" --check
    assert_line --partial 'handouts/lab8/README.md: it says not once "give # TB/s'
}

@test "every page says what to hand in and how long it takes, and every figure has a caption and what is drawn in words" {
    local lab figure
    for lab in "${LABS[@]}"; do
        run -0 cat "$built/$lab.html"
        assert_line --partial '<h2 id="what-to-hand-in">'
        assert_output --partial "<code>$lab-your-name.tar.gz</code>"
        assert_output --regexp 'The lab takes about (three|four|five|six) hours'
        # A caption of its own, not the alternative once more.
        run grep -cE '!\[[^]]{20,}\]\(figures/[a-z0-9-]+\.svg "[^"]{20,}"\)' "handouts/$lab/README.md"
        assert_output "$(grep -cF '](figures/' "handouts/$lab/README.md")"
    done
    # What a GPU measured has the GPU's name.
    for figure in handouts/lab*/figures/*.gp; do
        grep -q h200 "$figure" || continue
        run -0 grep -h "$(basename "$figure" .gp).svg" handouts/lab*/README.md
        assert_output --partial 'NVIDIA H200'
    done
}

@test "what a student receives of the handouts: pages and pictures, and no program that measures or answers" {
    grader/dist "$BATS_TEST_TMPDIR/kit.tar.gz"
    run -0 tar -tzf "$BATS_TEST_TMPDIR/kit.tar.gz" --wildcards '*/handouts/*'
    assert_line 'gpu-memory-labs/handouts/lab7.html'
    assert_line 'gpu-memory-labs/handouts/lab7/README.md'
    refute_line --regexp '\.(cu|sh|bats|js|lua|c|jq|csv)$'
}

@test "handouts/make: help, wrong usage, and what is missing is named" {
    run -0 handouts/make --help
    assert_line --index 0 'Usage: handouts/make [--html] [FOLDER]'
    run -2 handouts/make --nothing
    mkdir "$BATS_TEST_TMPDIR/bin"
    for command in bash dirname realpath sed; do ln -s "$(command -v "$command")" "$BATS_TEST_TMPDIR/bin/"; done
    PATH=$BATS_TEST_TMPDIR/bin run -1 handouts/make "$BATS_TEST_TMPDIR/out"
    assert_output 'handouts/make: pandoc is not installed; grader/setup --for handouts'
}
