#!/usr/bin/env bats
# The submission's own Makefile (lab 6, step 3): honest ones in any style (lab6/makefiles/, over the solution) get their points, and
# those that write, edit or say what they did not link (lab6/cheats/makefile-*) get what they link, and no more.

# shellcheck disable=SC2154 # graded.bash sets kit, records and submissions
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"
load graded

setup_file() {
    local folder
    prepare_cheats
    for folder in "$BATS_TEST_DIRNAME"/lab6/makefiles/*/; do
        cp -r "$kit/solutions/lab6" "$submissions/$(basename "$folder")"
        cp "$folder"* "$submissions/$(basename "$folder")/"
    done
    for folder in "$BATS_TEST_DIRNAME"/lab6/cheats/makefile-*/; do
        make_cheat lab6 "$(basename "$folder")" "$kit/solutions/lab6"
    done
    cd "$submissions" || return
    "$kit/grader/grade" --lab lab6 --only-step 3 --device cpu --no-nvcc --seed 5 --brief --output "$records" -- * || return
    kit_fingerprint >"$BATS_FILE_TMPDIR/after"
}

told() { jq -r '.tests[] | select(.id == "step3-makefile") | .status, .diagnosis, .message' "$(record lab6 "$1")"; }

# assert_told NAME STATUS DIAGNOSIS TEXT
assert_told() {
    run told "makefile-$1"
    assert_line --index 0 "$2"
    assert_line --index 1 "$3"
    assert_line --index 2 --partial "$4"
}

@test "an honest Makefile in any style gets the points" {
    local folder name failed=()
    for folder in "$BATS_TEST_DIRNAME"/lab6/makefiles/*/; do
        name=$(basename "$folder")
        run told "$name"
        if [[ ${lines[0]} != pass ]]; then failed+=("$name: ${lines[*]}"); fi
    done
    run printf '%s\n' "${failed[@]}"
    assert_output ''
    run jq -s 'length >= 13 and all(.[]; .score == .possible)' "$records"/lab6/[!m]*/result.json
    assert_output true
}

@test "what recipes do to our files, or put in their place, is in no program" {
    assert_told sed-main fail no-rdc 'an array c_a each'
    assert_told shell-first fail no-rdc 'an array c_a each'
    assert_told other-folder fail no-rdc 'an array c_a each'
    assert_told renamed fail no-rdc 'an array c_a each'
    assert_told macros fail no-rdc 'an array c_a each'
    assert_told own-library fail no-rdc 'an array c_a each'
    assert_told unity fail null 'lab6.cu is not linked into build/lab6 (all.cu is, which is no file of the submission'
    run printed lab6 'makefile-*'
    refute_output --partial 'GOT mine'
}

@test "the call that made the program counts, whatever else was called" {
    assert_told other-target fail no-rdc 'an array c_a each'
    assert_told address fail no-rdc 'of the 2 files with device code only 0 are compiled to relocatable device code'
    assert_told device-link fail null "no nvcc -dlink before it was given main.cu's object"
    assert_told defsym fail null "the linker is told '--defsym="
    assert_told options-file fail null "unknown option '--options-file'"
    assert_told flags-of-make fail null 'there is no build/lab6'
}

@test "what is no program of the compiler's is none" {
    local name
    for name in own-objects path script shell link; do
        assert_told "$name" fail null 'make does not link build/lab6 with nvcc'
    done
}

@test "whoever speaks in the stand-ins' place says no more than a Makefile may" {
    assert_told notes fail no-rdc 'an array c_a each'
    assert_told kill fail null 'SIGKILL'
}

@test "a Makefile that links well, and does more, gets what it links: the rest is thrown away" {
    local name
    for name in include rpath; do assert_told "$name" pass null 'both files use one array'; done
}

@test "no Makefile changed the kit" {
    assert_kit_unchanged
}
