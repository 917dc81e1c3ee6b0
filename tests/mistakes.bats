#!/usr/bin/env bats
# Every planted mistake (tests/LAB/wrong) loses exactly its points and is told what it is; every unusual
# right solution (tests/LAB/right) loses none. tests/mistake is the command for one of them. With DEVICE=gpu
# they are graded on a GPU, and each case where that expects something else says so in its header.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
}

# The cases of all labs that there are, in eight parts, so that the processors share them whatever runs
# beside; on a machine with many of them each part has several cases at work.
# What needs a header that the CPU device has not is right where nvcc says so.
cases() {
    local without=none
    if ! command -v nvcc >/dev/null && [[ ! -x /usr/local/cuda/bin/nvcc ]]; then without=thrust; fi
    printf '%s\n' build/wrong/*/*.patch tests/*/right/*/ | grep -v "/$without-" | awk -v part="$1" 'NR % 8 == part'
}

as_expected() {
    local all
    mapfile -t all < <(cases "$1")
    [[ ${#all[@]} -gt 0 && -e ${all[0]} ]] || fail 'there are no cases'
    local -x REPLAY=${KEPT_CASES-} # tests/run
    run tests/mistake --parallel $((($(nproc) + 7) / 8)) "${all[@]}"
    printf '%s\n' "$output" >"build/mistakes-$1.txt" # what records/grading keeps of a GPU
    refute_line --partial 'not as expected'
    assert_success
    assert_equal "$(grep -c '^as expected' <<<"$output")" "${#all[@]}"
}

@test "mistakes and right solutions, 1 of 8" { as_expected 0; }
@test "mistakes and right solutions, 2 of 8" { as_expected 1; }
@test "mistakes and right solutions, 3 of 8" { as_expected 2; }
@test "mistakes and right solutions, 4 of 8" { as_expected 3; }
@test "mistakes and right solutions, 5 of 8" { as_expected 4; }
@test "mistakes and right solutions, 6 of 8" { as_expected 5; }
@test "mistakes and right solutions, 7 of 8" { as_expected 6; }
@test "mistakes and right solutions, 8 of 8" { as_expected 7; }

# planted FILE LINE...: a mistake with these lines as its header: lab 9's wrong address mode.
planted() {
    local patch=build/wrong/lab9/readout-wrong-address-mode.patch file=$BATS_TEST_TMPDIR/lab9/$1.patch
    mkdir -p "${file%/*}"
    { printf '%s\n' "${@:2}" '' && sed -n '/^--- /,$p' "$patch"; } >"$file"
    run tests/mistake "$file"
}

@test "tests/mistake tells what is different: tests, names, messages, points that are not pending" {
    local -x DEVICE=cpu
    planted a 'Expect-fail: none'
    assert_failure 1
    assert_line 'not as expected: lab9 a (seed 1)'
    assert_line --regexp '^  step1-reading failed: \[wrong-address-mode\]'
    planted b 'Expect-fail: step1-reading step1-free' 'Expect-diagnosis: leak' 'Expect-message: no such words'
    assert_failure 1
    assert_line --partial '  step1-free did not fail, but is pass'
    assert_line --partial '  no test is told leak, but: [wrong-address-mode]'
    assert_line --partial '  no message contains "no such words", but: '
    planted c 'Expect-fail: step1-reading' 'GPU-fail: step1-reading step1-point' 'GPU-why: a trial'
    assert_failure 1
    assert_line '  step1-point is not pending'
}

@test "a case that expects something else on a GPU has to say why" {
    planted a 'Expect-fail: step1-reading' 'GPU-diagnosis: leak'
    assert_failure 1
    assert_output --partial 'has no GPU-why'
    planted b 'GPU-fail: step1-reading'
    assert_failure 1
    assert_output --partial 'it has no Expect-fail'
}

@test "what is only slow is planted for each timing check, and is right otherwise" {
    for spec in grader/lab*/lab*.bats; do
        lab=$(basename "$spec" .bats)
        while read -r id; do
            run grep -lE "^GPU-fail:.* $id( |\$)" build/wrong/"$lab"/*-slow-*.patch
            assert_success
        done < <(grep -A1 'needs:gpu' "$spec" | sed -n 's/^@test "\([^:]*\):.*/\1/p')
    done
    run grep -LE '^Expect-fail: none$' build/wrong/*/*-slow-*.patch
    assert_output ''
}

# diagnoses: the names that the judges' sources and the specs can say. Everything that is spelt like one is,
# but the names of checks, the CPU device's kinds of findings and what the grader makes of these.
diagnoses() {
    {
        grep -hoE '"[a-z0-9]+(-[a-z0-9]+)+"|"leak"' grader/judge/*.[ch] grader/lab*/judge/*.[ch] | tr -d '"'
        grep -hoP '^ *timed [a-z0-9-]+ \K[a-z0-9-]+' grader/lab*/lab*.bats
        grep -hoP '^ *echo \K[a-z]+(-[a-z]+)+$' grader/lib/spec.bash
    } | sort -u | comm -23 - <({
        grep -hoP '^ *judge(_times|_counts)? \K[a-z0-9-]+' grader/lab*/lab*.bats
        grep -hoE '[a-z]+(-[a-z]+)+' labs/cpu/FINDINGS.md grader/lib/findings.jq
    } | sort -u)
}

# planted_names LAB: what the planted mistakes of a lab are told; `lab*`: of all.
planted_names() {
    # shellcheck disable=SC2086 # a pattern
    grep -rhoP '^(Expect|GPU)-diagnosis: *\K.*' build/wrong/$1 | sort -u
}

@test "every diagnosis that a judge or a spec can give is proven by a planted mistake or by numbers, but those said to wait" {
    run diagnoses
    assert_line leak
    assert_line slow-uniform
    assert_line table-too-large
    assert_equal "$(comm -23 <(diagnoses) <(sort -u <(planted_names 'lab*') tests/lab*/draws.names))" "$(sort tests/unproven)"
}

@test "every name that a planted mistake of a lab is told is explained on the lab's page" {
    local lab name missing=''
    for lab in solutions/lab*/; do
        lab=$(basename "$lab")
        while IFS= read -r name; do
            grep -q "^|[^|]*\`$name\`" "handouts/$lab/README.md" || missing+="$lab $name "
        done < <(planted_names "$lab")
    done
    assert_equal "$missing" ''
}

@test "the points on the labs' pages are those of the specs" {
    run -0 grader/points --check
}

@test "no planted mistake costs more than 12 points, unless its header says why nothing of the step works" {
    local specs=(grader/lab*/lab*.bats)
    run -0 tests/costs
    assert_equal "$(grep -c ' mistakes, the largest costs ' <<<"$output")" "${#specs[@]}"
}

@test "tests/costs: every mistake, a lab that there is not, and a mistake that costs too much" {
    run -0 tests/costs --all lab9
    assert_line --regexp '^ *4  lab9   readout-wrong-address-mode *$'
    run -2 tests/costs lab99
    mkdir -p "$BATS_TEST_TMPDIR/tests/lab9/wrong" "$BATS_TEST_TMPDIR/grader/lab9" "$BATS_TEST_TMPDIR/solutions/lab9"
    cp tests/costs tests/planted "$BATS_TEST_TMPDIR/tests/"
    cp -r grader/lib "$BATS_TEST_TMPDIR/grader/"
    cp grader/lab9/lab9.bats "$BATS_TEST_TMPDIR/grader/lab9/"
    { echo 'Expect-fail: step5-weights step5-border no-such-test' && sed -n '/^--- /,$p' build/wrong/lab9/address-nearest.patch; } \
        >"$BATS_TEST_TMPDIR/tests/lab9/wrong/much.patch"
    run -1 "$BATS_TEST_TMPDIR/tests/costs"
    assert_line --regexp '^ 16  lab9   much .* NO SUCH TEST: no-such-test$'
    sed -i 's/ no-such-test//' "$BATS_TEST_TMPDIR/tests/lab9/wrong/much.patch"
    run -1 "$BATS_TEST_TMPDIR/tests/costs" lab9
    assert_line --regexp '^ 16  lab9   much .* NO REASON: '
    sed -i '1a Costs: nothing works' "$BATS_TEST_TMPDIR/tests/lab9/wrong/much.patch"
    run -0 "$BATS_TEST_TMPDIR/tests/costs" lab9
    assert_line 'lab9: 1 mistakes, the largest costs 16 points, the mean 16.0'
}

@test "tests/planted: a text that is not there, stands twice or is half a line, a name twice, and a line that is none are told" {
    local root=$BATS_TEST_TMPDIR/kit line
    mkdir -p "$root/tests/lab1/wrong" "$root/solutions/lab1"
    cp tests/planted "$root/tests/"
    printf 'int a = 1;\nint b = 2;\n    f(a, b);\n' >"$root/solutions/lab1/x.cu"
    # list LINE...: the list has the mistake `one` with these changes.
    list() { printf "%s\n" "one: step1-a [a-name] what it is" >"$root/tests/lab1/wrong/mistakes"; (($# == 0)) || printf "    %s\n" "$@" >>"$root/tests/lab1/wrong/mistakes"; }
    list 'x.cu: int a = 1; => int a = 3;' 'Costs: a reason' 'x.cu: f(a, b); =>' 'x.cu: int b = 2; =>' '    int b = 4;' '    g();'
    run -0 "$root/tests/planted"
    assert_output 'build/wrong/lab1/one.patch'
    (cd "$root/solutions/lab1" && patch -s -p1 <../../build/wrong/lab1/one.patch)
    run cat "$root/solutions/lab1/x.cu"
    assert_output $'int a = 3;\nint b = 4;\ng();'
    run head -n 3 "$root/build/wrong/lab1/one.patch"
    assert_output $'Expect-fail: step1-a\nExpect-diagnosis: a-name\nAbout: what it is'
    printf 'int a = 1;\nint b = 2;\n    f(a, b);\n' >"$root/solutions/lab1/x.cu"
    while IFS='|' read -r line text; do
        list "$line"
        run -1 "$root/tests/planted"
        assert_output --partial "$text"
    done <<'END'
x.cu: int c = 1; => int c = 3;|x.cu has not the text: int c = 1;
x.cu: int => long|x.cu has this text twice: int
x.cu: , b =>|this is a part of one: , b
y.cu: int => long|there is no file y.cu
x.cu int|a change is: FILE: text => other text
END
    list
    run -1 "$root/tests/planted"
    assert_output --partial 'it changes nothing'
    list 'x.cu: int a = 1; => int a = 3;'
    cat "$root/tests/lab1/wrong/mistakes" >>"$root/twice" && cat "$root/twice" >>"$root/tests/lab1/wrong/mistakes"
    run -1 "$root/tests/planted"
    assert_output --partial 'there are two of this name'
    run -2 "$root/tests/planted" lab2
}
