#!/usr/bin/env bats
# Whole submissions that cheat, graded: a skeleton of lab 6 with an attack from tests/LAB/cheats earns
# nothing and is told something true, and an honest submission graded after them gets its points.
#
# How a submission is made of its attack: graded.bash.

# graded.bash sets kit, records and submissions; names with a $ in them
# shellcheck disable=SC2154,SC2016
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-assert/load.bash"
load graded

STEP1=(constructor tap not-a-number handout-numbers huge-raw link-as-raw include-solution incbin symlinked
    hijack shadow-headers odd-names fork-bomb memory-flood output-flood disk-flood kill-parents daemon spy spoil)
STEP3=(makefile-shell makefile-link)

setup_file() {
    local name
    prepare_cheats
    for name in endless "${STEP1[@]}" "${STEP3[@]}"; do make_cheat lab6 "$name"; done
    cp -r "$kit/solutions/lab6" "$submissions/honest"
    cp -r "$kit/solutions/lab6" "$submissions/honest-too"
    cd "$submissions" || return
    export BATS_SECRET=1
    local grade=("$kit/grader/grade" --lab lab6 --device cpu --no-nvcc --seed 5 --brief --output "$records")
    # beside the others: it waits for its limit all the while
    "${grade[@]}" --only-step 1 endless 3>&- &
    "${grade[@]}" --only-step 1 honest "${STEP1[@]}" honest-too || return
    "${grade[@]}" --only-step 3 "${STEP3[@]}" || return
    wait || return
    kit_fingerprint >"$BATS_FILE_TMPDIR/after"
}

@test "honest submissions, graded before and after the cheats, get their points" {
    run jq -c '[.score, .possible]' "$(record lab6 honest)" "$(record lab6 honest-too)"
    assert_output $'[12,12]\n[12,12]'
}

@test "no cheat changed the kit" {
    assert_kit_unchanged
}

@test "a constructor that ends with success" {
    assert_earns_nothing lab6 constructor 'It is not run. lab6.cu:[0-9]+: .*the attribute constructor'
}

@test "TAP on every descriptor, and forged verdicts and records" {
    assert_earns_nothing lab6 tap
}

@test "NaN in place of every number" {
    assert_earns_nothing lab6 not-a-number
}

@test "the handout's numbers" {
    assert_earns_nothing lab6 handout-numbers
}

@test "fifty megabytes of results" {
    assert_earns_nothing lab6 huge-raw
}

@test "a link and a pipe in place of results" {
    assert_earns_nothing lab6 link-as-raw
}

@test "#include of the solution" {
    assert_earns_nothing lab6 include-solution 'No such file'
}

@test ".incbin of the solution" {
    assert_earns_nothing lab6 incbin 'compile|file not found'
}

@test "a source that is a link to the solution" {
    assert_earns_nothing lab6 symlinked
    run jq -r '.notes[]' "$(record lab6 symlinked)"
    assert_output --partial 'lab6.cu: left out, it is a symbolic link'
}

@test "main and output functions of its own" {
    assert_earns_nothing lab6 hijack
}

@test "headers in place of the contract's and the harness'" {
    assert_earns_nothing lab6 shadow-headers
}

@test "file names that are commands" {
    assert_earns_nothing lab6 odd-names
    run jq -r '.notes[]' "$(record lab6 odd-names)"
    assert_output --partial '$(shell touch pwned).cu: left out'
}

@test "endless waiting" {
    assert_earns_nothing lab6 endless 'did nothing for [0-9]+ s'
}

@test "fork bomb" {
    assert_earns_nothing lab6 fork-bomb 'more than [0-9]+ processes'
}

@test "memory flood" {
    assert_earns_nothing lab6 memory-flood 'more than [0-9.]+ MiB of memory'
}

@test "output flood" {
    assert_earns_nothing lab6 output-flood 'printed more than 256 MiB'
}

@test "disk flood" {
    assert_earns_nothing lab6 disk-flood 'MiB of files'
}

@test "killing the parents" {
    assert_earns_nothing lab6 kill-parents "It is not run. lab6.cu:[0-9]+: .*kill is not among"
}

@test "a daemon that mends the results afterwards" {
    assert_earns_nothing lab6 daemon 'It is not run. lab6.cu:[0-9]+: '
}

@test "spying on solutions, records, environment" {
    assert_earns_nothing lab6 spy
    run printed lab6 spy
    refute_output --partial GOT
}

@test "writing over records, compiler and solutions" {
    assert_earns_nothing lab6 spoil
    run printed lab6 spoil
    refute_output --partial GOT
}

@test "\$(shell ...) in the submission's Makefile" {
    assert_earns_nothing lab6 makefile-shell
    run printed lab6 makefile-shell
    # files of its own box it may write, they are not the grader's
    assert_line --regexp '^GOT:( GOT [.][.]/[^ ]*| )*$'
}

@test "a Makefile whose program is a link" {
    assert_earns_nothing lab6 makefile-link
}
