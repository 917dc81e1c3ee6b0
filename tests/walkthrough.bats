#!/usr/bin/env bats
# A student, from the archive to the marks: unpacks it, asks doctor, solves labs 6 and 7 step by step with
# natural mistakes on the way, and hands in. What make check says of a mistake stands on the lab's page, and
# what make submit announces is what the grader gives.

# bats file_tags=thorough
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"

setup_file() {
    cd "$BATS_TEST_DIRNAME/.." || return
    grader/dist "$BATS_FILE_TMPDIR/gpu-memory-labs.tar.gz"
}

setup() {
    kit=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
    unset DEVICE NVCC MAKEFLAGS MAKELEVEL
    # A folder each: Bats runs two tests of a file at once.
    mkdir "$BATS_TEST_TMPDIR/my studies"
    tar -xzf "$BATS_FILE_TMPDIR/gpu-memory-labs.tar.gz" -C "$BATS_TEST_TMPDIR/my studies"
    cd "$BATS_TEST_TMPDIR/my studies/gpu-memory-labs/labs" || return
    ln -s "$kit/labs/cpu/build" cpu/build # dist.bats builds it afresh
}

# solve LAB FILE [SED]: the student writes what the solution has, with a slip.
solve() {
    unifdef -t -DSOLUTION -USKELETON "$kit/solutions/$1/$2" >"$1/$2" || (($? == 1))
    [[ -z ${3-} ]] || sed -i "$3" "$1/$2"
}

# check LAB [STEP]
check() { run make -s -j2 -C "$1" DEVICE=cpu check ${2:+"STEP=$2"}; }

# named LAB NAME: make check said so in the report and at the top, the lab's page explains it, and make explain too.
named() {
    assert_line --regexp "^step [0-9] .*\[$2\] "
    assert_line "  What it means: make explain NAME=$2"
    assert grep -qF "\`$2\`" "../handouts/$1/README.md"
    run make -s -C "$1" explain "NAME=$2"
    assert_line "$2 (lab ${1#lab})"
}

@test "the first minute: make says what there is, doctor that all is here, and nothing is begun" {
    run make -s
    assert_line --partial 'make doctor'
    run make -s doctor
    assert_line --partial 'the CPU device compiles, checks and runs a kernel'
    check lab6
    assert_line --regexp '^lab6: 0 of 5 steps, 0 of 95 points'
    run make -s -C lab6 hint STEP=1
    assert_line --partial 'hint 1 of 3'
}

@test "lab 6, with two slips, to marks that are those announced" {
    # A block's threads alone: the index forgets the block.
    solve lab6 lab6.cu 's/blockIdx\.x \* blockDim\.x + threadIdx\.x/threadIdx.x/'
    check lab6 2
    named lab6 first-block-only
    solve lab6 lab6.cu
    check lab6 2
    assert_line 'lab6, step 2: 27 of 27 points that can be known here'
    # The flag of step 3 is forgotten.
    solve lab6 lab61.cu
    check lab6 3
    named lab6 no-rdc
    cp "$kit/solutions/lab6/Makefile" lab6/Makefile
    check lab6 3
    assert_line 'lab6, step 3: 22 of 22 points that can be known here'
    solve lab6 lab62.cu
    # Step 5 stays as it was: what is announced are the others' points.
    run make -s -C lab6 DEVICE=cpu submit NAME=ada
    assert_success
    assert_line --regexp '^lab6: 4 of 5 steps, 78 of 95 points that can be known here'
    assert_line --regexp '^Hand in lab6-ada.tar.gz '
    run -0 "$kit/grader/grade" --lab lab6 --device cpu --no-nvcc --brief --output "$BATS_TEST_TMPDIR/out" lab6/lab6-ada.tar.gz
    run -0 jq -r '"\(.score) \(.pending)"' "$BATS_TEST_TMPDIR/out/lab6/lab6-ada.tar.gz/result.json"
    assert_output '78 5'
}

@test "make watch answers a save" {
    command -v entr >/dev/null || skip 'entr is not installed: make setup'
    local i watch before
    solve lab6 lab6.cu
    # entr wants a terminal to read keys from.
    timeout 100 script -qfec "make -s -C lab6 DEVICE=cpu STEP=1 watch" "$BATS_TEST_TMPDIR/screen" >/dev/null 2>&1 3>&- </dev/null &
    watch=$!
    answers() { grep -c 'points that can be known' "$BATS_TEST_TMPDIR/screen" 2>/dev/null || true; }
    for ((i = 0; i < 400; i++)); do [[ $(answers) != [1-9]* ]] || break && sleep 0.1; done
    before=$(answers)
    sleep 0.5
    sed -i 's/-2 \* i/2 * i/' lab6/lab6.cu
    for ((i = 0; i < 400; i++)); do [[ $(answers) == "$before" ]] && sleep 0.1 || break; done
    kill "$watch"
    run tail -n 20 "$BATS_TEST_TMPDIR/screen"
    assert_output --partial '[wrong-sign]'
    assert_output --partial 'lab6, step 1: 2 of 12 points'
}

@test "lab 7 step by step, with the half texel forgotten and a handle left behind; the fifth as the grader sees it" {
    local file
    for file in function.cu step1_grid.cu step2_vertices.cu step3_load.cu step4_tune.cu; do solve lab7 "$file"; done
    check lab7
    assert_line --regexp '^lab7: 4 of 8 steps, 35 of 92 points'
    assert_line --regexp '^step 5 .*not begun$'
    solve lab7 step5_hardware.cu 's/) + 0\.5f/)/g'
    check lab7 5
    named lab7 no-half-texel
    solve lab7 step5_hardware.cu
    check lab7 5 # it builds upon steps that build upon others
    assert_line --regexp '^lab7, step 5: 24 of 24 points that can be known here'
    run make -s -C lab7 DEVICE=cpu submit NAME=ada
    assert_line --regexp '^lab7: 5 of 8 steps, 59 of 92 points that can be known here'
    run -0 "$kit/grader/grade" --lab lab7 --only-step 5 --device cpu --no-nvcc --brief --output "$BATS_TEST_TMPDIR/out" lab7/lab7-ada.tar.gz
    run -0 jq -r '"\(.score) \(.pending)"' "$BATS_TEST_TMPDIR/out/lab7/lab7-ada.tar.gz/result.json"
    assert_output '24 3'
    # To the end, with a handle that is left behind.
    for file in step6_software.cu step8_compare.cu; do solve lab7 "$file"; done
    solve lab7 step7_release.cu '/\*tex = 0;/d'
    check lab7 7
    named lab7 not-set-to-zero
    solve lab7 step7_release.cu
    check lab7
    assert_line --regexp '^lab7: 8 of 8 steps, 92 of 92 points that can be known here; 8 more need a GPU'
}
