#!/usr/bin/env bats
# What is drawn for a submission bites: 200 seeds are judged from numbers alone, without a compiler. Every
# mistake that a judge can compute (its models) is noticed with every seed, what is right passes, and no two
# mistakes of a lab give the same numbers under two names. draws/LAB.names are the names that are proven so
# (mistakes.bats asks for a proof of each).
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"

setup() { cd "$BATS_TEST_DIRNAME/.." || return; }

# judged LAB FILE...: the lab's mistakes (draws/LAB.c, which holds some files of its judge) with 200 seeds, or
# $seeds (20 of them in the quick round of tests/run); FILE: the other files of the judge. $digits: how many more than one the number of mistakes has.
judged() {
    local lab=$1 seeds=${seeds:-200} digits=${digits:-4} engine=(judge/{verdict,wrong,findings,helpers,unwritten,timing,intervals,failing,family,csv}.c common/json.c ../labs/cpu/texture/unit.c)
    shift
    gcc -std=gnu11 -O2 -Wall -Wextra -Werror -D_GNU_SOURCE -ffp-contract=off -I grader/judge -I grader/harness -I labs/cpu \
        -I labs/cpu/include tests/draws/draws.c "tests/$lab/draws.c" "${engine[@]/#/grader/}" "$@" -lm \
        -o "$BATS_TEST_TMPDIR/draws"
    if [[ ${QUICK-} ]]; then seeds=$((seeds < 20 ? seeds : 20)) digits=$((digits - 1)); fi
    tests/draws/arguments "$lab" 1 "$seeds" >"$BATS_TEST_TMPDIR/arguments"
    run "$BATS_TEST_TMPDIR/draws" <"$BATS_TEST_TMPDIR/arguments"
    assert_success
    assert_output --regexp "[1-9][0-9]{$digits,} asked, 0 not noticed, 0 with another name\$"
    local told
    told=$(sed -n 's/^told //p' <<<"$output" | sort)
    if [[ ${QUICK-} ]]; then # some names take more seeds
        assert_equal "$(comm -23 - "tests/$lab/draws.names" <<<"$told")" ''
    else
        assert_equal "$told" "$(<"tests/$lab/draws.names")"
    fi
}

@test "lab 6: every mistake that can be computed is noticed and named, with 200 seeds" {
    judged lab6 grader/lab6/judge/shares.c
}
@test "lab 7: every mistake that can be computed is noticed and named, with 200 seeds" {
    judged lab7 grader/lab7/judge/lab7.c grader/lab7/judge/{compare,grid,integral,models,outside,plain,points,software,sums}.c
}

@test "lab 8: every mistake that can be computed is noticed and named, with 30 seeds" { seeds=30 judged lab8 grader/lab8/judge/words.c; }

@test "lab 9: every mistake that can be computed is noticed and named, with 50 seeds" {
    seeds=50 judged lab9 grader/lab9/judge/lab9.c grader/lab9/judge/{row,centres}.c
}

@test "lab 10: every mistake that can be computed is noticed and named, with 40 seeds" {
    seeds=40 digits=3 judged lab10 grader/lab10/judge/lab10.c
}

@test "lab 11: every mistake that can be computed is noticed and named, with 60 seeds" { seeds=60 judged lab11; }

@test "what is drawn is never what the lab's header has by itself, with 200 seeds" {
    local header lab defaults
    for header in solutions/lab*/lab*.h; do
        lab=$(basename "$header" .h)
        defaults=$(sed -nE 's/^#define ([A-Z_]+) ([0-9.]+)f?( .*)?$/\1=\2/p' "$header")
        # A number alone is compared: a radius of 10.0 is one of 10.
        run awk -v defaults="$defaults" -v lab="$lab" '
            BEGIN { split(defaults, each, "\n"); for (i in each) { split(each[i], d, "="); is[d[1]] = d[2] } }
            { for (i = 3; i <= NF; i++) {
                word = $i; sub(/^-D/, "", word); split(word, a, "=")
                name = toupper(a[1]); sub(/f$/, "", a[2])
                if (name in is && a[2] + 0 == is[name] + 0) print lab, "seed", $2 ":", word
            } }' <(tests/draws/arguments "$lab" 1 200)
        assert_output ''
    done
}
