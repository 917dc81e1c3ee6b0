#!/usr/bin/env bats
# The cache of compiled references is kept small, and no grading loses what it uses.

bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"
load kit_copy

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    # shellcheck source=grader/lib/common.bash
    source grader/lib/common.bash
    GRADER=$BATS_TEST_TMPDIR/grader
    # shellcheck source=grader/lib/cache.bash
    source grader/lib/cache.bash
    mkdir -p "$REFERENCES"
}

# reference NAME AGE: a folder with an object, last used AGE ago (date's words).
reference() {
    mkdir "$REFERENCES/$1"
    echo object >"$REFERENCES/$1/unit.o"
    sha256sum <"$REFERENCES/$1/unit.o" >"$REFERENCES/$1/unit.o.sum"
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

@test "an object that is not as it was written, half of it or another, is made anew; a folder that others may write is refused" {
    reference lab6-whole '1 hour'
    reference lab6-half '1 hour'
    reference lab6-another '1 hour'
    printf obj >"$REFERENCES/lab6-half/unit.o"
    rm "$REFERENCES/lab6-another/unit.o.sum"
    local name
    for name in whole half another; do use_reference "lab6-$name" 2>>"$BATS_TEST_TMPDIR/told" >/dev/null; done
    assert [ -f "$REFERENCES/lab6-whole/unit.o" ]
    assert [ ! -e "$REFERENCES/lab6-half/unit.o" ]
    assert [ ! -e "$REFERENCES/lab6-another/unit.o" ]
    assert_equal "$(grep -c 'not as it was written' "$BATS_TEST_TMPDIR/told")" 2
    # one that we left open is closed, another's is not used
    chmod 777 "$REFERENCES/lab6-whole"
    use_reference lab6-whole
    assert_equal "$(stat -c %a "$REFERENCES/lab6-whole")" 755
    ((EUID == 0)) || return 0
    chown 4321 "$REFERENCES/lab6-whole"
    run use_reference lab6-whole
    assert_failure
    assert_output --partial 'another user may have written there'
}

# trial UNIT_TEXT...: nvcc's verdict, by a stand-in, on a submission of the file unit.cu with this text and of
# the files NAME=TEXT after it; says "takes" or "refuses", or why there is none, and how often nvcc was started.
trial() {
    local work name=1
    work=$(mktemp -d "$BATS_TEST_TMPDIR/work.XXXXXX")
    mkdir -p "$work"/{src,common,variant,nvcc}
    : >"$work/variant/plain"
    printf '%s' "$1" >"$work/src/unit.cu"
    for name in "${@:2}"; do
        mkdir -p "$work/src/$(dirname "${name%%=*}")"
        printf '%s' "${name#*=}" >"$work/src/${name%%=*}"
    done
    (
        cd "$work" || exit
        declare -A grading=([toolkit_folder]=$BATS_TEST_TMPDIR/toolkit)
        label='a test'
        progress() { :; }
        compile_boxed() { # INTO UNIT COMPILER FLAG...: as the stage has it, but for the box
            mkdir -p "$1"
            echo started >>"$BATS_TEST_TMPDIR/started"
            echo '{}' >"$1.json"
            printf '%s\n' "${BOX_STATUS:-exit}" 1 '' 0.1 0 '' 'your program ran too long' >"$1.json.words"
            (cd src && cat "$2.cu" && sed -n 's/^#include //p' "$2.cu" | xargs -r cat) >"$1.text"
            : >"$1.log"
            [[ ! ${BOX_STATUS-} ]] || return 1
            if [[ ${SAY-} ]]; then echo "$SAY" >"$1.log" && return 1; fi
            if grep -q REFUSED "$1.text"; then echo "$PWD/src/unit.cu(1): error: refused" >"$1.log" && return 1; fi
        }
        # shellcheck source=grader/lib/boxed.bash
        source "$BATS_TEST_DIRNAME/../grader/lib/boxed.bash"
        # shellcheck source=grader/lib/nvcc_verdicts.bash
        source "$BATS_TEST_DIRNAME/../grader/lib/nvcc_verdicts.bash"
        stage_nvcc plain/unit 2>"$BATS_TEST_TMPDIR/said" || true
        if [[ -f nvcc/plain/unit.ours ]]; then cat nvcc/plain/unit.ours; elif [[ -s nvcc/plain/unit.log ]]; then echo refuses; else echo takes; fi
    )
}

started() { wc -l <"$BATS_TEST_TMPDIR/started"; }

toolkit() {
    mkdir -p "$BATS_TEST_TMPDIR/toolkit/bin"
    printf '#!/bin/sh\necho "release %s"\n' "$1" >"$BATS_TEST_TMPDIR/toolkit/bin/nvcc"
    chmod 755 "$BATS_TEST_TMPDIR/toolkit/bin/nvcc"
}

@test "nvcc's verdict depends on every byte, name, flag and version, and on nothing else" {
    toolkit 13.0
    assert_equal "$(trial $'#include a.h\n' a.h=fine b.h=REFUSED)" takes
    assert_equal "$(trial $'#include a.h\n' a.h=fine b.h=REFUSED)" takes
    assert_equal "$(started)" 1
    # the same bytes, cut or named in another way
    assert_equal "$(trial $'#include a.h\n' a.h=REFUSED b.h=fine)" refuses
    assert_equal "$(trial $'#include a.h\n' a.h=fineREFUSED b.h=)" refuses
    assert_equal "$(trial $'#include a.h\n' b.h=fine a.h=REFUSED)" refuses
    assert_equal "$(started)" 3
    assert_equal "$(trial $'#include other.cu\n' other.cu=fine)" takes
    assert_equal "$(trial $'#include other.cu\n' other.cu=REFUSED)" refuses
    assert_equal "$(trial $'#include deep/a.h\n' deep/a.h=REFUSED)" refuses
    assert_equal "$(trial $'#include deep/a.h\n' deep/a.h=fine a.h=REFUSED)" takes
    assert_equal "$(started)" 7
    toolkit 13.1
    assert_equal "$(trial $'#include a.h\n' a.h=fine b.h=REFUSED)" takes
    assert_equal "$(started)" 8
    # Another's folder is named in no message.
    run cat "$GRADER"/build/nvcc/*
    assert_output --partial '../../../src/unit.cu(1): error: refused'
    refute_output --partial "$BATS_TEST_TMPDIR/work"
}

@test "no accident is kept for a verdict: it is tried again, and then said" {
    toolkit 13.0
    assert_equal "$(BOX_STATUS=memory trial text)" 'nvcc came to no verdict on unit.cu, twice: your program ran too long'
    assert_equal "$(BOX_STATUS=signal trial text)" 'nvcc came to no verdict on unit.cu, twice: your program ran too long'
    assert_equal "$(SAY='nvcc error   : '\''cicc'\'' died due to signal 11' trial text)" \
        "nvcc came to no verdict on unit.cu, twice: nvcc error   : 'cicc' died due to signal 11"
    assert_equal "$(SAY='fatal error: /tmp/x: No space left on device' trial text)" \
        'nvcc came to no verdict on unit.cu, twice: fatal error: /tmp/x: No space left on device'
    assert_equal "$(SAY='nothing' trial text)" 'nvcc came to no verdict on unit.cu, twice: it ended without an error message'
    assert_equal "$(started)" 10
    assert_equal "$(trial text)" takes
    # What the source says is no accident.
    assert_equal "$(SAY='../../../src/unit.cu:1:2: error: #error No space left on device' trial '#error No space')" refuses
    assert_equal "$(SAY=$'x(1): error: static assertion failed with "a\nnvcc error   : cicc died due to signal 9"' trial '#line 1 "x"')" refuses
}

@test "a verdict that is not as it was written, or another user's, is no verdict" {
    local entry
    toolkit 13.0
    assert_equal "$(trial REFUSED)" refuses
    entry=$(echo "$GRADER"/build/nvcc/*)
    spoil() { # HOW...: on the entry; nvcc is asked anew, and the entry mended
        "$@"
        : >"$BATS_TEST_TMPDIR/started"
        assert_equal "$(trial REFUSED)" refuses
        assert_equal "$(started)" 1
        grep -q 'is not as it was written' "$BATS_TEST_TMPDIR/said"
        assert_equal "$(trial REFUSED)" refuses
        assert_equal "$(started)" 1
    }
    spoil truncate -s 0 "$entry"
    spoil truncate -s 90 "$entry"
    spoil sed -i '2d' "$entry"
    spoil sed -i '1s/[0-9a-f]$/x/' "$entry"
    spoil chmod 666 "$entry"
    spoil ln -sf "$BATS_TEST_TMPDIR/elsewhere" "$entry"
    ((EUID == 0)) || return 0
    spoil chown 4321 "$entry"
    chown 4321 "$GRADER/build/nvcc"
    : >"$BATS_TEST_TMPDIR/started"
    assert_equal "$(trial REFUSED)" refuses
    assert_equal "$(started)" 1
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
    run ls "$kit/grader/build/reference" # a folder for each variant of the harness
    refute_output --partial old
    assert_output --regexp '^(lab9-cpu-[0-9a-f]{20}[[:space:]]*)+$'
    run bash -c "ls '$kit'/grader/build/reference/lab9-cpu-*/*.o"
    assert_success
}
