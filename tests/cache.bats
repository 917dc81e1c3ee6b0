#!/usr/bin/env bats
# The cache of compiled references is kept small, and no grading loses what it uses.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"
load kit_copy

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    GRADER=$BATS_TEST_TMPDIR/grader
    # shellcheck source=grader/lib/cache.bash
    source grader/lib/cache.bash
    mkdir -p "$REFERENCES"
}

# reference NAME AGE: a folder with an object, last used AGE ago (date's words).
reference() {
    mkdir "$REFERENCES/$1"
    echo object >"$REFERENCES/$1/unit.o"
    touch -d "$2 ago" "$REFERENCES/$1"
}

kept() { (cd "$REFERENCES" && find . -mindepth 1 -maxdepth 1 -printf '%f\n' | sort | paste -sd' '); }

@test "what nobody used for a week goes, what was used stays" {
    reference lab6-old '8 days'
    reference lab6-new '6 days'
    reference lab7-used '30 days'
    assert_equal "$(use_reference lab7-used)" "$REFERENCES/lab7-used"
    prune_references
    assert_equal "$(kept)" 'lab6-new lab7-used'
    assert [ -f "$REFERENCES/lab7-used/unit.o" ]
    assert_equal "$(cd "$GRADER/build" && echo *)" 'reference reference.lock'
}

@test "of many the least recently used go, but none of the last two hours" {
    REFERENCE_COUNT=3
    local hour
    for hour in 1 3 4 5 6; do reference "hour$hour" "$hour hours"; done
    prune_references
    assert_equal "$(kept)" 'hour1 hour3 hour4'
    for hour in a b c d; do reference "minutes-$hour" '90 minutes'; done
    prune_references
    assert_equal "$(kept)" 'hour1 minutes-a minutes-b minutes-c minutes-d'
}

@test "users and pruners side by side: who asked has its folder" {
    local i
    for i in {1..40}; do reference "shared$i" '8 days'; done
    for i in {1..40}; do
        prune_references &
        { use_reference "shared$i" && sleep 0.3 && [[ -d $REFERENCES/shared$i ]] || echo "lost $i" >>"$BATS_TEST_TMPDIR/lost"; } >/dev/null &
    done
    wait
    assert [ ! -e "$BATS_TEST_TMPDIR/lost" ]
    run kept
    for i in {1..40}; do assert_output --partial "shared$i"; done
}

@test "grade prunes, and keeps what it has just used" {
    local kit=$BATS_TEST_TMPDIR/kit
    copy_kit "$kit"
    mkdir -p "$kit/grader/build/reference/lab9-cpu-old"
    touch -d '8 days ago' "$kit/grader/build/reference/lab9-cpu-old"
    run "$kit/grader/grade" --lab lab9 --only-step 2 --device cpu --no-nvcc --brief \
        --output "$BATS_TEST_TMPDIR/results" "$kit/solutions/lab9"
    assert_success
    run ls "$kit/grader/build/reference"
    assert_output --regexp '^lab9-cpu-[0-9a-f]{20}$'
    run bash -c "ls '$kit'/grader/build/reference/lab9-cpu-*/*.o"
    assert_success
}
