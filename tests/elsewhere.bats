#!/usr/bin/env bats
# The kit works wherever it is unpacked: in a folder with blanks in its name, too, on a terminal and in
# a pipe. And a stage of grading that cannot start is the grader's error, never the student's.

# bats file_tags=thorough
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"
load kit_copy

setup() {
    cd "$BATS_TEST_DIRNAME/.." || return
    kit="$BATS_TEST_TMPDIR/my labs (copy)"
    copy_kit "$kit"
}

# grade ARG...: grades with the copy; its only output is the table of marks.
grade() {
    "$kit/grader/grade" --device cpu --no-nvcc --seed 1 --brief --output "$BATS_TEST_TMPDIR/results" "$@"
}

# marks RECORD: score, pending and possible.
marks() { jq -r '"\(.score) \(.pending) \(.possible)"' "$BATS_TEST_TMPDIR/results/$1/$1/result.json"; }

@test "a folder with blanks and brackets: stages, reference, box and the student's make" {
    run grade --lab lab9 --only-step 1 "$kit/solutions/lab9"
    assert_success
    assert_equal "$(marks lab9)" '20 0 20'
    run grade --lab lab6 --only-step 3 "$kit/solutions/lab6"
    assert_success
    assert_equal "$(marks lab6)" '22 0 22'
}

@test "a closed umask, CDPATH, POSIXLY_CORRECT and no language: the same marks; a kit that root's box cannot read is told" {
    local environment=(env -u LANG -u LC_ALL LANGUAGE=de CDPATH=.:/usr POSIXLY_CORRECT=1 grader/grade --device cpu --no-nvcc --seed 1
        --brief --output "$BATS_TEST_TMPDIR/results" --lab lab9 --only-step 1 solutions/lab9)
    cd "$kit" || return
    umask 077
    touch labs/cpu/driver/main.c grader/admit/main.c # so that they are built again
    if ((EUID == 0)); then
        chmod go-rwx labs/cpu/include
        run "${environment[@]}"
        assert_failure 1
        assert_output --partial "who cannot read $kit/labs/cpu/include. To mend it: type: chmod -R a+rX '$kit/labs' "
        chmod go+rx labs/cpu/include
    fi
    run "${environment[@]}"
    assert_success
    assert_equal "$(marks lab9)" '20 0 20'
    assert_equal "$(stat -c %a "$BATS_TEST_TMPDIR/results/lab9/lab9/result.json")" 600
}

@test "a kit that may not be written, by root and by others: the same marks, by way of a cache that is theirs alone" {
    local scratch="$BATS_TEST_TMPDIR/t m p" other=(env) closed
    ((EUID == 0)) && unshare -m true 2>/dev/null || skip 'only root can mount a folder read-only'
    mkdir -m 1777 "$scratch" && mkdir "$BATS_TEST_TMPDIR/results" "$scratch/gpu-memory-labs-1234"
    run grade --lab lab9 --only-step 1 "$kit/solutions/lab9" # builds what is not built
    assert_success
    rm -rf "$kit/grader/build/reference"
    # shellcheck disable=SC2016 # the other shell's
    closed='mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
    for user in 0 1234; do
        if ((user)); then other=(setpriv --reuid 1234 --regid 1234 --clear-groups env HOME=/nowhere); fi
        grading=("${other[@]}" TMPDIR="$scratch" "$kit/grader/grade" --device cpu --no-nvcc --seed 1 --brief --output "$BATS_TEST_TMPDIR/results/$user"
            --lab lab9 --only-step 1 "$kit/solutions/lab9")
        mkdir "$BATS_TEST_TMPDIR/results/$user" && chown "$user" "$BATS_TEST_TMPDIR/results/$user"
        chmod a+rx "$BATS_RUN_TMPDIR" "${BATS_TEST_TMPDIR%/*}" "$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/results" "$kit"
        if ((user)); then # somebody else's folder of that name
            run unshare -m bash -c "$closed" - "$kit" "${grading[@]}"
            assert_failure 1
            assert_output --partial 'gpu-memory-labs-1234 is no folder of yours alone'
            rmdir "$scratch/gpu-memory-labs-1234"
        fi
        run unshare -m bash -c "$closed" - "$kit" "${grading[@]}"
        assert_success
        assert_line --regexp '^lab9 +lab9 +20 +0 +20$'
        assert [ -d "$scratch/gpu-memory-labs-$user/reference" ]
    done
}

@test "a folder with blanks: make and make check of a lab, and doctor" {
    run make -C "$kit/labs/lab9" DEVICE=cpu
    assert_success
    run make -C "$kit/labs/lab9" DEVICE=cpu check
    assert_success
    assert_line --regexp '^step 1 .*not begun$'
    run "$kit/grader/doctor"
    assert_success
    assert_line --regexp '^ok +nvcc-cpu'
}

@test "stages that cannot start are the grader's errors" {
    chmod -x "$kit/grader/lib/stage"
    run grade --lab lab9 --only-step 1 "$kit/solutions/lab9"
    run jq -r '.tests[] | .status, .message' "$BATS_TEST_TMPDIR/results/lab9/lab9/result.json"
    assert_line error
    refute_line fail
    assert_line --partial 'see make.log in the work folder'
}

@test "on a terminal one line tells what is going on, in a pipe none does" {
    local grade
    printf -v grade '%q ' "$PWD/grader/grade" --lab lab9 --only-step 2 --device cpu --no-nvcc --seed 1 \
        --output "$BATS_TEST_TMPDIR/results" "$PWD/solutions/lab9"
    # script's shell must hand on the function that a Bats within Bats needs: sh would not.
    SHELL=/bin/bash run script -qec "$grade" /dev/null
    assert_success
    assert_output --partial $'\r\e[Klab9 lab9: compiling step2_address.cu\r\e[K'
    assert_output --partial $'\e[Klab9 lab9: running normalised'
    assert_output --partial '20 of 20 points'
    run cat "$BATS_TEST_TMPDIR/results/lab9/lab9/work/make.log"
    refute_output --partial running
    run bash -c "$grade 2>&1"
    assert_success
    refute_output --partial $'\e'
    refute_output --partial compiling
}
