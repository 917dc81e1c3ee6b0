#!/usr/bin/env bats
# Right numbers by other means than a step is about, graded: they earn nothing where the means are the
# lesson, and are told what was not used. And counts and findings that a submission would like to be others.

# shellcheck disable=SC2154 # graded.bash sets kit, records and submissions
bats_require_minimum_version 1.5.0
load "${BATS_SUPPORT:-/usr/lib/bats}/bats-support/load.bash"
load "${BATS_ASSERT:-/usr/lib/bats}/bats-assert/load.bash"
load graded

setup_file() {
    local name
    prepare_cheats
    for name in host-lookup forged-counts redirected-findings token-constant constant-for-show; do make_cheat lab6 "$name" "$kit/solutions/lab6"; done
    make_cheat lab8 host-loops "$kit/solutions/lab8"
    mv "$submissions/host-loops" "$submissions/lab8-loops"
    make_cheat lab8 token-fetch "$kit/solutions/lab8"
    make_cheat lab8 fetches-for-show "$kit/solutions/lab8"
    make_cheat lab8 counted-calls "$kit/solutions/lab8"
    make_cheat lab8 own-comparison "$kit/solutions/lab8"
    make_cheat lab10 host-loops "$kit/solutions/lab10"
    cd "$submissions" || return
    grade lab6 5 host-lookup forged-counts redirected-findings token-constant constant-for-show || return
    grade lab8 3,4 lab8-loops || return
    grade lab8 2 token-fetch || return
    grade lab8 1,4 fetches-for-show || return
    grade lab8 1 counted-calls own-comparison || return
    grade lab10 2,3 host-loops || return
}

# grade LAB STEPS SUBMISSION...
grade() {
    "$kit/grader/grade" --lab "$1" --only-step "$2" --device cpu --no-nvcc --seed 5 --brief --output "$records" "${@:3}"
}

# assert_means LAB NAME TEST TEXT: TEST failed, for its means, and says TEXT.
assert_means() {
    run jq -r --arg id "$3" '.tests[] | select(.id == $id) | .status, .diagnosis, .message' "$(record "$1" "$2")"
    assert_line --index 0 fail
    assert_line --index 1 technique-missing
    assert_line --index 2 --partial "$4"
}

@test "lab 6: a table looked up on the host" {
    assert_means lab6 host-lookup step5-lookup 'hLookup launches no kernel: its results come from the host.'
}

@test "lab 6: a table in global memory, and one word of constant memory" {
    assert_means lab6 token-constant step5-lookup 'hLookup uses constant memory '
}

@test "lab 6: words of constant memory read for show, and taken from elsewhere" {
    assert_means lab6 constant-for-show step5-lookup 'when c_part held other words'
}

@test "lab 8: fetches for show, and results of the host, also where it changes what it says at a second call" {
    assert_means lab8 fetches-for-show step4-mapped 'when other values were delivered'
    # checksum is called with each number of components: what changes at the third call is wrong there.
    run jq -r '.tests[] | select(.id == "step1-checksum") | .status, .message' "$(record lab8 fetches-for-show)"
    assert_line --index 0 fail
    assert_line --index 1 --partial 'expected'
}

@test "lab 8: fetches for show, and a host that counts its calls" {
    assert_means lab8 counted-calls step1-checksum 'called once more with the same data'
}

@test "lab 8: who compares with the host and ends, aborts or returns an error where it differs loses nothing" {
    run jq -r '.tests[] | select(.step == 1) | .status' "$(record lab8 own-comparison)"
    assert_output $'pass\npass\npass\npass\npass\npass\npass\npass\npass'
}

@test "lab 8: one texture fetch for a sum, and a pointer for all other words" {
    assert_means lab8 token-fetch step2-sums 'checksum_segments uses texture fetches '
}

@test "lab 6: counts of its own in place of the CPU device's" {
    assert_means lab6 forged-counts step5-lookup 'hLookup launches no kernel: its results come from the host.'
}

@test "lab 6: findings sent elsewhere" {
    run jq -r '.tests[] | select(.id == "step5-lookup") | .status, .diagnosis' "$(record lab6 redirected-findings)"
    assert_output $'fail\nleak'
}

@test "lab 8: mapped memory and promotion on the host" {
    assert_means lab8 lab8-loops step4-mapped 'increment_mapped launches no kernel'
    assert_means lab8 lab8-loops step3-texture 'promote_by_texture launches no kernel'
    run jq -r '.tests[] | select(.id == "step3-half" or .id == "step3-bytes") | .status' "$(record lab8 lab8-loops)"
    assert_output $'pass\npass'
}

@test "lab 10: bytes, colours and layers on the host" {
    assert_means lab10 host-loops step3-bytes 'read_bytes launches no kernel'
    assert_means lab10 host-loops step3-colours 'read_colours launches no kernel'
    assert_means lab10 host-loops step3-layers 'multiply_layers launches no kernel'
}

@test "lab 10: a tile that is filled and of no use" {
    assert_means lab10 host-loops step2-tiled 'it has no tile of use'
    run jq -r '.tests[] | select(.id == "step2-global") | .status' "$(record lab10 host-loops)"
    assert_output pass
}
